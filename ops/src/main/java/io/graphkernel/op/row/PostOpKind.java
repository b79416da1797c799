package io.graphkernel.op.row;

/**
 * Kind of an op as a post-op of a matmul or convolution, which the library applies to each element before the store.
 * The names are those of the runtime's {@code PostOpKind} in lower case.
 *
 * @param name name for one operand, or a second one of the same shape; empty if unsupported
 * @param perChannel name for a second operand with one number per column or channel; empty if unsupported
 */
public record PostOpKind(String name, String perChannel) {

    public static PostOpKind activation(String name) {
        return new PostOpKind(name, "");
    }

    /** Returns true if it has no operand besides the library's result. */
    public boolean isActivation() {
        return perChannel.isEmpty();
    }
}
