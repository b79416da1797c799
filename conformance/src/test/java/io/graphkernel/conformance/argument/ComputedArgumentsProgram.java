package io.graphkernel.conformance.argument;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.exception.IndexRangeException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The process that calls each method as plain Java and as a kernel, with numbers that are negative, zero, just outside,
 * huge. Both give the same elements, or throw the same exception with the same facts.
 */
final class ComputedArgumentsProgram {

    static final String CLASS = "Computed";

    private static final long HUGE = 1L << 53;
    private static final long[] NUMBERS = {
        -Long.MAX_VALUE + 3,
        -HUGE,
        -1_000_000_000_000L,
        -5,
        -4,
        -3,
        -2,
        -1,
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        9,
        HUGE,
        1L << 62,
        Long.MAX_VALUE - 3
    };
    private static final int[] ROWS = {0, 1, 2, 3, 5};
    private static final int MAX_SMALL = 12;
    private static final int MAX_SHOWN = 3;
    private static final double TOLERANCE = 1e-5;
    /** Name and line of a kernel in a message. */
    private static final Pattern PLACE = Pattern.compile(": \\w+ \\(\\w+\\.java:\\d+\\): ");
    /** Bound with its expression. */
    private static final Pattern BOUND =
            Pattern.compile("(at most|at least|equal to|different from) .*, which is (.*)");

    private int calls;
    private int results;
    /** The first differences of each argument. */
    private final Map<ComputedArgument, List<String>> differences = new LinkedHashMap<>();

    /** Arguments: the classes, the first seed, the number of seeds. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        ComputedArgumentsProgram program = new ComputedArgumentsProgram();
        for (String owner : arguments[0].split(",")) {
            program.callAll(owner, Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
        }
        System.out.println(program.calls + " calls, " + program.results + " of them with a result");
        if (!program.differences.isEmpty()) {
            program.differences.forEach((argument, found) -> System.out.println(argument + ": " + found.size()
                    + " differences\n"
                    + found.stream().limit(MAX_SHOWN).collect(Collectors.joining("\n"))));
            System.exit(1);
        }
    }

    private void callAll(String owner, long firstSeed, int seeds) throws ReflectiveOperationException {
        Class<?> plain = Class.forName(owner);
        Class<?> stubs = Class.forName(owner + "Kernels");
        for (Method method : plain.getDeclaredMethods()) {
            if (!method.getName().startsWith("call")) {
                continue;
            }
            ComputedArgument argument = ComputedArguments.all()
                    .get(Integer.parseInt(method.getName().substring("call".length())));
            Method stub = stubs.getMethod(method.getName(), method.getParameterTypes());
            for (int rows : ROWS) {
                for (long number : NUMBERS) {
                    compare(argument, method, stub, rows, number);
                }
            }
            for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                compare(argument, method, stub, random.nextInt(7), number(random));
            }
        }
    }

    private static long number(SplittableRandom random) {
        long magnitude = random.nextLong(HUGE, Long.MAX_VALUE - 3);
        return switch (random.nextInt(4)) {
            case 0 -> magnitude;
            case 1 -> -magnitude;
            default -> random.nextInt(-MAX_SMALL, MAX_SMALL);
        };
    }

    private void compare(ComputedArgument argument, Method plain, Method stub, int rows, long number)
            throws IllegalAccessException {
        if (argument.infers() && (number == -1 || rows == 0)) {
            return;
        }
        calls++;
        try (TensorScope scope = TensorScope.open()) {
            List<Tensor> operands = operands(argument, rows, number);
            Object expected = outcome(plain, operands, Device.cpu());
            if (expected.toString().startsWith(IndexRangeException.class.getSimpleName())) {
                // Stubs inspect elements only if a flag enables it.
                return;
            }
            Object actual = outcome(stub, operands, Device.defaultDevice());
            results += expected instanceof double[] ? 1 : 0;
            if (!areEqual(expected, actual)) {
                differences
                        .computeIfAbsent(argument, unseen -> new ArrayList<>())
                        .add("  " + number + ", " + rows + " rows:\n    eager " + text(expected) + "\n    stub  "
                                + text(actual));
            }
        }
    }

    /** The dims of the result before its elements, or class and message of what is thrown. */
    private static Object outcome(Method method, List<Tensor> operands, Device device) throws IllegalAccessException {
        Object[] values = operands.stream().map(operand -> operand.to(device)).toArray();
        try (Tensor result = (Tensor) method.invoke(null, values)) {
            double[] elements = elements(result);
            double[] numbers = Arrays.copyOf(
                    Arrays.stream(result.dimensions()).asDoubleStream().toArray(), result.rank() + elements.length);
            System.arraycopy(elements, 0, numbers, result.rank(), elements.length);
            return numbers;
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            return thrown instanceof GraphKernelException
                    ? thrown.getClass().getSimpleName() + " " + facts(thrown.getMessage())
                    : new AssertionError(thrown);
        }
    }

    /** Returns the facts of a message without the kernel, its line and the expression of a bound, which stubs name. */
    private static String facts(String message) {
        String first = message.lines().findFirst().orElseThrow();
        return PLACE.matcher(BOUND.matcher(first).replaceFirst("$1 $2")).replaceFirst(": ");
    }

    private static double[] elements(Tensor tensor) {
        return switch (tensor.dtype()) {
            case I64 -> Arrays.stream(tensor.toLongArray()).asDoubleStream().toArray();
            case I32 -> Arrays.stream(tensor.toIntArray()).asDoubleStream().toArray();
            default -> {
                float[] floats = tensor.toFloatArray();
                double[] elements = new double[floats.length];
                Arrays.setAll(elements, i -> floats[i]);
                yield elements;
            }
        };
    }

    private static boolean areEqual(Object expected, Object actual) {
        if (!(expected instanceof double[] a) || !(actual instanceof double[] b) || a.length != b.length) {
            return expected.equals(actual);
        }
        for (int i = 0; i < a.length; i++) {
            boolean isNear = Math.abs(a[i] - b[i]) <= TOLERANCE * Math.max(1, Math.abs(a[i]));
            if (!isNear && Double.compare(a[i], b[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    private static String text(Object outcome) {
        return outcome instanceof double[] elements ? Arrays.toString(elements) : String.valueOf(outcome);
    }

    /** Operands with different elements, and two tensors whose sizes give the number. */
    private static List<Tensor> operands(ComputedArgument argument, int rows, long number) {
        List<Tensor> operands = new ArrayList<>();
        for (String parameter : argument.parameters().split("\"")) {
            if (parameter.contains("[")) {
                operands.add(operand(parameter, rows));
            }
        }
        operands.add(Tensor.empty(DType.F32, number >= 0 ? number + 1 : 0, 0));
        operands.add(Tensor.empty(DType.F32, number >= 0 ? 0 : -1 - number, 0));
        return operands;
    }

    private static Tensor operand(String type, int rows) {
        long[] dims = Stream.of(
                        type.substring(type.indexOf('[') + 1, type.indexOf(']')).split(", "))
                .mapToLong(dim -> dim.equals("n") ? rows : Long.parseLong(dim))
                .toArray();
        int count = (int) Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        if (type.startsWith("i32")) {
            int[] indices = new int[count];
            return Tensor.of(indices, dims);
        }
        if (type.startsWith("i8")) {
            byte[] bytes = new byte[count];
            for (int i = 0; i < count; i++) {
                bytes[i] = (byte) (i % 5 - 2);
            }
            return Tensor.of(bytes, dims);
        }
        float[] elements = new float[count];
        for (int i = 0; i < count; i++) {
            elements[i] = (i * 7 % 11 - 4) / 4f;
        }
        return Tensor.of(elements, dims);
    }
}
