package io.graphkernel.processor.op;

/** Names of the ops that stages after the table add to graphs themselves. Views have theirs in {@link ViewKind}. */
public final class BasicOps {

    /** Gives its operand as it is, in memory of its own. */
    public static final String COPY = "IdentityMath";
    /** The sum of two operands. */
    public static final String ADD = "Add";
    /** Repeats its operand along the axes that another one has. */
    public static final String BROADCAST_LIKE = "BroadcastLike";
    /** Converts to another dtype. */
    public static final String CAST = "Cast";
    /** Zeros of the type of its operand. */
    public static final String ZEROS_LIKE = "ZerosLike";
    /** Gives its first operands on, as results of a kernel whose gradient another kernel computes. */
    public static final String OWN_GRADIENT = "OwnGradient";

    private BasicOps() {}
}
