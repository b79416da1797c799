package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.Movement;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.SliceBounds;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Statements that index elements in another way. */
final class ViewSteps {

    private static final int MAX_AXES = 6;

    private ViewSteps() {}

    private static String join(List<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    static void transpose(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 1);
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, x.rank()).boxed().toList());
        Collections.shuffle(order, new Random(draft.random().nextLong()));
        int[] permutation = order.stream().mapToInt(axis -> axis).toArray();
        draft.append(
                x.dtype(),
                order.stream().map(x.dims()::get).toList(),
                "transpose($0, " + join(order) + ")",
                List.of(x),
                (binding, v) -> List.of(Movement.transpose(v[0], permutation)));
    }

    static void reverse(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 0);
        int axis = draft.random().nextInt(-x.rank(), x.rank());
        draft.append(
                x.dtype(),
                x.dims(),
                "reverse($0, " + axis + ")",
                List.of(x),
                (binding, v) -> List.of(Movement.reverse(v[0], axis)));
    }

    /** Two axes become one. */
    static void merge(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 1);
        int axis = draft.random().nextInt(x.rank() - 1);
        Dim merged = x.dims().get(axis).times(x.dims().get(axis + 1));
        reshape(draft, x, Dims.with(Dims.without(x.dims(), axis), axis, merged));
    }

    /** One axis becomes two. */
    static void divide(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 0 && value.rank() < MAX_AXES);
        int axis = draft.random().nextInt(x.rank());
        List<Dim> divisors = new ArrayList<>(List.of(Dim.of(2), Dim.of(3), Dim.of(4), Dim.ONE));
        x.dims().get(axis).symbols().forEach(symbol -> divisors.add(new Dim.Symbol(symbol)));
        Dim divisor = draft.pickOf(divisors);
        Optional<Dim> quotient = x.dims().get(axis).exactQuotient(divisor);
        if (quotient.isEmpty()) {
            throw new Unfit("not divisible");
        }
        boolean first = draft.random().nextBoolean();
        List<Dim> dims = Dims.with(x.dims(), axis, first ? divisor : quotient.get());
        reshape(draft, x, Dims.inserted(dims, axis + 1, first ? quotient.get() : divisor));
    }

    /** All in one axis, or the axes of another order of the same sizes. */
    static void refill(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 1);
        List<Dim> dims = new ArrayList<>(x.dims());
        Collections.shuffle(dims, new Random(draft.random().nextLong()));
        reshape(draft, x, draft.random().nextBoolean() ? dims : List.of(Dim.product(dims)));
    }

    private static void reshape(Draft draft, Value x, List<Dim> dims) {
        DimText text = draft.text(dims, 1);
        List<String> texts = new ArrayList<>(text.texts());
        boolean noneEmpty = !draft.mayBeEmpty(x);
        if (noneEmpty && !texts.isEmpty() && draft.random().nextBoolean()) {
            texts.set(draft.random().nextInt(texts.size()), "-1");
        }
        String list = texts.isEmpty() ? "" : ", " + join(texts);
        draft.append(
                x.dtype(),
                dims,
                "reshape($0" + list + ")",
                with(x, text.operands()),
                (binding, v) -> List.of(v[0].reshaped(binding.sizes(dims))));
    }

    private static List<Value> with(Value x, List<Value> others) {
        List<Value> operands = new ArrayList<>(List.of(x));
        operands.addAll(others);
        return operands;
    }

    static void expandDims(Draft draft) {
        Value x = draft.pick(value -> value.rank() < MAX_AXES);
        int index = draft.random().nextInt(x.rank() + 1);
        int axis = draft.random().nextBoolean() ? index : index - x.rank() - 1;
        draft.append(
                x.dtype(),
                Dims.inserted(x.dims(), index, Dim.ONE),
                "expandDims($0, " + axis + ")",
                List.of(x),
                (binding, v) -> List.of(Movement.expandDims(v[0], axis)));
    }

    static void squeeze(Draft draft) {
        Value x = draft.pick(value -> value.dims().contains(Dim.ONE));
        int axis = x.dims().indexOf(Dim.ONE);
        draft.append(
                x.dtype(),
                Dims.without(x.dims(), axis),
                "squeeze($0, " + axis + ")",
                List.of(x),
                (binding, v) -> List.of(Movement.squeeze(v[0], axis)));
    }

    /** Along axes of size 1 and new ones. */
    static void broadcast(Draft draft) {
        Value x = draft.pick(value -> value.rank() < 4);
        List<Dim> dims = new ArrayList<>();
        x.dims().forEach(dim -> dims.add(dim.equals(Dim.ONE) ? draft.dim() : dim));
        if (dims.equals(x.dims()) || draft.random().nextBoolean()) {
            dims.add(0, draft.dim());
        }
        DimText text = draft.text(dims, 1);
        draft.append(
                x.dtype(),
                dims,
                "broadcastTo($0, " + text.joined() + ")",
                with(x, text.operands()),
                (binding, v) -> List.of(Movement.broadcastTo(v[0], binding.sizes(dims))));
    }

    /** Any start, end and step of some axes. */
    static void slice(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 0);
        int count = 1 + draft.random().nextInt(x.rank());
        List<Dim> dims = new ArrayList<>(x.dims());
        int[][] bounds = new int[3][count];
        List<List<String>> texts = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int axis = 0; axis < count; axis++) {
            int step = draft.pickOf(List.of(1, 1, 2, 3, -1, -1, -2));
            int begin = draft.pickOf(step > 0 ? List.of(0, 0, 1, 2, -2, -3) : List.of(Integer.MAX_VALUE, -1, -2, 3));
            int end = draft.pickOf(
                    step > 0 ? List.of(Integer.MAX_VALUE, -1, 3, 5) : List.of(Integer.MIN_VALUE, 0, 1, -4));
            bounds[0][axis] = begin;
            bounds[1][axis] = end;
            bounds[2][axis] = step;
            texts.get(0).add(longText(begin));
            texts.get(1).add(longText(end));
            texts.get(2).add(String.valueOf(step));
            Dim size = SliceBounds.of(dims.get(axis), Dim.of(longValue(begin)), Dim.of(longValue(end)), step)
                    .size();
            dims.set(axis, size);
        }
        String call = texts.stream()
                .map(list -> "new long[] {" + join(list) + "}")
                .collect(Collectors.joining(", ", "stridedSlice($0, ", ")"));
        draft.append(
                x.dtype(),
                dims,
                call,
                List.of(x),
                (binding, v) -> List.of(Movement.stridedSlice(v[0], bounds[0], bounds[1], bounds[2])));
    }

    private static long longValue(int bound) {
        return bound == Integer.MAX_VALUE ? Long.MAX_VALUE : bound == Integer.MIN_VALUE ? Long.MIN_VALUE : bound;
    }

    private static String longText(int bound) {
        return bound == Integer.MAX_VALUE
                ? "Long.MAX_VALUE"
                : bound == Integer.MIN_VALUE ? "Long.MIN_VALUE" : String.valueOf(bound);
    }

    /** Each element or the whole repeated. */
    static void repeat(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 0 && value.rank() < 4);
        int axis = draft.random().nextInt(x.rank());
        int times = 2 + draft.random().nextInt(2);
        List<Dim> dims = Dims.with(x.dims(), axis, x.dims().get(axis).times(Dim.of(times)));
        if (draft.random().nextBoolean()) {
            draft.append(
                    x.dtype(),
                    dims,
                    "repeatInterleaveInt($0, " + times + ", " + axis + ")",
                    List.of(x),
                    (binding, v) -> List.of(Movement.repeatInterleave(v[0], times, axis)));
            return;
        }
        int[] multiples =
                IntStream.range(0, x.rank()).map(i -> i == axis ? times : 1).toArray();
        String list = join(IntStream.of(multiples).boxed().toList());
        draft.append(
                x.dtype(),
                dims,
                "tile($0, " + list + ")",
                List.of(x),
                (binding, v) -> List.of(Movement.tile(v[0], multiples)));
    }

    /** Adds the triangle of matrices above or below a diagonal. */
    static void triangle(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 1 && value.dtype() != DType.BOOL);
        int diagonal = draft.random().nextInt(-2, 3);
        boolean upper = draft.random().nextBoolean();
        draft.append(
                x.dtype(),
                x.dims(),
                (upper ? "triu" : "tril") + "($0, " + diagonal + ")",
                List.of(x),
                (binding, v) -> List.of(Movement.triangle(v[0], diagonal, upper, Samplers.zero(x.dtype()))));
    }
}
