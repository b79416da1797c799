package io.graphkernel.processor.op;

/** Names of the ops that stages after the table add to graphs themselves. Views have theirs in {@link ViewForm}. */
public final class BasicOps {

    /** Gives its operand as it is, in memory of its own. */
    public static final String COPY = "IdentityMath";
    /** The sum of two operands. */
    public static final String ADD = "Add";
    /** Repeats its operand along the axes that another one has. */
    public static final String BROADCAST_LIKE = "BroadcastLike";
    /** Converts to another dtype. */
    public static final String CAST = "Cast";

    private BasicOps() {}
}
