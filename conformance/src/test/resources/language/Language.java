package language;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.ArrayList;
import java.util.List;

/** Kernels in the Java that a body may contain: helpers, switch, jumps, arrays, sizes, and records used twice. */
public final class Language {
    enum Mode {
        RELU,
        GELU,
        TANH
    }

    record Dense(@TensorType("f32[i, o]") Tensor weight, @TensorType("f32[o]") Tensor bias) {}

    record Block(Dense up, Dense down, @TensorType("f32[d]") Tensor scale) {}

    record Window(int start, long length) {}

    record Part(@TensorType("f32[m + 1, d]") Tensor rows, int m) {}

    record Parts(@Length(3) Tensor[] tensors) {}

    static Tensor activation(Tensor x, Mode mode) {
        return switch (mode) {
            case RELU -> reLU(x);
            case GELU -> {
                Tensor half = mul(x, 0.5);
                yield geLU(half);
            }
            case TANH -> tanh(x);
        };
    }

    static Tensor named(Tensor x, String name, boolean negative) {
        Tensor y;
        switch (name) {
            case "exp":
                y = exp(x);
                break;
            case "tanh":
                y = tanh(x);
                break;
            default:
                return x;
        }
        return negative && !name.equals("exp") ? neg(y) : y;
    }

    static Tensor dense(Tensor x, Dense dense) {
        Tensor products = mul(expandDims(x, 2), expandDims(dense.weight(), 0));
        return add(reduceSum(products, 1), dense.bias());
    }

    static void fill(Tensor[] target, Tensor x) {
        for (int i = 0; i < target.length; ) {
            target[i] = mul(x, ++i);
        }
    }

    @GraphKernel
    static Tensor helpers(@TensorType("f32[n, d]") Tensor x) {
        Tensor y = activation(x, Mode.GELU);
        y = add(y, activation(x, Mode.RELU));
        return add(named(y, "exp", true), named(y, "tanh", true));
    }

    @GraphKernel
    static Tensor counted(@TensorType("f32[n, d]") Tensor x) {
        int i = 0;
        int[] counts = new int[2];
        Tensor y = add(x, i++);
        for (int step = 0; step < 10; step++) {
            if (step == 1) {
                continue;
            }
            if (step == 3) {
                break;
            }
            y = add(y, i += step);
        }
        counts[1] += 5;
        return mul(y, ++counts[0] * 10 + counts[1]-- + counts[1] + i);
    }

    @GraphKernel
    static Parts parts(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] parts = new Tensor[3];
        fill(parts, x);
        List<Tensor> list = new ArrayList<>();
        for (Tensor part : parts) {
            list.add(neg(part));
        }
        list.set(1, x);
        return new Parts(list.toArray(new Tensor[0]));
    }

    @GraphKernel
    static Tensor window(@TensorType("f32[n, d]") Tensor x, int start, int length) {
        return exp(narrow(x, 1, start, length));
    }

    @GraphKernel
    static Tensor clipped(@TensorType("f32[n, d]") Tensor x, Window window) {
        long length = Math.min(window.length(), x.dimension(1) - window.start());
        return add(narrow(x, 1, window.start(), length), window(x, window.start(), 1));
    }

    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x, long rows) {
        int last = (int) x.dimension(1) - 1;
        last -= 1;
        return mul(reshape(x, rows, -1), last);
    }

    @GraphKernel
    static Tensor last(@TensorType("f32[t, d]") Tensor x) {
        int t = (int) x.dimension(0);
        Tensor first = squeeze(stridedSlice(x, new long[] {0, 0}, new long[] {1, 2}, new long[] {1, 1}), 0);
        return concat(0, first, squeeze(narrow(x, 0, t - 1, 1), 0));
    }

    @GraphKernel
    static Tensor mlp(@TensorType("f32[n, i]") Tensor x, Dense up, Dense down) {
        return dense(activation(dense(x, up), Mode.TANH), down);
    }

    @GraphKernel(gradient = true)
    static Tensor loss(@TensorType("f32[n, d]") Tensor x, Block block, int rows) {
        Tensor h = mul(mlp(x, block.up(), block.down()), block.scale());
        return reduceSum(square(narrow(h, 0, 0, rows)));
    }

    @GraphKernel
    static Tensor joined(Part first, Part second) {
        return concat(0, exp(first.rows()), second.rows());
    }

    @GraphKernel
    static Tensor[] powers(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] powers = new Tensor[3];
        powers[0] = neg(x);
        for (int i = 1; i < powers.length; i++) {
            powers[i] = mul(powers[i - 1], x);
        }
        return powers;
    }

    @GraphKernel
    static Tensor ofPowers(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] powers = powers(x);
        powers[0] = add(powers[2], 1);
        return add(powers[0], powers[1]);
    }

    @GraphKernel
    static Tensor[] columns(@TensorType("f32[n, 3]") Tensor x) {
        return split(x, 3, -1);
    }

    @GraphKernel
    static Tensor[] steps(@TensorType("f32[70, 4, d]") Tensor x, @TensorType("f32[4, d]") Tensor start) {
        Tensor[] states = new Tensor[70];
        Tensor state = start;
        for (int i = 0; i < states.length; i++) {
            state = tanh(add(state, squeeze(narrow(x, 0, i, 1), 0)));
            states[i] = state;
        }
        return states;
    }

    @GraphKernel
    static Tensor folded(@TensorType("f32[t, d]") Tensor x) {
        Tensor h = squeeze(narrow(x, 0, 0, 1), 0);
        for (int i = 1; i < x.dimension(0); i++) {
            h = tanh(add(h, squeeze(narrow(x, 0, i, 1), 0)));
        }
        return h;
    }

    @GraphKernel
    static Tensor foldedDown(@TensorType("f32[t, d]") Tensor x) {
        Tensor h = squeeze(narrow(x, 0, (int) x.dimension(0) - 1, 1), 0);
        for (int i = (int) x.dimension(0) - 2; i >= 0; i--) {
            h = tanh(add(h, squeeze(narrow(x, 0, i, 1), 0)));
        }
        return h;
    }

    @GraphKernel
    static Tensor tail(@TensorType("f32[t, d]") Tensor x, int window) {
        return narrow(x, 0, Math.max(0, x.dimension(0) - window), Math.min(window, x.dimension(0)));
    }

    @GraphKernel
    static Tensor pairs(@TensorType("f32[t, d]") Tensor x) {
        long even = x.dimension(0) - x.dimension(0) % 2;
        return reshape(narrow(x, 0, 0, even), even / 2, 2, x.dimension(1));
    }

    @GraphKernel
    static Tensor blocks(@TensorType("f32[t, d]") Tensor x) {
        long count = (x.dimension(0) + 3) / 4;
        Tensor padded = pad(x, 0f, new long[] {0, 0}, new long[] {count * 4 - x.dimension(0), 0});
        return reduceSum(reshape(padded, count, 4, x.dimension(1)), 1);
    }

    @GraphKernel
    static Tensor rest(@TensorType("f32[t, d]") Tensor x) {
        return narrow(x, 0, 0, Math.floorMod(x.dimension(0), 3));
    }

    @GraphKernel
    static Tensor onlyRow(@TensorType("f32[n, d]") Tensor weights) {
        return mul(squeeze(weights, 0), 2);
    }

    @GraphKernel
    static Tensor onlyColumn(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(squeeze(add(x, 1), -1));
    }

    @GraphKernel
    static Tensor constantAxes(@TensorType("f32[1, n, 1]") Tensor x) {
        return squeeze(x);
    }

    @GraphKernel
    static Tensor outer(@TensorType("f32[n]") Tensor x, @TensorType("f32[1, d]") Tensor y) {
        return mul(unsqueeze(x, -1), unsqueeze(squeeze(y, -2), -2));
    }

    @GraphKernel
    static Tensor turned(@TensorType("f32[n, d]") Tensor x) {
        return movedim(unsqueeze(x, -2), new int[] {0, -1}, new int[] {2, 0});
    }

    @GraphKernel(gradient = true)
    static List<Tensor> pair(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor scale, boolean first) {
        List<Tensor> results = new ArrayList<>();
        results.add(mul(tanh(x), scale));
        results.add(reduceSum(first ? exp(x) : square(x)));
        return results;
    }

    private Language() {}
}
