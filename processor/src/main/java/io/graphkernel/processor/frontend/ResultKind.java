package io.graphkernel.processor.frontend;

/** What a kernel method returns. */
public enum ResultKind {
    /** One tensor. */
    TENSOR,
    /** A record whose components are tensors. */
    RECORD,
    /** Several tensors of a graph that comes from no Java method. */
    TENSORS,
    /** Nothing; the method updates parameters in place. */
    VOID
}
