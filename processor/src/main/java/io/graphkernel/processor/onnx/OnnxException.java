package io.graphkernel.processor.onnx;

/** A file is no model, or a damaged one. */
public final class OnnxException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what is wrong with the file
     */
    public OnnxException(String message) {
        super(message);
    }
}
