package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.OpParameter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Emitter of the ops that nodes of a model become. */
public abstract class OpEmitter {

    private final GraphBuilder graph;
    private final ExpansionBuilder ops;

    OpEmitter(GraphBuilder graph) {
        this.graph = graph;
        this.ops = GraphExpansion.in(graph, Origin.NONE);
    }

    /** Returns the builder of ops. */
    public ExpansionBuilder ops() {
        return ops;
    }

    GraphBuilder graph() {
        return graph;
    }

    public int axis(long axis, int rank) throws UnsupportedNodeException {
        if (axis < -rank || axis >= rank) {
            throw new UnsupportedNodeException("axis " + axis + " is out of range for rank " + rank);
        }
        return (int) (axis < 0 ? axis + rank : axis);
    }

    public Node op(String name, Attributes attributes, Node... operands) throws TypeException {
        return graph.operation(name, List.of(operands), attributes, "", Origin.NONE);
    }

    /** Returns the results of an op. */
    public List<Node> results(String name, int count, Attributes attributes, Node... operands) throws TypeException {
        return graph.operations(name, List.of(operands), attributes, Collections.nCopies(count, ""), Origin.NONE);
    }

    /** Returns an op with defaults for all omitted attributes. */
    public Node op(String name, Node... operands) throws TypeException {
        Attributes attributes = Attributes.NONE;
        List<String> absent = new ArrayList<>();
        int operand = 0;
        for (OpParameter parameter : OpTable.get().find(name).orElseThrow().parameters()) {
            if (parameter.isOperand()) {
                boolean left = operand++ >= operands.length;
                if (left && parameter.kind() == OpParameter.Kind.OPTIONAL_TENSOR) {
                    absent.add(parameter.name());
                }
            } else if (parameter.defaultValue().isPresent()) {
                attributes = attributes.with(
                        parameter.attribute(), parameter.defaultValue().get());
            } else if (parameter.kind() == OpParameter.Kind.AXES) {
                attributes = attributes.with(parameter.attribute(), List.of());
            }
        }
        return op(
                name,
                absent.isEmpty() ? attributes : attributes.with(OpParameter.ABSENT, String.join(" ", absent)),
                operands);
    }

    public Node number(double value, Node like) {
        return ops.number(value, like);
    }

    public Node cast(Node x, DataType dtype) throws TypeException {
        return ops.cast(x, dtype);
    }

    public Node add(Node node) {
        return graph.add(node);
    }

    public Node transposed(Node x, List<Long> permutation) throws TypeException {
        return op("Transpose", Attributes.NONE.with(Attributes.PERMUTATION, permutation), x);
    }

    /** Returns a reshape of a value. */
    public Node reshaped(Node x, List<Dim> dims) throws TypeException {
        if (x.shape().dims().equals(dims)) {
            return x;
        }
        if (x.isNumber()) {
            return expanded(x, dims);
        }
        return op("Reshape", Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)), x);
    }

    /** Broadcasts a value to dims. */
    public Node expanded(Node x, List<Dim> dims) throws TypeException {
        if (x.shape().dims().equals(dims)) {
            return x;
        }
        if (x.isNumber()) {
            Node position = op("RowMajorIndex", Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)));
            return op("BroadcastLike", Attributes.NONE, x, position);
        }
        return op("BroadcastTo", Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)), x);
    }

    /** Requires, at the call, that two dims are equal; rejects the node if they never are. */
    public void requireEqual(Dim x, Dim y, String reason) throws UnsupportedNodeException {
        DimCondition condition = new DimCondition(x, DimCondition.Relation.EQUAL, y, reason, Origin.NONE);
        switch (condition.decision()) {
            case FAILS -> throw new UnsupportedNodeException(reason + ": " + x + " and " + y);
            case OPEN -> graph.require(List.of(condition));
            default -> {}
        }
    }

    /** Requires, at the call, that one dim is at least another. */
    public void require(Dim large, Dim small, String reason) {
        graph.require(List.of(new DimCondition(large, DimCondition.Relation.AT_LEAST, small, reason, Origin.NONE)));
    }

    /**
     * Requires, at the call, that the last axes of an operand equal those of another. Dims that broadcast, and
     * constants that differ, are unchanged.
     *
     * @param except axis of the other operand to skip; -1 for none
     */
    public Node matched(Node x, List<Dim> others, int except) throws TypeException {
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        for (int i = 1; i <= Math.min(dims.size(), others.size()); i++) {
            int axis = dims.size() - i;
            Dim own = dims.get(axis);
            Dim other = others.get(others.size() - i);
            boolean open = !own.equals(other)
                    && !own.equals(Dim.ONE)
                    && !other.equals(Dim.ONE)
                    && !(own instanceof Dim.Constant && other instanceof Dim.Constant)
                    && others.size() - i != except;
            if (open) {
                graph.require(List.of(new DimCondition(
                        own, DimCondition.Relation.EQUAL, other, "operands of one shape", Origin.NONE)));
                dims.set(axis, other);
            }
        }
        return reshaped(x, dims);
    }

    public Node sliced(Node x, List<Dim> begin, List<Dim> end, List<Long> strides) throws TypeException {
        return op(
                "StridedSlice",
                Attributes.NONE
                        .with(Attributes.BEGIN, begin)
                        .with(Attributes.END, end)
                        .with(Attributes.STRIDES, strides),
                x);
    }

    /** Returns true if a dim differs between the iterations of a loop around the node. */
    public boolean isIterated(Dim dim) {
        return dim.symbols().stream().anyMatch(graph.loopIndices()::contains);
    }

    /** Returns a range inside an axis; the call must satisfy the bounds. */
    public Node inside(Node x, int axis, Dim start, Dim length) throws TypeException {
        Attributes range = Attributes.NONE
                .with(Attributes.AXIS, (long) axis)
                .with("start", List.of(start))
                .with("length", List.of(length));
        return op("Narrow", range, x);
    }

    /** Returns one slice of an axis, without the axis. */
    public Node slice(Node x, int axis, Dim position) throws TypeException {
        return LoopValues.slice(graph, x, axis, position, Origin.NONE);
    }

    /** Returns a value with its first axis at another position. */
    public Node moved(Node x, int position) throws TypeException {
        return LoopValues.moved(graph, x, position, Origin.NONE);
    }

    /** Returns a range of one axis. Both bounds count from the front; the call must satisfy them. */
    public Node narrowed(Node x, int axis, Dim begin, Dim end, long stride) throws TypeException {
        List<Dim> begins = new ArrayList<>();
        List<Dim> ends = new ArrayList<>();
        List<Long> strides = new ArrayList<>();
        for (int i = 0; i < x.shape().rank(); i++) {
            begins.add(i == axis ? begin : Dim.ZERO);
            ends.add(i == axis ? end : x.shape().dims().get(i));
            strides.add(i == axis ? stride : 1L);
        }
        if (begin.isNonNegative() && end.isNonNegative()) {
            return sliced(x, begins, ends, strides);
        }
        String reason = "part of an axis of " + x.shape().dims().get(axis) + " elements";
        require(begin, Dim.ZERO, reason);
        require(end, begin, reason);
        require(x.shape().dims().get(axis), end, reason);
        Attributes inside = Attributes.NONE
                .with(Attributes.BEGIN, begins)
                .with(Attributes.END, ends)
                .with(Attributes.STRIDES, strides)
                .with(Attributes.INSIDE, true);
        return op("StridedSlice", inside, x);
    }

    public Node concatenated(int axis, Node... nodes) throws TypeException {
        List<Node> filled = Arrays.stream(nodes)
                .filter(node -> !node.shape().dims().get(axis).equals(Dim.ZERO))
                .toList();
        if (filled.size() < 2) {
            return filled.isEmpty() ? nodes[0] : filled.get(0);
        }
        return op("Concat", Attributes.NONE.with(Attributes.AXIS, (long) axis), filled.toArray(Node[]::new));
    }

    public Node reduced(String name, Node x, List<Long> axes, boolean keepDims) throws TypeException {
        return op(name, Attributes.NONE.with(Attributes.AXES, axes).with(Attributes.KEEP_DIMS, keepDims), x);
    }

    /** Returns the index of each element along an axis, as i64. */
    public Node positions(List<Dim> dims, int axis) throws TypeException {
        return op(
                "Index",
                Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)).with(Attributes.AXIS, (long) axis));
    }

    /** Returns computed integers as i64. */
    public Node constant(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long number : numbers) {
            bytes.putLong(number);
        }
        return constant(DataType.I64, numbers.length, bytes.array());
    }

    /** Returns computed numbers as f32. */
    public Node constant(double... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        for (double number : numbers) {
            bytes.putFloat((float) number);
        }
        return constant(DataType.F32, numbers.length, bytes.array());
    }

    private Node constant(DataType dtype, long size, byte[] elements) {
        return constant(dtype, List.of(size), elements);
    }

    /** Returns a constant tensor, with elements as in {@link ConstantData}. */
    public Node constant(DataType dtype, List<Long> dims, byte[] elements) {
        ValueType type =
                new ValueType(dtype, Shape.of(dims.stream().map(Dim::of).toList()));
        return add(Node.tensorConstant("", type, ConstantData.of(elements)));
    }

    // The arguments are valid, so this cannot fail.

    Node spread(Node number, List<Dim> dims) {
        return certain(() -> expanded(number, dims));
    }

    /** Concatenates tensors of one axis. */
    Node row(List<Node> nodes) {
        return nodes.size() == 1 ? nodes.get(0) : certain(() -> concatenated(0, nodes.toArray(Node[]::new)));
    }

    /** Returns a known real number as a tensor with one element. */
    public Node real(KnownNumber number, DataType dtype) {
        if (number instanceof KnownNumber.Real real) {
            return spread(add(Node.constant(real.value(), dtype)), List.of(Dim.ONE));
        }
        KnownNumber.Ratio ratio = (KnownNumber.Ratio) number;
        Node dividend = spread(add(Node.dimension(ratio.dim(), dtype)), List.of(Dim.ONE));
        return ratio.divisor() == 1
                ? dividend
                : certain(() -> ops.div(dividend, ops.number(ratio.divisor(), dividend)));
    }

    Node shaped(Node x, List<Dim> dims) {
        return certain(() -> reshaped(x, dims));
    }

    /** Crops an axis where padding is negative. */
    public Node cut(Node x, int axis, long before, long after) throws TypeException {
        if (before >= 0 && after >= 0) {
            return x;
        }
        Dim end = x.shape().dims().get(axis).minus(Dim.of(Math.max(0, -after)));
        return narrowed(x, axis, Dim.of(Math.max(0, -before)), end, 1);
    }

    /** Pads an axis with a constant where padding is positive. */
    public Node framed(Node x, Node filler, int axis, long before, long after) throws TypeException {
        return framed(x, filler, axis, Dim.of(Math.max(0, before)), Dim.of(Math.max(0, after)));
    }

    /** Pads an axis with a constant. */
    public Node framed(Node x, Node filler, int axis, Dim before, Dim after) throws TypeException {
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        List<Node> slices = new ArrayList<>();
        if (!before.equals(Dim.ZERO)) {
            dims.set(axis, before);
            slices.add(expanded(filler, List.copyOf(dims)));
        }
        slices.add(x);
        if (!after.equals(Dim.ZERO)) {
            dims.set(axis, after);
            slices.add(expanded(filler, List.copyOf(dims)));
        }
        return concatenated(axis, slices.toArray(Node[]::new));
    }

    private interface Made {
        Node make() throws TypeException;
    }

    private static Node certain(Made value) {
        try {
            return value.make();
        } catch (TypeException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Returns the name of a tensor in the syntax of graph text. */
    String label(String name) {
        return ModelNames.label(name);
    }
}
