package io.graphkernel.processor.frontend.javac;

/** Rejection of a tree, whose reason has been reported or is left to javac. */
public final class RejectedTreeException extends Exception {
    private static final long serialVersionUID = 1L;

    public RejectedTreeException() {
        super(null, null, false, false);
    }
}
