package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Lets a library apply what follows its op, element by element, before it stores the result: a bias, an activation, a
 * sum or a product with another tensor. The op takes the attribute {@code epilogue} and the further operands. Documented
 * passes have taken what they name before; what a documented pass names that is switched off, this one does not take. A
 * value that is read elsewhere or is a result itself ends the chain, and the rest of the chain is left to kernels. Runs before
 * composite ops are expanded, because the library knows activations as a whole.
 */
public final class LibraryEpilogue implements GraphPass {

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
        List<Chain> chains = chains(graph, context);
        if (chains.isEmpty()) {
            return graph;
        }
        Map<Node, Chain> byLast = new IdentityHashMap<>();
        chains.forEach(chain -> byLast.put(chain.last, chain));
        Set<Node> absorbed =
                chains.stream().flatMap(chain -> chain.absorbed.stream()).collect(Collectors.toSet());
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(graph.parameters());
        builder.require(graph.conditions());
        Map<Node, Node> replacements = new IdentityHashMap<>();
        for (Node node : graph.nodes()) {
            if (!absorbed.contains(node)) {
                Chain chain = byLast.get(node);
                Node next = chain == null ? node : chain.joined;
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

    private static List<Chain> chains(Graph graph, PassContext context) {
        Map<Node, List<Node>> users = graph.users();
        OpLists lists = new OpLists(context.flags());
        Set<Node> taken = new HashSet<>();
        graph.outputs().forEach(output -> users.get(output.node()).add(output.node()));
        List<Chain> chains = new ArrayList<>();
        for (Node node : graph.operations()) {
            if (LibraryPostOp.areTakenBy(node) && lists.joins(OpTable.get().row(node))) {
                Chain chain = new Chain(node, users);
                chain.extend(user -> lists.joins(OpTable.get().row(user)), context.switchedOff(), taken);
                if (chain.last != node) {
                    chains.add(chain);
                }
            }
        }
        return chains;
    }

    /** A library op and the ops that it absorbs. */
    private static final class Chain {

        private final Node library;
        private final Map<Node, List<Node>> users;
        private final List<Node> absorbed = new ArrayList<>();
        private Node last;
        private Node joined;

        Chain(Node library, Map<Node, List<Node>> users) {
            this.library = library;
            this.users = users;
            last = library;
            joined = library;
        }

        /** Takes what follows, as far as the library can take it. */
        void extend(Predicate<Node> mayJoin, Set<String> switchedOff, Set<Node> taken) {
            while (users.get(last).size() == 1) {
                Node user = users.get(last).get(0);
                Optional<LibraryPostOp> postOp = LibraryPostOp.of(user, last, joined);
                if (postOp.isEmpty()
                        || postOp.get().isUnwanted(user, library, switchedOff)
                        || !mayJoin.test(user)
                        || !taken.add(user)) {
                    return;
                }
                absorbed.add(last);
                last = user;
                joined = joined(postOp.get());
            }
        }

        private Node joined(LibraryPostOp postOp) {
            List<Node> operands = new ArrayList<>(joined.operands());
            postOp.operand().ifPresent(operands::add);
            Attributes attributes = postOp.behind(joined.attributes());
            return Node.operation(library.op(), operands, attributes, last.type(), last.label(), library.origin());
        }
    }
}
