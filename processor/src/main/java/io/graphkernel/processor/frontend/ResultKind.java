package io.graphkernel.processor.frontend;

/** What a kernel method returns. */
public enum ResultKind {
    /** One tensor. */
    TENSOR,
    /** A record whose components are tensors. */
    RECORD,
    /** Nothing; the method updates parameters in place. */
    VOID
}
