package io.graphkernel.examples.llm;

/** A file with another model than the compiled one. */
public final class UnsupportedModelException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message file and difference
     */
    public UnsupportedModelException(String message) {
        super(message);
    }
}
