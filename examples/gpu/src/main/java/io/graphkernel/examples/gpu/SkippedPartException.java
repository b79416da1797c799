package io.graphkernel.examples.gpu;

/** The reason for which a part, or a peer in it, is not measured: a tool, a library or a permission is missing. */
final class SkippedPartException extends Exception {
    private static final long serialVersionUID = 1L;

    SkippedPartException(String reason) {
        super(reason);
    }
}
