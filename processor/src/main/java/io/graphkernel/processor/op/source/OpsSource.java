package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.stream.Collectors;

/** Prints the class {@code io.graphkernel.runtime.Ops}: for each row of the op table a family of overloads. */
public final class OpsSource {

    private static final String HEAD = """
        // Generated from the op table; change a row of io.graphkernel.processor.op, then refresh this file with
        // mvn -q -pl processor -am process-classes -Preferences
        package io.graphkernel.runtime;

        import io.graphkernel.annotations.GraphOp;
        import io.graphkernel.runtime.generated.jvm.ScalarMath;
        import io.graphkernel.runtime.internal.eager.DimLists;
        import io.graphkernel.runtime.internal.eager.Eager;
        import io.graphkernel.runtime.internal.eager.Expansions;
        import io.graphkernel.runtime.internal.eager.OperandDtypes;
        import io.graphkernel.runtime.internal.gradient.Recording;
        import io.graphkernel.runtime.generated.library.EagerLibrary;

        /**
         * The ops, eagerly: each call computes its result at once. Inside a {@code @GraphKernel} method the same
         * calls are what the kernel is compiled from.
         *
         * <p>Operands of different shapes broadcast under NumPy's rules. The operands of one op have one dtype: nothing is
         * converted but by {@code cast}. Every op rounds its result to its dtype. In the documentation <em>float</em> stands
         * for f16, bf16, f32 and f64, <em>integer</em> for i8, u8, i32 and i64, <em>number</em> for both. A number in place of
         * a tensor takes the dtype of the tensor that it meets, f32 if it meets none. An axis may be negative: it counts from
         * the end. A parameter that an overload has not got has its default there, which the overload names.
         *
         * <p>Every method throws {@link io.graphkernel.runtime.exception.NullTensorException} for a null operand,
         * {@link io.graphkernel.runtime.exception.ClosedTensorException} for a closed one,
         * {@link io.graphkernel.runtime.exception.DTypeMismatchException} for a dtype that the op does not take,
         * {@link io.graphkernel.runtime.exception.ShapeMismatchException} if operands do not broadcast together, and
         * {@link io.graphkernel.runtime.exception.InvalidArgumentException} for an axis out of range.
         */
        public final class Ops {

            /** Keeps reduced axes with size 1, so that the result broadcasts with the operand. */
            public static final boolean KEEP_DIMS = true;

            private Ops() {}

            /**
             * Names several axes.
             *
             * @param axes the axes; none stands for all axes of the operand
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
        return table.rows().stream().map(OpsSource::family).collect(Collectors.joining("", HEAD, "}\n"));
    }

    private static String family(OpRow row) {
        String records = ResultRecords.print(row);
        return (records.isEmpty() ? "" : "\n" + records.indent(4))
                + MethodFamily.of(row).stream()
                        .map(method -> "\n" + method.print().indent(4))
                        .collect(Collectors.joining());
    }
}
