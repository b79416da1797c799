package io.graphkernel.processor.onnx;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.graph.SourceText;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.OnnxImporter.Refusal;
import io.graphkernel.processor.onnx.OnnxImporter.Settings;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Flags;
import java.io.IOException;
import java.lang.annotation.AnnotationTypeMismatchException;
import java.lang.annotation.IncompleteAnnotationException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Reads the models of interfaces with {@code @OnnxModel}. */
public final class OnnxFrontEnd {

    /** The method of the stub. */
    private static final String METHOD = "run";

    private final ProcessingEnvironment environment;
    private final DiagnosticReporter reporter;
    private final FlagParser flagParser;
    private final Flags defaultFlags;
    private final Function<TypeElement, KernelType> types;

    /**
     * A front end for one round.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param reporter takes messages
     * @param flagParser reads the flags of models
     * @param defaultFlags what holds for models that say nothing else
     * @param types gives positions for messages
     */
    public OnnxFrontEnd(
            ProcessingEnvironment environment,
            DiagnosticReporter reporter,
            FlagParser flagParser,
            Flags defaultFlags,
            Function<TypeElement, KernelType> types) {
        this.environment = environment;
        this.reporter = reporter;
        this.flagParser = flagParser;
        this.defaultFlags = defaultFlags;
        this.types = types;
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
        io.graphkernel.annotations.OnnxModel annotation =
                type.getAnnotation(io.graphkernel.annotations.OnnxModel.class);
        String file;
        String shapes;
        String flagText;
        try {
            file = annotation.value();
            shapes = annotation.inputShapes();
            flagText = annotation.flags();
        } catch (IncompleteAnnotationException | AnnotationTypeMismatchException e) {
            // javac says what is wrong.
            return Optional.empty();
        }
        int errors = reporter.errorCount();
        Flags flags = flagParser.parse(
                flagText,
                defaultFlags,
                (diagnostic, arguments) -> reporter.report(value(type, "flags"), diagnostic, arguments));
        Optional<OnnxModel> model = model(file, value(type, "value"));
        if (model.isEmpty() || reporter.errorCount() > errors) {
            return Optional.empty();
        }
        Settings settings;
        try {
            settings = new Settings(InputShapes.parse(shapes, model.get()), Map.of());
        } catch (OnnxException e) {
            reporter.report(value(type, "inputShapes"), Diagnostic.MODEL_SHAPES, file, e.getMessage());
            return Optional.empty();
        }
        Imported imported = OnnxImporter.run(model.get(), METHOD, settings);
        if (imported.graph().isEmpty()) {
            report(file, imported.refusals(), value(type, "value"));
            return Optional.empty();
        }
        try {
            return Optional.of(KernelClass.of(
                    type,
                    environment.getElementUtils().getPackageOf(type),
                    List.of(imported.graph().get()),
                    flags,
                    new SourceText(file, List.of()),
                    position));
        } catch (IllegalArgumentException e) {
            reporter.report(value(type, "value"), Diagnostic.MODEL_TOO_WIDE, file, e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<OnnxModel> model(String file, SourcePosition position) {
        try {
            Optional<ByteBuffer> content = new ModelFiles(environment.getFiler()).find(file);
            if (content.isEmpty()) {
                reporter.report(
                        position,
                        Diagnostic.MODEL_NOT_FOUND,
                        file,
                        "it is neither in the source path, nor in the directory of class files, nor on the class path");
                return Optional.empty();
            }
            return Optional.of(OnnxModelReader.read(content.get()));
        } catch (IllegalArgumentException e) {
            reporter.report(position, Diagnostic.MODEL_NOT_FOUND, file, "this is no path from the root of a directory");
        } catch (OnnxException | IOException e) {
            reporter.report(position, Diagnostic.MODEL_DAMAGED, file, e.getMessage());
        }
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
