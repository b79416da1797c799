package io.graphkernel.conformance.rank;

import io.graphkernel.conformance.Tensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Comparison of kernels with their methods. */
final class RankComparison {

    private static final double TOLERANCE = 2e-5;
    private static final double HALF_TOLERANCE = 2e-3;
    private static final float RATE = 0.01f;
    /** Rows of every small table that the cases index. */
    private static final int INDICES = 3;

    private static final long[][] LEADING = {
        {}, {1}, {4}, {2, 3}, {1, 1}, {2, 1, 3}, {2, 2, 1, 3}, {0}, {3, 0}, {0, 2, 2}
    };

    private final ClassLoader classes;
    private final Device device;

    RankComparison(ClassLoader classes, Device device) {
        this.classes = classes;
        this.device = device;
    }

    /** Returns the differences of a case, at every number of batch dimensions. */
    List<String> check(RankCase tested) {
        List<String> wrong = new ArrayList<>();
        for (long[] leading : LEADING) {
            try (TensorScope scope = TensorScope.open()) {
                check(tested, leading, wrong);
            } catch (ReflectiveOperationException e) {
                wrong.add(tested + Arrays.toString(leading) + " failed: " + (e.getCause() == null ? e : e.getCause()));
            }
        }
        return wrong;
    }

    private void check(RankCase tested, long[] leading, List<String> wrong) throws ReflectiveOperationException {
        Tensor[] plain = operands(tested, leading, Device.cpu());
        Tensor[] given = operands(tested, leading, device);
        List<Tensor> expected = call(tested.owner(), tested, plain);
        List<Tensor> actual = call(tested.owner() + "Kernels", tested, given);
        for (int i = 0; i < expected.size(); i++) {
            compare(tested + Arrays.toString(leading) + " result " + i, expected.get(i), actual.get(i), wrong);
            Tensor out = Tensor.empty(
                    device, expected.get(i).dtype(), expected.get(i).dimensions());
            if (expected.size() == 1) {
                Object[] arguments =
                        Stream.concat(Stream.of(given), Stream.of(out)).toArray();
                method(tested.owner() + "Kernels", tested, arguments.length).invoke(null, arguments);
                compare(tested + Arrays.toString(leading) + " into a result", expected.get(i), out, wrong);
            }
        }
        for (int i = 0; i < plain.length; i++) {
            compare(tested + Arrays.toString(leading) + " operand " + i, plain[i], given[i], wrong);
        }
    }

    private Tensor[] operands(RankCase tested, long[] leading, Device device) {
        SplittableRandom random = new SplittableRandom(Arrays.hashCode(leading));
        Tensor[] operands = new Tensor[tested.tensors().size()];
        for (int i = 0; i < operands.length; i++) {
            DType dtype = DType.valueOf(tested.dtype(i).toUpperCase(Locale.ROOT));
            long[] dims = tested.dims(i, leading);
            int count = (int) Arrays.stream(dims).reduce(1, (a, b) -> a * b);
            Tensor host = dtype == DType.I32
                    ? Tensor.of(random.ints(count, 0, INDICES).toArray(), dims)
                    : Tensor.of(dtype, floats(random, count), dims);
            operands[i] = host.device() == device ? host : host.to(device);
        }
        return operands;
    }

    private static float[] floats(SplittableRandom random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (3 * random.nextDouble() - 1.5);
        }
        return values;
    }

    private List<Tensor> call(String owner, RankCase tested, Tensor... operands) throws ReflectiveOperationException {
        Method method = method(owner, tested, operands.length);
        Object[] arguments = Arrays.copyOf(operands, method.getParameterCount(), Object[].class);
        if (arguments.length > operands.length) {
            arguments[operands.length] = RATE;
        }
        return Tensors.results(method.invoke(null, arguments));
    }

    /** Returns the method with a number of tensors, and perhaps a number. */
    private Method method(String owner, RankCase tested, int tensors) throws ReflectiveOperationException {
        Method[] methods = Class.forName(owner, true, classes).getMethods();
        return Stream.of(methods)
                .filter(method -> method.getName().equals(tested.method()))
                .filter(method -> Stream.of(method.getParameterTypes())
                                .filter(Tensor.class::equals)
                                .count()
                        == tensors)
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(tested + " of " + tensors + " tensors"));
    }

    private static void compare(String what, Tensor expected, Tensor actual, List<String> wrong) {
        if (!Arrays.equals(expected.dimensions(), actual.dimensions()) || expected.dtype() != actual.dtype()) {
            wrong.add(what + " is " + actual + " instead of " + expected);
            return;
        }
        double[] right = values(expected);
        double[] given = values(actual);
        double tolerance = expected.dtype() == DType.F16 ? HALF_TOLERANCE : TOLERANCE;
        for (int i = 0; i < right.length; i++) {
            boolean same = Double.compare(right[i], given[i]) == 0
                    || Math.abs(right[i] - given[i]) <= tolerance * Math.max(1, Math.abs(right[i]));
            if (!same) {
                wrong.add(what + " element " + i + " is " + given[i] + " instead of " + right[i]);
                return;
            }
        }
    }

    private static double[] values(Tensor tensor) {
        Tensor host = tensor.device().isHost() ? tensor : tensor.to(Device.cpu());
        if (host.dtype() == DType.I64) {
            return Arrays.stream(host.toLongArray()).asDoubleStream().toArray();
        }
        if (host.dtype() == DType.I32) {
            return Arrays.stream(host.toIntArray()).asDoubleStream().toArray();
        }
        float[] floats = host.toFloatArray();
        double[] values = new double[floats.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = floats[i];
        }
        return values;
    }
}
