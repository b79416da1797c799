package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ViewKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes every view one that a kernel can read through, by a copy where it must: where no strides say where the elements
 * are, where a library or an update in place would read through it. Then gives each op that reads a view or an index op a
 * view of its own, because a view costs nothing in the kernel that reads it, and memory in any other.
 */
public final class ViewForming implements GraphPass {

    @Override
    public String name() {
        return "view_forming";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        boolean views = graph.operations().stream().anyMatch(ViewForming::isFree);
        boolean library =
                graph.operations().stream().anyMatch(node -> OpTable.get().is(node, OpKind.LIBRARY));
        if (!views && !library) {
            return graph;
        }
        Graph copied = copied(graph);
        return new Duplication(copied == graph ? graph : DeadCodeElimination.withoutDeadCode(copied)).run();
    }

    /** Whether a node computes nothing and reads no memory of its own. */
    private static boolean isFree(Node node) {
        return Views.isView(node) || OpTable.get().is(node, OpKind.INDEX);
    }

    private static Graph copied(Graph graph) {
        Copying copying = new Copying();
        Graph copied = GraphRewriter.rewrite(graph, copying::rewrite);
        return libraryResultsOnce(copied);
    }

    private static boolean isMemory(Node node) {
        boolean number = !node.isOperation() && !node.isGiven();
        return !number && !OpTable.get().is(node, OpKind.INDEX);
    }

    private static boolean hasAttribute(Node node, String attribute) {
        return OpTable.get().row(node).parameters().stream()
                .anyMatch(parameter -> parameter.attribute().equals(attribute));
    }

    /** A library call writes one result; a second one is a copy. */
    private static Graph libraryResultsOnce(Graph graph) {
        Set<Node> written = new HashSet<>();
        return GraphRewriter.rewriteResults(graph, (result, builder) -> {
            Node writer = Storage.writer(result.node());
            boolean again = OpTable.get().is(writer, OpKind.LIBRARY) && !written.add(writer);
            return again ? Copies.of(builder, result.node(), "") : result.node();
        });
    }

    /** Copies what its readers can't read where it is, once for all of them. */
    private static final class Copying {

        private final Storage storage = new Storage();
        private final Map<Node, Node> copies = new IdentityHashMap<>();

        Node rewrite(Node node, GraphBuilder builder) throws TypeException {
            if (Views.isView(node)) {
                return viewable(node, builder);
            }
            if (OpTable.get().is(node, OpKind.LIBRARY)) {
                return ofLibrary(node, builder);
            }
            return withCopies(node, builder);
        }

        private Node copy(Node original, GraphBuilder builder) {
            return copies.computeIfAbsent(original, any -> Copies.of(builder, original, ""));
        }

        /** A view of a number repeats it; a view without strides looks at a copy of its operand. */
        private Node viewable(Node view, GraphBuilder builder) throws TypeException {
            Node operand = view.operands().get(0);
            Node base = Views.base(operand);
            if (!base.isOperation() && !base.isGiven()) {
                Attributes dims =
                        Attributes.NONE.with(Attributes.DIMS, view.shape().dims());
                return Views.is(view, ViewKind.BROADCAST) && operand == base
                        ? view
                        : builder.operation(ViewKind.BROADCAST.op(), List.of(base), dims, view.label(), view.origin());
            }
            boolean strided = Views.through(view, storage.access(operand)).isPresent();
            return strided ? view : view.withOperands(List.of(copy(operand, builder)));
        }

        /** Gathers read memory, and so do ops whose dims only the call knows; an update must not read its own parameter elsewhere than where it writes. */
        private Node withCopies(Node node, GraphBuilder builder) {
            List<Node> operands = new ArrayList<>(node.operands());
            if (OpTable.get().is(node, OpKind.GATHER) && !isMemory(Views.base(operands.get(0)))) {
                operands.set(0, copy(operands.get(0), builder));
            }
            for (int i = 0; i < operands.size() && node.shape().isRankless(); i++) {
                if (isFree(operands.get(i))) {
                    operands.set(i, copy(operands.get(i), builder));
                }
            }
            if (node.isAssign() && Views.isView(operands.get(1)) && Views.base(operands.get(1)) == operands.get(0)) {
                operands.set(1, copy(operands.get(1), builder));
            }
            return operands.equals(node.operands()) ? node : node.withOperands(operands);
        }

        /** A library reads row-major matrices, transposed ones by a flag, parts of others where that is on. */
        private Node ofLibrary(Node node, GraphBuilder builder) {
            List<Node> operands = new ArrayList<>(node.operands());
            Attributes attributes = node.attributes();
            List<String> flags = List.of(Attributes.TRANSPOSE_A, Attributes.TRANSPOSE_B);
            for (int i = 0; i < operands.size(); i++) {
                Node operand = operands.get(i);
                if (operand.isNumber()) {
                    continue;
                }
                boolean flag = i < flags.size() && hasAttribute(node, flags.get(i)) && Views.swapsLastAxes(operand);
                if (flag) {
                    attributes = attributes.with(flags.get(i), !attributes.flag(flags.get(i)));
                    operand = operand.operands().get(0);
                }
                Node memory = Views.aliased(operand);
                boolean rowMajor = isMemory(memory) && !Views.isView(memory);
                operands.set(i, rowMajor ? operand : copy(operand, builder));
            }
            if (operands.equals(node.operands())) {
                return node;
            }
            return node.withOperands(operands).withAttributes(attributes);
        }
    }

    /** Rebuilds a graph so that each view and index op has one reader, or is a result. */
    private static final class Duplication {

        private final Graph graph;
        private final GraphRewriter rewriter;
        private final Set<Node> used = new HashSet<>();

        Duplication(Graph graph) {
            this.graph = graph;
            this.rewriter = new GraphRewriter(graph);
        }

        Graph run() {
            rewriter.leaveOut(
                    graph.operations().stream().filter(ViewForming::isFree).toList());
            Set<Node> results = graph.outputs().stream().map(Graph.Output::node).collect(Collectors.toSet());
            // What is returned stays the node that it is, and its readers get others.
            used.addAll(results);
            graph.nodes().stream()
                    .filter(node -> !isFree(node) || results.contains(node))
                    .forEach(this::giveOwnOperands);
            return rewriter.rewritten();
        }

        private void giveOwnOperands(Node node) {
            Map<Node, Node> own = new IdentityHashMap<>();
            List<Node> operands = node.operands().stream()
                    .map(operand -> forReader(operand, own))
                    .toList();
            if (!operands.equals(node.operands())) {
                rewriter.replace(node, node.withOperands(operands));
            }
        }

        private Node forReader(Node node, Map<Node, Node> own) {
            if (!isFree(node)) {
                return node;
            }
            if (!own.containsKey(node)) {
                List<Node> operands = node.operands().stream()
                        .map(operand -> forReader(operand, own))
                        .toList();
                boolean first = used.add(node) && operands.equals(node.operands());
                own.put(node, first ? node : node.withOperands(operands));
            }
            return own.get(node);
        }
    }
}
