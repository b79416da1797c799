package io.graphkernel.processor.onnx;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.kernel.CommentText;
import io.graphkernel.processor.frontend.kernel.JavaSignature;
import io.graphkernel.processor.frontend.kernel.KernelLimits;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.frontend.kernel.MethodSource;
import io.graphkernel.processor.frontend.kernel.ModelClass;
import io.graphkernel.processor.frontend.kernel.ModelClass.Adapter;
import io.graphkernel.processor.frontend.kernel.ModelClass.Component;
import io.graphkernel.processor.frontend.kernel.ModelClass.ModelRecord;
import io.graphkernel.processor.frontend.kernel.RecordType;
import io.graphkernel.processor.frontend.kernel.ResultKind;
import io.graphkernel.processor.onnx.adapter.WeightAdapter;
import io.graphkernel.processor.onnx.node.ModelNames;
import io.graphkernel.processor.option.FlagValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Generated classes of a model: a method and records with the model's names, and comments that describe each tensor.
 */
final class ModelClasses {

    private static final String RESULTS = "Results";
    private static final String TRAINABLE = "Trainable";
    private static final String ADAPTERS = "Adapters";

    private final String file;
    private final String packageName;
    private final String stub;
    private final Graph graph;
    /** Names in the model by names in the graph. */
    private final Map<String, String> originals;

    /**
     * Creates the generated classes of one model.
     *
     * @param file file of the model
     * @param packageName package of the generated class; empty for the unnamed package
     * @param stub its simple name
     * @param graph graph of the model
     * @param names names of tensors in the graph by names in the file
     */
    ModelClasses(String file, String packageName, String stub, Graph graph, Map<String, String> names) {
        this.file = file;
        this.packageName = packageName;
        this.stub = stub;
        this.graph = graph;
        this.originals = names.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey, (first, second) -> first));
    }

    /** Returns the record of the results, if the model has several outputs. */
    Optional<ModelRecord> results() {
        if (graph.outputs().size() < 2) {
            return Optional.empty();
        }
        return Optional.of(new ModelRecord(
                RESULTS,
                "Results of the model.",
                graph.outputs().stream()
                        .map(output -> component(
                                output.name(), output.name(), output.node().type()))
                        .toList()));
    }

    /** Returns the record of the trainable weights, if any are parameters. */
    Optional<ModelRecord> trainable() {
        return record(TRAINABLE, ModelNames.TRAINABLE, "Weights that a call passes.");
    }

    /** Returns the record of the adapters, if there are any. */
    Optional<ModelRecord> adapters() {
        return record(ADAPTERS, ModelNames.ADAPTERS, "Matrices of low-rank adapters, A and B of each weight.");
    }

    private Optional<ModelRecord> record(String name, String owner, String comment) {
        List<Graph.Parameter> members = members(owner);
        Set<String> names = new HashSet<>(List.of(stub.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT)));
        return members.isEmpty()
                ? Optional.empty()
                : Optional.of(new ModelRecord(name, comment, components(members, owner.length() + 1, names)));
    }

    /**
     * Returns the components of a record. Those of a nested record are contiguous.
     *
     * @param begin length of the path of the record, with its last dot
     * @param enclosing names in lower case of the record and the classes around it, which a nested record cannot have
     */
    private List<Component> components(List<Graph.Parameter> members, int begin, Set<String> enclosing) {
        Map<String, List<Graph.Parameter>> byName = new LinkedHashMap<>();
        for (Graph.Parameter member : members) {
            String name = member.name().substring(begin);
            int end = name.indexOf('.');
            byName.computeIfAbsent(end < 0 ? name : name.substring(0, end), key -> new ArrayList<>())
                    .add(member);
        }
        List<Component> components = new ArrayList<>();
        Set<String> taken = new HashSet<>(enclosing);
        byName.forEach((name, inner) -> {
            Graph.Parameter first = inner.get(0);
            int end = begin + name.length();
            if (first.name().length() == end) {
                components.add(component(name, first.name(), first.node().type()));
                return;
            }
            String type = type(name, taken);
            Set<String> around = new HashSet<>(enclosing);
            around.add(type.toLowerCase(Locale.ROOT));
            components.add(group(name, type, components(inner, end + 1, around)));
        });
        return components;
    }

    /**
     * Returns the name of a nested record.
     *
     * @param taken other names in lower case, since not all file systems distinguish cases
     */
    private static String type(String name, Set<String> taken) {
        String type = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        while (!taken.add(type.toLowerCase(Locale.ROOT))) {
            type += "_";
        }
        return type;
    }

    /** Returns a component that is a nested record. */
    private static Component group(String name, String type, List<Component> components) {
        ModelRecord unnamed = new ModelRecord(type, "", components);
        List<Component> tensors = unnamed.tensors();
        String range = tensors.size() + " tensors, from "
                + CommentText.code(tensors.get(0).original()) + " to "
                + CommentText.code(tensors.get(tensors.size() - 1).original());
        return new Component(
                name, "", range, Optional.of(new ModelRecord(type, "Group of " + range + ".", components)));
    }

    private List<Graph.Parameter> members(String owner) {
        return graph.parameters().stream()
                .filter(parameter -> parameter.name().startsWith(owner + "."))
                .toList();
    }

    private Component component(String name, String path, ValueType type) {
        return Component.tensor(name, originals.getOrDefault(path, path), type.toString());
    }

    /**
     * Returns the method of the stub.
     *
     * @param flags flags of the method
     * @param position position for messages
     */
    KernelMethod method(FlagValues flags, SourcePosition position) {
        List<Member> parameters = new ArrayList<>();
        adapters().ifPresent(record -> parameters.add(new Member(ModelNames.ADAPTERS, Optional.of(type(record)))));
        trainable().ifPresent(record -> parameters.add(new Member(ModelNames.TRAINABLE, Optional.of(type(record)))));
        inputs().forEach(parameter -> parameters.add(new Member(parameter.name(), Optional.empty())));
        if (!members(ModelNames.BATCH).isEmpty()) {
            parameters.add(new Member(ModelNames.BATCH, Optional.of(batch())));
        }
        JavaSignature signature = JavaSignature.plain(
                parameters,
                results().isPresent() ? ResultKind.RECORD : ResultKind.TENSOR,
                results().map(this::type),
                true);
        MethodSource source = new MethodSource(documentation(), 0, 0, position);
        return new KernelMethod(graph, signature, flags, KernelLimits.NONE, Optional.empty(), source);
    }

    private List<Graph.Parameter> inputs() {
        List<Graph.Parameter> inputs = new ArrayList<>(graph.parameters());
        inputs.removeAll(members(ModelNames.ADAPTERS));
        inputs.removeAll(members(ModelNames.TRAINABLE));
        inputs.removeAll(members(ModelNames.BATCH));
        return inputs;
    }

    /** Returns the runtime's record with the layout of a ragged batch. */
    private RecordType batch() {
        List<Member> components = members(ModelNames.BATCH).stream()
                .map(member -> new Member(member.name().substring(ModelNames.BATCH.length() + 1), Optional.empty()))
                .toList();
        return new RecordType("io.graphkernel.runtime", List.of("RaggedBatch"), components);
    }

    private RecordType type(ModelRecord record) {
        return type(record, List.of(stub));
    }

    private RecordType type(ModelRecord record, List<String> enclosing) {
        List<String> names = new ArrayList<>(enclosing);
        names.add(record.name());
        List<Member> members = record.components().stream()
                .map(component -> new Member(component.name(), component.group().map(group -> type(group, names))))
                .toList();
        return new RecordType(packageName, names, members);
    }

    private String documentation() {
        StringBuilder text = new StringBuilder("Runs the model ")
                .append(CommentText.code(file))
                .append(".\n");
        text.append("\n<p>Takes");
        if (!members(ModelNames.ADAPTERS).isEmpty()) {
            text.append(' ').append(members(ModelNames.ADAPTERS).size()).append(" matrices of adapters, and");
        }
        if (!members(ModelNames.TRAINABLE).isEmpty()) {
            text.append(' ').append(members(ModelNames.TRAINABLE).size()).append(" weights, and");
        }
        text.append('\n');
        List<String> inputs = new ArrayList<>();
        for (Graph.Parameter input : inputs()) {
            inputs.add(item(input.name(), input.node().type()));
        }
        if (!members(ModelNames.BATCH).isEmpty()) {
            inputs.add(CommentText.code(ModelNames.BATCH) + ", the layout of the sequences");
        }
        text.append(inputs.isEmpty() ? "nothing.\n" : CommentText.list(inputs));
        List<String> outputs = new ArrayList<>();
        for (Graph.Output output : graph.outputs()) {
            outputs.add(item(output.name(), output.node().type()));
        }
        return text.append("\n<p>Gives\n").append(CommentText.list(outputs)).toString();
    }

    private String item(String name, ValueType type) {
        String original = originals.getOrDefault(name, name);
        return CommentText.item(name, type)
                + (original.equals(name) ? "" : ", in the model " + CommentText.code(original));
    }

    /**
     * Returns the members of the stub besides the kernel method.
     *
     * @param files SHA-256 hash of each file of the model, by path
     * @param weights constants by name in the model
     * @param adapters adapters of the model
     */
    ModelClass modelClass(SortedMap<String, String> files, Map<String, Node> weights, List<WeightAdapter> adapters) {
        List<Adapter> adapted = new ArrayList<>();
        Map<String, String> paths = new HashMap<>();
        members(ModelNames.ADAPTERS)
                .forEach(matrix -> paths.put(
                        originals.get(matrix.name()), matrix.name().substring(ModelNames.ADAPTERS.length() + 1)));
        for (WeightAdapter adapter : adapters) {
            adapted.add(new Adapter(
                    adapter.weight(),
                    adapter.module(),
                    paths.get(adapter.nameOfA()),
                    paths.get(adapter.nameOfB()),
                    adapter.rank(),
                    adapter.inputs(),
                    adapter.outputs(),
                    adapter.scale(),
                    adapter.isTransposed(),
                    adapter.isQuantized()
                            ? Optional.empty()
                            : Optional.of(weights.get(adapter.weight()).dtype())));
        }
        return new ModelClass(files, weights, results(), trainable(), adapters(), adapted);
    }
}
