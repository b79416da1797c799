package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.option.Flag;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Moves the ops that compute a loop's operands into the loop, if its iterations read them by slices. The loop then reads
 * the operands of these ops, without memory in between. Bodies have elementwise ops and views only.
 */
public final class LoopOperandFusion implements GraphPass {

    private static final Set<OpKind> LOCAL =
            EnumSet.of(OpKind.ELEMENTWISE, OpKind.VIEW, OpKind.INDEX, OpKind.GATHER, OpKind.ASSIGN);

    @Override
    public String name() {
        return "loop_operand_fusion";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        if (graph.nodes().stream().noneMatch(Loop::isLoop)) {
            return graph;
        }
        Map<Node, Integer> uses = new IdentityHashMap<>();
        graph.nodes().forEach(node -> node.operands().forEach(operand -> uses.merge(operand, 1, Integer::sum)));
        graph.outputs().forEach(output -> uses.merge(output.node(), 1, Integer::sum));
        Graph next = GraphRewriter.rewriteWithOriginal(graph, (original, node, builder) -> {
            if (!Loop.isLoop(node) || !isLocal(Loop.of(node).body())) {
                return node;
            }
            List<Node> before = original.operands();
            Node loop = node;
            for (Optional<Moved> moved = move(loop, before, uses, context);
                    moved.isPresent();
                    moved = move(loop, before, uses, context)) {
                loop = moved.get().loop();
                before = moved.get().original();
            }
            return loop;
        });
        return next == graph ? graph : DeadCodeElimination.withoutDeadCode(next);
    }

    /**
     * A loop with a moved op.
     *
     * @param loop the loop
     * @param original its operands in the graph before the pass
     */
    private record Moved(Node loop, List<Node> original) {}

    private static boolean isLocal(Graph body) {
        return body.operations().stream()
                .allMatch(node -> LOCAL.contains(OpTable.get().row(node).kind()));
    }

    /** Moves the op of one operand; empty if there is none. */
    private static Optional<Moved> move(Node node, List<Node> original, Map<Node, Integer> uses, PassContext context) {
        Loop loop = Loop.of(node);
        Graph body = loop.body();
        int tensors = body.tensorParameters().size() + body.outputs().size() + loop.carried();
        boolean isFull = tensors >= context.capabilities().argumentLimits().maxTensors()
                || body.operations().size() >= context.flags().number(Flag.COMPOSITE_OP_LIMIT_SIZE);
        for (int i = loop.carried(); i < node.operands().size() && !isFull; i++) {
            Node value = original.get(i);
            if (value.isOperation() && isMovable(loop, i, value, uses)) {
                return Optional.of(new BodyRewriting(node, original, i).moved());
            }
        }
        return Optional.empty();
    }

    private static boolean isMovable(Loop loop, int operand, Node value, Map<Node, Integer> uses) {
        if (value.shape().isUnranked()
                || value.operands().stream().anyMatch(of -> of.shape().isUnranked())) {
            return false;
        }
        return switch (OpTable.get().row(value).kind()) {
            case VIEW -> isStrided(value);
            case INDEX -> true;
            case ELEMENTWISE -> uses.get(value) == 1 && isSliced(loop, operand);
            default -> false;
        };
    }

    /** Returns true if a view has strides if its operand is in memory, or repeats a number. */
    private static boolean isStrided(Node view) {
        Node operand = view.operands().get(0);
        return operand.isNumber()
                || Views.through(view, Views.rowMajor(operand.shape().dims())).isPresent();
    }

    /** Returns true if the loop reads one slice of an operand per iteration, each once. */
    private static boolean isSliced(Loop loop, int operand) {
        Node parameter = loop.body().tensorParameters().get(operand);
        List<Node> readers = readers(loop.body(), parameter);
        if (readers.size() != 1 || !isSlice(readers.get(0))) {
            return false;
        }
        Node slice = readers.get(0);
        List<Dim> begin = slice.attributes().dims(Attributes.BEGIN);
        for (int axis = 0; axis < begin.size(); axis++) {
            Optional<Dim> step = loop.range().slope(begin.get(axis));
            boolean isNext = step.equals(Optional.of(Dim.ONE)) || step.equals(Optional.of(Dim.of(-1)));
            if (isNext && slice.shape().dims().get(axis).equals(Dim.ONE)) {
                return true;
            }
        }
        return false;
    }

    private static List<Node> readers(Graph body, Node parameter) {
        return body.nodes().stream()
                .filter(reader -> reader.operands().contains(parameter))
                .toList();
    }

    private static boolean isSlice(Node reader) {
        return Views.is(reader, ViewKind.SLICE);
    }

    /** Rewriting of a body for one operand. */
    private static final class BodyRewriting {

        private static final String PREFIX = "fused";

        private final Node node;
        private final Loop loop;
        /** The op that computes the operand, in the graph that the pass builds. */
        private final Node value;

        private final Node parameter;
        private final List<Graph.Parameter> parameters;
        private final List<Node> operands;
        private final List<Node> original;
        private final List<Node> computed;

        BodyRewriting(Node node, List<Node> original, int operand) {
            this.node = node;
            this.loop = Loop.of(node);
            this.value = node.operands().get(operand);
            this.computed = original.get(operand).operands();
            this.parameter = loop.body().tensorParameters().get(operand);
            this.parameters = new ArrayList<>(loop.body().parameters());
            this.operands = new ArrayList<>(node.operands());
            this.original = new ArrayList<>(original);
            this.operands.remove(operand);
            this.original.remove(operand);
            parameters.removeIf(candidate -> candidate.node() == parameter);
        }

        Moved moved() {
            List<Node> inputs = new ArrayList<>();
            for (int i = 0; i < value.operands().size(); i++) {
                inputs.add(input(value.operands().get(i), computed.get(i)));
            }
            Graph body = loop.body();
            GraphRewriter rewriter = new GraphRewriter(
                    new Graph(body.name(), parameters, body.nodes(), body.outputs(), body.groups(), body.conditions()));
            boolean isElementwise = OpTable.get().is(value, OpKind.ELEMENTWISE);
            Node whole = value.withOperands(inputs);
            for (Node reader : readers(body, parameter)) {
                List<Node> read = reader.operands().stream()
                        .map(of -> of == parameter ? whole : of)
                        .toList();
                rewriter.replace(reader, isElementwise ? slice(reader, inputs) : reader.withOperands(read));
            }
            Loop next = loop.withBody(rewriter.rewritten());
            return new Moved(node.withOperands(operands).withAttributes(next.attributes()), original);
        }

        /** Returns the body's parameter for an operand of the op; a number is the same in the body. */
        private Node input(Node operand, Node inOriginal) {
            if (operand.isNumber()) {
                return operand;
            }
            int known = operands.subList(loop.carried(), operands.size()).indexOf(operand);
            List<Graph.Parameter> tensors =
                    parameters.stream().filter(Graph.Parameter::isTensor).toList();
            if (known >= 0) {
                return tensors.get(loop.carried() + known).node();
            }
            int number = 0;
            while (isNamed(PREFIX + number)) {
                number++;
            }
            Node added = Node.parameter(PREFIX + number, operand.type());
            parameters.add(new Graph.Parameter(added.label(), "Tensor", added));
            operands.add(operand);
            original.add(inOriginal);
            return added;
        }

        private boolean isNamed(String name) {
            return parameters.stream().anyMatch(known -> known.name().equals(name));
        }

        /** Returns the op over the same slice of each operand, which is broadcast to the shape of the value. */
        private Node slice(Node reader, List<Node> inputs) {
            List<Node> slices = new ArrayList<>();
            for (Node input : inputs) {
                slices.add(input.isNumber() ? input : slice(reader, input));
            }
            return Node.operation(
                    value.op(),
                    slices,
                    value.attributes(),
                    new ValueType(value.dtype(), reader.shape()),
                    "",
                    value.origin());
        }

        private Node slice(Node reader, Node input) {
            Node whole = input;
            if (!input.shape().equals(value.shape())) {
                Attributes dims =
                        Attributes.NONE.with(Attributes.DIMS, value.shape().dims());
                ValueType type = new ValueType(input.dtype(), value.shape());
                whole = Node.operation(ViewKind.BROADCAST.op(), List.of(input), dims, type, "", value.origin());
            }
            ValueType type = new ValueType(input.dtype(), reader.shape());
            return Node.operation(reader.op(), List.of(whole), reader.attributes(), type, "", reader.origin());
        }
    }
}
