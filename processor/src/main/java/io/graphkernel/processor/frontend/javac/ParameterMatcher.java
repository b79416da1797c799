package io.graphkernel.processor.frontend.javac;

import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Mapping from the parameters of a Java method to those of its op. The methods have the parameters of the row in order,
 * except that a list of tensors is last. Overloads omit parameters with a default.
 */
public final class ParameterMatcher {

    private static final Set<TypeKind> NUMBERS = Set.of(TypeKind.INT, TypeKind.LONG, TypeKind.FLOAT, TypeKind.DOUBLE);

    private final Javac javac;
    private final OpRow row;

    public ParameterMatcher(Javac javac, OpRow row) {
        this.javac = javac;
        this.row = row;
    }

    /** Returns the row's parameter for each Java parameter; empty if the method is not generated from this row. */
    public Optional<List<OpParameter>> match(ExecutableElement method) {
        List<OpParameter> open = new ArrayList<>(row.parameters());
        List<OpParameter> matched = new ArrayList<>();
        for (VariableElement parameter : method.getParameters()) {
            Optional<OpParameter> next = open.stream()
                    .filter(candidate -> takes(candidate, parameter.asType()))
                    .findFirst();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            open.remove(next.get());
            matched.add(next.get());
        }
        boolean complete = open.stream().allMatch(ParameterMatcher::canBeLeftOut);
        return complete ? Optional.of(matched) : Optional.empty();
    }

    private static boolean canBeLeftOut(OpParameter parameter) {
        return parameter.defaultValue().isPresent()
                || parameter.kind() == Kind.OPTIONAL_TENSOR
                || parameter.kind() == Kind.AXES
                || parameter.kind() == Kind.DTYPE;
    }

    private boolean takes(OpParameter parameter, TypeMirror type) {
        boolean number = NUMBERS.contains(type.getKind());
        return switch (parameter.kind()) {
            case TENSOR, OPTIONAL_TENSOR -> javac.isTensor(type) || parameter.orNumber() && number;
            case TENSORS -> type instanceof ArrayType array && javac.isTensor(array.getComponentType());
            case NUMBER -> javac.isTensor(type) || number && isOfType(parameter, type);
            case AXIS -> type.getKind() == TypeKind.INT;
            case AXES -> type.getKind() == TypeKind.INT || isArrayOf(type, TypeKind.INT);
            case INTS ->
                type.getKind() == TypeKind.INT || isArrayOf(type, TypeKind.INT) || isArrayOf(type, TypeKind.LONG);
            case LONGS, DIMS -> isArrayOf(type, TypeKind.INT) || isArrayOf(type, TypeKind.LONG);
            case DIM, LONG -> type.getKind() == TypeKind.INT || type.getKind() == TypeKind.LONG;
            case BOOLEAN -> type.getKind() == TypeKind.BOOLEAN;
            case ENUM -> javac.isClass(type, RuntimeTypeNames.RUNTIME + parameter.enumType());
            case TEXT -> javac.isClass(type, String.class.getName());
            case DTYPE -> javac.isClass(type, RuntimeTypeNames.DTYPE);
        };
    }

    /**
     * Returns true if the type matches. Integers, such as seeds, are {@code long}; a fraction does not prefer {@code
     * long}.
     */
    private static boolean isOfType(OpParameter parameter, TypeMirror type) {
        boolean whole = parameter.dtype() == OpDtype.I64 || parameter.dtype() == OpDtype.INDEX;
        return type.getKind() == TypeKind.LONG || !whole;
    }

    private static boolean isArrayOf(TypeMirror type, TypeKind component) {
        return type instanceof ArrayType array && array.getComponentType().getKind() == component;
    }
}
