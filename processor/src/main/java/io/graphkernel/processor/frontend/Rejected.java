package io.graphkernel.processor.frontend;

/** A tree that gives no value: the reason has been reported, or is javac's to report. */
final class Rejected extends Exception {
    private static final long serialVersionUID = 1L;

    Rejected() {
        super(null, null, false, false);
    }
}
