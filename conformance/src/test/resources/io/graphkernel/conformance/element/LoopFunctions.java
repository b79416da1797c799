package element;

import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Functions with loops whose number of iterations depends on the element. */
@SuppressWarnings("unused")
public final class LoopFunctions {

    record Pair(float sum, int count) {}

    static int collatz(int x) {
        int steps = 0;
        while (x > 1 && steps < 1000) {
            x = (x & 1) == 0 ? x >> 1 : 3 * x + 1;
            steps++;
        }
        return steps;
    }

    @GraphKernel
    public static Tensor collatz_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, LoopFunctions::collatz);
    }

    static long gcd(long a, long b) {
        a = Math.abs(a % 100003);
        b = Math.abs(b % 100003);
        while (b != 0) {
            long r = a % b;
            a = b;
            b = r;
        }
        return a;
    }

    @GraphKernel
    public static Tensor gcd_ll(@TensorType("i64[n]") Tensor x, @TensorType("i64[n]") Tensor y) {
        return mapLong(x, y, LoopFunctions::gcd);
    }

    static float root(float x) {
        float a = x < 0 ? -x : x;
        float y = a > 1 ? a : 1;
        int steps = 0;
        do {
            float next = 0.5f * (y + a / y);
            if (!(next < y)) {
                return y;
            }
            y = next;
        } while (++steps < 50);
        return -y;
    }

    @GraphKernel
    public static Tensor root_f(@TensorType("f32[n]") Tensor x) {
        return map(x, LoopFunctions::root);
    }

    static double series(double x) {
        double sum = 0;
        double term = 1;
        for (int i = 1; Math.abs(term) > 1e-9; i++) {
            if (i > 40) {
                break;
            }
            sum += term;
            if (sum > 1e6) {
                continue;
            }
            term *= x / i;
        }
        return sum;
    }

    @GraphKernel
    public static Tensor series_d(@TensorType("f64[n]") Tensor x) {
        return mapDouble(x, LoopFunctions::series);
    }

    /** A nested loop, and a condition that assigns. */
    static int divisors(int x) {
        int rest = x & 0xfff;
        int count = 0;
        int divisor = 2;
        while (rest > 1) {
            int power = 0;
            while (rest % divisor == 0) {
                rest /= divisor;
                power++;
            }
            count += power > 0 ? 1 << power : 0;
            divisor++;
            int skipped;
            while (true) {
                skipped = divisor & 7;
                if (skipped != 4) {
                    break;
                }
                divisor++;
            }
            count += skipped;
        }
        int left = x & 15;
        int ticks = 0;
        while (left-- > 0) {
            ticks += left;
        }
        return count * 100 + ticks + left;
    }

    @GraphKernel
    public static Tensor divisors_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, LoopFunctions::divisors);
    }

    static float searched(float x, float limit) {
        Pair pair = new Pair(0, 0);
        boolean found = false;
        for (int i = 0; i < 5000; i++) {
            pair = new Pair(pair.sum() + Math.abs(x), pair.count() + 1);
            if (pair.sum() > Math.abs(limit)) {
                found = true;
                break;
            }
            if (pair.count() == 70) {
                return pair.sum();
            }
        }
        return found ? pair.count() : -1;
    }

    @GraphKernel
    public static Tensor searched_ff(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor limit) {
        return map(x, limit, LoopFunctions::searched);
    }

    @GraphKernel
    public static Tensor repeated_fN(@TensorType("f32[n]") Tensor x, int count) {
        return map(x, a -> {
            float sum = a;
            for (int i = 0; i < count; i++) {
                sum = sum * 0.5f + a;
            }
            return sum;
        });
    }

    @GraphKernel
    public static Tensor switched_i(@TensorType("i32[n]") Tensor x) {
        return mapInt(x, a -> {
            int state = 0;
            int steps = 0;
            for (; ; steps++) {
                switch (state) {
                    case 0 -> state = (a >> steps & 1) == 0 ? 1 : 2;
                    case 1 -> state = steps > (a & 7) ? 3 : 0;
                    case 2 -> state = 1;
                    default -> state = 4;
                }
                if (state == 4) {
                    return steps * 8 + (a & 7);
                }
            }
        });
    }

    @GraphKernel
    public static Tensor rows_f(@TensorType("f32[n]") Tensor x) {
        return Ops.add(map(Ops.mul(x, 2), LoopFunctions::root), map(x, a -> a + 1));
    }

    @GraphKernel
    public static Tensor rowMaxima_f(@TensorType("f32[n]") Tensor x) {
        return Ops.reduceMax(Ops.reshape(map(x, LoopFunctions::root), 7, -1), 1);
    }

    @GraphKernel
    public static Tensor columnMaxima_f(@TensorType("f32[n]") Tensor x) {
        return Ops.reduceMax(Ops.reshape(map(x, LoopFunctions::root), 7, -1), 0);
    }

    @GraphKernel
    public static Tensor ofMaximum_f(@TensorType("f32[n]") Tensor x) {
        return Ops.add(map(x, LoopFunctions::root), map(Ops.reduceMax(Ops.minimum(x, 1000)), LoopFunctions::root));
    }

    @GraphKernel
    public static Tensor unranked_f(Tensor x) {
        return map(x, LoopFunctions::root);
    }
}
