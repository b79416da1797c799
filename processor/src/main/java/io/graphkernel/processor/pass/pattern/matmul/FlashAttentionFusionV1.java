package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import java.util.List;

/**
 * Fuses attention whose scores are divided by a number, with a multiplicative mask {@code Add(Mul(Sub(1, mask), c),
 * scores)} or without one. The elementwise ops of the mask remain: their result is the additive mask of attention. A
 * constant divisor becomes the scale; for a runtime divisor the queries are divided.
 */
public final class FlashAttentionFusionV1 extends FlashAttention {

    private static final String DIVISOR = "divisor";

    /** Creates the pass. */
    public FlashAttentionFusionV1() {
        super("FlashAttentionFusionV1", constant("RealDiv"), constant("Div"), computed("RealDiv"), computed("Div"));
    }

    private static Scaling constant(String division) {
        return new Scaling(
                "scaled = " + division + "(scores, divisor)",
                "y = PromptFlashAttention(query, key, value, MASK, reciprocal)");
    }

    private static Scaling computed(String division) {
        return new Scaling(
                "scaled = " + division + "(scores, divisor)",
                "part = " + division + "(query, divisor)\ny = PromptFlashAttention(part, key, value, MASK, one)");
    }

    @Override
    protected String condition() {
        return "Operands are [batch, heads, length, size], the softmax is along the keys, a mask is 1 for visible keys, and none and lowest are minus infinity.";
    }

    @Override
    boolean isScaled(PatternMatch match) {
        Node divisor = match.value(DIVISOR);
        boolean constant = match.pattern().replacement().size() == 1;
        return constant ? divisor.kind() == Node.Kind.CONSTANT : divisor.isNumber();
    }

    @Override
    boolean supports(Node mask) {
        return mask.isOperation()
                && mask.op().equals("Mul")
                && mask.operands().stream().anyMatch(Node::isNumber)
                && mask.operands().stream().anyMatch(FlashAttentionFusionV1::isInverted);
    }

    /** Returns true if a value is 1 minus a mask. */
    private static boolean isInverted(Node node) {
        if (!node.isOperation() || !node.op().equals("Sub")) {
            return false;
        }
        Node one = node.operands().get(0);
        return one.kind() == Node.Kind.CONSTANT
                && one.attributes().value() == 1
                && !node.operands().get(1).isNumber();
    }

    @Override
    protected List<Node> operands(PatternMatch match, String name) {
        return switch (name) {
            case "reciprocal" -> {
                Node divisor = match.value(DIVISOR);
                // The scale of 16-bit operands may be an f32 number, in which the scores are computed.
                yield List.of(Node.constant(
                        1 / divisor.attributes().value(), divisor.dtype().computeType()));
            }
            case "one" -> List.of(Node.constant(1.0, match.value(DIVISOR).dtype()));
            default -> match.values(name);
        };
    }
}
