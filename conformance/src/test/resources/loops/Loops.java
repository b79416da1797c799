package loops;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Kernels with loops that remain loops. */
public final class Loops {
    public record Cell(
            @TensorType("f32[c, c]") Tensor w,
            @TensorType("f32[c]") Tensor b) {}

    public record State(
            @TensorType("f32[b, c]") Tensor h,
            @TensorType("f32[b, c]") Tensor s) {}

    @GraphKernel(gradient = true)
    public static Tensor rnn(
            @TensorType("f32[t, b, c]") Tensor x,
            @TensorType("f32[b, c]") Tensor h0,
            @TensorType("f32[c, c]") Tensor w) {
        Tensor h = h0;
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < states.length; i++) {
            h = tanh(add(squeeze(narrow(x, 0, i, 1), 0), matMul(h, w)));
            states[i] = h;
        }
        return stack(0, states);
    }

    // Slices of a later axis, and a captured vector.
    @GraphKernel(gradient = true)
    public static Tensor decay(@TensorType("f32[b, t, c]") Tensor x, @TensorType("f32[c]") Tensor rate) {
        Tensor h = fillV2(0f, x.dimension(0), x.dimension(2));
        for (long i = 0; i < x.dimension(1); i++) {
            h = add(mul(h, rate), squeeze(narrow(x, 1, i, 1), 1));
        }
        return h;
    }

    // A number of the call in the loop, and in its gradient.
    @GraphKernel(gradient = true)
    public static Tensor scaled(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float scale) {
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            h = sin(add(mul(h, scale), squeeze(narrow(x, 0, i, 1), 0)));
        }
        return h;
    }

    // A range of the slices.
    @GraphKernel(gradient = true)
    public static Tensor tail(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        Tensor h = h0;
        for (int i = 1; i < x.dimension(0) - 1; i++) {
            h = tanh(add(mul(h, 0.7f), squeeze(narrow(x, 0, i, 1), 0)));
        }
        return h;
    }

    // A loop in a loop, with values of both carried.
    @GraphKernel(gradient = true)
    public static Tensor grid(@TensorType("f32[n, m, c]") Tensor x, @TensorType("f32[c]") Tensor w) {
        Tensor total = mul(w, w);
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = w;
            Tensor plane = squeeze(narrow(x, 0, i, 1), 0);
            for (int j = 0; j < x.dimension(1); j++) {
                row = sin(add(mul(row, w), squeeze(narrow(plane, 0, j, 1), 0)));
            }
            total = add(mul(total, 0.5f), row);
        }
        return total;
    }

    // Loops up to and from the index of the loop around them, with slices at both indices.
    @GraphKernel(gradient = true)
    public static Tensor triangles(@TensorType("f32[n, c]") Tensor x, @TensorType("f32[c]") Tensor w) {
        Tensor total = w;
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            Tensor sum = w;
            for (int j = 0; j <= i; j++) {
                sum = sin(add(mul(sum, w), mul(row, squeeze(narrow(x, 0, j, 1), 0))));
            }
            for (int j = i + 1; j < x.dimension(0); j++) {
                sum = add(mul(sum, 0.5f), sin(mul(sum, squeeze(narrow(x, 0, j, 1), 0))));
            }
            total = add(mul(total, 0.5f), sum);
        }
        return total;
    }

    // Products, a number of the call, and the bound of the innermost loop from both indices.
    @GraphKernel(gradient = true)
    public static Tensor pyramid(
            @TensorType("f32[n, c]") Tensor x, @TensorType("f32[c, c]") Tensor w, float scale) {
        Tensor h = narrow(x, 0, 0, 1);
        for (int i = 0; i < x.dimension(0); i++) {
            for (int j = i; j > 0; j--) {
                h = tanh(add(matMul(h, w), mul(narrow(x, 0, i - j, 1), scale)));
                for (int k = 0; k < i - j; k++) {
                    h = add(mul(h, 0.75f), sin(narrow(x, 0, j + k, 1)));
                }
            }
        }
        return h;
    }

    // A number of the call bounds the inner loop alone.
    @GraphKernel(gradient = true)
    public static Tensor stops(
            @TensorType("f32[n, c]") Tensor x, @TensorType("f32[c, c]") Tensor w, int stop) {
        Tensor h = narrow(x, 0, 0, 1);
        for (int i = 0; i < x.dimension(0); i++) {
            for (int j = i; j < stop; j++) {
                h = tanh(add(matMul(h, w), narrow(x, 0, i, 1)));
            }
        }
        return h;
    }

    // Windows, which begin at the index of the outer loop, and a condition.
    @GraphKernel(gradient = true)
    public static Tensor windows(
            @TensorType("f32[n, c]") Tensor x, @TensorType("f32[k, c]") Tensor w, float limit) {
        Tensor total = fillV2(0f, x.dimension(1));
        for (int i = 0; i < x.dimension(0) - w.dimension(0) + 1; i++) {
            Tensor sum = squeeze(narrow(x, 0, i, 1), 0);
            for (int j = 0; j < w.dimension(0); j++) {
                sum = sin(add(sum, mul(squeeze(narrow(x, 0, i + j, 1), 0), squeeze(narrow(w, 0, j, 1), 0))));
            }
            for (int j = 0; j <= i; j++) {
                if (reduceMax(sum).get() > limit) {
                    break;
                }
                sum = add(mul(sum, 1.25f), squeeze(narrow(x, 0, j, 1), 0));
            }
            total = add(mul(total, 0.5f), sum);
        }
        return total;
    }

    @GraphKernel
    static Tensor step(@TensorType("f32[b, c]") Tensor h, @TensorType("f32[b, c]") Tensor x, Cell cell) {
        return reLU(add(add(x, matMul(h, cell.w())), cell.b()));
    }

    // Records, another kernel, several carried values that swap, reversed index
    @GraphKernel
    public static State cell(@TensorType("f32[t, b, c]") Tensor x, State start, Cell cell) {
        State state = start;
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, x.dimension(0) - 1 - i, 1), 0);
            state = new State(add(state.s(), row), step(state.h(), row, cell));
        }
        return state;
    }

    @GraphKernel
    public static Tensor swap(
            @TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor a0, @TensorType("f32[c]") Tensor b0) {
        Tensor a = a0, b = b0;
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor t = a;
            a = b;
            b = t;
            b = add(b, reshape(narrow(x, 0, i, 1), x.dimension(1)));
        }
        return stack(0, a, b);
    }

    // Nested loops.
    @GraphKernel
    public static Tensor nested(@TensorType("f32[n, m, c]") Tensor x) {
        Tensor[] rows = new Tensor[(int) x.dimension(0)];
        Tensor total = fillV2(0f, x.dimension(2));
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor sum = fillV2(0f, x.dimension(2));
            for (int j = 0; j < x.dimension(1); j++) {
                Tensor e = reshape(narrow(narrow(x, 0, i, 1), 1, j, 1), x.dimension(2));
                sum = add(mul(sum, 0.5f), e);
                total = add(total, mul(sum, i + j));
            }
            rows[i] = add(sum, total);
        }
        return stack(0, rows);
    }

    // Middle axis, stacked along axis 1; previous value stored; constants in the loop
    @GraphKernel
    public static Tensor middle(@TensorType("f32[b, t, c]") Tensor x) {
        Tensor h = fillV2(0f, x.dimension(0), x.dimension(2));
        Tensor[] before = new Tensor[(int) x.dimension(1)];
        for (int i = 0; i < before.length; i++) {
            before[i] = h;
            h = add(mul(h, 0.9f), squeeze(narrow(x, 1, i, 1), 1));
        }
        return stack(1, before);
    }

    // A large constant.
    @GraphKernel
    public static Tensor large(@TensorType("f32[c]") Tensor x) {
        Tensor h = x;
        for (int i = 0; i < 5000; i++) {
            h = add(mul(h, 0.999f), mul(x, i));
        }
        return h;
    }

    // Each iteration reads other elements of the carried value.
    @GraphKernel
    public static Tensor reversed(@TensorType("f32[t, c]") Tensor x) {
        Tensor h = reduceSum(x, axes(0), false);
        for (int i = 0; i < x.dimension(0); i++) {
            h = add(reverse(h, axes(0)), mul(squeeze(narrow(x, 0, i, 1), 0), narrow(h, 0, 0, 1)));
        }
        return h;
    }

    // A carried value that a store converts.
    @GraphKernel
    public static Tensor bytes(@TensorType("f32[t, c]") Tensor x) {
        Tensor h = cast(fillV2(1f, x.dimension(1)), DType.I8);
        for (int i = 0; i < x.dimension(0); i++) {
            h = add(mul(h, 3), cast(mul(squeeze(narrow(x, 0, i, 1), 0), 10f), DType.I8));
        }
        return cast(h, DType.F32);
    }

    // A loop over numbers.
    @GraphKernel
    public static Tensor numbers(@TensorType("f32[t]") Tensor x) {
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        Tensor h = reduceSum(x, axes(0), false);
        for (int i = 0; i < states.length; i++) {
            h = add(mul(h, 0.5f), mul(squeeze(narrow(x, 0, i, 1), 0), i));
            states[i] = h;
        }
        return stack(0, states);
    }

    // Steps other than 1, in both directions, and a bound that is a number of the call.
    @GraphKernel
    public static Tensor strided(@TensorType("f32[t, c]") Tensor x, int first) {
        Tensor h = reduceSum(x, axes(0), false);
        for (int i = (int) x.dimension(0) - 1; i >= 0; i--) {
            h = sub(mul(h, 0.5f), squeeze(narrow(x, 0, i, 1), 0));
        }
        for (int i = 0; i < x.dimension(0); i += 2) {
            h = add(mul(h, 0.25f), squeeze(narrow(x, 0, i, 1), 0));
        }
        for (long i = x.dimension(0); i > 0; i -= 3) {
            h = add(mul(h, 0.75f), mul(squeeze(narrow(x, 0, i - 1, 1), 0), i));
        }
        for (int i = 0; i < first; i++) {
            h = add(mul(h, 0.125f), squeeze(narrow(x, 0, 0, 1), 0));
        }
        return h;
    }

    // A kernel with a loop, called in a loop
    @GraphKernel
    public static Tensor power(@TensorType("f32[k]") Tensor n, @TensorType("f32[c]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < n.dimension(0); i++) {
            y = mul(y, x);
        }
        return y;
    }

    @GraphKernel
    public static Tensor powers(@TensorType("f32[k]") Tensor n, @TensorType("f32[t, c]") Tensor x) {
        Tensor sum = fillV2(0f, x.dimension(1));
        for (int i = 0; i < x.dimension(0); i++) {
            sum = add(sum, power(n, squeeze(narrow(x, 0, i, 1), 0)));
        }
        return add(sum, power(n, sum));
    }

    // In-place update of a parameter
    @GraphKernel
    public static Tensor update(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor state) {
        Tensor[] out = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < x.dimension(0); i++) {
            assign(state, add(mul(state, 0.5f), squeeze(narrow(x, 0, i, 1), 0)));
            out[i] = mul(state, 2f);
        }
        return add(stack(0, out), state);
    }

    // Reductions (partials in the arena), scalars
    @GraphKernel
    public static Tensor reduce(@TensorType("f32[t, n, c]") Tensor x, float scale) {
        Tensor h = fillV2(0f, x.dimension(2));
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            Tensor mean = reduceMean(mul(row, scale), 0);
            h = add(h, mul(mean, softmax(add(h, mean), 0)));
        }
        return h;
    }

    @GraphKernel
    public static Tensor concatenated(@TensorType("f32[t, n, c]") Tensor x) {
        Tensor h = fillV2(0f, x.dimension(1), x.dimension(2));
        Tensor[] out = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < x.dimension(0); i++) {
            h = transpose(add(h, squeeze(narrow(x, 0, i, 1), 0)), 0, 1);
            out[i] = h;
        }
        return concat(1, out);
    }
}
