package io.graphkernel.conformance.element;

import org.junit.jupiter.api.Tag;

/** Attention over sequences of different lengths, and its gradients, equal their definition in float64. */
@Tag("slow")
@Tag("process")
class RaggedScoresTest extends AttentionSuite {

    RaggedScoresTest() {
        super("ragged_scores", "RaggedScores", RaggedScoresProgram.class);
    }
}
