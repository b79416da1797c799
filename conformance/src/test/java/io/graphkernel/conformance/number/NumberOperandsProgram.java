package io.graphkernel.conformance.number;

import io.graphkernel.conformance.number.NumberCase.TensorOperand;
import io.graphkernel.conformance.number.NumberSource.Drawn;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The process that calls the kernels of {@link NumberOperandsTest}, as plain Java and as stubs. */
final class NumberOperandsProgram {

    private static final int MAX_PRINTED_FAILURES = 40;

    /** Relative error limit of inexact ops, in units in the last place of the dtype. */
    private static final double MAX_ERROR_ULPS = 64;

    /** Error limit of inexact ops whose terms cancel, in multiples of the effect of one rounding of each operand. */
    private static final double MAX_ERROR_ROUNDINGS = 16;

    /** Ops of which the result of two zeros is either of them, also where a bound is a zero. */
    private static final Set<String> ZERO_OF_EITHER_SIGN =
            Set.of("ClampScalar", "ClipByNormNoDivSum", "Fmax", "Fmin", "Maximum", "Minimum", "SoftShrink");

    /**
     * Elements of operands of attention: a weight is the exponential of a score, whose rounding is then bounded by the scale.
     */
    private static final List<Number> ATTENTION_ELEMENTS = List.of(0.5, -1.0, 0.25, 1.0, -0.125, 0.0, 0.75);

    private final List<String> failures = new ArrayList<>();
    private int calls;
    private int refusals;

    private NumberOperandsProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        NumberOperandsProgram program = new NumberOperandsProgram();
        List<NumberCase> cases = Drawn.of(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]))
                .accepted();
        int count = Math.min(cases.size(), Integer.parseInt(arguments[2]));
        for (int i = 0; i < count; i++) {
            program.check(cases.get(i), i);
        }
        System.out.println(count + " kernels, " + program.calls + " calls, " + program.refusals + " refusals");
        if (!program.failures.isEmpty()) {
            program.failures.stream().limit(MAX_PRINTED_FAILURES).forEach(System.out::println);
            throw new AssertionError(program.failures.size() + " of " + program.calls + " calls differ");
        }
    }

    private void check(NumberCase tested, int index) throws ReflectiveOperationException {
        String name = "numbers.Accepted" + index / NumberSource.CLASS_KERNELS;
        Method plain = method(name, index, tested, false);
        Method stub = method(name + "Kernels", index, tested, true);
        for (CallNumber number : tested.numbers()) {
            try (TensorScope scope = TensorScope.open()) {
                calls++;
                Object eager = result(plain, tested, number, "");
                Object result = result(stub, tested, number, "");
                compare(tested, number, eager, result, operand -> result(plain, tested, number, operand));
            }
        }
    }

    private static Method method(String owner, int index, NumberCase tested, boolean stub)
            throws ReflectiveOperationException {
        int parameters = tested.tensors().size() + (tested.constant().isPresent() ? 0 : 1);
        return Arrays.stream(Class.forName(owner).getMethods())
                .filter(method -> method.getName().equals("k" + index) && method.getParameterCount() == parameters)
                .filter(method -> Arrays.stream(method.getParameterTypes()).noneMatch(Class::isArray))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(owner + ".k" + index + (stub ? " of the stub" : "")));
    }

    /**
     * Returns the result, or the exception.
     *
     * @param rounded operand whose elements are changed by a rounding, alternately up and down; empty for none
     */
    private static Object result(Method method, NumberCase tested, CallNumber number, String rounded) {
        List<Object> arguments = new ArrayList<>();
        Tensor updated = null;
        for (TensorOperand operand : tested.tensors()) {
            Tensor tensor = tensor(operand, isAttention(tested), operand.name().equals(rounded))
                    .to(Device.defaultDevice());
            arguments.add(tensor);
            updated = tested.updated().equals(Optional.of(operand.name())) ? tensor : updated;
        }
        if (tested.constant().isEmpty()) {
            arguments.add(number.value());
        }
        try {
            Object result = method.invoke(null, arguments.toArray());
            return updated == null ? result : updated;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof GraphKernelException rejected) {
                return rejected;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isAttention(NumberCase tested) {
        return tested.row().kind() == OpKind.LIBRARY;
    }

    private static Tensor tensor(TensorOperand operand, boolean ofAttention, boolean rounded) {
        int count = (int) operand.dims().stream().mapToLong(dim -> dim).reduce(1, (a, b) -> a * b);
        long[] dims = operand.dims().stream().mapToLong(dim -> dim).toArray();
        DType dtype = operand.dtype();
        if (dtype == DType.BOOL) {
            boolean[] values = new boolean[count];
            for (int i = 0; i < count; i++) {
                values[i] = i % 3 == 0;
            }
            return Tensor.of(values, dims);
        }
        boolean position = operand.name().matches("indices|labels|index");
        List<Number> elements =
                position ? List.of(0L, 1L) : ofAttention ? ATTENTION_ELEMENTS : CallNumber.elements(dtype);
        if (dtype.isFloat()) {
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                double rounding = !rounded ? 0 : i % 2 == 0 ? ulp(dtype) : -ulp(dtype);
                values[i] = elements.get(i % elements.size()).doubleValue() * (1 + rounding);
            }
            Tensor wide = Tensor.of(values, dims);
            return dtype == DType.F64 ? wide : Ops.cast(wide, dtype);
        }
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = elements.get(i % elements.size()).longValue();
        }
        Tensor wide = Tensor.of(values, dims);
        return dtype == DType.I64 ? wide : Ops.cast(wide, dtype);
    }

    private void compare(
            NumberCase tested, CallNumber number, Object eager, Object stub, Function<String, Object> withRounded) {
        String call = tested + " with " + number.literal() + ": ";
        boolean held = tested.dtype().map(number::isHeld).orElse(true);
        if (eager instanceof GraphKernelException first) {
            refusals++;
            boolean same = stub instanceof GraphKernelException second
                    && id(first).equals(id(second))
                    && first.getClass() == second.getClass();
            if (held || !same || !id(first).equals("[GK-6013]")) {
                failures.add(call + "eager " + first.getMessage() + ", stub " + stub);
            }
            return;
        }
        if (!held || !(stub instanceof Tensor result)) {
            failures.add(call + "eager " + eager + ", stub " + stub);
            return;
        }
        Tensor expected = (Tensor) eager;
        if (expected.dtype() != result.dtype()) {
            failures.add(call + "eager " + expected.dtype() + ", stub " + result.dtype());
            return;
        }
        String difference = isAttention(tested)
                ? differenceOfAttention(number, expected, result)
                : difference(tested, expected, result, withRounded);
        if (!difference.isEmpty()) {
            failures.add(call + difference);
        }
    }

    private static String id(GraphKernelException exception) {
        return exception.getMessage().substring(0, exception.getMessage().indexOf(']') + 1);
    }

    private static String difference(
            NumberCase tested, Tensor eager, Tensor stub, Function<String, Object> withRounded) {
        Tensor expected = eager.to(Device.cpu());
        Tensor result = stub.to(Device.cpu());
        DType dtype = expected.dtype();
        if (!dtype.isFloat()) {
            long[] a = integers(expected);
            long[] b = integers(result);
            int at = Arrays.mismatch(a, b);
            return at < 0 ? "" : "element " + at + ": eager " + a[at] + ", stub " + b[at];
        }
        boolean exact =
                List.of("exact", "correctly rounded").contains(tested.row().tolerance());
        boolean anyZero = ZERO_OF_EITHER_SIGN.contains(tested.row().name());
        double[] a = doubles(expected);
        double[] b = doubles(result);
        double[] roundings = null;
        for (int i = 0; i < a.length; i++) {
            boolean same = Double.compare(a[i], b[i]) == 0 || anyZero && a[i] == 0 && b[i] == 0;
            if (same || !exact && isNear(a[i], b[i], dtype)) {
                continue;
            }
            roundings = roundings == null && !exact ? roundings(tested, a, withRounded) : roundings;
            if (exact || !(Math.abs(a[i] - b[i]) <= MAX_ERROR_ROUNDINGS * roundings[i])) {
                return "element " + i + ": eager " + a[i] + ", stub " + b[i];
            }
        }
        return "";
    }

    /** Returns the sum of the changes of each element by a rounding of each operand, which is large where terms cancel. */
    private static double[] roundings(NumberCase tested, double[] eager, Function<String, Object> withRounded) {
        double[] sums = new double[eager.length];
        for (TensorOperand operand : tested.tensors()) {
            if (operand.dtype().isFloat() && withRounded.apply(operand.name()) instanceof Tensor changed) {
                double[] elements = doubles(changed.to(Device.cpu()));
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += Math.abs(elements[i] - eager[i]);
                }
            }
        }
        return sums;
    }

    /**
     * Compares elements of at most 1 with an absolute bound: each score, of up to 8 products, is rounded to f32 after it is
     * multiplied by the scale. Where that leaves no digit of a weight, dtype and refusal alone are compared.
     */
    private static String differenceOfAttention(CallNumber number, Tensor eager, Tensor stub) {
        DType dtype = eager.dtype();
        double roundingOfScore = (dtype == DType.F64 ? 0x1p-52 : 0x1p-23)
                * 8
                * 8
                * Math.abs(number.value().doubleValue());
        double result = dtype == DType.F16 ? 0x1p-10 : dtype == DType.BF16 ? 0x1p-6 : 0;
        double bound = 8 * (roundingOfScore + 64 * 0x1p-23 + result);
        double[] a = doubles(eager.to(Device.cpu()));
        double[] b = doubles(stub.to(Device.cpu()));
        for (int i = 0; i < a.length && bound < 0.25; i++) {
            // The gradient has the scale as a factor.
            double size = Math.max(1, Math.abs(number.value().doubleValue()));
            if (!(Math.abs(a[i] - b[i]) <= bound * size)) {
                return "element " + i + ": eager " + a[i] + ", stub " + b[i];
            }
        }
        return "";
    }

    private static double ulp(DType dtype) {
        return switch (dtype) {
            case F64 -> 0x1p-52;
            case F32 -> 0x1p-23;
            case F16 -> 0x1p-10;
            default -> 0x1p-7;
        };
    }

    private static boolean isNear(double a, double b, DType dtype) {
        double ulp = ulp(dtype);
        double limit = dtype == DType.F64 || dtype == DType.F32 ? MAX_ERROR_ULPS : 2;
        double smallest = dtype == DType.F64 ? Double.MIN_NORMAL : dtype == DType.F16 ? 0x1p-14 : 0x1p-126;
        return a == b || Math.abs(a - b) <= limit * ulp * Math.max(smallest, Math.max(Math.abs(a), Math.abs(b)));
    }

    private static long[] integers(Tensor tensor) {
        return Ops.cast(tensor, DType.I64).toLongArray();
    }

    private static double[] doubles(Tensor tensor) {
        return Ops.cast(tensor, DType.F64).toDoubleArray();
    }
}
