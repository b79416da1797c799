package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Conversion;
import io.graphkernel.conformance.oracle.Indexing;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.conformance.oracle.Shapes;
import io.graphkernel.conformance.oracle.Spatial.Windows;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.PaddingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Padding modes, windows as columns, sequences, slices at computed starts, contractions by subscripts. */
final class ShapeCases {

    private static final Sampler VALUES = Sampler.between(-3, 5);

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;

    private ShapeCases(DType dtype) {
        this.dtype = dtype;
    }

    static Stream<Case> all() {
        Stream<Case> ofDtypes = Dtypes.STORED.stream().flatMap(dtype -> {
            ShapeCases shapes = new ShapeCases(dtype);
            shapes.addPadding();
            shapes.addPlacements();
            if (Dtypes.NUMBERS.contains(dtype)) {
                shapes.addColumns();
            }
            if (Dtypes.REALS.contains(dtype)) {
                shapes.addSums();
                shapes.addContractions();
            } else if (Dtypes.NUMBERS.contains(dtype)) {
                shapes.addEinsum("integers", "ij,jk->ki", "ij,jk->ki", "n, d", "d, 3");
                shapes.addTensorDot();
            }
            return shapes.cases.stream();
        });
        return Stream.concat(ofDtypes, sequences());
    }

    private void addPadding() {
        for (PaddingMode mode : PaddingMode.values()) {
            Shapes.Source source = switch (mode) {
                case ZEROS -> (position, size) -> position < size ? position : -1;
                case REFLECT -> Shapes::reflected;
                case SYMMETRIC -> Shapes::symmetric;
                case EDGE -> (position, size) -> Math.max(0, Math.min(position, size - 1));
                case WRAP -> Math::floorMod;
            };
            String form = mode.name().toLowerCase(Locale.ROOT);
            String last = ", PaddingMode." + mode + ")";
            addOne(
                    "PadV3",
                    form,
                    "$(a, new long[] {0, 2}, new long[] {0, 1}" + last,
                    x -> Shapes.padded(x, new int[] {0, 2}, new int[] {0, 1}, source, Numbers.zero(dtype)),
                    "n, 5");
            addOne(
                    "PadV3",
                    form + "All",
                    "$(a, new long[] {3, 0, 1}, new long[] {1, 2, 0}" + last,
                    x -> Shapes.padded(x, new int[] {3, 0, 1}, new int[] {1, 2, 0}, source, Numbers.zero(dtype)),
                    "4, 3, 2*d");
        }
    }

    private void addPlacements() {
        Sampler anything = Sampler.anything();
        DType index = Indexing.indexType(dtype);
        addOne("Movedim", "forth", "$(a, 0, -1)", x -> Shapes.moved(x, 0, -1), "n, d, 3");
        addOne("Movedim", "back", "$(a, 2, 1)", x -> Shapes.moved(x, 2, 1), "n, 2, d, 3");
        addOne(
                "Movedim",
                "several",
                "$(a, new int[] {0, 1}, new int[] {2, 0})",
                x -> Shapes.moved(x, new int[] {0, 1}, new int[] {2, 0}),
                "n, d, 3");
        addOne(
                "Movedim",
                "negative",
                "$(a, new int[] {-1, 0, 2}, new int[] {1, -1, -2})",
                x -> Shapes.moved(x, new int[] {-1, 0, 2}, new int[] {1, -1, -2}),
                "n, 2, d, 3");
        addOne("Movedim", "none", "$(a, new int[] {}, new int[] {})", x -> x, "n, d");
        Operand starts = new Operand(index, "2", Sampler.between(-2, 7));
        cases.add(Case.of(
                        "DynamicSlice",
                        "",
                        dtype,
                        "$(a, b, 3, 2)",
                        x -> List.of(Shapes.slice(x[0], x[1], 3, 2)),
                        new Operand(dtype, "3*n, 2*d", anything),
                        starts)
                .withoutEmpty());
        cases.add(Case.of(
                        "DynamicUpdateSlice",
                        "",
                        dtype,
                        "$(a, b, c)",
                        x -> List.of(Shapes.updated(x[0], x[1], x[2])),
                        new Operand(dtype, "3*n, 2*d", anything),
                        new Operand(dtype, "3, 2", anything),
                        starts)
                .withoutEmpty());
    }

    private void addColumns() {
        addUnfold("plain", new int[] {2, 3}, new int[] {1, 1}, new int[4], new int[] {1, 1}, "n, c, 4, 5");
        addUnfold("all", new int[] {2, 3}, new int[] {2, 1}, new int[] {1, 0, 2, 1}, new int[] {2, 1}, "n, 2, 5, 4*d");
    }

    private void addUnfold(String form, int[] size, int[] strides, int[] pads, int[] dilations, String dims) {
        Windows windows = new Windows(size, strides, pads, dilations, false);
        addOne(
                "Unfold",
                form,
                "$(a, " + longs(size) + ", " + longs(strides) + ", " + longs(pads) + ", " + longs(dilations) + ")",
                x -> Shapes.unfolded(x, windows, Numbers.zero(dtype)),
                dims);
    }

    static String longs(int... numbers) {
        return "new long[] {" + ReductionCases.join(numbers) + "}";
    }

    private void addSums() {
        Windows plain = new Windows(new int[] {2, 2}, new int[] {1, 1}, new int[4], new int[] {1, 1}, false);
        cases.add(Case.of(
                        "Fold",
                        "plain",
                        dtype,
                        "$(a, new long[] {3, 4}, new long[] {2, 2})",
                        x -> List.of(Shapes.folded(x[0], 3, 4, plain, Numbers.zero(dtype))),
                        new Operand(dtype, "n, 4*c, 6", VALUES))
                .withoutEmpty());
        Windows sparse =
                new Windows(new int[] {2, 3}, new int[] {2, 1}, new int[] {1, 0, 2, 1}, new int[] {2, 1}, false);
        cases.add(Case.of(
                        "Fold",
                        "all",
                        dtype,
                        "$(a, new long[] {5, 4}, new long[] {2, 3}, new long[] {2, 1}, new long[] {1, 0, 2, 1},"
                                + " new long[] {2, 1})",
                        x -> List.of(Shapes.folded(x[0], 5, 4, sparse, Numbers.zero(dtype))),
                        new Operand(dtype, "n, 12, 10", VALUES))
                .withoutEmpty());
    }

    private NdArray rounded(NdArray wide) {
        return Conversion.convert(wide, dtype, Numbers.precision(dtype));
    }

    private void addContractions() {
        addEinsum("matrices", "ij,jk->ik", "ij,jk->ik", "n, d", "d, 3");
        addEinsum("implicit", "ij,jk", "ij,jk->ik", "n, 5", "5, 3");
        addEinsum("batch", "bij,bkj->bik", "bij,bkj->bik", "n, 3, d", "n, 2, d");
        addEinsum("outer", "i,j->ji", "i,j->ji", "n", "d");
        addEinsum("trace", "ii->", "ii->", "4, 4");
        addEinsum("transposed", "ijk->kj", "ijk->kj", "n, d, 3");
        addEinsum("ellipsis", "...ij,...jk->...ik", "aij,ajk->aik", "n, 2, d", "1, d, 3");
        cases.add(Case.of(
                "Einsum",
                "several",
                dtype,
                "$(\"ij,jk,kl->il\", a, b, c)",
                x -> List.of(Shapes.einsum(
                        "ij,jk->ik",
                        Numbers.zero(dtype),
                        rounded(Shapes.einsum("ij,jk->ik", Numbers.zero(dtype), x[0], x[1])),
                        x[2])),
                new Operand(dtype, "n, 3", VALUES),
                new Operand(dtype, "3, 2", VALUES),
                new Operand(dtype, "2, 4", VALUES)));
        addEinsum("weights", "bhqk,bkhd->bqhd", "bhqk,bkhd->bqhd", "2, n, 3, d", "2, d, n, 2");
        addTensorDot();
    }

    private void addTensorDot() {
        cases.add(Case.of(
                "TensorDot",
                "two",
                dtype,
                "$(a, b)",
                x -> List.of(Shapes.einsum("ijk,jkl->il", Numbers.zero(dtype), x)),
                new Operand(dtype, "n, d, 3", VALUES),
                new Operand(dtype, "d, 3, 2", VALUES)));
        cases.add(Case.of(
                "TensorDot",
                "one",
                dtype,
                "$(a, b, 1)",
                x -> List.of(Shapes.einsum("ijk,kl->ijl", Numbers.zero(dtype), x)),
                new Operand(dtype, "n, 2, d", VALUES),
                new Operand(dtype, "d, 3", VALUES)));
        addTensorDot("one", "0", "-1", "ij,ki->jk", "d, n", "3, d");
        addTensorDot("two", "new int[] {2, 0}", "new int[] {0, -2}", "ijk,kil->jl", "n, 3, d", "d, n, 2");
        addTensorDot("none", "new int[] {}", "new int[] {}", "ij,k->ijk", "n, 2", "d");
    }

    private void addTensorDot(String form, String xAxes, String yAxes, String subscripts, String x, String y) {
        cases.add(Case.of(
                "TensorDotOfAxes",
                form,
                dtype,
                "$(a, b, " + xAxes + ", " + yAxes + ")",
                operands -> List.of(Shapes.einsum(subscripts, Numbers.zero(dtype), operands)),
                new Operand(dtype, x, VALUES),
                new Operand(dtype, y, VALUES)));
    }

    private void addEinsum(String form, String subscripts, String plain, String... dims) {
        Operand[] operands =
                Stream.of(dims).map(shape -> new Operand(dtype, shape, VALUES)).toArray(Operand[]::new);
        String call =
                "$(\"" + subscripts + "\", " + List.of("a", "a, b", "a, b, c").get(dims.length - 1) + ")";
        cases.add(Case.of(
                "Einsum", form, dtype, call, x -> List.of(Shapes.einsum(plain, Numbers.zero(dtype), x)), operands));
    }

    private static Stream<Case> sequences() {
        Operand size = new Operand(DType.F32, "n", VALUES);
        Operand matrix = new Operand(DType.F32, "n, d", VALUES);
        List<Case> sequences = new ArrayList<>();
        sequences.add(integers("Arange", "", "$(0, a.dimension(0))", x -> Shapes.sequence(0, x.dims()[0], 1), size));
        sequences.add(
                integers("Arange", "step", "$(-5, a.dimension(0), 3)", x -> Shapes.sequence(-5, x.dims()[0], 3), size));
        sequences.add(
                integers("Arange", "down", "$(a.dimension(0), 2, -2)", x -> Shapes.sequence(x.dims()[0], 2, -2), size));
        for (int diagonal = -1; diagonal <= 2; diagonal++) {
            int offset = diagonal;
            String form = diagonal < 0 ? "below" : "above" + diagonal;
            String call = "$(a.dimension(0), a.dimension(1), " + diagonal + ")";
            sequences.add(integers(
                    "TrilIndices", form, call, x -> Shapes.triangle(x.dims()[0], x.dims()[1], offset, true), matrix));
            sequences.add(integers(
                    "TriuIndices", form, call, x -> Shapes.triangle(x.dims()[0], x.dims()[1], offset, false), matrix));
        }
        for (DType dtype : Dtypes.NUMBERS) {
            sequences.add(Case.of(
                    "Arange",
                    "of_dtype",
                    dtype,
                    "$(-2, a.dimension(0), 3, DType." + dtype.name() + ")",
                    x -> List.of(sequence(dtype, -2, x[0].dims()[0], 3)),
                    size));
        }
        for (DType dtype : Dtypes.REALS) {
            String given = ", a.dimension(0), DType." + dtype.name() + ")";
            sequences.add(line("LinSpace", "ofDtype", "$(-1.1, 2.0" + given, dtype, position -> position));
            sequences.add(line("LogSpace", "ofDtype", "$(-1.1, 2.0, 3.0" + given, dtype, ShapeCases::powerOfThree));
        }
        sequences.add(line("LinSpace", "", "$(-1.1, 2.0, a.dimension(0))", DType.F32, position -> position));
        sequences.add(line("LogSpace", "", "$(-1.1, 2.0, 3.0, a.dimension(0))", DType.F32, ShapeCases::powerOfThree));
        sequences.add(Case.of(
                "LinSpace",
                "ofNumbers",
                DType.F32,
                "$(a, b, 8)",
                x -> List.of(line(DType.F32, x[0].at(), x[1].at(), 8, position -> position)),
                new Operand(DType.F32, "", VALUES),
                new Operand(DType.F32, "", VALUES)));
        return sequences.stream();
    }

    private static Scalar powerOfThree(Scalar exponent) {
        return exponent.number(3).power(exponent);
    }

    /** Returns numbers of a dtype, saturated if they are integers. */
    private static NdArray sequence(DType dtype, long start, long end, long step) {
        NdArray sequence = Shapes.sequence(start, end, step);
        return NdArray.generate(
                dtype, sequence.dims(), p -> Numbers.number(dtype, ((IntegerScalar) sequence.at(p)).value()));
    }

    /** Returns a case between two numbers, which are f32 for 16-bit results. */
    private static Case line(String op, String form, String call, DType dtype, UnaryOperator<Scalar> function) {
        Scalar start = Real.exact(dtype == DType.F64 ? -1.1 : (float) -1.1, Numbers.precision(dtype));
        return Case.of(
                op,
                form,
                dtype,
                call,
                x -> List.of(line(dtype, start, start.number(2), x[0].dims()[0], function)),
                new Operand(DType.F32, "n", VALUES));
    }

    private static NdArray line(DType dtype, Scalar start, Scalar end, int n, UnaryOperator<Scalar> function) {
        return NdArray.generate(dtype, new int[] {n}, p -> function.apply(Shapes.linear(start, end, p[0], n)));
    }

    private static Case integers(
            String op, String form, String call, Function<NdArray, NdArray> definition, Operand operand) {
        return Case.of(op, form, DType.I64, call, x -> List.of(definition.apply(x[0])), operand);
    }

    private void addOne(String op, String form, String call, Function<NdArray, NdArray> definition, String dims) {
        cases.add(Case.of(
                        op,
                        form,
                        dtype,
                        call,
                        x -> List.of(definition.apply(x[0])),
                        new Operand(dtype, dims, Sampler.anything()))
                .withoutEmpty());
    }
}
