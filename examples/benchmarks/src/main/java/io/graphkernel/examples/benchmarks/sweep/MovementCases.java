package io.graphkernel.examples.benchmarks.sweep;

import static io.graphkernel.examples.benchmarks.sweep.Forms.COLUMN;
import static io.graphkernel.examples.benchmarks.sweep.Forms.CUBE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.INDICES;
import static io.graphkernel.examples.benchmarks.sweep.Forms.NEAR_ONE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.ONE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.ROW;
import static io.graphkernel.examples.benchmarks.sweep.Forms.X;

import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.stream.Stream;

/** Ops that move elements, generate them from positions, or run along an axis. */
final class MovementCases {
    /** A matrix of the sweep's size whose columns can be divided when the kernel is compiled. */
    private static final Operand FIXED = Operand.of("n, 1024");

    /** A vector of the sweep's size that is known when the kernel is compiled. */
    private static final Operand FIXED_VECTOR = Operand.of("1048576");

    /** The upper half of the rows and the left half of the columns. */
    private static final double QUARTER = 0.25;

    private MovementCases() {}

    static Stream<Case> all() {
        return Stream.of(
                        views(), slices(), joins(), arrangements(), shapes(), places(), scans(), orders(), transforms())
                .flatMap(List::stream);
    }

    private static List<Case> views() {
        return List.of(
                Case.of("Transpose", "matrix", "$(a, 1, 0)", X),
                Case.of("Transpose", "outer axes", "$(a, 1, 0, 2)", CUBE),
                Case.of("Transpose", "all axes of a cube", "$(a, 2, 1, 0)", CUBE),
                Case.of("Reshape", "", "$(a, -1)", X),
                Case.of("ExpandDims", "", "$(a, 0)", X),
                Case.of("Squeeze", "", "$(a, 1)", Operand.of("n, 1, d")),
                Case.of("Flatten", "", "$(a, 1)", CUBE),
                Case.of("BroadcastTo", "rows", "$(a, 4096, a.dimension(0))", ROW),
                Case.of("BroadcastTo", "columns", "$(a, a.dimension(0), 1024)", COLUMN),
                Case.of("Tile", "rows", "$(a, 4096, 1)", Operand.of("1, d")),
                Case.of("RepeatInterleaveInt", "elements", "$(a, 4, 1)", Operand.of("n, 256")),
                Case.of("Reverse", "rows", "$(a, 0)", X),
                Case.of("Reverse", "columns", "$(a, 1)", X));
    }

    private static List<Case> slices() {
        return List.of(
                Case.of("StridedSlice", "every other row", strided("0, 0", "4096, 1024", "2, 1"), X)
                        .reads(0.5, 0),
                Case.of("StridedSlice", "every other column", strided("0, 0", "4096, 1024", "1, 2"), X),
                Case.of("StridedSlice", "columns backwards", strided("0, -1", "4096, -1025", "1, -1"), X),
                Case.of("Slice", "a quarter", "$(a, new long[] {0, 0}, new long[] {2048, 512})", X)
                        .reads(QUARTER, 0),
                Case.of("Narrow", "half of the rows", "$(a, 0, 1024, 2048)", X).reads(0.5, 0),
                Case.of("Split", "columns", "$(a, 2, 1)", FIXED).results("[0]", "[1]"),
                Case.of("SplitWithSize", "columns", "$(a, new long[] {256, 768}, 1)", FIXED)
                        .results("[0]", "[1]"),
                Case.of("Unstack", "", "$(a, 0)", Operand.of("2, n, d")).results("[0]", "[1]"));
    }

    private static String strided(String begin, String end, String strides) {
        return "$(a, new long[] {" + begin + "}, new long[] {" + end + "}, new long[] {" + strides + "})";
    }

    private static List<Case> joins() {
        return List.of(
                Case.of("Concat", "rows", "$(0, a, b)", X, X),
                Case.of("Concat", "columns", "$(1, a, b)", X, X),
                Case.of("Stack", "front", "$(0, a, b)", X, X),
                Case.of("Stack", "back", "$(2, a, b)", X, X),
                Case.of("Pad", "", "$(a, 0.5, new long[] {1, 8}, new long[] {1, 8})", X),
                Case.of("Tril", "", "$(a, 0)", X),
                Case.of("Triu", "", "$(a, 0)", X));
    }

    private static List<Case> arrangements() {
        return List.of(
                Case.of("Roll", "rows", "$(a, 1, 0)", X),
                Case.of("Roll", "columns", "$(a, 1, 1)", X),
                Case.of("DiagEmbed", "", "$(a)", ROW),
                Case.of("Diagonal", "", "$(a)", Operand.of("1024, d")),
                Case.of("Trace", "", "$(a)", X),
                Case.of("MeshGrid", "", "$(a, b)", ROW, ROW).results("[0]", "[1]"),
                Case.of("Outer", "", "$(a, b)", ROW, ROW),
                Case.of("Kron", "", "$(a, b)", Operand.of("64, d"), Operand.of("64, 1")),
                Case.of("Cross", "", "$(a, b)", Operand.of("n, 3"), Operand.of("n, 3")));
    }

    private static List<Case> shapes() {
        Operand images = Operand.of("8, 16, 64, d");
        return List.of(
                Case.of("PadV3", "reflect", "$(a, new long[] {1, 8}, new long[] {1, 8})", X),
                Case.of("PadV3", "edge", "$(a, new long[] {1, 8}, new long[] {1, 8}, PaddingMode.EDGE)", X),
                Case.of("PadV3", "wrap", "$(a, new long[] {1, 8}, new long[] {1, 8}, PaddingMode.WRAP)", X),
                Case.of("Movedim", "", "$(a, 0, 1)", X),
                Case.of("PixelShuffle", "", "$(a, 2)", images),
                Case.of("ChannelShuffle", "", "$(a, 4)", images),
                Case.of("MaxPoolNd", "2 by 2", "$(a, new long[] {2, 2}, new long[] {2, 2})", images),
                Case.of("AvgPoolNd", "2 by 2", "$(a, new long[] {2, 2}, new long[] {2, 2})", images),
                Case.of("Resize", "twice", "$(a, 128, a.dimension(3) * 2)", images),
                Case.of(
                        "Resize",
                        "twice, linear",
                        "$(a, new long[] {128, a.dimension(3) * 2}, SamplingMode.LINEAR)",
                        images));
    }

    private static List<Case> places() {
        return List.of(
                Case.of("Gather", "rows", "$(a, b, 0)", X, INDICES),
                Case.of(
                        "Gather",
                        "columns",
                        "$(a, b, 1)",
                        X,
                        Operand.of(DType.I32, "d").within(0, 1024)),
                Case.of(
                        "GatherGrad",
                        "64 positions",
                        "$(a, b, 64)",
                        Operand.of(DType.F32, "1, n, d"),
                        Operand.of(DType.I32, "n").within(0, 64)),
                Case.of(
                        "OneHot",
                        "",
                        "$(a, 1.0, 0.0, 1024, -1)",
                        Operand.of(DType.I32, "n").within(0, 1024)),
                Case.of("Range", "", "$(4096 * a.dimension(0))", ROW).reads(0, 0),
                Case.of("FillV2", "", "$(0.5, 4096, a.dimension(0))", ROW).reads(0, 0),
                Case.of("Eye", "", "$(4096, a.dimension(0))", ROW).reads(0, 0),
                Case.of("BroadcastTo", "a number", "$(a, 4096, 1024)", ONE));
    }

    private static List<Case> scans() {
        return List.of(
                Case.of("CumSum", "last axis", "$(a, -1, false, false)", X),
                Case.of("CumSum", "first axis", "$(a, 0, false, false)", X),
                Case.of("CumSum", "last axis, reverse", "$(a, -1, true, true)", X),
                Case.of("CumProd", "last axis", "$(a, -1, false, false)", NEAR_ONE),
                Case.of("CumProd", "first axis", "$(a, 0, false, false)", NEAR_ONE),
                Case.of("LogCumSumExp", "", "$(a)", Operand.of("n, 64")),
                Case.of("CumMax", "last axis", "$(a, -1, false, false)", X),
                Case.of("CumMax", "first axis", "$(a, 0, false, false)", X),
                Case.of("CumMin", "last axis", "$(a, -1, false, false)", X));
    }

    private static List<Case> orders() {
        return List.of(
                Case.of("SortOrder", "", "$(a)", Operand.of("1, n, d")),
                Case.of("Sort", "last axis", "$(a)", X),
                Case.of("Sort", "first axis", "$(a, 0)", X),
                Case.of("ArgSort", "", "$(a)", X),
                Case.of("TopK", "", "$(a, 8)", X).results(".values()", ".indices()"),
                Case.of("KthValue", "", "$(a, 8)", X).results(".value()", ".index()"),
                Case.of("Median", "", "$(a)", X),
                Case.of("Quantile", "", "$(a, 0.25)", X),
                Case.of("Mode", "", "$(a)", X),
                Case.of("SearchSorted", "", "$(a, b)", ROW, ROW),
                Case.of("SearchSorted", "1,048,576 values", "$(a, b)", ROW, Operand.of("1024*d")),
                Case.of("Bucketize", "16 boundaries", "$(a, b)", X, Operand.of("16")),
                Case.of("Histogram", "", "$(a, -1.0, 1.0, 64)", X),
                Case.of("Bincount", "", "$(a, 64)", Operand.of(DType.I32, "n").within(0, 64)),
                Case.of("Unique", "", "$(a, 64)", FIXED_VECTOR).results(".values()", ".count()"),
                Case.of("Nonzero", "", "$(a, 64)", FIXED_VECTOR).results(".indices()", ".count()"),
                Case.of("MaskedSelect", "", "$(a, b, 64)", FIXED_VECTOR, Operand.of(DType.BOOL, "1048576"))
                        .results(".values()", ".count()"),
                Case.of(
                        "GatherNd",
                        "",
                        "$(a, b)",
                        X,
                        Operand.of(DType.I32, "n, 1").within(0, 1024)),
                Case.of(
                        "Scatter",
                        "",
                        "$(a, b, c)",
                        X,
                        Operand.of(DType.I32, "n, d").within(0, 1024),
                        X),
                Case.of(
                        "ScatterNd",
                        "",
                        "$(a, b, c)",
                        X,
                        Operand.of(DType.I32, "n, 1").within(0, 1024),
                        X),
                Case.of("IndexAdd", "", "$(a, b, c, 0)", X, INDICES, X),
                Case.of("IndexCopy", "", "$(a, b, c, 0)", X, INDICES, X),
                Case.of(
                        "RepeatInterleaveTensor",
                        "",
                        "$(a, b, 0, 4096)",
                        X,
                        Operand.of(DType.I32, "n").within(0, 3)),
                Case.of(
                        "TakeAlongAxis",
                        "",
                        "$(a, b)",
                        X,
                        Operand.of(DType.I32, "n, d").within(0, 1024)));
    }

    private static List<Case> transforms() {
        Operand half = Operand.of("n, 513");
        return List.of(
                Case.of("Fft", "", "$(a, b)", FIXED, FIXED).results(".real()", ".imaginary()"),
                Case.of("Ifft", "", "$(a, b)", FIXED, FIXED).results(".real()", ".imaginary()"),
                Case.of("Rfft", "", "$(a)", FIXED).results(".real()", ".imaginary()"),
                Case.of("Irfft", "", "$(a, b, 1024)", half, half));
    }
}
