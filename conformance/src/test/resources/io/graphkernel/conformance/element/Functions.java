package element;

import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/**
 * Element functions of every form. The suffix of a name has a letter per parameter: f, d, i, l, b for tensors of f32,
 * f64, i32, i64 and bool, S and N for a float and an int.
 */
public final class Functions {

    static final float LIMIT = 0.75f;

    record Pair(float low, float high) {}

    record Settings(float scale, int steps) {}

    // Expressions.

    @GraphKernel
    public static Tensor lambda_f(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> a * a + 1.5f * a - 2);
    }

    @GraphKernel
    public static Tensor typedLambda_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, y, (float a, float b) -> a / b - b);
    }

    static float three(float a, float b, float c) {
        return a * b - c;
    }

    @GraphKernel
    public static Tensor reference_fff(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor z) {
        return map(x, y, z, Functions::three);
    }

    @GraphKernel
    public static Tensor fused_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return mul(map(add(x, y), a -> a > 0 ? a : a * 0.1f), y);
    }

    @GraphKernel
    public static Tensor constant_f(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> LIMIT * 2);
    }

    @GraphKernel
    public static Tensor one_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, y, (a, b) -> b);
    }

    @GraphKernel
    public static Tensor identity_f(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> a);
    }

    @GraphKernel
    public static Tensor captured_fSN(@TensorType("f32[n]") Tensor x, float s, int count) {
        float twice = 2 * s;
        return map(x, a -> a > twice ? s * twice + count : a / count);
    }

    @GraphKernel
    public static Tensor negated_f(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> -a);
    }

    @GraphKernel
    public static Tensor remainder_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, y, (a, b) -> a % b);
    }

    // Control flow.

    static float early(float x) {
        if (x < -1) {
            return -1;
        }
        if (x > 1) {
            return 1;
        }
        float y = x * x;
        y += x;
        return y;
    }

    @GraphKernel
    public static Tensor early_f(@TensorType("f32[n]") Tensor x) {
        return map(x, Functions::early);
    }

    static float nested(float x, float limit) {
        float y;
        if (x > limit) {
            if (x > 2 * limit) {
                y = limit;
            } else {
                y = x - limit;
            }
        } else if (x == 0) {
            y = LIMIT;
        } else {
            y = x;
        }
        return y * 3;
    }

    @GraphKernel
    public static Tensor nested_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor limit) {
        return map(x, limit, Functions::nested);
    }

    static float newton(float x) {
        float y = x;
        for (int i = 0; i < 3; i++) {
            y -= (y * y * y - x) / (3 * y * y + 1e-6f);
        }
        return y;
    }

    @GraphKernel
    public static Tensor newton_f(@TensorType("f32[n]") Tensor x) {
        return map(x, Functions::newton);
    }

    static float breaking(float x) {
        float sum = 0;
        int steps = 0;
        for (int i = 0; i < 6; i++) {
            if (sum > 10) {
                break;
            }
            steps++;
            if (x < 0) {
                x = x + 1;
                continue;
            }
            if (x > 1000) {
                return -sum;
            }
            sum += x * i;
        }
        return sum + steps;
    }

    @GraphKernel
    public static Tensor breaking_f(@TensorType("f32[n]") Tensor x) {
        return map(x, Functions::breaking);
    }

    static float returning(float x) {
        for (int i = 0; i < 4; i++) {
            if (x > i) {
                if (x < 2) {
                    break;
                }
                return i - x;
            }
            x = x * 1.5f + 1;
        }
        return x;
    }

    @GraphKernel
    public static Tensor returning_f(@TensorType("f32[n]") Tensor x) {
        return map(x, Functions::returning);
    }

    static float whiles(float x) {
        int i = 3;
        float y = x;
        while (i > 0) {
            y = y * 0.5f + i--;
        }
        do {
            y += 1;
        } while (++i < 2);
        return y;
    }

    @GraphKernel
    public static Tensor whiles_f(@TensorType("f32[n]") Tensor x) {
        return map(x, Functions::whiles);
    }

    static int switched(int x) {
        int y = 1;
        switch (x % 5) {
            case 0:
                y = 10;
            case 1:
                y += 2;
                break;
            default:
                y = 7;
            case -2:
                y *= 3;
                break;
            case 3:
                if (x > 100) {
                    break;
                }
                y = x;
        }
        return y;
    }

    @GraphKernel
    public static Tensor switched_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, Functions::switched);
    }

    @GraphKernel
    public static Tensor switchExpression_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, a -> switch (a & 3) {
            case 0 -> a;
            case 1, 2 -> {
                int b = a * 2;
                if (b > 7) {
                    yield b - 1;
                }
                yield b;
            }
            default -> -a;
        });
    }

    @GraphKernel
    public static Tensor arrows_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, a -> {
            int b = 0;
            switch (a & 3) {
                case 2 -> b = a;
                case 3 -> {
                    if (a < 0) {
                        break;
                    }
                    b++;
                }
                default -> b--;
            }
            return b;
        });
    }

    static boolean isBetween(float x, float low, float high) {
        return low <= x && x <= high || x == 5;
    }

    @GraphKernel
    public static Tensor logic_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, y, (a, b) -> isBetween(a, -b, b) ^ a > 0 ? 1 : !(a < b) ? 2 : 3);
    }

    @GraphKernel
    public static Tensor effects_f(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> {
            int i = 0;
            float b = a > 0 && ++i > 0 ? i++ + a : i-- - a;
            boolean c = a < 1 || (i += 5) > 3;
            float d = c ? (b = b * 2) : b;
            return b + i * d;
        });
    }

    @GraphKernel
    public static Tensor record_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, y, (a, b) -> {
            Pair pair = a < b ? new Pair(a, b) : new Pair(b, a);
            if (pair.low() < 0) {
                pair = new Pair(0, pair.high());
            }
            return pair.high() - pair.low();
        });
    }

    // Comparisons with NaN, and constants.

    @GraphKernel
    public static Tensor comparisons_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(
                x,
                y,
                (a, b) -> (a < b ? 1 : 0)
                        + (a <= b ? 2 : 0)
                        + (a > b ? 4 : 0)
                        + (a >= b ? 8 : 0)
                        + (a == b ? 16 : 0)
                        + (a != b ? 32 : 0)
                        + (!(a < b) ? 64 : 0));
    }

    @GraphKernel
    public static Tensor specials_f(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> a == 0 ? Float.NaN : a > 1 ? Float.POSITIVE_INFINITY : a < -1 ? Float.MIN_VALUE : -0.0f);
    }

    // Integers.

    @GraphKernel
    public static Tensor integers_ii(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return mapInt(x, y, (a, b) -> a * b + (a - b) * 31 - -a + ~b);
    }

    @GraphKernel
    public static Tensor quotients_ii(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return mapInt(x, y, (a, b) -> b == 0 ? a : a / b * 7 + a % b);
    }

    @GraphKernel
    public static Tensor longQuotients_ll(@TensorType("i64[n]") Tensor x, @TensorType("i64[n]") Tensor y) {
        return mapLong(x, y, (a, b) -> b == 0 ? a : a / b * 7 + a % b + Math.floorMod(a, b) * Math.floorDiv(a, b));
    }

    @GraphKernel
    public static Tensor longs_ll(@TensorType("i64[n]") Tensor x, @TensorType("i64[n]") Tensor y) {
        return mapLong(x, y, (a, b) -> a * b * 6364136223846793005L + 1442695040888963407L - (a > b ? a : ~b));
    }

    @GraphKernel
    public static Tensor shifts_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, a -> (a << 3) + (a >> 2) + (a >>> 5) + (a >>> 1) + (a >> 31) + (a << 31) + (a & 0xff)
                + (a >> 33));
    }

    @GraphKernel
    public static Tensor shifts_l(@TensorType("i64[n]") Tensor x) {
        return mapLong(x, a -> (a << 13) + (a >> 7) + (a >>> 17) + (a >>> 1) + (a >> 63) + (a & 0xffff) + (a << 63));
    }

    @GraphKernel
    public static Tensor narrow_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, a -> {
            byte b = (byte) a;
            short s = (short) a;
            char c = (char) a;
            b += 100;
            s++;
            return b + 3 * s - 5 * c + (byte) c + (char) b;
        });
    }

    @GraphKernel
    public static Tensor narrow_l(@TensorType("i64[n]") Tensor x) {
        return apply(x, (Long a) -> (int) (long) a + (byte) (long) a);
    }

    // Mixed types.

    static boolean positive(float x) {
        return x > 0;
    }

    @GraphKernel
    public static Tensor toBoolean_f(@TensorType("f32[n]") Tensor x) {
        return apply(x, Functions::positive);
    }

    static double mixed(float x, int n, boolean flag) {
        return flag ? x * n : (double) x / n;
    }

    @GraphKernel
    public static Tensor mixed_fib(
            @TensorType("f32[n]") Tensor x, @TensorType("i32[n]") Tensor k, @TensorType("bool[n]") Tensor b) {
        return apply(x, k, b, Functions::mixed);
    }

    @GraphKernel
    public static Tensor toInt_f(@TensorType("f32[n]") Tensor x) {
        return apply(x, (Float a) -> (int) (float) a);
    }

    @GraphKernel
    public static Tensor toLong_d(@TensorType("f64[n]") Tensor x) {
        return apply(x, (Double a) -> (long) (double) a + (short) (double) a);
    }

    @GraphKernel
    public static Tensor toFloat_l(@TensorType("i64[n]") Tensor x) {
        return apply(x, (Long a) -> (float) a);
    }

    @GraphKernel
    public static Tensor toFloat_i(@TensorType("i32[n]") Tensor x) {
        return apply(x, (Integer a) -> (float) a);
    }

    @GraphKernel
    public static Tensor doubles_dd(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return mapDouble(x, y, (a, b) -> (float) (a * b) / b + Math.sqrt(a) - a % b);
    }

    @GraphKernel
    public static Tensor widened_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, y, (a, b) -> (float) ((double) a * b + 0.1));
    }

    // Methods of Math whose results are defined to the bit.

    @GraphKernel
    public static Tensor exact_f(@TensorType("f32[n]") Tensor x) {
        return map(
                x,
                a -> (float) Math.sqrt(a) + (float) Math.floor(a) * 2 + (float) Math.ceil(a) + (float) Math.rint(a));
    }

    @GraphKernel
    public static Tensor abs_f(@TensorType("f32[n]") Tensor x) {
        return map(x, Math::abs);
    }

    @GraphKernel
    public static Tensor signum_f(@TensorType("f32[n]") Tensor x) {
        return map(x, Math::signum);
    }

    @GraphKernel
    public static Tensor copySign_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, y, (a, b) -> b == b ? Math.copySign(a, b) : 0);
    }

    @GraphKernel
    public static Tensor round_f(@TensorType("f32[n]") Tensor x) {
        return apply(x, (Float a) -> Math.round(a));
    }

    @GraphKernel
    public static Tensor round_d(@TensorType("f64[n]") Tensor x) {
        return apply(x, (Double a) -> Math.round(a));
    }

    @GraphKernel
    public static Tensor angles_d(@TensorType("f64[n]") Tensor x) {
        return mapDouble(x, a -> Math.toRadians(a) + Math.toDegrees(a));
    }

    @GraphKernel
    public static Tensor extremes_ii(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return mapInt(x, y, (a, b) -> Math.max(a, b) * 3 + Math.min(a, b) + Math.abs(a) + Integer.signum(b)
                + Math.floorMod(a, 7) + Math.floorDiv(b, -3));
    }

    @GraphKernel
    public static Tensor tests_f(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> Float.isNaN(a) ? 1 : Float.isInfinite(a) ? 2 : Float.isFinite(a) ? 3 : 4);
    }

    // Another class.

    @GraphKernel
    public static Tensor helper_f(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> Helpers.cube(a) - Helpers.FACTOR);
    }

    // Records as results.

    record Polar(float radius, float square, boolean isLarge) {}

    static Polar polar(float x, float y) {
        float square = x * x + y * y;
        return square > 4 ? new Polar(square / 2, square, true) : new Polar((float) Math.sqrt(square), square, false);
    }

    @GraphKernel
    public static Tensor recordFirst_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return applyRecord(x, y, Functions::polar)[0];
    }

    @GraphKernel
    public static Tensor recordAll_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        Tensor[] results = applyRecord(x, y, Functions::polar);
        return Ops.select(results[2], results[0], results[1]);
    }

    @GraphKernel
    public static Tensor recordLambda_i(@TensorType("i32[n]") Tensor x) {
        return applyRecord(x, (Integer a) -> new Pair(a * 0.5f, a))[1];
    }

    // Bits.

    static int murmur(int x, int seed) {
        int k = Integer.rotateLeft(x * 0xcc9e2d51, 15) * 0x1b873593;
        int h = Integer.rotateLeft(seed ^ k, 13) * 5 + 0xe6546b64;
        h ^= 4;
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        return h ^ h >>> 16;
    }

    @GraphKernel
    public static Tensor murmur_ii(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor seed) {
        return mapInt(x, seed, Functions::murmur);
    }

    @GraphKernel
    public static Tensor xorshift_l(@TensorType("i64[n]") Tensor x) {
        return mapLong(x, a -> {
            long s = a;
            for (int i = 0; i < 3; i++) {
                s ^= s << 13;
                s ^= s >>> 7;
                s ^= s << 17;
            }
            return s * 0x2545f4914f6cdd1dL;
        });
    }

    @GraphKernel
    public static Tensor bitwise_ii(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return mapInt(x, y, (a, b) -> (a & b) + 3 * (a | b) + 5 * (a ^ b) + 7 * ~a + (a & 0xff00) + (b | 1));
    }

    @GraphKernel
    public static Tensor bitwise_ll(@TensorType("i64[n]") Tensor x, @TensorType("i64[n]") Tensor y) {
        return mapLong(x, y, (a, b) -> (a & b) + 3 * (a | b) + 5 * (a ^ b) + 7 * ~a + (a & 0xff00) + (b | 1));
    }

    @GraphKernel
    public static Tensor shiftsBy_ii(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return mapInt(x, y, (a, b) -> (a << b) ^ (a >> b) + (a >>> b));
    }

    @GraphKernel
    public static Tensor shiftsBy_ll(@TensorType("i64[n]") Tensor x, @TensorType("i64[n]") Tensor y) {
        return mapLong(x, y, (a, b) -> (a << b) ^ (a >> b) + (a >>> b));
    }

    @GraphKernel
    public static Tensor shiftsByLong_il(@TensorType("i32[n]") Tensor x, @TensorType("i64[n]") Tensor y) {
        return apply(x, y, (Integer a, Long b) -> (a << b) ^ (a >> b) + (a >>> b));
    }

    @GraphKernel
    public static Tensor shiftsByInt_li(@TensorType("i64[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return apply(x, y, (Long a, Integer b) -> (a << b) ^ (a >> b) + (a >>> b));
    }

    @GraphKernel
    public static Tensor booleans_bb(@TensorType("bool[n]") Tensor x, @TensorType("bool[n]") Tensor y) {
        return apply(x, y, (Boolean a, Boolean b) -> a & !b | a ^ b);
    }

    @GraphKernel
    public static Tensor compound_ii(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return mapInt(x, y, (a, b) -> {
            byte n = (byte) a;
            short s = (short) b;
            char c = (char) a;
            n &= b;
            n <<= 2;
            s |= a;
            s >>>= 3;
            c ^= s;
            c >>= b;
            int mixed = n;
            mixed ^= s;
            mixed <<= b;
            return mixed + c + (~n & 0x3f) + ((byte) (b ^ 0x80) >>> 1);
        });
    }

    @GraphKernel
    public static Tensor counts_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, a -> Integer.bitCount(a) + 100 * Integer.numberOfLeadingZeros(a)
                + 10000 * Integer.numberOfTrailingZeros(a));
    }

    @GraphKernel
    public static Tensor counts_l(@TensorType("i64[n]") Tensor x) {
        return apply(x, (Long a) -> Long.bitCount(a) + 100 * Long.numberOfLeadingZeros(a)
                + 10000 * Long.numberOfTrailingZeros(a));
    }

    @GraphKernel
    public static Tensor oneBits_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, a -> Integer.highestOneBit(a) ^ Integer.lowestOneBit(a) * 3);
    }

    @GraphKernel
    public static Tensor oneBits_l(@TensorType("i64[n]") Tensor x) {
        return mapLong(x, a -> Long.highestOneBit(a) ^ Long.lowestOneBit(a) * 3);
    }

    @GraphKernel
    public static Tensor rotations_ii(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return mapInt(x, y, (a, b) -> Integer.rotateLeft(a, b) + 3 * Integer.rotateRight(a, b + 1)
                + Integer.rotateRight(a, 7) + Integer.reverse(1) + Integer.bitCount(0x1234));
    }

    @GraphKernel
    public static Tensor rotations_li(@TensorType("i64[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return apply(x, y, (Long a, Integer b) -> Long.rotateLeft(a, b) + 3 * Long.rotateRight(a, b + 1)
                + Long.rotateLeft(a, 64));
    }

    static float inverseRoot(float x) {
        float half = 0.5f * x;
        float y = Float.intBitsToFloat(0x5f3759df - (Float.floatToRawIntBits(x) >> 1));
        y = y * (1.5f - half * y * y);
        return y * (1.5f - half * y * y);
    }

    @GraphKernel
    public static Tensor inverseRoot_f(@TensorType("f32[n]") Tensor x) {
        return map(x, Functions::inverseRoot);
    }

    @GraphKernel
    public static Tensor exponent_f(@TensorType("f32[n]") Tensor x) {
        return apply(x, (Float a) -> (Float.floatToRawIntBits(a) >>> 23 & 0xff) - 127);
    }

    @GraphKernel
    public static Tensor bits_f(@TensorType("f32[n]") Tensor x) {
        return apply(x, (Float a) -> Float.floatToRawIntBits(a) ^ 3 * Float.floatToIntBits(-a));
    }

    @GraphKernel
    public static Tensor canonicalBits_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return apply(x, y, (Float a, Float b) -> Float.floatToIntBits(a / b));
    }

    @GraphKernel
    public static Tensor bits_d(@TensorType("f64[n]") Tensor x) {
        return apply(x, (Double a) -> Double.doubleToRawLongBits(a) ^ 3 * Double.doubleToLongBits(-a));
    }

    @GraphKernel
    public static Tensor canonicalBits_dd(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return apply(x, y, (Double a, Double b) -> Double.doubleToLongBits(a / b));
    }

    @GraphKernel
    public static Tensor ofBits_i(@TensorType("i32[n]") Tensor x) {
        return apply(x, (Integer a) -> Float.intBitsToFloat(a));
    }

    @GraphKernel
    public static Tensor ofBits_l(@TensorType("i64[n]") Tensor x) {
        return apply(x, (Long a) -> Double.longBitsToDouble(a));
    }

    @GraphKernel
    public static Tensor magnitude_d(@TensorType("f64[n]") Tensor x) {
        return mapDouble(x, a -> Double.longBitsToDouble(Double.doubleToRawLongBits(a) & Long.MAX_VALUE));
    }
}

final class Helpers {

    static final int FACTOR = 3;

    private Helpers() {}

    static float cube(float x) {
        return x * square(x);
    }

    private static float square(float x) {
        return x * x;
    }
}
