package ordinary;

import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Ops.*;
import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Element functions, reductions and scans as a Java programmer writes them. */
public final class Numbers {

    static final int LIMIT = 7;
    private static final double GOLDEN = 1.618033988749895 / 2 + 0x1p-3;

    private static final float[] COEFFICIENTS = {1, -0.5f, 1 / 6f, GOLDEN > 1 ? 2 : 3, 0x1p-3f};
    private static final int[] MASKS = {1, 2, 4, 8};

    record Complex(float re, float im) {
        static Complex product(Complex a, Complex b) {
            return new Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
        }

        static Complex square(Complex z) {
            return new Complex(z.re * z.re - z.im * z.im, 2 * z.re * z.im);
        }
    }

    record Stats(float low, float high, int count, boolean any) {}

    // Escape time of the Mandelbrot set: a loop with two conditions and several locals.
    static int escape(float re, float im) {
        float x = 0, y = 0;
        int i = 0;
        while (i < 100 && x * x + y * y <= 4) {
            float t = x * x - y * y + re;
            y = 2 * x * y + im;
            x = t;
            i++;
        }
        return i;
    }

    static int collatz(int n) {
        int steps = 0;
        for (long v = Math.abs(n) % 1000 + 1; v != 1; steps++) {
            v = (v & 1) == 0 ? v / 2 : 3 * v + 1;
        }
        return steps;
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return Math.abs(a);
    }

    static boolean isPrime(int n) {
        int m = n & 0x3ff;
        if (m < 2) return false;
        for (int d = 2; d * d <= m; d++) {
            if (m % d == 0) return false;
        }
        return true;
    }

    static float piecewise(float x) {
        int kind = (int) Math.floor(x) & 3;
        return switch (kind) {
            case 0 -> x;
            case 1, 2 -> {
                float y = x * x;
                yield y - 1;
            }
            default -> -x;
        };
    }

    static int oldSwitch(int x) {
        int r = 0;
        switch (x & 7) {
            case 0:
                r += 1;
            case 1:
                r += 10;
                break;
            case 2:
            case 3:
                return -x;
            case 7:
                r = x << 3;
                break;
            default:
                r = x >>> 28;
        }
        return r ^ x;
    }

    static float smooth(float x) {
        return x * x * (3 - 2 * x);
    }

    static long hash(long x) {
        x ^= x >>> 33;
        x *= 0xff51afd7ed558ccdL;
        x ^= x >>> 33;
        x *= 0xc4ceb9fe1a85ec53L;
        return x ^ (x >>> 33);
    }

    static int mixed(int i, float f, boolean flag) {
        byte b = (byte) i;
        short s = (short) (i * 31);
        char c = (char) i;
        long l = (long) f << 3;
        if (flag ^ (i > 0)) {
            b += 100;
            s -= c;
        }
        i += f;
        i <<= 33;
        l >>>= 2;
        return b + s + c + (int) l + i;
    }

    static float bits(float x) {
        int bits = Float.floatToRawIntBits(x);
        int exponent = (bits >> 23 & 0xff) - 127;
        float mantissa = Float.intBitsToFloat(bits & 0x7fffff | 0x3f800000);
        return mantissa + exponent;
    }

    static int counts(int x) {
        return Integer.bitCount(x) + 3 * Integer.numberOfLeadingZeros(x) - Integer.rotateLeft(x, 5)
                + Integer.highestOneBit(x) + Integer.compare(x, 5) + Integer.signum(x) + Math.floorMod(x, 7)
                + Math.floorDiv(x, 3) + Integer.MAX_VALUE + Math.abs(x) + Integer.max(x, 3) + Integer.sum(x, 1);
    }

    static float first(float x) {
        for (int i = 0; i < 12; i++) {
            if (i % 3 == 0) {
                continue;
            }
            for (int j = 0; j < 12; j++) {
                if (i * x + j > 10) {
                    return i + j * 0.5f;
                }
            }
        }
        return -1;
    }

    static float labeled(float x) {
        float sum = 0;
        rows:
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 10 + i; j++) {
                sum += x;
                if (sum > 20 + i) {
                    continue rows;
                }
                if (sum < -50) {
                    break rows;
                }
            }
            sum += 0.5f;
        }
        return sum;
    }

    static double newton(double a) {
        double x = a > 1 ? a : 1;
        double previous;
        do {
            previous = x;
            x = 0.5 * (x + a / x);
        } while (Math.abs(x - previous) > 1e-12 * x);
        return x * GOLDEN;
    }

    static float functions(float a, float b, float c) {
        float scaled = Math.signum(a) + Math.copySign(c, b) + Math.abs(b) + Math.max(a, Math.min(b, c));
        return scaled > 1 ? (float) Math.floor(scaled) + Math.round(a) : (float) Math.sqrt(Math.abs(a)) + (float) Math.toRadians(c);
    }

    static Complex power(float re, float im) {
        Complex z = new Complex(re, im);
        Complex r = new Complex(1, 0);
        for (int n = 5; n > 0; n >>= 1) {
            if ((n & 1) == 1) {
                r = Complex.product(r, z);
            }
            z = Complex.square(z);
        }
        return r;
    }

    static float ternaries(float x) {
        var y = x < -1 ? -1 : x > 1 ? 1 : x;
        final float z = Float.isNaN(y) || Float.isInfinite(x) ? 0 : y;
        return z == 0 ? Float.MIN_VALUE : z != z ? 1 : (int) z == z ? 2 : z;
    }

    static float polynomial(float x) {
        float y = 0;
        for (float coefficient : COEFFICIENTS) {
            y = y * x + coefficient;
        }
        return y + COEFFICIENTS[1] * COEFFICIENTS.length;
    }

    static float looked(float x) {
        int k = (int) Math.abs(x) % 5;
        float sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += COEFFICIENTS[(i + k) % 5];
            if (sum > 6 + x) {
                break;
            }
        }
        return sum + MASKS[k & 3];
    }

    static float sum(float... addends) {
        float sum = 0;
        for (int i = 0; i < addends.length; i++) {
            sum += addends[i];
        }
        return sum;
    }

    static Stats next(Stats s, float x) {
        return new Stats(Math.min(s.low(), x), Math.max(s.high(), x), s.count() + 1, s.any() | x > 1);
    }

    @GraphKernel
    static Tensor escapes(@TensorType("f32[n, m]") Tensor re, @TensorType("f32[n, m]") Tensor im) {
        return apply(re, im, Numbers::escape);
    }

    @GraphKernel
    static Tensor integers(@TensorType("i32[n, m]") Tensor a, @TensorType("i32[n, m]") Tensor b) {
        Tensor primes = cast(apply(a, Numbers::isPrime), DType.I32);
        return add(add(mapInt(a, Numbers::collatz), mapInt(a, b, Numbers::gcd)), add(primes, mapInt(b, Numbers::oldSwitch)));
    }

    @GraphKernel
    static Tensor pieces(@TensorType("f32[n, m]") Tensor x) {
        Tensor y = map(x, Numbers::piecewise);
        return add(add(y, add(map(x, Numbers::first), map(x, Numbers::labeled))), map(x, Numbers::ternaries));
    }

    @GraphKernel
    static Tensor constants(@TensorType("f32[n, m]") Tensor x) {
        return map(x, v -> smooth(v) + LIMIT);
    }

    @GraphKernel
    static Tensor hashes(@TensorType("i64[n, m]") Tensor x) {
        return mapLong(x, Numbers::hash);
    }

    @GraphKernel
    static Tensor conversions(
            @TensorType("i32[n, m]") Tensor i, @TensorType("f32[n, m]") Tensor f, @TensorType("bool[n, m]") Tensor b) {
        return apply(i, f, b, Numbers::mixed);
    }

    @GraphKernel
    static Tensor ofBits(@TensorType("f32[n, m]") Tensor x) {
        return map(x, Numbers::bits);
    }

    @GraphKernel
    static Tensor counted(@TensorType("i32[n, m]") Tensor x) {
        return mapInt(x, Numbers::counts);
    }

    @GraphKernel
    static Tensor roots(@TensorType("f64[n]") Tensor x) {
        return mapDouble(x, Numbers::newton);
    }

    @GraphKernel
    static Tensor maths(
            @TensorType("f32[n, m]") Tensor a, @TensorType("f32[n, m]") Tensor b, @TensorType("f32[n, m]") Tensor c) {
        return map(a, b, c, Numbers::functions);
    }

    @GraphKernel
    static Tensor powers(@TensorType("f32[n, m]") Tensor re, @TensorType("f32[m]") Tensor im) {
        Tensor[] z = applyRecord(re, im, Numbers::power);
        return sub(z[0], z[1]);
    }

    @GraphKernel
    static Tensor statistics(@TensorType("f32[n, m]") Tensor x) {
        Stats start = new Stats(Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 0, false);
        Tensor[] s = reduceRecord(x, 1, start, Numbers::next);
        return select(s[3], add(s[0], s[1]), cast(s[2], DType.F32));
    }

    @GraphKernel
    static Tensor scanned(@TensorType("f32[n, m]") Tensor x, float decay) {
        Tensor forward = scan(x, 1, 0f, (s, v) -> {
            float t = decay * s + v;
            return t > 2 ? t - 2 : t;
        });
        Tensor backward = scan(x, 1, 1f, (s, v) -> s * 0.5f + v, ScanOption.REVERSE, ScanOption.EXCLUSIVE);
        Tensor longest = scanInt(cast(greater(x, 0), DType.I32), 0, 0, (run, up) -> up == 1 ? run + 1 : 0);
        return add(add(forward, backward), cast(longest, DType.F32));
    }

    @GraphKernel
    static Tensor tables(@TensorType("f32[n, m]") Tensor x, float limit) {
        Tensor y = add(map(x, Numbers::polynomial), map(x, Numbers::looked));
        return add(y, map(x, v -> sum(v, 2 * v, limit) + sum() + Math.fma(v, limit, 0.1f)));
    }

    // An element function inside a loop of the kernel, with a switch expression and numbers of the call.
    @GraphKernel
    static Tensor relaxed(@TensorType("f32[n, m]") Tensor x, float rate, int steps) {
        Tensor y = x;
        int step = 0;
        while (step < steps) {
            int kind = step % 3;
            y = map(y, v -> {
                float target = switch ((int) v & 1) {
                    case 0 -> 0.5f;
                    default -> -0.5f;
                };
                return v + rate * (target - v);
            });
            if (kind == 1) {
                y = mul(y, 1.5f);
            }
            step++;
        }
        return y;
    }

    private Numbers() {}
}
