package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.onnx.reader.OnnxAttribute;
import io.graphkernel.processor.onnx.reader.OnnxAttribute.Kind;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Node of a model with its inputs, as its rule sees it. It records the inputs and attributes that the rule queries: an
 * unqueried one might change the result, so the node is rejected.
 */
public final class OnnxCall extends OpEmitter {

    private final OnnxNode node;
    private final long opset;
    /** Null for an omitted input. */
    private final List<OnnxValue> inputs;

    private final SubgraphImporter subgraphs;
    private final DeclaredSizes sizes;
    private final Set<String> askedAttributes;
    private final Set<Integer> askedInputs;

    /**
     * Creates a call.
     *
     * @param graph receives the ops
     * @param inputs inputs of the node; null for an omitted one
     * @param subgraphs importer of its subgraphs
     * @param sizes declared sizes of its outputs
     */
    public OnnxCall(
            OnnxNode node,
            long opset,
            GraphBuilder graph,
            List<OnnxValue> inputs,
            SubgraphImporter subgraphs,
            DeclaredSizes sizes) {
        this(node, opset, graph, inputs, subgraphs, sizes, new HashSet<>(), new HashSet<>());
    }

    private OnnxCall(
            OnnxNode node,
            long opset,
            GraphBuilder graph,
            List<OnnxValue> inputs,
            SubgraphImporter subgraphs,
            DeclaredSizes sizes,
            Set<String> askedAttributes,
            Set<Integer> askedInputs) {
        super(graph);
        this.node = node;
        this.opset = opset;
        this.inputs = inputs;
        this.subgraphs = subgraphs;
        this.sizes = sizes;
        this.askedAttributes = askedAttributes;
        this.askedInputs = askedInputs;
    }

    /** Returns a call of the same node that adds ops to another graph; its inputs are values of this one. */
    OnnxCall in(GraphBuilder other) {
        return new OnnxCall(node, opset, other, inputs, subgraphs, sizes, askedAttributes, askedInputs);
    }

    /**
     * Returns a call of a standard op with the attributes of this node.
     *
     * @param opset version of the standard op
     * @param operands its inputs; null for an omitted one
     */
    public OnnxCall on(long opset, List<OnnxValue> operands) {
        return new OnnxCall(node, opset, graph(), operands, subgraphs, sizes, askedAttributes, new HashSet<>());
    }

    public long opset() {
        return opset;
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
        return subgraphs.imported(subgraph, values, graph(), outer);
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

    /** Returns the declared size of the used ones of outputs along an axis whose size depends on elements. */
    public Dim declaredSize(int axis, int... outputs) throws UnsupportedNodeException {
        List<String> used = IntStream.of(outputs)
                .filter(this::isUsed)
                .mapToObj(node.outputs()::get)
                .toList();
        return sizes.size(used, axis);
    }

    /** Records the number of valid slices of an output with a declared size. */
    public void count(int output, Node count) {
        sizes.count(node.outputs().get(output), count);
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
}
