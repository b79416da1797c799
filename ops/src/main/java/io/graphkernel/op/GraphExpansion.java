package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.SliceBounds;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Expansion into a graph. All added ops have the Java line of the composite op. */
public class GraphExpansion extends GraphSizes implements ExpansionBuilder {

    private final List<Node> given;

    /**
     * Creates an expansion.
     *
     * @param graph builder that receives the ops
     * @param row the composite op
     * @param given its operands
     * @param attributes its attributes
     * @param origin the Java line of the composite op
     */
    GraphExpansion(GraphBuilder graph, OpRow row, List<Node> given, Attributes attributes, Origin origin) {
        super(graph, row, given, attributes, origin);
        this.given = given;
    }

    /** Returns a builder for ops outside a composite op, without operands and attributes. */
    public static ExpansionBuilder in(GraphBuilder graph, Origin origin) {
        return new GraphExpansion(graph, OpTable.get().find("AddN").orElseThrow(), List.of(), Attributes.NONE, origin);
    }

    /**
     * Adds the ops of a composite op, or of a library op over integers, to a graph.
     *
     * @param row the op
     * @param graph builder that receives the ops
     * @param operands the composite op's operands
     * @param attributes the composite op's attributes
     * @param origin the Java line of the composite op
     * @return all results, in order
     * @throws TypeException if the operands violate a type rule
     */
    public static List<Node> expand(
            OpRow row, GraphBuilder graph, List<Node> operands, Attributes attributes, Origin origin)
            throws TypeException {
        requireLimits(row, graph, operands, attributes, origin);
        Expansion expansion = row.expansion().or(row::integerExpansion).orElseThrow();
        return WideExpansion.applies(row, operands)
                ? new WideExpansion(row, graph, origin).expand(expansion, operands, attributes)
                : expansion.expand(new GraphExpansion(graph, row, operands, attributes, origin));
    }

    /** Checks the limits of the arguments; limits decided only by a call become conditions of the graph. */
    static void requireLimits(OpRow row, GraphBuilder graph, List<Node> operands, Attributes attributes, Origin origin)
            throws TypeException {
        if (row.limits().isPresent()) {
            row.limits().get().declare(new GraphExpansion(graph, row, operands, attributes, origin));
        }
    }

    @Override
    public Node op(String name, Node... values) throws TypeException {
        return node(name, NodeAttributes.withoutOptional(name, values.length), values);
    }

    private Node node(String name, Attributes own, Node... values) throws TypeException {
        return graph.operation(name, List.of(values), own, "", origin);
    }

    @Override
    public Node number(double value, Node like) {
        boolean whole = value == Math.rint(value);
        return graph.constant(
                whole && !like.dtype().isFloating() ? (Number) (long) value : (Number) value, like.dtype());
    }

    @Override
    public Node number(Extent extent, Node like) {
        return graph.add(Node.dimension(dim(extent), like.dtype()));
    }

    @Override
    public Node table(double[] elements, Dims dims, Node like) {
        ValueType type = new ValueType(like.dtype(), Shape.of(list(dims)));
        return graph.add(Node.tensorConstant("", type, ConstantData.of(like.dtype(), elements)));
    }

    @Override
    public Node castLike(Node x, Node like) throws TypeException {
        return cast(x, like.dtype());
    }

    @Override
    public Node rounded(Node x) throws TypeException {
        boolean half = x.dtype() == DataType.F16 || x.dtype() == DataType.BF16;
        return half && !x.isInputTensor() ? castLike(cast(x, DataType.F32), x) : x;
    }

    @Override
    public Node cast(Node x, DataType dtype) throws TypeException {
        return x.dtype() == dtype ? x : node("Cast", Attributes.NONE.with(Attributes.DTYPE, dtype.text()), x);
    }

    @Override
    public Node bitcast(Node x, DataType dtype) throws TypeException {
        return node("Bitcast", Attributes.NONE.with(Attributes.DTYPE, dtype.text()), x);
    }

    @Override
    public Node castTo(Node x, String name) throws TypeException {
        return cast(x, DataType.byText(choice(name)).orElseThrow());
    }

    @Override
    public Node reduce(String name, Node x, Axes axes, boolean keepDims) throws TypeException {
        Attributes own = Attributes.NONE.with(Attributes.AXES, list(axes)).with(Attributes.KEEP_DIMS, keepDims);
        return node(name, own, x);
    }

    @Override
    public Node reduceWithAttributes(String name, Node x) throws TypeException {
        return reduce(name, x, axes("axes"), flag("keepDims"));
    }

    @Override
    public Node call(String name, Map<String, ?> given, Node... values) throws TypeException {
        Attributes own = Attributes.NONE;
        for (OpParameter parameter : OpTable.get().find(name).orElseThrow().parameters()) {
            if (!parameter.isOperand()) {
                Object value = given.get(parameter.name());
                own = own.with(
                        parameter.attribute(),
                        value == null ? attribute(parameter.name()) : NodeAttributes.value(parameter, value));
            }
        }
        return node(
                name,
                attributes.has(OpParameter.ABSENT)
                        ? own.with(OpParameter.ABSENT, attributes.text(OpParameter.ABSENT))
                        : own,
                values);
    }

    @Override
    public Node matMulWithAttributes(String name, Node a, Node b) throws TypeException {
        Attributes own = Attributes.NONE
                .with(Attributes.TRANSPOSE_A, flag("transposeA"))
                .with(Attributes.TRANSPOSE_B, flag("transposeB"));
        return node(name, own, a, b);
    }

    @Override
    public Node elementCount(Node x, Axes axes) throws TypeException {
        return number(known(product(x, axes)), x);
    }

    @Override
    public Node correctedCount(Node x, Axes axes, Extent correction) throws TypeException {
        return number(known(product(x, axes).minus(dim(correction)).max(Dim.ZERO)), x);
    }

    private static Dim product(Node x, Axes axes) throws TypeException {
        List<Dim> dims = ranked(x).dims();
        return Dim.product(TypeInference.normalizedAxes(x, list(axes)).stream()
                .map(dims::get)
                .toList());
    }

    @Override
    public Node sumTo(Node value, Node operand) throws TypeException {
        if (value.shape().equals(operand.shape())) {
            return value;
        }
        List<Dim> from = ranked(value).dims();
        List<Dim> to = ranked(operand).dims();
        int leading = from.size() - to.size();
        List<Long> summed = IntStream.range(0, from.size())
                .filter(axis -> axis < leading || to.get(axis - leading).equals(Dim.ONE))
                .mapToObj(Long::valueOf)
                .toList();
        if (summed.isEmpty()) {
            return reshape(value, known(to));
        }
        Optional<Node> factored = new FactoredSum(graph, this, given, value, summed).sum();
        return reshape(
                factored.isPresent() ? factored.get() : reduce("ReduceSum", value, new KnownAxes(summed), false),
                known(to));
    }

    @Override
    public Node reshape(Node x, Dims dims) throws TypeException {
        return x.shape().dims().equals(list(dims)) && !x.shape().isUnranked()
                ? x
                : node("Reshape", Attributes.NONE.with(Attributes.DIMS, list(dims)), x);
    }

    /** A number has no memory for a view; it is combined with the index of each element instead. */
    @Override
    public Node broadcastTo(Node x, Dims dims) throws TypeException {
        if (x.isNumber()) {
            return list(dims).isEmpty() ? x : op("BroadcastLike", x, rowMajorIndex(dims));
        }
        return x.shape().dims().equals(list(dims)) && !x.shape().isUnranked()
                ? x
                : node("BroadcastTo", Attributes.NONE.with(Attributes.DIMS, list(dims)), x);
    }

    @Override
    public Node stridedSlice(Node x, Dims begin, Dims end, Dims strides) throws TypeException {
        return node("StridedSlice", NodeAttributes.slice(begin, end, strides), x);
    }

    @Override
    public Node windows(Node x, Dims begin, Dims end, Dims strides) throws TypeException {
        return node("StridedSlice", NodeAttributes.slice(begin, end, strides).with(Attributes.INSIDE, true), x);
    }

    @Override
    public Node part(Node x, Dims begin, Dims end) throws TypeException {
        List<Dim> dims = ranked(x).dims();
        boolean isKnown = true;
        for (int axis = 0; axis < dims.size(); axis++) {
            Dim from = list(begin).get(axis);
            Dim to = list(end).get(axis);
            String along = " along axis " + axis;
            inside(x, axis, new Range("the start" + along, from, "the length" + along, to.minus(from)));
            isKnown &= SliceBounds.of(dims.get(axis), from, to, 1).isRange(from, to);
        }
        Attributes own = NodeAttributes.slice(begin, end, filled(x, extent(1)));
        return node("StridedSlice", isKnown ? own : own.with(Attributes.INSIDE, true), x);
    }

    @Override
    public Node index(Dims dims, Axes axis) throws TypeException {
        return node("Index", Attributes.NONE.with(Attributes.DIMS, list(dims)).with(Attributes.AXIS, single(axis)));
    }

    @Override
    public Node rowMajorIndex(Dims dims) throws TypeException {
        return node("RowMajorIndex", Attributes.NONE.with(Attributes.DIMS, list(dims)));
    }

    @Override
    public Node gather(Node x, Node indices, Axes axis) throws TypeException {
        return node("Gather", Attributes.NONE.with(Attributes.AXIS, single(axis)), x, indices);
    }

    @Override
    public Node gatherGradient(Node dy, Node indices, Extent size) throws TypeException {
        return node("GatherGrad", Attributes.NONE.with("size", List.of(dim(size))), dy, indices);
    }

    @Override
    public Node concat(Axes axis, Node... operands) throws TypeException {
        List<Node> filled = new ArrayList<>();
        for (Node operand : operands) {
            if (!dim(dim(operand, axis)).equals(Dim.ZERO)) {
                filled.add(operand);
            }
        }
        return switch (filled.size()) {
            case 0 -> operands[0];
            case 1 -> filled.get(0);
            default -> node("Concat", Attributes.NONE.with(Attributes.AXIS, single(axis)), filled.toArray(Node[]::new));
        };
    }

    @Override
    public Node concatEach(Axes axis, String name, Each mapping) throws TypeException {
        List<Node> mapped = new ArrayList<>();
        for (Node operand : operands(name)) {
            mapped.add(mapping.apply(operand));
        }
        return concat(axis, mapped.toArray(Node[]::new));
    }

    @Override
    public Node fold(String name, Fold step) throws TypeException {
        return folded(operands(name), step);
    }

    @Override
    public Node repeat(Extent count, Output term, Fold step) throws TypeException {
        return folded(outputs(count, term), step);
    }

    private static Node folded(List<Node> values, Fold step) throws TypeException {
        Node value = values.get(0);
        for (Node next : values.subList(1, values.size())) {
            value = step.step(value, next);
        }
        return value;
    }

    @Override
    public Node overAxes(Node x, OverAxes step) throws TypeException {
        Node value = x;
        for (int axis = 0; axis < ranked(x).rank(); axis++) {
            value = step.step(value, axes(axis));
        }
        return value;
    }

    @Override
    public List<Node> outputs(Extent count, Output output) throws TypeException {
        long size = constant("the number of values", count);
        List<Node> results = new ArrayList<>();
        for (long number = 0; number < size; number++) {
            results.add(output.make(extent(number)));
        }
        return results;
    }

    @Override
    public List<Node> iterate(Extent count, List<Node> initial, List<Node> captured, Iteration iteration)
            throws TypeException {
        return ExpansionLoop.iterate(this, dim(count), initial, captured, iteration);
    }

    /** Returns true if the ops are those of a gradient rule. */
    boolean isGradient() {
        return false;
    }

    @Override
    public List<Node> elements(String function, List<Node> operands) throws TypeException {
        return ScalarFunction.parse(function).expand(graph, operands, origin);
    }
}
