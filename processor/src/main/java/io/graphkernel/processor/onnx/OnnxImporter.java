package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.onnx.OnnxModel.Axis;
import io.graphkernel.processor.onnx.OnnxModel.Port;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/** Makes the graph of a model: each node, in order, by the rule of its op. */
public final class OnnxImporter {

    /** The parameter that has the weights which a call gives, a record. */
    static final String TRAINABLE = "trainable";

    /** Unrolled loops and windows may make many ops of a node. */
    private static final int MOST_OPS = 1 << 18;

    /**
     * What the user says about a model.
     *
     * @param shapes dims of inputs in place of those of the file, by input: numbers, or names of sizes that a call gives
     * @param constants inputs whose values are known when the model is compiled; they are no parameters
     * @param trainable weights that are parameters, by name
     */
    public record Settings(Map<String, List<Axis>> shapes, Map<String, OnnxTensor> constants, Set<String> trainable) {

        /**
         * Of a model whose weights are constants.
         *
         * @param shapes dims of inputs in place of those of the file
         * @param constants inputs whose values are known
         */
        public Settings(Map<String, List<Axis>> shapes, Map<String, OnnxTensor> constants) {
            this(shapes, constants, Set.of());
        }

        /** What the file says. */
        public static final Settings NONE = new Settings(Map.of(), Map.of());
    }

    /**
     * A node that cannot be had.
     *
     * @param node what messages call it
     * @param op its op, with the domain if that is not the format's own
     * @param opset the version of the ops
     * @param reason why
     */
    public record Refusal(String node, String op, long opset, String reason) {}

    /**
     * What became of a model.
     *
     * @param graph empty if something was refused
     * @param refusals all nodes, inputs and outputs that cannot be had
     * @param names what tensors are called in the graph, by their names in the file
     */
    public record Imported(Optional<Graph> graph, List<Refusal> refusals, Map<String, String> names) {}

    private final OnnxModel model;
    private final Settings settings;
    private final GraphBuilder graph = new GraphBuilder(OpTable.get(), MOST_OPS);
    private final Map<String, OnnxValue> values = new HashMap<>();
    /** What refused nodes would have given: a node that reads one says nothing of its own. */
    private final Set<String> missing = new HashSet<>();

    private final List<Refusal> refusals = new ArrayList<>();
    private final ModelNames tensorNames = new ModelNames();
    private final ModelNames weightNames = new ModelNames();
    private final ModelNames dimNames = new ModelNames();
    private final Map<String, String> names = new LinkedHashMap<>();

    private OnnxImporter(OnnxModel model, Settings settings) {
        this.model = model;
        this.settings = settings;
    }

    /**
     * Imports a model.
     *
     * @param model as its file has it
     * @param name of the graph
     * @param settings what the user says
     * @return the graph, or all that is in the way
     */
    public static Imported run(OnnxModel model, String name, Settings settings) {
        return new OnnxImporter(model, settings).imported(name);
    }

    private Imported imported(String name) {
        model.initializers().values().forEach(this::weight);
        model.inputs().forEach(this::input);
        model.nodes().forEach(this::node);
        List<Graph.Output> outputs = new ArrayList<>();
        for (Port output : model.outputs()) {
            output(output).ifPresent(outputs::add);
        }
        if (refusals.isEmpty() && outputs.isEmpty()) {
            refuse(name, "Output", "the model gives nothing");
        }
        Optional<Graph> built = refusals.isEmpty() ? Optional.of(graph.build(name, outputs)) : Optional.empty();
        return new Imported(built, List.copyOf(refusals), names);
    }

    private void refuse(String node, String op, String reason) {
        refusals.add(new Refusal(node, op, model.opset(OnnxModel.OWN_DOMAIN), reason));
    }

    private void weight(OnnxTensor tensor) {
        String name = tensor.name();
        if (!settings.trainable().contains(name)) {
            constant(name, tensor);
            return;
        }
        String path = TRAINABLE + "." + weightNames.of(name);
        names.put(name, path);
        values.put(name, OnnxValue.of(graph.tensorParameter(path, tensor.type())));
    }

    private void constant(String name, OnnxTensor tensor) {
        String problem = problem(tensor.elementType(), tensor.dims().size());
        if (problem.isEmpty()) {
            values.put(name, OnnxValue.of(tensor));
        } else {
            missing.add(name);
            refuse(name, "Initializer", problem);
        }
    }

    /** What is wrong with the type of a tensor; empty if nothing is. */
    private static String problem(ElementType elementType, int rank) {
        if (elementType.dtype().isEmpty()) {
            return "there are no tensors of " + elementType;
        }
        return rank > Shape.MOST_DIMS ? "it has " + rank + " axes, and tensors have at most " + Shape.MOST_DIMS : "";
    }

    private void input(Port input) {
        OnnxTensor known = settings.constants().get(input.name());
        if (known != null) {
            constant(input.name(), known);
            return;
        }
        if (values.containsKey(input.name()) || missing.contains(input.name())) {
            // A weight, which older files name as an input, too.
            return;
        }
        List<Axis> axes = settings.shapes().getOrDefault(input.name(), input.dims());
        String problem = "";
        if (!input.isTensor()) {
            problem = "it is no tensor";
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
            refuse(input.name(), "Input", problem);
            return;
        }
        DType dtype = input.elementType().dtype().orElseThrow();
        String name = tensorNames.of(input.name());
        names.put(input.name(), name);
        ValueType type = new ValueType(dtype, shape);
        values.put(input.name(), OnnxValue.of(graph.tensorParameter(name, type)));
    }

    /**
     * The dims of an input. A name is one size in all inputs; where one input has it twice, as some files do for axes that are not
     * equal, the second is another size, which is the same in all inputs.
     */
    private List<Dim> dims(String input, List<Axis> axes) {
        List<Dim> dims = new ArrayList<>();
        Map<String, Integer> times = new HashMap<>();
        for (int axis = 0; axis < axes.size(); axis++) {
            Axis each = axes.get(axis);
            if (each.size() >= 0) {
                dims.add(Dim.of(each.size()));
                continue;
            }
            String name = each.name().isEmpty() ? input + "_" + axis : each.name();
            int time = times.merge(name, 1, Integer::sum);
            dims.add(new Dim.Symbol(dimNames.of(time == 1 ? name : name + "_" + time)));
        }
        return dims;
    }

    private void node(OnnxNode node) {
        List<OnnxValue> inputs = new ArrayList<>();
        boolean complete = true;
        for (String input : node.inputs()) {
            OnnxValue value = input.isEmpty() ? null : values.get(input);
            if (value == null && !input.isEmpty()) {
                complete = false;
                if (!missing.contains(input)) {
                    refuse(node, "it reads '" + input + "', which no node before it gives");
                }
            }
            inputs.add(value);
        }
        Optional<OnnxRule> rule = rule(node);
        if (complete && rule.isPresent()) {
            build(node, rule.get(), inputs);
        }
        node.outputs().stream()
                .filter(output -> !output.isEmpty() && !values.containsKey(output))
                .forEach(missing::add);
    }

    private Optional<OnnxRule> rule(OnnxNode node) {
        Optional<OnnxRule> rule = OnnxOps.get().find(node);
        long opset = model.opset(node.domain());
        if (rule.isEmpty()) {
            refuse(node, RefusedOps.reason(node));
        } else if (!OnnxOps.isKnown(node.domain(), opset)) {
            refuse(node, "versions " + OnnxOps.FIRST_OPSET + " to " + OnnxOps.LAST_OPSET + " of the ops are known");
            return Optional.empty();
        }
        return rule;
    }

    private void refuse(OnnxNode node, String reason) {
        String op = node.domain().isEmpty() ? node.op() : node.domain() + "." + node.op();
        refusals.add(new Refusal(node.title(), op, model.opset(node.domain()), reason));
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
                    throw new Refused("its output " + i + " is not to be had");
                }
                if (outputs.get(i).dims().size() > Shape.MOST_DIMS) {
                    throw new Refused("it gives " + outputs.get(i).dims().size() + " axes, and tensors have at most "
                            + Shape.MOST_DIMS);
                }
                if (values.putIfAbsent(name, outputs.get(i)) != null) {
                    throw new Refused("'" + name + "' is given twice");
                }
            }
        } catch (Refused e) {
            refuse(node, e.getMessage());
        } catch (TypeException e) {
            refuse(node, "of its operands our op says: " + e.getMessage());
        } catch (ArithmeticException e) {
            refuse(node, "a size of it cannot be computed: " + e.getMessage());
        } catch (IndexOutOfBoundsException | NoSuchElementException | IllegalArgumentException e) {
            // Rules read operands and attributes as the format has them; a damaged file has fewer, or of other shapes.
            refuse(node, "its operands or attributes are not those that the op has");
        }
    }

    private Optional<Graph.Output> output(Port output) {
        OnnxValue value = values.get(output.name());
        if (value == null) {
            if (!missing.contains(output.name())) {
                refuse(output.name(), "Output", "no node gives it");
            }
            return Optional.empty();
        }
        String name = tensorNames.of(output.name());
        names.put(output.name(), name);
        OnnxCall call = new OnnxCall(
                new OnnxNode("", "Identity", "", List.of(output.name()), List.of(name), Map.of()),
                model.opset(OnnxModel.OWN_DOMAIN),
                graph,
                List.of(value));
        try {
            Node node = value.whole(call);
            // A result has memory of its own.
            Node result = node.isOperation() ? node : call.op("IdentityMath", node);
            return Optional.of(new Graph.Output(name, result));
        } catch (TypeException | ArithmeticException | IllegalArgumentException e) {
            refuse(output.name(), "Output", e.getMessage());
            return Optional.empty();
        }
    }
}
