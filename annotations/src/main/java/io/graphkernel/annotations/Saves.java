package io.graphkernel.annotations;

/**
 * What the forward call of a kernel with {@link GraphKernel#gradient()} keeps for its gradient call. What is not kept is
 * computed again. The values of the gradient are the same, but for the rounding of what is stored in a dtype narrower
 * than it is computed in.
 */
public enum Saves {

    /**
     * What costs less memory traffic to store and read than arithmetic to compute again: chosen by bytes and estimated
     * cycles, the same on every machine. The report names each choice with its reason.
     */
    AUTO,

    /** Every value that the gradient reads: the least arithmetic, the most memory. */
    ALL,

    /** The results of matrix products, convolutions and other calls of libraries; everything else is computed again. */
    PRODUCTS,

    /** The parameters alone, which costs no memory of their own: the most arithmetic, the least memory. */
    INPUTS
}
