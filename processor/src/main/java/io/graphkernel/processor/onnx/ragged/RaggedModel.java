package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.ragged.RaggedAnalysis.Problem;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Kind;
import io.graphkernel.processor.onnx.reader.ElementType;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import io.graphkernel.processor.onnx.reader.ParsedModel.Axis;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Model over ragged batches, derived from one over padded batches. Its nodes see one sequence of all tokens: the padded
 * batch with one sequence and no padding. Attention, sums over tokens, first tokens and positions are replaced.
 */
public final class RaggedModel {

    /** Paths of the parameters that are components of the batch. */
    public static final Set<String> BATCH = Set.of(RaggedNodes.OFFSETS, RaggedNodes.SEGMENTS, RaggedNodes.POSITIONS);

    private final ParsedModel model;
    private final Map<String, List<Axis>> shapes;
    private final RaggedAnalysis analysis;
    private final String mask;
    private final Set<String> taken = new HashSet<>();
    /** Names of values of one sequence by the names of inputs and outputs of tokens. */
    private final Map<String, String> renamed = new HashMap<>();

    private RaggedModel(ParsedModel model, Map<String, List<Axis>> shapes, RaggedAnalysis analysis, String mask) {
        this.model = model;
        this.shapes = shapes;
        this.analysis = analysis;
        this.mask = mask;
        taken.addAll(model.initializers().keySet());
        model.inputs().forEach(input -> taken.add(input.name()));
        model.nodes().forEach(node -> taken.addAll(node.outputs()));
    }

    /**
     * Returns the model over ragged batches.
     *
     * @param model model over padded batches
     * @param values its values by name
     * @param shapes dims of inputs in place of those of the file
     * @param mask input that is 1 for tokens and 0 in the padding
     * @throws OnnxException if the mask is not such an input, or a node may compute a token from the padding or from
     *     another sequence
     */
    public static ParsedModel of(
            ParsedModel model, Map<String, OnnxValue> values, Map<String, List<Axis>> shapes, String mask)
            throws OnnxException {
        for (String component : BATCH) {
            if (values.containsKey(component)) {
                throw new OnnxException("the model has a tensor '" + component + "', which is a name of the batch");
            }
        }
        RaggedAnalysis analysis = new RaggedAnalysis(model, values, mask);
        if (!analysis.problems().isEmpty()) {
            Problem first = analysis.problems().get(0);
            String further = switch (analysis.problems().size()) {
                case 1 -> "";
                case 2 -> " (and 1 more node has a reason)";
                default -> " (and " + (analysis.problems().size() - 1) + " more nodes have reasons)";
            };
            throw new OnnxException("'" + first.node() + "' (" + first.op() + "): " + first.reason() + further);
        }
        return new RaggedModel(model, shapes, analysis, mask).rewritten();
    }

    private ParsedModel rewritten() {
        List<OnnxNode> nodes = new ArrayList<>();
        List<Port> inputs = inputs(nodes);
        List<OnnxNode> last = new ArrayList<>();
        for (Port output : model.outputs()) {
            RaggedValue value = analysis.dependence(output.name());
            if (value.kind() == Kind.TOKENS) {
                last.add(RaggedNodes.split(rename(output.name()), output.name()));
            }
        }
        for (OnnxNode node : model.nodes()) {
            OnnxNode replaced = analysis.replaced(node);
            nodes.add(new OnnxNode(
                    replaced.title(),
                    replaced.op(),
                    replaced.domain(),
                    names(replaced.inputs()),
                    names(replaced.outputs()),
                    replaced.attributes()));
        }
        nodes.addAll(last);
        Map<String, Long> opsets = new HashMap<>(model.opsets());
        opsets.put(RaggedNodes.DOMAIN, 1L);
        return new ParsedModel(
                model.irVersion(), opsets, model.name(), nodes, model.initializers(), inputs, model.outputs());
    }

    /** Returns the inputs with those of the batch at the end, and adds nodes that compute the inputs of the padded model. */
    private List<Port> inputs(List<OnnxNode> nodes) {
        List<Port> inputs = new ArrayList<>();
        for (Port input : model.inputs()) {
            RaggedValue value = analysis.dependence(input.name());
            List<Axis> axes = shapes.getOrDefault(input.name(), input.dims());
            if (input.name().equals(mask)) {
                nodes.add(RaggedNodes.mask(mask, input.elementType()));
            } else if (value != null && value.kind() == Kind.TOKENS) {
                inputs.add(new Port(input.name(), input.elementType(), true, axes.subList(1, axes.size())));
                nodes.add(RaggedNodes.joined(input.name(), rename(input.name())));
            } else {
                inputs.add(new Port(input.name(), input.elementType(), input.isTensor(), axes));
            }
        }
        Axis tokens = shapes.getOrDefault(mask, dims(mask)).get(1);
        Set<String> sizes = new HashSet<>();
        inputs.stream()
                .filter(input -> input.dims() != null)
                .forEach(input -> input.dims().forEach(axis -> sizes.add(axis.name())));
        String count = "offsets";
        while (!sizes.add(count)) {
            count += "_";
        }
        inputs.add(new Port(RaggedNodes.OFFSETS, ElementType.INT32, true, List.of(new Axis(-1, count))));
        inputs.add(new Port(RaggedNodes.SEGMENTS, ElementType.INT32, true, List.of(tokens)));
        inputs.add(new Port(RaggedNodes.POSITIONS, ElementType.INT32, true, List.of(tokens)));
        return inputs;
    }

    private List<Axis> dims(String input) {
        return model.inputs().stream()
                .filter(port -> port.name().equals(input))
                .findFirst()
                .orElseThrow()
                .dims();
    }

    private String rename(String name) {
        String unique = name + "/rows";
        while (!taken.add(unique)) {
            unique += "_";
        }
        renamed.put(name, unique);
        return unique;
    }

    private List<String> names(List<String> names) {
        return names.stream().map(name -> renamed.getOrDefault(name, name)).toList();
    }
}
