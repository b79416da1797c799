package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.RecordMethods;
import io.graphkernel.processor.frontend.signature.SignatureElement;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue.Mutability;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of record creation, with components that are tensors, numbers, arrays and records. */
final class RecordReader {

    private final Javac javac;
    private final VariableScope scope;
    private final ExpressionReader expressions;

    RecordReader(Javac javac, VariableScope scope, ExpressionReader expressions) {
        this.javac = javac;
        this.scope = scope;
        this.expressions = expressions;
    }

    /** Reads {@code new Pair(x, y)} of a record with a plain constructor. */
    SymbolicValue created(TreePath path, NewClassTree tree) throws RejectedTreeException {
        Element constructor = javac.element(path);
        TypeElement type = (TypeElement) constructor.getEnclosingElement();
        List<? extends RecordComponentElement> components = type.getRecordComponents();
        RecordMethods methods = new RecordMethods(javac);
        if (components.isEmpty() || !methods.isCanonical((ExecutableElement) constructor)) {
            throw expressions.unsupported(path);
        }
        methods.requirePlainConstructor(path, type);
        Map<String, SymbolicValue> values = new LinkedHashMap<>();
        for (int i = 0; i < components.size(); i++) {
            String name = components.get(i).getSimpleName().toString();
            TreePath argument = child(path, tree.getArguments().get(i));
            values.put(name, component(path, components.get(i), argument));
        }
        return new RecordValue(values, true);
    }

    private SymbolicValue component(TreePath creation, RecordComponentElement component, TreePath argument)
            throws RejectedTreeException {
        String name = component.getSimpleName().toString();
        TypeMirror type = component.asType();
        SymbolicValue value = known(argument, expressions.read(argument, name));
        boolean isNumber = type.getKind().isPrimitive() && ScalarReader.isNumber(value);
        if (isNumber) {
            return expressions.conversion().convert(type, argument, value);
        }
        if (!expressions.conversion().isSupported(type)
                || !expressions.conversion().fits(type, value)) {
            throw expressions.unsupported(creation);
        }
        expressions.arrays().requireAssigned(argument, value);
        ArrayReader.requireLength(javac, argument, value, SignatureElement.of(name, component, type));
        return value;
    }

    /**
     * Returns an array or list of loops as one whose elements are known. Its variables have the same value from then on, so
     * that the record has the changes of their elements.
     *
     * @param path its expression
     * @param value an array or list of loops, or another value, which is returned
     * @throws RejectedTreeException if its length is known only at the call
     */
    private SymbolicValue known(TreePath path, SymbolicValue value) throws RejectedTreeException {
        SymbolicValue known = expressions.stepArrays().known(path, value);
        if (known == value) {
            return value;
        }
        List<Element> variables = scope.variables(value);
        // A body does not change an array or list of the code around it through a record.
        SymbolicValue component = variables.isEmpty() || variables.stream().anyMatch(scope::isOuter)
                ? known
                : mutable(path, (ArrayValue) known);
        variables.forEach(variable -> scope.bind(variable, component));
        return component;
    }

    private SymbolicValue mutable(TreePath path, ArrayValue known) {
        boolean isArray = javac.type(path).getKind() == TypeKind.ARRAY;
        List<TreePath> paths = Collections.nCopies(known.elements().size(), path);
        return ArrayValue.mutable(known.elements(), paths, isArray ? Mutability.ASSIGNABLE : Mutability.GROWABLE);
    }
}
