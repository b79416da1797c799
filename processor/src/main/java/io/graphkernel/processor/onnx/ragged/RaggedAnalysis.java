package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.onnx.node.DeclaredSizes;
import io.graphkernel.processor.onnx.node.KnownNumber;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.SubgraphImporter;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Kind;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Proof that a padded model computes each token from its own sequence, and the nodes that a ragged batch replaces. Each
 * value has a dependence on the sequences, which the rules of the nodes derive from those of their operands.
 */
final class RaggedAnalysis {

    /**
     * Node that prevents the proof.
     *
     * @param node its name
     * @param op its op
     * @param reason reason
     */
    record Problem(String node, String op, String reason) {}

    /** First version in which all elementwise ops broadcast alike. */
    private static final long FIRST_OPSET = 7;

    private final ParsedModel model;
    private final Map<String, OnnxValue> values;
    private final RaggedDims dims;
    private final Set<String> needed;
    private final GraphBuilder scratch = new GraphBuilder(OpTable.get());
    private final Map<String, RaggedValue> dependences = new HashMap<>();
    private final Map<OnnxNode, OnnxNode> replacements = new IdentityHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    /**
     * Analyzes a model.
     *
     * @param model padded model
     * @param values its values by name
     * @param mask input that is 1 for tokens and 0 in the padding
     * @throws OnnxException if there is no such input, or its dims are not those of sequences and tokens
     */
    RaggedAnalysis(ParsedModel model, Map<String, OnnxValue> values, String mask) throws OnnxException {
        if (model.opset(ParsedModel.OWN_DOMAIN) < FIRST_OPSET) {
            throw new OnnxException("its ops have version " + model.opset(ParsedModel.OWN_DOMAIN)
                    + ", and ragged batches need " + FIRST_OPSET);
        }
        this.model = model;
        this.values = values;
        this.needed = OnnxGraph.needed(model.nodes(), model.outputs());
        this.dims = dims(mask);
        Set<String> inputs = new HashSet<>();
        for (Port input : model.inputs()) {
            inputs.add(input.name());
        }
        values.keySet().stream()
                .filter(name -> model.initializers().containsKey(name) || !inputs.contains(name))
                .forEach(name -> dependences.put(name, RaggedValue.FIXED));
        model.nodes().forEach(node -> node.outputs().forEach(dependences::remove));
        for (Port input : model.inputs()) {
            if (!dependences.containsKey(input.name()) && values.containsKey(input.name())) {
                input(input.name(), input.name().equals(mask));
            }
        }
        model.nodes().stream()
                .filter(node -> node.outputs().stream().anyMatch(needed::contains))
                .forEach(this::visit);
        model.outputs().forEach(this::output);
    }

    private RaggedDims dims(String mask) throws OnnxException {
        boolean isInput = model.inputs().stream().anyMatch(input -> input.name().equals(mask))
                && !model.initializers().containsKey(mask);
        OnnxValue value = isInput ? values.get(mask) : null;
        if (value == null || value.known().isPresent()) {
            throw new OnnxException("'" + mask + "' is not an input of the model");
        }
        List<Dim> axes = value.dims();
        if (axes.size() == 2
                && axes.get(0) instanceof Dim.Symbol batch
                && axes.get(1) instanceof Dim.Symbol tokens
                && !batch.equals(tokens)) {
            return new RaggedDims(batch, tokens);
        }
        throw new OnnxException("input '" + mask + "' has the dims " + axes
                + ", and not two names: one for the sequences, one for the tokens, such as inputShapes = \"" + mask
                + ":b,s\"");
    }

    RaggedDims dims() {
        return dims;
    }

    RaggedValue dependence(String name) {
        return dependences.get(name);
    }

    /** Returns the node that replaces another; the node itself if it remains. */
    OnnxNode replaced(OnnxNode node) {
        return replacements.getOrDefault(node, node);
    }

    List<Problem> problems() {
        return problems;
    }

    private void input(String name, boolean isMask) {
        OnnxValue value = values.get(name);
        List<Dim> axes = value.dims();
        if (isMask) {
            List<KnownNumber> numbers = value.type().dtype().isFloating()
                    ? List.of(new KnownNumber.Real(1), new KnownNumber.Real(0))
                    : List.of(KnownNumber.of(Dim.ONE), KnownNumber.of(Dim.ZERO));
            OnnxValue both = OnnxValue.ofNumbers(value.type().dtype(), List.of(Dim.of(2)), numbers);
            dependences.put(name, RaggedValue.mask(both, 0, 1));
        } else if (!dims.areIn(axes)) {
            dependences.put(name, RaggedValue.FIXED);
        } else if (axes.size() >= 2
                && axes.subList(0, 2).equals(List.of(dims.batch(), dims.tokens()))
                && !dims.areIn(axes.subList(2, axes.size()))) {
            dependences.put(name, RaggedValue.tokens(0, 1));
        } else if (needed.contains(name)) {
            problems.add(new Problem(
                    name,
                    "Input",
                    "its dims are " + axes + ", and not [" + dims.batch() + ", " + dims.tokens() + ", …]"));
        }
    }

    private void output(Port output) {
        RaggedValue value = dependences.get(output.name());
        if (value == null) {
            return;
        }
        boolean isRagged = value.isFixed()
                || value.kind() == Kind.TOKENS && value.batchAxis() == 0 && value.tokenAxis() == 1
                || value.kind() == Kind.SEQUENCES && value.batchAxis() == 0;
        if (!isRagged) {
            problems.add(new Problem(
                    output.name(),
                    "Output",
                    "it is neither [sequences, tokens, …] nor [sequences, …] of values that are computed from tokens"));
        }
    }

    private void visit(OnnxNode node) {
        List<RaggedValue> inputs = new ArrayList<>();
        for (String input : node.inputs()) {
            RaggedValue dependence = input.isEmpty() ? null : dependences.get(input);
            if (dependence == null && !input.isEmpty()) {
                // Another node has the problem.
                return;
            }
            inputs.add(dependence);
        }
        List<String> outputs = node.outputs().stream()
                .filter(output -> !output.isEmpty() && needed.contains(output))
                .toList();
        try {
            RaggedValue result = result(node, inputs, outputs);
            for (String output : outputs) {
                requireAxes(output, result);
                dependences.put(output, result);
            }
        } catch (UnsupportedNodeException e) {
            String domain = node.domain().isEmpty() ? "" : node.domain() + ".";
            problems.add(new Problem(node.title(), domain + node.op(), e.getMessage()));
        }
    }

    private RaggedValue result(OnnxNode node, List<RaggedValue> inputs, List<String> outputs)
            throws UnsupportedNodeException {
        requireNoCapture(node);
        OnnxValue first = values.get(outputs.get(0));
        if (first.sequence().isPresent()) {
            throw new UnsupportedNodeException("its result is not a tensor");
        }
        if (first.known().isPresent() || first.numbers().isPresent()) {
            return known(first, inputs);
        }
        boolean isFixed = inputs.stream().allMatch(input -> input == null || input.isFixed());
        if (isFixed
                && outputs.stream()
                        .noneMatch(output -> dims.areIn(values.get(output).dims()))) {
            return RaggedValue.FIXED;
        }
        RaggedRule rule = RaggedRule.find(node);
        boolean isSplit = node.op().equals("Split");
        if (!isSplit
                && (outputs.size() > 1 || !outputs.get(0).equals(node.outputs().get(0)))) {
            throw new UnsupportedNodeException("its further outputs are used");
        }
        requireSizes(inputs);
        OnnxCall attributes = new OnnxCall(
                node,
                model.opset(node.domain()),
                scratch,
                operands(node),
                SubgraphImporter.NONE,
                DeclaredSizes.ofSubgraph());
        OnnxNode used = new OnnxNode(node.title(), node.op(), node.domain(), node.inputs(), outputs, node.attributes());
        RaggedCall call = new RaggedCall(used, attributes, dims, inputs, values);
        RaggedValue result = rule.result(call);
        call.replacement().ifPresent(replacement -> replacements.put(node, replacement));
        return result;
    }

    /** Requires that a node with graphs reads no value of the batch: those have other names and dims in the rewrite. */
    private void requireNoCapture(OnnxNode node) throws UnsupportedNodeException {
        if (node.attributes().values().stream().allMatch(attribute -> attribute.graph() == null)) {
            return;
        }
        for (String name : OnnxGraph.read(node)) {
            RaggedValue value = dependences.get(name);
            if (value != null && !value.isFixed()) {
                throw new UnsupportedNodeException("it has graphs, and reads '" + name + "', a value of the batch");
            }
        }
    }

    private List<OnnxValue> operands(OnnxNode node) {
        List<OnnxValue> operands = new ArrayList<>();
        node.inputs().forEach(input -> operands.add(input.isEmpty() ? null : values.get(input)));
        return operands;
    }

    /** Returns the dependence of known numbers: those of sizes, if they depend on the batch. */
    private RaggedValue known(OnnxValue value, List<RaggedValue> inputs) throws UnsupportedNodeException {
        boolean isOpen = value.numbers().orElseThrow().stream().anyMatch(this::isOpen);
        if (!isOpen) {
            return RaggedValue.FIXED;
        }
        boolean ofSequences = false;
        boolean ofTokens = false;
        for (RaggedValue input : inputs) {
            Kind kind = input == null ? Kind.FIXED : input.kind();
            ofSequences |= kind == Kind.SEQUENCES || kind == Kind.SEQUENCE_SIZES;
            ofTokens |= kind != Kind.FIXED && kind != Kind.SEQUENCES && kind != Kind.SEQUENCE_SIZES;
        }
        if (ofSequences && ofTokens) {
            throw new UnsupportedNodeException("it combines sizes of values of tokens and of whole sequences");
        }
        return RaggedValue.plain(ofSequences ? Kind.SEQUENCE_SIZES : Kind.SIZES, -1, -1);
    }

    private boolean isOpen(KnownNumber number) {
        if (number instanceof KnownNumber.IntegerNumber integer) {
            return dims.areIn(integer.dim());
        }
        return number instanceof KnownNumber.Ratio ratio && dims.areIn(ratio.dim());
    }

    /** Requires that values of whole sequences have their own sizes. */
    private static void requireSizes(List<RaggedValue> inputs) throws UnsupportedNodeException {
        Set<Kind> kinds = new HashSet<>();
        inputs.forEach(input -> kinds.add(input == null ? Kind.FIXED : input.kind()));
        boolean isMixed = kinds.contains(Kind.SEQUENCES) && kinds.contains(Kind.SIZES)
                || kinds.contains(Kind.SEQUENCE_SIZES) && !kinds.contains(Kind.SEQUENCES);
        if (isMixed) {
            throw new UnsupportedNodeException("it reads sizes of values of tokens for values of whole sequences");
        }
    }

    /** Requires that a result has the axes that its dependence states, and no other size of the padded batch. */
    private void requireAxes(String output, RaggedValue value) throws UnsupportedNodeException {
        List<Dim> axes = values.get(output).dims();
        boolean fits = switch (value.kind()) {
            case TOKENS, SEQUENCES ->
                RaggedDims.axis(axes, dims.tokens()) == value.tokenAxis()
                        && RaggedDims.axis(axes, dims.batch()) == value.batchAxis();
            case FIXED -> !dims.areIn(axes);
            default -> true;
        };
        if (!fits) {
            throw new UnsupportedNodeException("its result is " + axes + ", with sizes of the padded batch elsewhere");
        }
    }
}
