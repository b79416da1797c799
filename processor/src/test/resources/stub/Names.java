package demo.ops;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

public final class Names {

    public record Two(Tensor frame, Tensor n) {}

    public record pair(Tensor first, Tensor second) {}

    /** A record whose name begins with a small letter. */
    @GraphKernel
    public static pair pairs(@TensorType("f32[n]") Tensor x) {
        return new pair(exp(x), x);
    }

    /** The names of our variables as parameters. */
    @GraphKernel
    public static Tensor ours(
            @TensorType("f32[n, d]") Tensor frame,
            @TensorType("f32[n, d]") Tensor out,
            @TensorType("f32[n, d]") Tensor workspace,
            @TensorType("f32[d]") Tensor n,
            @TensorType("f32[d]") Tensor d,
            float blocks,
            float bytes0,
            float failure) {
        Tensor sum = reduceSum(mul(mul(frame, out), mul(workspace, n)), 0);
        return add(mul(mul(sum, d), blocks), bytes0 * failure);
    }

    /** The same for unranked shapes. */
    @GraphKernel
    public static Tensor oursUnranked(Tensor frame, Tensor out, Tensor rows, Tensor temporary0, Tensor rows_) {
        return add(mul(add(exp(frame), out), exp(frame)), mul(mul(rows, temporary0), rows_));
    }

    @GraphKernel
    public static Two results(@TensorType("f32[n]") Tensor n, @TensorType("f32[n]") Tensor frame) {
        return new Two(exp(n), exp(frame));
    }

    /** Constants of names that differ in their case alone. */
    @GraphKernel
    public static Tensor fooBar(Tensor x) {
        return exp(x);
    }

    @GraphKernel
    public static Tensor foo_bar(Tensor x) {
        return sin(x);
    }

    @GraphKernel
    public static Tensor FOO_BAR(Tensor x) {
        return cos(x);
    }

    @GraphKernel
    public static Tensor fooBAR(Tensor x) {
        return tan(x);
    }

    @GraphKernel
    public static Tensor größe$(Tensor $, Tensor _1) {
        return add($, _1);
    }

    @GraphKernel
    public static Tensor fooBar_0(Tensor x, Tensor x_row) {
        return add(x, x_row);
    }

    @GraphKernel
    public static Tensor LIBRARY(Tensor x) {
        return neg(x);
    }

    /** Parameters that would hide fields and classes of the stub. */
    @GraphKernel
    public static Tensor hiding(
            @TensorType("f32[LIBRARY, HIDING_0]") Tensor LIBRARY,
            @TensorType("f32[LIBRARY]") Tensor HIDING_0,
            float Math,
            float Math_) {
        return add(mul(LIBRARY, Math * Math_), reduceSum(HIDING_0));
    }

    @GraphKernel
    public static Tensor hidingUnranked(Tensor LIBRARY, Tensor kernel_hiding_0, double Checks) {
        return add(mul(LIBRARY, Checks), kernel_hiding_0);
    }
}
