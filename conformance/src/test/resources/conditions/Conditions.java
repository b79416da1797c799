package conditions;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.Arrays;

/** Kernels with loops and branches on conditions that are known only when they run. */
public final class Conditions {

    // Until convergence; the loop carries a tensor.
    @GraphKernel
    public static Tensor newton(@TensorType("f32[]") Tensor a) {
        Tensor x = a;
        while (Math.abs(x.get() * x.get() - a.get()) > 1e-4f) {
            x = mul(add(x, div(a, x)), 0.5f);
        }
        return x;
    }

    // A bound, a tolerance and a library call; the loop carries a number.
    @GraphKernel
    public static Tensor power(@TensorType("f32[n, n]") Tensor a, @TensorType("f32[n, 1]") Tensor start) {
        Tensor x = start;
        float change = 1;
        for (int i = 0; i < 100 && change > 1e-3f; i++) {
            Tensor y = matMul(a, x);
            Tensor next = div(y, sqrt(reduceSum(square(y))));
            change = reduceMax(abs(sub(next, x))).get();
            x = next;
        }
        return mul(x, 2);
    }

    // Numbers only.
    @GraphKernel
    public static Tensor collatz(@TensorType("i32[n]") Tensor start, int limit) {
        long n = start.getLong(0);
        int steps = 0;
        long highest = n;
        while (n != 1 && steps < limit) {
            n = n % 2 == 0 ? n >> 1 : 3 * n + 1;
            highest = Math.max(highest, n);
            steps++;
        }
        return concat(0, fillV2(steps, 1), cast(fillV2(highest, 1), DType.I32));
    }

    // The condition after the iteration, and a flag.
    @GraphKernel
    public static Tensor after(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        do {
            y = mul(y, 0.5f);
        } while (reduceMax(y).get() > 1);
        boolean done = false;
        int rounds = 0;
        while (!done) {
            y = add(y, 1);
            rounds += 2;
            done = all(greater(y, 3)).getBoolean() || rounds > 20;
        }
        return add(y, rounds);
    }

    static Tensor all(Tensor x) {
        return reduceAll(x);
    }

    // A number that a counted loop carries.
    @GraphKernel
    public static Tensor decayed(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        float factor = reduceMax(abs(x)).get();
        for (int i = 0; i < 70; i++) {
            y = add(mul(y, 0.5f), factor);
            factor = factor * 0.9f;
        }
        return add(y, factor);
    }

    // Numbers that a loop carries from constants, assigned by elements, by arithmetic and by the index.
    @GraphKernel
    public static Tensor counted(@TensorType("f32[n]") Tensor x, int steps) {
        Tensor y = x;
        float highest = 0;
        int count = 1;
        int start = 0;
        for (int i = 0; i < steps; i++) {
            start = i;
            y = add(sub(y, highest * 0.25f), narrow(x, 0, start, 1));
            highest = reduceMax(abs(y)).get();
            count += 2;
        }
        return mul(add(y, highest), count);
    }

    @GraphKernel(gradient = true)
    public static Tensor faded(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        float rate = 1;
        for (int i = 0; i < x.dimension(0); i++) {
            rate *= 0.75f;
            y = add(mul(sin(y), rate), x);
        }
        return y;
    }

    // Breaks at the start and at the end, in loops that would otherwise be unrolled.
    @GraphKernel
    public static Tensor breaks(@TensorType("f32[n]") Tensor x, float limit) {
        Tensor y = x;
        int count = 0;
        for (int i = 0; i < 10; i++) {
            if (reduceSum(y).get() > limit) {
                break;
            }
            y = add(mul(y, 1.5f), i);
            count += i;
        }
        for (int i = 10; i > 0; i -= 3) {
            y = sub(y, i);
            if (reduceMin(y).get() < -limit) break;
        }
        while (true) {
            y = mul(y, 0.5f);
            count++;
            if (reduceMax(abs(y)).get() < 0.1f || count > 100) break;
        }
        return add(y, count);
    }

    // A loop with a condition in one over a dim, and the index in a condition.
    @GraphKernel
    public static Tensor rows(@TensorType("f32[t, c]") Tensor x) {
        Tensor sum = fillV2(0f, x.dimension(1));
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            while (reduceSum(abs(row)).get() > 1) {
                row = mul(row, 0.5f);
            }
            sum = add(mul(sum, 0.9f), row);
            if (i < x.dimension(0) - 1) {
                sum = mul(sum, 2);
            }
        }
        return sum;
    }

    // Two branches with few ops, on a number of the call.
    @GraphKernel(gradient = true)
    public static Tensor chosen(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, float a) {
        Tensor z;
        float scale = 1;
        if (a > 0.5f) {
            z = mul(x, y);
            scale = a;
        } else if (a < -0.5f) {
            z = sin(x);
        } else {
            z = add(x, y);
            scale += 2 * a;
        }
        return a == 0 ? mul(z, x) : mul(z, scale);
    }

    // Branches with library calls.
    @GraphKernel(gradient = true)
    public static Tensor matmuls(@TensorType("f32[n, n]") Tensor x, @TensorType("f32[n, n]") Tensor w) {
        Tensor y = tanh(x);
        Tensor z;
        if (reduceSum(x).get() > 0) {
            y = matMul(y, w);
            z = matMul(w, y);
        } else {
            z = sub(matMul(y, y), w);
        }
        return add(y, z);
    }

    // An update of a parameter, in a branch and in a loop.
    @GraphKernel
    public static Tensor updates(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor state, int training) {
        if (training == 1) {
            assign(state, add(mul(state, 0.9f), mul(x, 0.1f)));
        }
        while (reduceMax(state).get() > 1) {
            assign(state, mul(state, 0.5f));
        }
        return sub(x, state);
    }

    // Any shape.
    @GraphKernel
    public static Tensor any(Tensor x, int mode) {
        Tensor y = x;
        if (mode == 1 || mode == 3) {
            y = neg(x);
        }
        return mode > 1 ? mul(y, 2) : y;
    }

    // Branches that return, in a kernel and in a method that it calls.
    @GraphKernel(gradient = true)
    public static Tensor early(@TensorType("f32[n, n]") Tensor x, int mode, float a) {
        if (mode == 0) {
            return x;
        }
        Tensor y = matMul(x, x);
        if (mode == 1) {
            Tensor z = neg(y);
            return mul(z, sign(a));
        } else if (mode == 2) {
            y = mul(y, 3);
        }
        return sub(y, x);
    }

    static float sign(float a) {
        if (a > 0) {
            return 1;
        }
        return a == 0 ? 0 : -1;
    }

    record Pair(@TensorType("f32[n]") Tensor a, @TensorType("f32[n]") Tensor b) {}

    // A record, a list and a number of records change in branches and loops.
    @GraphKernel
    public static Tensor records(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, int swap) {
        Pair pair = new Pair(x, y);
        Tensor[] both = {x, y};
        if (swap > 0) {
            pair = new Pair(pair.b(), pair.a());
            both[0] = add(both[0], 1);
        }
        int i = 0;
        while (i < 3) {
            pair = new Pair(add(pair.a(), i), pair.b());
            i++;
        }
        while (reduceMax(pair.a()).get() > i) {
            pair = new Pair(mul(pair.b(), 0.9f), pair.a());
            both[1] = neg(both[1]);
        }
        return concat(0, pair.a(), pair.b(), both[0], both[1]);
    }

    // Double, long and bool elements, and Math.
    @GraphKernel
    public static Tensor elements(@TensorType("f32[n]") Tensor x, @TensorType("i32[k]") Tensor k) {
        double mean = reduceMean(x).getDouble();
        long count = k.getLong(1) * 1_000_000_007L;
        boolean isLarge = greater(x, 0).getBoolean(0) ^ Math.floorMod(count, 7) > 3;
        float scale = isLarge ? (float) Math.max(mean, 0.25) : -2;
        Tensor y = Elementwise.map(x, v -> v * scale + 1);
        return mul(y, fillV2((int) (count >>> 3), x.dimension(0)).dimension(0) > 3 ? 1 : (float) Math.sqrt(2));
    }

    // Another kernel with a condition.
    @GraphKernel
    public static Tensor calls(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, float a) {
        Tensor z = chosen(x, y, a);
        for (int i = 0; i < 3 && reduceMax(z).get() < 100; i++) {
            z = chosen(z, y, a);
        }
        return z;
    }

    @GraphKernel(gradient = true)
    public static Tensor bounded(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor w, @TensorType("f32[m, n]") Tensor rows) {
        Tensor h = x;
        for (int i = 0; i < rows.dimension(0) && reduceMax(abs(h)).get() < 1.5f; i++) {
            h = add(mul(h, w), squeeze(narrow(rows, 0, i, 1), 0));
        }
        return sin(h);
    }

    // A branch in a loop with a condition, in a loop.
    @GraphKernel(gradient = true)
    public static Tensor nested(@TensorType("f32[t, n, n]") Tensor x, @TensorType("f32[n, n]") Tensor w) {
        Tensor h = w;
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            for (int j = 0; j < 4 && reduceSum(h).get() < 2; j++) {
                if (reduceSum(row).get() > 0) {
                    h = matMul(h, row);
                } else {
                    h = sub(h, row);
                }
                h = add(h, 0.25f);
            }
            h = add(mul(h, 0.5f), row);
        }
        return h;
    }

    // Jumps in the middle, in nested branches and blocks, before updates of numbers and tensors.
    @GraphKernel
    public static Tensor jumps(@TensorType("f32[n]") Tensor x, float limit) {
        Tensor y = x;
        int rounds = 0;
        float total = 0;
        while (rounds < 40) {
            rounds++;
            float largest = reduceMax(y).get();
            if (largest > limit) {
                y = sub(y, 100);
                if (rounds > 20) {
                    break;
                }
                total -= 1;
                continue;
            }
            y = add(mul(y, 1.5f), 1);
            {
                if (reduceSum(y).get() > 3 * limit) {
                    total += 10;
                    break;
                }
                y = add(y, 0.25f);
            }
            total += largest;
        }
        return add(add(y, rounds), total);
    }

    // A jump of a counted loop with a bound, before a library call, and an update that a break skips.
    @GraphKernel(gradient = true)
    public static Tensor skipped(@TensorType("f32[n, n]") Tensor x, @TensorType("f32[t, n, n]") Tensor w) {
        Tensor y = x;
        for (int i = 0; i < w.dimension(0); i++) {
            Tensor m = reshape(narrow(w, 0, i, 1), x.dimension(0), x.dimension(0));
            if (reduceSum(m).get() < 0) {
                continue;
            }
            y = tanh(matMul(y, m));
            if (reduceMax(y).get() > 0.4f) {
                break;
            }
            y = add(y, x);
        }
        return y;
    }

    // Updates of the header are executed after continue, and not after break.
    @GraphKernel
    public static Tensor updated(@TensorType("f32[n]") Tensor x, float limit) {
        Tensor y = x;
        float factor = 1;
        for (; factor < 1000; factor *= 2, y = add(y, 1)) {
            if (reduceMax(y).get() < 0) {
                continue;
            }
            y = mul(y, 1.25f);
            if (reduceMax(y).get() > limit) {
                break;
            }
        }
        return mul(y, factor);
    }

    // An inner loop with jumps of its own.
    @GraphKernel
    public static Tensor inner(@TensorType("f32[n]") Tensor x, int count) {
        Tensor y = x;
        int sum = 0;
        for (int i = 0; i < count; i++) {
            int j = 0;
            while (true) {
                j++;
                if (j > 5 || reduceMax(y).get() > 10 * j) {
                    break;
                }
                y = add(y, j);
            }
            if (sum > 20) {
                continue;
            }
            sum += j;
            y = mul(y, 0.75f);
        }
        return add(y, sum);
    }

    // Numbers of the call select a case; labels share a case, and the default is not the last one.
    @GraphKernel(gradient = true)
    public static Tensor cases(@TensorType("f32[n, n]") Tensor x, int mode) {
        Tensor y;
        int factor = 1;
        switch (mode) {
            case 0:
            case 3:
                y = matMul(x, x);
                break;
            default:
                y = x;
                factor = 7;
                break;
            case 1: {
                y = exp(x);
                break;
            }
        }
        switch (mode + 1) {
            case 1, 4 -> factor += 10;
            case 2 -> {
                y = neg(y);
                factor *= 3;
            }
            default -> {}
        }
        return mul(y, factor);
    }

    @GraphKernel
    public static Tensor valued(@TensorType("f32[n]") Tensor x, int mode) {
        float scale = switch (mode * 2) {
            case 0 -> 0.5f;
            case 2, 4 -> mode;
            default -> reduceMax(x).get();
        };
        Tensor y = switch (mode) {
            case 1 -> neg(x);
            case 2 -> {
                yield square(x);
            }
            default -> x;
        };
        return returning(mul(y, scale), mode);
    }

    static Tensor returning(Tensor x, int mode) {
        switch (mode) {
            case 1:
                return add(x, 1);
            case 2:
                return mul(x, 3);
        }
        return sub(x, 5);
    }

    // Logarithms are infinite from some iteration on; indices are those of the call.
    @GraphKernel(flags = "--enable_debug_mode --dump_as_text")
    public static Tensor logged(@TensorType("f32[n]") Tensor x, @TensorType("i32[n]") Tensor rows) {
        Tensor y = x;
        while (reduceSum(y).get() > 0) {
            y = log(mul(gather(y, rows, 0), 0.5f));
        }
        return y;
    }

    // The indices before the loop are checked at the call; those in the loop may never be read.
    @GraphKernel(flags = "--check_indices")
    public static Tensor checked(@TensorType("f32[n]") Tensor x, @TensorType("i32[n]") Tensor rows, float limit) {
        Tensor y = gather(x, rows, 0);
        for (int i = 0; i < 10 && reduceMax(y).get() < limit; i++) {
            y = mul(gather(y, rows, 0), 2);
        }
        return y;
    }

    // Elements that no iteration assigns keep their values; the length is a dim.
    @GraphKernel(gradient = true)
    public static Tensor filled(@TensorType("f32[n]") Tensor x, @TensorType("f32[t, n]") Tensor rows, float limit) {
        Tensor[] states = new Tensor[(int) rows.dimension(0)];
        Arrays.fill(states, fillV2(0f, x.dimension(0)));
        Tensor h = x;
        for (int i = 0; i < states.length; i++) {
            h = tanh(add(h, squeeze(narrow(rows, 0, i, 1), 0)));
            if (reduceSum(h).get() > limit) {
                break;
            }
            states[i] = h;
        }
        return stack(1, states);
    }

    // The length is a small constant; the condition is in the header, and a branch skips elements.
    @GraphKernel(gradient = true)
    public static Tensor filledSome(@TensorType("f32[n]") Tensor x, float limit) {
        Tensor[] states = new Tensor[6];
        Arrays.fill(states, x);
        Tensor h = x;
        float sum = reduceSum(x).get();
        for (int i = 0; i < 6 && sum < limit; i++) {
            h = add(mul(h, 1.5f), 0.25f);
            sum = reduceSum(h).get();
            if (sum > 1) {
                states[i] = sin(h);
            }
        }
        return add(stack(0, states), states[2]);
    }

    // Both branches assign, with matmuls; a second loop keeps the elements of the first one.
    @GraphKernel(gradient = true)
    public static Tensor filledTwice(@TensorType("f32[n, n]") Tensor x, @TensorType("f32[t, n, n]") Tensor w) {
        Tensor[] states = new Tensor[(int) w.dimension(0)];
        Tensor h = x;
        for (int i = 0; i < w.dimension(0); i++) {
            Tensor row = squeeze(narrow(w, 0, i, 1), 0);
            if (reduceSum(row).get() > 0) {
                states[i] = matMul(row, h);
            } else {
                states[i] = matMul(h, row);
            }
            h = sin(add(h, row));
        }
        float sum = 0;
        for (int i = 0; i < states.length && sum < 2; i++) {
            sum += 1 + 0 * reduceMax(h).get();
            h = add(h, 0.2f);
            states[i] = matMul(h, h);
        }
        return concat(0, states);
    }

    // Remainders and quotients of the index select slices.
    @GraphKernel
    public static Tensor alternating(@TensorType("f32[t, n]") Tensor x, @TensorType("f32[2, n]") Tensor w) {
        Tensor h = squeeze(narrow(w, 0, 0, 1), 0);
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor weight = squeeze(narrow(w, 0, i % 2, 1), 0);
            Tensor half = squeeze(narrow(x, 0, i / 2, 1), 0);
            h = add(mul(h, weight), mul(half, i % 3));
        }
        return h;
    }

    // A number that is assigned the same constant in each iteration and branch stays a constant.
    @GraphKernel
    public static Tensor sameNumber(@TensorType("f32[t, n]") Tensor x, int mode) {
        int axis = 0;
        int start = 1;
        Tensor h = squeeze(narrow(x, 0, 0, 1), 0);
        if (mode > 0) {
            start = 1;
            h = mul(h, 2);
        } else {
            start = 1;
        }
        for (int i = 0; i < x.dimension(0); i++) {
            axis = 0;
            h = add(h, squeeze(narrow(x, axis, start, 1), 0));
            start = 1;
        }
        return concat(axis, h, squeeze(narrow(x, axis, start, 1), 0));
    }

    // Conditions that read an element by the counter, for which there is none after the last iteration.
    @GraphKernel
    public static Tensor reads(@TensorType("f32[n, 1]") Tensor x, float limit) {
        Tensor sum = fillV2(0f, 1);
        for (int i = 0; i < x.dimension(0); i++) {
            if (x.get(i, 0) > limit) {
                break;
            }
            if (x.get(i, 0) < -1) {
                continue;
            }
            sum = add(sum, mul(squeeze(narrow(x, 0, i, 1), 0), i + 1));
        }
        int first = 0;
        while (first < x.dimension(0) && x.get(first, 0) <= limit) {
            first++;
        }
        int second = 0;
        float product = 1;
        for (; second < x.dimension(0) && x.get(second, 0) < limit && product < 50; second++) {
            product *= 1.5f + Math.abs(x.get(second, 0));
            if (product > 20) {
                product = -product;
                break;
            }
        }
        int third = 0;
        while (third < x.dimension(0) && !(x.get(third, 0) > limit)) {
            product += x.get(third, 0);
            third++;
            if (product > 3) {
                break;
            }
        }
        int inversions = 0;
        for (int i = 1; i < x.dimension(0); i++) {
            int j = i - 1;
            while (j >= 0 && x.get(j, 0) > x.get(i, 0)) {
                j--;
                inversions++;
            }
            product += j;
        }
        int found = 0;
        for (; found < x.dimension(0); found++) {
            if (x.get(found, 0) > limit) {
                break;
            }
        }
        int below = 0;
        for (; below < x.dimension(0) && x.get(below, 0) <= limit; below++) {}
        product += 3 * found + below;
        for (int i = 0; i < x.dimension(0); i++) {
            if (x.get(i, 0) > limit) {
                break;
            }
            float next = product + x.get(i, 0);
            float change = next - product;
            product = next;
            if (change < -0.5f) {
                break;
            }
        }
        int small = 0;
        for (int i = 0; i < 3; i++) {
            if (x.get(i, 0) > limit || small > 1) {
                break;
            }
            small++;
        }
        return concat(
                0,
                sum,
                fillV2(product, 1),
                fillV2((float) (first + 10 * second + 100 * third), 1),
                fillV2((float) (inversions + 100 * small), 1));
    }

    // The gradient of rows up to the first one whose element is large.
    @GraphKernel(gradient = true)
    public static Tensor readsRows(@TensorType("f32[n, 2]") Tensor x, float limit) {
        Tensor sum = fillV2(0.5f, 1, 2);
        for (int i = 0; i < x.dimension(0); i++) {
            if (x.get(i, 0) > limit) {
                break;
            }
            sum = sin(add(sum, narrow(x, 0, i, 1)));
        }
        return sum;
    }
}
