package io.graphkernel.processor.frontend;

import io.graphkernel.annotations.Length;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;

/** The lists and arrays that a kernel knows: those of tensors and those of records. */
final class ListTypes {

    private final Javac javac;

    ListTypes(Javac javac) {
        this.javac = javac;
    }

    /** The type of the elements; empty if the type is no such list. */
    Optional<TypeMirror> element(TypeMirror type) {
        TypeMirror element = null;
        if (type instanceof ArrayType array) {
            element = array.getComponentType();
        } else if (javac.isClass(type, Names.LIST)) {
            List<? extends TypeMirror> arguments = ((DeclaredType) type).getTypeArguments();
            element = arguments.isEmpty() ? null : bound(arguments.get(0));
        }
        return Optional.ofNullable(element).filter(each -> javac.isTensor(each) || javac.isRecord(each));
    }

    /** The most that is known of a type argument, or of what javac makes of a wildcard. */
    static TypeMirror bound(TypeMirror type) {
        if (type instanceof WildcardType wildcard) {
            return wildcard.getExtendsBound();
        }
        return type instanceof TypeVariable variable ? variable.getUpperBound() : type;
    }

    /** The declared number of elements; empty if there is no annotation. */
    static Optional<Integer> length(Part list) {
        return Optional.ofNullable(list.element().getAnnotation(Length.class)).map(Length::value);
    }
}
