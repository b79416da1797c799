package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.StorageLayout;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes every view readable by kernels. Inserts copies where an access map does not exist, or a library or an in-place
 * update would read through the view.
 *
 * <p>Then duplicates each view and index op for each reader. A view is free inside the reader's kernel, but would need
 * memory in any other.
 */
public final class MaterializeViews implements GraphPass {

    @Override
    public String name() {
        return "materialize_views";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        boolean views = graph.operations().stream().anyMatch(MaterializeViews::isFree);
        boolean library =
                graph.operations().stream().anyMatch(node -> OpTable.get().isStep(node));
        if (!views && !library) {
            return graph;
        }
        Graph copied = copied(graph);
        return new Duplication(copied == graph ? graph : DeadCodeElimination.withoutDeadCode(copied)).run();
    }

    /** Returns true if a node computes nothing and has no memory of its own. */
    private static boolean isFree(Node node) {
        return Views.isView(node) || OpTable.get().is(node, OpKind.INDEX);
    }

    private static Graph copied(Graph graph) {
        Copying copying = new Copying();
        Graph copied = GraphRewriter.rewrite(graph, copying::rewrite);
        return libraryResultsOnce(copied);
    }

    private static boolean isMemory(Node node) {
        boolean number = !node.isOperation() && !node.isInputTensor();
        return !number && !OpTable.get().is(node, OpKind.INDEX);
    }

    private static boolean hasAttribute(Node node, String attribute) {
        return OpTable.get().row(node).parameters().stream()
                .anyMatch(parameter -> parameter.attribute().equals(attribute));
    }

    /** Copies repeated results of a library call, which writes each result once. */
    private static Graph libraryResultsOnce(Graph graph) {
        Set<Node> written = new HashSet<>();
        return GraphRewriter.rewriteResults(graph, (result, builder) -> {
            Node writer = StorageLayout.writer(result.node());
            boolean repeated = OpTable.get().isStep(writer) && !written.add(writer);
            return repeated ? CopyOps.of(builder, result.node(), "") : result.node();
        });
    }

    /** Insertion of copies of values that users cannot read in place, one copy per value. */
    private static final class Copying {

        private final StorageLayout storage = new StorageLayout();
        private final Map<Node, Node> copies = new IdentityHashMap<>();

        Node rewrite(Node node, GraphBuilder builder) throws TypeException {
            if (Views.isView(node)) {
                return viewable(node, builder);
            }
            if (OpTable.get().is(node, OpKind.LIBRARY)) {
                return withReadableOperands(node, builder);
            }
            if (Loop.isLoop(node)) {
                return withInitialValues(node, builder);
            }
            return withCopies(node, builder);
        }

        private Node copy(Node original, GraphBuilder builder) {
            return copies.computeIfAbsent(original, key -> CopyOps.of(builder, original, ""));
        }

        /**
         * Returns a view that has an access map: a view of a number repeats it, another one reads a copy of its
         * operand.
         */
        private Node viewable(Node view, GraphBuilder builder) throws TypeException {
            Node operand = view.operands().get(0);
            Node base = Views.base(operand);
            if (!base.isOperation() && !base.isInputTensor()) {
                Attributes dims =
                        Attributes.NONE.with(Attributes.DIMS, view.shape().dims());
                return Views.is(view, ViewKind.BROADCAST) && operand == base
                        ? view
                        : builder.operation(ViewKind.BROADCAST.op(), List.of(base), dims, view.label(), view.origin());
            }
            boolean strided = Views.through(view, storage.access(operand)).isPresent();
            return strided ? view : view.withOperands(List.of(copy(operand, builder)));
        }

        /**
         * Returns an op whose operands are copied where required. Gathers and ops on unranked shapes read memory; an
         * update must not read its parameter at other positions than it writes.
         */
        private Node withCopies(Node node, GraphBuilder builder) {
            List<Node> operands = new ArrayList<>(node.operands());
            if (OpTable.get().is(node, OpKind.GATHER) && !isMemory(Views.base(operands.get(0)))) {
                operands.set(0, copy(operands.get(0), builder));
            }
            for (int i = 0; i < operands.size() && node.shape().isUnranked(); i++) {
                if (isFree(operands.get(i))) {
                    operands.set(i, copy(operands.get(i), builder));
                }
            }
            for (int i = 1; i < operands.size() && node.isAssign(); i++) {
                boolean isOther = Views.isView(operands.get(i)) || node.isAssignAt();
                if (isOther && Views.base(operands.get(i)) == node.updatedParameter()) {
                    operands.set(i, copy(operands.get(i), builder));
                }
            }
            return operands.equals(node.operands()) ? node : node.withOperands(operands);
        }

        /**
         * Returns a loop with readable operands, whose initial values are copied: the loop updates their memory, which
         * is that of its results.
         */
        private Node withInitialValues(Node node, GraphBuilder builder) {
            List<Node> operands = new ArrayList<>();
            for (int i = 0; i < node.operands().size(); i++) {
                Node operand = node.operands().get(i);
                Node memory = Views.aliased(operand);
                boolean initial = i < Loop.of(node).carried();
                boolean readable = isMemory(memory) && !Views.isView(memory);
                operands.add(initial ? CopyOps.of(builder, operand, "") : readable ? operand : copy(operand, builder));
            }
            return node.withOperands(operands);
        }

        /**
         * Returns a library op with readable operands: row-major matrices, transposed ones by a flag, and slices if
         * enabled.
         */
        private Node withReadableOperands(Node node, GraphBuilder builder) {
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

    /** Duplication of views and index ops, after which each is a result or has one reader. */
    private static final class Duplication {

        private final Graph graph;
        private final GraphRewriter rewriter;
        private final Set<Node> used = new HashSet<>();

        Duplication(Graph graph) {
            this.graph = graph;
            this.rewriter = new GraphRewriter(graph);
        }

        Graph run() {
            rewriter.keepOnlyIfRead(
                    graph.operations().stream().filter(MaterializeViews::isFree).toList());
            Set<Node> results = graph.outputs().stream().map(Graph.Output::node).collect(Collectors.toSet());
            // A result keeps its node, and its other readers get duplicates.
            used.addAll(results);
            graph.nodes().stream()
                    .filter(node -> !isFree(node) || results.contains(node))
                    .forEach(this::duplicateOperands);
            return rewriter.rewritten();
        }

        private void duplicateOperands(Node node) {
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
