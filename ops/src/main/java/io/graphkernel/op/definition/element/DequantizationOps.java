package io.graphkernel.op.definition.element;

import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;

/** Dequantization ops, from quantized to floating-point values. */
public final class DequantizationOps {

    private DequantizationOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Dequantize" ->
                OpRow.composite(name, DequantizationOps::dequantized)
                        .parameters(tensor("x"), number("offset", OpDtype.F32), number("scale", OpDtype.F32))
                        .dtypes(DtypeClass.INTEGER)
                        .results(OpDtype.F32)
                        .shape("the shape of x")
                        .document("(x - offset) · scale in f32, one offset and one scale for all elements");
            default -> null;
        };
    }

    private static Node dequantized(ExpansionBuilder b) throws TypeException {
        return b.mul(b.sub(b.cast(b.x(), DataType.F32), b.operand("offset")), b.operand("scale"));
    }
}
