package io.graphkernel.processor.pass.fusion;

/**
 * Why two kernels are not one.
 *
 * @param reason in one sentence in the user's words, without a full stop
 * @param remedy what would make them one, or that nothing does; whole sentences
 */
record Cause(String reason, String remedy) {

    private static final String TOGETHER = "; both are phases of one launch";

    /** Of two kernels that no change of the method makes one. */
    static Cause ofTheData(String reason) {
        return new Cause(reason, "Nothing to change: what is computed asks for it.");
    }

    /** The same where one launch runs both. */
    Cause inOneLaunch() {
        return new Cause(reason + TOGETHER, "Nothing to change: one launch runs both.");
    }
}
