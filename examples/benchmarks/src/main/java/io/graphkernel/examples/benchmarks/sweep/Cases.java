package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.processor.op.OpTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every op that is measured, and those that are not. */
final class Cases {
    private static final String COMPUTES = "bound by its arithmetic, not by memory; a product is among the peers";
    private static final String NO_METHOD = "no op of its own for a user; measured with those that are made of it";

    private static final Map<String, String> NOT_MEASURED = new TreeMap<>(Map.of(
            "MatMul", COMPUTES,
            "BatchMatMul", COMPUTES,
            "MatMulInteger", COMPUTES,
            "QuantBatchMatmul", COMPUTES,
            "Conv2D", COMPUTES,
            "PromptFlashAttention", COMPUTES,
            "Index", NO_METHOD,
            "RowMajorIndex", NO_METHOD,
            "BroadcastLike", NO_METHOD,
            "PhiloxUniform", NO_METHOD,
            "PhiloxNormal", NO_METHOD));

    private Cases() {}

    /** The cases of the sweep, op by op. */
    static List<Case> sweep() {
        return Stream.of(ElementwiseCases.all(), MovementCases.all(), ReductionCases.all(), TrainingCases.all())
                .flatMap(cases -> cases)
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
