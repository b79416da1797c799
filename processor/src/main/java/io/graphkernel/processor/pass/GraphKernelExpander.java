package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.KnownNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Expands composite ops, and library ops over integers, until none of them is left. The ops of a composite op that flags
 * keep whole have the attribute {@code scope}: they fuse only with one another.
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
    public Map<Flag, KnownNames> names() {
        return OpLists.expandNames();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        return expanded(graph, new OpLists(context.flags()), row -> true);
    }

    /** Expands selected composite ops until none of them is left, also in the loops of expansions. */
    static Graph expanded(Graph graph, OpLists lists, Predicate<OpRow> chosen) {
        Scopes scopes = new Scopes();
        Graph current = graph;
        Graph expanded = once(current, lists, chosen, scopes);
        while (expanded != current) {
            current = expanded;
            expanded = once(current, lists, chosen, scopes);
        }
        return LoopBodies.rewriteOutermost(current, body -> expanded(body, lists, chosen));
    }

    private static Graph once(Graph graph, OpLists lists, Predicate<OpRow> chosen, Scopes scopes) {
        Map<List<Object>, List<Node>> expanded = new HashMap<>();
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            if (!isExpandable(node) || !chosen.test(OpTable.get().row(node))) {
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

    private static boolean isExpandable(Node node) {
        return OpTable.get().is(node, OpKind.COMPOSITE)
                || OpTable.get().is(node, OpKind.LIBRARY)
                        && OpTable.get().row(node).integerExpansion().isPresent()
                        && node.dtype().isInteger();
    }

    /** Returns a key that is equal for all results of one op, which are expanded once. */
    private static List<Object> key(Node node) {
        List<Object> key = new ArrayList<>(node.operands());
        key.add(node.op());
        key.add(node.attributes().with(Attributes.OUTPUT, 0L));
        return key;
    }

    private static List<Node> expanded(Node node, GraphBuilder builder) throws TypeException {
        return GraphExpansion.expand(
                OpTable.get().row(node), builder, node.operands(), node.attributes(), node.origin());
    }

    /** Expands into a separate graph first, to identify the new ops. */
    private static List<Node> expandedInside(String scope, Node node, GraphBuilder builder) throws TypeException {
        GraphBuilder apart = builder.apart(OpTable.get());
        apart.parametersOf(node.operands().stream()
                .distinct()
                .map(operand -> new Graph.Parameter(operand.label(), "", operand))
                .toList());
        List<Graph.Output> results = expanded(node, apart).stream()
                .map(result -> new Graph.Output(result.label(), result))
                .toList();
        Graph scoped = GraphRewriter.rewrite(
                apart.build(node.op(), results),
                (basic, operands) -> basic.isOperation()
                        ? basic.withAttributes(basic.attributes().with(Attributes.SCOPE, scope))
                        : basic);
        builder.require(scoped.conditions());
        scoped.nodes().forEach(builder::add);
        return scoped.outputs().stream().map(Graph.Output::node).toList();
    }

    /** Unique scope names of composite ops that are kept whole. */
    private static final class Scopes {

        private final Map<String, Integer> counts = new HashMap<>();

        String next(String op) {
            int number = counts.merge(op, 1, Integer::sum);
            return number == 1 ? op : op + "_" + number;
        }
    }
}
