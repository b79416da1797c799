package io.graphkernel.processor.frontend.signature;

import io.graphkernel.annotations.Variants;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import io.graphkernel.processor.frontend.kernel.VariantParameter;
import io.graphkernel.processor.frontend.kernel.VariantType;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of the parameters that choose between compiled variants: {@code boolean}, enum and {@code String}. */
public final class VariantReader {

    /** Maximum number of variants of a method, each of which is compiled for all targets. */
    private static final int MAX_VARIANTS = 32;

    private final Javac javac;

    public VariantReader(Javac javac) {
        this.javac = javac;
    }

    /** Returns true if parameters of a type choose between variants. */
    public static boolean isChoice(Javac javac, TypeMirror type) {
        return type.getKind() == TypeKind.BOOLEAN || javac.isEnum(type) || javac.isClass(type, String.class.getName());
    }

    /**
     * Returns the parameters of a method that choose.
     *
     * @param method a method annotated with {@code @GraphKernel}
     * @return the parameters in order; empty if javac cannot resolve an annotation
     * @throws RejectedTreeException if a parameter has an error, which is reported
     */
    public Optional<List<VariantParameter>> read(ExecutableElement method) throws RejectedTreeException {
        int errors = javac.errorCount();
        List<VariantParameter> parameters = new ArrayList<>();
        for (VariableElement parameter : method.getParameters()) {
            if (!Javac.hasKnownValues(parameter)) {
                return Optional.empty();
            }
            if (isChoice(javac, parameter.asType())) {
                int position = method.getParameters().indexOf(parameter);
                parameters.add(new VariantParameter(
                        parameter.getSimpleName().toString(), position, type(parameter.asType()), values(parameter)));
            } else if (parameter.getAnnotation(Variants.class) != null) {
                javac.report(parameter, Diagnostic.VARIANTS_OF_TYPE, parameter.getSimpleName(), parameter.asType());
            }
        }
        long count = parameters.stream()
                .mapToLong(parameter -> parameter.values().size())
                .reduce(1, (product, size) -> Math.min(product * size, Integer.MAX_VALUE));
        if (count > MAX_VARIANTS) {
            String names = parameters.stream()
                    .map(parameter ->
                            parameter.name() + " (" + parameter.values().size() + ")")
                    .collect(Collectors.joining(", "));
            javac.report(method, Diagnostic.TOO_MANY_VARIANTS, method.getSimpleName(), count, names, MAX_VARIANTS);
        }
        if (javac.errorCount() > errors) {
            throw new RejectedTreeException();
        }
        return Optional.of(List.copyOf(parameters));
    }

    private List<String> values(VariableElement parameter) {
        TypeMirror type = parameter.asType();
        Variants annotation = parameter.getAnnotation(Variants.class);
        if (annotation == null) {
            if (javac.isClass(type, String.class.getName())) {
                Object name = parameter.getSimpleName();
                String example = "@Variants({\"first\", \"second\"}) String " + name;
                javac.report(parameter, Diagnostic.VARIANTS_MISSING, name, example);
                return List.of();
            }
            return known(type);
        }
        List<String> values = List.of(annotation.value());
        SourcePosition position = javac.annotationValue(parameter, Variants.class, "value");
        Object name = parameter.getSimpleName();
        if (values.isEmpty()) {
            javac.report(position, Diagnostic.VARIANT_VALUE, name, "it has no value", "list at least one value");
        }
        List<String> known = known(type);
        Set<String> seen = new HashSet<>();
        for (String value : values) {
            String text = Javac.shortened(value);
            if (!javac.isClass(type, String.class.getName()) && !known.contains(value)) {
                String listed = String.join(", ", known);
                javac.report(
                        position,
                        Diagnostic.VARIANT_VALUE,
                        name,
                        "'" + text + "' is not a value of " + type,
                        "use values of " + listed);
            } else if (!seen.add(value)) {
                javac.report(
                        position,
                        Diagnostic.VARIANT_VALUE,
                        name,
                        "'" + text + "' is listed twice",
                        "list each value once");
            }
        }
        return values;
    }

    /** Returns the values of a {@code boolean} or of an enum; none of a {@code String}. */
    private List<String> known(TypeMirror type) {
        if (type.getKind() == TypeKind.BOOLEAN) {
            return List.of("false", "true");
        }
        return ((DeclaredType) type)
                .asElement().getEnclosedElements().stream()
                        .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                        .map(member -> member.getSimpleName().toString())
                        .toList();
    }

    private VariantType type(TypeMirror type) {
        if (type.getKind() == TypeKind.BOOLEAN) {
            return new VariantType(VariantType.Kind.BOOLEAN, "", List.of());
        }
        if (!javac.isEnum(type)) {
            return new VariantType(VariantType.Kind.STRING, "", List.of());
        }
        Element declaration = ((DeclaredType) type).asElement();
        List<String> names = new ArrayList<>();
        for (Element scope = declaration; scope instanceof TypeElement; scope = scope.getEnclosingElement()) {
            names.add(0, scope.getSimpleName().toString());
        }
        String within = javac.environment()
                .getElementUtils()
                .getPackageOf(declaration)
                .getQualifiedName()
                .toString();
        return new VariantType(VariantType.Kind.ENUM, within, names);
    }

    /** Returns the value of a parameter in the body of a variant. */
    SymbolicValue value(TypeMirror type, String text) {
        if (type.getKind() == TypeKind.BOOLEAN) {
            return new ConstantValue(Boolean.valueOf(text));
        }
        if (!javac.isEnum(type)) {
            return new TextValue(text);
        }
        return javac.isClass(type, RuntimeTypeNames.DTYPE)
                ? new DTypeValue(DataType.valueOf(text))
                : new EnumValue(((DeclaredType) type).asElement().toString(), text);
    }

    /** Returns the text of a constant that a kernel passes to a parameter; empty if it is not a constant. */
    public static Optional<String> text(SymbolicValue value) {
        if (value instanceof ConstantValue constant && constant.value() instanceof Boolean known) {
            return Optional.of(known.toString());
        }
        if (value instanceof TextValue text) {
            return Optional.of(text.text());
        }
        if (value instanceof DTypeValue dtype) {
            return Optional.of(dtype.dtype().name());
        }
        return value instanceof EnumValue constant ? Optional.of(constant.constant()) : Optional.empty();
    }
}
