package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.KnownNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Fuses elementwise users of a library op into its epilogue: a bias, an activation, a sum or a product with another
 * tensor. The op gets the attribute {@code epilogue} and the additional operands.
 *
 * <p>Documented passes run earlier; an op named by a disabled documented pass is not fused here. A value with other
 * users, or that is a result, ends the chain. If kernels need fewer steps than the library, as on Ascend, only ops that
 * flags name are fused. Runs before composite ops are expanded, because libraries support whole activations.
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
    public boolean isEnabledBy(FlagValues flags) {
        return flags.optLevel() >= level() && !flags.isOn(Flag.DISABLE_MATMUL_POST_FUSION);
    }

    @Override
    public Map<Flag, KnownNames> names() {
        return OpLists.libraryNames();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        GraphRewriter rewriter = new GraphRewriter(graph);
        for (Chain chain : chains(graph, context)) {
            rewriter.keepOnlyIfRead(chain.absorbed);
            rewriter.replace(chain.last, chain.fusedOp);
        }
        return rewriter.rewritten();
    }

    private static List<Chain> chains(Graph graph, PassContext context) {
        Map<Node, List<Node>> users = graph.users();
        OpLists lists = new OpLists(context.flags());
        Set<Node> fused = new HashSet<>();
        graph.outputs().forEach(output -> users.get(output.node()).add(output.node()));
        List<Chain> chains = new ArrayList<>();
        for (Node node : graph.operations()) {
            if (EpilogueOp.isSupportedBy(node)
                    && lists.mayFuseInto(OpTable.get().row(node))) {
                Chain chain = new Chain(node, users);
                chain.extend(user -> mayFuse(user, lists, context), context.switchedOff(), fused);
                if (chain.last != node) {
                    chains.add(chain);
                }
            }
        }
        return chains;
    }

    private static boolean mayFuse(Node user, OpLists lists, PassContext context) {
        OpRow row = OpTable.get().row(user);
        return lists.mayFuseInto(row)
                && (!context.capabilities().libraries().choosesPostOps() || lists.prefersLibrary(row));
    }

    /** A library op and the ops that it absorbs. */
    private static final class Chain {

        private final Node library;
        private final Map<Node, List<Node>> users;
        private final List<Node> absorbed = new ArrayList<>();
        private Node last;
        private Node fusedOp;

        Chain(Node library, Map<Node, List<Node>> users) {
            this.library = library;
            this.users = users;
            last = library;
            fusedOp = library;
        }

        /** Absorbs users as far as the library supports them. */
        void extend(Predicate<Node> mayFuse, Set<String> switchedOff, Set<Node> fused) {
            while (users.get(last).size() == 1) {
                Node user = users.get(last).get(0);
                Optional<EpilogueOp> epilogueOp = EpilogueOp.of(user, last, fusedOp);
                if (epilogueOp.isEmpty()
                        || epilogueOp.get().isDisabled(user, library, switchedOff)
                        || !mayFuse.test(user)
                        || !fused.add(user)) {
                    return;
                }
                absorbed.add(last);
                last = user;
                fusedOp = fusedOp(epilogueOp.get());
            }
        }

        private Node fusedOp(EpilogueOp epilogueOp) {
            List<Node> operands = new ArrayList<>(fusedOp.operands());
            epilogueOp.operand().ifPresent(operands::add);
            Attributes attributes = epilogueOp.after(fusedOp.attributes());
            Origin origin = library.origin().as(last.origin().role());
            return Node.operation(library.op(), operands, attributes, last.type(), last.label(), origin);
        }
    }
}
