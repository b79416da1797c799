package io.graphkernel.processor.frontend;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.ValueType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Matches the declared types of a kernel's parameters with the types of the arguments of one call. */
final class ShapeUnifier {

    /** The caller's dim for each symbol of the kernel. */
    private final Map<String, Dim> bound = new HashMap<>();

    /**
     * Binds the symbols that axes of a parameter are multiples of. All parameters come first, since an expression over symbols may
     * stand before them.
     *
     * @param declared the parameter's type; its symbols are the kernel's
     * @param given the argument's type; its symbols are the caller's
     */
    void bind(ValueType declared, ValueType given) {
        declared.shape().bind(given.shape(), bound);
    }

    /**
     * Matches one argument.
     *
     * @param declared the parameter's type; its symbols are the kernel's
     * @param given the argument's type; its symbols are the caller's
     * @return why it does not fit, or empty
     */
    Optional<String> unify(ValueType declared, ValueType given) {
        String facts = "the parameter is declared " + declared + ", the argument is " + given;
        if (declared.dtype() != given.dtype()) {
            return Optional.of(facts);
        }
        if (declared.shape().isOpen()) {
            return Optional.empty();
        }
        if (given.shape().isOpen()) {
            return Optional.of("the parameter is declared " + declared + ", the argument has no declared dims");
        }
        if (declared.shape().rank() != given.shape().rank()) {
            return Optional.of(facts);
        }
        for (int axis = 0; axis < declared.shape().rank(); axis++) {
            Dim dim = declared.shape().dims().get(axis);
            Dim size = given.shape().dims().get(axis);
            Dim expected = dim.substitute(bound);
            if (!expected.equals(size)) {
                return Optional.of(dim.equals(expected) ? facts : facts + ", and " + dim + " is " + expected);
            }
        }
        return Optional.empty();
    }
}
