package io.graphkernel.processor.frontend;

/** The compiler that runs the processor does not give access to trees. */
public final class NotJavacException extends Exception {
    private static final long serialVersionUID = 1L;

    NotJavacException(Throwable cause) {
        super(cause);
    }
}
