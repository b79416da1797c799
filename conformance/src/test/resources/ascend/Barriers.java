import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.ascend.EmulatedAscend.Cost;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.function.Supplier;

/**
 * Kernels that take rows, blocks of rows or items in several parts wait at no barrier without need, on the model of Ascend; ends
 * with an exception if not. The model rejects those that do not wait where they must.
 */
public final class Barriers {

    @GraphKernel
    public static Tensor softmaxRows(@TensorType("f32[n, d]") Tensor x) {
        return softmax(x, -1);
    }

    @GraphKernel
    public static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma, @TensorType("f32[d]") Tensor beta) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, 1e-5f))), gamma), beta);
    }

    @GraphKernel
    public static Tensor columnSums(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(mul(x, 2), 0);
    }

    /** Results of the rows, and sums of the columns over what rows are reduced for. */
    public record Sums(Tensor rows, Tensor columns) {}

    @GraphKernel
    public static Sums sums(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor dy) {
        Tensor rows = sub(dy, mul(x, reduceMean(mul(x, dy), -1, true)));
        return new Sums(rows, reduceSum(mul(rows, x), 0));
    }

    @GraphKernel
    public static Tensor softmaxBetween(@TensorType("f32[a, r, b]") Tensor x) {
        return softmax(x, 1);
    }

    @GraphKernel
    public static Tensor total(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(exp(x));
    }

    public static void main(String[] arguments) {
        // The first kernel of a process makes the device's self-test run, too.
        BarriersKernels.total(operand(1, 1));
        // A loop that runs once has nothing of its own to wait for: these have several tiles of rows for a core, or need none.
        Tensor wide = operand(400, 40_000);
        Tensor fewer = operand(40, 40_000);
        Tensor beta = operand(40_000);
        require("softmax of rows in parts", () -> BarriersKernels.softmaxRows(wide));
        require("layerNorm of rows in parts", () -> BarriersKernels.layerNorm(fewer, beta, beta));
        require("sums of rows in parts", () -> BarriersKernels.sums(fewer, fewer).columns());
        require("columnSums", () -> BarriersKernels.columnSums(fewer));
        require("total", () -> BarriersKernels.total(fewer));
        Tensor whole = operand(400, 1000);
        require("softmax", () -> BarriersKernels.softmaxRows(whole));
        require("layerNorm", () -> BarriersKernels.layerNorm(whole, operand(1000), operand(1000)));
        require("softmax between axes", () -> BarriersKernels.softmaxBetween(operand(20, 50, 100)));
        require("softmax between axes in parts", () -> BarriersKernels.softmaxBetween(operand(20, 5000, 100)));
    }

    private static Tensor operand(long... shape) {
        return Tensor.full(DType.F32, .5, shape);
    }

    private static void require(String name, Supplier<Tensor> kernel) {
        EmulatedAscend.forgetCosts();
        kernel.get().device().synchronize();

        long needless = EmulatedAscend.cost(Cost.NEEDLESS_BARRIERS);
        if (needless != 0) {
            throw new AssertionError(name + " has " + needless + " barriers without need");
        }
    }
}
