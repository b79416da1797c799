package io.graphkernel.runtime;

/** Scale of a discrete Fourier transform of length n and of its inverse. */
public enum FftNormalization {
    /** The inverse transform is multiplied by 1 / n. */
    BACKWARD,
    /** Both transforms are multiplied by 1 / √n. */
    ORTHO,
    /** The forward transform is multiplied by 1 / n. */
    FORWARD
}
