package io.graphkernel.processor.onnx;

import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.CommentText;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.Member;
import io.graphkernel.processor.frontend.ModelClass;
import io.graphkernel.processor.frontend.ModelClass.Component;
import io.graphkernel.processor.frontend.ModelClass.ModelRecord;
import io.graphkernel.processor.frontend.RecordType;
import io.graphkernel.processor.frontend.ResultKind;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.option.Flags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** What a user sees of a model: a method with the names of the model, records, and comments that say what each tensor is. */
final class ModelClasses {

    private static final String RESULTS = "Results";
    private static final String TRAINABLE = "Trainable";

    private final String file;
    private final String packageName;
    private final String stub;
    private final Graph graph;
    /** The names of the model by those in the graph. */
    private final Map<String, String> originals;

    /**
     * What a user sees of one model.
     *
     * @param file the model's
     * @param packageName of the generated class; empty for the unnamed package
     * @param stub its simple name
     * @param graph of the model
     * @param names what tensors are called in the graph, by their names in the file
     */
    ModelClasses(String file, String packageName, String stub, Graph graph, Map<String, String> names) {
        this.file = file;
        this.packageName = packageName;
        this.stub = stub;
        this.graph = graph;
        this.originals = names.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey, (first, second) -> first));
    }

    /** The record that a call gives, if the model has several outputs. */
    Optional<ModelRecord> results() {
        if (graph.outputs().size() < 2) {
            return Optional.empty();
        }
        return Optional.of(new ModelRecord(
                RESULTS,
                "What the model gives.",
                graph.outputs().stream()
                        .map(output -> component(
                                output.name(), output.name(), output.node().type()))
                        .toList()));
    }

    /** The record that a call takes, if weights are parameters. */
    Optional<ModelRecord> trainable() {
        List<Component> components = weights().stream()
                .map(parameter -> component(
                        parameter.name().substring(OnnxImporter.TRAINABLE.length() + 1),
                        parameter.name(),
                        parameter.node().type()))
                .toList();
        return components.isEmpty()
                ? Optional.empty()
                : Optional.of(new ModelRecord(TRAINABLE, "Weights that a call gives.", components));
    }

    private List<Graph.Parameter> weights() {
        return graph.parameters().stream()
                .filter(parameter -> parameter.name().startsWith(OnnxImporter.TRAINABLE + "."))
                .toList();
    }

    private Component component(String name, String path, ValueType type) {
        return new Component(name, originals.getOrDefault(path, path), type.toString());
    }

    /**
     * The method of the stub.
     *
     * @param flags the flags that hold for it
     * @param position for messages
     */
    KernelMethod method(Flags flags, SourcePosition position) {
        List<Member> parameters = new ArrayList<>();
        trainable().ifPresent(record -> parameters.add(new Member(OnnxImporter.TRAINABLE, Optional.of(type(record)))));
        inputs().forEach(parameter -> parameters.add(new Member(parameter.name(), Optional.empty())));
        return new KernelMethod(
                graph,
                parameters,
                results().isPresent() ? ResultKind.RECORD : ResultKind.TENSOR,
                results().map(this::type),
                flags,
                0,
                Optional.empty(),
                true,
                documentation(),
                0,
                0,
                position);
    }

    private List<Graph.Parameter> inputs() {
        List<Graph.Parameter> inputs = new ArrayList<>(graph.parameters());
        inputs.removeAll(weights());
        return inputs;
    }

    private RecordType type(ModelRecord record) {
        List<Member> members = record.components().stream()
                .map(component -> new Member(component.name(), Optional.empty()))
                .toList();
        return new RecordType(packageName, List.of(stub, record.name()), members);
    }

    private String documentation() {
        StringBuilder text = new StringBuilder("Runs the model ")
                .append(CommentText.code(file))
                .append(".\n");
        if (!weights().isEmpty()) {
            text.append("\n<p>Takes ").append(weights().size()).append(" weights, and\n");
        } else {
            text.append("\n<p>Takes\n");
        }
        List<String> inputs = new ArrayList<>();
        for (Graph.Parameter input : inputs()) {
            inputs.add(item(input.name(), input.node().type()));
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
     * What the stub has besides.
     *
     * @param files the SHA-256 of each file that the model was read from, by path
     * @param weights constants by the names of the model
     */
    ModelClass modelClass(SortedMap<String, String> files, Map<String, Node> weights) {
        return new ModelClass(files, weights, results(), trainable());
    }
}
