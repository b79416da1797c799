package io.graphkernel.processor.frontend;

import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Classes of a round that are rejected, deferred to a later round, or wait for types which this round may generate. */
final class SkippedClasses {

    private final Set<TypeElement> unresolved = new HashSet<>();
    private final Set<TypeElement> hopeless = new HashSet<>();
    private final Set<TypeElement> deferred = new HashSet<>();
    /** Top-level classes in which a tensor is an operand of a Java operator. */
    private final Set<TypeElement> rejected = new HashSet<>();

    /** Defers a class to a later round; until then, no caller reads its methods. */
    void defer(TypeElement type) {
        deferred.add(type);
    }

    /** Returns true if the class of a method is deferred. */
    boolean isDeferred(ExecutableElement method) {
        return deferred.contains(owner(method));
    }

    /** Rejects a class with the top-level class around it, which javac attributes together. */
    void reject(TypeElement type) {
        rejected.add(outermost(type));
    }

    /** Returns true if a type is declared in a rejected class. */
    boolean isRejected(TypeElement type) {
        return rejected.contains(outermost(type));
    }

    /** Returns true if the class of a method is rejected. */
    boolean isRejected(ExecutableElement method) {
        return isRejected(owner(method));
    }

    /** Returns true if a class of this round was rejected. */
    boolean hasRejectedClasses() {
        return !rejected.isEmpty();
    }

    private static TypeElement outermost(TypeElement type) {
        return type.getEnclosingElement() instanceof TypeElement outer ? outermost(outer) : type;
    }

    private static TypeElement owner(ExecutableElement method) {
        return (TypeElement) method.getEnclosingElement();
    }

    /** Returns true if a class uses types that may be generated in this round. */
    boolean isUnresolved(TypeElement type) {
        return unresolved.contains(type) && !hopeless.contains(type);
    }

    /** Returns true if the class of a method uses types that are not known. */
    boolean hasUnknownTypes(ExecutableElement method) {
        return unresolved.contains(owner(method));
    }

    /** Records that the types which a class uses will not be generated, or that it cannot be read. */
    void abandon(TypeElement type) {
        hopeless.add(type);
    }

    /**
     * Records that a method uses types that are not known.
     *
     * @param callers methods being read, which wait for the same types
     * @return the rejection of the method, without a message
     */
    RejectedTreeException unresolved(ExecutableElement method, Collection<ExecutableElement> callers) {
        unresolved.add(owner(method));
        callers.forEach(caller -> unresolved.add(owner(caller)));
        return new RejectedTreeException();
    }
}
