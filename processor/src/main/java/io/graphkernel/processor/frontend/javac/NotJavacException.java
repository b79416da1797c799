package io.graphkernel.processor.frontend.javac;

/** Failure to access javac's trees, because the compiler is not javac. */
public final class NotJavacException extends Exception {
    private static final long serialVersionUID = 1L;

    NotJavacException(Throwable cause) {
        super(cause);
    }
}
