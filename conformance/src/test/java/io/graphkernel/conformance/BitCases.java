package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/** Ops on the bits of integers, and between numbers and their bits. */
final class BitCases {

    /** Any bits. */
    private static final Sampler BITS =
            (dtype, random) -> Sampler.ofBits(dtype, random.nextLong() >> random.nextInt(Long.SIZE));

    private static final List<DType> WIDE = List.of(DType.I32, DType.I64);

    private static final Map<Long, Long> HALF_BITS = halfBits();

    private BitCases() {}

    static Stream<Case> all() {
        return Stream.concat(
                ofIntegers().flatMap(ElementwiseOp::cases),
                Dtypes.STORED.stream()
                        .flatMap(from -> Dtypes.STORED.stream()
                                .filter(to -> to != from && to.bytes() == from.bytes())
                                .map(to -> bitcast(from, to))));
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
                                x[0].map(element -> cast(element, from, to)).elements())),
                        new Operand(from, Operand.UNRANKED, bitsOf(from)))
                .signedZero(true);
    }

    /** Draws operands; the number that represents a NaN of 16 bits here does not have its payload. */
    private static Sampler bitsOf(DType dtype) {
        return dtype.isInteger()
                ? BITS
                : dtype.bytes() == Short.BYTES ? Sampler.anything()::sample : Sampler.anything();
    }

    private static Scalar cast(Scalar x, DType from, DType to) {
        long bits = x instanceof Real real ? bits(real.value(), from) : bits(x);
        return to == DType.BOOL ? new IntegerScalar(to, bits == 0 ? 0 : 1) : Sampler.ofBits(to, bits);
    }

    /** Returns the bits of a number that a dtype represents. */
    private static long bits(double value, DType dtype) {
        return switch (dtype) {
            case F64 -> Double.doubleToRawLongBits(value);
            case F32 -> Float.floatToIntBits((float) value);
            case BF16 -> Float.floatToIntBits((float) value) >>> Short.SIZE;
            case F8E4M3, F8E5M2 -> Numbers.precision(dtype).stored().encode(value);
            default -> HALF_BITS.get(Double.doubleToLongBits(value));
        };
    }

    /** Returns the bits of each f16 by the value of its fields; of NaN those of the one without a payload. */
    private static Map<Long, Long> halfBits() {
        Map<Long, Long> bits = new HashMap<>();
        for (int exponent = 0; exponent < 31; exponent++) {
            for (int fraction = 0; fraction < 1024; fraction++) {
                double magnitude =
                        exponent == 0 ? fraction * 0x1p-24 : (1024 + fraction) * Math.scalb(1.0, exponent - 25);
                long field = exponent << 10 | fraction;
                bits.put(Double.doubleToLongBits(magnitude), field);
                bits.put(Double.doubleToLongBits(-magnitude), 0x8000 | field);
            }
        }
        bits.put(Double.doubleToLongBits(Double.POSITIVE_INFINITY), 0x7c00L);
        bits.put(Double.doubleToLongBits(Double.NEGATIVE_INFINITY), 0xfc00L);
        bits.put(Double.doubleToLongBits(Double.NaN), 0x7e00L);
        return bits;
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
