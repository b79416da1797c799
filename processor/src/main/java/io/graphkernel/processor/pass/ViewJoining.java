package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.LoopAnalysis;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes views and index ops of one kernel one again that are read in the same places: {@link ViewForming} gave each
 * reader its own, and what two readers of one kernel see is loaded once.
 */
public final class ViewJoining implements GraphPass {

    @Override
    public String name() {
        return "view_joining";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        GraphRewriter rewriter = new GraphRewriter(graph);
        rewriter.leaveOut(
                graph.operations().stream().filter(ViewJoining::isFree).toList());
        Storage storage = new Storage(graph);
        Map<Node, List<Node>> users = graph.users();
        Set<Node> results = graph.outputs().stream().map(Graph.Output::node).collect(Collectors.toSet());
        Set<Node> written = results.stream().map(Storage::writer).collect(Collectors.toSet());
        for (Group group : graph.groups()) {
            Set<Node> inside = Set.copyOf(group.nodes());
            LoopAnalysis.of(
                            group.nodes(),
                            node -> written.contains(node) || node.isAssign() || !inside.containsAll(users.get(node)),
                            storage,
                            context.capabilities().blocks())
                    .ifPresent(space -> join(group, space, results, rewriter));
        }
        return rewriter.rewritten();
    }

    private static void join(Group group, IterationSpace space, Set<Node> results, GraphRewriter rewriter) {
        Map<Object, Node> first = new HashMap<>();
        for (Node node : group.nodes()) {
            Optional<Access> access = isFree(node) && !results.contains(node)
                    ? Optional.ofNullable(space.access(node))
                    : Optional.empty();
            if (access.isPresent()) {
                Object source = OpTable.get().is(Views.base(node), OpKind.INDEX) ? "index" : Views.base(node);
                Node known = first.putIfAbsent(List.of(source, access.get(), node.type()), node);
                if (known != null) {
                    rewriter.replace(node, known);
                }
            }
        }
    }

    private static boolean isFree(Node node) {
        return Views.isView(node) || OpTable.get().is(node, OpKind.INDEX);
    }
}
