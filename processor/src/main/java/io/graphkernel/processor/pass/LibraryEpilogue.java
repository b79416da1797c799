package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets a library apply what follows its op, element by element, before it stores the result: a bias, an activation, a
 * sum or a product with another tensor. The op takes the attribute {@code epilogue} and the further operands. A value
 * that is read elsewhere or is a result itself ends the chain, and the rest of the chain is left to kernels. Runs before
 * composite ops are expanded, because the library knows activations as a whole.
 */
public final class LibraryEpilogue implements GraphPass {

    /** A library takes a bounded number of post-ops. */
    private static final int MOST_POST_OPS = 16;

    @Override
    public String name() {
        return "library_epilogue";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public boolean runsBy(Flags flags) {
        return flags.optLevel() >= level() && !flags.isOn(Flag.DISABLE_MATMUL_POST_FUSION);
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        List<Chain> chains = chains(graph, new OpLists(context.flags()));
        if (chains.isEmpty()) {
            return graph;
        }
        Map<Node, Chain> byLast = new IdentityHashMap<>();
        chains.forEach(chain -> byLast.put(chain.last(), chain));
        Set<Node> absorbed = chains.stream().flatMap(Chain::absorbed).collect(Collectors.toSet());
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(graph.parameters());
        builder.require(graph.conditions());
        Map<Node, Node> replacements = new IdentityHashMap<>();
        for (Node node : graph.nodes()) {
            if (!absorbed.contains(node)) {
                Chain chain = byLast.get(node);
                Node next = chain == null ? node : chain.joined();
                List<Node> operands = replaced(next.operands(), replacements);
                Node replacement = operands.equals(node.operands()) ? next : next.withOperands(operands);
                replacements.put(node, builder.add(replacement));
            }
        }
        List<Graph.Output> outputs = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), replacements.getOrDefault(output.node(), output.node())))
                .toList();
        return builder.build(graph.name(), outputs);
    }

    private static List<Node> replaced(List<Node> operands, Map<Node, Node> replacements) {
        return operands.stream()
                .map(operand -> replacements.getOrDefault(operand, operand))
                .toList();
    }

    private static List<Chain> chains(Graph graph, OpLists lists) {
        Map<Node, List<Node>> users = graph.users();
        Set<Node> taken = new HashSet<>();
        graph.outputs().forEach(output -> users.get(output.node()).add(output.node()));
        List<Chain> chains = new ArrayList<>();
        for (Node node : graph.operations()) {
            if (LibraryPostOp.areTakenBy(node) && node.dtype().isFloating()) {
                Chain chain = chain(node, users, taken, lists);
                if (!chain.steps().isEmpty()) {
                    chains.add(chain);
                }
            }
        }
        return chains;
    }

    /** What follows a library op, as far as the library can take it. */
    private static Chain chain(Node library, Map<Node, List<Node>> users, Set<Node> taken, OpLists lists) {
        List<Step> steps = new ArrayList<>();
        Node value = library;
        while (steps.size() < MOST_POST_OPS && users.get(value).size() == 1) {
            Node user = users.get(value).get(0);
            Optional<LibraryPostOp> postOp = LibraryPostOp.of(user, value, library);
            if (postOp.isEmpty() || !mayJoin(library, user, lists) || !taken.add(user)) {
                break;
            }
            steps.add(new Step(user, postOp.get()));
            value = user;
        }
        return new Chain(library, steps);
    }

    private static boolean mayJoin(Node library, Node user, OpLists lists) {
        OpRow row = OpTable.get().row(user);
        boolean whole = row.kind() == OpKind.COMPOSITE ? lists.expands(row) : lists.fuses(row);
        return whole && lists.fuses(OpTable.get().row(library));
    }

    /** An op with what it is to the library. */
    private record Step(Node node, LibraryPostOp postOp) {}

    /** A library op and the ops that it absorbs. */
    private record Chain(Node library, List<Step> steps) {

        Node last() {
            return steps.get(steps.size() - 1).node();
        }

        /** The nodes whose values are not needed any more. */
        Stream<Node> absorbed() {
            List<Node> nodes = new ArrayList<>(List.of(library));
            steps.forEach(step -> nodes.add(step.node()));
            return nodes.subList(0, nodes.size() - 1).stream();
        }

        Node joined() {
            List<Node> operands = new ArrayList<>(library.operands());
            List<String> names = new ArrayList<>();
            for (Step step : steps) {
                names.add(step.postOp().name());
                step.postOp().operand().ifPresent(operands::add);
            }
            Attributes attributes = library.attributes().with(Attributes.EPILOGUE, String.join(" ", names));
            return Node.operation(library.op(), operands, attributes, last().type(), last().label(), library.origin());
        }
    }
}
