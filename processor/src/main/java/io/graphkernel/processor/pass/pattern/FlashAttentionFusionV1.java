package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Node;
import java.util.List;

/**
 * Attention whose scores are divided by a number, with a mask that is 1 for what counts, {@code Add(Mul(Sub(1, mask),
 * c), scores)}, or with none. The elementwise ops of the mask stay: their value is what attention adds. A divisor that is
 * known at compile time becomes the scale; by one that comes with the call the queries are divided.
 */
public final class FlashAttentionFusionV1 extends FlashAttention {

    private static final String DIVISOR = "divisor";

    /** The pass. */
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
    String condition() {
        return "Operands are [batch, heads, length, size] with more than one query, the softmax is along the keys, and a mask is 1 for what counts.";
    }

    @Override
    boolean isScaled(PatternMatch match) {
        Node divisor = match.value(DIVISOR);
        boolean constant = match.pattern().replacement().size() == 1;
        return constant ? divisor.kind() == Node.Kind.CONSTANT : divisor.isNumber();
    }

    @Override
    boolean knows(Node mask) {
        return mask.isOperation()
                && mask.op().equals("Mul")
                && mask.operands().stream().anyMatch(Node::isNumber)
                && mask.operands().stream().anyMatch(FlashAttentionFusionV1::isInverted);
    }

    /** Whether a value is 1 less a mask. */
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
    List<Node> operands(PatternMatch match, String name) {
        return switch (name) {
            case "reciprocal" -> {
                Node divisor = match.value(DIVISOR);
                yield List.of(Node.constant(1 / divisor.attributes().value(), divisor.dtype()));
            }
            case "one" -> List.of(Node.constant(1.0, match.value(DIVISOR).dtype()));
            default -> match.values(name);
        };
    }
}
