package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Common subexpression elimination: nodes with equal op, operands and attributes are merged. */
public final class GraphKernelCse implements GraphPass {

    /** Name of the second run of the pass, after simplification. */
    public static final String LAST = "graph_kernel_cse";
    /** Name of the first run of the pass, before simplification. */
    public static final String FIRST = "cse1";

    private final String name;

    /**
     * Creates the pass for one of its positions.
     *
     * @param name name at that position
     */
    public GraphKernelCse(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<Object, Node> first = new HashMap<>();
        Map<Node, Integer> numbers = new IdentityHashMap<>();
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            if (node.isAssign()) {
                return node;
            }
            return first.computeIfAbsent(key(node, numbers), key -> node);
        });
    }

    private static Object key(Node node, Map<Node, Integer> numbers) {
        List<Integer> operands = new ArrayList<>();
        for (Node operand : node.operands()) {
            operands.add(number(operand, numbers));
        }
        if (node.isOperation() && OpTable.get().row(node).isCommutative()) {
            Collections.sort(operands);
        }
        // The shape of a node without operands does not follow from its operands.
        Object type = node.isOperation() ? node.dtype() : node.type();
        return List.of(node.op(), type, operands, node.attributes());
    }

    private static int number(Node node, Map<Node, Integer> numbers) {
        Integer next = numbers.size();
        Integer known = numbers.putIfAbsent(node, next);
        return known == null ? next : known;
    }
}
