package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Movement;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Ops that put elements elsewhere. */
final class MovementCases {

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;

    private MovementCases(DType dtype) {
        this.dtype = dtype;
    }

    static Stream<Case> all() {
        return Dtypes.STORED.stream().flatMap(dtype -> {
            MovementCases movementCases = new MovementCases(dtype);
            boolean wide = Scope.isWide(dtype);
            movementCases.addViews();
            movementCases.addSlices();
            movementCases.addJoins();
            if (wide) {
                movementCases.addMoreViews();
                movementCases.addMoreJoins();
            }
            return movementCases.cases.stream();
        });
    }

    private void addViews() {
        view("Transpose", "matrix", "n, d", "$(a, 1, 0)", x -> Movement.transpose(x, 1, 0));
        view("Transpose", "cube", "n, d, m", "$(a, 2, 0, 1)", x -> Movement.transpose(x, 2, 0, 1));
        view("Reshape", "flat", "n, d", "$(a, -1)", x -> x.reshaped(NdArray.count(x.dims())));
        view("BroadcastTo", "rows", "d", "$(a, 3, a.dimension(0))", x -> Movement.broadcastTo(x, 3, x.dims()[0]));
        view("Unsqueeze", "front", "n, d", "$(a, 0)", x -> Movement.expandDims(x, 0));
        view("ExpandDims", "front", "n, d", "$(a, 0)", x -> Movement.expandDims(x, 0));
        view("Squeeze", "middle", "n, 1, d", "$(a, 1)", x -> Movement.squeeze(x, 1));
        view("Tile", "rows", "n, d", "$(a, 2, 3)", x -> Movement.tile(x, 2, 3));
        view("RepeatInterleaveInt", "rows", "n, d", "$(a, 3, 0)", x -> Movement.repeatInterleave(x, 3, 0));
        view("Reverse", "both", "n, d", "$(a, 0, 1)", x -> Movement.reverse(x, 0, 1));
        view("Flatten", "", "n, d, m", "$(a)", x -> x.reshaped(x.dims()[0], x.dims()[1] * x.dims()[2]));
        if (Dtypes.ALL.contains(dtype)) {
            like("OnesLike", "1", 1);
        }
        like("ZerosLike", "0", 0);
    }

    private void addMoreViews() {
        int[] swapped = {7, 0, 6, 1, 5, 2, 4, 3};
        view("Transpose", "reversed", "n, d, m", "$(a)", Movement::transpose);
        view("Transpose", "negative", "n, d, m", "$(a, 0, -1, 1)", x -> Movement.transpose(x, 0, 2, 1));
        view(
                "Transpose",
                "eight",
                "n, 2, d, 1, 3, 2, 2, 1",
                "$(a, 7, 0, 6, 1, 5, 2, 4, 3)",
                x -> Movement.transpose(x, swapped));
        view("Reshape", "split", "n, 6", "$(a, -1, 2, 3)", x -> x.reshaped(x.dims()[0], 2, 3));
        view("Reshape", "scalar", "1, 1", "$(a)", x -> x.reshaped());
        view("BroadcastTo", "inner", "n, 1", "$(a, a.dimension(0), 7)", x -> Movement.broadcastTo(x, x.dims()[0], 7));
        view("ExpandDims", "back", "n, d", "$(a, -1)", x -> Movement.expandDims(x, -1));
        view("Squeeze", "all", "1, n, 1, 3", "$(a, 0, 2)", x -> Movement.squeeze(x, 0, 2));
        view("RepeatInterleaveInt", "elements", "n, d", "$(a, 2, -1)", x -> Movement.repeatInterleave(x, 2, -1));
        view("Reverse", "columns", "n, d", "$(a, -1)", x -> Movement.reverse(x, -1));
    }

    private void addSlices() {
        strided("steps", "9, 17", new int[] {1, 2}, new int[] {8, 15}, new int[] {2, 3});
        strided("negative", "9, 17", new int[] {7, -1}, new int[] {-10, 2}, new int[] {-2, -1});
        view(
                "Slice",
                "inside",
                "9, 17",
                "$(a, new long[] {1, 3}, new long[] {4, 11})",
                x -> Movement.slice(x, new int[] {1, 3}, new int[] {4, 11}));
        cases.add(Case.of(
                        "Split",
                        "columns",
                        dtype,
                        "$(a, 3, 1)",
                        x -> List.of(Movement.split(x[0], 3, 1)),
                        operand("n, 9"))
                .results("[0]", "[1]", "[2]")
                .signedZero(true));
        cases.add(Case.of(
                        "SplitWithSize",
                        "columns",
                        dtype,
                        "$(a, new long[] {2, 0, 7}, -1)",
                        x -> List.of(Movement.split(x[0], new int[] {2, 0, 7}, 1)),
                        operand("n, 9"))
                .results("[0]", "[1]", "[2]")
                .signedZero(true));
        view(
                "Narrow",
                "columns",
                "n, 17",
                "$(a, 1, 3, 9)",
                x -> Movement.slice(x, new int[] {0, 3}, new int[] {x.dims()[0], 9}));
        cases.add(Case.of(
                        "Unstack",
                        "columns",
                        dtype,
                        "$(a, -1)",
                        x -> Stream.of(Movement.split(x[0], 3, 1))
                                .map(array -> Movement.squeeze(array, 1))
                                .toList(),
                        operand("n, 3"))
                .results("[0]", "[1]", "[2]")
                .signedZero(true));
        for (boolean upper : Dtypes.NUMBERS.contains(dtype) ? new boolean[] {true, false} : new boolean[0]) {
            for (int diagonal : new int[] {0, 2}) {
                cases.add(Case.of(
                                upper ? "Triu" : "Tril",
                                "diagonal" + diagonal,
                                dtype,
                                "$(a, " + diagonal + ")",
                                x -> List.of(Movement.triangle(x[0], diagonal, upper, Numbers.zero(dtype))),
                                operand("n, d"))
                        .signedZero(true));
            }
        }
    }

    private void strided(String form, String dims, int[] begin, int[] end, int[] strides) {
        String call = "$(a, " + longs(begin) + ", " + longs(end) + ", " + longs(strides) + ")";
        view("StridedSlice", form, dims, call, x -> Movement.stridedSlice(x, begin, end, strides));
    }

    private static String longs(int[] values) {
        return "new long[] {" + ReductionCases.join(values) + "}";
    }

    private void addJoins() {
        join("Concat", "rows", "$(0, a, b)", x -> Movement.concat(0, x), "n, d", "m, d");
        join("Concat", "columns", "$(-1, a, b, c)", x -> Movement.concat(-1, x), "n, d", "n, 3", "n, m");
        join("Stack", "front", "$(0, a, b)", x -> Movement.stack(0, x), "n, d", "n, d");
        int[] before = {1, 0};
        int[] after = {2, 3};
        String frame = longs(before) + ", " + longs(after) + ")";
        cases.add(Case.of(
                        "Pad",
                        "tensor",
                        dtype,
                        "$(a, b, " + frame,
                        x -> List.of(Movement.pad(x[0], x[1].at(), before, after)),
                        operand("n, d"),
                        operand(""))
                .signedZero(true));
        if (dtype != DType.BOOL) {
            cases.add(Case.of(
                            "Pad",
                            "both",
                            dtype,
                            "$(a, 2, " + frame,
                            x -> List.of(Movement.pad(x[0], Numbers.number(dtype, 2), before, after)),
                            operand("n, d"))
                    .signedZero(true));
        }
        cases.add(Case.of(
                        "MaskedFill",
                        "",
                        dtype,
                        "$(a, b, c)",
                        x -> List.of(NdArray.generate(
                                dtype, x[0].dims(), p -> x[1].at(p).asDouble() != 0 ? x[2].at() : x[0].at(p))),
                        operand("n, d"),
                        new Operand(DType.BOOL, "d", Sampler.anything()),
                        operand(""))
                .signedZero(true));
    }

    private void addMoreJoins() {
        join("Concat", "one", "$(0, a)", x -> Movement.concat(0, x), "n, d");
        join("Concat", "middle", "$(1, a, b)", x -> Movement.concat(1, x), "n, d, m", "n, k, m");
        join("Stack", "back", "$(-1, a, b, c)", x -> Movement.stack(-1, x), "n, d", "n, d", "n, d");
    }

    private void like(String op, String name, double value) {
        cases.add(Case.of(
                op,
                name,
                dtype,
                "$(a)",
                x -> List.of(x[0].map(element -> Numbers.number(dtype, value))),
                operand("n, d")));
    }

    private void view(String op, String form, String dims, String call, UnaryOperator<NdArray> definition) {
        join(op, form, call, x -> definition.apply(x[0]), dims);
    }

    private void join(String op, String form, String call, Function<NdArray[], NdArray> definition, String... dims) {
        Operand[] operands = Stream.of(dims).map(this::operand).toArray(Operand[]::new);
        cases.add(Case.of(op, form, dtype, call, x -> List.of(definition.apply(x)), operands)
                .signedZero(true));
    }

    private Operand operand(String dims) {
        return new Operand(dtype, dims, Sampler.anything());
    }
}
