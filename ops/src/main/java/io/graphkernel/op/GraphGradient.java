package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.SliceBounds;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Application of a gradient rule to an op of a graph. All added ops have the Java line of that op. */
public class GraphGradient extends GraphExpansion implements GradientBuilder {

    private final GraphBuilder graph;
    private final Node op;
    private final Map<String, Node> cotangents;

    /**
     * Creates an application of rules.
     *
     * @param graph builder that receives the ops
     * @param op any result of the op
     * @param operands its operands, possibly converted
     * @param cotangents cotangents by result name
     */
    GraphGradient(GraphBuilder graph, Node op, List<Node> operands, Map<String, Node> cotangents) {
        super(
                graph,
                OpTable.get().row(op),
                operands,
                op.attributes(),
                op.origin().as(Origin.Role.GRADIENT));
        this.graph = graph;
        this.op = op;
        this.cotangents = cotangents;
    }

    /**
     * Adds the adjoints by a rule to a graph. 16-bit floats are computed in {@code f32}, as in composite ops.
     *
     * @param rule a rule of the op's row
     * @param graph builder that receives the ops, without in-place updates, which follow the op
     * @param op any result of the op
     * @param cotangents cotangents by result name
     * @return the adjoints, in the order of the rule's operands
     * @throws TypeException if an undeclared shape is required
     */
    public static List<Node> adjoints(GradientRule rule, GraphBuilder graph, Node op, Map<String, Node> cotangents)
            throws TypeException {
        OpRow row = OpTable.get().row(op);
        if (row.kind() == OpKind.LIBRARY || !WideExpansion.applies(row, op.operands())) {
            return rule.formula().adjoints(new GraphGradient(graph, op, op.operands(), cotangents));
        }
        return new WideExpansion(row, graph, op.origin().as(Origin.Role.GRADIENT))
                .adjoints(rule.formula(), op, cotangents);
    }

    /** Returns an op, constant-folded if possible: a power with a constant exponent is cheaper to recompute. */
    @Override
    public Node op(String name, Node... values) throws TypeException {
        Node node = super.op(name, values);
        return ConstantFolder.fold(node).map(graph::add).orElse(node);
    }

    @Override
    boolean isGradient() {
        return true;
    }

    @Override
    public Node result() throws TypeException {
        return result(row.results().get(0).name());
    }

    @Override
    public Node result(String name) throws TypeException {
        if (row.results().size() == 1) {
            return op;
        }
        long number = row.results().stream().map(OpResult::name).toList().indexOf(name);
        Attributes own = op.attributes().with(Attributes.OUTPUT, number);
        // A new op would update its parameters again.
        return own.equals(op.attributes())
                ? op
                : graph.add(Node.operation(
                        op.op(),
                        op.operands(),
                        own,
                        OpTable.get().infer(op.op(), op.operands(), own, new ArrayList<>()),
                        "",
                        op.origin()));
    }

    @Override
    public Node dy() {
        return dy(row.results().get(0).name());
    }

    @Override
    public Node dy(String name) {
        return cotangents.get(name);
    }

    @Override
    public Node spread(Node value, Node x) throws TypeException {
        List<Dim> kept = new ArrayList<>(ranked(x).dims());
        TypeInference.normalizedAxes(x, list(axes("axes"))).forEach(axis -> kept.set(axis, Dim.ONE));
        return broadcastTo(value.isNumber() ? value : reshape(value, known(kept)), dims(x));
    }

    @Override
    public Node transposedBack(Node value) throws TypeException {
        List<Integer> order =
                io.graphkernel.graph.Axes.permutation(value.shape(), attributes.longs(Attributes.PERMUTATION));
        Long[] back = new Long[order.size()];
        for (int axis = 0; axis < back.length; axis++) {
            back[order.get(axis)] = (long) axis;
        }
        return view(ViewKind.TRANSPOSE.op(), Attributes.PERMUTATION, List.of(back), value);
    }

    @Override
    public Node reshape(Node x, Dims dims) throws TypeException {
        return x.isNumber() ? broadcastTo(x, dims) : super.reshape(x, dims);
    }

    @Override
    public List<Node> dys() throws TypeException {
        List<Node> results = GraphExpansion.expand(
                row, new GraphBuilder(OpTable.get()), op.operands(), op.attributes(), op.origin());
        List<Node> nodes = new ArrayList<>();
        for (int number = 0; number < results.size(); number++) {
            boolean isNamed = !row.hasVaryingResults();
            Node given = cotangents.get(isNamed ? row.results().get(number).name() : String.valueOf(number));
            nodes.add(given == null ? zeros(op, dims(results.get(number))) : given);
        }
        return nodes;
    }

    private Node zeros(Node like, Dims dims) throws TypeException {
        return broadcastTo(number(0, like), dims);
    }

    @Override
    public Node unsliced(Node value, Node x) throws TypeException {
        List<Long> strides = attributes.longs(Attributes.STRIDES);
        Node whole = value;
        for (int axis = 0; axis < strides.size(); axis++) {
            Dim extent = ranked(x).dims().get(axis);
            long step = strides.get(axis);
            SliceBounds bounds = SliceBounds.of(attributes, axis, extent);
            if (bounds.size().equals(Dim.ZERO)) {
                return zeros(value, dims(x));
            }
            whole = unsliced(whole, axis, bounds, step, extent);
        }
        return whole;
    }

    private Node unsliced(Node value, int axis, SliceBounds bounds, long step, Dim extent) throws TypeException {
        Dim distance = bounds.size().minus(Dim.ONE).times(Dim.of(Math.abs(step)));
        Dim covered = distance.plus(Dim.ONE).max(Dim.ZERO);
        Dim start = step > 0 ? bounds.start() : bounds.start().minus(distance);
        Node forward = step > 0 ? value : view(ViewKind.REVERSE.op(), Attributes.AXES, List.of((long) axis), value);
        Node apart = apart(forward, axis, Math.abs(step), covered);
        // The slice of an empty axis may begin after its end, or before its begin.
        Dim after = start.equals(Dim.ZERO) ? start : start.min(extent.minus(covered));
        Dim before = step > 0 ? after : after.max(Dim.ZERO);
        return framed(apart, axis, before, extent.minus(covered).minus(before));
    }

    /** Inserts zeros between the elements along an axis, from the first to the last. */
    final Node apart(Node value, int axis, long step, Dim covered) throws TypeException {
        if (step == 1) {
            return value;
        }
        Axes after = axes(axis);
        Dims one = after(value, after, extent(1));
        Node gaps = zeros(value, after(value, after, extent(step - 1)));
        Node apart = concat(axes(1), reshape(value, one), gaps);
        Extent longer = times(dim(value, after), extent(step));
        Node joined = reshape(apart, replace(dims(value), after, longer));
        return narrow(joined, after, extent(0), known(covered));
    }

    /** Pads an axis with zeros. */
    final Node framed(Node value, int axis, Dim before, Dim after) throws TypeException {
        Node first = zeros(value, replace(dims(value), axes(axis), known(before)));
        Node last = zeros(value, replace(dims(value), axes(axis), known(after)));
        return concat(axes(axis), first, value, last);
    }

    @Override
    public List<Node> parts(Axes axis, Node whole, String name) throws TypeException {
        List<Node> cotangents = new ArrayList<>();
        Extent start = extent(0);
        for (Node operand : operands(name)) {
            Extent length = dim(operand, axis);
            cotangents.add(narrow(whole, axis, start, length));
            start = plus(start, length);
        }
        return cotangents;
    }

    @Override
    public Node sumOfProducts(Node a, Node dy, Node like, boolean transposed) throws TypeException {
        Shape left = ranked(a);
        Shape right = ranked(dy);
        boolean sameBatch =
                left.dims().subList(0, left.rank() - 1).equals(right.dims().subList(0, right.rank() - 1));
        boolean folds = like.shape().rank() == 2 && left.rank() > 2 && sameBatch;
        Node first = folds ? folded(a) : a;
        Node second = folds ? folded(dy) : dy;
        Attributes own = Attributes.NONE.with(Attributes.TRANSPOSE_A, true).with(Attributes.TRANSPOSE_B, false);
        List<Node> operands = transposed ? List.of(second, first) : List.of(first, second);
        return graph.operation(folds ? "MatMul" : "BatchMatMul", operands, own, "", origin);
    }

    private Node folded(Node matrices) throws TypeException {
        return reshape(matrices, flattened(matrices, axes(-1)));
    }

    @Override
    public Node convolutionOfImages() throws TypeException {
        return new ConvolutionGradientBuilder(this, graph, origin, attributes).ofInput();
    }

    @Override
    public Node convolutionOfWeights() throws TypeException {
        return new ConvolutionGradientBuilder(this, graph, origin, attributes).ofWeights();
    }

    @Override
    public Node wide(Node x) throws TypeException {
        return x.dtype().isHalf() ? cast(x, DataType.F32) : x;
    }

    private Node view(String name, String attribute, Object value, Node x) throws TypeException {
        return graph.operation(name, List.of(x), Attributes.NONE.with(attribute, value), "", origin);
    }

    /** Each adjoint is an element function itself, so that its derivatives never evaluate to NaN in untaken branches. */
    @Override
    public List<Node> elementAdjoints(String function, List<Node> operands) throws TypeException {
        ScalarFunction body = ScalarFunction.parse(function);
        List<Node> inputs = new ArrayList<>(operands);
        inputs.addAll(dys());
        List<Node> adjoints = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            if (operands.get(i).dtype().isDifferentiable()) {
                Attributes own = Attributes.NONE.with(
                        ScalarFunction.ATTRIBUTE, body.adjoint(i).text());
                adjoints.add(graph.operation(BasicOps.MAP, inputs, own, "", origin));
            } else {
                adjoints.add(number(0, operands.get(i)));
            }
        }
        return adjoints;
    }
}
