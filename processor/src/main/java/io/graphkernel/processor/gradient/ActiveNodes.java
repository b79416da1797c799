package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.DtypeRules;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The values that have adjoints: wanted ones, and floating ones that depend on them. */
final class ActiveNodes {

    private final Set<Node> nodes = Collections.newSetFromMap(new IdentityHashMap<>());

    void addAll(Collection<Node> wanted) {
        nodes.addAll(wanted);
    }

    boolean contains(Node node) {
        return nodes.contains(node);
    }

    /** Adds the results of an op if it reads an active value. */
    void activate(OpResults op) {
        if (!operands(op.first()).isEmpty()) {
            op.results().stream().filter(ActiveNodes::isFloating).forEach(nodes::add);
        }
    }

    /** The operands through which an op depends on active values: names by position. */
    Map<Integer, String> operands(Node op) {
        if (!op.isOperation()) {
            return Map.of();
        }
        Map<Integer, String> found = new TreeMap<>();
        OpRow row = OpTable.get().row(op);
        List<OpParameter> parameters = parameters(row, op);
        // What the user's gradient says of the parameters is all.
        int first = OwnGradient.is(op) ? new OwnGradient(op).resultCount() : 0;
        for (int i = first; i < parameters.size(); i++) {
            String name = parameters.get(i).name();
            Node operand = op.operands().get(i);
            if (nodes.contains(operand)
                    && isFloating(operand)
                    && !row.gradient().constantIn().contains(name)) {
                found.put(i, name);
            }
        }
        return found;
    }

    /** What the row of an op says of each operand. */
    static List<OpParameter> parameters(OpRow row, Node op) {
        return DtypeRules.operandParameters(row, op.attributes(), op.operands().size());
    }

    private static boolean isFloating(Node node) {
        return node.dtype().isFloating();
    }
}
