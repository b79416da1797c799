import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.ascend.EmulatedAscend.Cost;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Rows of the benchmark move no more bytes than their operands and results have, and keep all cores busy, on the model of
 * Ascend; ends with an exception if not. Another dtype is put in the place of f32.
 */
public final class Traffic {

    private static final int ROWS = 4096;
    private static final int COLUMNS = 1024;
    private static final int HEADS = 4;
    private static final long ELEMENTS = (long) ROWS * COLUMNS;
    /** Copies of fewer bytes do not reach the bandwidth of memory. */
    private static final long MIN_COPY = 16 << 10;

    /** Number of cores of the emulation. */
    private static final int CORES = 8;

    @GraphKernel
    public static Tensor scaleShift(@TensorType("f32[n, d]") Tensor x) {
        return add(mul(x, 2.0), 1.0);
    }

    @GraphKernel
    public static Tensor seedGraph(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
        Tensor b = pow(mul(x, 2.0), 3.0);
        return mul(sub(b, y), b);
    }

    @GraphKernel
    public static Tensor biasGelu(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        return geLU(add(x, bias));
    }

    @GraphKernel
    public static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gamma), beta);
    }

    @GraphKernel
    public static Tensor addLayerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor residual,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        return layerNorm(add(x, residual), gamma, beta, epsilon);
    }

    @GraphKernel
    public static Tensor rowSoftmax(@TensorType("f32[n, d]") Tensor x) {
        return softmax(x, -1);
    }

    @GraphKernel
    public static Tensor rmsNorm(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma, float epsilon) {
        Tensor meanSquare = reduceMean(square(x), -1, KEEP_DIMS);
        return mul(mul(x, rsqrt(add(meanSquare, epsilon))), gamma);
    }

    @GraphKernel
    public static Tensor swiGlu(@TensorType("f32[n, d]") Tensor gate, @TensorType("f32[n, d]") Tensor up) {
        return mul(siLU(gate), up);
    }

    @GraphKernel
    public static void adamW(
            @TensorType("f32[n, d]") Tensor param,
            @TensorType("f32[n, d]") Tensor grad,
            @TensorType("f32[n, d]") Tensor m,
            @TensorType("f32[n, d]") Tensor v,
            float learningRate,
            float beta1,
            float beta2,
            float epsilon,
            float weightDecay,
            float correction1,
            float correction2) {
        Tensor mean = add(mul(m, beta1), mul(grad, 1 - beta1));
        Tensor variance = add(mul(v, beta2), mul(square(grad), 1 - beta2));
        Tensor root = sqrt(mul(variance, 1 / correction2));
        Tensor update = realDiv(mul(mean, 1 / correction1), add(root, epsilon));
        assign(param, sub(param, mul(add(update, mul(param, weightDecay)), learningRate)));
        assign(m, mean);
        assign(v, variance);
    }

    @GraphKernel
    public static Tensor crossEntropy(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor labels) {
        return softmaxCrossEntropyWithLogits(x, labels).loss();
    }

    /** Attention between its matmuls, for several heads; all of it at once is a call of the library. */
    @GraphKernel
    public static Tensor attention(@TensorType("f32[h, n, d]") Tensor scores, @TensorType("f32[n, d]") Tensor mask) {
        return softmax(add(mul(scores, 0.125), mask), -1);
    }

    public static void main(String[] arguments) {
        // The first kernel of a process makes the device's self-test run, too.
        TrafficKernels.scaleShift(Tensor.full(DType.F32, 1.0, 1, 1));
        Tensor x = operand();
        Tensor y = operand();
        Tensor m = operand();
        Tensor v = operand();
        boolean wide = DType.F32 == DType.F32;
        int casts = wide ? 0 : 1;
        Tensor gamma = Tensor.full(DType.F32, .5, COLUMNS);
        Tensor beta = Tensor.full(DType.F32, .25, COLUMNS);
        // With 32-bit values between its instructions, tiles of f16 are smaller than the unified buffer had room for.
        require("scaleShift", 2 + 2 * casts, MIN_COPY, () -> TrafficKernels.scaleShift(x), x);
        require("seedGraph", 5 + 3 * casts, MIN_COPY - 1500 * casts, () -> TrafficKernels.seedGraph(x, y), x, y);
        require("biasGelu", 10 + 2 * casts, wide ? 24_000 : 16_200, () -> TrafficKernels.biasGelu(x, beta), x, beta);
        // Each op gives its dtype: activations, and below squares, of f16 are narrowed, and widened again.
        require("swiGlu", 6 + 5 * casts, wide ? 20_000 : 13_200, () -> TrafficKernels.swiGlu(x, y), x, y);
        require("softmax", 5 + 2 * casts, 20_000, () -> TrafficKernels.rowSoftmax(x), x);
        Tensor heads = Tensor.full(DType.F32, .5, HEADS, ROWS / HEADS, COLUMNS);
        Tensor mask = Tensor.full(DType.F32, .5, ROWS / HEADS, COLUMNS);
        require("attention", 7 + 3 * casts, wide ? 20_000 : 14_000, () -> TrafficKernels.attention(heads, mask), heads, mask, mask, mask, mask);
        require("crossEntropy", 7 + 2 * casts, wide ? 13_500 : 9_400, () -> TrafficKernels.crossEntropy(x, y), x, y);
        require("rmsNorm", 4 + 4 * casts, MIN_COPY - 200 * casts, () -> TrafficKernels.rmsNorm(x, gamma, 1e-5f), x, gamma);
        require("layerNorm", 7 + 4 * casts, wide ? MIN_COPY : 14_000, () -> TrafficKernels.layerNorm(
                x, gamma, beta, 1e-5f), x, gamma, beta);
        require("addLayerNorm", 8 + 5 * casts, wide ? 16_300 : 12_000, () -> TrafficKernels.addLayerNorm(
                x, y, gamma, beta, 1e-5f), x, y, gamma, beta);
        // Without Axpy: documents do not say whether it rounds the product. Of seven tensors the unified buffer has less than 16 KiB.
        require("adamW", 16 + 9 * casts, 10_000 - 3_000 * casts, () -> {
            TrafficKernels.adamW(x, y, m, v, 1e-3f, .9f, .999f, 1e-8f, .01f, .1f, .001f);
            return null;
        }, x, y, m, v, x, m, v);
    }

    private static Tensor operand() {
        return Tensor.full(DType.F32, .5, ROWS, COLUMNS);
    }

    /**
     * Runs a kernel.
     *
     * @param instructions how many a person needs for each element, who rounds where the ops do
     * @param leastCopy of how many bytes copies are at least, all in all
     * @param tensors what it reads, as often as it must, then what it updates; each core loads a vector
     */
    private static void require(
            String name, int instructions, long leastCopy, Supplier<Tensor> kernel, Tensor... tensors) {
        EmulatedAscend.forgetCosts();
        Tensor result = kernel.get();
        tensors[0].device().synchronize();

        long traffic = Stream.of(tensors)
                .mapToLong(tensor -> bytes(tensor) * (tensor.rank() == 1 ? CORES : 1))
                .sum();
        traffic += result == null ? 0 : bytes(result);
        long moved = cost(Cost.BYTES_IN) + cost(Cost.BYTES_OUT);
        require(moved == traffic, name + " moves " + moved + " bytes for " + traffic);
        long copy = moved / cost(Cost.COPIES);
        require(copy >= leastCopy, name + " copies " + copy + " bytes at a time");
        long needless = cost(Cost.NEEDLESS_BARRIERS);
        require(needless == 0, name + " has " + needless + " barriers without need");
        double share = (double) cost(Cost.BUSIEST_BYTES) / moved;
        require(share * CORES < 1.02, name + ": a core moves " + share + " of all bytes");
        double lanes = (double) cost(Cost.LANES) / ELEMENTS;
        require(lanes <= 1.1 * instructions, name + " has " + lanes + " instructions an element, not " + instructions);
        // The first tile alone has nothing to be computed meanwhile.
        require(cost(Cost.WAITS) <= 2L * CORES, name + " waits " + cost(Cost.WAITS) + " times");
    }

    private static long bytes(Tensor tensor) {
        return tensor.elementCount() * tensor.dtype().bytes();
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("DType.F32, " + what);
        }
    }

    private static long cost(Cost cost) {
        return EmulatedAscend.cost(cost);
    }
}
