package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Moves reshapes of a library's rows across the ops that its epilogue supports: {@code SiLU(Reshape(MatMul(x, w)))}
 * becomes {@code Reshape(SiLU(MatMul(x, w)))}. Only the axes before the last one are grouped differently, and nothing
 * else reads the value in between.
 */
public final class ReshapeSinking implements GraphPass {

    @Override
    public String name() {
        return "reshape_sinking";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        boolean applies = graph.operations().stream()
                .anyMatch(node -> isReshape(node)
                        && EpilogueOp.isSupportedBy(node.operands().get(0)));
        return applies ? new Sinking(graph).run() : graph;
    }

    private static boolean isReshape(Node node) {
        return node.isOperation() && Views.isView(node) && Views.is(node, ViewKind.RESHAPE);
    }

    private static Dim columns(Shape shape) {
        return shape.dims().get(shape.rank() - 1);
    }

    /** Rewriting of one graph. */
    private static final class Sinking {

        private final Graph graph;
        private final Map<Node, List<Node>> users;
        private final Set<Node> results = new HashSet<>();

        /** The library op behind each reshape that may move. */
        private final Map<Node, Node> libraries = new IdentityHashMap<>();

        Sinking(Graph graph) {
            this.graph = graph;
            this.users = graph.users();
            graph.outputs().forEach(output -> results.add(output.node()));
        }

        Graph run() {
            Graph sunk = GraphRewriter.rewriteWithOriginal(graph, this::rewritten);
            // The next pass counts the readers of a library's result.
            return sunk == graph ? graph : DeadCodeElimination.withoutDeadCode(sunk);
        }

        private Node rewritten(Node original, Node node, GraphBuilder builder) throws TypeException {
            boolean single = !results.contains(original)
                    && users.getOrDefault(original, List.of()).size() == 1;
            if (isReshape(node)) {
                Node library = node.operands().get(0);
                if (single && isReadOnce(original.operands().get(0)) && movesRows(node, library)) {
                    libraries.put(node, library);
                }
                return node;
            }
            Optional<Node> reshape =
                    node.operands().stream().filter(libraries::containsKey).findFirst();
            if (reshape.isEmpty()
                    || !node.isOperation()
                    || !node.type().equals(reshape.get().type())) {
                return node;
            }
            Optional<Node> sunk = sunk(node, reshape.get(), builder);
            if (sunk.isEmpty()) {
                return node;
            }
            Node moved = reshaped(sunk.get(), node.shape(), builder);
            if (single) {
                libraries.put(moved, libraries.get(reshape.get()));
            }
            return moved;
        }

        private boolean isReadOnce(Node value) {
            return !results.contains(value)
                    && users.getOrDefault(value, List.of()).size() == 1;
        }

        /** Returns true if a reshape keeps the last axis of a library's result. */
        private static boolean movesRows(Node reshape, Node library) {
            return EpilogueOp.isSupportedBy(library)
                    && library.shape().rank() > 0
                    && reshape.shape().rank() > 0
                    && columns(library.shape()).equals(columns(reshape.shape()));
        }

        /** Returns an op over the rows before a reshape, or empty if the epilogue does not support it. */
        private Optional<Node> sunk(Node node, Node reshape, GraphBuilder builder) throws TypeException {
            Node rows = reshape.operands().get(0);
            List<Integer> toReshape = new ArrayList<>();
            List<Node> operands = new ArrayList<>(node.operands());
            for (int i = 0; i < operands.size(); i++) {
                Node operand = operands.get(i);
                boolean isVector = operand.shape().rank() <= 1;
                if (operand == reshape) {
                    operands.set(i, rows);
                } else if (operand.type().equals(reshape.type())) {
                    toReshape.add(i);
                } else if (!operand.isNumber() && !isVector) {
                    return Optional.empty();
                }
            }
            List<Node> candidates = new ArrayList<>(operands);
            toReshape.forEach(i -> candidates.set(i, view(operands.get(i), rows)));
            Node candidate =
                    Node.operation(node.op(), candidates, node.attributes(), rows.type(), node.label(), node.origin());
            if (EpilogueOp.of(candidate, rows, libraries.get(reshape)).isEmpty()) {
                return Optional.empty();
            }
            for (int i : toReshape) {
                operands.set(i, reshaped(operands.get(i), rows.shape(), builder));
            }
            return Optional.of(builder.operation(node.op(), operands, node.attributes(), node.label(), node.origin()));
        }

        /** Returns a reshape to the rows that is in no graph. */
        private static Node view(Node node, Node rows) {
            Attributes dims = Attributes.NONE.with(Attributes.DIMS, rows.shape().dims());
            return Node.operation(ViewKind.RESHAPE.op(), List.of(node), dims, rows.type(), "", node.origin());
        }

        private static Node reshaped(Node node, Shape shape, GraphBuilder builder) throws TypeException {
            boolean isReshaped =
                    isReshape(node) && node.operands().get(0).shape().equals(shape);
            Attributes dims = Attributes.NONE.with(Attributes.DIMS, shape.dims());
            return isReshaped
                    ? node.operands().get(0)
                    : builder.operation(ViewKind.RESHAPE.op(), List.of(node), dims, "", node.origin());
        }
    }
}
