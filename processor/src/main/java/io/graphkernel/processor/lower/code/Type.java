package io.graphkernel.processor.lower.code;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;

/** Type of a variable. */
public sealed interface Type {

    /** Integers of loops and memory. */
    enum IntType implements Type {
        /** 64-bit integers: indices, extents, element counts and sizes in bytes. */
        INT64,
        /** Small integers, such as thread or lane counts, and conditions. */
        INT
    }

    /**
     * The type in which targets compute with values of a dtype.
     *
     * @param dtype the dtype
     */
    record ScalarType(DataType dtype) implements Type {}

    /**
     * The accumulator type of a reduction or scan.
     *
     * @param reduction the op
     */
    record AccumulatorType(Node reduction) implements Type {}

    /**
     * A reference to a variable that a function updates.
     *
     * @param variable the variable's type
     */
    record ReferenceType(Type variable) implements Type {}

    /** Memory format of elements. */
    enum MemoryFormat {
        /** The format of tensors. */
        TENSOR,
        /** The format of values in registers, used by row buffers. */
        COMPUTE,
        /** The format of accumulators, used by partial results of two-phase reductions. */
        ACCUMULATOR
    }

    /**
     * A pointer to elements.
     *
     * @param dtype dtype of the values
     * @param format their memory format
     * @param written true if elements are stored through the pointer
     */
    record PointerType(DataType dtype, MemoryFormat format, boolean written) implements Type {

        /** A pointer to bytes. */
        public static final PointerType BYTES = new PointerType(DataType.U8, MemoryFormat.TENSOR, true);
    }
}
