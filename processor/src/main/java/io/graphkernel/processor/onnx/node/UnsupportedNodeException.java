package io.graphkernel.processor.onnx.node;

/** Rejection of an unsupported node. */
public final class UnsupportedNodeException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean reported;

    /**
     * Creates the exception.
     *
     * @param reason reason, without the node's name and without a period
     */
    public UnsupportedNodeException(String reason) {
        this(reason, false);
    }

    private UnsupportedNodeException(String reason, boolean reported) {
        super(reason);
        this.reported = reported;
    }

    /**
     * Returns the rejection of a node because of nodes in its subgraph.
     *
     * @return an exception whose reasons were reported
     */
    public static UnsupportedNodeException reported() {
        return new UnsupportedNodeException("a node of its subgraph is not supported", true);
    }

    /** Returns true if the reasons were reported for nodes of a subgraph. */
    public boolean isReported() {
        return reported;
    }
}
