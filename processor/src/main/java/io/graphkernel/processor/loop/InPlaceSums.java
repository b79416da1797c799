package io.graphkernel.processor.loop;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.PostOpKind;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Matmuls that a library adds to a parameter in its memory: nothing else reads the parameter or the sum. */
public final class InPlaceSums {

    private static final Optional<String> SUM =
            OpTable.get().find(BasicOps.ADD).flatMap(row -> row.postOp()).map(PostOpKind::name);

    private InPlaceSums() {}

    /**
     * Returns the sums of a graph.
     *
     * @param graph with or without groups
     * @return matmuls by the op that updates the parameter
     */
    public static Map<Node, Node> of(Graph graph) {
        return graph.assigns().isEmpty() ? Map.of() : of(graph, graph.users());
    }

    /**
     * Returns the sums of a graph, as {@link #of(Graph)}.
     *
     * @param users the users of its nodes
     */
    public static Map<Node, Node> of(Graph graph, Map<Node, List<Node>> users) {
        Map<Node, Node> sums = new IdentityHashMap<>();
        for (Node assign : graph.assigns()) {
            Node parameter = assign.operands().get(0);
            Node sum = assign.operands().get(1);
            if (parameter.kind() == Node.Kind.PARAMETER
                    && adds(sum, parameter)
                    && users.get(sum).equals(List.of(assign))
                    && users.get(parameter).equals(List.of(sum, assign))
                    && graph.outputs().stream().noneMatch(output -> Views.base(output.node()) == sum)) {
                sums.put(assign, sum);
            }
        }
        return sums;
    }

    /** Returns true if the only epilogue op of a matmul adds a value, which it does not multiply. */
    private static boolean adds(Node sum, Node parameter) {
        if (!sum.isOperation()
                || !OpTable.get().is(sum, OpKind.LIBRARY)
                || !sum.attributes().has(Attributes.EPILOGUE)) {
            return false;
        }
        int rank = sum.shape().rank();
        List<Node> operands = sum.operands();
        return OpTable.get().row(sum).channelAxis(rank) == rank - 1
                && Optional.of(sum.attributes().text(Attributes.EPILOGUE)).equals(SUM)
                && operands.indexOf(parameter) == operands.size() - 1;
    }
}
