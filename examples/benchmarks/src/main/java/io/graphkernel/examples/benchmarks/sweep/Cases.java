package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.op.OpTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every op that is measured, and those that are not. */
final class Cases {
    private static final String COMPUTES = "bound by its arithmetic, not by memory; a product is among the peers";
    private static final String NO_METHOD = "not an op for users; measured with the ops that are composed of it";

    private static final String COMPOSED = "bound by the ops that it is composed of, which are measured alone";
    private static final String SMALL = "of a few numbers for each call";
    private static final String RANKS = "bound by the ranks that it waits for";
    private static final String PARTS = "one product for each part, each as MatMul";

    private static final Map<String, String> NOT_MEASURED = notMeasured(Map.of(
            COMPUTES,
            List.of(
                    "MatMul",
                    "BatchMatMul",
                    "MatMulInteger",
                    "QuantBatchMatmul",
                    "Conv2D",
                    "Conv1D",
                    "Conv3D",
                    "ConvTranspose",
                    "Einsum",
                    "TensorDot",
                    "TensorDotOfAxes",
                    "Cholesky",
                    "LuFactor",
                    "Qr",
                    "Eigh",
                    "TriangularSolve",
                    "LuSolve",
                    "Solve",
                    "Inverse",
                    "Determinant",
                    "LogDeterminant",
                    "PromptFlashAttention",
                    "PromptFlashAttentionGrad"),
            NO_METHOD,
            List.of("Index", "RowMajorIndex", "BroadcastLike", "PhiloxUniform", "PhiloxNormal"),
            COMPOSED,
            List.of(
                    "Unfold",
                    "Fold",
                    "DynamicSlice",
                    "DynamicUpdateSlice",
                    "MaxPoolWithIndices",
                    "MaxUnpool",
                    "EmbeddingBag",
                    "SegmentReduce",
                    "AdaptiveAvgPool",
                    "AdaptiveMaxPool",
                    "GridSample",
                    "PixelUnshuffle",
                    "CrossEntropyLoss",
                    "CTCLoss",
                    "CTCLossGrad",
                    "NonMaxSuppression",
                    "LocalResponseNorm"),
            SMALL,
            List.of("Arange", "LinSpace", "LogSpace", "TrilIndices", "TriuIndices", "AffineGrid"),
            RANKS,
            List.of(
                    "AllReduce",
                    "OnRank",
                    "AllGather",
                    "ReduceScatter",
                    "AllToAll",
                    "Broadcast",
                    "MatMulAllReduce",
                    "AllGatherMatmul",
                    "MatmulReduceScatter"),
            PARTS,
            List.of(
                    "MatmulSplitOut2",
                    "MatmulSplitOut3",
                    "MatmulSplitSiluOut2",
                    "MatmulSplitSiluOut3",
                    "MatmulBiasSplitOut2",
                    "MatmulBiasSplitOut3",
                    "MatmulBiasSplitSiluOut2",
                    "MatmulBiasSplitSiluOut3",
                    "QuantbatchmatmulSplitOut2",
                    "QuantbatchmatmulSplitOut3",
                    "QuantbatchmatmulSplitSiluOut2",
                    "QuantbatchmatmulSplitSiluOut3")));

    private Cases() {}

    private static Map<String, String> notMeasured(Map<String, List<String>> opsByReason) {
        Map<String, String> reasons = new TreeMap<>();
        opsByReason.forEach((reason, ops) -> ops.forEach(op -> reasons.put(op, reason)));
        return reasons;
    }

    /** The cases of the sweep, op by op. */
    static List<Case> sweep() {
        List<Case> listed = Stream.of(
                        ElementwiseCases.all(), MovementCases.all(), ReductionCases.all(), TrainingCases.all())
                .flatMap(cases -> cases)
                .toList();
        Set<String> ops = listed.stream().map(Case::op).collect(Collectors.toSet());
        return Stream.concat(
                        ElementwiseCases.functions().filter(function -> !ops.contains(function.op())), listed.stream())
                .toList();
    }

    /** The ops that are left out, with the reason. */
    static Map<String, String> notMeasured() {
        return NOT_MEASURED;
    }

    /** The ops of the table that are neither measured nor left out with a reason. */
    static List<String> forgotten() {
        Set<String> measured = sweep().stream().map(Case::op).collect(Collectors.toSet());
        return OpTable.get().rows().stream()
                .map(row -> row.name())
                .filter(name -> !measured.contains(name) && !NOT_MEASURED.containsKey(name))
                .toList();
    }
}
