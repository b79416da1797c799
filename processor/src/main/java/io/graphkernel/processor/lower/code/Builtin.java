package io.graphkernel.processor.lower.code;

/** Numbers that a target has without a declaration. */
public enum Builtin implements Expression {
    /** The first item of the range that the function is called for. */
    BEGIN,
    /** The end of that range. */
    END,
    /** The block in which the caller gives its arguments. */
    ARGUMENTS,
    /** The number of this thread's group. */
    GROUP,
    /** How many groups the launch has. */
    GROUPS,
    /** The number of this thread in its group. */
    THREAD,
    /** How many threads a group has. */
    GROUP_THREADS,
    /** How many lanes a vector has, of any dtype. */
    VECTOR_LANES,
    /** How many vectors functions of {@link Function.Kind#INTERLEAVED} take at most. */
    VECTORS
}
