package io.graphkernel.processor.op;

/** How a view finds the elements of its operand. Each form is one row of the table. */
public enum ViewForm {
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

    ViewForm(String op) {
        this.op = op;
    }

    /**
     * The op that is this form of view.
     *
     * @return its name in the op table
     */
    public String op() {
        return op;
    }
}
