package io.graphkernel.runtime;

/** Elements that surround a tensor. */
public enum PaddingMode {
    /** Zeros. */
    ZEROS,
    /** The mirrored elements without the edge. */
    REFLECT,
    /** The mirrored elements with the edge. */
    SYMMETRIC,
    /** The element at the edge. */
    EDGE,
    /** The elements of the opposite edge. */
    WRAP
}
