package io.graphkernel.processor.frontend.signature;

import io.graphkernel.annotations.Length;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;

/** Supported lists and arrays: of tensors or records, and arrays of numbers, enum constants or strings. */
public final class ListTypes {

    private final Javac javac;

    public ListTypes(Javac javac) {
        this.javac = javac;
    }

    /** Returns the element type; empty if the type is not an array or list of tensors or records. */
    public Optional<TypeMirror> element(TypeMirror type) {
        TypeMirror element = null;
        if (type instanceof ArrayType array) {
            element = array.getComponentType();
        } else if (javac.isClass(type, RuntimeTypeNames.LIST)) {
            List<? extends TypeMirror> arguments = ((DeclaredType) type).getTypeArguments();
            element = arguments.isEmpty() ? null : bound(arguments.get(0));
        }
        return Optional.ofNullable(element).filter(candidate -> javac.isTensor(candidate) || javac.isRecord(candidate));
    }

    /** Returns the upper bound of a type argument, or of javac's capture of a wildcard. */
    public static TypeMirror bound(TypeMirror type) {
        if (type instanceof WildcardType wildcard) {
            return wildcard.getExtendsBound();
        }
        return type instanceof TypeVariable variable ? variable.getUpperBound() : type;
    }

    /** Returns the declared number of elements; empty without an annotation. */
    public static Optional<Integer> length(SignatureElement list) {
        return Optional.ofNullable(list.element().getAnnotation(Length.class)).map(Length::value);
    }

    /**
     * Returns true if a variable of a kernel method may have this type: an array of numbers, enum constants or strings,
     * or an array or list of tensors or records.
     */
    public boolean isSupported(TypeMirror type) {
        return type instanceof ArrayType array && isConstant(array.getComponentType())
                || element(type).isPresent()
                || isGrowable(type);
    }

    /** Returns true for the elements of arrays that are resolved at compile time. */
    private boolean isConstant(TypeMirror type) {
        return type.getKind().isPrimitive()
                || javac.isEnum(type)
                || javac.isClass(type, String.class.getName())
                || type instanceof ArrayType inner && isConstant(inner.getComponentType());
    }

    /** Returns true for an {@code ArrayList} of tensors or records. */
    private boolean isGrowable(TypeMirror type) {
        return javac.isClass(type, RuntimeTypeNames.ARRAY_LIST)
                && type instanceof DeclaredType declared
                && declared.getTypeArguments().stream()
                        .map(ListTypes::bound)
                        .anyMatch(element -> element != null && (javac.isTensor(element) || javac.isRecord(element)));
    }
}
