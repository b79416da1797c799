package io.graphkernel.processor.onnx;

import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.DeclaredSizes;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxRule;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.ElementType;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import io.graphkernel.processor.onnx.rule.OnnxOps;
import io.graphkernel.processor.onnx.rule.ShapeFolding;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Importer of the nodes of one graph: that of a model, a branch, or the body of a loop. */
final class GraphImporter {

    private final ParsedModel model;
    private final UnsupportedNodes unsupported;
    private final GraphBuilder graph;
    private final ValueScope values;
    /** Values that the outputs depend on. Others are not computed, so that they may be unsupported. */
    private final Set<String> needed;

    private final DeclaredSizes sizes;

    /**
     * Creates the importer of a graph.
     *
     * @param graph receives the ops
     * @param values values of the graph
     * @param needed names of the values that its outputs depend on
     * @param sizes declared sizes of its values
     */
    GraphImporter(
            ParsedModel model,
            UnsupportedNodes unsupported,
            GraphBuilder graph,
            ValueScope values,
            Set<String> needed,
            DeclaredSizes sizes) {
        this.model = model;
        this.unsupported = unsupported;
        this.graph = graph;
        this.values = values;
        this.needed = needed;
        this.sizes = sizes;
    }

    ValueScope values() {
        return values;
    }

    boolean isNeeded(String name) {
        return needed.contains(name);
    }

    /** Returns the problem with the type of a tensor; empty if there is none. */
    static String problem(ElementType elementType, int rank) {
        if (elementType.dtype().isEmpty()) {
            return "unsupported tensor type: " + elementType;
        }
        return rank > Shape.MAX_DIMS ? "it has " + rank + " axes, and tensors have at most " + Shape.MAX_DIMS : "";
    }

    void constant(String name, OnnxTensor tensor) {
        String problem = problem(tensor.elementType(), tensor.dims().size());
        if (problem.isEmpty()) {
            values.putConstant(name, OnnxValue.of(tensor));
        } else {
            unsupported.addMissing(name);
            unsupported.reject(name, "Initializer", problem);
        }
    }

    /** Imports a node, unless no output depends on it. */
    void node(OnnxNode given) {
        if (given.outputs().stream().noneMatch(needed::contains)) {
            return;
        }
        OnnxNode node = given.withOutputs(needed);
        List<OnnxValue> inputs = new ArrayList<>();
        boolean complete = true;
        for (String input : node.inputs()) {
            OnnxValue value = input.isEmpty() ? null : values.get(input);
            if (value == null && !input.isEmpty()) {
                complete = false;
                if (!unsupported.isMissing(input)) {
                    unsupported.reject(node, "it reads '" + input + "', which no node before it gives");
                }
            }
            inputs.add(value);
        }
        Optional<OnnxRule> rule = rule(node);
        if (complete && rule.isPresent()) {
            build(node, rule.get(), inputs);
        }
        node.outputs().stream()
                .filter(output -> !output.isEmpty() && !values.has(output))
                .forEach(unsupported::addMissing);
    }

    private Optional<OnnxRule> rule(OnnxNode node) {
        Optional<OnnxRule> rule = OnnxOps.get().find(node);
        if (rule.isEmpty()) {
            unsupported.reject(node, OnnxOps.get().reason(node));
        } else if (!OnnxOps.isKnown(node.domain(), model.opset(node.domain()))) {
            unsupported.reject(
                    node, "versions " + OnnxOps.FIRST_OPSET + " to " + OnnxOps.LAST_OPSET + " of the ops are known");
            return Optional.empty();
        }
        return rule;
    }

    private void build(OnnxNode node, OnnxRule rule, List<OnnxValue> inputs) {
        OnnxCall call = new OnnxCall(node, model.opset(node.domain()), graph, inputs, this::subgraph, sizes);
        try {
            Optional<OnnxValue> folded = ShapeFolding.fold(node, call);
            List<OnnxValue> outputs = folded.isPresent() ? List.of(folded.get()) : rule.build(call);
            call.requireAllAsked();
            for (int i = 0; i < node.outputs().size(); i++) {
                String name = node.outputs().get(i);
                if (!name.isEmpty()) {
                    output(name, i, i < outputs.size() ? outputs.get(i) : null);
                }
            }
        } catch (UnsupportedNodeException e) {
            if (!e.isReported()) {
                unsupported.reject(node, e.getMessage());
            }
        } catch (TypeException e) {
            unsupported.reject(node, "invalid operands: " + e.getMessage());
        } catch (ArithmeticException e) {
            unsupported.reject(node, "a size of it cannot be computed: " + e.getMessage());
        } catch (IndexOutOfBoundsException | NoSuchElementException | IllegalArgumentException e) {
            // Rules assume valid operands and attributes; a damaged file may violate that.
            unsupported.reject(node, "its operands or attributes are not those that the op has");
        }
    }

    private void output(String name, int output, OnnxValue value) throws UnsupportedNodeException {
        if (value == null) {
            throw new UnsupportedNodeException("its output " + output + " is not supported");
        }
        if (value.sequence().isEmpty() && value.dims().size() > Shape.MAX_DIMS) {
            throw new UnsupportedNodeException(
                    "it gives " + value.dims().size() + " axes, and tensors have at most " + Shape.MAX_DIMS);
        }
        if (values.has(name)) {
            throw new UnsupportedNodeException("'" + name + "' is given twice");
        }
        values.putConstant(name, value);
    }

    /** Imports the nodes of a subgraph in a scope of its own. */
    private List<OnnxValue> subgraph(
            OnnxGraph subgraph, List<OnnxValue> inputs, GraphBuilder receiver, UnaryOperator<OnnxValue> outer)
            throws UnsupportedNodeException {
        int before = unsupported.count();
        GraphImporter inside = new GraphImporter(
                model,
                unsupported,
                receiver,
                new ValueScope(values, outer),
                OnnxGraph.needed(subgraph.nodes(), subgraph.outputs()),
                // A result of the model cannot be a value of a branch or a loop.
                DeclaredSizes.ofSubgraph());
        for (int i = 0; i < inputs.size(); i++) {
            inside.values.put(subgraph.inputs().get(i).name(), inputs.get(i));
        }
        subgraph.initializers().values().stream()
                .filter(tensor -> inside.isNeeded(tensor.name()) && !inside.values.has(tensor.name()))
                .forEach(tensor -> inside.constant(tensor.name(), tensor));
        subgraph.nodes().forEach(inside::node);
        boolean complete = unsupported.count() == before;
        List<OnnxValue> outputs = new ArrayList<>();
        for (Port output : subgraph.outputs()) {
            OnnxValue value = output.name().isEmpty() ? null : inside.values.get(output.name());
            if (value == null && !output.name().isEmpty()) {
                if (!unsupported.isMissing(output.name())) {
                    throw new UnsupportedNodeException("no node of its graph gives '" + output.name() + "'");
                }
                complete = false;
            }
            outputs.add(value);
        }
        if (!complete) {
            throw UnsupportedNodeException.reported();
        }
        return outputs;
    }
}
