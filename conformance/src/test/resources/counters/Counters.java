package counters;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Loops with counters of their own, and lists to which loops add elements. */
public final class Counters {

    static Tensor next(Tensor h, Tensor row) {
        return sin(add(mul(h, 0.7f), row));
    }

    static Tensor row(Tensor x, long i) {
        return squeeze(narrow(x, 0, i, 1), 0);
    }

    @GraphKernel(gradient = true)
    public static Tensor counted(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        Tensor h = h0;
        int i = 0;
        while (i < states.length) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            states[i] = h;
            i++;
        }
        return stack(0, states);
    }

    // A leading break, an update in an expression, the updated counter, and the counter after the loop.
    @GraphKernel(gradient = true)
    public static Tensor leading(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        Tensor h = h0;
        int i = 0;
        while (true) {
            if (i >= x.dimension(0)) {
                break;
            }
            Tensor row = squeeze(narrow(x, 0, i++, 1), 0);
            h = add(next(h, row), mul(row, i));
        }
        return mul(h, i);
    }

    // The first iteration always runs, and a break at the end bounds the second loop.
    @GraphKernel(gradient = true)
    public static Tensor tested(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        Tensor h = h0;
        int i = 0;
        do {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            i += 2;
        } while (i < x.dimension(0));
        long j = x.dimension(0);
        while (true) {
            j--;
            h = next(h, squeeze(narrow(x, 0, j, 1), 0));
            if (j <= 0) break;
        }
        return add(mul(h, i), j);
    }

    // Down to zero, with the operands of the comparison swapped.
    @GraphKernel
    public static Tensor down(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        Tensor h = h0;
        int i = (int) x.dimension(0);
        while (0 < i) {
            i = i - 1;
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
        }
        for (; i < x.dimension(0); i += 3) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
        }
        return mul(h, i);
    }

    // A break before the update, which the counter shows after the loop.
    @GraphKernel(gradient = true)
    public static Tensor broken(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        Tensor h = h0;
        int i = 0;
        while (i < x.dimension(0)) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            if (reduceSum(h).get() > limit) {
                break;
            }
            h = mul(h, 1.5f);
            i++;
        }
        return mul(h, i + 1);
    }

    // A further condition, and jumps after the update.
    @GraphKernel(gradient = true)
    public static Tensor jumping(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        Tensor h = h0;
        float sum = 0;
        int i = 0;
        while (i < x.dimension(0) && sum < limit) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            i++;
            sum += 0.5f;
            if (reduceSum(row).get() < 0) {
                continue;
            }
            h = next(h, row);
            if (reduceMax(h).get() > limit) {
                break;
            }
            h = add(h, mul(row, i));
        }
        return add(h, i);
    }

    // A header without a declaration; a break skips its update.
    @GraphKernel
    public static Tensor header(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        Tensor h = h0;
        int i = 1;
        for (; i < x.dimension(0); i++) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            if (reduceSum(h).get() > limit) break;
        }
        return mul(h, i);
    }

    // Counters in a loop with a counter; an element per pair of both.
    @GraphKernel(gradient = true)
    public static Tensor grid(@TensorType("f32[n, m, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        Tensor h = h0;
        List<Tensor> states = new ArrayList<>();
        int i = 0, j = 7;
        while (i < x.dimension(0)) {
            Tensor plane = squeeze(narrow(x, 0, i, 1), 0);
            j = 0;
            while (j < x.dimension(1)) {
                h = next(h, squeeze(narrow(plane, 0, j, 1), 0));
                states.add(mul(h, i + j));
                j++;
            }
            i++;
        }
        return mul(stack(0, states.toArray(new Tensor[0])), j);
    }

    // Steps that depend on a condition make the counter a number of the loop.
    @GraphKernel
    public static Tensor carried(@TensorType("f32[c]") Tensor x, int n) {
        Tensor h = x;
        int i = 0;
        while (i < n) {
            h = add(mul(h, 0.5f), i);
            if (i % 2 == 0) {
                i++;
            } else {
                i += 2;
            }
        }
        return add(h, i);
    }

    // More iterations than are unrolled.
    @GraphKernel
    public static Tensor many(@TensorType("f32[c]") Tensor x) {
        Tensor h = x;
        List<Tensor> states = new ArrayList<>();
        int i = 0;
        while (i < 5000) {
            h = add(mul(h, 0.75f), mul(x, i));
            states.add(h);
            i++;
        }
        return add(states.get(4999), mul(states.get(17), i));
    }

    @GraphKernel(gradient = true)
    public static Tensor listed(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        List<Tensor> states = new ArrayList<>();
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            states.add(h);
        }
        return stack(0, states.toArray(new Tensor[0]));
    }

    // Elements before, in and after loops, several per iteration, and reads of single ones.
    @GraphKernel(gradient = true)
    public static Tensor extended(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        List<Tensor> states = new ArrayList<>();
        states.add(h0);
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            states.add(h);
            states.add(mul(h, h));
        }
        for (int i = 0; i < x.dimension(0); i++) {
            states.add(squeeze(narrow(x, 0, i, 1), 0));
        }
        states.add(mul(h, 3));
        Tensor ends = add(states.get(0), states.get(states.size() - 1));
        Tensor second = states.get(1);
        Tensor all = stack(1, states.toArray(new Tensor[0]));
        return add(add(all, reshape(add(ends, second), x.dimension(1), 1)), states.size());
    }

    // A loop over the elements of a list.
    @GraphKernel(gradient = true)
    public static Tensor replayed(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        List<Tensor> states = new ArrayList<>();
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            states.add(h);
        }
        for (int i = states.size() - 1; i >= 0; i--) {
            h = next(h, states.get(i));
        }
        return h;
    }

    // Branches that both add an element: evaluated both, and as loops.
    @GraphKernel(gradient = true)
    public static Tensor branches(@TensorType("f32[t, c, c]") Tensor x, @TensorType("f32[c, c]") Tensor h0) {
        List<Tensor> states = new ArrayList<>();
        List<Tensor> sums = new ArrayList<>();
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            sums.add(h);
            if (reduceSum(row).get() > 0) {
                sums.add(add(h, row));
                states.add(matMul(h, row));
            } else {
                states.add(matMul(row, h));
                sums.add(sub(h, row));
            }
            h = sin(add(h, row));
        }
        return concat(0, concat(0, states.toArray(new Tensor[0])), concat(0, sums.toArray(new Tensor[0])));
    }

    // A list of equal elements, which a loop sets until it ends early.
    @GraphKernel(gradient = true)
    public static Tensor replaced(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        List<Tensor> states = new ArrayList<>(Collections.nCopies((int) x.dimension(0), h0));
        List<Tensor> few = new ArrayList<>(Collections.nCopies(3, h0));
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            if (reduceSum(h).get() > limit) {
                break;
            }
            states.set(i, h);
        }
        for (int i = 0; i < 3 && reduceSum(h).get() < limit; i++) {
            h = mul(next(h, h0), 1.25f);
            few.set(i, h);
        }
        return add(add(stack(0, states.toArray(new Tensor[0])), few.get(1)), states.get(0));
    }

    // Initializers that do not declare the counter.
    @GraphKernel
    public static Tensor initialized(@TensorType("f32[c]") Tensor x, int n) {
        Tensor h = x;
        int i = 0;
        for (h = sin(x); i < n; i++) {
            h = add(mul(h, 0.5f), i);
        }
        int k = 0;
        int end = 70;
        for (end = 90; k < end; k++) {
            h = add(mul(h, 0.5f), k);
        }
        for (int outer = 0; outer < 2; outer++) {
            for (int m = 0, step = 3; m < n; m += 2) {
                h = add(mul(h, 0.5f), m + step);
            }
        }
        return add(h, i);
    }

    // An unrolled loop around a loop whose bound is declared in its body.
    @GraphKernel
    public static Tensor nested(@TensorType("f32[c]") Tensor x) {
        Tensor h = x;
        for (int o = 0; o < 2; o++) {
            int i = 0;
            while (true) {
                h = add(mul(h, 0.5f), i);
                i++;
                int end = 100 * (o + 1);
                if (i >= end) break;
            }
        }
        return h;
    }

    // A break at the end of the body, which a continue skips.
    @GraphKernel
    public static Tensor continued(@TensorType("f32[c]") Tensor x, float limit) {
        Tensor h = x;
        int i = 0;
        while (true) {
            h = add(mul(h, 0.5f), i);
            i++;
            if (i % 2 == 1 && reduceSum(x).get() < limit) {
                continue;
            }
            h = sin(h);
            if (i >= 3) break;
        }
        return add(h, i);
    }

    // A list that each iteration creates, and a branch.
    @GraphKernel
    public static Tensor recreated(@TensorType("f32[c]") Tensor x, float limit) {
        List<Tensor> parts = new ArrayList<>();
        Tensor h = x;
        for (int i = 0; i < 100; i++) {
            parts = new ArrayList<>();
            parts.add(h);
            h = add(mul(h, 0.75f), mul(x, i));
            parts.add(h);
        }
        if (reduceSum(x).get() > limit) {
            parts = new ArrayList<>();
            parts.add(h);
            parts.add(x);
        } else {
            parts.set(0, sin(x));
        }
        return add(parts.get(0), mul(parts.get(1), parts.size()));
    }

    record Pair(Tensor first, Tensor second) {}

    // Records that branches add to a list.
    @GraphKernel
    public static Tensor pairs(@TensorType("f32[c]") Tensor x, float limit) {
        List<Pair> pairs = new ArrayList<>();
        if (reduceSum(x).get() > limit) {
            pairs.add(new Pair(x, sin(x)));
        } else {
            pairs.add(new Pair(cos(x), x));
        }
        return sub(pairs.get(0).first(), pairs.get(0).second());
    }

    static void fill(List<Tensor> list, Tensor x) {
        for (int i = 0; i < 100; i++) {
            list.add(mul(x, i));
        }
    }

    // A method that extends a list of its caller, and a loop that reads the list which it extends.
    @GraphKernel
    public static Tensor filled(@TensorType("f32[c]") Tensor x) {
        List<Tensor> list = new ArrayList<>();
        fill(list, x);
        Tensor h = x;
        for (int i = 0; i < 70; i++) {
            list.add(h);
            h = next(h, list.get(list.size() - 1));
        }
        return add(add(list.get(99), list.get(169)), list.size());
    }

    // Elements of an array of the list.
    @GraphKernel(gradient = true)
    public static Tensor array(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        List<Tensor> states = new ArrayList<>();
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            states.add(h);
        }
        Tensor[] all = states.toArray(new Tensor[0]);
        return mul(add(all[0], all[all.length - 1]), all.length);
    }

    // Elements that branches add before they return.
    @GraphKernel
    public static Tensor returned(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        List<Tensor> states = new ArrayList<>();
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            h = next(h, squeeze(narrow(x, 0, i, 1), 0));
            states.add(h);
        }
        if (reduceSum(h).get() > limit) {
            states.add(h0);
            return reduceSum(stack(0, states.toArray(new Tensor[0])), 0);
        }
        states.add(mul(h, 2));
        states.add(h0);
        return reduceMax(stack(0, states.toArray(new Tensor[0])), 0);
    }

    // Quotients and remainders of the index select slices, also in a loop that ends early.
    @GraphKernel(gradient = true)
    public static Tensor alternating(
            @TensorType("f32[t, c]") Tensor x, @TensorType("f32[2, c]") Tensor w, float limit) {
        Tensor h = squeeze(narrow(w, 0, 1, 1), 0);
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor weight = squeeze(narrow(w, 0, i % 2, 1), 0);
            Tensor half = squeeze(narrow(x, 0, i / 2, 1), 0);
            h = add(sin(mul(h, weight)), mul(half, i % 3));
        }
        int i = 0;
        while (i < x.dimension(0) && reduceSum(h).get() < limit) {
            h = add(h, mul(squeeze(narrow(x, 0, i / 3, 1), 0), squeeze(narrow(w, 0, (i + 1) % 2, 1), 0)));
            i++;
        }
        return h;
    }

    // Ranges at the index, multiples of it, along another axis, and several reads of one tensor.
    @GraphKernel(gradient = true)
    public static Tensor ranges(@TensorType("f32[c, 2 * t]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        Tensor h = h0;
        for (int i = 0; i < x.dimension(1) / 2; i++) {
            Tensor pair = narrow(x, 1, 2 * i, 2);
            Tensor window = narrow(x, 1, i, 3);
            Tensor one = squeeze(narrow(x, 1, x.dimension(1) - 1 - i, 1), 1);
            h = sin(add(mul(h, one), reduceSum(mul(pair, narrow(window, 1, 1, 2)), 1)));
        }
        return mul(h, reduceSum(square(x), 1));
    }

    @GraphKernel
    static Tensor ended(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            h = next(h, mul(squeeze(narrow(x, 0, i, 1), 0), h));
            if (reduceSum(h).get() > limit) {
                break;
            }
        }
        return reduceSum(square(h));
    }

    // The gradient of a gradient of a loop that ends early.
    @GraphKernel(gradient = true)
    public static Tensor second(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        return gradient(() -> ended(x, h0, limit), h0);
    }

    // The same by the slices.
    @GraphKernel(gradient = true)
    public static Tensor secondBySlices(
            @TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        return gradient(() -> ended(x, h0, limit), x);
    }
}
