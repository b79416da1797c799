package io.graphkernel.conformance.element;

import org.junit.jupiter.api.Tag;

/** Attention by score functions equals its definition in float64, in kernels, in eager mode and in gradients. */
@Tag("slow")
@Tag("process")
class ScoreFunctionTest extends AttentionSuite {

    ScoreFunctionTest() {
        super("scores", "Scores", ScoreFunctionProgram.class);
    }
}
