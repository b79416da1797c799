package io.graphkernel.processor.onnx.node;

/** Rejection of an unsupported node. */
public final class UnsupportedNodeException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param reason reason, without the node's name and without a period
     */
    public UnsupportedNodeException(String reason) {
        super(reason);
    }
}
