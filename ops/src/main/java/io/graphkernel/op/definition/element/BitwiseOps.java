package io.graphkernel.op.definition.element;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.elementwise;

import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRowBuilder;

/** Operations on the bits of integers, in two's complement, and between numbers and their bits. */
public final class BitwiseOps {

    private static final String EXACT = "exact";

    /** Appended to the documentation of shifts. */
    private static final String MODULO = " modulo the width of the dtype";

    private BitwiseOps() {}

    /**
     * Returns the row of an op on bits.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "BitwiseAnd" ->
                bits(name, "x", "y")
                        .commutative()
                        .foldIntegers(v -> v[0] & v[1])
                        .document("the bits set in both x and y");
            case "BitwiseOr" ->
                bits(name, "x", "y")
                        .commutative()
                        .foldIntegers(v -> v[0] | v[1])
                        .document("the bits set in x or y");
            case "BitwiseXor" ->
                bits(name, "x", "y")
                        .commutative()
                        .foldIntegers(v -> v[0] ^ v[1])
                        .document("the bits set in exactly one of x and y");
            case "BitwiseNot" -> bits(name, "x").foldIntegers(v -> ~v[0]).document("the bits not set in x");
            case "LeftShift" ->
                bits(name, "x", "y").dependsOnWidth().document("the bits of x, shifted left by y" + MODULO);
            case "RightShift" ->
                bits(name, "x", "y")
                        .dependsOnSign()
                        .dependsOnWidth()
                        .document("the bits of x, shifted right by y" + MODULO
                                + "; copies of the sign bit are inserted, zeros in unsigned integers");
            case "UnsignedRightShift" ->
                bits(name, "x", "y")
                        .dtypes(DtypeClass.WIDE_INTEGER)
                        .dependsOnWidth()
                        .document("the bits of x, shifted right by y" + MODULO + "; zeros are inserted");
            case "BitCount" -> bits(name, "x").dependsOnWidth().cost(8).document("the number of bits set in x");
            case "Bitcast" ->
                elementwise(name, "x")
                        .parameters(tensor("x"), attribute("dtype", OpParameter.Kind.DTYPE))
                        .dtypes(DtypeClass.STORED)
                        .results(OpDtype.SAME_WIDTH)
                        .tolerance(EXACT)
                        .noGradient("the bits of a number are not a differentiable function of it")
                        .document("the number with the bits of x, in a dtype of the same width")
                        .note("a bool has the bits of 0 or 1, and is true for any other number; kernels may change the"
                                + " payload of a NaN of 16 bits");
            default -> null;
        };
    }

    private static OpRowBuilder bits(String name, String... operands) {
        return elementwise(name, operands).dtypes(DtypeClass.INTEGER).tolerance(EXACT);
    }
}
