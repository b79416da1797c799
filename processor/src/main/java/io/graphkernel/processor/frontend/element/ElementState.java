package io.graphkernel.processor.frontend.element;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;

/** Variables of the method being read, at the current statement. */
final class ElementState {

    private Map<Element, ElementValue> variables = new LinkedHashMap<>();
    private final Set<ExecutableElement> calls = new LinkedHashSet<>();
    private final Set<Element> locals = new HashSet<>();

    Map<Element, ElementValue> variables() {
        return variables;
    }

    /** Returns a copy of the variables, for a branch. */
    Map<Element, ElementValue> copy() {
        return new LinkedHashMap<>(variables);
    }

    void enter(Map<Element, ElementValue> values) {
        variables = values;
    }

    ElementValue find(Element variable) {
        return variables.get(variable);
    }

    void bind(Element variable, ElementValue value) {
        locals.add(variable);
        variables.put(variable, value);
    }

    /** Declares a variable without a value. */
    void declare(Element variable) {
        locals.add(variable);
    }

    /** Returns true if the function declares the variable; others belong to the kernel method. */
    boolean declares(Element variable) {
        return locals.contains(variable);
    }

    /** Returns the methods being read, outermost first. */
    Set<ExecutableElement> calls() {
        return calls;
    }
}
