package io.graphkernel.processor.frontend.element;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.lang.model.element.Element;

/**
 * Completion of statements. All elements execute them; the values of an element that has left are unused.
 *
 * @param variables values of the variables where the statements complete normally; null if they never do
 * @param exits values where they leave by another way
 */
record ElementFlow(Map<Element, ElementValue> variables, Map<ElementFlow.Way, ElementFlow.Exit> exits) {

    /** Kind of a statement that leaves others before their end. */
    enum Kind {
        RETURN,
        BREAK,
        CONTINUE,
        YIELD
    }

    /**
     * Way of leaving statements before their end.
     *
     * @param kind kind of the statement
     * @param label label of the loop that it ends or continues; empty without one
     */
    record Way(Kind kind, String label) implements Comparable<Way> {

        Way(Kind kind) {
            this(kind, "");
        }

        @Override
        public int compareTo(Way other) {
            return kind == other.kind ? label.compareTo(other.label) : kind.compareTo(other.kind);
        }
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

    static ElementFlow exit(Way way, Map<Element, ElementValue> variables, ElementValue result) {
        return new ElementFlow(null, Map.of(way, new Exit(ElementValue.Constant.TRUE, variables, result)));
    }

    boolean isNormal() {
        return variables != null;
    }

    /** Returns the elements that leave by a statement without a label; null without any. */
    Exit exit(Kind kind) {
        return exits.get(new Way(kind));
    }

    /** Returns the flow of these statements followed by others. */
    ElementFlow then(ElementFlow next, ElementArithmetic arithmetic) {
        Map<Way, Exit> joined = new TreeMap<>();
        joined.putAll(exits);
        next.exits.forEach((way, exit) -> {
            ElementValue condition = exit.condition();
            for (Map.Entry<Way, Exit> earlier : exits.entrySet()) {
                if (!earlier.getKey().equals(way)) {
                    condition = arithmetic.and(
                            condition, arithmetic.not(earlier.getValue().condition()));
                }
            }
            Exit masked = new Exit(condition, exit.variables(), exit.result());
            joined.merge(
                    way,
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
        Map<Way, Exit> exits = new TreeMap<>();
        Set<Way> ways = new TreeSet<>(yes.exits.keySet());
        ways.addAll(no.exits.keySet());
        for (Way way : ways) {
            Exit first = yes.exits.get(way);
            Exit second = no.exits.get(way);
            if (first != null && second != null) {
                exits.put(
                        way,
                        new Exit(
                                arithmetic.select(condition, first.condition(), second.condition()),
                                merged(condition, first.variables(), second.variables(), arithmetic),
                                selected(condition, first.result(), second.result(), arithmetic)));
            } else if (first != null) {
                exits.put(
                        way, new Exit(arithmetic.and(condition, first.condition()), first.variables(), first.result()));
            } else if (second != null) {
                exits.put(
                        way,
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

    /**
     * Returns the flow after a statement at whose end exits of a kind arrive.
     *
     * @param label label of the statement; empty without one
     */
    ElementFlow ending(Kind kind, String label, ElementArithmetic arithmetic) {
        ElementFlow unlabeled = ending(new Way(kind), arithmetic);
        return label.isEmpty() ? unlabeled : unlabeled.ending(new Way(kind, label), arithmetic);
    }

    private ElementFlow ending(Way way, ElementArithmetic arithmetic) {
        Exit exit = exits.get(way);
        if (exit == null) {
            return this;
        }
        Map<Way, Exit> others = new TreeMap<>(exits);
        others.remove(way);
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
