package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.Losses;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Reductions;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Statements that combine elements along any axes. */
final class ReductionSteps {

    /**
     * A reduction.
     *
     * @param op its method
     * @param line reduces a line, whose zero is the second operand
     */
    private record Reduction(String op, BiFunction<Scalar[], Scalar, Scalar> line) {}

    private static final List<Reduction> NUMBERS = List.of(
            new Reduction("reduceSum", Reductions::sum),
            new Reduction("reduceSum", Reductions::sum),
            new Reduction("reduceMax", Reductions::max),
            new Reduction("reduceMin", Reductions::min),
            new Reduction("reduceProd", Reductions::product));
    private static final List<Reduction> MEANS = List.of(new Reduction("reduceMean", Reductions::mean));
    private static final List<Reduction> BOOLS = List.of(
            new Reduction("reduceAll", (line, zero) -> Reductions.all(line)),
            new Reduction("reduceAny", (line, zero) -> Reductions.any(line)));

    private ReductionSteps() {}

    /** Over a random set of axes. */
    static void reduce(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 0);
        boolean mean = x.dtype().isFloat() && draft.random().nextInt(3) == 0;
        Reduction reduction = draft.pickOf(x.dtype() == DType.BOOL ? BOOLS : mean ? MEANS : NUMBERS);
        boolean keep = draft.random().nextBoolean();
        int[] axes = axes(draft, x);
        List<Dim> dims = new ArrayList<>();
        for (int axis = 0; axis < x.rank(); axis++) {
            boolean reduced = contains(axes, axis, x.rank());
            if (!reduced || keep) {
                dims.add(reduced ? Dim.ONE : x.dims().get(axis));
            }
        }
        String list = Arrays.stream(axes).mapToObj(String::valueOf).collect(Collectors.joining(", "));
        String call = reduction.op() + "($0, " + (axes.length == 1 ? list : "axes(" + list + ")") + ", " + keep + ")";
        Scalar zero = Samplers.zero(x.dtype());
        draft.append(
                x.dtype(),
                dims,
                call,
                List.of(x),
                (binding, v) -> List.of(v[0].reduce(
                        x.dtype(), axes, keep, line -> reduction.line().apply(line, zero))));
    }

    private static boolean contains(int[] axes, int axis, int rank) {
        return Arrays.stream(axes).anyMatch(one -> one == axis || one == axis - rank);
    }

    /** At least one axis, some counted from the end. */
    private static int[] axes(Draft draft, Value x) {
        int count =
                1 + Math.min(draft.random().nextInt(x.rank()), draft.random().nextInt(x.rank()));
        List<Integer> axes =
                new ArrayList<>(IntStream.range(0, x.rank()).boxed().toList());
        while (axes.size() > count) {
            axes.remove(draft.random().nextInt(axes.size()));
        }
        return axes.stream()
                .mapToInt(axis -> draft.random().nextInt(3) == 0 ? axis - x.rank() : axis)
                .toArray();
    }

    private static int axis(Draft draft, Value x) {
        return draft.random().nextInt(-x.rank(), x.rank());
    }

    /** Softmax along any axis, or its logarithm. */
    static void softmax(Draft draft) {
        Value x = draft.pick(value -> value.dtype().isFloat() && value.rank() > 0);
        int axis = axis(draft, x);
        boolean log = draft.random().nextInt(3) == 0;
        Scalar zero = Samplers.zero(x.dtype());
        draft.append(
                x.dtype(),
                x.dims(),
                (log ? "logSoftmax" : "softmax") + "($0, " + axis + ")",
                List.of(x),
                (binding, v) -> List.of(log ? Losses.logSoftmax(v[0], axis, zero) : Losses.softmax(v[0], axis, zero)));
    }

    /** Running sums and products. */
    static void scan(Draft draft) {
        Value x = draft.pick(value -> value.dtype() != DType.BOOL && value.rank() > 0);
        int axis = axis(draft, x);
        boolean product = draft.random().nextInt(4) == 0;
        boolean exclusive = draft.random().nextBoolean();
        boolean reverse = draft.random().nextBoolean();
        Scalar zero = Samplers.zero(x.dtype());
        draft.append(
                x.dtype(),
                x.dims(),
                (product ? "cumProd" : "cumSum") + "($0, " + axis + ", " + exclusive + ", " + reverse + ")",
                List.of(x),
                (binding, v) -> List.of(v[0].mapLines(
                        new int[] {axis}, line -> Reductions.cumulate(line, product, exclusive, reverse, zero))));
    }

    /** Adds the index of the largest or smallest element, alone or with the element. */
    static void extremum(Draft draft) {
        Value x = draft.pick(value -> value.dtype() != DType.BOOL && value.rank() > 0 && !draft.mayBeEmpty(value));
        int axis = axis(draft, x);
        int position = axis < 0 ? axis + x.rank() : axis;
        boolean largest = draft.random().nextBoolean();
        boolean both = draft.random().nextBoolean();
        boolean keep = both && draft.random().nextBoolean();
        List<Dim> dims = keep ? Dims.with(x.dims(), position, Dim.ONE) : Dims.without(x.dims(), position);
        Value index = draft.fresh(DType.I64, dims);
        if (!both) {
            String call = (largest ? "argMax" : "argmin") + "($0, " + axis + ")";
            draft.append(
                    Statement.of(index, call, List.of(x), (binding, v) -> List.of(places(v[0], axis, false, largest))));
            return;
        }
        Value value = draft.fresh(x.dtype(), dims);
        draft.append(new Statement(
                (largest ? "argMaxWithValue" : "argMinWithValue") + "($0, " + axis + ", " + keep + ")",
                List.of(x),
                List.of(index, value),
                List.of(".index()", ".value()"),
                List.of(),
                1,
                (binding, v) -> List.of(
                        places(v[0], axis, keep, largest),
                        v[0].reduce(x.dtype(), new int[] {axis}, keep, line -> line[place(line, largest)]))));
    }

    private static NdArray places(NdArray x, int axis, boolean keep, boolean largest) {
        return x.reduce(DType.I64, new int[] {axis}, keep, line -> new IntegerScalar(DType.I64, place(line, largest)));
    }

    private static int place(Scalar[] line, boolean largest) {
        int index = largest ? Reductions.firstLargest(line) : Reductions.firstSmallest(line);
        for (int i = 0; i < line.length; i++) {
            if (i != index) {
                Certainty.requireDistinct(line[i], line[index]);
            }
        }
        return index;
    }
}
