package io.graphkernel.processor.op;

/**
 * What an op is to a library after whose product or convolution it follows: what the library applies to each element before
 * it stores the result. The names are those of the run time's {@code PostOp} in lower case.
 *
 * @param name for an op of one operand, or of a second one of the same shape; empty if there is no such form
 * @param perChannel for a second operand with one number for each column or channel; empty if there is no such form
 */
public record PostOp(String name, String perChannel) {

    static PostOp activation(String name) {
        return new PostOp(name, "");
    }

    /** Whether it reads nothing besides the library's result. */
    public boolean isActivation() {
        return perChannel.isEmpty();
    }
}
