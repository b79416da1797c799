package io.graphkernel.processor.onnx;

import io.graphkernel.annotations.ElementFunction;
import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.SourceLines;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.ModelGradient;
import io.graphkernel.processor.frontend.kernel.StubNames;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.OnnxImporter.Settings;
import io.graphkernel.processor.onnx.OnnxImporter.UnsupportedNode;
import io.graphkernel.processor.onnx.adapter.AdapterInsertion;
import io.graphkernel.processor.onnx.node.ModelNames;
import io.graphkernel.processor.onnx.ragged.RaggedModel;
import io.graphkernel.processor.onnx.reader.InputShapes;
import io.graphkernel.processor.onnx.reader.InputValues;
import io.graphkernel.processor.onnx.reader.MaxSizes;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxModelReader;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import io.graphkernel.processor.onnx.reader.SafetensorsFile;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.FlagValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Front end for models of interfaces with {@code @OnnxModel}. */
public final class OnnxFrontEnd {

    /** Name of the stub's method. */
    private static final String METHOD = "run";

    private static final String NOWHERE =
            "it is neither in the source path, nor in the directory of class files, nor on the class path";

    private final ProcessingEnvironment environment;
    private final DiagnosticReporter reporter;
    private final FlagParser flagParser;
    private final FlagValues defaultFlags;
    private final Function<TypeElement, KernelClassDeclaration> types;

    private final BiFunction<Graph, FlagValues, Map<Node, Node>> recognition;

    /**
     * Creates a front end for one round.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param reporter receiver of the messages
     * @param flagParser parser of the flags
     * @param defaultFlags defaults for flags that a model does not set
     * @param recognition function from a graph and its flags to the values that later stages replace, with the op that
     *     replaces each
     * @param types source of positions for messages
     */
    public OnnxFrontEnd(
            ProcessingEnvironment environment,
            DiagnosticReporter reporter,
            FlagParser flagParser,
            FlagValues defaultFlags,
            BiFunction<Graph, FlagValues, Map<Node, Node>> recognition,
            Function<TypeElement, KernelClassDeclaration> types) {
        this.environment = environment;
        this.reporter = reporter;
        this.flagParser = flagParser;
        this.defaultFlags = defaultFlags;
        this.recognition = recognition;
        this.types = types;
    }

    /**
     * Reads the model of an interface.
     *
     * @param type annotated interface
     * @return the class; empty if it cannot be compiled, after all reasons were reported
     */
    public Optional<KernelClass> read(TypeElement type) {
        SourcePosition position = types.apply(type).position();
        if (type.getKind() != ElementKind.INTERFACE) {
            reporter.report(position, Diagnostic.MODEL_NOT_ON_INTERFACE, type.getSimpleName());
            return Optional.empty();
        }
        if (!isEmpty(type)) {
            return Optional.empty();
        }
        Optional<ModelRequest> requested = ModelRequest.of(type);
        if (requested.isEmpty()) {
            return Optional.empty();
        }
        ModelRequest request = requested.get();
        String file = request.file();
        int errors = reporter.errorCount();
        FlagValues flags = flagParser.parse(
                request.flags(),
                defaultFlags,
                (diagnostic, arguments) -> reporter.report(value(type, "flags"), diagnostic, arguments));
        ModelFiles files = new ModelFiles(environment.getFiler());
        Optional<ParsedModel> model = model(type, request, files);
        if (model.isEmpty() || reporter.errorCount() > errors) {
            return Optional.empty();
        }
        Set<String> trainable;
        try {
            trainable = OnnxWeights.matching(model.get(), request.trainable());
        } catch (OnnxException e) {
            reporter.report(value(type, "trainable"), Diagnostic.MODEL_TRAINABLE, file, e.getMessage());
            return Optional.empty();
        }
        AdapterInsertion.Adapted adapted;
        try {
            adapted = AdapterInsertion.of(model.get(), request.adapters(), trainable);
        } catch (OnnxException e) {
            reporter.report(value(type, "adapters"), Diagnostic.MODEL_ADAPTERS, file, e.getMessage());
            return Optional.empty();
        }
        Optional<Settings> settings = settings(type, request, adapted, trainable);
        if (settings.isEmpty()) {
            return Optional.empty();
        }
        Imported imported = OnnxImporter.run(adapted.model(), METHOD, settings.get());
        if (imported.graph().isEmpty()) {
            if (!request.shapes().isBlank()
                    && OnnxImporter.run(adapted.model(), METHOD, settings.get().withoutShapes())
                            .graph()
                            .isPresent()) {
                UnsupportedNode first = imported.refusals().get(0);
                reporter.report(
                        value(type, "inputShapes"),
                        Diagnostic.MODEL_SHAPES_DIFFER,
                        request.shapes(),
                        file,
                        first.node(),
                        first.op() + ": " + first.reason(),
                        InputShapes.print(model.get()));
                return Optional.empty();
            }
            report(file, imported.refusals(), value(type, "value"));
            return Optional.empty();
        }
        if (!request.ragged().isEmpty()) {
            Optional<Imported> ragged = ragged(type, request, adapted.model(), imported, settings.get());
            if (ragged.isEmpty()) {
                return Optional.empty();
            }
            imported = ragged.get();
        }
        for (String tensor : imported.unusedSizes()) {
            String reason = "no used op determines the shape of '" + tensor + "' by elements";
            reporter.report(value(type, "maxSizes"), Diagnostic.MODEL_MAX_SIZES, file, reason);
        }
        if (!imported.unusedSizes().isEmpty()) {
            return Optional.empty();
        }
        Graph graph = imported.graph().get();
        Map<String, Node> weights = OnnxWeights.constants(model.get(), graph, trainable);
        PackageElement enclosing = environment.getElementUtils().getPackageOf(type);
        ModelClasses classes = new ModelClasses(
                file, enclosing.getQualifiedName().toString(), StubNames.simpleStub(type), graph, imported.names());
        KernelMethod method = classes.method(flags, position);
        if (!trainable.isEmpty() || !adapted.adapters().isEmpty()) {
            String argument = trainable.isEmpty() ? "adapters" : "trainable";
            Optional<KernelMethod> differentiated = ModelGradient.of(
                    method,
                    Set.of(ModelNames.TRAINABLE, ModelNames.ADAPTERS),
                    recognition.apply(graph, flags),
                    cause -> reporter.report(value(type, argument), Diagnostic.MODEL_TRAINABLE, file, cause));
            if (differentiated.isEmpty()) {
                return Optional.empty();
            }
            method = differentiated.get();
        }
        try {
            return Optional.of(KernelClass.ofModel(
                    type,
                    enclosing,
                    method,
                    classes.modelClass(files.hashes(), weights, adapted.adapters()),
                    new SourceLines(file, List.of())));
        } catch (IllegalArgumentException e) {
            reporter.report(value(type, "value"), Diagnostic.MODEL_TOO_WIDE, file, e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Returns true if the interface has no members; reports abstract methods and kernel methods, which it cannot have.
     */
    private boolean isEmpty(TypeElement type) {
        int errors = reporter.errorCount();
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            SourcePosition position = SourcePosition.of(environment.getMessager(), method);
            if (method.getAnnotation(GraphKernel.class) != null
                    || method.getAnnotation(GradientOf.class) != null
                    || method.getAnnotation(ElementFunction.class) != null) {
                reporter.report(position, Diagnostic.IN_INTERFACE, method.getSimpleName(), type.getSimpleName());
            } else if (!method.getModifiers().contains(Modifier.STATIC)
                    && !method.getModifiers().contains(Modifier.PRIVATE)) {
                reporter.report(position, Diagnostic.MODEL_WITH_METHODS, type.getSimpleName(), method.getSimpleName());
            }
        }
        return reporter.errorCount() == errors;
    }

    /** Imports the model over ragged batches, given the import of that over padded ones. */
    private Optional<Imported> ragged(
            TypeElement type, ModelRequest request, ParsedModel model, Imported padded, Settings settings) {
        String cause;
        try {
            ParsedModel ragged = RaggedModel.of(model, padded.values(), settings.shapes(), request.ragged());
            Imported imported = OnnxImporter.run(ragged, METHOD, settings.withMembers(RaggedModel.BATCH));
            if (imported.graph().isPresent()) {
                return Optional.of(imported);
            }
            UnsupportedNode first = imported.refusals().get(0);
            cause = "'" + first.node() + "' (" + first.op() + "): " + first.reason();
        } catch (OnnxException e) {
            cause = e.getMessage();
        }
        reporter.report(value(type, "ragged"), Diagnostic.MODEL_RAGGED, request.file(), cause);
        return Optional.empty();
    }

    private Optional<Settings> settings(
            TypeElement type, ModelRequest request, AdapterInsertion.Adapted adapted, Set<String> trainable) {
        ParsedModel model = adapted.model();
        Map<String, List<ParsedModel.Axis>> shapes;
        try {
            shapes = InputShapes.parse(request.shapes(), model);
        } catch (OnnxException e) {
            reporter.report(value(type, "inputShapes"), Diagnostic.MODEL_SHAPES, request.file(), e.getMessage());
            return Optional.empty();
        }
        Map<String, Long> maxSizes;
        try {
            maxSizes = MaxSizes.parse(request.maxSizes(), model);
        } catch (OnnxException e) {
            reporter.report(value(type, "maxSizes"), Diagnostic.MODEL_MAX_SIZES, request.file(), e.getMessage());
            return Optional.empty();
        }
        try {
            Map<String, OnnxTensor> values = InputValues.parse(request.values(), model, shapes);
            return Optional.of(new Settings(shapes, values, trainable, adapted.adapters(), maxSizes, Set.of()));
        } catch (OnnxException e) {
            reporter.report(value(type, "inputValues"), Diagnostic.MODEL_VALUES, request.file(), e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<ParsedModel> model(TypeElement type, ModelRequest request, ModelFiles files) {
        String file = request.file();
        SourcePosition position = value(type, "value");
        Optional<ParsedModel> model = Optional.empty();
        try {
            Optional<ModelFiles.Found> found = files.find(file);
            if (found.isEmpty()) {
                reporter.report(position, Diagnostic.MODEL_NOT_FOUND, file, NOWHERE);
                return Optional.empty();
            }
            model = Optional.of(OnnxWeights.gathered(
                    OnnxModelReader.read(found.get().content(), found.get().external())));
        } catch (IllegalArgumentException e) {
            reporter.report(
                    position, Diagnostic.MODEL_NOT_FOUND, file, "this is not a path from the root of a directory");
        } catch (OnnxException | IOException e) {
            reporter.report(position, Diagnostic.MODEL_DAMAGED, file, e.getMessage());
        }
        return model.isEmpty() || request.weights().isEmpty() ? model : replaced(type, request, model.get(), files);
    }

    private Optional<ParsedModel> replaced(
            TypeElement type, ModelRequest request, ParsedModel model, ModelFiles files) {
        String cause;
        try {
            Optional<ModelFiles.Found> found = files.find(request.weights());
            if (found.isPresent()) {
                return Optional.of(OnnxWeights.replaced(
                        model, SafetensorsFile.read(found.get().content())));
            }
            cause = NOWHERE;
        } catch (IllegalArgumentException e) {
            cause = "this is not a path from the root of a directory";
        } catch (OnnxException | IOException e) {
            cause = e.getMessage();
        }
        reporter.report(value(type, "weights"), Diagnostic.MODEL_WEIGHTS, request.weights(), request.file(), cause);
        return Optional.empty();
    }

    /** Reports one message for all nodes of an op that are rejected for the same reason. */
    private void report(String file, List<UnsupportedNode> refusals, SourcePosition position) {
        Map<String, List<UnsupportedNode>> alike = new LinkedHashMap<>();
        for (UnsupportedNode refusal : refusals) {
            alike.computeIfAbsent(refusal.op() + " " + refusal.reason(), key -> new ArrayList<>())
                    .add(refusal);
        }
        for (List<UnsupportedNode> group : alike.values()) {
            UnsupportedNode first = group.get(0);
            String names = "'" + first.node() + "'";
            if (group.size() > 1) {
                names += " and " + (group.size() - 1) + " more";
            }
            reporter.report(
                    position, Diagnostic.MODEL_NODE_REFUSED, file, names, first.op(), first.opset(), first.reason());
        }
    }

    /** Returns the position of an annotation value; that of the interface if it is omitted. */
    private SourcePosition value(TypeElement type, String name) {
        for (AnnotationMirror mirror : type.getAnnotationMirrors()) {
            TypeElement annotation = (TypeElement) mirror.getAnnotationType().asElement();
            if (!annotation.getQualifiedName().contentEquals(io.graphkernel.annotations.OnnxModel.class.getName())) {
                continue;
            }
            for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> value :
                    mirror.getElementValues().entrySet()) {
                if (value.getKey().getSimpleName().contentEquals(name)) {
                    return SourcePosition.of(environment.getMessager(), type, mirror, value.getValue());
                }
            }
        }
        return types.apply(type).position();
    }
}
