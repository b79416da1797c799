package io.graphkernel.processor.onnx;

/** A node cannot be had. */
final class Refused extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param reason why, without the node's name and without a full stop
     */
    Refused(String reason) {
        super(reason);
    }
}
