package io.graphkernel.processor.frontend.signature;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * Check for explicit constructors and accessors of records, which generated code would not run. The origin of methods
 * in a class file is unknown.
 */
public final class RecordMethods {

    private final Javac javac;
    private final ListTypes lists;

    public RecordMethods(Javac javac) {
        this.javac = javac;
        this.lists = new ListTypes(javac);
    }

    /** Returns true if a constructor is the canonical one. */
    public boolean isCanonical(ExecutableElement constructor) {
        List<? extends RecordComponentElement> components =
                ((TypeElement) constructor.getEnclosingElement()).getRecordComponents();
        List<? extends VariableElement> parameters = constructor.getParameters();
        return parameters.size() == components.size()
                && IntStream.range(0, components.size())
                        .allMatch(i -> javac.environment()
                                .getTypeUtils()
                                .isSameType(
                                        parameters.get(i).asType(),
                                        components.get(i).asType()));
    }

    /** Rejects the creation of a record whose constructor has a body. */
    public void requirePlainConstructor(TreePath path, TypeElement record) throws RejectedTreeException {
        for (ExecutableElement constructor : ElementFilter.constructorsIn(record.getEnclosedElements())) {
            if (isCanonical(constructor) && isWritten(constructor)) {
                throw javac.reject(path, Diagnostic.RECORD_CONSTRUCTOR, record.getSimpleName());
            }
        }
    }

    /**
     * Rejects an expression that creates a copy of a record whose constructor, or that of a nested record, has a body.
     */
    public void requirePlainConstructors(TreePath path, TypeMirror type, SymbolicValue value)
            throws RejectedTreeException {
        if (value instanceof ArrayValue array && !array.elements().isEmpty()) {
            requirePlainConstructors(
                    path, lists.element(type).orElse(type), array.elements().get(0));
        } else if (value instanceof RecordValue record) {
            requirePlainConstructor(path, (TypeElement) ((DeclaredType) type).asElement());
            for (RecordComponentElement component : Members.components(type)) {
                SymbolicValue inner =
                        record.components().get(component.getSimpleName().toString());
                requirePlainConstructors(path, component.asType(), inner);
            }
        }
    }

    /** Returns the component that a method reads, by name: the class file of a record does not identify its accessors. */
    public static Optional<RecordComponentElement> component(ExecutableElement method) {
        Element owner = method.getEnclosingElement();
        return owner.getKind() == ElementKind.RECORD && method.getParameters().isEmpty()
                ? Members.components(owner.asType()).stream()
                        .<RecordComponentElement>map(component -> component)
                        .filter(component -> component.getSimpleName().equals(method.getSimpleName()))
                        .findFirst()
                : Optional.empty();
    }

    /** Rejects access to a component through an accessor with a body, if the kernel method creates the record. */
    public void requirePlainAccessor(TreePath path, RecordComponentElement component) throws RejectedTreeException {
        if (isWritten(component.getAccessor())) {
            throw javac.reject(
                    path,
                    Diagnostic.RECORD_ACCESSOR,
                    component.getEnclosingElement().getSimpleName(),
                    component.getSimpleName());
        }
    }

    /** Rejects records passed to another kernel method, also in lists, if an accessor has a body. */
    public void requirePlainAccessors(TreePath path, TypeMirror type, SymbolicValue value)
            throws RejectedTreeException {
        if (value instanceof ArrayValue array) {
            TypeMirror element = lists.element(type).orElse(type);
            for (SymbolicValue member : array.elements()) {
                requirePlainAccessors(path, element, member);
            }
        } else if (value instanceof RecordValue record) {
            for (RecordComponentElement component : Members.components(type)) {
                if (record.constructed()) {
                    requirePlainAccessor(path, component);
                }
                SymbolicValue inner =
                        record.components().get(component.getSimpleName().toString());
                requirePlainAccessors(path, component.asType(), inner);
            }
        }
    }

    /**
     * Returns true if a method is in the source. The origin is insufficient: javac marks generated accessors as
     * explicit, but they have no tree.
     */
    private boolean isWritten(ExecutableElement method) {
        return javac.trees().getTree(method) != null
                && javac.environment().getElementUtils().getOrigin(method) == Elements.Origin.EXPLICIT;
    }
}
