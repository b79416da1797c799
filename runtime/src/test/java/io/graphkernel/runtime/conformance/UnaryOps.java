package io.graphkernel.runtime.conformance;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** One kernel per elementwise op with one operand, of any shape. */
public final class UnaryOps {

    private UnaryOps() {}

    @GraphKernel
    public static Tensor identityMath(Tensor x) {
        return Ops.identityMath(x);
    }

    @GraphKernel
    public static Tensor abs(Tensor x) {
        return Ops.abs(x);
    }

    @GraphKernel
    public static Tensor neg(Tensor x) {
        return Ops.neg(x);
    }

    @GraphKernel
    public static Tensor sign(Tensor x) {
        return Ops.sign(x);
    }

    @GraphKernel
    public static Tensor reciprocal(Tensor x) {
        return Ops.reciprocal(x);
    }

    @GraphKernel
    public static Tensor sqrt(Tensor x) {
        return Ops.sqrt(x);
    }

    @GraphKernel
    public static Tensor rsqrt(Tensor x) {
        return Ops.rsqrt(x);
    }

    @GraphKernel
    public static Tensor floor(Tensor x) {
        return Ops.floor(x);
    }

    @GraphKernel
    public static Tensor ceil(Tensor x) {
        return Ops.ceil(x);
    }

    @GraphKernel
    public static Tensor trunc(Tensor x) {
        return Ops.trunc(x);
    }

    @GraphKernel
    public static Tensor round(Tensor x) {
        return Ops.round(x);
    }

    @GraphKernel
    public static Tensor exp(Tensor x) {
        return Ops.exp(x);
    }

    @GraphKernel
    public static Tensor expm1(Tensor x) {
        return Ops.expm1(x);
    }

    @GraphKernel
    public static Tensor log(Tensor x) {
        return Ops.log(x);
    }

    @GraphKernel
    public static Tensor log1p(Tensor x) {
        return Ops.log1p(x);
    }

    @GraphKernel
    public static Tensor sin(Tensor x) {
        return Ops.sin(x);
    }

    @GraphKernel
    public static Tensor cos(Tensor x) {
        return Ops.cos(x);
    }

    @GraphKernel
    public static Tensor tan(Tensor x) {
        return Ops.tan(x);
    }

    @GraphKernel
    public static Tensor asin(Tensor x) {
        return Ops.asin(x);
    }

    @GraphKernel
    public static Tensor acos(Tensor x) {
        return Ops.acos(x);
    }

    @GraphKernel
    public static Tensor atan(Tensor x) {
        return Ops.atan(x);
    }

    @GraphKernel
    public static Tensor sinh(Tensor x) {
        return Ops.sinh(x);
    }

    @GraphKernel
    public static Tensor cosh(Tensor x) {
        return Ops.cosh(x);
    }

    @GraphKernel
    public static Tensor tanh(Tensor x) {
        return Ops.tanh(x);
    }

    @GraphKernel
    public static Tensor asinh(Tensor x) {
        return Ops.asinh(x);
    }

    @GraphKernel
    public static Tensor acosh(Tensor x) {
        return Ops.acosh(x);
    }

    @GraphKernel
    public static Tensor atanh(Tensor x) {
        return Ops.atanh(x);
    }

    @GraphKernel
    public static Tensor erf(Tensor x) {
        return Ops.erf(x);
    }

    @GraphKernel
    public static Tensor erfc(Tensor x) {
        return Ops.erfc(x);
    }

    @GraphKernel
    public static Tensor sigmoid(Tensor x) {
        return Ops.sigmoid(x);
    }

    @GraphKernel
    public static Tensor isNan(Tensor x) {
        return Ops.isNan(x);
    }

    @GraphKernel
    public static Tensor isInf(Tensor x) {
        return Ops.isInf(x);
    }

    @GraphKernel
    public static Tensor isFinite(Tensor x) {
        return Ops.isFinite(x);
    }
}
