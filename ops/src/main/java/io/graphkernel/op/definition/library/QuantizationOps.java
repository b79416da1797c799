package io.graphkernel.op.definition.library;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.optionalTensor;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;
import static io.graphkernel.op.row.OpRow.composites;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Matmuls of quantized matrices, and their scales. */
public final class QuantizationOps {

    private static final String PER_TOKEN_SCALE = "perTokenScale";
    private static final String SCALE = "scale";
    private static final int ROWS = -2;

    private QuantizationOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "FloatOfBits" ->
                composite(name, QuantizationOps::floatOfBits)
                        .parameters(tensor("x", OpDtype.I64))
                        .results(OpDtype.F32)
                        .shape("the shape of x")
                        .document("the finite f32 whose bits are the lower half of an i64");
            case "QuantBatchMatmul" ->
                composites(
                                name,
                                QuantizationOps::quantBatchMatmul,
                                tensor("a", OpDtype.I8),
                                tensor("b", OpDtype.I8),
                                tensor(SCALE, OpDtype.F32_OR_I64),
                                optionalTensor("bias", OpDtype.I32),
                                optionalTensor(PER_TOKEN_SCALE, OpDtype.F32),
                                bool("transposeA", false),
                                bool("transposeB", false),
                                attribute("dtype", Kind.DTYPE))
                        .results(OpDtype.ATTRIBUTE)
                        .shape("that of MatMulInteger")
                        .document(
                                "(a · b + bias) · scale · perTokenScale, converted to dtype: a · b + bias in i32, the rest in"
                                        + " f32; bias and scale are [n] or [1], for the columns, perTokenScale is [m], for the rows; a"
                                        + " scale of i64 holds the bits of an f32 in its lower half");
            default -> null;
        };
    }

    private static List<Node> quantBatchMatmul(ExpansionBuilder b) throws TypeException {
        Node product = b.matMulWithAttributes("MatMulInteger", b.operand("a"), b.operand("b"));
        Node sum = b.has("bias") ? b.add(product, b.operand("bias")) : product;
        Node scaled = b.mul(b.cast(sum, DataType.F32), scale(b));
        if (b.has(PER_TOKEN_SCALE)) {
            Node rows = b.operand(PER_TOKEN_SCALE);
            scaled = b.mul(scaled, b.reshape(rows, b.alongAxis(rows, scaled, b.axes(ROWS))));
        }
        return List.of(b.castTo(scaled, "dtype"));
    }

    private static Node scale(ExpansionBuilder b) throws TypeException {
        return b.isFloating(SCALE) ? b.operand(SCALE) : b.op("FloatOfBits", b.operand(SCALE));
    }

    /** Computed in f64, so that rounding to f32 is exact. */
    private static Node floatOfBits(ExpansionBuilder b) throws TypeException {
        Node bits = b.op("FloorMod", b.x(), 0x1p32);
        Node fraction = b.op("FloorMod", bits, 0x1p23);
        Node exponent = b.op("FloorMod", b.op("FloorDiv", bits, 0x1p23), 0x1p8);
        Node hidden = b.op("Mul", b.op("Minimum", exponent, 1), 0x1p23);
        Node mantissa = b.cast(b.add(fraction, hidden), DataType.F64);
        Node shift = b.cast(b.op("Sub", b.op("Maximum", exponent, 1), 150), DataType.F64);
        Node magnitude = b.mul(mantissa, b.op("Exp", b.mul(shift, Math.log(2))));
        Node negative = b.op("GreaterEqual", bits, 0x1p31);
        return b.cast(b.select(negative, b.op("Neg", magnitude), magnitude), DataType.F32);
    }
}
