package io.graphkernel.conformance.random;

import io.graphkernel.conformance.AscendRefusal;
import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.Tensors;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.IndexRangeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs programs as plain Java, as native kernels, as kernels of the JVM, unfused, on OpenCL, and on emulated CUDA and Ascend, and compares
 * all with the definitions.
 */
final class ProgramChecker implements AutoCloseable {

    /** A way to run a method. */
    enum Target {
        EAGER,
        CPU,
        UNFUSED,
        JVM,
        OPENCL,
        CUDA,
        /** Has no kernels for some ops and dtypes: programs with them are left out. */
        ASCEND
    }

    private final ProgramClasses classes;
    private final GradientReference reference;
    private final Set<Target> others;
    private final URLClassLoader nativeLoader;
    private final URLClassLoader javaLoader;
    private final Optional<URLClassLoader> ascendLoader;
    private boolean hasLostADevice;

    /**
     * Creates a runner of programs.
     *
     * @param others targets of other devices on which they run, too
     * @param reference reference gradients; programs without gradients have their definitions
     */
    ProgramChecker(ProgramClasses classes, Set<Target> others, GradientReference reference) {
        this.reference = reference;
        this.classes = classes;
        this.others = others;
        this.nativeLoader = classes.load();
        this.javaLoader = classes.load();
        this.ascendLoader = classes.ascend().map(ProgramClasses::load);
    }

    @Override
    public void close() {
        try {
            nativeLoader.close();
            javaLoader.close();
            if (ascendLoader.isPresent()) {
                ascendLoader.get().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns true if a device has gone, as after a fault of a kernel. */
    boolean hasLostADevice() {
        return hasLostADevice;
    }

    /** The first failure of a program; empty if every target is right for all sizes. */
    Optional<Failure> check(Program program) {
        String rejection = classes.errors().get(program);
        if (rejection != null) {
            return Optional.of(new Failure(Failure.Kind.REJECTED, null, null, rejection));
        }
        Optional<String> refusal =
                classes.ascend().map(ascend -> ascend.errors().get(program));
        if (refusal.isPresent() && AscendRefusal.reason(refusal.get()).isEmpty()) {
            return Optional.of(new Failure(Failure.Kind.REJECTED, Target.ASCEND, null, refusal.get()));
        }
        for (Binding binding : program.bindings()) {
            Evaluation expected = Evaluation.of(program, binding);
            for (Target target : Target.values()) {
                if (runs(target, program)) {
                    Optional<Failure> failure = check(program, expected, target);
                    if (failure.isPresent()) {
                        return failure;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private boolean runs(Target target, Program program) {
        return switch (target) {
            case UNFUSED -> classes.hasUnfused(program);
            case OPENCL, CUDA -> others.contains(target);
            case ASCEND ->
                classes.ascend().filter(ascend -> ascend.has(program)).isPresent();
            default -> true;
        };
    }

    private Optional<Failure> check(Program program, Evaluation expected, Target target) {
        try (TensorScope scope = TensorScope.open();
                Device device = Device.of(target == Target.JVM ? "jvm" : "cpu")) {
            List<Object> arguments = arguments(program, expected.binding());
            OtherDevices.device(target)
                    .ifPresent(other -> arguments.replaceAll(
                            argument -> argument instanceof Tensor tensor ? tensor.to(other) : argument));
            List<Tensor> results = new ArrayList<>(invoke(program, target, arguments));
            List<Value> values = new ArrayList<>(program.wanted().isEmpty() ? program.results() : program.wanted());
            List<NdArray> wanted = new ArrayList<>(
                    program.wanted().isEmpty()
                            ? values.stream().map(expected::get).toList()
                            : reference.gradients(program, expected.binding()));
            for (int i = 0; i < program.parameters().size(); i++) {
                if (arguments.get(i) instanceof Tensor tensor) {
                    results.add(tensor);
                    values.add(program.parameters().get(i).value());
                    wanted.add(expected.get(program.parameters().get(i).value()));
                }
            }
            for (int i = 0; i < values.size(); i++) {
                String difference = difference(wanted.get(i), CaseCalls.array(results.get(i)));
                if (difference != null) {
                    String message = values.get(i).name() + " " + difference;
                    return Optional.of(new Failure(Failure.Kind.MISMATCH, target, expected.binding(), message));
                }
            }
            return Optional.empty();
        } catch (InvocationTargetException e) {
            // A computed index may be out of range. Only kernels go on then: they are compared with the definition.
            if (target == Target.EAGER && e.getCause() instanceof IndexRangeException) {
                return Optional.empty();
            }
            return Optional.of(exception(target, expected, e.getCause()));
        } catch (DeviceLostException e) {
            // Results are waited for where they are read.
            return Optional.of(exception(target, expected, e));
        }
    }

    private Failure exception(Target target, Evaluation expected, Throwable thrown) {
        hasLostADevice |= thrown instanceof DeviceLostException;
        return new Failure(Failure.Kind.EXCEPTION, target, expected.binding(), text(thrown));
    }

    /**
     * Returns the results of a program for some sizes, then its tensor parameters, which it may update.
     *
     * @throws InvocationTargetException with the exception of the program
     */
    List<NdArray> results(Program program, Binding binding, Target target) throws InvocationTargetException {
        try (TensorScope scope = TensorScope.open();
                Device device = Device.of(target == Target.JVM ? "jvm" : "cpu")) {
            List<Object> arguments = arguments(program, binding);
            List<Tensor> tensors = new ArrayList<>(invoke(program, target, arguments));
            for (Object argument : arguments) {
                if (argument instanceof Tensor tensor) {
                    tensors.add(tensor);
                }
            }
            return tensors.stream().map(CaseCalls::array).toList();
        }
    }

    private static String text(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.toString());
        Arrays.stream(thrown.getStackTrace())
                .limit(12)
                .forEach(frame -> text.append("\n    at ").append(frame));
        return text.toString();
    }

    private static List<Object> arguments(Program program, Binding binding) {
        List<Object> arguments = new ArrayList<>();
        for (Parameter parameter : program.parameters()) {
            arguments.add(
                    parameter.isNumber()
                            ? parameter.number(binding)
                            : CaseCalls.tensor(parameter.content().apply(binding)));
        }
        program.unboundSymbols()
                .forEach(symbol ->
                        arguments.add(Tensor.zeros(DType.F32, binding.sizes().get(symbol))));
        return arguments;
    }

    private List<Tensor> invoke(Program program, Target target, List<Object> arguments)
            throws InvocationTargetException {
        boolean isAscend = target == Target.ASCEND;
        ClassLoader loader = isAscend ? ascendLoader.orElseThrow() : target == Target.JVM ? javaLoader : nativeLoader;
        ProgramClasses owners = isAscend ? classes.ascend().orElseThrow() : classes;
        String name = program.name() + (target == Target.UNFUSED ? Program.UNFUSED : "");
        Class<?>[] types = new Class<?>[arguments.size()];
        Arrays.fill(types, Tensor.class);
        for (int i = 0; i < program.parameters().size(); i++) {
            Parameter parameter = program.parameters().get(i);
            types[i] = parameter.isNumber() ? parameter.primitive() : Tensor.class;
        }
        try (Communicator.Binding bound = Communicator.single().bind()) {
            Method method =
                    owners.owner(program, loader, target != Target.EAGER).getMethod(name, types);
            return Tensors.results(method.invoke(null, arguments.toArray()));
        } catch (InvocationTargetException e) {
            throw e;
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new InvocationTargetException(e);
        }
    }

    /** The first difference, or null. */
    private static String difference(NdArray expected, NdArray actual) {
        if (expected.dtype() != actual.dtype() || !Arrays.equals(expected.dims(), actual.dims())) {
            return "is " + actual + " instead of " + expected;
        }
        int wrong = 0;
        String first = null;
        for (int i = 0; i < expected.elements().length; i++) {
            Scalar wanted = expected.elements()[i];
            Scalar found = actual.elements()[i];
            boolean accepted =
                    wanted instanceof Real real ? real.accepts(found.asDouble(), 1, false) : wanted.equals(found);
            if (!accepted && wrong++ == 0) {
                first = expected + " element " + i + " is " + found.asDouble() + " instead of " + wanted;
            }
        }
        return first == null ? null : first + " (" + wrong + " elements differ)";
    }
}
