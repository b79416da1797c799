package io.graphkernel.op.row;

/** Names of ops that later stages insert into graphs. Those of views are in {@link ViewKind}. */
public final class BasicOps {

    /** Copies its operand to separate memory. */
    public static final String COPY = "IdentityMath";
    /** Adds two operands. */
    public static final String ADD = "Add";
    /** Broadcasts its operand to the shape of another. */
    public static final String BROADCAST_LIKE = "BroadcastLike";
    /** Converts to another dtype. */
    public static final String CAST = "Cast";
    /** Zeros of the type of its operand. */
    public static final String ZEROS_LIKE = "ZerosLike";
    /** Returns its first operands as results of a kernel method with a custom gradient. */
    public static final String CUSTOM_GRADIENT = "CustomGradient";

    /** Applies an element function, its attribute, to each element of its operands. */
    public static final String MAP = "Map";

    /** Repeats an element function, its attribute, for each element until a condition of the element is false. */
    public static final String ELEMENT_LOOP = "ElementLoop";

    /** Attention by a score function, its attribute. */
    public static final String SCORED_ATTENTION = "ScoredAttention";

    /** The adjoints of query, key and value of {@link #SCORED_ATTENTION}. */
    public static final String SCORED_ATTENTION_GRAD = "ScoredAttentionGrad";

    private BasicOps() {}
}
