package io.graphkernel.processor.frontend;

import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.Value.RuntimeScalar;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.ValueType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The parameters and the result of a kernel method. */
final class Signature {

    private static final Set<TypeKind> NUMBERS = Set.of(TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.INT, TypeKind.LONG);

    private final Javac javac;
    private final ExecutableElement method;

    Signature(Javac javac, ExecutableElement method) {
        this.javac = javac;
        this.method = method;
    }

    /** Whether a type in the signature is unknown to javac. */
    boolean isUnresolved() {
        return javac.isError(method.getReturnType())
                || method.getParameters().stream().anyMatch(parameter -> javac.isError(parameter.asType()))
                || resultComponents().stream().anyMatch(component -> javac.isError(component.asType()));
    }

    /** Adds the parameters to a graph and gives them their values; reports those that a kernel can't have. */
    void readParameters(BodyGraph graph, Scope scope) {
        for (VariableElement parameter : method.getParameters()) {
            String name = parameter.getSimpleName().toString();
            TypeMirror type = parameter.asType();
            if (javac.isTensor(type)) {
                tensorType(parameter)
                        .ifPresent(declared -> scope.bind(
                                parameter, new TensorValue(graph.builder().tensorParameter(name, declared))));
            } else if (!NUMBERS.contains(type.getKind())) {
                javac.report(parameter, Diagnostic.PARAMETER_TYPE, name, type);
            } else if (parameter.getAnnotation(TensorType.class) != null) {
                javac.report(parameter, Diagnostic.TENSOR_TYPE_ON_NUMBER, name, type);
            } else {
                graph.builder().primitiveParameter(name, Scalars.javaName(type.getKind()));
                scope.bind(parameter, new RuntimeScalar(name, type.getKind(), true));
            }
        }
    }

    private Optional<ValueType> tensorType(VariableElement parameter) {
        TensorType annotation = parameter.getAnnotation(TensorType.class);
        if (annotation == null) {
            Set<String> name = Set.of(parameter.getSimpleName().toString());
            return Optional.of(new ValueType(DType.F32, Shape.broadcastOf(new TreeSet<>(name))));
        }
        Optional<ValueType> type = ValueType.parse(annotation.value())
                .filter(parsed -> !parsed.shape().isOpen());
        if (type.isEmpty()) {
            javac.report(
                    annotationValue(javac, parameter, TensorType.class),
                    Diagnostic.BAD_TENSOR_TYPE,
                    annotation.value(),
                    misreading(annotation.value()));
        } else if (!OpCalls.COMPUTED.contains(type.get().dtype())) {
            javac.report(
                    annotationValue(javac, parameter, TensorType.class),
                    Diagnostic.UNSUPPORTED_DTYPE,
                    "'" + parameter.getSimpleName() + "'",
                    type.get().dtype());
        }
        return type;
    }

    private static String misreading(String text) {
        int bracket = text.indexOf('[');
        String dtype = bracket < 0 ? text.strip() : text.substring(0, bracket).strip();
        if (DType.byText(dtype).isEmpty()) {
            return "the dtypes are "
                    + Arrays.stream(DType.values()).map(DType::text).collect(Collectors.joining(", "));
        }
        return bracket < 0 || !text.strip().endsWith("]")
                ? "the dims stand in brackets"
                : "a dim is a name or a number, and dims are separated by commas";
    }

    /** What the method returns; empty, and reported, if a kernel can't return it. */
    Optional<ResultKind> result() {
        TypeMirror type = method.getReturnType();
        if (type.getKind() == TypeKind.VOID) {
            return Optional.of(ResultKind.VOID);
        }
        if (javac.isTensor(type)) {
            return Optional.of(ResultKind.TENSOR);
        }
        if (!javac.isRecord(type) || resultComponents().isEmpty()) {
            javac.report(method, Diagnostic.RESULT_TYPE, method.getSimpleName(), type);
            return Optional.empty();
        }
        TypeElement record = (TypeElement) ((DeclaredType) type).asElement();
        for (RecordComponentElement component : resultComponents()) {
            if (!javac.isTensor(component.asType())) {
                javac.report(
                        method,
                        Diagnostic.RECORD_COMPONENT,
                        component.getSimpleName(),
                        record.getSimpleName(),
                        component.asType());
                return Optional.empty();
            }
        }
        for (Element scope = record; scope instanceof TypeElement; scope = scope.getEnclosingElement()) {
            if (scope.getModifiers().contains(Modifier.PRIVATE)) {
                String generated = Declarations.generatedName((TypeElement) method.getEnclosingElement());
                javac.report(method, Diagnostic.HIDDEN_RECORD, record.getSimpleName(), generated);
                return Optional.empty();
            }
        }
        return Optional.of(ResultKind.RECORD);
    }

    /** Canonical name of the record that is returned, or empty. */
    String recordType() {
        return resultComponents().isEmpty()
                ? ""
                : ((TypeElement) ((DeclaredType) method.getReturnType()).asElement())
                        .getQualifiedName()
                        .toString();
    }

    private List<? extends RecordComponentElement> resultComponents() {
        return javac.isRecord(method.getReturnType())
                ? ((TypeElement) ((DeclaredType) method.getReturnType()).asElement()).getRecordComponents()
                : List.of();
    }

    /** The position of an annotation's only value. */
    static SourcePosition annotationValue(Javac javac, Element element, Class<?> annotation) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            if (javac.isClass(mirror.getAnnotationType(), annotation.getName())) {
                for (AnnotationValue value : mirror.getElementValues().values()) {
                    return javac.position(element, mirror, value);
                }
            }
        }
        return javac.position(element);
    }
}
