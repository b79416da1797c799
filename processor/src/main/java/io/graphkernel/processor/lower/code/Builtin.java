package io.graphkernel.processor.lower.code;

/** Values that every function has without a declaration. */
public enum Builtin implements Expression {
    /** First item of the function's range. */
    RANGE_BEGIN,
    /** End of the function's range. */
    RANGE_END,
    /** The block of kernel arguments. */
    ARGUMENT_BLOCK,
    /** Index of the current thread block. */
    BLOCK_INDEX,
    /** Number of thread blocks of the launch. */
    BLOCK_COUNT,
    /** Index of the current thread in its thread block. */
    THREAD_INDEX,
    /** Number of threads per thread block. */
    BLOCK_SIZE,
    /** Number of lanes per vector, the same for all dtypes. */
    VECTOR_WIDTH,
    /** Maximum number of vectors per call of a {@link Function.Kind#UNROLL_AND_JAM_BODY}. */
    MAX_JAMMED_VECTORS
}
