package io.graphkernel.processor.onnx;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.frontend.ModelGradient;
import io.graphkernel.processor.frontend.StubNames;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.SourceText;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.OnnxImporter.Refusal;
import io.graphkernel.processor.onnx.OnnxImporter.Settings;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Flags;
import java.io.IOException;
import java.lang.annotation.AnnotationTypeMismatchException;
import java.lang.annotation.IncompleteAnnotationException;
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
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;

/** Reads the models of interfaces with {@code @OnnxModel}. */
public final class OnnxFrontEnd {

    /** The method of the stub. */
    private static final String METHOD = "run";

    private static final String NOWHERE =
            "it is neither in the source path, nor in the directory of class files, nor on the class path";

    private final ProcessingEnvironment environment;
    private final DiagnosticReporter reporter;
    private final FlagParser flagParser;
    private final Flags defaultFlags;
    private final Function<TypeElement, KernelType> types;

    private final BiFunction<Graph, Flags, Map<Node, Node>> recognition;

    /**
     * A front end for one round.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param reporter takes messages
     * @param flagParser reads the flags of models
     * @param defaultFlags what holds for models that say nothing else
     * @param recognition of a graph, by its flags: values, each with the op that later stages put in its place
     * @param types gives positions for messages
     */
    public OnnxFrontEnd(
            ProcessingEnvironment environment,
            DiagnosticReporter reporter,
            FlagParser flagParser,
            Flags defaultFlags,
            BiFunction<Graph, Flags, Map<Node, Node>> recognition,
            Function<TypeElement, KernelType> types) {
        this.environment = environment;
        this.reporter = reporter;
        this.flagParser = flagParser;
        this.defaultFlags = defaultFlags;
        this.recognition = recognition;
        this.types = types;
    }

    /** What the annotation says. */
    private record Request(String file, String shapes, String flags, String weights, List<String> trainable) {

        /** Empty where javac says what is wrong. */
        static Optional<Request> of(TypeElement type) {
            io.graphkernel.annotations.OnnxModel annotation =
                    type.getAnnotation(io.graphkernel.annotations.OnnxModel.class);
            try {
                return Optional.of(new Request(
                        annotation.value(),
                        annotation.inputShapes(),
                        annotation.flags(),
                        annotation.weights(),
                        List.of(annotation.trainable())));
            } catch (IncompleteAnnotationException | AnnotationTypeMismatchException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * Reads the model of an interface.
     *
     * @param type has the annotation
     * @return empty, after all that is in the way was reported, if it cannot be compiled
     */
    public Optional<KernelClass> read(TypeElement type) {
        SourcePosition position = types.apply(type).position();
        if (type.getKind() != ElementKind.INTERFACE) {
            reporter.report(position, Diagnostic.MODEL_NOT_ON_INTERFACE, type.getSimpleName());
            return Optional.empty();
        }
        Optional<Request> asked = Request.of(type);
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        Request request = asked.get();
        String file = request.file();
        int errors = reporter.errorCount();
        Flags flags = flagParser.parse(
                request.flags(),
                defaultFlags,
                (diagnostic, arguments) -> reporter.report(value(type, "flags"), diagnostic, arguments));
        ModelFiles files = new ModelFiles(environment.getFiler());
        Optional<OnnxModel> model = model(type, request, files);
        if (model.isEmpty() || reporter.errorCount() > errors) {
            return Optional.empty();
        }
        Set<String> trainable;
        try {
            trainable = ModelWeights.matching(model.get(), request.trainable());
        } catch (OnnxException e) {
            reporter.report(value(type, "trainable"), Diagnostic.MODEL_TRAINABLE, file, e.getMessage());
            return Optional.empty();
        }
        Settings settings;
        try {
            settings = new Settings(InputShapes.parse(request.shapes(), model.get()), Map.of(), trainable);
        } catch (OnnxException e) {
            reporter.report(value(type, "inputShapes"), Diagnostic.MODEL_SHAPES, file, e.getMessage());
            return Optional.empty();
        }
        Imported imported = OnnxImporter.run(model.get(), METHOD, settings);
        if (imported.graph().isEmpty()) {
            report(file, imported.refusals(), value(type, "value"));
            return Optional.empty();
        }
        Graph graph = imported.graph().get();
        Map<String, Node> weights = ModelWeights.constants(model.get(), graph, trainable);
        PackageElement enclosing = environment.getElementUtils().getPackageOf(type);
        ModelClasses classes = new ModelClasses(
                file, enclosing.getQualifiedName().toString(), StubNames.simpleStub(type), graph, imported.names());
        KernelMethod method = classes.method(flags, position);
        if (!trainable.isEmpty()) {
            Optional<KernelMethod> differentiated = ModelGradient.of(
                    method,
                    OnnxImporter.TRAINABLE,
                    recognition.apply(graph, flags),
                    cause -> reporter.report(value(type, "trainable"), Diagnostic.MODEL_TRAINABLE, file, cause));
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
                    classes.modelClass(files.hashes(), weights),
                    new SourceText(file, List.of())));
        } catch (IllegalArgumentException e) {
            reporter.report(value(type, "value"), Diagnostic.MODEL_TOO_WIDE, file, e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<OnnxModel> model(TypeElement type, Request request, ModelFiles files) {
        String file = request.file();
        SourcePosition position = value(type, "value");
        Optional<OnnxModel> model = Optional.empty();
        try {
            Optional<ModelFiles.Found> found = files.find(file);
            if (found.isEmpty()) {
                reporter.report(position, Diagnostic.MODEL_NOT_FOUND, file, NOWHERE);
                return Optional.empty();
            }
            model = Optional.of(ModelWeights.gathered(
                    OnnxModelReader.read(found.get().content(), found.get().external())));
        } catch (IllegalArgumentException e) {
            reporter.report(position, Diagnostic.MODEL_NOT_FOUND, file, "this is no path from the root of a directory");
        } catch (OnnxException | IOException e) {
            reporter.report(position, Diagnostic.MODEL_DAMAGED, file, e.getMessage());
        }
        return model.isEmpty() || request.weights().isEmpty() ? model : replaced(type, request, model.get(), files);
    }

    private Optional<OnnxModel> replaced(TypeElement type, Request request, OnnxModel model, ModelFiles files) {
        String cause;
        try {
            Optional<ModelFiles.Found> found = files.find(request.weights());
            if (found.isPresent()) {
                return Optional.of(ModelWeights.replaced(
                        model, SafetensorsFile.read(found.get().content())));
            }
            cause = NOWHERE;
        } catch (IllegalArgumentException e) {
            cause = "this is no path from the root of a directory";
        } catch (OnnxException | IOException e) {
            cause = e.getMessage();
        }
        reporter.report(value(type, "weights"), Diagnostic.MODEL_WEIGHTS, request.weights(), request.file(), cause);
        return Optional.empty();
    }

    /** One message for all nodes of an op that are refused for the same reason. */
    private void report(String file, List<Refusal> refusals, SourcePosition position) {
        Map<String, List<Refusal>> alike = new LinkedHashMap<>();
        for (Refusal refusal : refusals) {
            alike.computeIfAbsent(refusal.op() + " " + refusal.reason(), any -> new ArrayList<>())
                    .add(refusal);
        }
        for (List<Refusal> each : alike.values()) {
            Refusal first = each.get(0);
            String names = "'" + first.node() + "'";
            if (each.size() > 1) {
                names += " and " + (each.size() - 1) + " more";
            }
            reporter.report(
                    position, Diagnostic.MODEL_NODE_REFUSED, file, names, first.op(), first.opset(), first.reason());
        }
    }

    /** Where a value of the annotation is; the interface, if it is not written. */
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
