package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Indexing;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.BagReduction;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ScatterReduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Elements and slices read or written at indices, among them equal and negative ones. */
final class IndexingCases {

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;
    private final DType indices;
    private final Scalar zero;

    private IndexingCases(DType dtype) {
        this.dtype = dtype;
        this.indices = Indexing.indexType(dtype);
        this.zero = Numbers.zero(dtype);
    }

    static Stream<Case> all() {
        return Dtypes.STORED.stream().flatMap(dtype -> {
            IndexingCases ofIndices = new IndexingCases(dtype);
            ofIndices.addReads();
            ofIndices.addCopies();
            if (Dtypes.NUMBERS.contains(dtype)) {
                for (ScatterReduction reduction : ScatterReduction.values()) {
                    ofIndices.addScatter(reduction);
                }
                ofIndices.addSums();
            }
            if (Dtypes.REALS.contains(dtype)) {
                ofIndices.addBags();
            }
            return ofIndices.cases.stream();
        });
    }

    private void addReads() {
        Sampler anything = Sampler.anything();
        cases.add(Case.of(
                        "GatherNd",
                        "slices",
                        dtype,
                        "$(a, b)",
                        x -> List.of(Indexing.gathered(
                                x[0],
                                new int[] {x[1].dims()[0], x[0].dims()[2]},
                                Indexing.ofFirstAxes(x[0], x[1]),
                                zero)),
                        new Operand(dtype, "5, 4, d", anything),
                        new Operand(indices, "n, 2", Sampler.between(-5, 5)))
                .signedZero(true));
        cases.add(Case.of(
                        "GatherNd",
                        "elements",
                        dtype,
                        "$(a, b)",
                        x -> List.of(Indexing.gathered(
                                x[0], new int[] {x[1].dims()[0]}, Indexing.ofFirstAxes(x[0], x[1]), zero)),
                        new Operand(dtype, "5, 4", anything),
                        new Operand(indices, "n, 2", Sampler.between(-4, 3)))
                .signedZero(true));
        for (String form : List.of("vector", "rows")) {
            cases.add(Case.of(
                            "RepeatInterleaveTensor",
                            form,
                            dtype,
                            "$(a, b, 0, 20)",
                            x -> List.of(Indexing.repeated(x[0], x[1], 20, zero)),
                            new Operand(dtype, form.equals("rows") ? "9, d" : "9", anything),
                            new Operand(indices, "9", Sampler.between(-1, 4)))
                    .signedZero(true));
        }
    }

    private void addCopies() {
        add("IndexCopy", "rows", "$(a, b, c, 0)", 0, "NONE", "7, d", "n", "n, d", Sampler.anything());
        add("IndexCopy", "columns", "$(a, b, c, 1)", 1, "NONE", "n, 7", "m", "n, m", Sampler.anything());
    }

    private void addSums() {
        Sampler sampler = Numbers.isReal(dtype) ? Sampler.between(-3, 5) : Sampler.anything();
        add("IndexAdd", "rows", "$(a, b, c, 0)", 0, "ADD", "7, d", "n", "n, d", sampler);
        add("IndexAdd", "columns", "$(a, b, c, -1)", -1, "ADD", "n, 7", "m", "n, m", sampler);
    }

    private void add(
            String op,
            String form,
            String call,
            int axis,
            String reduction,
            String dims,
            String indexDims,
            String updates,
            Sampler sampler) {
        Case added = Case.of(
                op,
                form,
                dtype,
                call,
                x -> List.of(Indexing.scattered(x[0], x[2], Indexing.slices(x[0], x[1], axis), reduction, zero)),
                new Operand(dtype, dims, sampler),
                new Operand(indices, indexDims, Sampler.between(-7, 6)),
                new Operand(dtype, updates, sampler));
        cases.add(reduction.equals("NONE") ? added.signedZero(true) : added);
    }

    private void addScatter(ScatterReduction reduction) {
        boolean isSum = reduction == ScatterReduction.ADD || reduction == ScatterReduction.MUL;
        Sampler sampler =
                Numbers.isReal(dtype) && isSum ? Sampler.between(0.5, 1.5) : OrderCases.unlimited(Sampler.anything());
        String form = reduction.name().toLowerCase(Locale.ROOT);
        String last = ", ScatterReduction." + reduction + ")";
        cases.add(Case.of(
                "Scatter",
                form,
                dtype,
                "$(a, b, c, -1" + last,
                x -> scattered(x, Indexing.alongAxis(x[0], x[1], -1), reduction),
                new Operand(dtype, "n, 7", sampler),
                new Operand(indices, "n, m", Sampler.between(-7, 6)),
                new Operand(dtype, "n, m", sampler)));
        if (Scope.isWide(dtype)) {
            cases.add(Case.of(
                    "Scatter",
                    form + "Columns",
                    dtype,
                    "$(a, b, c, 0" + last,
                    x -> scattered(x, Indexing.alongAxis(x[0], x[1], 0), reduction),
                    new Operand(dtype, "7, d", sampler),
                    new Operand(indices, "m, d", Sampler.between(-7, 6)),
                    new Operand(dtype, "m, d", sampler)));
        }
        if (Scope.isWide(dtype) || reduction == ScatterReduction.NONE) {
            cases.add(Case.of(
                    "ScatterNd",
                    form,
                    dtype,
                    "$(a, b, c" + last,
                    x -> scattered(x, Indexing.ofFirstAxes(x[0], x[1]), reduction),
                    new Operand(dtype, "3, 4, d", sampler),
                    new Operand(indices, "n, 2", Sampler.between(-5, 4)),
                    new Operand(dtype, "n, d", sampler)));
        }
    }

    private void addBags() {
        for (BagReduction mode : BagReduction.values()) {
            cases.add(Case.of(
                    "EmbeddingBag",
                    mode.name().toLowerCase(Locale.ROOT),
                    dtype,
                    "$(a, b, c, BagReduction." + mode + ")",
                    x -> List.of(Indexing.bags(x[0], x[1], x[2], mode, zero)),
                    new Operand(dtype, "5, d", Sampler.between(-3, 4)),
                    new Operand(indices, "m", Sampler.between(0, 4)),
                    new Operand(indices, "3", Sampler.between(0, 4))));
            cases.add(Case.of(
                    "SegmentReduce",
                    mode.name().toLowerCase(Locale.ROOT),
                    dtype,
                    "$(a, b, BagReduction." + mode + ")",
                    x -> List.of(Indexing.segments(x[0], x[1], mode, zero)),
                    new Operand(dtype, "m, d", Sampler.between(-3, 4)),
                    new Operand(indices, "4", Sampler.between(0, 4))));
        }
    }

    private List<NdArray> scattered(NdArray[] x, Indexing.Target target, ScatterReduction reduction) {
        return List.of(Indexing.scattered(x[0], x[2], target, reduction.name(), zero));
    }
}
