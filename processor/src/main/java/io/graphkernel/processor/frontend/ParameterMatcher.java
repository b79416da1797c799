package io.graphkernel.processor.frontend;

import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpParameter.Kind;
import io.graphkernel.processor.op.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds the op's parameter that each parameter of a Java method stands for. The methods have the parameters of the row
 * in its order, but for a list of tensors, which is last; overloads leave out parameters that have a default.
 */
final class ParameterMatcher {

    private final Javac javac;
    private final OpRow row;

    ParameterMatcher(Javac javac, OpRow row) {
        this.javac = javac;
        this.row = row;
    }

    /** The row's parameter for each Java parameter; empty if the method is not made from this row. */
    Optional<List<OpParameter>> match(ExecutableElement method) {
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
        boolean number = type.getKind() == TypeKind.DOUBLE || type.getKind() == TypeKind.LONG;
        return switch (parameter.kind()) {
            case TENSOR, OPTIONAL_TENSOR -> javac.isTensor(type) || parameter.orNumber() && number;
            case TENSORS -> type instanceof ArrayType array && javac.isTensor(array.getComponentType());
            case NUMBER -> javac.isTensor(type) || number && isOfType(parameter, type);
            case AXIS -> type.getKind() == TypeKind.INT;
            case AXES -> type.getKind() == TypeKind.INT || isArrayOf(type, TypeKind.INT);
            case INTS, LONGS, DIMS -> isArrayOf(type, TypeKind.INT) || isArrayOf(type, TypeKind.LONG);
            case DIM, LONG -> type.getKind() == TypeKind.INT || type.getKind() == TypeKind.LONG;
            case BOOLEAN -> type.getKind() == TypeKind.BOOLEAN;
            case ENUM -> javac.isClass(type, Names.RUNTIME + parameter.enumType());
            case TEXT -> javac.isClass(type, String.class.getName());
            case DTYPE -> javac.isClass(type, Names.DTYPE);
        };
    }

    /** Whole numbers, such as seeds, are {@code long}; a {@code long} is never a fraction's first choice. */
    private static boolean isOfType(OpParameter parameter, TypeMirror type) {
        boolean whole = parameter.dtype() == OpDtype.I64 || parameter.dtype() == OpDtype.INDEX;
        return type.getKind() == TypeKind.LONG || !whole;
    }

    private static boolean isArrayOf(TypeMirror type, TypeKind component) {
        return type instanceof ArrayType array && array.getComponentType().getKind() == component;
    }
}
