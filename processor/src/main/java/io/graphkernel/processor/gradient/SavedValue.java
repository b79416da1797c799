package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Node;

/**
 * A value of the forward call that the gradient call reads.
 *
 * @param name user-visible name, unique among saved values and cotangents
 * @param kind storage of the value
 * @param result index of the result in the forward graph; -1 for a parameter
 * @param value the value in the graph of the method with its gradient
 */
public record SavedValue(String name, Kind kind, int result, Node value) {

    /** Storage of a saved value. */
    public enum Kind {
        /** A parameter of the method, which needs no additional memory. */
        PARAMETER,
        /** A result of the method, which is stored anyway. */
        RESULT,
        /** A value with memory of its own. */
        STORED
    }
}
