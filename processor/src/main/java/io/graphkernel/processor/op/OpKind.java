package io.graphkernel.processor.op;

/** What an op does to shapes, which decides how it can be fused. */
public enum OpKind {
    /** One result element from one element of each operand, after broadcasting. */
    ELEMENTWISE,
    /** Combines the elements along axes. */
    REDUCTION,
    /** The elements of one operand, found by an affine function of the index; nothing is computed. */
    VIEW,
    /** No operand: the number of each element along an axis, or in row-major order. */
    INDEX,
    /** Several operands one after the other along an axis. */
    CONCAT,
    /** Slices along an axis, chosen by the elements of another operand. */
    GATHER,
    /** Combines each element with those before it along an axis. */
    SCAN,
    /** A call of a library. */
    LIBRARY,
    /** Updates a parameter in place. */
    ASSIGN,
    /** Expanded into other ops before fusion. */
    COMPOSITE
}
