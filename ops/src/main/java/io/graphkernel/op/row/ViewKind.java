package io.graphkernel.op.row;

/** Mapping of a view to the elements of its operand. Each kind is one row of the table. */
public enum ViewKind {
    /** Permutation of axes. */
    TRANSPOSE("Transpose"),
    /** The same elements in row-major order, with other dims. */
    RESHAPE("Reshape"),
    /** Repetition along axes. */
    BROADCAST("BroadcastTo"),
    /** Strided slice. */
    SLICE("StridedSlice"),
    /** Reversal of axes. */
    REVERSE("Reverse"),
    /** All elements of a parameter after an update, its second operand. */
    UPDATED("Updated");

    private final String op;

    ViewKind(String op) {
        this.op = op;
    }

    /**
     * Returns the op of this kind of view.
     *
     * @return its name in the op table
     */
    public String op() {
        return op;
    }
}
