package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.List;
import java.util.Set;

/**
 * Fuses the dequantization of an 8-bit weight in graphs quantized by TensorFlow: a cast, the subtraction of the offset
 * and the multiplication by the scale. Offset and scale are the same for all elements.
 *
 * <p>The subtraction may precede the cast to {@code f32} if it is exact in both dtypes. The offset then is a constant
 * with no more bits than {@code f32} represents exactly.
 */
public final class TfMergeSubFusion extends PatternPass {

    private static final Set<DataType> QUANTIZED = Set.of(DataType.I8, DataType.U8);
    private static final Set<DataType> WIDE_INTEGERS = Set.of(DataType.I32, DataType.I64);
    private static final long MAX_OFFSET = 1 << 23;
    private static final String OFFSET = "offset";

    /** Creates the pass. */
    public TfMergeSubFusion() {
        super("TfMergeSubFusionPass", """
                wide = Cast(x)
                centred = Sub(wide, offset)
                y = Mul(centred, scale)
                =>
                y = Dequantize(x, offset, scale)
                """, """
                wide = Cast(x)
                difference = Sub(wide, offset)
                centred = Cast(difference)
                y = Mul(centred, scale)
                =>
                y = Dequantize(x, offset, scale)
                """);
    }

    @Override
    protected String condition() {
        return "The weight is i8 or u8, the result f32, offset and scale are scalars; a subtraction of "
                + "integers is in i32 or i64 and its offset a constant of at most 2²³.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        Node offset = match.value(OFFSET);
        boolean exact = match.value("difference") == null
                ? match.value("wide").dtype() == DataType.F32
                : WIDE_INTEGERS.contains(match.value("wide").dtype()) && isSmall(offset);
        return QUANTIZED.contains(match.value("x").dtype())
                && match.value("y").dtype() == DataType.F32
                && match.value("centred").dtype() == DataType.F32
                && exact
                && isUniform(offset)
                && isUniform(match.value("scale"));
    }

    private static boolean isUniform(Node parameter) {
        return parameter.shape().isScalar();
    }

    private static boolean isSmall(Node offset) {
        return offset.kind() == Node.Kind.CONSTANT
                && Math.abs(offset.attributes().value()) <= MAX_OFFSET;
    }

    /** The op requires f32 numbers. */
    @Override
    protected List<Node> operands(PatternMatch match, String name) {
        Node value = match.value(name);
        return name.equals(OFFSET) && value.dtype() != DataType.F32
                ? List.of(Node.constant(value.attributes().value(), DataType.F32))
                : match.values(name);
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}
