package io.graphkernel.processor.onnx;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.onnx.node.ModelNames;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxRule;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.ElementType;
import io.graphkernel.processor.onnx.reader.OnnxAttribute;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import io.graphkernel.processor.onnx.reader.ParsedModel.Axis;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import io.graphkernel.processor.onnx.rule.OnnxOps;
import io.graphkernel.processor.onnx.rule.ShapeFolding;
import io.graphkernel.processor.onnx.rule.UnsupportedOps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/** Importer of a model, which lowers each node by the rule of its op. */
public final class OnnxImporter {

    /** Maximum number of ops, since unrolled loops and windows may expand a node to many. */
    private static final int MAX_OPS = 1 << 18;

    /**
     * User settings of a model.
     *
     * @param shapes dims of inputs in place of those of the file, by input: constants or symbols
     * @param constants inputs with values known at compile time, which are not parameters
     * @param trainable weights that become parameters, by name
     */
    public record Settings(Map<String, List<Axis>> shapes, Map<String, OnnxTensor> constants, Set<String> trainable) {

        /**
         * Creates the settings of a model with constant weights.
         *
         * @param shapes dims of inputs in place of those of the file
         * @param constants inputs with known values
         */
        public Settings(Map<String, List<Axis>> shapes, Map<String, OnnxTensor> constants) {
            this(shapes, constants, Set.of());
        }

        /** Default settings. */
        public static final Settings NONE = new Settings(Map.of(), Map.of());
    }

    /**
     * Unsupported node.
     *
     * @param node name of the node in messages
     * @param op name of the op, with a non-standard domain
     * @param opset version of the ops
     * @param reason reason for the rejection
     */
    public record UnsupportedNode(String node, String op, long opset, String reason) {}

    /**
     * Result of an import.
     *
     * @param graph the graph; empty if a node was rejected
     * @param refusals all unsupported nodes, inputs and outputs
     * @param names names of tensors in the graph by names in the file
     */
    public record Imported(Optional<Graph> graph, List<UnsupportedNode> refusals, Map<String, String> names) {}

    private final ParsedModel model;
    private final Settings settings;
    /** Values that the outputs depend on. Others are not computed, so that they may be unsupported. */
    private Set<String> needed;

    private final GraphBuilder graph = new GraphBuilder(OpTable.get(), MAX_OPS);
    private ValueScope values = new ValueScope(null);
    /** Outputs of rejected nodes, whose users are not reported again. */
    private final Set<String> missing = new HashSet<>();

    private final List<UnsupportedNode> refusals = new ArrayList<>();
    private final ModelNames tensorNames = new ModelNames();
    private final ModelNames weightNames = new ModelNames();
    private final ModelNames dimNames = new ModelNames();
    private final Map<String, String> names = new LinkedHashMap<>();

    private OnnxImporter(ParsedModel model, Settings settings) {
        this.model = model;
        this.settings = settings;
        this.needed = OnnxGraph.needed(model.nodes(), model.outputs());
    }

    /**
     * Imports a model.
     *
     * @param model model of the file
     * @param name name of the graph
     * @param settings settings of the user
     * @return the graph, or all reasons for its absence
     */
    public static Imported run(ParsedModel model, String name, Settings settings) {
        return new OnnxImporter(model, settings).imported(name);
    }

    private Imported imported(String name) {
        model.initializers().values().stream()
                .filter(tensor ->
                        needed.contains(tensor.name()) || settings.trainable().contains(tensor.name()))
                .forEach(this::weight);
        model.inputs().forEach(this::input);
        model.nodes().forEach(this::node);
        List<Graph.Output> outputs = new ArrayList<>();
        for (Port output : model.outputs()) {
            output(output).ifPresent(outputs::add);
        }
        if (refusals.isEmpty() && outputs.isEmpty()) {
            reject(name, "Output", "the model gives nothing");
        }
        Optional<Graph> built = refusals.isEmpty() ? Optional.of(graph.build(name, outputs)) : Optional.empty();
        return new Imported(built, List.copyOf(refusals), names);
    }

    private void reject(String node, String op, String reason) {
        refusals.add(new UnsupportedNode(node, op, model.opset(ParsedModel.OWN_DOMAIN), reason));
    }

    private void weight(OnnxTensor tensor) {
        String name = tensor.name();
        if (!settings.trainable().contains(name)) {
            constant(name, tensor);
            return;
        }
        String path = ModelNames.TRAINABLE + "." + weightNames.of(name);
        names.put(name, path);
        values.put(name, OnnxValue.of(graph.tensorParameter(path, tensor.type())));
    }

    private void constant(String name, OnnxTensor tensor) {
        String problem = problem(tensor.elementType(), tensor.dims().size());
        if (problem.isEmpty()) {
            values.put(name, OnnxValue.of(tensor));
        } else {
            missing.add(name);
            reject(name, "Initializer", problem);
        }
    }

    /** Returns the problem with the type of a tensor; empty if there is none. */
    private static String problem(ElementType elementType, int rank) {
        if (elementType.dtype().isEmpty()) {
            return "unsupported tensor type: " + elementType;
        }
        return rank > Shape.MAX_DIMS ? "it has " + rank + " axes, and tensors have at most " + Shape.MAX_DIMS : "";
    }

    private void input(Port input) {
        OnnxTensor known = settings.constants().get(input.name());
        if (known != null) {
            constant(input.name(), known);
            return;
        }
        if (model.initializers().containsKey(input.name())) {
            // A weight, which older files also list as an input.
            return;
        }
        List<Axis> axes = settings.shapes().getOrDefault(input.name(), input.dims());
        String problem = "";
        if (!input.isTensor()) {
            problem = "it is not a tensor";
        } else if (axes == null) {
            problem = "the file does not say how many axes it has; name its dims";
        } else {
            problem = problem(input.elementType(), axes.size());
        }
        Shape shape = problem.isEmpty() ? Shape.of(dims(input.name(), axes)) : null;
        if (shape != null && shape.isTooLarge()) {
            problem = "a tensor of " + shape + " is too large";
        }
        if (!problem.isEmpty()) {
            missing.add(input.name());
            reject(input.name(), "Input", problem);
            return;
        }
        DataType dtype = input.elementType().dtype().orElseThrow();
        String name = tensorNames.of(input.name());
        names.put(input.name(), name);
        ValueType type = new ValueType(dtype, shape);
        values.put(input.name(), OnnxValue.of(graph.tensorParameter(name, type)));
    }

    /**
     * Returns the dims of an input. A name is one size in all inputs. If an input has it twice, as some files do for
     * unequal axes, the second is another size, shared by all inputs.
     */
    private List<Dim> dims(String input, List<Axis> axes) {
        List<Dim> dims = new ArrayList<>();
        Map<String, Integer> times = new HashMap<>();
        for (int axis = 0; axis < axes.size(); axis++) {
            Axis axisSize = axes.get(axis);
            if (axisSize.size() >= 0) {
                dims.add(Dim.of(axisSize.size()));
                continue;
            }
            String name = axisSize.name().isEmpty() ? input + "_" + axis : axisSize.name();
            int time = times.merge(name, 1, Integer::sum);
            dims.add(new Dim.Symbol(dimNames.of(time == 1 ? name : name + "_" + time)));
        }
        return dims;
    }

    private void node(OnnxNode given) {
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
                if (!missing.contains(input)) {
                    reject(node, "it reads '" + input + "', which no node before it gives");
                }
            }
            inputs.add(value);
        }
        if (node.domain().isEmpty() && node.op().equals("If")) {
            if (complete) {
                branch(node, inputs);
            }
        } else {
            Optional<OnnxRule> rule = rule(node);
            if (complete && rule.isPresent()) {
                build(node, rule.get(), inputs);
            }
        }
        node.outputs().stream()
                .filter(output -> !output.isEmpty() && !values.has(output))
                .forEach(missing::add);
    }

    /** Inlines the branch selected by a constant condition, in its own scope of names. */
    private void branch(OnnxNode node, List<OnnxValue> inputs) {
        Optional<Number> condition =
                inputs.size() == 1 && inputs.get(0) != null ? inputs.get(0).number() : Optional.empty();
        if (condition.isEmpty()) {
            reject(
                    node,
                    "its condition is not known when the model is compiled, and a kernel has no branches over graphs");
            return;
        }
        OnnxAttribute taken = node.attributes().get(condition.get().doubleValue() != 0 ? "then_branch" : "else_branch");
        if (taken == null
                || taken.graph() == null
                || taken.graph().outputs().size() != node.outputs().size()) {
            reject(node, "it has no branch with as many outputs as it has");
            return;
        }
        ValueScope outer = values;
        Set<String> neededOutside = needed;
        values = new ValueScope(outer);
        needed = OnnxGraph.needed(taken.graph().nodes(), taken.graph().outputs());
        taken.graph().initializers().values().stream()
                .filter(tensor -> needed.contains(tensor.name()))
                .forEach(tensor -> constant(tensor.name(), tensor));
        taken.graph().nodes().forEach(this::node);
        List<OnnxValue> outputs = new ArrayList<>();
        for (Port output : taken.graph().outputs()) {
            OnnxValue value = values.get(output.name());
            if (value == null && !missing.contains(output.name())) {
                reject(node, "no node of its branch gives '" + output.name() + "'");
            }
            outputs.add(value);
        }
        values = outer;
        needed = neededOutside;
        for (int i = 0; i < outputs.size(); i++) {
            String name = node.outputs().get(i);
            if (!name.isEmpty() && outputs.get(i) != null && !values.putIfAbsent(name, outputs.get(i))) {
                reject(node, "'" + name + "' is given twice");
            }
        }
    }

    private Optional<OnnxRule> rule(OnnxNode node) {
        Optional<OnnxRule> rule = OnnxOps.get().find(node);
        long opset = model.opset(node.domain());
        if (rule.isEmpty()) {
            reject(node, UnsupportedOps.reason(node));
        } else if (!OnnxOps.isKnown(node.domain(), opset)) {
            reject(node, "versions " + OnnxOps.FIRST_OPSET + " to " + OnnxOps.LAST_OPSET + " of the ops are known");
            return Optional.empty();
        }
        return rule;
    }

    private void reject(OnnxNode node, String reason) {
        String op = node.domain().isEmpty() ? node.op() : node.domain() + "." + node.op();
        refusals.add(new UnsupportedNode(node.title(), op, model.opset(node.domain()), reason));
    }

    private void build(OnnxNode node, OnnxRule rule, List<OnnxValue> inputs) {
        OnnxCall call = new OnnxCall(node, model.opset(node.domain()), graph, inputs);
        try {
            Optional<OnnxValue> folded = ShapeFolding.fold(node, call);
            List<OnnxValue> outputs = folded.isPresent() ? List.of(folded.get()) : rule.build(call);
            call.requireAllAsked();
            for (int i = 0; i < node.outputs().size(); i++) {
                String name = node.outputs().get(i);
                if (name.isEmpty()) {
                    continue;
                }
                if (i >= outputs.size() || outputs.get(i) == null) {
                    throw new UnsupportedNodeException("its output " + i + " is not supported");
                }
                if (outputs.get(i).dims().size() > Shape.MAX_DIMS) {
                    throw new UnsupportedNodeException("it gives "
                            + outputs.get(i).dims().size() + " axes, and tensors have at most " + Shape.MAX_DIMS);
                }
                if (!values.putIfAbsent(name, outputs.get(i))) {
                    throw new UnsupportedNodeException("'" + name + "' is given twice");
                }
            }
        } catch (UnsupportedNodeException e) {
            reject(node, e.getMessage());
        } catch (TypeException e) {
            reject(node, "invalid operands: " + e.getMessage());
        } catch (ArithmeticException e) {
            reject(node, "a size of it cannot be computed: " + e.getMessage());
        } catch (IndexOutOfBoundsException | NoSuchElementException | IllegalArgumentException e) {
            // Rules assume valid operands and attributes; a damaged file may violate that.
            reject(node, "its operands or attributes are not those that the op has");
        }
    }

    private Optional<Graph.Output> output(Port output) {
        OnnxValue value = values.get(output.name());
        if (value == null) {
            if (!missing.contains(output.name())) {
                reject(output.name(), "Output", "no node produces it");
            }
            return Optional.empty();
        }
        String name = tensorNames.of(output.name());
        names.put(output.name(), name);
        OnnxCall call = new OnnxCall(
                new OnnxNode("", "Identity", "", List.of(output.name()), List.of(name), Map.of()),
                model.opset(ParsedModel.OWN_DOMAIN),
                graph,
                List.of(value));
        try {
            Node node = value.whole(call);
            // A result needs separate memory.
            Node result = node.isOperation() ? node : call.op("IdentityMath", node);
            return Optional.of(new Graph.Output(name, result));
        } catch (TypeException | ArithmeticException | IllegalArgumentException e) {
            reject(output.name(), "Output", e.getMessage());
            return Optional.empty();
        }
    }
}
