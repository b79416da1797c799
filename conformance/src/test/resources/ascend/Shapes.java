import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.ascend.EmulatedAscend.Cost;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;

/** Kernels over shapes that only the call knows; ends with an exception if anything is wrong. */
public final class Shapes {

    @GraphKernel
    public static Tensor myOp(Tensor x, Tensor y) {
        Tensor a = sub(x, y);
        return mul(a, x);
    }

    @GraphKernel
    public static Tensor myNet(Tensor x, Tensor y) {
        return myOp(pow(mul(x, 2.0), 3.0), y);
    }

    @GraphKernel
    public static Tensor between(
            @TensorType("f16[...]") Tensor x, @TensorType("i8[...]") Tensor y, @TensorType("bool[...]") Tensor z) {
        return select(z, add(x, cast(y, DType.F16)), x);
    }

    /** The scale is one element of memory, whatever the shape of the rest. */
    @GraphKernel
    public static Tensor scaled(Tensor x, @TensorType("f32[]") Tensor scale) {
        return mul(x, scale);
    }

    private static void requireScaled(int[] dims) {
        float[] scaled = ShapesKernels.scaled(numbers(DType.F32, dims, 5), Tensor.scalar(3)).toFloatArray();
        for (int i = 0; i < scaled.length; i++) {
            require(scaled[i] == 3 * (i % 5), Arrays.toString(dims) + ": scaled element " + i + " is " + scaled[i]);
        }
    }

    public static void main(String[] arguments) {
        // The first kernel of a process makes the device's self-test run, too.
        ShapesKernels.myNet(Tensor.full(1, 1), Tensor.full(1, 1)).device().synchronize();
        long[] all = {4096, 1024};
        EmulatedAscend.forgetCosts();
        ShapesKernels.myNet(Tensor.full(0.5f, all), Tensor.full(0.25f, all)).device().synchronize();
        requireCosts(3L * 4 * all[0] * all[1], 5);

        // A row, a column and one element are repeated by one instruction for each element.
        EmulatedAscend.forgetCosts();
        ShapesKernels.myOp(Tensor.full(2, all), Tensor.full(1, all[1])).device().synchronize();
        long[] bytes = {EmulatedAscend.cost(Cost.BYTES_IN), EmulatedAscend.cost(Cost.LANES) / all[0] / all[1]};
        require(bytes[0] < 1.02 * 4 * all[0] * all[1] + (4 << 20) && bytes[1] <= 3, Arrays.toString(bytes));

        int[][] shapes = {{}, {1}, {7}, {1, 7}, {4, 1}, {4, 7}, {3, 1, 7}, {3, 4, 1}, {1, 4, 1}, {2, 1, 1, 7}, {300, 1, 1}, {30, 4, 7}, {9_001}, {2, 1, 9_001}, {5, 1}};
        for (int[] dims : shapes) {
            requireScaled(dims);
        }
        for (int[] left : shapes) {
            for (int[] right : shapes) {
                for (int[] third : new int[][] {left, {}}) {
                    int[] dims = broadcast(left, broadcast(right, third));
                    if (dims != null) {
                        requireBroadcast(left, right, third, dims);
                    }
                }
            }
        }
    }

    private static void requireCosts(long moved, int instructions) {
        long bytes = EmulatedAscend.cost(Cost.BYTES_IN) + EmulatedAscend.cost(Cost.BYTES_OUT);
        require(bytes == moved, bytes + " bytes are moved, not " + moved);
        require(EmulatedAscend.cost(Cost.NEEDLESS_BARRIERS) == 0, "no barrier is needless");
        long lanes = EmulatedAscend.cost(Cost.LANES) * 12 / moved;
        require(lanes <= instructions, lanes + " instructions for each element");
    }

    /** Null if there is none. */
    private static int[] broadcast(int[] left, int[] right) {
        if (right == null) {
            return null;
        }
        int[] dims = new int[Math.max(left.length, right.length)];
        for (int i = 1; i <= dims.length; i++) {
            int l = i > left.length ? 1 : left[left.length - i];
            int r = i > right.length ? 1 : right[right.length - i];
            if (l != r && l != 1 && r != 1) {
                return null;
            }
            dims[dims.length - i] = l == 1 ? r : l;
        }
        return dims;
    }

    private static void requireBroadcast(int[] left, int[] right, int[] third, int[] dims) {
        Tensor x = numbers(DType.F32, left, 5);
        Tensor y = numbers(DType.F32, right, 7);
        String what = Arrays.toString(left) + " " + Arrays.toString(right) + " " + Arrays.toString(third);
        float[] floats = ShapesKernels.myOp(x, y).toFloatArray();
        float[] mixed = ShapesKernels.between(numbers(DType.F16, left, 5), numbers(DType.I8, right, 7), numbers(DType.BOOL, third, 2)).toFloatArray();
        int[] both = broadcast(left, right);
        for (int i = 0; i < floats.length; i++) {
            float a = at(left, both, i, 5);
            float b = at(right, both, i, 7);
            require(floats[i] == (a - b) * a, what + ": element " + i + " is " + floats[i]);
        }
        for (int i = 0; i < mixed.length; i++) {
            float a = at(left, dims, i, 5);
            float b = at(right, dims, i, 7);
            float expected = at(third, dims, i, 2) == 0 ? a : a + b;
            require(mixed[i] == expected, what + ": mixed element " + i + " is " + mixed[i] + ", not " + expected);
        }
    }

    private static Tensor numbers(DType dtype, int[] dims, int modulus) {
        int count = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        float[] floats = new float[count];
        byte[] bytes = new byte[count];
        boolean[] bools = new boolean[count];
        for (int i = 0; i < count; i++) {
            floats[i] = i % modulus;
            bytes[i] = (byte) (i % modulus);
            bools[i] = i % modulus != 0;
        }
        long[] sizes = Arrays.stream(dims).asLongStream().toArray();
        if (dtype == DType.BOOL) {
            return Tensor.of(bools, sizes);
        }
        return dtype.bytes() == 1 ? Tensor.of(dtype, bytes, sizes) : Tensor.of(dtype, floats, sizes);
    }

    /** Returns the broadcast element. */
    private static float at(int[] own, int[] dims, int element, int modulus) {
        int index = 0;
        int stride = 1;
        for (int i = 1; i <= dims.length; i++) {
            int at = element % dims[dims.length - i];
            element /= dims[dims.length - i];
            if (i <= own.length && own[own.length - i] != 1) {
                index += at * stride;
                stride *= own[own.length - i];
            }
        }
        return index % modulus;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
