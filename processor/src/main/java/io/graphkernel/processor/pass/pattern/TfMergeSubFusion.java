package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Set;

/**
 * The group of small ops that a graph quantised in TensorFlow has for each weight of 8 bits, a cast, the difference with
 * the offset and the product with the scale: one op, with one offset and one scale for all elements. The difference may
 * be one of integers, before the cast to {@code f32}, if it is exact in both: an offset known at compile time, and of no
 * more bits than {@code f32} holds.
 */
public final class TfMergeSubFusion extends PatternPass {

    private static final Set<DType> QUANTIZED = Set.of(DType.I8, DType.U8);
    private static final Set<DType> WIDE_INTEGERS = Set.of(DType.I32, DType.I64);
    private static final long MOST_OFFSET = 1 << 23;
    private static final String OFFSET = "offset";

    /** The pass. */
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
    String condition() {
        return "The weight is i8 or u8, the result f32, offset and scale are one number for all elements; a difference of "
                + "integers is one of i32 or i64 and its offset a constant of at most 2²³.";
    }

    @Override
    boolean applies(PatternMatch match) {
        Node offset = match.value(OFFSET);
        boolean exact = match.value("difference") == null
                ? match.value("wide").dtype() == DType.F32
                : WIDE_INTEGERS.contains(match.value("wide").dtype()) && isSmall(offset);
        return QUANTIZED.contains(match.value("x").dtype())
                && match.value("y").dtype() == DType.F32
                && match.value("centred").dtype() == DType.F32
                && exact
                && isUniform(offset)
                && isUniform(match.value("scale"));
    }

    private static boolean isUniform(Node parameter) {
        return parameter.shape().isScalar();
    }

    private static boolean isSmall(Node offset) {
        return offset.kind() == Node.Kind.CONSTANT
                && Math.abs(offset.attributes().value()) <= MOST_OFFSET;
    }

    /** The op takes numbers of f32. */
    @Override
    List<Node> operands(PatternMatch match, String name) {
        Node value = match.value(name);
        return name.equals(OFFSET) && value.dtype() != DType.F32
                ? List.of(Node.constant(value.attributes().value(), DType.F32))
                : match.values(name);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}
