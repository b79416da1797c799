package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Replaces each composite op by its expansion into basic ops, until none is left. The ops of a composite op that the
 * flags keep whole take the attribute {@code scope}: they fuse with each other and with nothing else.
 */
public final class GraphKernelExpander implements GraphPass {

    @Override
    public String name() {
        return "graph_kernel_expander";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Map<Flag, Names> names() {
        return OpLists.expandNames();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        OpLists lists = new OpLists(context.flags());
        Scopes scopes = new Scopes();
        Graph current = graph;
        Graph expanded = once(current, lists, scopes);
        while (expanded != current) {
            current = expanded;
            expanded = once(current, lists, scopes);
        }
        return current;
    }

    private static Graph once(Graph graph, OpLists lists, Scopes scopes) {
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            if (!OpTable.get().is(node, OpKind.COMPOSITE)) {
                return node;
            }
            boolean inside = node.attributes().has(Attributes.SCOPE);
            if (inside || !lists.expands(OpTable.get().row(node))) {
                String scope = inside ? node.attributes().text(Attributes.SCOPE) : scopes.of(node);
                return expandedInside(scope, node, builder);
            }
            return expanded(node, builder);
        });
    }

    private static Node expanded(Node node, GraphBuilder builder) throws TypeException {
        int output = (int) node.attributes().integer(Attributes.OUTPUT);
        OpRow row = OpTable.get().row(node);
        return row.expand(builder, node.operands(), node.attributes(), node.origin())
                .get(output);
    }

    /** Expands apart from the graph first, to know which ops are new. */
    private static Node expandedInside(String scope, Node node, GraphBuilder builder) throws TypeException {
        GraphBuilder apart = new GraphBuilder(OpTable.get());
        Node result = expanded(node, apart);
        builder.require(apart.conditions());
        Map<Node, Node> replacements = new IdentityHashMap<>();
        for (Node part : apart.build("", List.of()).nodes()) {
            List<Node> operands = part.operands().stream()
                    .map(operand -> replacements.getOrDefault(operand, operand))
                    .toList();
            Attributes attributes = part.attributes().with(Attributes.SCOPE, scope);
            Node scoped = part.isOperation()
                    ? Node.operation(part.op(), operands, attributes, part.type(), part.label(), part.origin())
                    : part;
            replacements.put(part, builder.add(scoped));
        }
        return replacements.getOrDefault(result, result);
    }

    /** A name for each composite op that is kept whole; the results of one op share it. */
    private static final class Scopes {

        private final Map<List<Object>, String> names = new HashMap<>();
        private final Map<String, Integer> counts = new HashMap<>();

        String of(Node node) {
            List<Object> key = new ArrayList<>(node.operands());
            key.add(node.op());
            key.add(node.attributes().with(Attributes.OUTPUT, 0L));
            return names.computeIfAbsent(key, any -> {
                int number = counts.merge(node.op(), 1, Integer::sum);
                return number == 1 ? node.op() : node.op() + "_" + number;
            });
        }
    }
}
