package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Node;

/**
 * A value of the forward call that the gradient call reads.
 *
 * @param name in the names of the user, distinct from those of the other saved values and of the cotangents
 * @param kind what holds it
 * @param result its number among the results of the forward graph; -1 for a parameter
 * @param value the value in the graph of the method with its gradient
 */
public record SavedValue(String name, Kind kind, int result, Node value) {

    /** What holds a saved value. */
    public enum Kind {
        /** A parameter of the method, which costs no memory of its own. */
        PARAMETER,
        /** A result of the method, which is stored anyway. */
        RESULT,
        /** Memory of its own. */
        STORED
    }
}
