package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import java.util.stream.Collectors;

/** Printer of the class {@code io.graphkernel.runtime.Ops}, with a family of overloads for each row of the op table. */
public final class OpsSource {

    private static final String HEADER = """
        // Generated from the op table; change a row of io.graphkernel.op.definition, then refresh this file with
        // mvn -q -pl processor -am test-compile -Preferences
        package io.graphkernel.runtime;

        import io.graphkernel.annotations.GraphOp;
        import io.graphkernel.runtime.generated.jvm.ScalarMath;
        import io.graphkernel.runtime.generated.jvm.UnsignedMath;
        import io.graphkernel.runtime.generated.library.call.EagerCollectives;
        import io.graphkernel.runtime.generated.library.call.EagerLibrary;
        import io.graphkernel.runtime.internal.eager.Eager;
        import io.graphkernel.runtime.internal.eager.EagerBits;
        import io.graphkernel.runtime.internal.eager.EagerExpansion;
        import io.graphkernel.runtime.internal.eager.Expansions;
        import io.graphkernel.runtime.internal.eager.OperandDtypes;
        import io.graphkernel.runtime.internal.eager.PromotedOperands;
        import io.graphkernel.runtime.internal.expansion.CompositeOp;
        import io.graphkernel.runtime.internal.gradient.Recording;

        /**
         * The eager ops: each call computes its result immediately. A {@code @GraphKernel} method is compiled from the
         * same calls.
         *
         * <p>Operands of different shapes broadcast under NumPy's rules. The operands of an op have one dtype: only
         * {@code cast} converts. Every op rounds its result to its dtype. In the documentation, <em>float</em> stands
         * for f16, bf16, f32 and f64, <em>integer</em> for i8 to i64 and u8 to u64, <em>number</em> for both. A scalar in
         * place of a tensor has the dtype of the tensor operand, or that of its Java type without one. A negative axis
         * is counted from the end. Overloads omit parameters that have a default, or take scalars: they link the
         * method with all parameters and state the difference.
         *
         * <p>Every method throws {@link io.graphkernel.runtime.exception.NullTensorException} for a null operand,
         * {@link io.graphkernel.runtime.exception.ClosedTensorException} for a closed one,
         * {@link io.graphkernel.runtime.exception.DTypeMismatchException} for a dtype that the op does not support,
         * {@link io.graphkernel.runtime.exception.ShapeMismatchException} if the operands do not broadcast, and
         * {@link io.graphkernel.runtime.exception.InvalidArgumentException} for an axis out of range.
         */
        public final class Ops {

            /** Keeps reduced axes with size 1, so that the result broadcasts with the operand. */
            public static final boolean KEEP_DIMS = true;

            private Ops() {}

            /**
             * Returns several axes.
             *
             * @param axes indices of the axes; none for all axes of the operand
             * @return the axes
             */
            public static int[] axes(int... axes) {
                return axes.clone();
            }
        """;

    private OpsSource() {}

    /**
     * Prints the class.
     *
     * @param table the op table
     * @return a Java compilation unit
     */
    public static String print(OpTable table) {
        return table.rows().stream().map(OpsSource::family).collect(Collectors.joining("", HEADER, "}\n"));
    }

    private static String family(OpRow row) {
        String records = ResultRecords.print(row);
        return (records.isEmpty() ? "" : "\n" + records.indent(4))
                + MethodFamily.of(row).stream()
                        .map(method -> "\n" + method.print().indent(4))
                        .collect(Collectors.joining());
    }
}
