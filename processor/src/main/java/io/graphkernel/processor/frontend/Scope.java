package io.graphkernel.processor.frontend;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;

/** The values of a method's variables at the statement that is being read. */
final class Scope {

    private final Map<Element, Value> values = new HashMap<>();
    private final Set<Element> rejected = new HashSet<>();

    void bind(Element variable, Value value) {
        rejected.remove(variable);
        values.put(variable, value);
    }

    /** From here on the variable has no value, and its readers are not to blame. */
    void reject(Element variable) {
        values.remove(variable);
        rejected.add(variable);
    }

    /**
     * The value of a variable.
     *
     * @param variable a local variable, a parameter, or anything else
     * @return its value; empty if it is none of this method's variables
     * @throws Rejected if its last assignment was rejected
     */
    Optional<Value> find(Element variable) throws Rejected {
        if (rejected.contains(variable)) {
            throw new Rejected();
        }
        return Optional.ofNullable(values.get(variable));
    }
}
