package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.Conversion;
import io.graphkernel.conformance.oracle.Movement;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Precision;
import io.graphkernel.conformance.oracle.Products;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Statements that put variables together or take them apart. */
final class JoinSteps {

    private JoinSteps() {}

    private static String operands(int count) {
        return IntStream.range(0, count).mapToObj(i -> "$" + i).collect(Collectors.joining(", "));
    }

    static void concat(Draft draft) {
        Value first = draft.pick(value -> value.rank() > 0);
        int axis = draft.random().nextInt(first.rank());
        List<Value> inputs = new ArrayList<>(List.of(first));
        Dim total = first.dims().get(axis);
        for (int more = draft.random().nextInt(3) + 1; more > 0; more--) {
            Value operand = draft.random().nextInt(5) == 0
                    ? draft.parameter(first.dtype(), Dims.with(first.dims(), axis, draft.dim()))
                    : draft.pick(value -> value.dtype() == first.dtype()
                            && value.rank() == first.rank()
                            && Dims.without(value.dims(), axis).equals(Dims.without(first.dims(), axis)));
            inputs.add(draft.random().nextInt(inputs.size() + 1), operand);
            total = total.plus(operand.dims().get(axis));
        }
        int written = draft.random().nextBoolean() ? axis : axis - first.rank();
        draft.append(
                first.dtype(),
                Dims.with(first.dims(), axis, total),
                "concat(" + written + ", " + operands(inputs.size()) + ")",
                inputs,
                (binding, v) -> List.of(Movement.concat(axis, v)));
    }

    static void stack(Draft draft) {
        Value first = draft.pick(value -> value.rank() < 4);
        int axis = draft.random().nextInt(first.rank() + 1);
        List<Value> inputs = new ArrayList<>(List.of(first));
        for (int more = draft.random().nextInt(3); more > 0; more--) {
            inputs.add(draft.pick(
                    value -> value.dtype() == first.dtype() && value.dims().equals(first.dims())));
        }
        draft.append(
                first.dtype(),
                Dims.inserted(first.dims(), axis, Dim.of(inputs.size())),
                "stack(" + axis + ", " + operands(inputs.size()) + ")",
                inputs,
                (binding, v) -> List.of(Movement.stack(axis, v)));
    }

    static void split(Draft draft) {
        Value x = draft.pick(value -> value.dims().stream().anyMatch(JoinSteps::isEven));
        int axis = x.dims()
                .indexOf(x.dims().stream().filter(JoinSteps::isEven).findFirst().orElseThrow());
        Dim half = x.dims().get(axis).exactQuotient(Dim.of(2)).orElseThrow();
        List<Dim> dims = Dims.with(x.dims(), axis, half);
        List<Value> results = List.of(draft.fresh(x.dtype(), dims), draft.fresh(x.dtype(), dims));
        draft.append(new Statement(
                "split($0, 2, " + axis + ")",
                List.of(x),
                results,
                List.of("[0]", "[1]"),
                List.of(),
                1,
                (binding, v) -> List.of(Movement.split(v[0], 2, axis))));
    }

    private static boolean isEven(Dim dim) {
        return !dim.equals(Dim.ZERO) && dim.exactQuotient(Dim.of(2)).isPresent();
    }

    static void pad(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 0);
        int[] before = new int[x.rank()];
        int[] after = new int[x.rank()];
        List<Dim> dims = new ArrayList<>(x.dims());
        for (int axis = 0; axis < x.rank(); axis++) {
            before[axis] = Math.max(0, draft.random().nextInt(-1, 3));
            after[axis] = Math.max(0, draft.random().nextInt(-1, 3));
            dims.set(axis, dims.get(axis).plus(Dim.of(before[axis] + after[axis])));
        }
        if (x.dtype() == DType.BOOL) {
            Value content = draft.parameter(DType.BOOL, List.of());
            String call = "pad($0, $1, " + longs(before) + ", " + longs(after) + ")";
            draft.append(
                    x.dtype(),
                    dims,
                    call,
                    List.of(x, content),
                    (binding, v) -> List.of(Movement.pad(v[0], v[1].at(), before, after)));
            return;
        }
        int content = draft.random().nextInt(4);
        draft.append(
                x.dtype(),
                dims,
                "pad($0, " + content + ", " + longs(before) + ", " + longs(after) + ")",
                List.of(x),
                (binding, v) -> List.of(Movement.pad(v[0], Samplers.number(x.dtype(), content), before, after)));
    }

    private static String longs(int[] values) {
        return Arrays.stream(values).mapToObj(String::valueOf).collect(Collectors.joining(", ", "new long[] {", "}"));
    }

    /** Adds a gather of slices at random or computed positions. */
    static void gather(Draft draft) {
        Value x = draft.pick(value -> value.rank() > 0);
        int axis = draft.random().nextInt(x.rank());
        DType type = draft.random().nextBoolean() ? DType.I32 : DType.I64;
        List<Value> computed = draft.values().stream()
                .filter(value -> value.dtype() == type && value.rank() + x.rank() < 6)
                .toList();
        Value indices = computed.isEmpty() || draft.random().nextInt(3) == 0
                ? draft.parameter(
                        type,
                        draft.random().nextBoolean() ? List.of(draft.dim()) : List.of(draft.dim(), draft.dim()),
                        random -> Samplers.number(type, random.nextLong(-4, 6)))
                : draft.pick(computed::contains);
        List<Dim> dims = Dims.without(x.dims(), axis);
        dims.addAll(axis, indices.dims());
        draft.append(
                x.dtype(),
                dims,
                "gather($0, $1, " + axis + ")",
                List.of(x, indices),
                (binding, v) -> List.of(Movement.gather(v[0], v[1], axis, Samplers.zero(x.dtype()))));
    }

    static void oneHot(Draft draft) {
        Value indices =
                draft.pick(value -> (value.dtype() == DType.I32 || value.dtype() == DType.I64) && value.rank() < 4);
        DType type = draft.dtype();
        Value on = draft.parameter(type, List.of());
        Value off = draft.parameter(type, List.of());
        int depth = 2 + draft.random().nextInt(5);
        int axis = draft.random().nextInt(indices.rank() + 1);
        draft.append(
                type,
                Dims.inserted(indices.dims(), axis, Dim.of(depth)),
                "oneHot($0, $1, $2, " + depth + ", " + axis + ")",
                List.of(indices, on, off),
                (binding, v) -> List.of(Movement.oneHot(v[0], v[1].at(), v[2].at(), type, depth, axis)));
    }

    static void cast(Draft draft) {
        DType to = draft.dtype();
        Value x = draft.pick(value -> value.dtype() != to);
        draft.append(
                x.dtype() == to ? x.dtype() : to,
                x.dims(),
                "cast($0, DType." + to.name() + ")",
                List.of(x),
                (binding, v) -> List.of(converted(v[0], to)));
    }

    /** With the error that the operand brings. */
    private static NdArray converted(NdArray x, DType to) {
        if (!x.dtype().isFloat() || !to.isFloat()) {
            return Conversion.cast(x, to, to.isFloat() ? Samplers.precision(to) : null);
        }
        Precision precision = Samplers.precision(to);
        NdArray moved = x.map(element -> {
            double value = element.asDouble();
            double error = ((Real) element).error();
            return new Real(value, error + precision.stored().ulp(Math.abs(value) + error) / 2, precision);
        });
        return new NdArray(to, moved.dims(), moved.elements());
    }

    /** A product of matrices, any of them transposed. */
    static void matMul(Draft draft) {
        Value a = draft.pick(value -> value.dtype().isFloat() && value.rank() > 1 && value.rank() < 5);
        boolean transposeA = draft.random().nextInt(3) == 0;
        boolean transposeB = draft.random().nextInt(3) == 0;
        boolean batch = a.rank() > 2;
        int rows = a.rank() - (transposeA ? 1 : 2);
        int inner = a.rank() - (transposeA ? 2 : 1);
        Dim shared = a.dims().get(inner);
        List<Value> fitting = draft.values().stream()
                .filter(value -> value.dtype() == a.dtype()
                        && value.rank() == a.rank()
                        && value.dims().get(a.rank() - (transposeB ? 1 : 2)).equals(shared)
                        && value.dims().subList(0, a.rank() - 2).equals(a.dims().subList(0, a.rank() - 2)))
                .toList();
        Value b;
        if (fitting.isEmpty()) {
            List<Dim> dims = new ArrayList<>(a.dims().subList(0, a.rank() - 2));
            Dim columns = draft.dim();
            dims.addAll(transposeB ? List.of(columns, shared) : List.of(shared, columns));
            b = draft.parameter(a.dtype(), dims);
        } else {
            b = draft.pick(fitting::contains);
        }
        List<Dim> dims = new ArrayList<>(a.dims().subList(0, a.rank() - 2));
        dims.add(a.dims().get(rows));
        dims.add(b.dims().get(b.rank() - (transposeB ? 2 : 1)));
        Scalar zero = Samplers.zero(a.dtype());
        draft.append(
                a.dtype(),
                dims,
                (batch ? "batchMatMul" : "matMul") + "($0, $1, " + transposeA + ", " + transposeB + ")",
                List.of(a, b),
                (binding, v) -> List.of(Products.matMul(v[0], v[1], transposeA, transposeB, zero)));
    }
}
