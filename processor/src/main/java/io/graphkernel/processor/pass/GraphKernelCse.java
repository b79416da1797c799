package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Common subexpression elimination: one node for each op, operands and attributes. */
public final class GraphKernelCse implements GraphPass {

    /** The name of the pass that runs last. */
    public static final String LAST = "graph_kernel_cse";
    /** The name of the pass before values are simplified. */
    public static final String FIRST = "cse1";

    private final String name;

    /**
     * The pass at one of its places.
     *
     * @param name its name there
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
        // Of what is no op the operands do not give the shape.
        Object type = node.isOperation() ? node.dtype() : node.type();
        return List.of(node.op(), type, operands, node.attributes());
    }

    private static int number(Node node, Map<Node, Integer> numbers) {
        Integer next = numbers.size();
        Integer known = numbers.putIfAbsent(node, next);
        return known == null ? next : known;
    }
}
