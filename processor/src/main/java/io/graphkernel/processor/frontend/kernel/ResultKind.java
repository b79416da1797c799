package io.graphkernel.processor.frontend.kernel;

/** Result type of a kernel method. */
public enum ResultKind {
    /** One tensor. */
    TENSOR,
    /** A record whose components are tensors. */
    RECORD,
    /** An array or list of tensors, whose length the body determines. */
    LIST,
    /** Several tensors of a graph without a Java method. */
    TENSORS,
    /** No result; the method updates parameters in place. */
    VOID
}
