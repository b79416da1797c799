package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;

/** Fuses attention whose scores are multiplied by a number, with an additive mask or without one. */
public final class FlashAttentionFusionV2 extends FlashAttention {

    /** Creates the pass. */
    public FlashAttentionFusionV2() {
        super(
                "FlashAttentionFusionV2",
                new Scaling("scaled = Mul(scores, scale)", "y = PromptFlashAttention(query, key, value, MASK, scale)"));
    }

    @Override
    protected String condition() {
        return "Operands are [batch, heads, length, size], the scale is a number, the softmax is along the keys, a mask broadcasts to the scores, and none and lowest are minus infinity.";
    }

    @Override
    boolean isScaled(PatternMatch match) {
        return match.value("scale").isNumber();
    }

    @Override
    boolean supports(Node mask) {
        return true;
    }
}
