package io.graphkernel.processor.lower.code;

import io.graphkernel.processor.lower.code.Expression.Variable;
import java.util.List;

/**
 * A function of a kernel.
 *
 * @param name a C and Java identifier, unique in its class
 * @param kind the calling convention
 * @param parameters the parameters in addition to those of the kind
 * @param exchangedValues number of values that each thread of a thread block exchanges at a time; 0 for none
 * @param body the statements
 */
public record Function(String name, Kind kind, List<Variable> parameters, int exchangedValues, List<Statement> body) {

    /** Calling convention of a function. */
    public enum Kind {
        /** Called by the runtime, for a chunk of the range. */
        ENTRY_POINT,
        /** Called by an entry point, to which that delegates its chunk of the range. */
        SPECIALIZATION,
        /**
         * Called by other functions for the elements of one vector: takes the first element and the number of lanes.
         */
        VECTOR_BODY,
        /**
         * As {@link #VECTOR_BODY} for several vectors, unrolled and jammed: each statement runs for all vectors before
         * the next statement. Takes the number of vectors, too.
         */
        UNROLL_AND_JAM_BODY,
        /** Called for the elements of values: takes the block of kernel arguments and the values, and returns one. */
        ELEMENT_FUNCTION
    }

    public Function {
        parameters = List.copyOf(parameters);
        body = List.copyOf(body);
    }
}
