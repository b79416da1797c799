package io.graphkernel.processor.lower.code;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;

/** What a variable holds. */
public sealed interface Type {

    /** Numbers of loops and memory. */
    enum Whole implements Type {
        /** Of 64 bits: an index, an extent, a number of elements or bytes. */
        INTEGER,
        /** Known to be small: of threads, or of elements of a pack; and whether something holds. */
        COUNT
    }

    /**
     * One element of a value, as targets compute with it.
     *
     * @param dtype its dtype
     */
    record Value(DType dtype) implements Type {}

    /**
     * What a reduction or scan accumulates.
     *
     * @param reduction the op
     */
    record Accumulator(Node reduction) implements Type {}

    /**
     * Where a function finds a variable that it changes.
     *
     * @param variable the variable's type
     */
    record Reference(Type variable) implements Type {}

    /** How elements lie in memory. */
    enum Memory {
        /** As in tensors. */
        ELEMENTS,
        /** As values are computed with: the row buffers. */
        KEPT,
        /** As values are accumulated: the partial results of a two-phase reduction. */
        PARTIAL
    }

    /**
     * The address of an element.
     *
     * @param dtype the values' dtype
     * @param memory how they lie
     * @param written whether elements are stored through it
     */
    record Pointer(DType dtype, Memory memory, boolean written) implements Type {

        /** The address of a byte. */
        public static final Pointer BYTES = new Pointer(DType.U8, Memory.ELEMENTS, true);
    }
}
