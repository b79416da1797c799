package io.graphkernel.processor.lower.code;

import io.graphkernel.processor.lower.code.Expression.Variable;
import java.util.List;

/**
 * A function of a kernel.
 *
 * @param name unique in its class, a C and Java identifier
 * @param kind who calls it, and for what
 * @param parameters what it takes besides what its kind says
 * @param exchanged how many values each thread of a group exchanges with others at a time; 0 for none
 * @param body what it does
 */
public record Function(String name, Kind kind, List<Variable> parameters, int exchanged, List<Statement> body) {

    /** Who calls a function, and for what. */
    public enum Kind {
        /** The run time, for a part of the range. */
        LAUNCHED,
        /** A launched function, which leaves its part of the range to this one. */
        SUBSTITUTE,
        /** Other functions, for the elements of a vector: it takes the first one and how many there are. */
        ELEMENTS,
        /**
         * The same for some vectors: each statement runs for all of them before the next one does. It also takes how many vectors
         * there are.
         */
        INTERLEAVED
    }

    public Function {
        parameters = List.copyOf(parameters);
        body = List.copyOf(body);
    }
}
