package io.graphkernel.processor.frontend.value;

/** Signal that a dim of a record was bound, with which the method is read again. */
public final class DimsBoundException extends RuntimeException {

    private static final long serialVersionUID = 1;

    DimsBoundException() {
        super("a dim of a record was bound", null, false, false);
    }
}
