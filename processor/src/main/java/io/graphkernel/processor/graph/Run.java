package io.graphkernel.processor.graph;

/**
 * One loop of an iteration space: adjacent axes that every buffer walks as if they were one.
 *
 * @param extent the product of the sizes of its axes
 * @param reduced whether a reduction combines the elements along it
 */
public record Run(Dim extent, boolean reduced) {

    @Override
    public String toString() {
        return (reduced ? "reduced " : "") + extent;
    }
}
