package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The in-place updates that a loss may contain: running statistics updated by an op with a gradient. They are side
 * effects of the forward pass, and the updated values are constants of the loss.
 */
public final class StatisticsUpdates {

    private StatisticsUpdates() {}

    /**
     * Returns the first update of anything but statistics.
     *
     * @param graph a method's graph
     * @return empty if a gradient may ignore all updates
     */
    public static Optional<Node> firstOther(Graph graph) {
        return graph.assigns().stream().filter(assign -> !isOne(assign)).findFirst();
    }

    /**
     * Returns the updated values, which are constants for a gradient.
     *
     * @param nodes nodes of a graph
     * @return operands of its updates of statistics
     */
    public static List<Node> values(Collection<Node> nodes) {
        return nodes.stream()
                .filter(StatisticsUpdates::isOne)
                .map(assign -> assign.operands().get(1))
                .toList();
    }

    /**
     * Returns the updated parameters.
     *
     * @param nodes nodes of a graph
     * @return the targets of its updates of statistics
     */
    public static List<Node> targets(Collection<Node> nodes) {
        return nodes.stream()
                .filter(StatisticsUpdates::isOne)
                .map(assign -> assign.operands().get(0))
                .toList();
    }

    private static boolean isOne(Node node) {
        if (!node.isAssign() || !node.operands().get(1).isOperation()) {
            return false;
        }
        Node value = node.operands().get(1);
        OpRow row = OpTable.get().row(value);
        return row.updatesStatistics()
                && value.attributes().has(Attributes.OUTPUT)
                && row.results()
                        .get((int) value.attributes().integer(Attributes.OUTPUT))
                        .updates()
                        .isPresent();
    }
}
