package io.graphkernel.runtime.internal.eager;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pair of dtypes, against exact arithmetic on decimal numbers. */
@ExtendWith(ClosedTensors.class)
class EagerCastTest {

    record Pair(DType from, DType to) {}

    static List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (DType from : DType.values()) {
            for (DType to : DType.values()) {
                pairs.add(new Pair(from, to));
            }
        }
        return pairs;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void cast_convertsAsDocumented(Pair pair) {
        Tensor x = sources(pair.from);
        Tensor y = Eager.cast(x, pair.to);
        assertThat(y.dtype()).isEqualTo(pair.to);
        assertThat(y.dimensions()).containsExactly(x.dimensions());
        for (long i = 0; i < x.elementCount(); i++) {
            if (pair.to.isFloat()) {
                assertThat(y.getDouble(i))
                        .as("%s to %s of %s", pair.from, pair.to, text(x, i))
                        .isEqualTo(Double.valueOf(expectedFloat(x, i, pair.to)));
            } else {
                assertThat(y.getLong(i))
                        .as("%s to %s of %s", pair.from, pair.to, text(x, i))
                        .isEqualTo(expectedInteger(x, i, pair.to));
            }
        }
    }

    private static Tensor sources(DType dtype) {
        double[] numbers = {
            0,
            -0.0,
            0.25,
            -0.75,
            0.5,
            1,
            -1,
            1.5,
            -2.5,
            2.999,
            127,
            127.5,
            128,
            -128,
            -128.5,
            -129,
            255,
            255.9,
            256,
            -256,
            0x1p-10,
            0x1.8p-10,
            0x3p-10,
            -0x1.1p-6,
            17,
            -19,
            432,
            448,
            463.9,
            57344,
            61439,
            61440,
            65519.9,
            65520,
            1e5,
            -1e5,
            0x1p31,
            0x1p31 - 1,
            -0x1p31,
            -0x1p31 - 1,
            0x1p53 - 1,
            0x1p62,
            0x1p63,
            -0x1p63,
            1e19,
            -1e19,
            1e30,
            -3.4e38,
            3.5e38,
            1e300,
            1e-8,
            6e-8,
            2.9e-8,
            1e-40,
            1e-46,
            1e-300,
            1 + 0x1p-11 + 0x1p-40,
            1 + 0x1p-24 + 0x1p-50,
            0x1.ffp127,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.NaN
        };
        long[] integers = {
            0,
            1,
            -1,
            2,
            100,
            127,
            128,
            129,
            -127,
            -128,
            -129,
            254,
            255,
            256,
            257,
            2049,
            2051,
            65519,
            65520,
            -65520,
            (1 << 24) + 1,
            (1 << 24) + 3,
            Integer.MAX_VALUE,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE + 1L,
            Integer.MIN_VALUE - 1L,
            (1L << 53) + 1,
            (1L << 53) + 3,
            (1L << 62) + (1L << 54),
            (1L << 62) + (1L << 54) + 1,
            (1L << 62) + (1L << 54) - 1,
            -(1L << 62) - (1L << 54) - 1,
            -(1L << 62) - (1L << 54) + 1,
            (1L << 62) + (1L << 38) + 1,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            Long.MIN_VALUE + 1
        };
        int count = dtype.isFloat() ? numbers.length : integers.length;
        Tensor tensor = Tensor.empty(dtype, count);
        TensorElements elements = TensorElements.of(tensor);
        for (int i = 0; i < count; i++) {
            if (dtype.isFloat()) {
                elements.putDouble(i, numbers[i]);
            } else {
                elements.putLong(i, integers[i]);
            }
        }
        return tensor;
    }

    private static String text(Tensor x, long i) {
        return x.dtype().isFloat() ? Double.toString(x.getDouble(i)) : Long.toString(x.getLong(i));
    }

    private static BigDecimal exact(Tensor x, long i) {
        if (x.dtype().isFloat()) {
            return new BigDecimal(x.getDouble(i));
        }
        long bits = x.getLong(i);
        return new BigDecimal(x.dtype() == DType.U64 ? Long.toUnsignedString(bits) : Long.toString(bits));
    }

    private static boolean isFinite(Tensor x, long i) {
        return !x.dtype().isFloat() || Double.isFinite(x.getDouble(i));
    }

    private static double expectedFloat(Tensor x, long i, DType to) {
        if (to == DType.F8E4M3 && Math.abs(x.getDouble(i)) >= 448) {
            return Math.copySign(448, x.getDouble(i));
        }
        if (!isFinite(x, i)) {
            return x.getDouble(i);
        }
        BigDecimal value = exact(x, i);
        double rounded = switch (to) {
            case F64 -> value.doubleValue();
            case F32 -> value.floatValue();
            case F16 -> nearest(value, 10, -14, 65504);
            case F8E4M3 -> nearest(value, 3, -6, 448);
            case F8E5M2 -> nearest(value, 2, -14, 57344);
            default -> nearest(value, 7, -126, 0x1.fep127);
        };
        boolean negativeZero = x.dtype().isFloat() && (x.getDouble(i) < 0 || 1 / x.getDouble(i) < 0);
        return rounded == 0 && negativeZero ? -0.0 : rounded;
    }

    /** Returns the nearest multiple of the unit in the last place, ties to even; infinite from half a unit above the largest. */
    private static double nearest(BigDecimal value, int fraction, int minimumExponent, double largest) {
        BigDecimal magnitude = value.abs();
        int exponent = minimumExponent;
        while (magnitude.compareTo(power(exponent + 1)) >= 0) {
            exponent++;
        }
        BigDecimal unit = power(exponent - fraction);
        BigDecimal rounded = magnitude.divide(unit, 0, RoundingMode.HALF_EVEN).multiply(unit);
        double result =
                rounded.compareTo(new BigDecimal(largest)) > 0 ? Double.POSITIVE_INFINITY : rounded.doubleValue();
        return value.signum() < 0 ? -result : result;
    }

    private static BigDecimal power(int exponent) {
        BigDecimal two = BigDecimal.valueOf(2);
        return exponent >= 0 ? two.pow(exponent) : BigDecimal.valueOf(0.5).pow(-exponent);
    }

    private static long expectedInteger(Tensor x, long i, DType to) {
        if (!isFinite(x, i)) {
            double value = x.getDouble(i);
            if (to == DType.BOOL) {
                return 1;
            }
            return Double.isNaN(value) ? 0 : (value > 0 ? maximum(to) : minimum(to)).longValue();
        }
        BigDecimal value = exact(x, i);
        if (to == DType.BOOL) {
            return value.signum() == 0 ? 0 : 1;
        }
        return value.toBigInteger().max(minimum(to)).min(maximum(to)).longValue();
    }

    private static BigInteger minimum(DType dtype) {
        return dtype.isUnsigned()
                ? BigInteger.ZERO
                : BigInteger.TWO.pow(8 * dtype.bytes() - 1).negate();
    }

    private static BigInteger maximum(DType dtype) {
        return BigInteger.TWO
                .pow(8 * dtype.bytes() - (dtype.isUnsigned() ? 0 : 1))
                .subtract(BigInteger.ONE);
    }
}
