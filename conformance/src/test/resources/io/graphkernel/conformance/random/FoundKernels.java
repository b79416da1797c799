import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Tensor;

/** Shrunk kernels that random methods found. */
public final class FoundKernels {

    /** Each region of the result is one element wide, so that rows are all there is to store. */
    @GraphKernel
    public static Tensor regionsOfOneColumn(@TensorType("f32[4, n]") Tensor x) {
        Tensor y = softmax(x, -1);
        return reduceMax(stack(2, y, y, y), axes(1, 2), false);
    }

    /** Rows are stored in lanes, and each has its own index. */
    @GraphKernel
    public static Tensor gatherInLanes(@TensorType("i32[4, n]") Tensor indices, @TensorType("f32[1, n]") Tensor x) {
        return argmin(broadcastTo(gather(x, indices, 0), 3, 4, x.dimension(1), x.dimension(1)), -1);
    }

    /** The maximum is stored as f16 before the quotients are compared with it. */
    @GraphKernel
    public static Tensor maximumOfQuotients(@TensorType("f16[n]") Tensor x, @TensorType("f16[]") Tensor y) {
        return argMax(div(x, y), -1);
    }

    /** Consumer of a column reduction. */
    @GraphKernel
    public static Tensor triangleOfMaxima(@TensorType("f32[n, 1, 3]") Tensor x) {
        return tril(reduceMax(x, 0, false), -1);
    }

    /** Consumer of a column reduction that reads elsewhere. */
    @GraphKernel
    public static Tensor gatherByMaxima(@TensorType("i32[n, 3]") Tensor indices, @TensorType("f32[4]") Tensor x) {
        return gather(x, reduceMax(indices, 0, false), 0);
    }

    /** Vectors along the reduced axis. */
    @GraphKernel
    public static Tensor sumsOfGathered(@TensorType("i64[n]") Tensor indices, @TensorType("i32[n]") Tensor x) {
        return cumSum(gather(x, indices, 0), 0, true, false);
    }

    /** A frame of a number around integers. */
    @GraphKernel
    public static Tensor paddedIntegers(@TensorType("i32[n]") Tensor x) {
        return pad(x, 3, new long[] {2}, new long[] {1});
    }

    /** The scanned axis is strided in the result. */
    @GraphKernel
    public static Tensor sumsInARegionOfOneColumn(
            @TensorType("f32[4, 2]") Tensor x, @TensorType("f32[4, 1]") Tensor y) {
        return concat(1, x, cumSum(y, 0, false, false));
    }

    /** The scanned axis is strided, and so is its neighbor. */
    @GraphKernel
    public static Tensor sumsBackwardsInRegions(@TensorType("f32[n, m, 1]") Tensor x) {
        return concat(2, cumSum(x, 0, true, true), cumSum(x, 1, false, true), cumSum(x, 1, true, false));
    }

    /** A value and what is computed from it. */
    public record Pair(Tensor first, Tensor second) {}

    /** The pointer to what is read was mistaken for that to what is stored. */
    @GraphKernel
    public static Pair columnsOfAStoredTranspose(@TensorType("f32[d, n]") Tensor x) {
        Tensor y = transpose(x, 1, 0);
        return new Pair(logSoftmax(y, -2), y);
    }

    /** A constant of a dtype that is not computed with. */
    @GraphKernel
    public static Tensor onesOfHalf(@TensorType("bf16[n]") Tensor x) {
        return concat(0, x, onesLike(x));
    }

    /** An axis without elements ends before a slice of it begins. */
    @GraphKernel
    public static Tensor gradientOfASliceOfNothing(@TensorType("f32[n, 2]") Tensor x) {
        return Gradients.gradient(
                () -> reduceSum(sin(stridedSlice(x, new long[] {-2}, new long[] {0}, new long[] {-1}))), x);
    }

    /** Next to each element that was read is a zero, and the elements are multiplied with ones that are nowhere stored. */
    @GraphKernel
    public static Tensor gradientOfEveryOtherElement(@TensorType("f64[n]") Tensor x) {
        return Gradients.gradient(
                () -> cast(
                        reduceSum(sin(
                                stridedSlice(x, new long[] {1}, new long[] {Long.MAX_VALUE}, new long[] {2}))),
                        DType.F32),
                x);
    }

    /** Equal ops with several results have adjoints of their own. */
    @GraphKernel
    public static Tensor gradientThroughEqualOps(@TensorType("f32[4]") Tensor x) {
        return Gradients.gradient(
                () -> {
                    Tensor[] first = split(x, 2, 0);
                    Tensor[] second = split(x, 2, 0);
                    return add(reduceSum(mul(first[0], first[1])), reduceSum(mul(second[0], 3)));
                },
                x);
    }
}
