import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.call.GatherGradCall;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The gradient of gathering: the same bits as on the CPU, which adds slices in the same order. */
public final class Slices {
    private static final SplittableRandom RANDOM = new SplittableRandom(5);

    private Slices() {}


    private static Tensor random(DType dtype, long... dims) {
        int count = (int) Arrays.stream(dims).reduce(1, (x, y) -> x * y);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) RANDOM.nextDouble(-1, 1);
        }
        return dtype == DType.F64 ? Tensor.zeros(dtype, dims) : Tensor.of(dtype, values, dims);
    }

    /** Some count from the end, and some are out of range; of 64 bits some by much. */
    private static Tensor indices(DType dtype, int count, int size) {
        long[] values = RANDOM.longs(count, -size - 2, size + 2).toArray();
        if (dtype == DType.I32) {
            int[] small = Arrays.stream(values).mapToInt(Math::toIntExact).toArray();
            if (count > 1) {
                small[0] = Integer.MIN_VALUE;
                small[1] = Integer.MAX_VALUE;
            }
            return Tensor.of(small, count);
        }
        List<Long> far = List.of(Long.MIN_VALUE, Long.MAX_VALUE, (1L << 32) + 1, -(1L << 32), (1L << 31) - 1, -(1L << 31));
        for (int i = 0; i < Math.min(count / 2, far.size()); i++) {
            values[i] = far.get(i);
        }
        return Tensor.of(values, count);
    }

    private static Tensor on(Device device, Tensor dy, Tensor indices, Tensor result, long size) {
        GatherGradCall call = new GatherGradCall("slices", dy.dtype(), indices.dtype());
        Tensor slices = dy.to(device);
        Tensor named = indices.to(device);
        LaunchFrame frame = LaunchFrame.current(device);
        frame.input(0, slices);
        frame.input(1, named);
        frame.output(2, result);
        for (int axis = 0; axis < 3; axis++) {
            frame.integer(3 + axis, dy.dimension(axis));
        }
        frame.integer(6, indices.dimension(0));
        frame.integer(7, size);
        call.run(frame, false);
        frame.leave();
        return result;
    }

    private static void check(DType dtype, DType indexType, int before, int count, int after, int size) {
        Tensor dy = random(dtype, before, count, after);
        Tensor indices = indices(indexType, count, size);
        Tensor expected = on(Device.cpu(), dy, indices, Tensor.empty(Device.cpu(), dtype, before, size, after), size);
        Device ascend = Device.ascend(0);
        check(expected, on(ascend, dy, indices, Tensor.empty(ascend, dtype, before, size, after), size));
        if (after > 0 && size > 0 && before > 0) {
            // A result that begins within a block of memory, adjacent to elements that must be preserved.
            Tensor whole = Tensor.zeros(dtype, 1L + (long) before * size * after).to(ascend);
            Tensor part = whole.slice(1, whole.dimension(0)).reshape(before, size, after);
            check(expected, on(ascend, dy, indices, part, size));
            if (whole.slice(0, 1).toFloatArray()[0] != 0) {
                throw new AssertionError("the element before the result is another one");
            }
        }
    }

    private static void check(Tensor expected, Tensor actual) {
        float[] right = expected.toFloatArray();
        float[] found = actual.toFloatArray();
        for (int i = 0; i < right.length; i++) {
            if (Float.floatToIntBits(right[i]) != Float.floatToIntBits(found[i])) {
                throw new AssertionError(expected + ", element " + i + ": " + found[i] + " where " + right[i] + " is right");
            }
        }
    }

    /** Slices, indices and sums are moved once, and no barrier is without need. */
    private static void cost(DType dtype, int count, int after, int size) {
        Device ascend = Device.ascend(0);
        Tensor dy = random(dtype, 1, count, after);
        int[] named = RANDOM.ints(count, 0, size).toArray();
        Tensor indices = Tensor.of(named, count);
        EmulatedAscend.forgetCosts();
        on(ascend, dy, indices, Tensor.empty(ascend, dtype, 1, size, after), size);
        ascend.synchronize();
        long sums = (long) dtype.bytes() * size * after;
        int cores = 8;
        check("bytes in", EmulatedAscend.cost(EmulatedAscend.Cost.BYTES_IN), (long) dtype.bytes() * count * after + cores * 4L * count);
        check("bytes out", EmulatedAscend.cost(EmulatedAscend.Cost.BYTES_OUT), sums);
        check("needless barriers", EmulatedAscend.cost(EmulatedAscend.Cost.NEEDLESS_BARRIERS), 0);
    }

    private static void check(String what, long actual, long expected) {
        if (actual != expected) {
            throw new AssertionError(what + ": " + actual + " where " + expected + " is right");
        }
    }

    public static void main(String[] arguments) {
        for (DType dtype : List.of(DType.F32, DType.F16, DType.BF16)) {
            for (DType indexType : List.of(DType.I32, DType.I64)) {
                check(dtype, indexType, 2, 90, 5, 4);
                check(dtype, indexType, 3, 70, 64, 30);
            }
        }
        // Slices of whole and broken blocks, few and many of each position, one and several outer indices in a tile, and none at all.
        for (int[] sizes : List.of(
                new int[] {1, 700, 1, 3},
                new int[] {1, 3, 257, 400},
                new int[] {5, 40, 2, 1},
                new int[] {3, 0, 4, 5},
                new int[] {0, 3, 4, 5},
                new int[] {2, 3, 0, 5},
                new int[] {2, 3, 4, 0},
                new int[] {1, 300, 160, 50},
                new int[] {3, 700, 1, 3000},
                new int[] {300, 9, 1, 9},
                new int[] {2, 50, 3, 600},
                new int[] {1, 20, 9001, 2},
                new int[] {2, 70, 700, 2},
                new int[] {1, 9000, 8, 6})) {
            check(DType.F32, DType.I32, sizes[0], sizes[1], sizes[2], sizes[3]);
            check(DType.F16, DType.I64, sizes[0], sizes[1], sizes[2], sizes[3]);
        }
        cost(DType.F32, 1500, 256, 400);
        cost(DType.BF16, 1500, 256, 400);
        rejects();
        System.exit(0);
    }

    private static void rejects() {
        try {
            check(DType.F64, DType.I32, 1, 2, 3, 4);
        } catch (GraphKernelException e) {
            if (e.getMessage().contains("the operands of f64 on ascend:0")) {
                return;
            }
            throw e;
        }
        throw new AssertionError("f64 is computed");
    }
}
