package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.SliceBounds;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Applies a gradient rule to an op of a graph. All ops made carry the Java line of that op. */
class GraphGradient extends GraphExpansion implements GradientBuilder {

    private final GraphBuilder graph;
    private final Node op;
    private final Map<String, Node> cotangents;

    /**
     * Applies rules.
     *
     * @param graph receives the ops
     * @param op any result of the op
     * @param operands its operands, which may have been converted
     * @param cotangents of its results, by name
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

    /** What follows from constants alone is one: a power of which the exponent is known costs less to compute again. */
    @Override
    public Node op(String name, Node... values) throws TypeException {
        Node node = super.op(name, values);
        return ConstantFolder.fold(node).map(graph::add).orElse(node);
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
        // Not as a new op, which would update its parameters once more.
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
        List<Integer> order = io.graphkernel.processor.graph.Axes.permutation(
                value.shape(), attributes.longs(Attributes.PERMUTATION));
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
        List<Node> results = row.expand(new GraphBuilder(OpTable.get()), op.operands(), op.attributes(), op.origin());
        List<Node> all = new ArrayList<>();
        for (int number = 0; number < results.size(); number++) {
            Node given = cotangents.get(String.valueOf(number));
            all.add(given == null ? zeros(op, dims(results.get(number))) : given);
        }
        return all;
    }

    private Node zeros(Node like, Dims dims) throws TypeException {
        return broadcastTo(number(0, like), dims);
    }

    @Override
    public Node unsliced(Node value, Node x) throws TypeException {
        List<Dim> begin = attributes.dims(Attributes.BEGIN);
        List<Dim> end = attributes.dims(Attributes.END);
        List<Long> strides = attributes.longs(Attributes.STRIDES);
        Node whole = value;
        for (int axis = 0; axis < begin.size(); axis++) {
            Dim extent = ranked(x).dims().get(axis);
            long step = strides.get(axis);
            SliceBounds bounds = SliceBounds.of(extent, begin.get(axis), end.get(axis), step);
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

    /** Zeros between the elements along an axis, from the first one to the last. */
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

    /** Zeros around the elements along an axis. */
    final Node framed(Node value, int axis, Dim before, Dim after) throws TypeException {
        Node first = zeros(value, replace(dims(value), axes(axis), known(before)));
        Node last = zeros(value, replace(dims(value), axes(axis), known(after)));
        return concat(axes(axis), first, value, last);
    }

    @Override
    public List<Node> parts(Axes axis, Node whole, String name) throws TypeException {
        List<Node> parts = new ArrayList<>();
        Extent start = extent(0);
        for (Node operand : operands(name)) {
            Extent length = dim(operand, axis);
            parts.add(narrow(whole, axis, start, length));
            start = plus(start, length);
        }
        return parts;
    }

    @Override
    public Node gather(Node x, Node indices, Axes axis) throws TypeException {
        Attributes own = Attributes.NONE.with(Attributes.AXIS, single(axis));
        return graph.operation("Gather", List.of(x, indices), own, "", origin);
    }

    @Override
    public Node gatherGradient(Node dy, Node indices, Extent size) throws TypeException {
        Attributes own = Attributes.NONE.with("size", List.of(dim(size)));
        return graph.operation("GatherGrad", List.of(dy, indices), own, "", origin);
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
        return new ConvolutionGradient(this, graph, origin, attributes).ofImages();
    }

    @Override
    public Node convolutionOfWeights() throws TypeException {
        return new ConvolutionGradient(this, graph, origin, attributes).ofWeights();
    }

    @Override
    public Node wide(Node x) throws TypeException {
        return x.dtype().isHalf() ? cast(x, DType.F32) : x;
    }

    private Node view(String name, String attribute, Object value, Node x) throws TypeException {
        return graph.operation(name, List.of(x), Attributes.NONE.with(attribute, value), "", origin);
    }
}
