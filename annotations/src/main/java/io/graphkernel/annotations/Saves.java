package io.graphkernel.annotations;

/**
 * Policy for the values that the forward call of a kernel with {@link GraphKernel#gradient()} saves for the gradient
 * call. Other values are recomputed. The gradient is the same, except for the rounding of values that are stored in a
 * narrower dtype than they are computed in.
 */
public enum Saves {

    /**
     * Saves a value if storing and reading it is cheaper than recomputing it, by a machine-independent cost model of
     * bytes and cycles. The report lists each decision with its reason.
     */
    AUTO,

    /** Saves every value that the gradient reads: minimum computation, maximum memory. */
    ALL,

    /** Saves the results of matmuls, convolutions and other library calls, and recomputes everything else. */
    MATMULS,

    /** Saves the parameters only, which takes no additional memory: maximum computation, minimum memory. */
    INPUTS
}
