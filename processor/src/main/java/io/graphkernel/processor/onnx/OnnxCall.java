package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.ConstantData;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.onnx.OnnxAttribute.Kind;
import io.graphkernel.processor.op.ExpansionBuilder;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A node of a model with what it reads, as the rule of its op sees it. It notes which inputs and attributes the rule asks for:
 * one that nobody asked for might change the result, so the node is refused then.
 */
final class OnnxCall {

    private final OnnxNode node;
    private final long opset;
    private final GraphBuilder graph;
    private final ExpansionBuilder ops;
    /** Null for an input left out. */
    private final List<OnnxValue> inputs;

    private final Set<String> askedAttributes = new HashSet<>();
    private final Set<Integer> askedInputs = new HashSet<>();

    OnnxCall(OnnxNode node, long opset, GraphBuilder graph, List<OnnxValue> inputs) {
        this.node = node;
        this.opset = opset;
        this.graph = graph;
        this.ops = ExpansionBuilder.in(graph, Origin.NONE);
        this.inputs = inputs;
    }

    long opset() {
        return opset;
    }

    /** The vocabulary of expansions. */
    ExpansionBuilder ops() {
        return ops;
    }

    // Inputs.

    int inputCount() {
        return inputs.size();
    }

    /** Whether an input is there. */
    boolean has(int input) {
        askedInputs.add(input);
        return input < inputs.size() && inputs.get(input) != null;
    }

    OnnxValue value(int input) throws Refused {
        if (!has(input)) {
            throw new Refused("it lacks input " + input);
        }
        return inputs.get(input);
    }

    /** An input as a node of the graph. */
    Node in(int input) throws Refused {
        OnnxValue value = value(input);
        // An op of numbers alone is no op of the graph.
        boolean numbersAlone = input == 0 && inputs.stream().allMatch(each -> each == null || each.isNumber());
        return numbersAlone ? value.whole(this) : value.node(this);
    }

    /** All inputs, which the op has any number of. */
    List<Node> all() throws Refused {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            nodes.add(in(i));
        }
        return nodes;
    }

    DType dtype(int input) throws Refused {
        return value(input).type().dtype();
    }

    List<Dim> dims(int input) throws Refused {
        return value(input).dims();
    }

    int rank(int input) throws Refused {
        return dims(input).size();
    }

    /** Whole numbers that say a shape, and so have to be known when the model is compiled, as dims. */
    List<Dim> sizes(int input) throws Refused {
        return value(input)
                .known()
                .orElseThrow(() ->
                        new Refused("its input " + input + " says shapes, and is computed or given by the caller"));
    }

    /** Whole numbers that have to be known when the model is compiled. */
    List<Long> numbers(int input) throws Refused {
        List<Long> numbers = new ArrayList<>();
        for (Dim dim : sizes(input)) {
            if (!(dim instanceof Dim.Constant constant)) {
                throw new Refused("its input " + input + " has to be known when the model is compiled, not " + dim);
            }
            numbers.add(constant.size());
        }
        return numbers;
    }

    /** A number that has to be known when the model is compiled. */
    Number number(int input) throws Refused {
        return value(input)
                .number()
                .orElseThrow(() -> new Refused("its input " + input + " has to be known when the model is compiled"));
    }

    // Attributes.

    boolean has(String attribute) {
        askedAttributes.add(attribute);
        return node.attributes().containsKey(attribute);
    }

    private Optional<OnnxAttribute> attribute(String name, Kind kind) throws Refused {
        if (!has(name)) {
            return Optional.empty();
        }
        OnnxAttribute attribute = node.attributes().get(name);
        if (attribute.kind() != kind) {
            throw new Refused("its attribute " + name + " is no " + kind);
        }
        return Optional.of(attribute);
    }

    long integer(String name, long absent) throws Refused {
        return attribute(name, Kind.INT).map(value -> value.integers().get(0)).orElse(absent);
    }

    boolean flag(String name, boolean absent) throws Refused {
        return integer(name, absent ? 1 : 0) != 0;
    }

    double real(String name, double absent) throws Refused {
        return attribute(name, Kind.FLOAT)
                .map(value -> (double) value.reals().get(0))
                .orElse(absent);
    }

    String text(String name, String absent) throws Refused {
        return attribute(name, Kind.STRING).map(value -> value.texts().get(0)).orElse(absent);
    }

    List<String> texts(String name, List<String> absent) throws Refused {
        List<String> texts =
                attribute(name, Kind.STRINGS).map(OnnxAttribute::texts).orElse(absent);
        if (texts.size() < absent.size()) {
            throw new Refused("its " + name + " are " + texts);
        }
        return texts;
    }

    List<Long> integers(String name, List<Long> absent) throws Refused {
        return attribute(name, Kind.INTS).map(OnnxAttribute::integers).orElse(absent);
    }

    /** A list of numbers, or one of another name. */
    List<Float> reals(String list, String single) throws Refused {
        Optional<OnnxAttribute> several = attribute(list, Kind.FLOATS);
        return several.isPresent()
                ? several.get().reals()
                : attribute(single, Kind.FLOAT).map(OnnxAttribute::reals).orElse(List.of());
    }

    Optional<OnnxTensor> tensor(String name) throws Refused {
        return attribute(name, Kind.TENSOR).map(OnnxAttribute::tensor);
    }

    /** Refuses a node whose attribute has another value than the one that we have. */
    void only(String name, long value) throws Refused {
        if (integer(name, value) != value) {
            throw new Refused(name + "=" + integer(name, value) + " is not to be had");
        }
    }

    /** An attribute that changes no result. */
    void ignore(String name) {
        askedAttributes.add(name);
    }

    // Outputs.

    int outputCount() {
        return node.outputs().size();
    }

    /** Whether somebody reads an output. */
    boolean wants(int output) {
        return output < node.outputs().size() && !node.outputs().get(output).isEmpty();
    }

    /** What the rule has not looked at. */
    void requireAllAsked() throws Refused {
        String attributes = node.attributes().keySet().stream()
                .filter(name -> !askedAttributes.contains(name))
                .sorted()
                .collect(Collectors.joining(", "));
        if (!attributes.isEmpty()) {
            throw new Refused("it has attributes that are not known: " + attributes);
        }
        for (int i = 0; i < inputs.size(); i++) {
            if (inputs.get(i) != null && !askedInputs.contains(i)) {
                throw new Refused("it has an input " + i + " that is not known");
            }
        }
    }

    // Ops.

    int axis(long axis, int rank) throws Refused {
        if (axis < -rank || axis >= rank) {
            throw new Refused("there is no axis " + axis + " of " + rank);
        }
        return (int) (axis < 0 ? axis + rank : axis);
    }

    Node op(String name, Attributes attributes, Node... operands) throws TypeException {
        return graph.operation(name, List.of(operands), attributes, "", Origin.NONE);
    }

    /** An op with the values of the row for all attributes that are left out. */
    Node op(String name, Node... operands) throws TypeException {
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

    Node number(double value, Node like) {
        return ops.number(value, like);
    }

    Node cast(Node x, DType dtype) throws TypeException {
        return ops.cast(x, dtype);
    }

    Node add(Node made) {
        return graph.add(made);
    }

    Node transposed(Node x, List<Long> permutation) throws TypeException {
        return op("Transpose", Attributes.NONE.with(Attributes.PERMUTATION, permutation), x);
    }

    /** Other dims for the same elements. */
    Node reshaped(Node x, List<Dim> dims) throws TypeException {
        if (x.shape().dims().equals(dims)) {
            return x;
        }
        if (x.isNumber()) {
            return expanded(x, dims);
        }
        return op("Reshape", Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)), x);
    }

    /** The elements repeated to dims. */
    Node expanded(Node x, List<Dim> dims) throws TypeException {
        if (x.shape().dims().equals(dims)) {
            return x;
        }
        if (x.isNumber()) {
            Node place = op("RowMajorIndex", Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)));
            return op("BroadcastLike", Attributes.NONE, x, place);
        }
        return op("BroadcastTo", Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)), x);
    }

    /** A call must give sizes for which one dim is at least another. */
    void require(Dim large, Dim small, String reason) {
        graph.require(List.of(new DimCondition(large, DimCondition.Relation.AT_LEAST, small, reason, Origin.NONE)));
    }

    /**
     * An operand whose last axes have the dims of another one's, where only a call can tell that they are equal: it must give such
     * sizes. Dims that broadcast stay, and so do those of which numbers say that they differ.
     *
     * @param except an axis of the other whose dim is its own; -1 for none
     */
    Node matched(Node x, List<Dim> others, int except) throws TypeException {
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

    Node sliced(Node x, List<Dim> begin, List<Dim> end, List<Long> strides) throws TypeException {
        return op(
                "StridedSlice",
                Attributes.NONE
                        .with(Attributes.BEGIN, begin)
                        .with(Attributes.END, end)
                        .with(Attributes.STRIDES, strides),
                x);
    }

    /** A part of one axis. */
    Node narrowed(Node x, int axis, Dim begin, Dim end, long stride) throws TypeException {
        List<Dim> begins = new ArrayList<>();
        List<Dim> ends = new ArrayList<>();
        List<Long> strides = new ArrayList<>();
        for (int i = 0; i < x.shape().rank(); i++) {
            begins.add(i == axis ? begin : Dim.ZERO);
            ends.add(i == axis ? end : x.shape().dims().get(i));
            strides.add(i == axis ? stride : 1L);
        }
        return sliced(x, begins, ends, strides);
    }

    Node concatenated(int axis, Node... parts) throws TypeException {
        List<Node> filled = Arrays.stream(parts)
                .filter(part -> !part.shape().dims().get(axis).equals(Dim.ZERO))
                .toList();
        if (filled.size() < 2) {
            return filled.isEmpty() ? parts[0] : filled.get(0);
        }
        return op("Concat", Attributes.NONE.with(Attributes.AXIS, (long) axis), filled.toArray(Node[]::new));
    }

    Node reduced(String name, Node x, List<Long> axes, boolean keepDims) throws TypeException {
        return op(name, Attributes.NONE.with(Attributes.AXES, axes).with(Attributes.KEEP_DIMS, keepDims), x);
    }

    /** The position of each element along an axis, as i64. */
    Node positions(List<Dim> dims, int axis) throws TypeException {
        return op(
                "Index",
                Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)).with(Attributes.AXIS, (long) axis));
    }

    /** Whole numbers that a rule has computed, as i64. */
    Node constant(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long number : numbers) {
            bytes.putLong(number);
        }
        return constant(DType.I64, numbers.length, bytes.array());
    }

    /** Numbers that a rule has computed, as f32. */
    Node constant(double... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        for (double number : numbers) {
            bytes.putFloat((float) number);
        }
        return constant(DType.F32, numbers.length, bytes.array());
    }

    private Node constant(DType dtype, long size, byte[] elements) {
        return constant(dtype, List.of(size), elements);
    }

    /** A tensor of the graph's own, of elements as in {@link ConstantData}. */
    Node constant(DType dtype, List<Long> dims, byte[] elements) {
        ValueType type =
                new ValueType(dtype, Shape.of(dims.stream().map(Dim::of).toList()));
        return add(Node.tensorConstant("", type, ConstantData.of(elements)));
    }

    // Of values that fit, where nothing can go wrong.

    Node spread(Node number, List<Dim> dims) {
        return certain(() -> expanded(number, dims));
    }

    Node joined(int axis, List<Node> parts) {
        return certain(() -> concatenated(axis, parts.toArray(Node[]::new)));
    }

    Node shaped(Node x, List<Dim> dims) {
        return certain(() -> reshaped(x, dims));
    }

    private interface Made {
        Node make() throws TypeException;
    }

    private static Node certain(Made made) {
        try {
            return made.make();
        } catch (TypeException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** The name of a tensor as text of graphs has it. */
    String label(String name) {
        return ModelNames.label(name);
    }
}
