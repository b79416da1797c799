package io.graphkernel.graph.iteration;

import io.graphkernel.graph.Dim;

/**
 * One loop of an iteration space: adjacent axes that are collapsed because every buffer's access is linear over them.
 *
 * @param extent the product of the sizes of its axes
 * @param reduced true if a reduction combines the elements along it
 */
public record IterationDim(Dim extent, boolean reduced) {

    @Override
    public String toString() {
        return (reduced ? "reduced " : "") + extent;
    }
}
