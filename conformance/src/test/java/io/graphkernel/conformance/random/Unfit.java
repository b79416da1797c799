package io.graphkernel.conformance.random;

/** A statement whose result is not determined well enough to compare targets by, or is not possible. */
final class Unfit extends RuntimeException {

    Unfit(String reason) {
        super(reason, null, false, false);
    }
}
