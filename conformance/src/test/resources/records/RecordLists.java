package records;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Lists and arrays of records to which loops add elements. */
public final class RecordLists {

    record State(Tensor h, Tensor c) {}

    public record Cell(@TensorType("f32[c]") Tensor h, @TensorType("f32[c]") Tensor c) {}

    record Step(State state, Tensor row) {}

    record Counted(Tensor h, float norm, int at, boolean isSmall) {}

    record Parts(List<Tensor> tensors, Tensor sum) {}

    public record Histories(Tensor h, Tensor c) {}

    public record Elements(@Length(70) List<Cell> cells, Tensor last) {}

    static Tensor row(Tensor x, long i) {
        return squeeze(narrow(x, 0, i, 1), 0);
    }

    static State next(State state, Tensor row) {
        Tensor c = add(mul(state.c(), 0.6f), mul(sin(row), 0.4f));
        return new State(mul(cos(c), state.h()), c);
    }

    static Tensor joined(List<State> states, boolean isHidden) {
        List<Tensor> tensors = new ArrayList<>();
        for (State state : states) {
            tensors.add(isHidden ? state.h() : state.c());
        }
        return stack(0, tensors.toArray(new Tensor[0]));
    }

    @GraphKernel
    public static Histories histories(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        List<State> states = new ArrayList<>();
        State state = new State(h0, mul(h0, 0.5f));
        for (int i = 0; i < x.dimension(0); i++) {
            state = next(state, row(x, i));
            states.add(state);
        }
        return new Histories(joined(states, true), joined(states, false));
    }

    // Elements before, in and after loops, several per iteration, and reads by index.
    @GraphKernel(gradient = true)
    public static Tensor extended(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        List<State> states = new ArrayList<>();
        State state = new State(h0, h0);
        states.add(state);
        for (int i = 0; i < x.dimension(0); i++) {
            state = next(state, row(x, i));
            states.add(state);
            states.add(new State(state.c(), state.h()));
        }
        states.add(new State(sin(state.h()), state.c()));
        Tensor ends = add(states.get(0).h(), states.get(states.size() - 1).h());
        Tensor all = add(joined(states, true), joined(states, false));
        return add(all, mul(ends, states.get(2).c()));
    }

    // An array that a loop fills and another one reads backward.
    @GraphKernel(gradient = true)
    public static Tensor filled(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        State[] states = new State[(int) x.dimension(0)];
        State state = new State(h0, mul(h0, h0));
        for (int i = 0; i < states.length; i++) {
            state = next(state, row(x, i));
            states[i] = state;
        }
        Tensor h = h0;
        for (int i = states.length - 1; i >= 0; i--) {
            h = sin(add(mul(h, states[i].h()), states[i].c()));
        }
        for (State element : states) {
            h = add(h, mul(element.h(), 0.25f));
        }
        return mul(h, states[states.length - 1].c());
    }

    // Records of records, in loops inside loops.
    @GraphKernel(gradient = true)
    public static Tensor nested(@TensorType("f32[n, m, c]") Tensor x, @TensorType("f32[c]") Tensor h0) {
        List<Step> steps = new ArrayList<>();
        State state = new State(h0, h0);
        for (int i = 0; i < x.dimension(0); i++) {
            List<State> inner = new ArrayList<>();
            Tensor plane = row(x, i);
            for (int j = 0; j < x.dimension(1); j++) {
                Tensor row = row(plane, j);
                state = next(state, row);
                inner.add(state);
                steps.add(new Step(state, row));
            }
            Tensor sum = h0;
            for (State element : inner) {
                sum = add(mul(sum, 0.5f), element.h());
            }
            state = new State(sum, state.c());
        }
        Tensor result = h0;
        for (Step step : steps) {
            for (int j = 0; j < x.dimension(1); j++) {
                result = add(mul(result, 0.5f), mul(step.state().h(), step.row()));
            }
        }
        return result;
    }

    // Branches that both add an element: evaluated both, and as loops.
    @GraphKernel(gradient = true)
    public static Tensor branches(@TensorType("f32[t, c, c]") Tensor x, @TensorType("f32[c, c]") Tensor h0) {
        List<State> products = new ArrayList<>();
        List<State> sums = new ArrayList<>();
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = row(x, i);
            sums.add(new State(h, row));
            if (reduceSum(row).get() > 0) {
                sums.add(new State(add(h, row), h));
                products.add(new State(matMul(h, row), row));
            } else {
                products.add(new State(matMul(row, h), h));
                sums.add(new State(sub(h, row), row));
            }
            h = sin(add(h, row));
        }
        Tensor result = h;
        for (State state : products) {
            result = add(result, mul(state.h(), state.c()));
        }
        for (var state : sums) {
            result = sub(result, mul(state.h(), cos(state.c())));
        }
        return result;
    }

    // An element of a branch outside of loops, before a loop adds others.
    @GraphKernel(gradient = true)
    public static Tensor first(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        List<State> states = new ArrayList<>();
        if (reduceSum(h0).get() > limit) {
            states.add(new State(h0, sin(h0)));
        } else {
            states.add(new State(cos(h0), h0));
        }
        State start = states.get(0);
        for (int i = 0; i < x.dimension(0); i++) {
            states.add(next(start, row(x, i)));
        }
        return add(joined(states, true), joined(new ArrayList<>(states), false));
    }

    // Loops over elements that end early, or skip elements.
    @GraphKernel(gradient = true)
    public static Tensor ended(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        List<State> states = new ArrayList<>();
        State state = new State(h0, h0);
        for (int i = 0; i < x.dimension(0); i++) {
            state = next(state, row(x, i));
            states.add(state);
        }
        Tensor h = h0;
        for (State element : states) {
            if (reduceSum(element.c()).get() < 0) {
                continue;
            }
            h = add(mul(h, 0.75f), element.h());
            if (reduceSum(h).get() > limit) {
                break;
            }
        }
        for (State element : states) {
            if (reduceSum(element.c()).get() > limit) {
                break;
            }
            h = sub(h, mul(element.c(), 0.5f));
        }
        return h;
    }

    // Equal elements, which loops replace until they end early.
    @GraphKernel(gradient = true)
    public static Tensor replaced(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float limit) {
        State initial = new State(h0, mul(h0, 2));
        State[] states = new State[(int) x.dimension(0)];
        Arrays.fill(states, initial);
        List<State> few = new ArrayList<>(Collections.nCopies(3, initial));
        List<State> list = new ArrayList<>(Collections.nCopies((int) x.dimension(0), initial));
        State state = initial;
        for (int i = 0; i < x.dimension(0); i++) {
            state = next(state, row(x, i));
            list.set(i, new State(state.c(), state.h()));
            if (reduceSum(state.h()).get() > limit) {
                break;
            }
            states[i] = state;
        }
        for (int i = 0; i < 3 && reduceSum(state.h()).get() < limit; i++) {
            state = next(state, mul(h0, 1.25f));
            few.set(i, state);
        }
        Tensor result = add(few.get(1).h(), few.get(2).c());
        for (int i = 0; i < x.dimension(0); i++) {
            result = add(mul(result, 0.5f), mul(states[i].h(), list.get(i).c()));
        }
        return result;
    }

    // Numbers of records differ between the elements.
    @GraphKernel
    public static Tensor numbers(@TensorType("f32[t, c]") Tensor x, @TensorType("f32[c]") Tensor h0, float scale) {
        List<Counted> list = new ArrayList<>();
        list.add(new Counted(h0, scale, -1, true));
        Tensor h = h0;
        for (int i = 0; i < x.dimension(0); i++) {
            h = sin(add(mul(h, 0.7f), row(x, i)));
            float norm = reduceSum(square(h)).get();
            list.add(new Counted(h, norm * scale, 2 * i + 1, norm < 1));
        }
        Tensor result = h0;
        int sum = 0;
        for (Counted element : list) {
            sum += element.at();
            if (element.isSmall()) {
                result = add(result, mul(element.h(), element.norm()));
            } else {
                result = sub(result, mul(element.h(), element.at()));
            }
        }
        return mul(result, list.get(1).norm() + sum);
    }

    // Lists in records, and more iterations than are unrolled.
    @GraphKernel
    public static Tensor lists(@TensorType("f32[c]") Tensor x) {
        List<Parts> all = new ArrayList<>();
        Parts[] array = new Parts[200];
        Tensor h = x;
        for (int i = 0; i < 200; i++) {
            Tensor scaled = div(x, i + 1);
            h = add(mul(h, 0.75f), scaled);
            all.add(new Parts(List.of(h, scaled), add(h, scaled)));
            array[i] = new Parts(List.of(scaled), h);
        }
        Tensor result = all.get(199).tensors().get(1);
        for (Parts parts : all) {
            for (Tensor part : parts.tensors()) {
                result = add(mul(result, 0.5f), part);
            }
        }
        return add(result, add(array[17].tensors().get(0), array[199].sum()));
    }

    // Elements of a list of records are results.
    @GraphKernel
    public static Elements elements(@TensorType("f32[c]") Tensor x) {
        List<Cell> cells = new ArrayList<>();
        State state = new State(x, x);
        for (int i = 0; i < 70; i++) {
            state = next(state, mul(x, i));
            cells.add(new Cell(state.h(), state.c()));
        }
        return new Elements(cells, weighted(x, cells));
    }

    @GraphKernel
    static Tensor weighted(@TensorType("f32[c]") Tensor x, @Length(70) List<Cell> cells) {
        Tensor sum = x;
        for (Cell cell : cells) {
            sum = add(mul(sum, 0.5f), sub(cell.h(), cell.c()));
        }
        return sum;
    }
}
