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
import io.graphkernel.processor.onnx.adapter.WeightAdapter;
import io.graphkernel.processor.onnx.node.DeclaredSizes;
import io.graphkernel.processor.onnx.node.ModelNames;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.SubgraphImporter;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import io.graphkernel.processor.onnx.reader.ParsedModel.Axis;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
     * @param adapters adapters that the nodes read, which become parameters
     * @param maxSizes maximum sizes of tensors whose shapes depend on elements
     * @param members inputs that are components of record parameters, whose names are their paths
     */
    public record Settings(
            Map<String, List<Axis>> shapes,
            Map<String, OnnxTensor> constants,
            Set<String> trainable,
            List<WeightAdapter> adapters,
            Map<String, Long> maxSizes,
            Set<String> members) {

        /**
         * Creates the settings of a model with constant weights.
         *
         * @param shapes dims of inputs in place of those of the file
         * @param constants inputs with known values
         */
        public Settings(Map<String, List<Axis>> shapes, Map<String, OnnxTensor> constants) {
            this(shapes, constants, Set.of(), List.of(), Map.of(), Set.of());
        }

        /** Returns the settings with the dims of the file. */
        public Settings withoutShapes() {
            return new Settings(Map.of(), constants, trainable, adapters, maxSizes, members);
        }

        /** Returns the settings of a model with further record parameters, whose inputs have their dims in the model. */
        public Settings withMembers(Set<String> paths) {
            return new Settings(Map.of(), constants, trainable, adapters, maxSizes, paths);
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
     * @param unusedSizes tensors with a maximum size of the user that no node uses
     * @param names names of tensors in the graph by names in the file
     * @param values values by names in the file
     */
    public record Imported(
            Optional<Graph> graph,
            List<UnsupportedNode> refusals,
            Set<String> unusedSizes,
            Map<String, String> names,
            Map<String, OnnxValue> values) {}

    private final ParsedModel model;
    private final Settings settings;
    private final GraphBuilder graph = new GraphBuilder(OpTable.get(), MAX_OPS);
    private final UnsupportedNodes unsupported;
    private final DeclaredSizes sizes;
    private final GraphImporter nodes;
    private final ModelNames tensorNames = new ModelNames();
    private final ModelNames dimNames = new ModelNames();
    private final Map<String, String> names = new LinkedHashMap<>();

    private OnnxImporter(ParsedModel model, Settings settings) {
        this.model = model;
        this.settings = settings;
        this.unsupported = new UnsupportedNodes(model);
        this.sizes = new DeclaredSizes(settings.maxSizes(), model.outputs());
        this.nodes = new GraphImporter(
                model, unsupported, graph, new ValueScope(), OnnxGraph.needed(model.nodes(), model.outputs()), sizes);
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
        settings.members().stream()
                .map(member -> member.substring(0, member.indexOf('.')))
                .distinct()
                .forEach(tensorNames::unique);
        matrices();
        trainable();
        model.initializers().values().stream()
                .filter(tensor ->
                        nodes.isNeeded(tensor.name()) && !settings.trainable().contains(tensor.name()))
                .forEach(tensor -> nodes.constant(tensor.name(), tensor));
        model.inputs().forEach(this::input);
        model.nodes().forEach(nodes::node);
        List<Graph.Output> outputs = new ArrayList<>();
        for (Port output : model.outputs()) {
            output(output).ifPresent(outputs::add);
        }
        sizes.counts().forEach((tensor, count) -> {
            String unique = tensor + "_count";
            while (names.containsKey(unique)) {
                unique += "_";
            }
            String result = tensorNames.of(unique);
            names.put(unique, result);
            outputs.add(new Graph.Output(result, count));
        });
        if (unsupported.count() == 0 && outputs.isEmpty()) {
            unsupported.reject(name, "Output", "the model gives nothing");
        }
        Optional<Graph> built = unsupported.count() == 0 ? Optional.of(graph.build(name, outputs)) : Optional.empty();
        return new Imported(
                built,
                unsupported.nodes(),
                sizes.unused(),
                names,
                nodes.values().all());
    }

    private void trainable() {
        Map<String, String> weights = new LinkedHashMap<>();
        model.initializers().keySet().stream()
                .filter(settings.trainable()::contains)
                .forEach(name -> weights.put(name, name));
        RecordPaths.of(ModelNames.TRAINABLE, weights)
                .forEach((name, path) ->
                        member(name, path, model.initializers().get(name).type()));
    }

    private void matrices() {
        Map<String, String> matrices = new LinkedHashMap<>();
        Map<String, ValueType> types = new HashMap<>();
        for (WeightAdapter adapter : settings.adapters()) {
            matrices.put(adapter.nameOfA(), adapter.module() + "_a");
            matrices.put(adapter.nameOfB(), adapter.module() + "_b");
            types.put(adapter.nameOfA(), adapter.typeOfA());
            types.put(adapter.nameOfB(), adapter.typeOfB());
        }
        RecordPaths.of(ModelNames.ADAPTERS, matrices).forEach((name, path) -> member(name, path, types.get(name)));
    }

    /** Adds a tensor of a record parameter. */
    private void member(String name, String path, ValueType type) {
        names.put(name, path);
        nodes.values().put(name, OnnxValue.of(graph.tensorParameter(path, type)));
    }

    private void input(Port input) {
        OnnxTensor known = settings.constants().get(input.name());
        if (known != null) {
            nodes.constant(input.name(), known);
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
            problem = GraphImporter.problem(input.elementType(), axes.size());
        }
        Shape shape = problem.isEmpty() ? Shape.of(dims(input.name(), axes)) : null;
        if (shape != null && shape.isTooLarge()) {
            problem = "a tensor of " + shape + " is too large";
        }
        if (!problem.isEmpty()) {
            unsupported.addMissing(input.name());
            unsupported.reject(input.name(), "Input", problem);
            return;
        }
        DataType dtype = input.elementType().dtype().orElseThrow();
        String name = settings.members().contains(input.name()) ? input.name() : tensorNames.of(input.name());
        names.put(input.name(), name);
        ValueType type = new ValueType(dtype, shape);
        nodes.values().put(input.name(), OnnxValue.of(graph.tensorParameter(name, type)));
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

    private Optional<Graph.Output> output(Port output) {
        OnnxValue value = nodes.values().get(output.name());
        if (value == null) {
            if (!unsupported.isMissing(output.name())) {
                unsupported.reject(output.name(), "Output", "no node produces it");
            }
            return Optional.empty();
        }
        if (value.sequence().isPresent()) {
            unsupported.reject(output.name(), "Output", "it is a sequence, and results are tensors");
            return Optional.empty();
        }
        String name = tensorNames.of(output.name());
        names.put(output.name(), name);
        OnnxCall call = new OnnxCall(
                new OnnxNode("", "Identity", "", List.of(output.name()), List.of(name), Map.of()),
                model.opset(ParsedModel.OWN_DOMAIN),
                graph,
                List.of(value),
                SubgraphImporter.NONE,
                sizes);
        try {
            Node node = value.whole(call);
            // A result needs separate memory.
            Node result = node.isOperation() ? node : call.op("IdentityMath", node);
            return Optional.of(new Graph.Output(name, result));
        } catch (TypeException | ArithmeticException | IllegalArgumentException e) {
            unsupported.reject(output.name(), "Output", e.getMessage());
            return Optional.empty();
        }
    }
}
