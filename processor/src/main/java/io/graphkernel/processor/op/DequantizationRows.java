package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.number;
import static io.graphkernel.processor.op.OpParameter.tensor;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;

/** What makes real numbers of quantised ones. */
final class DequantizationRows {

    private DequantizationRows() {}

    static List<OpRowBuilder> all() {
        return List.of(OpRow.composite("Dequantize", DequantizationRows::dequantized)
                .takes(tensor("x"), number("offset", OpDtype.F32), number("scale", OpDtype.F32))
                .dtypes(DtypeClass.INTEGER)
                .gives(OpDtype.F32)
                .shape("the shape of x")
                .document("(x - offset) · scale in f32, one offset and one scale for all elements"));
    }

    private static Node dequantized(ExpansionBuilder b) throws TypeException {
        return b.mul(b.sub(b.cast(b.x(), DType.F32), b.operand("offset")), b.operand("scale"));
    }
}
