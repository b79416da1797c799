package io.graphkernel.runtime;

/** Values between the elements of a tensor. */
public enum SamplingMode {
    /** The nearest element. */
    NEAREST,
    /** The linear interpolation of the two neighbors along each axis. */
    LINEAR,
    /** The cubic interpolation of the four neighbors along each axis. */
    CUBIC
}
