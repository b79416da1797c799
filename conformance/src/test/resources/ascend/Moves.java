import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Kernels that move elements, of sizes worth several cores, on the default device; ends with an exception if anything is wrong. */
public final class Moves {

    /** Heads of attention, contiguous. */
    @GraphKernel
    public static Tensor heads(@TensorType("f32[b, s, h, d]") Tensor x) {
        return transpose(x, 0, 2, 1, 3);
    }

    /** Operand of the matmul of queries and keys. */
    @GraphKernel
    public static Tensor keys(@TensorType("f16[b, s, h, d]") Tensor x) {
        return transpose(x, 0, 2, 3, 1);
    }

    /** No loop over rows is adjacent to the loop over lanes in memory. */
    @GraphKernel
    public static Tensor reversed(@TensorType("f32[b, s, h]") Tensor x) {
        return transpose(x, 2, 1, 0);
    }

    @GraphKernel
    public static Tensor moved(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        return add(transpose(x, 1, 0), unsqueeze(bias, 1));
    }

    /** Half a turn of each pair, as in rotary embeddings with split pairs. */
    @GraphKernel
    public static Tensor turned(@TensorType("f32[n, 128]") Tensor x) {
        return concat(-1, neg(narrow(x, 1, 64, 64)), narrow(x, 1, 0, 64));
    }

    /** Half a turn of adjacent pairs. */
    @GraphKernel
    public static Tensor turnedPairs(@TensorType("f32[301, 128]") Tensor x) {
        Tensor even = stridedSlice(x, new long[] {0, 0}, new long[] {301, 128}, new long[] {1, 2});
        Tensor odd = stridedSlice(x, new long[] {0, 1}, new long[] {301, 128}, new long[] {1, 2});
        return stack(-1, neg(odd), even);
    }

    @GraphKernel
    public static Tensor far(@TensorType("f32[4000]") Tensor x) {
        return mul(stridedSlice(x, new long[] {3999}, new long[] {-4001}, new long[] {-37}), 2);
    }

    /** Single elements of 16 bits are stored apart. */
    @GraphKernel
    public static Tensor thrice(@TensorType("bf16[n]") Tensor x) {
        return stack(1, x, x, x);
    }

    /** The position of the only element there is. */
    @GraphKernel
    public static Tensor only(@TensorType("f32[1]") Tensor x) {
        return argMaxWithValue(x, 0, false).index();
    }

    @GraphKernel
    public static Tensor embedded(@TensorType("f32[v, d]") Tensor table, @TensorType("i32[b, s]") Tensor tokens) {
        return mul(gather(table, tokens, 0), 2);
    }

    @GraphKernel
    public static Tensor causal(@TensorType("f32[n, m]") Tensor x) {
        return tril(x, 1);
    }

    public static void main(String[] arguments) {
        int b = 2;
        int s = 150;
        int h = 12;
        int d = 64;
        float[] x = values(b * s * h * d);
        Tensor all = Tensor.of(x, b, s, h, d);
        require("heads", MovesKernels.heads(all), (int i) -> i / (h * s * d) * s * h * d + i / d % s * h * d + i / (s * d) % h * d + i % d, x, 1);
        require(
                "keys",
                cast(MovesKernels.keys(cast(all, DType.F16)), DType.F32),
                (int i) -> i / (h * d * s) * s * h * d + i % s * h * d + i / s % (h * d),
                x,
                1);
        int n = 301;
        require("reversed", MovesKernels.reversed(Tensor.of(x, 32, 20, 360)), (int i) -> i % 32 * 7200 + i / 32 % 20 * 360 + i / 640, x, 1);
        require(
                "moved",
                MovesKernels.moved(Tensor.of(Arrays.copyOf(x, n * 515), n, 515), Tensor.of(new float[515], 515)),
                (int i) -> i % n * 515 + i / n,
                x,
                1);
        Tensor pairs = Tensor.of(Arrays.copyOf(x, n * 128), n, 128);
        float[] turned = MovesKernels.turned(pairs).toFloatArray();
        float[] turnedPairs = MovesKernels.turnedPairs(pairs).toFloatArray();
        for (int i = 0; i < n * 128; i++) {
            float apart = i % 128 < 64 ? -x[i + 64] : x[i - 64];
            float next = i % 2 == 0 ? -x[i + 1] : x[i - 1];
            if (turned[i] != apart || turnedPairs[i] != next) {
                throw new AssertionError("turned at " + i + ": " + turned[i] + " and " + turnedPairs[i]);
            }
        }
        require("far", MovesKernels.far(Tensor.of(Arrays.copyOf(x, 4000), 4000)), (int i) -> 3999 - 37 * i, x, 2);
        int[] tokens = new int[2 * 77];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = i * 31 % 100 - 50;
        }
        float[] embedded = MovesKernels.embedded(
                        Tensor.of(Arrays.copyOf(x, 40 * 97), 40, 97), Tensor.of(tokens, 2, 77))
                .toFloatArray();
        float[] thrice = MovesKernels.thrice(Tensor.of(DType.BF16, new float[] {1, 2, 3, 4, 5}, 5)).toFloatArray();
        for (int i = 0; i < thrice.length; i++) {
            if (thrice[i] != i / 3 + 1) {
                throw new AssertionError("thrice at " + i + ": " + thrice[i]);
            }
        }
        long only = MovesKernels.only(Tensor.of(new float[] {5}, 1)).toLongArray()[0];
        if (only != 0) {
            throw new AssertionError("only: " + only);
        }
        float[] causal = MovesKernels.causal(Tensor.of(Arrays.copyOf(x, n * 515), n, 515)).toFloatArray();
        for (int i = 0; i < embedded.length; i++) {
            int row = tokens[i / 97] < 0 ? tokens[i / 97] + 40 : tokens[i / 97];
            float expected = row < 0 || row >= 40 ? 0 : 2 * x[row * 97 + i % 97];
            if (embedded[i] != expected) {
                throw new AssertionError("embedded at " + i + ": " + embedded[i] + " for " + expected);
            }
        }
        for (int i = 0; i < causal.length; i++) {
            if (causal[i] != (i % 515 <= i / 515 + 1 ? x[i] : 0)) {
                throw new AssertionError("causal at " + i + ": " + causal[i]);
            }
        }
    }

    /** Numbers that 16 bits hold. */
    private static float[] values(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = i * 37 % 2039 - 1000;
        }
        return values;
    }

    /** Requires each element to be that at another position, times a factor. */
    private static void require(String kernel, Tensor result, IntUnaryOperator from, float[] x, float factor) {
        float[] elements = result.toFloatArray();
        for (int i = 0; i < elements.length; i++) {
            float expected = factor * x[from.applyAsInt(i)];
            if (elements[i] != expected) {
                throw new AssertionError(kernel + " at " + i + ": " + elements[i] + " for " + expected);
            }
        }
    }
}
