package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ArrayValue;
import io.graphkernel.processor.frontend.Value.RecordValue;
import java.util.List;
import java.util.stream.IntStream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * The constructors and accessors of records, which a kernel does not run: those that a user has written are refused. Of a
 * record in a class file nobody knows who has written them.
 */
final class RecordMethods {

    private final Javac javac;
    private final ListTypes lists;

    RecordMethods(Javac javac) {
        this.javac = javac;
        this.lists = new ListTypes(javac);
    }

    /** Whether a constructor takes the components. */
    boolean isCanonical(ExecutableElement constructor) {
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

    /** Refuses an expression that makes a record by a constructor with a body. */
    void requirePlainConstructor(TreePath path, TypeElement record) throws Rejected {
        for (ExecutableElement constructor : ElementFilter.constructorsIn(record.getEnclosedElements())) {
            if (isCanonical(constructor) && isWritten(constructor)) {
                throw javac.reject(path, Diagnostic.RECORD_CONSTRUCTOR, record.getSimpleName());
            }
        }
    }

    /** Refuses an expression that makes a record like another one, and those in it. */
    void requirePlainConstructors(TreePath path, TypeMirror type, Value value) throws Rejected {
        if (value instanceof ArrayValue array && !array.elements().isEmpty()) {
            requirePlainConstructors(
                    path, lists.element(type).orElse(type), array.elements().get(0));
        } else if (value instanceof RecordValue record) {
            requirePlainConstructor(path, (TypeElement) ((DeclaredType) type).asElement());
            for (RecordComponentElement component : Members.components(type)) {
                Value inner = record.components().get(component.getSimpleName().toString());
                requirePlainConstructors(path, component.asType(), inner);
            }
        }
    }

    /** Refuses an expression that reads a component, of a record that a kernel makes, by an accessor with a body. */
    void requirePlainAccessor(TreePath path, RecordComponentElement component) throws Rejected {
        if (isWritten(component.getAccessor())) {
            throw javac.reject(
                    path,
                    Diagnostic.RECORD_ACCESSOR,
                    component.getEnclosingElement().getSimpleName(),
                    component.getSimpleName());
        }
    }

    /** Refuses to hand a record, or a list of them, to another kernel, which reads all of it. */
    void requirePlainAccessors(TreePath path, TypeMirror type, Value value) throws Rejected {
        if (value instanceof ArrayValue array) {
            TypeMirror element = lists.element(type).orElse(type);
            for (Value each : array.elements()) {
                requirePlainAccessors(path, element, each);
            }
        } else if (value instanceof RecordValue record) {
            for (RecordComponentElement component : Members.components(type)) {
                if (record.made()) {
                    requirePlainAccessor(path, component);
                }
                Value inner = record.components().get(component.getSimpleName().toString());
                requirePlainAccessors(path, component.asType(), inner);
            }
        }
    }

    /** The origin alone does not tell: javac calls the accessors that it makes explicit. They have no tree. */
    private boolean isWritten(ExecutableElement method) {
        return javac.trees().getTree(method) != null
                && javac.environment().getElementUtils().getOrigin(method) == Elements.Origin.EXPLICIT;
    }
}
