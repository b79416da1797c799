package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/** Ops on the bits of integers, and between numbers and their bits. */
final class BitCases {

    /** Any bits. */
    private static final Sampler BITS =
            (dtype, random) -> Sampler.ofBits(dtype, random.nextLong() >> random.nextInt(Long.SIZE));

    private static final List<DType> WIDE = List.of(DType.I32, DType.I64);

    private BitCases() {}

    static Stream<Case> all() {
        return Stream.concat(
                ofIntegers().flatMap(ElementwiseOp::cases),
                Stream.of(
                        bitcast(DType.F32, DType.I32),
                        bitcast(DType.I32, DType.F32),
                        bitcast(DType.F64, DType.I64),
                        bitcast(DType.I64, DType.F64)));
    }

    private static Stream<ElementwiseOp> ofIntegers() {
        return Stream.of(
                binary("BitwiseAnd", (x, y) -> of(x, bits(x) & bits(y))).within(BITS),
                binary("BitwiseOr", (x, y) -> of(x, bits(x) | bits(y))).within(BITS),
                binary("BitwiseXor", (x, y) -> of(x, bits(x) ^ bits(y))).within(BITS),
                unary("BitwiseNot", x -> of(x, -1 - bits(x))),
                unary(
                        "BitCount",
                        x -> of(
                                x,
                                Long.toBinaryString(unsigned(x))
                                        .replace("0", "")
                                        .length())),
                binary("LeftShift", BitCases::left),
                binary("RightShift", BitCases::right),
                binary("UnsignedRightShift", BitCases::unsignedRight).over(WIDE),
                unary("BitwiseAnd", x -> of(x, bits(x) & 0x55)).call("number", "$(a, 0x55)"),
                unary("LeftShift", x -> left(x, of(x, 3))).call("number", "$(a, 3)"),
                unary("RightShift", x -> right(x, of(x, 9))).call("number", "$(a, 9)"),
                unary("UnsignedRightShift", x -> unsignedRight(x, of(x, -1)))
                        .call("number", "$(a, -1)")
                        .over(WIDE));
    }

    /** Returns the product with a power of two, of which the low bits remain. */
    private static Scalar left(Scalar x, Scalar y) {
        long result = bits(x);
        for (int i = 0; i < distance(y); i++) {
            result += result;
        }
        return of(x, result);
    }

    /** Returns the quotient by a power of two, rounded down. */
    private static Scalar right(Scalar x, Scalar y) {
        if (dtype(x).isUnsigned()) {
            return unsignedRight(x, y);
        }
        long result = bits(x);
        for (int i = 0; i < distance(y); i++) {
            result = Math.floorDiv(result, 2);
        }
        return of(x, result);
    }

    private static Scalar unsignedRight(Scalar x, Scalar y) {
        long result = unsigned(x);
        for (int i = 0; i < distance(y); i++) {
            result = Long.divideUnsigned(result, 2);
        }
        return of(x, result);
    }

    private static int distance(Scalar y) {
        return Math.floorMod(bits(y), width(dtype(y)));
    }

    /** Returns the bits as a number that is not negative, except for i64. */
    private static long unsigned(Scalar x) {
        int width = width(dtype(x));
        return width == Long.SIZE ? bits(x) : Math.floorMod(bits(x), 1L << width);
    }

    private static Case bitcast(DType from, DType to) {
        return Case.of(
                        "Bitcast",
                        "to_" + to,
                        from,
                        "$(a, DType." + to.name() + ")",
                        x -> List.of(new NdArray(
                                to,
                                x[0].dims(),
                                x[0].map(element -> cast(element, to)).elements())),
                        new Operand(from, Operand.UNRANKED, Numbers.isReal(from) ? Sampler.anything() : BITS))
                .signedZero(true);
    }

    private static Scalar cast(Scalar x, DType to) {
        if (!(x instanceof Real real)) {
            return Sampler.ofBits(to, bits(x));
        }
        return to == DType.I32
                ? new IntegerScalar(to, Float.floatToIntBits((float) real.value()))
                : new IntegerScalar(to, Double.doubleToRawLongBits(real.value()));
    }

    private static ElementwiseOp unary(String op, Function<Scalar, Scalar> definition) {
        return new ElementwiseOp(op, 1, x -> definition.apply(x[0]))
                .over(Dtypes.INTEGERS)
                .within(BITS)
                .basic();
    }

    private static ElementwiseOp binary(String op, BinaryOperator<Scalar> definition) {
        return new ElementwiseOp(op, 2, x -> definition.apply(x[0], x[1]))
                .over(Dtypes.INTEGERS)
                .within(BITS, Sampler.anything())
                .basic();
    }

    private static DType dtype(Scalar x) {
        return ((IntegerScalar) x).dtype();
    }

    private static int width(DType dtype) {
        return dtype.bytes() * Byte.SIZE;
    }

    private static long bits(Scalar x) {
        return ((IntegerScalar) x).value();
    }

    private static IntegerScalar of(Scalar like, long bits) {
        return IntegerScalar.wrap(dtype(like), bits);
    }
}
