package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.attribute;
import static io.graphkernel.processor.op.OpParameter.bool;
import static io.graphkernel.processor.op.OpParameter.optionalTensor;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpRow.composite;
import static io.graphkernel.processor.op.OpRow.composites;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpParameter.Kind;
import java.util.List;

/** Products of quantised matrices, and their scales. */
final class QuantizationRows {

    private static final String PER_TOKEN_SCALE = "perTokenScale";
    private static final String SCALE = "scale";
    private static final int ROWS = -2;

    private QuantizationRows() {}

    static List<OpRowBuilder> all() {
        return List.of(
                composite("FloatOfBits", QuantizationRows::floatOfBits)
                        .takes(tensor("x", OpDtype.I64))
                        .gives(OpDtype.F32)
                        .shape("the shape of x")
                        .document("the finite f32 whose bits are the lower half of an i64"),
                composites(
                                "QuantBatchMatmul",
                                QuantizationRows::quantBatchMatmul,
                                tensor("a", OpDtype.I8),
                                tensor("b", OpDtype.I8),
                                tensor(SCALE, OpDtype.F32_OR_I64),
                                optionalTensor("bias", OpDtype.I32),
                                optionalTensor(PER_TOKEN_SCALE, OpDtype.F32),
                                bool("transposeA", false),
                                bool("transposeB", false),
                                attribute("dtype", Kind.DTYPE))
                        .gives(OpDtype.ATTRIBUTE)
                        .shape("that of MatMulInteger")
                        .document(
                                "(a · b + bias) · scale · perTokenScale, converted to dtype: a · b + bias in i32, the rest in"
                                        + " f32; bias and scale are [n] or [1], for the columns, perTokenScale is [m], for the rows; a"
                                        + " scale of i64 holds the bits of an f32 in its lower half"));
    }

    private static List<Node> quantBatchMatmul(ExpansionBuilder b) throws TypeException {
        Node product = b.productAsAsked("MatMulInteger", b.operand("a"), b.operand("b"));
        Node sum = b.has("bias") ? b.add(product, b.operand("bias")) : product;
        Node scaled = b.mul(b.cast(sum, DType.F32), scale(b));
        if (b.has(PER_TOKEN_SCALE)) {
            Node rows = b.operand(PER_TOKEN_SCALE);
            scaled = b.mul(scaled, b.reshape(rows, b.alongAxis(rows, scaled, b.axes(ROWS))));
        }
        return List.of(b.castTo(scaled, "dtype"));
    }

    private static Node scale(ExpansionBuilder b) throws TypeException {
        return b.isFloating(SCALE) ? b.operand(SCALE) : b.op("FloatOfBits", b.operand(SCALE));
    }

    /** In f64, so that rounding to f32 gives the number exactly. */
    private static Node floatOfBits(ExpansionBuilder b) throws TypeException {
        Node bits = b.op("FloorMod", b.x(), 0x1p32);
        Node fraction = b.op("FloorMod", bits, 0x1p23);
        Node exponent = b.op("FloorMod", b.op("FloorDiv", bits, 0x1p23), 0x1p8);
        Node hidden = b.op("Mul", b.op("Minimum", exponent, 1), 0x1p23);
        Node mantissa = b.cast(b.add(fraction, hidden), DType.F64);
        Node shift = b.cast(b.op("Sub", b.op("Maximum", exponent, 1), 150), DType.F64);
        Node magnitude = b.mul(mantissa, b.op("Exp", b.mul(shift, Math.log(2))));
        Node negative = b.op("GreaterEqual", bits, 0x1p31);
        return b.cast(b.select(negative, b.op("Neg", magnitude), magnitude), DType.F32);
    }
}
