package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Node;

/** Attention whose scores are multiplied by a number, with a mask that is added to them, or with none. */
public final class FlashAttentionFusionV2 extends FlashAttention {

    /** The pass. */
    public FlashAttentionFusionV2() {
        super(
                "FlashAttentionFusionV2",
                new Scaling("scaled = Mul(scores, scale)", "y = PromptFlashAttention(query, key, value, MASK, scale)"));
    }

    @Override
    String condition() {
        return "Operands are [batch, heads, length, size] with more than one query, the scale is a number, the softmax is along the keys, and a mask broadcasts to the scores.";
    }

    @Override
    boolean isScaled(PatternMatch match) {
        return match.value("scale").isNumber();
    }

    @Override
    boolean knows(Node mask) {
        return true;
    }
}
