package io.graphkernel.processor.op;

/** What an op does to shapes, which decides how it can be fused. */
public enum OpKind {
    /** One result element from one element of each operand, after broadcasting. */
    ELEMENTWISE,
    /** Combines the elements along axes. */
    REDUCTION,
    /** Updates a parameter in place. */
    ASSIGN,
    /** Reads its only operand's elements at other places, by an affine map of the indices; computes nothing. */
    VIEW,
    /** Has no operand: the number of each element along an axis, or in row-major order. */
    INDEX,
    /** Lays operands side by side along an axis. */
    CONCAT,
    /** Reads elements of its first operand at places that its second operand says. */
    GATHER,
    /** Combines each element along an axis with all before it. */
    SCAN,
    /** Computed by a library. */
    LIBRARY,
    /** Expanded into other ops before fusion. */
    COMPOSITE
}
