package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Lets a library apply what follows its op, element by element, before it stores the result: a bias, an activation, a
 * sum or a product with another tensor. The op takes the attribute {@code epilogue} and the further operands. Documented
 * passes have taken what they name before; what a documented pass names that is switched off, this one does not take. A
 * value that is read elsewhere or is a result itself ends the chain, and the rest of the chain is left to kernels. Where kernels
 * do it in fewer steps than the library, as on Ascend, only ops that flags name go to the library. Runs before
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
    public Map<Flag, Names> names() {
        return OpLists.libraryNames();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        GraphRewriter rewriter = new GraphRewriter(graph);
        for (Chain chain : chains(graph, context)) {
            rewriter.leaveOut(chain.absorbed);
            rewriter.replace(chain.last, chain.joined);
        }
        return rewriter.rewritten();
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
                chain.extend(user -> mayJoin(user, lists, context), context.switchedOff(), taken);
                if (chain.last != node) {
                    chains.add(chain);
                }
            }
        }
        return chains;
    }

    private static boolean mayJoin(Node user, OpLists lists, PassContext context) {
        OpRow row = OpTable.get().row(user);
        return lists.joins(row) && (!context.capabilities().choosesPostOps() || lists.goesToLibrary(row));
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
            Attributes attributes = postOp.after(joined.attributes());
            Origin origin = library.origin().as(last.origin().role());
            return Node.operation(library.op(), operands, attributes, last.type(), last.label(), origin);
        }
    }
}
