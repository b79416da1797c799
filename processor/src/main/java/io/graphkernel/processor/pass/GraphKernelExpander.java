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
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

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
        return expanded(graph, new OpLists(context.flags()), row -> true);
    }

    /** Expands those of the composite ops that are chosen, until none of them is left. */
    static Graph expanded(Graph graph, OpLists lists, Predicate<OpRow> chosen) {
        Scopes scopes = new Scopes();
        Graph current = graph;
        Graph expanded = once(current, lists, chosen, scopes);
        while (expanded != current) {
            current = expanded;
            expanded = once(current, lists, chosen, scopes);
        }
        return current;
    }

    private static Graph once(Graph graph, OpLists lists, Predicate<OpRow> chosen, Scopes scopes) {
        Map<List<Object>, List<Node>> expanded = new HashMap<>();
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            if (!OpTable.get().is(node, OpKind.COMPOSITE)
                    || !chosen.test(OpTable.get().row(node))) {
                return node;
            }
            List<Object> key = key(node);
            List<Node> results = expanded.get(key);
            if (results == null) {
                boolean inside = node.attributes().has(Attributes.SCOPE);
                if (inside || !lists.expands(OpTable.get().row(node))) {
                    String scope = inside ? node.attributes().text(Attributes.SCOPE) : scopes.next(node.op());
                    results = expandedInside(scope, node, builder);
                } else {
                    results = expanded(node, builder);
                }
                expanded.put(key, results);
            }
            return results.get((int) node.attributes().integer(Attributes.OUTPUT));
        });
    }

    /** The same for all results of one op, which are expanded once. */
    private static List<Object> key(Node node) {
        List<Object> key = new ArrayList<>(node.operands());
        key.add(node.op());
        key.add(node.attributes().with(Attributes.OUTPUT, 0L));
        return key;
    }

    private static List<Node> expanded(Node node, GraphBuilder builder) throws TypeException {
        return OpTable.get().row(node).expand(builder, node.operands(), node.attributes(), node.origin());
    }

    /** Expands apart from the graph first, to know which ops are new. */
    private static List<Node> expandedInside(String scope, Node node, GraphBuilder builder) throws TypeException {
        GraphBuilder apart = new GraphBuilder(OpTable.get());
        apart.parametersOf(node.operands().stream()
                .distinct()
                .map(operand -> new Graph.Parameter(operand.label(), "", operand))
                .toList());
        List<Graph.Output> results = expanded(node, apart).stream()
                .map(result -> new Graph.Output(result.label(), result))
                .toList();
        Graph scoped = GraphRewriter.rewrite(
                apart.build(node.op(), results),
                (part, any) -> part.isOperation()
                        ? part.withAttributes(part.attributes().with(Attributes.SCOPE, scope))
                        : part);
        builder.require(scoped.conditions());
        scoped.nodes().forEach(builder::add);
        return scoped.outputs().stream().map(Graph.Output::node).toList();
    }

    /** A name for each composite op that is kept whole. */
    private static final class Scopes {

        private final Map<String, Integer> counts = new HashMap<>();

        String next(String op) {
            int number = counts.merge(op, 1, Integer::sum);
            return number == 1 ? op : op + "_" + number;
        }
    }
}
