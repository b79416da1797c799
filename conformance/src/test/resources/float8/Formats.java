package float8;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** Kernels over formats of 8 and 4 bits. */
public final class Formats {

    private static final int MXFP4_EXPONENT_NAN = 255;

    private Formats() {}

    @GraphKernel
    public static Tensor decodeE4m3(@TensorType("f8e4m3[n]") Tensor x) {
        return cast(x, DType.F32);
    }

    @GraphKernel
    public static Tensor decodeE5m2(@TensorType("f8e5m2[n]") Tensor x) {
        return cast(x, DType.F32);
    }

    @GraphKernel
    public static Tensor encodeE4m3(@TensorType("f32[n]") Tensor x) {
        return bitcast(cast(x, DType.F8E4M3), DType.U8);
    }

    @GraphKernel
    public static Tensor encodeE5m2(@TensorType("f32[n]") Tensor x) {
        return bitcast(cast(x, DType.F8E5M2), DType.U8);
    }

    @GraphKernel
    public static Tensor encodeHalfE4m3(@TensorType("f16[n]") Tensor x) {
        return bitcast(cast(x, DType.F8E4M3), DType.U8);
    }

    @GraphKernel
    public static Tensor encodeHalfE5m2(@TensorType("f16[n]") Tensor x) {
        return bitcast(cast(x, DType.F8E5M2), DType.U8);
    }

    @GraphKernel
    public static Tensor encodeWideE4m3(@TensorType("f64[n]") Tensor x) {
        return bitcast(cast(x, DType.F8E4M3), DType.U8);
    }

    @GraphKernel
    public static Tensor encodeWideE5m2(@TensorType("f64[n]") Tensor x) {
        return bitcast(cast(x, DType.F8E5M2), DType.U8);
    }

    @GraphKernel
    public static Tensor product(
            @TensorType("f32[m, k]") Tensor x, @TensorType("f8e4m3[n, k]") Tensor w, @TensorType("f32[n, 1]") Tensor scales) {
        return matMul(x, mul(cast(w, DType.F32), scales), false, true);
    }

    /** Scales blocks of 32 elements. */
    @GraphKernel
    public static Tensor blockProduct(
            @TensorType("f32[m, 32*b]") Tensor x,
            @TensorType("f8e5m2[n, b, 32]") Tensor w,
            @TensorType("f32[n, b, 1]") Tensor scales) {
        Tensor weights = reshape(mul(cast(w, DType.F32), scales), w.dimension(0), x.dimension(1));
        return matMul(x, weights, false, true);
    }

    /** Elements that are moved, with a number and a selection in between. */
    @GraphKernel
    public static Tensor moved(
            @TensorType("f8e4m3[n, d]") Tensor x, @TensorType("i32[m]") Tensor rows, @TensorType("bool[d]") Tensor mask) {
        Tensor table = concat(0, gather(x, rows, 0), narrow(x, 0, 1, 2));
        Tensor chosen = select(mask, table, 1.5);
        return transpose(pad(chosen, -0.0625, new long[] {1, 0}, new long[] {0, 2}), 1, 0);
    }

    /**
     * The elements of MXFP4: blocks of 32 numbers e2m1, two per byte with the first one in the lower half, and an exponent e8m0
     * per block, of which 255 is NaN.
     */
    @GraphKernel
    public static Tensor mxfp4(@TensorType("u8[n, b, 16]") Tensor codes, @TensorType("u8[n, b, 1]") Tensor exponents) {
        return reshape(elements(codes, exponents), codes.dimension(0), codes.dimension(1) * 32);
    }

    @GraphKernel
    public static Tensor mxfp4Product(
            @TensorType("f32[m, 32*b]") Tensor x,
            @TensorType("u8[n, b, 16]") Tensor codes,
            @TensorType("u8[n, b, 1]") Tensor exponents) {
        Tensor weights = reshape(elements(codes, exponents), codes.dimension(0), x.dimension(1));
        return matMul(x, weights, false, true);
    }

    /** Returns the elements of blocks as pairs. */
    private static Tensor elements(Tensor codes, Tensor exponents) {
        return mul(e2m1(codes), expandDims(e8m0(exponents), -1));
    }

    /** As the sign, exponent and mantissa of an f8e5m2, e2m1 is 2^14 times smaller. */
    private static Tensor e2m1(Tensor codes) {
        Tensor shifts = Tensor.of(new int[] {0, 4}, 2);
        Tensor bits = bitwiseAnd(rightShift(cast(expandDims(codes, -1), DType.I32), shifts), 15);
        Tensor code = bitwiseOr(leftShift(bitwiseAnd(bits, 7), 1), leftShift(bitwiseAnd(bits, 8), 4));
        return mul(cast(bitcast(cast(code, DType.U8), DType.F8E5M2), DType.F32), 0x1p14);
    }

    /** Powers of two from 2^-127, which has no f32 exponent of its own. */
    private static Tensor e8m0(Tensor exponents) {
        Tensor exponent = cast(exponents, DType.I32);
        Tensor power = bitcast(leftShift(exponent, 23), DType.F32);
        Tensor positive = select(equal(exponent, 0), 0x1p-127, power);
        return select(equal(exponent, MXFP4_EXPONENT_NAN), Double.NaN, positive);
    }
}
