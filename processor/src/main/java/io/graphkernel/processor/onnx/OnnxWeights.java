package io.graphkernel.processor.onnx;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import io.graphkernel.processor.onnx.reader.NamePattern;
import io.graphkernel.processor.onnx.reader.OnnxAttribute;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Weights of a model: their identification, replacement of their values, and lookup in the graph. */
final class OnnxWeights {

    private static final String CONSTANT = "Constant";
    private static final String VALUE = "value";

    private OnnxWeights() {}

    /**
     * Converts weights given as constant nodes to initializers.
     *
     * @return model without constant nodes for floating-point tensors of rank 1 or more
     */
    static ParsedModel gathered(ParsedModel model) {
        Map<String, OnnxTensor> initializers = new LinkedHashMap<>(model.initializers());
        List<OnnxNode> nodes = new ArrayList<>();
        for (OnnxNode node : model.nodes()) {
            OnnxAttribute value = node.attributes().get(VALUE);
            boolean isWeight = node.op().equals(CONSTANT)
                    && node.domain().equals(ParsedModel.OWN_DOMAIN)
                    && node.outputs().size() == 1
                    && node.attributes().size() == 1
                    && value != null
                    && value.kind() == OnnxAttribute.Kind.TENSOR
                    && isWeight(value.tensor())
                    && !initializers.containsKey(node.outputs().get(0));
            if (isWeight) {
                OnnxTensor tensor = value.tensor();
                String name = node.outputs().get(0);
                initializers.put(name, new OnnxTensor(name, tensor.elementType(), tensor.dims(), tensor.data()));
            } else {
                nodes.add(node);
            }
        }
        return with(model, nodes, initializers);
    }

    /** Returns true for a weight; scalars belong to formulas. */
    private static boolean isWeight(OnnxTensor tensor) {
        return !tensor.dims().isEmpty()
                && tensor.elementType()
                        .dtype()
                        .filter(dtype -> dtype.isDifferentiable())
                        .isPresent();
    }

    private static ParsedModel with(ParsedModel model, List<OnnxNode> nodes, Map<String, OnnxTensor> initializers) {
        return new ParsedModel(
                model.irVersion(), model.opsets(), model.name(), nodes, initializers, model.inputs(), model.outputs());
    }

    /**
     * Replaces values of weights.
     *
     * @param values new values by name
     * @throws OnnxException if a weight has another dtype or other dims, or there is none with the name
     */
    static ParsedModel replaced(ParsedModel model, Map<String, OnnxTensor> values) throws OnnxException {
        Map<String, OnnxTensor> initializers = new LinkedHashMap<>(model.initializers());
        for (OnnxTensor value : values.values()) {
            OnnxTensor weight = initializers.get(value.name());
            if (weight == null) {
                throw new OnnxException("the model has no weight '" + value.name() + "', but "
                        + NamePattern.list(initializers.keySet()));
            }
            if (weight.elementType() != value.elementType() || !weight.dims().equals(value.dims())) {
                throw new OnnxException("weight '" + value.name() + "' is " + text(weight) + " in the model, and "
                        + text(value) + " there");
            }
            initializers.put(value.name(), value);
        }
        return with(model, model.nodes(), initializers);
    }

    private static String text(OnnxTensor tensor) {
        return tensor.elementType() + tensor.dims().toString();
    }

    /**
     * Returns the weights that match patterns.
     *
     * @param patterns names, in which {@code *} stands for any text
     * @return their names, in the order of the model
     * @throws OnnxException if a pattern matches none
     */
    static Set<String> matching(ParsedModel model, List<String> patterns) throws OnnxException {
        Set<String> matching = new LinkedHashSet<>();
        Set<String> weights = model.initializers().values().stream()
                .filter(OnnxWeights::isWeight)
                .map(OnnxTensor::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Set<String> fitting = new LinkedHashSet<>();
        for (String pattern : patterns) {
            NamePattern compiled = new NamePattern(pattern);
            weights.stream().filter(compiled::matches).forEach(fitting::add);
            if (fitting.stream().noneMatch(compiled::matches)) {
                throw new OnnxException("no weight with axes and numbers with a fraction fits '" + pattern
                        + "'; there are " + NamePattern.list(weights));
            }
        }
        weights.stream().filter(fitting::contains).forEach(matching::add);
        return matching;
    }

    /**
     * Returns the weights as constants: those of the graph, and initial values of its trainable parameters.
     *
     * @param graph graph of the model
     * @param trainable weights that are parameters
     * @return constants by name, in the order of the model
     */
    static Map<String, Node> constants(ParsedModel model, Graph graph, Set<String> trainable) {
        Map<ValueType, Set<String>> known = new HashMap<>();
        graph.nodes().stream()
                .filter(node -> node.kind() == Node.Kind.TENSOR_CONSTANT)
                .forEach(node -> known.computeIfAbsent(node.type(), key -> new LinkedHashSet<>())
                        .add(node.data().sha256()));
        Map<String, Node> constants = new LinkedHashMap<>();
        for (OnnxTensor tensor : model.initializers().values()) {
            ValueType type = tensor.type();
            boolean wanted = trainable.contains(tensor.name());
            if (type != null && (wanted || known.containsKey(type))) {
                Node node = Node.tensorConstant("", type, tensor.constant());
                if (wanted || known.get(type).contains(node.data().sha256())) {
                    constants.put(tensor.name(), node);
                }
            }
        }
        return constants;
    }
}
