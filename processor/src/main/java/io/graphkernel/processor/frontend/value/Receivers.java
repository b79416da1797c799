package io.graphkernel.processor.frontend.value;

import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/** The object of an instance method that is being read. Its variable is the record or enum that declares the method. */
public final class Receivers {

    private Receivers() {}

    /**
     * Returns true for an instance method of a record, or of an enum whose constants cannot override it. Its body is known
     * for each object.
     */
    public static boolean isKnown(ExecutableElement method) {
        Element owner = method.getEnclosingElement();
        boolean isFinal = owner.getKind() == ElementKind.RECORD
                || owner.getKind() == ElementKind.ENUM && owner.getModifiers().contains(Modifier.FINAL);
        return isFinal && !method.getModifiers().contains(Modifier.STATIC);
    }

    /** Returns the component that a name reads by itself: a field of the record, or its accessor. */
    static Optional<SymbolicValue> component(Map<Element, SymbolicValue> variables, Element element) {
        Element owner = element == null ? null : element.getEnclosingElement();
        boolean isMember = owner != null
                && owner.getKind() == ElementKind.RECORD
                && !element.getModifiers().contains(Modifier.STATIC)
                && (element.getKind() == ElementKind.FIELD
                        || element instanceof ExecutableElement method
                                && method.getParameters().isEmpty());
        return isMember && variables.get(owner) instanceof RecordValue record
                ? Optional.ofNullable(
                        record.components().get(element.getSimpleName().toString()))
                : Optional.empty();
    }
}
