package io.graphkernel.processor.op;

/** How a view finds the elements of its operand. Each kind is one row of the table. */
public enum ViewKind {
    /** The axes in another order. */
    TRANSPOSE("Transpose"),
    /** The same elements in row-major order, in other dims. */
    RESHAPE("Reshape"),
    /** Repeated along axes. */
    BROADCAST("BroadcastTo"),
    /** Every so many elements of a part. */
    SLICE("StridedSlice"),
    /** Axes from their end to their beginning. */
    REVERSE("Reverse");

    private final String op;

    ViewKind(String op) {
        this.op = op;
    }

    /**
     * The op that is this kind of view.
     *
     * @return its name in the op table
     */
    public String op() {
        return op;
    }
}
