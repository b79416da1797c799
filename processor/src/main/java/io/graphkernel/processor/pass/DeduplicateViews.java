package io.graphkernel.processor.pass;

import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.LoopAnalysis;
import io.graphkernel.processor.loop.StorageLayout;
import io.graphkernel.processor.loop.Views;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Merges views and index ops of one kernel that have the same accesses. {@link MaterializeViews} created one per
 * reader; merged, the element is loaded once.
 */
public final class DeduplicateViews implements GraphPass {

    @Override
    public String name() {
        return "deduplicate_views";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        GraphRewriter rewriter = new GraphRewriter(graph);
        rewriter.keepOnlyIfRead(
                graph.operations().stream().filter(DeduplicateViews::isFree).toList());
        StorageLayout storage = new StorageLayout(graph);
        Map<Node, List<Node>> users = graph.users();
        Set<Node> results = graph.outputs().stream().map(Graph.Output::node).collect(Collectors.toSet());
        Set<Node> written = results.stream().map(StorageLayout::writer).collect(Collectors.toSet());
        for (FusionGroup group : graph.groups()) {
            Set<Node> inside = Set.copyOf(group.nodes());
            LoopAnalysis.of(
                            group.nodes(),
                            node -> written.contains(node) || node.isAssign() || !inside.containsAll(users.get(node)),
                            storage,
                            context.capabilities().splitReduction())
                    .ifPresent(space -> join(group, space, results, rewriter));
        }
        return rewriter.rewritten();
    }

    private static void join(FusionGroup group, IterationSpace space, Set<Node> results, GraphRewriter rewriter) {
        Map<Object, Node> first = new HashMap<>();
        for (Node node : group.nodes()) {
            Optional<AccessMap> access = isFree(node) && !results.contains(node)
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
