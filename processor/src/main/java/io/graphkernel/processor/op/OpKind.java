package io.graphkernel.processor.op;

/** What an op does to shapes, which decides how it can be fused. */
public enum OpKind {
    /** One result element from one element of each operand, after broadcasting. */
    ELEMENTWISE,
    /** Combines the elements along axes. */
    REDUCTION,
    /** Updates a parameter in place. */
    ASSIGN,
    /** Expanded into other ops before fusion. */
    COMPOSITE
}
