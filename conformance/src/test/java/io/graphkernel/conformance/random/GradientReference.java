package io.graphkernel.conformance.random;

import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.JavaNames;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.IndexRangeException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reference gradients of programs: those of the same methods with all floats in f64, run as plain Java, op by op, on a tape. The
 * sensitivity of a gradient to its parameters bounds its precision; where it jumps, it is not determined.
 */
final class GradientReference {

    private static final Set<DType> FLOATS = EnumSet.of(DType.F32, DType.F64);
    private static final Set<DType> HALVES = EnumSet.of(DType.F16, DType.BF16);
    private static final Path DIRECTORY = ProgramClasses.TARGET.resolve("wide");

    /** Relative nudge of parameters: some roundings of the narrowest float of the program. */
    private static final double STEP_OF_F32 = 0x1p-20;

    private static final double STEP_OF_F64 = 0x1p-48;

    /** Problems of a loss without gradient: it does not depend on the parameter, or an op on the way is not differentiable. */
    private static final Set<RuntimeProblem> NO_GRADIENT =
            EnumSet.of(RuntimeProblem.LOSS_INDEPENDENT, RuntimeProblem.NO_GRADIENT);

    /**
     * Error of each term of a sum, relative to the largest: some roundings. They add up where terms are equal: the gradient of
     * LogSoftmax over equal elements is such terms, each the rounding of a zero.
     */
    private static final double TERM_OF_F32 = 0x1p-22;

    private static final double TERM_OF_F64 = 0x1p-51;

    /**
     * Error of a gradient in steps of its largest element, since terms of that size cancel inside ops. The worst case is GeluGrad
     * in f32, where the logistic function is nearly 1.
     */
    private static final double STEPS = 32;

    /** Prefixes of calls of ops with a result that is f32 for every dtype. */
    private static final List<String> GIVING_F32 =
            calls(row -> row.results().stream().anyMatch(result -> result.dtype() == OpDtype.F32));

    /** Prefixes of calls of ops with an operand that may be f32 and not f64. */
    private static final List<String> TAKING_F32 = calls(row -> row.operandParameters().stream()
            .anyMatch(operand -> operand.dtype() == OpDtype.F32 || operand.dtype() == OpDtype.F32_OR_I64));

    /** The inverse of its square is nearly what f32 has at most. */
    private static final double TINY_F32 = 0x1p-63;

    private static final int MOVES = 3;
    /** Allowed error of a gradient, as a multiple of its movement. */
    private static final double SLACK = 16;
    /** Maximum error of a gradient, relative to its largest element, for a meaningful comparison. */
    private static final double DETERMINED = 1e-2;

    /** A gradient by one parameter for some sizes. */
    private record Key(String program, Value parameter, Binding binding) {}

    private final Map<Key, NdArray> gradients = new HashMap<>();
    private int classes;

    /** A program as a loss by all of its parameters of floats, or one without statements if it is none. */
    static Program differentiated(Program program) {
        boolean fits = !program.unranked()
                && values(program).noneMatch(value -> HALVES.contains(value.dtype()))
                && program.statements().stream()
                        .allMatch(statement -> statement.updated().isEmpty() && isWidened(statement));
        List<Value> results = program.results().stream()
                .filter(value -> FLOATS.contains(value.dtype()))
                .toList();
        if (!fits || results.isEmpty()) {
            return program.withResults(List.of()).live();
        }
        Program loss = program.withResults(results).live();
        List<Value> wanted = loss.parameters().stream()
                .filter(parameter -> !parameter.isNumber())
                .map(Parameter::value)
                .filter(value -> FLOATS.contains(value.dtype()))
                .limit(Program.MAX_RESULTS)
                .toList();
        return wanted.isEmpty() ? program.withResults(List.of()).live() : loss.withWanted(wanted);
    }

    private static List<String> calls(Predicate<OpRow> wanted) {
        return OpTable.get().rows().stream()
                .filter(wanted)
                .flatMap(row -> Stream.concat(
                        Stream.of(row.javaName()), row.aliases().stream().map(JavaNames::ofOp)))
                .map(method -> method + "(")
                .toList();
    }

    /** Returns true if a statement takes f64 for f32, and gives it then: some ops take or give f32 whatever else they read. */
    private static boolean isWidened(Statement statement) {
        if (beginsWithOneOf(TAKING_F32, statement)
                && statement.operands().stream().anyMatch(operand -> operand.dtype() == DType.F32)) {
            return false;
        }
        return statement.call().contains("F32")
                || statement.results().stream().noneMatch(result -> result.dtype() == DType.F32)
                || (!beginsWithOneOf(GIVING_F32, statement)
                        && statement.operands().stream().anyMatch(operand -> FLOATS.contains(operand.dtype())));
    }

    private static boolean beginsWithOneOf(List<String> calls, Statement statement) {
        return calls.stream().anyMatch(call -> statement.call().startsWith(call));
    }

    /** The gradients of a program for some sizes, with how far they may be off. */
    List<NdArray> gradients(Program program, Binding binding) {
        return program.wanted().stream()
                .map(parameter -> gradients.get(new Key(program.name(), parameter, binding)))
                .toList();
    }

    /** The program with the parameters whose gradients are determined for all sizes; empty if there is none. */
    List<Optional<Program>> determined(List<Program> programs) {
        String name = "Wide" + classes++;
        String text = programs.stream()
                .flatMap(program -> program.wanted().stream().map(by -> method(program, by)))
                .collect(Collectors.joining(
                        "\n",
                        "import static io.graphkernel.runtime.Ops.*;\nimport io.graphkernel.runtime.*;\n"
                                + "public final class " + name + " {\n",
                        "\n}\n"));
        KernelCompiler.compile(DIRECTORY, name, text, List.of("-proc:none")).stream()
                .filter(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                .findFirst()
                .ifPresent(diagnostic -> {
                    throw new IllegalStateException(diagnostic.toString());
                });
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {DIRECTORY.toUri().toURL()})) {
            Class<?> owner = loader.loadClass(name);
            List<Optional<Program>> found = new ArrayList<>();
            for (Program program : programs) {
                List<Value> wanted = program.wanted().stream()
                        .filter(by ->
                                program.bindings().stream().allMatch(sizes -> isDetermined(owner, program, by, sizes)))
                        .toList();
                found.add(wanted.isEmpty() ? Optional.empty() : Optional.of(program.withWanted(wanted)));
            }
            return found;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String method(Program program, Value by) {
        String parameters = program.parameters().stream()
                .map(parameter -> (parameter.isNumber() ? parameter.primitive().toString() : "Tensor") + " "
                        + parameter.value().name())
                .collect(Collectors.joining(", "));
        return "public static Tensor " + program.name() + by.name() + "(" + parameters + ") { return "
                + program.gradient(List.of(by)).replace("F32", "F64") + "; }";
    }

    private boolean isDetermined(Class<?> owner, Program program, Value by, Binding binding) {
        boolean wide = values(program).noneMatch(value -> value.dtype() == DType.F32);
        if (!wide && hasTiny(program, binding)) {
            return false;
        }
        double step = wide ? STEP_OF_F64 : STEP_OF_F32;
        Optional<double[]> exact = run(owner, program, by, binding, 0, 0);
        if (exact.isEmpty()) {
            return false;
        }
        double[] gradient = exact.get();
        double largest = Arrays.stream(gradient).map(Math::abs).reduce(1, Math::max);
        double term = wide ? TERM_OF_F64 : TERM_OF_F32;
        double error = (STEPS * step + mostElements(program, binding) * term) * largest;
        for (int move = 0; move < MOVES; move++) {
            Optional<double[]> moved = run(owner, program, by, binding, step, move);
            if (moved.isEmpty()) {
                return false;
            }
            for (int i = 0; i < gradient.length; i++) {
                // NaN is not determined.
                double difference = Math.abs(moved.get()[i] - gradient[i]);
                error = difference < Double.POSITIVE_INFINITY ? Math.max(error, SLACK * difference) : Double.NaN;
            }
        }
        if (!(error <= DETERMINED * largest)) {
            return false;
        }
        double bound = error;
        int[] next = {0};
        gradients.put(
                new Key(program.name(), by, binding),
                NdArray.generate(
                        by.dtype(),
                        binding.sizes(by.dims()),
                        position -> new Real(gradient[next[0]++], bound, Samplers.precision(by.dtype()))));
        return true;
    }

    /** Returns true if an operand divided by an element, or by its square, may be beyond f32 and within f64. */
    private static boolean hasTiny(Program program, Binding binding) {
        return program.parameters().stream()
                .filter(parameter -> !parameter.isNumber() && parameter.value().dtype() == DType.F32)
                .flatMap(parameter ->
                        Arrays.stream(parameter.content().apply(binding).elements()))
                .mapToDouble(element -> Math.abs(element.asDouble()))
                .anyMatch(size -> size > 0 && size < TINY_F32);
    }

    private static Stream<Value> values(Program program) {
        return Stream.concat(
                program.parameters().stream().map(Parameter::value),
                program.statements().stream().flatMap(statement -> statement.results().stream()));
    }

    private static long mostElements(Program program, Binding binding) {
        return values(program)
                .mapToLong(value -> Arrays.stream(binding.sizes(value.dims()))
                        .asLongStream()
                        .reduce(1, (a, b) -> a * b))
                .max()
                .orElseThrow();
    }

    /** Empty if the loss has no such gradient, or no value, because an index that was drawn is out of range. */
    private static Optional<double[]> run(
            Class<?> owner, Program program, Value by, Binding binding, double step, int move) {
        SplittableRandom random = new SplittableRandom(move);
        List<Object> arguments = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        try (TensorScope scope = TensorScope.open();
                Communicator.Binding bound = Communicator.single().bind()) {
            for (Parameter parameter : program.parameters()) {
                types.add(parameter.isNumber() ? parameter.primitive() : Tensor.class);
                arguments.add(
                        parameter.isNumber()
                                ? parameter.number(binding)
                                : tensor(parameter.content().apply(binding), step, random));
            }
            Method method = owner.getMethod(program.name() + by.name(), types.toArray(Class<?>[]::new));
            return Optional.of(((Tensor) method.invoke(null, arguments.toArray())).toDoubleArray());
        } catch (InvocationTargetException e) {
            boolean expected = e.getCause() instanceof IndexRangeException
                    || e.getCause() instanceof GradientException refusal && NO_GRADIENT.contains(refusal.problem());
            if (expected) {
                return Optional.empty();
            }
            throw new IllegalStateException(program.name() + " has no reference", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Tensor tensor(NdArray array, double step, SplittableRandom random) {
        if (!array.dtype().isFloat()) {
            return CaseCalls.tensor(array);
        }
        double[] elements = Arrays.stream(array.elements())
                .mapToDouble(element -> element.asDouble() * (1 + step * random.nextDouble(-1, 1)))
                .toArray();
        return Tensor.of(elements, Arrays.stream(array.dims()).asLongStream().toArray());
    }
}
