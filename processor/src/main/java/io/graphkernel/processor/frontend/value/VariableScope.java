package io.graphkernel.processor.frontend.value;

import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import javax.lang.model.element.Element;

/** Values of a method's variables at the statement being read. */
public final class VariableScope {

    private final Map<Element, SymbolicValue> values = new LinkedHashMap<>();
    private final Set<Element> rejected = new HashSet<>();

    public void bind(Element variable, SymbolicValue value) {
        rejected.remove(variable);
        values.put(variable, value);
    }

    /**
     * Returns a copy of this scope with other values.
     *
     * @param conversion function from a variable and its value in this scope to its value in the copy
     */
    public VariableScope copy(BiFunction<Element, SymbolicValue, SymbolicValue> conversion) {
        VariableScope copy = new VariableScope();
        values.forEach((variable, value) -> copy.values.put(variable, conversion.apply(variable, value)));
        copy.rejected.addAll(rejected);
        return copy;
    }

    /** Removes a variable. */
    public void unbind(Element variable) {
        values.remove(variable);
    }

    /** Removes the value of a variable after an error. Later reads are not reported. */
    public void reject(Element variable) {
        values.remove(variable);
        rejected.add(variable);
    }

    /**
     * Returns the value of a variable.
     *
     * @param variable a local variable, a parameter, or another element
     * @return its value; empty if it is not a variable of this method
     * @throws RejectedTreeException if its last assignment was rejected
     */
    public Optional<SymbolicValue> find(Element variable) throws RejectedTreeException {
        if (rejected.contains(variable)) {
            throw new RejectedTreeException();
        }
        return Optional.ofNullable(values.get(variable));
    }
}
