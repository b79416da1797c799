package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.LocalLoop;
import io.graphkernel.processor.loop.StackLayout;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Stacks the results of loops that are local to elements along the axis, and in the order, in which they are read. Their
 * kernels then store the results of a transpose or a reversal of the iterations.
 */
public final class StackAlongAxis implements GraphPass {

    /**
     * Layout in which all readers of a stacked result read it.
     *
     * @param axis axis along which the slices are stacked
     * @param reversed true if the first slice is that of the last iteration
     */
    private record Layout(int axis, boolean reversed) {
        static final Layout ITERATIONS = new Layout(0, false);
    }

    @Override
    public String name() {
        return "stack_along_axis";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        if (graph.groups().isEmpty() || graph.nodes().stream().noneMatch(Loop::isLoop)) {
            return graph;
        }
        Rewriting rewriting = new Rewriting(graph);
        graph.nodes().stream().filter(Loop::isLoop).forEach(loop -> rewriting.loop(loop, context));
        Graph next = rewriting.rewriter.rewritten();
        return next == graph ? graph : next.withGroups(groups(next));
    }

    /** Returns the groups without the results of other groups' loops. An empty group's launch passes to its successor. */
    private static List<FusionGroup> groups(Graph graph) {
        List<FusionGroup> groups = new ArrayList<>();
        boolean isFirst = false;
        for (FusionGroup group : graph.groups()) {
            boolean hasLoop = group.nodes().stream().anyMatch(Loop::isLoop);
            List<Node> nodes = group.nodes().stream()
                    .filter(node -> hasLoop || !Loop.isResult(node))
                    .toList();
            FusionGroup.Launch launch = isFirst ? FusionGroup.Launch.ALONE : group.launch();
            isFirst = nodes.isEmpty() && launch == FusionGroup.Launch.ALONE;
            if (!nodes.isEmpty()) {
                groups.add(new FusionGroup(group.name(), nodes, launch));
            }
        }
        return groups;
    }

    /** Replacement of the views of one graph's stacked results. */
    private static final class Rewriting {

        private final GraphRewriter rewriter;
        private final Map<Node, List<Node>> users;
        private final List<Node> outputs;

        Rewriting(Graph graph) {
            this.rewriter = new GraphRewriter(graph);
            this.users = graph.users();
            this.outputs = graph.outputs().stream().map(Graph.Output::node).toList();
        }

        void loop(Node node, PassContext context) {
            Loop loop = Loop.of(node);
            Map<Integer, List<Node>> results = new LinkedHashMap<>();
            for (Node user : users.getOrDefault(node, List.of())) {
                int output = (int) user.attributes().integer(Attributes.OUTPUT) - loop.carried();
                if (output >= 0) {
                    results.computeIfAbsent(output, key -> new ArrayList<>()).add(user);
                }
            }
            Map<Node, List<Node>> views = new IdentityHashMap<>();
            Map<Integer, Layout> layouts = new LinkedHashMap<>();
            results.forEach((output, nodes) -> layouts.put(output, layout(nodes, views)));
            boolean isChanged = layouts.values().stream().anyMatch(layout -> !layout.equals(Layout.ITERATIONS));
            List<AccessMap> stacks = IntStream.range(0, loop.body().outputs().size())
                    .mapToObj(output -> slice(loop, output, layouts.getOrDefault(output, Layout.ITERATIONS)))
                    .toList();
            if (isChanged
                    && LocalLoop.of(loop, stacks, context.capabilities().splitReduction())
                            .isPresent()) {
                results.forEach((output, nodes) -> replace(nodes.get(0), loop, layouts.get(output), views));
            }
        }

        private static AccessMap slice(Loop loop, int output, Layout layout) {
            return StackLayout.slice(
                    loop,
                    loop.resultType(loop.carried() + output, layout.axis())
                            .shape()
                            .dims(),
                    layout.axis(),
                    layout.reversed());
        }

        /** Returns the layout that makes all views of a result redundant, which are added to a map. */
        private Layout layout(List<Node> results, Map<Node, List<Node>> views) {
            Node result = results.get(0);
            List<Node> readers = users.getOrDefault(result, List.of());
            if (results.size() > 1 || Loop.isRows(result) || outputs.contains(result) || readers.isEmpty()) {
                return Layout.ITERATIONS;
            }
            Layout common = null;
            List<Node> last = new ArrayList<>();
            for (Node reader : readers) {
                Layout layout = layout(reader, last);
                if (layout.equals(Layout.ITERATIONS) || common != null && !common.equals(layout)) {
                    return Layout.ITERATIONS;
                }
                common = layout;
            }
            long stored = outputs.stream().filter(last::contains).count();
            if (stored > 1 || last.stream().anyMatch(this::isPartOfOther)) {
                return Layout.ITERATIONS;
            }
            views.put(result, last);
            return common;
        }

        /** Returns true if the memory of a value is that of a concatenation, a reshape, or a loop that updates it. */
        private boolean isPartOfOther(Node value) {
            return users.getOrDefault(value, List.of()).stream()
                    .anyMatch(user -> OpTable.get().is(user, OpKind.CONCAT)
                            || Views.isReshape(user)
                            || Loop.isLoop(user)
                                    && user.operands()
                                            .subList(0, Loop.of(user).carried())
                                            .contains(value));
        }

        /** Returns the layout of a view of a result, and adds the last view of the chain. */
        private Layout layout(Node view, List<Node> last) {
            boolean reversed =
                    Views.is(view, ViewKind.REVERSE) && view.attributes().axes().equals(List.of(0L));
            List<Node> next = users.getOrDefault(view, List.of());
            boolean isInner = reversed && next.size() == 1 && !outputs.contains(view);
            int axis = movedTo(isInner ? next.get(0) : view);
            last.add(isInner && axis > 0 ? next.get(0) : view);
            return new Layout(axis, reversed);
        }

        /** Returns the position to which a transpose moves the first axis, with the others in order; otherwise 0. */
        private static int movedTo(Node view) {
            if (!Views.is(view, ViewKind.TRANSPOSE)) {
                return 0;
            }
            List<Integer> permutation = Views.permutation(view);
            int axis = permutation.indexOf(0);
            List<Integer> others = new ArrayList<>(permutation);
            others.remove(axis);
            boolean inOrder =
                    others.equals(IntStream.range(1, permutation.size()).boxed().toList());
            return inOrder ? axis : 0;
        }

        private void replace(Node result, Loop loop, Layout layout, Map<Node, List<Node>> views) {
            if (layout.equals(Layout.ITERATIONS)) {
                return;
            }
            int output = (int) result.attributes().integer(Attributes.OUTPUT);
            Node stacked = Node.operation(
                    Loop.RESULT,
                    result.operands(),
                    StackLayout.along(result.attributes(), layout.axis(), layout.reversed()),
                    loop.resultType(output, layout.axis()),
                    result.label(),
                    result.origin());
            rewriter.replace(result, stacked);
            List<Node> inner = new ArrayList<>();
            for (Node last : views.get(result)) {
                rewriter.replace(last, stacked);
                if (last.operands().get(0) != result) {
                    inner.add(last.operands().get(0));
                }
            }
            rewriter.keepOnlyIfRead(inner);
        }
    }
}
