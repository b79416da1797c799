package ordinary;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

/** Kernels over tensors as a Java programmer writes them. */
public final class Loops {

    enum Mode {
        PLAIN,
        SCALED,
        SHIFTED
    }

    record State(Tensor h, Tensor c) {}

    private static final float[] WEIGHTS = {0.5f, -1, 0.25f, 1f / 3};
    private static final long[][] SIZES = {{2, 3}, {3, 11}};
    private static final Mode[] MODES = {Mode.SCALED, Mode.SHIFTED};

    record Cell(@TensorType("f32[i, o]") Tensor w, @TensorType("f32[o]") Tensor b) {}

    record Counter(Tensor sum, int count, float best) {}

    static Tensor transform(Tensor x, Mode mode, float by) {
        return switch (mode) {
            case PLAIN -> x;
            case SCALED -> mul(x, by);
            case SHIFTED -> {
                Tensor y = add(x, by);
                yield y;
            }
        };
    }

    static Tensor named(Tensor x, String name) {
        switch (name) {
            case "exp":
                return exp(x);
            case "tanh":
                return tanh(x);
            default:
                return x;
        }
    }

    static Tensor sum(Tensor... parts) {
        Tensor total = parts[0];
        for (int i = 1; i < parts.length; i++) {
            total = add(total, parts[i]);
        }
        return total;
    }

    static Tensor apply(Cell cell, Tensor x) {
        return add(matMul(x, cell.w()), cell.b());
    }

    static int clamp(int value, int low, int high) {
        return Math.max(low, Math.min(high, value));
    }

    @GraphKernel
    static Tensor enums(@TensorType("f32[n, d]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 3; i++) {
            y = add(y, transform(x, i == 0 ? Mode.PLAIN : i == 1 ? Mode.SCALED : Mode.SHIFTED, 1 + i));
        }
        y = add(named(y, "exp"), named(x, "tanh"));
        return transform(y, Mode.SCALED, 3);
    }

    @GraphKernel
    static Tensor lists(@TensorType("f32[n, d]") Tensor x) {
        Tensor y = zerosLike(x);
        for (Tensor part : List.of(x, neg(x), mul(x, x))) {
            y = add(y, part);
        }
        for (int size : new int[] {1, 2, 3}) {
            y = add(y, size);
        }
        for (int axis : new int[] {0, 1}) {
            y = sub(y, reduceMean(y, axis, true));
        }
        return sum(y, x, sum(y));
    }

    @GraphKernel
    static Tensor windows(@TensorType("f32[n, d]") Tensor x, int window) {
        Tensor best = fillV2(Float.NEGATIVE_INFINITY, x.dimension(0), window);
        for (int start = 0; start <= x.dimension(1) - window; start++) {
            best = maximum(best, narrow(x, 1, start, window));
        }
        return best;
    }

    @GraphKernel
    static Tensor pairs(@TensorType("f32[t, d]") Tensor x) {
        int t = (int) x.dimension(0);
        Tensor total = fillV2(0f, x.dimension(1));
        for (int i = 0; i < t; i++) {
            for (int j = i + 1; j < t; j++) {
                Tensor a = squeeze(narrow(x, 0, i, 1), 0);
                Tensor b = squeeze(narrow(x, 0, j, 1), 0);
                if (reduceSum(mul(a, b)).get() <= 0) {
                    continue;
                }
                total = add(total, mul(a, b));
            }
        }
        return total;
    }

    @GraphKernel
    static Tensor early(@TensorType("f32[n, d]") Tensor x, int kind, float limit) {
        if (kind < 0) {
            return neg(x);
        }
        Tensor y = tanh(x);
        if (reduceMax(y).get() > limit) {
            return y;
        }
        for (int i = 0; i < 3; i++) {
            y = add(y, mul(x, i));
        }
        return kind == 3 ? y : mul(y, 2);
    }

    /** A loop of a branch alone has the number of the call as its bound. */
    @GraphKernel
    static Tensor repeated(@TensorType("f32[n, d]") Tensor x, int times, float rate) {
        if (times > 3) {
            return neg(x);
        }
        Tensor y = x;
        for (int i = 0; i < times; i++) {
            y = add(y, mul(x, rate));
        }
        return y;
    }

    @GraphKernel
    static Tensor methods(@TensorType("f32[n, k]") Tensor x, Cell up, Cell down) {
        State state = new State(apply(up, x), x);
        state = new State(add(state.h(), state.h()), state.c());
        return add(apply(down, state.h()), state.c());
    }

    @GraphKernel
    static Tensor counters(@TensorType("f32[t, d]") Tensor x) {
        Counter counter = new Counter(fillV2(0f, x.dimension(1)), 0, -1f);
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            float value = reduceMax(row).get();
            if (value > 0) {
                counter = new Counter(add(counter.sum(), row), counter.count() + 1, Math.max(counter.best(), value));
            }
        }
        return mul(counter.sum(), counter.count() + counter.best());
    }

    @GraphKernel
    static Tensor numbers(@TensorType("f32[n, d]") Tensor x, int a, float b, long c) {
        int bits = Integer.bitCount(a) + (a & 3) + (a << 2);
        float f = Math.fma(b, 2f, (float) Math.sqrt(Math.abs(b)));
        long m = Math.floorMod(c, 5L) + Math.floorDiv(c, 7L);
        double mean = (double) a / 3;
        int i = 0;
        i += a > 2 ? 1 : 2;
        i = clamp(i * a, -3, 3);
        boolean odd = (a & 1) == 1;
        return add(mul(x, f + bits), odd && c > 0 ? m + mean : i - Float.intBitsToFloat(0x3f800000));
    }

    @GraphKernel
    static Tensor powerIteration(@TensorType("f32[d, d]") Tensor a, int steps, float tolerance) {
        Tensor v = fillV2(1f, a.dimension(0), 1);
        float previous = 0;
        for (int i = 0; ; i++) {
            Tensor w = matMul(a, v);
            float norm = (float) Math.sqrt(reduceSum(mul(w, w)).get());
            v = mul(w, 1 / norm);
            if (i == steps || Math.abs(norm - previous) < tolerance) {
                break;
            }
            previous = norm;
        }
        return v;
    }

    @GraphKernel
    static Tensor table(@TensorType("f32[n, d]") Tensor x, int k) {
        Tensor y = switch (k) {
            case 0 -> x;
            case 1, 2 -> mul(exp(x), k);
            default -> k > 5 ? neg(x) : square(x);
        };
        int scale = switch (k % 2) {
            case 0 -> 3;
            default -> 4;
        };
        return mul(y, scale);
    }

    /** Row of the first positive element, and where it is. */
    record Found(Tensor row, int index) {}

    static Found find(Tensor x, float limit) {
        Tensor sum = squeeze(narrow(x, 0, 0, 1), 0);
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            if (reduceMax(row).get() > limit) {
                return new Found(row, i);
            }
            sum = add(sum, row);
        }
        return new Found(sum, -1);
    }

    @GraphKernel
    static Tensor returns(@TensorType("f32[n, d]") Tensor x, float limit) {
        Tensor y = x;
        for (int i = 0; i < x.dimension(0); i++) {
            for (int j = 0; j < x.dimension(1); j++) {
                if (x.get(i, j) > limit) {
                    return mul(y, i + j);
                }
            }
            y = mul(y, 0.5f);
        }
        Found found = find(y, limit / 64);
        return add(neg(y), mul(found.row(), found.index()));
    }

    @GraphKernel
    static Tensor labels(@TensorType("f32[n, d]") Tensor x, float limit) {
        float total = 0;
        int rows = 0;
        outer:
        for (int i = 0; i < x.dimension(0); i++) {
            float sum = 0;
            for (int j = 0; j < x.dimension(1); j++) {
                float v = x.get(i, j);
                if (v < -limit) {
                    continue outer;
                }
                if (v > 2 * limit) {
                    break outer;
                }
                sum += v;
            }
            total += sum;
            rows++;
        }
        return add(mul(x, total), rows);
    }

    @GraphKernel
    static Tensor cases(@TensorType("f32[n]") Tensor x, int mode, float limit) {
        Tensor y = x;
        int count = 0;
        for (int i = 0; i < x.dimension(0); i++) {
            switch (mode) {
                case 0:
                    if (y.get(i) > limit) {
                        continue;
                    }
                    y = add(y, 1);
                    break;
                case 1:
                    if (y.get(i) > limit) {
                        break;
                    }
                    return mul(y, 3);
                default:
                    y = mul(y, 1.25f);
            }
            y = sub(y, switch (mode + 1) {
                case 1 -> {
                    count++;
                    float half = mode + 0.5f;
                    yield half * i;
                }
                case 2 -> 0.25f;
                default -> {
                    if (i > 2) {
                        yield 1;
                    }
                    yield 2;
                }
            });
        }
        return add(y, count);
    }

    @GraphKernel
    static Tensor tables(@TensorType("f32[n, d]") Tensor x, int k) {
        Tensor y = mul(narrow(x, 0, 0, SIZES[0][1]), WEIGHTS[k]);
        for (int i = 0; i < x.dimension(0); i++) {
            float weight = WEIGHTS[i % WEIGHTS.length] + WEIGHTS[(int) x.get(i, 0) & 3];
            y = add(mul(y, weight), narrow(x, 0, i / 2, 3));
        }
        float[] local = {1, 2, k};
        for (Mode mode : MODES) {
            y = transform(y, mode, local[mode.ordinal()] + WEIGHTS.length);
        }
        return reshape(y, SIZES[1]);
    }

    @GraphKernel
    static Tensor fractions(@TensorType("f32[n, d]") Tensor x) {
        Tensor sum = fillV2(0f, x.dimension(1));
        float total = 0;
        for (int i = 0; i < x.dimension(0); i++) {
            float weight = 1f / (i + 1);
            double angle = 2 * Math.PI * i / x.dimension(0);
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            sum = add(mul(sum, Math.fma(weight, 0.5f, (float) i)), mul(row, weight * (float) Math.cos(angle)));
            total += ((i & 1) == 0 ? weight : -weight) + (i << 1) + ~i;
        }
        return add(sum, total / x.dimension(1));
    }

    @GraphKernel
    static Tensor steps(@TensorType("f32[n, d]") Tensor x, int w) {
        Tensor best = fillV2(Float.NEGATIVE_INFINITY, x.dimension(0), w);
        for (int start = 0; start + w <= x.dimension(1); start += w) {
            best = maximum(best, narrow(x, 1, start, w));
        }
        int d = (int) x.dimension(1);
        for (int start = d - w; start - w >= 0; start -= w) {
            best = add(mul(best, 0.5f), narrow(x, 1, start, w));
        }
        return best;
    }

    /** Its value is not of the type of the result. */
    static int doubled(int mode, float limit) {
        float value = switch (mode) {
            case 1 -> {
                if (limit > 0.5f) {
                    yield 1.5f;
                }
                yield 2.5f;
            }
            default -> 3f;
        };
        return (int) (value * 2);
    }

    @GraphKernel
    static Tensor yields(@TensorType("f32[n, d]") Tensor x, int mode, float limit) {
        int count = 0;
        float factor = switch (mode) {
            case 0 -> {
                if (limit > 0.5f) {
                    count = 5;
                    yield 1.5f;
                }
                count = 6;
                yield 2.5f;
            }
            default -> {
                count++;
                yield doubled(mode, limit);
            }
        };
        Tensor y = mul(x, factor);
        for (int i = 0; i < x.dimension(0); i++) {
            switch (count) {
                case 5:
                    continue;
                case 6:
                    y = add(y, 1);
                    break;
                default:
                    y = add(y, (i - 3) / 2 + (i - 3) % 2);
            }
            y = mul(y, 0.5f);
        }
        return add(y, count);
    }

    /** A condition ends a loop over a table, whose elements become numbers of another type. */
    @GraphKernel
    static Tensor tableUntil(@TensorType("f32[n, d]") Tensor x, float limit) {
        Tensor y = x;
        double sum = 0;
        for (double weight : WEIGHTS) {
            if (reduceMax(y).get() * weight < limit) {
                break;
            }
            y = add(mul(y, 0.5f), (float) weight);
            sum += weight / 3;
        }
        for (long size : SIZES[1]) {
            if (reduceMin(y).get() > limit + size) {
                return mul(y, size);
            }
            y = sub(y, size);
        }
        return add(y, (float) sum);
    }

    private Loops() {}
}
