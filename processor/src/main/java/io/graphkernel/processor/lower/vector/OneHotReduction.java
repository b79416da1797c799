package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.ScalarNotation;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.schedule.Buffer;
import java.util.List;
import java.util.Optional;

/**
 * One-hot reduction: a row sum with a single non-zero term, such as the logit of a label. If the term's index is a row
 * value, the reduction becomes a single load; see docs/bench/one-hot-reduction.md.
 *
 * @param sum the reduction
 * @param row the buffer of the summed elements
 * @param index the index op
 * @param selectedIndex index of the non-zero term, a row value
 */
record OneHotReduction(Node sum, Buffer row, Buffer index, Node selectedIndex) {

    /**
     * Finds the one-hot reductions of a stage that only sums rows. A stage with stores has none: a store could
     * overwrite the element before it is loaded.
     */
    static List<OneHotReduction> of(StageFunction stage) {
        if (stage.space().template() != LoopTemplate.ROW_REDUCTION
                || stage.space().isUnranked()
                || !stage.space().middle().isEmpty()
                || stage.hasStores()) {
            return List.of();
        }
        return stage.stage().reductions().stream()
                .flatMap(reduction -> of(stage, reduction).stream())
                .toList();
    }

    private static Optional<OneHotReduction> of(StageFunction stage, Node reduction) {
        Node term = reduction.operands().get(0);
        if (!ElementwiseLowering.combiner(reduction).equals("sum")
                || reduction.dtype() != DataType.F32
                || !stage.stage().computed().contains(term)
                || !isSelect(term)
                || !isZero(term.operands().get(2))) {
            return Optional.empty();
        }
        Node condition = term.operands().get(0);
        if (!stage.stage().computed().contains(condition) || !stage.comparesWithIndex(condition)) {
            return Optional.empty();
        }
        Node element = term.operands().get(1);
        Node counted = condition.operands().get(0);
        return stage.inputBuffer(element, Dim.ONE)
                .flatMap(row -> stage.indexBuffer(counted)
                        .map(index -> new OneHotReduction(
                                reduction, row, index, condition.operands().get(1))));
    }

    private static boolean isSelect(Node node) {
        return OpTable.get().row(node).scalar() instanceof ScalarNotation.Call call
                && call.function().equals("select");
    }

    private static boolean isZero(Node node) {
        return node.kind() == Node.Kind.CONSTANT && node.attributes().number().doubleValue() == 0;
    }

    /** Lowers the reduction to a load of the selected element. */
    Expression lower(LoopScope scope) {
        return CodeBuilder.call(
                "pick", scope.base(row), scope.operand(selectedIndex), scope.base(index), BasePointers.INNER);
    }
}
