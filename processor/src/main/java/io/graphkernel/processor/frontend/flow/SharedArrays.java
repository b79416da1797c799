package io.graphkernel.processor.frontend.flow;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;

/** Check that bodies which are compiled separately assign elements of arrays and lists of one variable only. */
public final class SharedArrays {

    private final Javac javac;
    private final VariableScope scope;

    public SharedArrays(Javac javac, VariableScope scope) {
        this.javac = javac;
        this.scope = scope;
    }

    /**
     * Rejects a body that assigns elements of an array or list which another variable or a record has, too.
     *
     * @param statements statements of a loop or branch
     */
    public void requireNone(List<TreePath> statements) throws RejectedTreeException {
        Optional<Map.Entry<Element, TreePath>> change = change(statements);
        if (change.isPresent()) {
            throw rejection(javac, change.get().getValue(), change.get().getKey());
        }
    }

    /**
     * Returns an assignment to an element of an array or list which another variable or a record has, too.
     *
     * @param statements statements of a loop or branch
     */
    public Optional<Map.Entry<Element, TreePath>> change(List<TreePath> statements) throws RejectedTreeException {
        for (Map.Entry<Element, TreePath> change :
                AssignedVariables.changed(javac, statements).entrySet()) {
            Element variable = change.getKey();
            boolean isShared = scope.find(variable).orElse(null) instanceof ArrayValue array
                    && array.mutability() != ArrayValue.Mutability.FIXED
                    && other(variable, array).isPresent();
            if (isShared) {
                return Optional.of(change);
            }
        }
        return Optional.empty();
    }

    private Optional<Element> other(Element variable, ArrayValue array) {
        return variable.getKind() == ElementKind.PARAMETER
                ? scope.holder(variable, array)
                : scope.otherVariable(variable, array);
    }

    /**
     * Rejects the change of an array or list that several variables have.
     *
     * @param path the change
     * @param variable one of the variables
     */
    public static RejectedTreeException rejection(Javac javac, TreePath path, Element variable) {
        return javac.reject(
                path,
                Diagnostic.LOOP_ARRAY,
                HiddenVariable.described(variable, "") + " is also the array or list of another variable or record",
                "use one variable for an array or list that a loop or branch changes");
    }
}
