package io.graphkernel.processor.frontend.element;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementValue.Captured;
import io.graphkernel.processor.frontend.element.ElementValue.Choice;
import io.graphkernel.processor.frontend.element.ElementValue.Components;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Elements;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.element.ElementValue.Undetermined;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.Members;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Types of variables, parameters and results in element functions. */
final class ElementTypes {

    private final Javac javac;
    private final ElementArithmetic arithmetic;

    ElementTypes(Javac javac, ElementArithmetic arithmetic) {
        this.javac = javac;
        this.arithmetic = arithmetic;
    }

    /** Returns the type of the method that a lambda or method reference implements. */
    static ExecutableType function(Javac javac, TreePath argument) throws RejectedTreeException {
        if (!(javac.type(argument) instanceof DeclaredType type)) {
            throw new RejectedTreeException();
        }
        ExecutableElement method =
                ElementFilter.methodsIn(type.asElement().getEnclosedElements()).get(0);
        return (ExecutableType) javac.environment().getTypeUtils().asMemberOf(type, method);
    }

    /** Returns true for a record that contains itself, or another record that does. */
    static boolean isRecursive(Javac javac, TypeMirror type) {
        return isRecursive(javac, type, new HashSet<>());
    }

    private static boolean isRecursive(Javac javac, TypeMirror type, Set<Element> around) {
        if (!javac.isRecord(type)) {
            return false;
        }
        Element record = ((DeclaredType) type).asElement();
        if (!around.add(record)) {
            return true;
        }
        boolean isRecursive =
                Members.components(type).stream().anyMatch(component -> isRecursive(javac, component.asType(), around));
        around.remove(record);
        return isRecursive;
    }

    /** Returns the primitive type of a number or boolean, also of a boxed one. */
    Optional<TypeKind> primitive(TypeMirror type) {
        if (type.getKind().isPrimitive()) {
            return Optional.of(type.getKind());
        }
        if (type.getKind() != TypeKind.DECLARED) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    javac.environment().getTypeUtils().unboxedType(type).getKind());
        } catch (IllegalArgumentException notABox) {
            return Optional.empty();
        }
    }

    /** Converts a value to the type of a variable, a parameter or a result. */
    ElementValue as(TypeMirror type, TreePath path, ElementValue value) throws RejectedTreeException {
        Optional<TypeKind> primitive = primitive(type);
        if (primitive.isPresent() && (value instanceof Constant || value instanceof Scalar)) {
            return arithmetic.convert(value, primitive.get());
        }
        boolean fits = javac.isRecord(type) && value instanceof Components
                || isChoice(type) && value instanceof Choice
                || type.getKind() == TypeKind.ARRAY && value instanceof Elements;
        if (primitive.isEmpty() && fits) {
            return value;
        }
        throw value instanceof Captured ? captured(path) : unsupported(path, type, value);
    }

    /** Checks the declared type of a variable. */
    void requireSupported(TreePath path, TypeMirror type) throws RejectedTreeException {
        boolean isArray = type instanceof ArrayType array
                && (primitive(array.getComponentType()).isPresent() || isChoice(array.getComponentType()));
        if (primitive(type).isEmpty() && !javac.isRecord(type) && !isChoice(type) && !isArray) {
            throw unsupported(path, type);
        }
    }

    /** Returns true for an enum and for {@code String}, whose values are known at compile time. */
    boolean isChoice(TypeMirror type) {
        return javac.isEnum(type) || javac.isClass(type, String.class.getName());
    }

    RejectedTreeException unsupported(TreePath path, TypeMirror type) {
        return javac.isTensor(type) ? captured(path) : javac.reject(path, Diagnostic.ELEMENT_TYPE, type);
    }

    /** Reports a value of an unsupported type, or one that depends on elements. */
    RejectedTreeException unsupported(TreePath path, TypeMirror type, ElementValue value) {
        return value instanceof Undetermined ? undetermined(path) : unsupported(path, type);
    }

    /** Reports an enum constant, string or array that depends on elements. */
    RejectedTreeException undetermined(TreePath path) {
        return javac.reject(path, Diagnostic.ELEMENT_UNDETERMINED, Javac.text(path.getLeaf()));
    }

    /** Reports a variable of the kernel method that is not a number. */
    RejectedTreeException captured(TreePath path) {
        return javac.reject(path, Diagnostic.ELEMENT_CAPTURE, Javac.text(path.getLeaf()));
    }
}
