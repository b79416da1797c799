package io.graphkernel.processor.pass.fusion;

/**
 * Reason why two kernels are not fused.
 *
 * @param reason one sentence in the user's words, without a full stop
 * @param remedy change that would enable fusion, or that there is none; whole sentences
 */
record UnfusedCause(String reason, String remedy) {

    private static final String TOGETHER = "; both are phases of one launch";

    /** Creates a cause for which no change of the method is a remedy. */
    static UnfusedCause ofTheData(String reason) {
        return new UnfusedCause(reason, "No change possible: the computation requires it.");
    }

    /** Returns the same cause for kernels that share a launch. */
    UnfusedCause inOneLaunch() {
        return new UnfusedCause(reason + TOGETHER, "No change necessary: one launch runs both.");
    }
}
