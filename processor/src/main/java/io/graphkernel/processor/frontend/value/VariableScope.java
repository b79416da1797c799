package io.graphkernel.processor.frontend.value;

import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import javax.lang.model.element.Element;

/** Values of a method's variables at the statement being read. */
public final class VariableScope {

    private final Map<Element, SymbolicValue> values = new LinkedHashMap<>();
    private final Set<Element> rejected = new HashSet<>();
    /** Variables of the code around a body. */
    private final Set<Element> outer = new HashSet<>();

    public void bind(Element variable, SymbolicValue value) {
        rejected.remove(variable);
        values.put(variable, value);
    }

    /** Sets the object of the method that is read next; null in a static one. */
    public void enter(Element type, SymbolicValue object) {
        if (object == null) {
            values.remove(type);
        } else {
            values.put(type, object);
        }
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
        copy.outer.addAll(values.keySet());
        return copy;
    }

    /** Returns true in a body for a variable of the code around it. */
    public boolean isOuter(Element variable) {
        return outer.contains(variable);
    }

    /** Returns the variables that have an array or list. */
    public List<Element> variables(SymbolicValue list) {
        return values.entrySet().stream()
                .filter(entry -> entry.getValue() == list)
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns another variable of the same method whose value contains an array or list.
     *
     * @param variable a variable of the method
     * @param list the array or list
     */
    public Optional<Element> otherVariable(Element variable, SymbolicValue list) {
        return values.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(variable))
                .filter(entry -> Objects.equals(entry.getKey().getEnclosingElement(), variable.getEnclosingElement()))
                .filter(entry -> contains(entry.getValue(), list))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /**
     * Returns another variable whose value contains an array or list.
     *
     * @param variable a variable of any method
     * @param list the array or list
     */
    public Optional<Element> holder(Element variable, SymbolicValue list) {
        return values.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(variable))
                .filter(entry -> contains(entry.getValue(), list))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static boolean contains(SymbolicValue value, SymbolicValue list) {
        if (value == list) {
            return true;
        }
        if (value instanceof ArrayValue array) {
            return list instanceof ArrayValue other && array.elements() == other.elements()
                    || array.elements().stream().anyMatch(element -> contains(element, list));
        }
        return value instanceof RecordValue record
                && record.components().values().stream().anyMatch(component -> contains(component, list));
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
     * Returns the value of a variable, also of a component of the record whose method is being read.
     *
     * @param variable a local variable, a parameter, or another element
     * @return its value; empty if it is not a variable of this method
     * @throws RejectedTreeException if its last assignment was rejected
     */
    public Optional<SymbolicValue> find(Element variable) throws RejectedTreeException {
        if (rejected.contains(variable)) {
            throw new RejectedTreeException();
        }
        SymbolicValue value = values.get(variable);
        return value == null ? Receivers.component(values, variable) : Optional.of(value);
    }
}
