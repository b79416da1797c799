package io.graphkernel.processor.frontend;

import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.Value.RuntimeScalar;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The parameters and the result of a kernel method. */
final class Signature {

    private static final Set<TypeKind> NUMBERS = Set.of(TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.INT, TypeKind.LONG);

    /** A shape that only the call knows: {@code f16[...]}. */
    private static final Pattern OPEN = Pattern.compile("\\s*([a-z0-9]+)\\s*\\[\\s*\\.\\.\\.\\s*]\\s*");

    /** Any number of leading axes without a name: {@code f32[..., d]}. */
    private static final Pattern UNNAMED_PACK = Pattern.compile("([^\\[]*\\[\\s*)\\.\\.\\.(\\s*,.*)", Pattern.DOTALL);

    private static final Pattern PACK = Pattern.compile("([A-Za-z_][A-Za-z_0-9]*)\\.\\.\\.");

    private static final Pattern NO_LETTER_OF_DIMS = Pattern.compile("[^A-Za-z_0-9]|^(?=[0-9])");

    private final Javac javac;
    private final ExecutableElement method;

    Signature(Javac javac, ExecutableElement method) {
        this.javac = javac;
        this.method = method;
    }

    /** Whether a type in the signature is unknown to javac. */
    boolean isUnresolved() {
        return javac.isError(method.getReturnType())
                || method.getParameters().stream()
                        .anyMatch(parameter -> javac.isError(parameter.asType()) || !hasText(parameter))
                || resultComponents().stream().anyMatch(component -> javac.isError(component.asType()));
    }

    /** Whether {@code @TensorType} of a parameter, if it is there, has a text that javac knows. */
    private static boolean hasText(VariableElement parameter) {
        TensorType annotation = parameter.getAnnotation(TensorType.class);
        return annotation == null || Javac.known(annotation::value).isPresent();
    }

    /** Adds the parameters to a graph and gives them their values; reports those that a kernel can't have. */
    void readParameters(BodyGraph graph, Scope scope) {
        Map<VariableElement, ValueType> declared = new LinkedHashMap<>();
        for (VariableElement parameter : method.getParameters()) {
            String name = parameter.getSimpleName().toString();
            TypeMirror type = parameter.asType();
            if (javac.isTensor(type)) {
                Optional<ValueType> tensor = tensorType(parameter);
                if (tensor.isPresent()) {
                    declared.put(parameter, tensor.get());
                    scope.bind(parameter, new TensorValue(graph.builder().tensorParameter(name, tensor.get())));
                }
            } else if (!NUMBERS.contains(type.getKind())) {
                javac.report(parameter, Diagnostic.PARAMETER_TYPE, name, type, advice(name, type));
            } else if (parameter.getAnnotation(TensorType.class) != null) {
                javac.report(parameter, Diagnostic.TENSOR_TYPE_ON_NUMBER, name, type);
            } else {
                graph.builder().primitiveParameter(name, Scalars.javaName(type.getKind()));
                scope.bind(parameter, new RuntimeScalar(name, type.getKind(), true));
            }
        }
        requireBoundSymbols(declared);
    }

    private String advice(String name, TypeMirror type) {
        return switch (type.getKind()) {
            case BOOLEAN ->
                "write a kernel for each case, or take a number: select(greater(fillV2(" + name
                        + "), 0), x, y) chooses by it; for good, use a static final constant";
            case BYTE, SHORT, CHAR -> "use int";
            case ARRAY -> "use Tensor; where all tensors are f32, the generated class has a form that takes float[]";
            default -> "use Tensor, float, double, int or long";
        };
    }

    private Optional<ValueType> tensorType(VariableElement parameter) {
        TensorType annotation = parameter.getAnnotation(TensorType.class);
        if (annotation == null) {
            return Optional.of(openType(parameter, DType.F32));
        }
        String text = annotation.value();
        Matcher open = OPEN.matcher(text);
        if (open.matches() && DType.byText(open.group(1)).isPresent()) {
            return Optional.of(openType(parameter, DType.byText(open.group(1)).get()));
        }
        Optional<ValueType> type = ValueType.parse(withNamedPack(parameter, text))
                .filter(parsed -> !parsed.shape().isOpen())
                .filter(Signature::hasPackInFront)
                .filter(parsed -> parsed.shape().dims().stream().noneMatch(Signature::isNegative))
                .filter(parsed -> !parsed.shape().isTooLarge());
        if (type.isEmpty()) {
            javac.report(
                    annotationValue(javac, parameter, TensorType.class),
                    Diagnostic.BAD_TENSOR_TYPE,
                    Javac.shortened(text),
                    misreading(text));
        }
        return type;
    }

    /** Dots without a name are called as the parameter, but never as those of another parameter. */
    private String withNamedPack(VariableElement parameter, String text) {
        Matcher unnamed = UNNAMED_PACK.matcher(text);
        if (!unnamed.matches()) {
            return text;
        }
        Set<String> taken = new HashSet<>();
        for (VariableElement each : method.getParameters()) {
            TensorType annotation = each.getAnnotation(TensorType.class);
            Matcher named = PACK.matcher(annotation == null ? "" : annotation.value());
            while (named.find()) {
                taken.add(named.group(1));
            }
        }
        for (VariableElement each : method.getParameters()) {
            String name = NO_LETTER_OF_DIMS.matcher(each.getSimpleName()).replaceAll("_");
            while (!taken.add(name)) {
                name += "_";
            }
            if (each.equals(parameter)) {
                return unnamed.group(1) + Dim.Symbol.pack(name) + unnamed.group(2);
            }
        }
        throw new IllegalArgumentException(parameter + " is no parameter of " + method);
    }

    /** A pack is a dim of its own, before all other dims. */
    private static boolean hasPackInFront(ValueType type) {
        return type.shape().trailing().stream()
                .flatMap(dim -> dim.symbols().stream())
                .noneMatch(symbol -> new Dim.Symbol(symbol).isPack());
    }

    private static ValueType openType(VariableElement parameter, DType dtype) {
        Set<String> name = Set.of(parameter.getSimpleName().toString());
        return new ValueType(dtype, Shape.broadcastOf(new TreeSet<>(name)));
    }

    private static boolean isNegative(Dim dim) {
        return dim instanceof Dim.Constant constant && constant.size() < 0;
    }

    /** A symbol gets its size from an axis that is a multiple of it; an expression over others can only be checked. */
    private void requireBoundSymbols(Map<VariableElement, ValueType> declared) {
        Set<Dim> bound = new HashSet<>();
        for (ValueType type : declared.values()) {
            type.shape().dims().forEach(dim -> dim.multipleOf().ifPresent(bound::add));
        }
        declared.forEach((parameter, type) -> {
            for (Dim dim : type.shape().dims()) {
                for (String symbol : dim.symbols()) {
                    if (bound.add(new Dim.Symbol(symbol))) {
                        javac.report(
                                annotationValue(javac, parameter, TensorType.class),
                                Diagnostic.UNBOUND_DIM,
                                symbol,
                                dim,
                                parameter.getSimpleName());
                    }
                }
            }
        });
    }

    private static String misreading(String text) {
        int bracket = text.indexOf('[');
        String dtype = bracket < 0 ? text.strip() : text.substring(0, bracket).strip();
        if (DType.byText(dtype).isEmpty()) {
            return "the dtypes are "
                    + Arrays.stream(DType.values()).map(DType::text).collect(Collectors.joining(", "));
        }
        if (ValueType.parse(text).filter(type -> type.shape().isTooLarge()).isPresent()) {
            return "no memory can hold so many elements";
        }
        if (bracket >= 0 && text.contains("..")) {
            return "the dots stand once, before the other dims, with or without a name: f32[..., d], f32[b..., d]";
        }
        return bracket < 0 || !text.strip().endsWith("]")
                ? "the dims stand in brackets"
                : "a dim is a name of ASCII letters, digits and _, a number or a sum such as n + m, and at most 8 dims are"
                        + " separated by commas";
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

    /** The record that is returned, if the result is one. */
    Optional<ResultRecord> record() {
        if (resultComponents().isEmpty()) {
            return Optional.empty();
        }
        Element record = ((DeclaredType) method.getReturnType()).asElement();
        List<String> names = new ArrayList<>();
        for (Element scope = record; scope instanceof TypeElement; scope = scope.getEnclosingElement()) {
            names.add(0, scope.getSimpleName().toString());
        }
        PackageElement within = javac.environment().getElementUtils().getPackageOf(record);
        return Optional.of(new ResultRecord(within.getQualifiedName().toString(), names));
    }

    /** The components of the record that is returned; empty if the result is none. */
    List<? extends RecordComponentElement> resultComponents() {
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
