package io.graphkernel.processor.onnx.reader;

/** Failure to read a file that is damaged or not a model. */
public final class OnnxException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message problem of the file
     */
    public OnnxException(String message) {
        super(message);
    }
}
