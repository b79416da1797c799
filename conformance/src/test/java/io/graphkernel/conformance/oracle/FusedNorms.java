package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.util.List;

/** Normalizations of sums and with a quantization after them, by the documents' patterns. */
public final class FusedNorms {

    private FusedNorms() {}

    /** x1 + x2, which one op computes and another reads. */
    public static NdArray sum(NdArray x1, NdArray x2) {
        return x1.zip(x2, Scalar::plus);
    }

    /** y, mean and rstd = 1/√(variance + epsilon). */
    public static List<NdArray> layerNormV3(
            NdArray x, NdArray gamma, NdArray beta, double epsilon, int beginNorm, Scalar zero) {
        List<NdArray> normal = Norms.layerNorm(x, gamma, beta, epsilon, beginNorm, zero);
        NdArray rstd = normal.get(2).map(variance -> Elementwise.rsqrt(variance.plus(variance.number(epsilon))));
        return List.of(normal.get(0), normal.get(1), rstd);
    }

    /** x · scale + offset, rounded half to even and saturated to i8. */
    public static NdArray quantized(NdArray x, NdArray scale, NdArray offset) {
        NdArray scaled = x.zip(scale, Scalar::times).zip(offset, Scalar::plus);
        NdArray whole = scaled.map(value -> IntegerScalar.saturate(DType.I8, (long) Math.rint(value.asDouble())));
        return new NdArray(DType.I8, whole.dims(), whole.elements());
    }
}
