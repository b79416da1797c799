package io.graphkernel.processor.frontend.signature;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.kernel.ClassElements;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;

/** Check of a method's records and lists against the types that a kernel method supports. */
final class AggregateChecks {

    private final Javac javac;
    private final ListTypes lists;
    private final ExecutableElement method;
    private final Members members;

    AggregateChecks(Javac javac, ExecutableElement method, Members members) {
        this.javac = javac;
        this.lists = new ListTypes(javac);
        this.method = method;
        this.members = members;
    }

    /** Returns true if javac cannot resolve a type in the parameters or the result. */
    boolean isUnresolved() {
        return isUnresolved(method.getReturnType(), new LinkedHashSet<>())
                || method.getParameters().stream()
                        .anyMatch(parameter -> !Javac.hasKnownValues(parameter)
                                || isUnresolved(parameter.asType(), new LinkedHashSet<>()));
    }

    private boolean isUnresolved(TypeMirror type, Set<Element> seen) {
        if (type instanceof ArrayType array) {
            return isUnresolved(array.getComponentType(), seen);
        }
        if (javac.isError(type)) {
            return true;
        }
        if (javac.isRecord(type)) {
            return seen.add(((DeclaredType) type).asElement())
                    && Members.components(type).stream()
                            .anyMatch(component ->
                                    !Javac.hasKnownValues(component) || isUnresolved(component.asType(), seen));
        }
        return type instanceof DeclaredType declared
                && declared.getTypeArguments().stream()
                        .map(argument ->
                                argument instanceof WildcardType wildcard ? wildcard.getExtendsBound() : argument)
                        .anyMatch(argument -> argument != null && isUnresolved(argument, seen));
    }

    /**
     * Reports unsupported types in a parameter or the result; returns true if there are none.
     *
     * @param whole a parameter or the result
     * @param position position for messages about records
     */
    boolean isSound(SignatureElement whole, SourcePosition position) {
        return isSound(whole, position, new LinkedHashSet<>());
    }

    private boolean isSound(SignatureElement component, SourcePosition position, Set<Element> around) {
        Optional<TypeMirror> element = lists.element(component.type());
        Optional<Integer> length = ListTypes.length(component);
        if (element.isEmpty() && length.isEmpty()) {
            return !javac.isRecord(component.type()) || isSoundRecord(component, position, around);
        }
        if (element.isEmpty()) {
            javac.report(members.position(component), Diagnostic.LENGTH_OF_NO_LIST, component.path(), component.type());
        } else if (length.isEmpty()) {
            javac.report(members.position(component), Diagnostic.LENGTH_MISSING, component.path());
        } else if (length.get() < 0 || length.get() > Signature.MAX_LEAVES) {
            javac.report(
                    members.position(component),
                    Diagnostic.LENGTH_OUT_OF_RANGE,
                    component.path(),
                    length.get(),
                    Signature.MAX_LEAVES);
        } else {
            SignatureElement first = component.element(0, element.get());
            return !javac.isRecord(first.type()) || isSoundRecord(first, position, around);
        }
        return false;
    }

    private boolean isSoundRecord(SignatureElement element, SourcePosition position, Set<Element> around) {
        TypeElement record = (TypeElement) ((DeclaredType) element.type()).asElement();
        if (!record.getTypeParameters().isEmpty()) {
            javac.report(position, Diagnostic.GENERIC_RECORD, record.getSimpleName(), element.path());
            return false;
        }
        if (!around.add(record)) {
            javac.report(position, Diagnostic.RECURSIVE_RECORD, record.getSimpleName(), element.path());
            return false;
        }
        Elements elements = javac.environment().getElementUtils();
        boolean near = elements.getPackageOf(record).equals(elements.getPackageOf(method));
        for (Element scope = record; scope instanceof TypeElement; scope = scope.getEnclosingElement()) {
            if (scope.getModifiers().contains(Modifier.PRIVATE)
                    || !near && scope.getModifiers().contains(Modifier.PROTECTED)) {
                String generated = ClassElements.generatedName((TypeElement) method.getEnclosingElement());
                javac.report(position, Diagnostic.HIDDEN_RECORD, record.getSimpleName(), generated);
                return false;
            }
        }
        List<SignatureElement> components = members.children(element);
        boolean sound = components.stream().allMatch(component -> isSound(component, position, around));
        around.remove(record);
        return sound;
    }
}
