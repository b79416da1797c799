package io.graphkernel.processor.frontend.element;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.lang.model.element.Element;

/**
 * Completion of statements. All elements execute them; the values of an element that has left are unused.
 *
 * @param variables values of the variables where the statements complete normally; null if they never do
 * @param exits values where they leave by another way
 */
record ElementFlow(Map<Element, ElementValue> variables, Map<ElementFlow.Kind, ElementFlow.Exit> exits) {

    /** Way of leaving statements before their end. */
    enum Kind {
        RETURN,
        BREAK,
        CONTINUE,
        YIELD
    }

    /**
     * Elements that leave statements before their end.
     *
     * @param condition true for these elements
     * @param variables values of the variables
     * @param result returned value; null without one
     */
    record Exit(ElementValue condition, Map<Element, ElementValue> variables, ElementValue result) {}

    static ElementFlow normal(Map<Element, ElementValue> variables) {
        return new ElementFlow(variables, Map.of());
    }

    static ElementFlow exit(Kind kind, Map<Element, ElementValue> variables, ElementValue result) {
        return new ElementFlow(null, Map.of(kind, new Exit(ElementValue.Constant.TRUE, variables, result)));
    }

    boolean isNormal() {
        return variables != null;
    }

    Exit exit(Kind kind) {
        return exits.get(kind);
    }

    /** Returns the flow of these statements followed by others. */
    ElementFlow then(ElementFlow next, ElementArithmetic arithmetic) {
        Map<Kind, Exit> joined = new EnumMap<>(Kind.class);
        joined.putAll(exits);
        next.exits.forEach((kind, exit) -> {
            ElementValue condition = exit.condition();
            for (Map.Entry<Kind, Exit> earlier : exits.entrySet()) {
                if (earlier.getKey() != kind) {
                    condition = arithmetic.and(
                            condition, arithmetic.not(earlier.getValue().condition()));
                }
            }
            Exit masked = new Exit(condition, exit.variables(), exit.result());
            joined.merge(
                    kind,
                    masked,
                    (first, second) -> new Exit(
                            arithmetic.or(first.condition(), second.condition()),
                            merged(first.condition(), first.variables(), second.variables(), arithmetic),
                            selected(first.condition(), first.result(), second.result(), arithmetic)));
        });
        return new ElementFlow(next.variables, joined);
    }

    /** Returns the flow of a branch by a condition. */
    static ElementFlow branch(ElementValue condition, ElementFlow yes, ElementFlow no, ElementArithmetic arithmetic) {
        Map<Kind, Exit> exits = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            Exit first = yes.exit(kind);
            Exit second = no.exit(kind);
            if (first != null && second != null) {
                exits.put(
                        kind,
                        new Exit(
                                arithmetic.select(condition, first.condition(), second.condition()),
                                merged(condition, first.variables(), second.variables(), arithmetic),
                                selected(condition, first.result(), second.result(), arithmetic)));
            } else if (first != null) {
                exits.put(
                        kind,
                        new Exit(arithmetic.and(condition, first.condition()), first.variables(), first.result()));
            } else if (second != null) {
                exits.put(
                        kind,
                        new Exit(
                                arithmetic.and(arithmetic.not(condition), second.condition()),
                                second.variables(),
                                second.result()));
            }
        }
        Map<Element, ElementValue> variables = !yes.isNormal()
                ? no.variables
                : !no.isNormal() ? yes.variables : merged(condition, yes.variables, no.variables, arithmetic);
        return new ElementFlow(variables, exits);
    }

    /** Returns the flow after a statement at whose end an exit arrives. */
    ElementFlow ending(Kind kind, ElementArithmetic arithmetic) {
        Exit exit = exit(kind);
        if (exit == null) {
            return this;
        }
        Map<Kind, Exit> others = new EnumMap<>(exits);
        others.remove(kind);
        return new ElementFlow(
                isNormal() ? merged(exit.condition(), exit.variables(), variables, arithmetic) : exit.variables(),
                others);
    }

    /** Merges the variables that are declared on both paths. */
    static Map<Element, ElementValue> merged(
            ElementValue condition,
            Map<Element, ElementValue> yes,
            Map<Element, ElementValue> no,
            ElementArithmetic arithmetic) {
        Map<Element, ElementValue> merged = new LinkedHashMap<>();
        yes.forEach((variable, value) -> {
            ElementValue other = no.get(variable);
            if (other != null) {
                merged.put(variable, arithmetic.select(condition, value, other));
            }
        });
        return merged;
    }

    private static ElementValue selected(
            ElementValue condition, ElementValue yes, ElementValue no, ElementArithmetic arithmetic) {
        return yes == null ? null : arithmetic.select(condition, yes, no);
    }
}
