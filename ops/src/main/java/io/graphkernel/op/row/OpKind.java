package io.graphkernel.op.row;

/** Effect of an op on shapes, which decides how it can be fused. */
public enum OpKind {
    /** One result element from one element of each operand, after broadcasting. */
    ELEMENTWISE,
    /** Combines elements along axes. */
    REDUCTION,
    /** Maps the index of each element to that of an element of the operand by an affine function; no computation. */
    VIEW,
    /** Index of each element along an axis, or in row-major order; no operand. */
    INDEX,
    /** Concatenates operands along an axis. */
    CONCAT,
    /** Slices along an axis, selected by the elements of another operand. */
    GATHER,
    /** Combines each element with its predecessors along an axis. */
    SCAN,
    /** Library call. */
    LIBRARY,
    /** A loop over a body of its own, or a result of one. */
    LOOP,
    /** Updates a parameter in place. */
    ASSIGN,
    /** Composite, expanded into other ops before fusion. */
    COMPOSITE;

    /**
     * Returns true if an op is a step of its own: its operands are in memory, and no kernel computes it.
     *
     * @return true for library calls and loops
     */
    public boolean isStep() {
        return this == LIBRARY || this == LOOP;
    }
}
