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
import io.graphkernel.processor.onnx.reader.OnnxAttribute;
import io.graphkernel.processor.onnx.reader.OnnxAttribute.Kind;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Node of a model with its inputs, as its rule sees it. It records the inputs and attributes that the rule queries: an
 * unqueried one might change the result, so the node is rejected.
 */
public final class OnnxCall {

    private final OnnxNode node;
    private final long opset;
    private final GraphBuilder graph;
    private final ExpansionBuilder ops;
    /** Null for an omitted input. */
    private final List<OnnxValue> inputs;

    private final SubgraphImporter subgraphs;
    private final Set<String> askedAttributes;
    private final Set<Integer> askedInputs;

    /**
     * Creates a call.
     *
     * @param graph receives the ops
     * @param inputs inputs of the node; null for an omitted one
     * @param subgraphs importer of its subgraphs
     */
    public OnnxCall(OnnxNode node, long opset, GraphBuilder graph, List<OnnxValue> inputs, SubgraphImporter subgraphs) {
        this(node, opset, graph, inputs, subgraphs, new HashSet<>(), new HashSet<>());
    }

    private OnnxCall(
            OnnxNode node,
            long opset,
            GraphBuilder graph,
            List<OnnxValue> inputs,
            SubgraphImporter subgraphs,
            Set<String> askedAttributes,
            Set<Integer> askedInputs) {
        this.node = node;
        this.opset = opset;
        this.graph = graph;
        this.ops = GraphExpansion.in(graph, Origin.NONE);
        this.inputs = inputs;
        this.subgraphs = subgraphs;
        this.askedAttributes = askedAttributes;
        this.askedInputs = askedInputs;
    }

    /** Returns a call of the same node that adds ops to another graph; its inputs are values of this one. */
    OnnxCall in(GraphBuilder other) {
        return new OnnxCall(node, opset, other, inputs, subgraphs, askedAttributes, askedInputs);
    }

    GraphBuilder graph() {
        return graph;
    }

    public long opset() {
        return opset;
    }

    /** Returns the builder of ops. */
    public ExpansionBuilder ops() {
        return ops;
    }

    // Inputs.

    public int inputCount() {
        return inputs.size();
    }

    /** Returns true if an input is present. */
    public boolean has(int input) {
        askedInputs.add(input);
        return input < inputs.size() && inputs.get(input) != null;
    }

    /** Returns an input that is a tensor. */
    public OnnxValue value(int input) throws UnsupportedNodeException {
        OnnxValue value = any(input);
        if (value.sequence().isPresent()) {
            throw new UnsupportedNodeException("its input " + input + " is a sequence");
        }
        return value;
    }

    /** Returns an input that is a tensor or a sequence. */
    public OnnxValue any(int input) throws UnsupportedNodeException {
        if (!has(input)) {
            throw new UnsupportedNodeException("it lacks input " + input);
        }
        return inputs.get(input);
    }

    /** Returns an input that is a sequence. */
    public OnnxSequence sequence(int input) throws UnsupportedNodeException {
        return any(input)
                .sequence()
                .orElseThrow(() -> new UnsupportedNodeException("its input " + input + " is not a sequence"));
    }

    /** Returns true if an input is a sequence. */
    public boolean readsSequence() {
        return inputs.stream()
                .anyMatch(input -> input != null && input.sequence().isPresent());
    }

    /** Returns an input as a node of the graph. */
    public Node in(int input) throws UnsupportedNodeException {
        OnnxValue value = value(input);
        // An op over numbers alone is not an op of the graph.
        boolean numbersAlone = input == 0 && inputs.stream().allMatch(operand -> operand == null || operand.isNumber());
        return numbersAlone ? value.whole(this) : value.node(this);
    }

    /** Returns all inputs of a variadic op. */
    public List<Node> all() throws UnsupportedNodeException {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            nodes.add(in(i));
        }
        return nodes;
    }

    /** Returns the name of an input in messages. */
    public String inputName(int input) {
        return "'" + node.inputs().get(input) + "'";
    }

    public DataType dtype(int input) throws UnsupportedNodeException {
        return value(input).type().dtype();
    }

    public List<Dim> dims(int input) throws UnsupportedNodeException {
        return value(input).dims();
    }

    public int rank(int input) throws UnsupportedNodeException {
        return dims(input).size();
    }

    /** Returns the dims of a shape input, which must be known at compile time. */
    public List<Dim> sizes(int input) throws UnsupportedNodeException {
        return value(input)
                .known()
                .orElseThrow(() -> new UnsupportedNodeException(
                        "its input " + input + " says shapes, and is computed or given by the caller"));
    }

    /** Returns integers that must be known at compile time. */
    public List<Long> numbers(int input) throws UnsupportedNodeException {
        List<Long> numbers = new ArrayList<>();
        for (Dim dim : sizes(input)) {
            if (!(dim instanceof Dim.Constant constant)) {
                throw new UnsupportedNodeException(
                        "its input " + input + " has to be known when the model is compiled, not " + dim);
            }
            numbers.add(constant.size());
        }
        return numbers;
    }

    /** Returns a number that must be known at compile time. */
    public Number number(int input) throws UnsupportedNodeException {
        return value(input)
                .number()
                .orElseThrow(() -> new UnsupportedNodeException(
                        "its input " + input + " has to be known when the model is compiled"));
    }

    // Attributes.

    public boolean has(String attribute) {
        askedAttributes.add(attribute);
        return node.attributes().containsKey(attribute);
    }

    /** Returns an attribute, or its default in the op's version. */
    private Optional<OnnxAttribute> attribute(String name, Kind kind) throws UnsupportedNodeException {
        if (!has(name)) {
            return AttributeDefaults.find(node, opset, name).filter(value -> value.kind() == kind);
        }
        OnnxAttribute attribute = node.attributes().get(name);
        if (attribute.kind() != kind) {
            throw new UnsupportedNodeException("its attribute " + name + " is no " + kind);
        }
        return Optional.of(attribute);
    }

    public long integer(String name, long absent) throws UnsupportedNodeException {
        return attribute(name, Kind.INT).map(value -> value.integers().get(0)).orElse(absent);
    }

    public boolean flag(String name, boolean absent) throws UnsupportedNodeException {
        return integer(name, absent ? 1 : 0) != 0;
    }

    public double real(String name, double absent) throws UnsupportedNodeException {
        return attribute(name, Kind.FLOAT)
                .map(value -> (double) value.reals().get(0))
                .orElse(absent);
    }

    public String text(String name, String absent) throws UnsupportedNodeException {
        return attribute(name, Kind.STRING).map(value -> value.texts().get(0)).orElse(absent);
    }

    public List<String> texts(String name, List<String> absent) throws UnsupportedNodeException {
        List<String> texts =
                attribute(name, Kind.STRINGS).map(OnnxAttribute::texts).orElse(absent);
        if (texts.size() < absent.size()) {
            throw new UnsupportedNodeException("its " + name + " are " + texts);
        }
        return texts;
    }

    public List<Long> integers(String name, List<Long> absent) throws UnsupportedNodeException {
        return attribute(name, Kind.INTS).map(OnnxAttribute::integers).orElse(absent);
    }

    /** Returns a list of numbers, or a single one under another name. */
    public List<Float> reals(String list, String single) throws UnsupportedNodeException {
        Optional<OnnxAttribute> several = attribute(list, Kind.FLOATS);
        return several.isPresent()
                ? several.get().reals()
                : attribute(single, Kind.FLOAT).map(OnnxAttribute::reals).orElse(List.of());
    }

    public Optional<OnnxTensor> tensor(String name) throws UnsupportedNodeException {
        return attribute(name, Kind.TENSOR).map(OnnxAttribute::tensor);
    }

    public OnnxGraph subgraph(String name) throws UnsupportedNodeException {
        return attribute(name, Kind.GRAPH)
                .map(OnnxAttribute::graph)
                .orElseThrow(() -> new UnsupportedNodeException("it lacks the graph " + name));
    }

    /**
     * Imports the nodes of a subgraph, whose ops this call receives.
     *
     * @param subgraph graph of an attribute; an output without a name is not computed
     * @param values values of its first inputs
     * @param outer function from a value of the graph around the node to the value in the subgraph
     * @return outputs; null for those without a name
     */
    public List<OnnxValue> imported(OnnxGraph subgraph, List<OnnxValue> values, UnaryOperator<OnnxValue> outer)
            throws UnsupportedNodeException {
        return subgraphs.imported(subgraph, values, graph, outer);
    }

    /** Rejects a node whose attribute differs from the supported value. */
    public void only(String name, long value) throws UnsupportedNodeException {
        if (integer(name, value) != value) {
            throw new UnsupportedNodeException(name + "=" + integer(name, value) + " is not supported");
        }
    }

    /** Ignores an attribute that affects no result. */
    public void ignore(String name) {
        askedAttributes.add(name);
    }

    // Outputs.

    public int outputCount() {
        return node.outputs().size();
    }

    /** Returns true if an output is used. */
    public boolean isUsed(int output) {
        return output < node.outputs().size() && !node.outputs().get(output).isEmpty();
    }

    /** Checks that the rule has queried all inputs and all attributes with non-default values. */
    public void requireAllAsked() throws UnsupportedNodeException {
        String attributes = node.attributes().keySet().stream()
                .filter(name -> !askedAttributes.contains(name) && !AttributeDefaults.isDefault(node, opset, name))
                .sorted()
                .collect(Collectors.joining(", "));
        if (!attributes.isEmpty()) {
            throw new UnsupportedNodeException("it has attributes that are not known: " + attributes);
        }
        for (int i = 0; i < inputs.size(); i++) {
            if (inputs.get(i) != null && !askedInputs.contains(i)) {
                throw new UnsupportedNodeException("it has an input " + i + " that is not known");
            }
        }
    }

    // Ops.

    public int axis(long axis, int rank) throws UnsupportedNodeException {
        if (axis < -rank || axis >= rank) {
            throw new UnsupportedNodeException("axis " + axis + " is out of range for rank " + rank);
        }
        return (int) (axis < 0 ? axis + rank : axis);
    }

    public Node op(String name, Attributes attributes, Node... operands) throws TypeException {
        return graph.operation(name, List.of(operands), attributes, "", Origin.NONE);
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
        return dim.symbols().stream().anyMatch(graph::isLoopIndex);
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
