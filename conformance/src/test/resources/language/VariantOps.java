package language;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Kernels with boolean, enum and String parameters, which specialize inlined kernels and choose between variants. */
public final class VariantOps {
    /** Reduction of the rows. */
    public enum Pooling {
        MEAN,
        MAX,
        LAST_ROW
    }

    public record Weights(@TensorType("f32[d]") Tensor scale, @TensorType("f32[d]") Tensor shift) {}

    public record Halves(Tensor low, Tensor high) {}

    /** Applies an activation. */
    @GraphKernel
    public static Tensor activate(
            @TensorType("f32[n, d]") Tensor x, @Variants({"tanh", "re-lu", ""}) String name, boolean negative) {
        Tensor y = switch (name) {
            case "tanh" -> tanh(x);
            case "re-lu" -> reLU(x);
            default -> name.equals("twice") ? mul(x, 2) : x;
        };
        if (negative) {
            y = neg(y);
        }
        return y;
    }

    @GraphKernel
    static Tensor pool(boolean keep, @TensorType("f32[n, d]") Tensor x, Pooling pooling, float scale) {
        Tensor row;
        switch (pooling) {
            case MEAN:
                row = reduceMean(x, 0, KEEP_DIMS);
                break;
            case MAX:
                row = reduceMax(x, 0, KEEP_DIMS);
                break;
            default:
                row = narrow(x, 0, x.dimension(0) - 1, 1);
        }
        row = mul(row, scale);
        return keep ? row : squeeze(row, 0);
    }

    @GraphKernel
    static Tensor inlined(@TensorType("f32[n, d]") Tensor x) {
        Tensor y = activate(x, "tanh", true);
        return add(activate(y, "twice", false), pool(true, x, Pooling.MAX, 0.5f));
    }

    @GraphKernel
    static Halves halves(@TensorType("f32[n, d]") Tensor x, @Variants("true") boolean ordered, Pooling pooling) {
        Tensor pooled = pool(false, x, pooling, 1);
        return ordered && pooling != Pooling.MEAN ? new Halves(minimum(pooled, 0), maximum(pooled, 0)) : new Halves(pooled, neg(pooled));
    }

    @GraphKernel(gradient = true)
    static Tensor loss(@TensorType("f32[n, d]") Tensor x, Weights w, boolean shifted, Pooling pooling) {
        Tensor y = mul(tanh(x), w.scale());
        if (shifted) {
            y = add(y, w.shift());
        }
        return reduceSum(square(pool(false, y, pooling, 2)));
    }

    @GraphKernel
    static void update(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor by, boolean add) {
        assign(x, add ? add(x, by) : sub(x, by));
    }

    @GraphKernel
    static Tensor inside(@TensorType("f32[n, d]") Tensor x, Pooling pooling) {
        return gradient(() -> reduceSum(square(pool(true, x, pooling, 3))), x);
    }

    private VariantOps() {}
}
