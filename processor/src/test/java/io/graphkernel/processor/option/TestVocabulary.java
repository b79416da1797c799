package io.graphkernel.processor.option;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A few names of each kind. */
final class TestVocabulary {

    private static final KnownNames PASSES = new KnownNames(
            "pass", Set.of("expander", "basic_fusion", "1.0"), Map.of("forming", "it always runs"), false);
    private static final KnownNames OPS = new KnownNames("op", Set.of("GeLU", "Square", "Add"));

    static final Vocabulary VOCABULARY = new Vocabulary(
            Map.of(
                    Flag.ENABLE_PASS, PASSES,
                    Flag.DISABLE_PASS, PASSES,
                    Flag.ENABLE_EXPAND_OPS, OPS,
                    Flag.DISABLE_EXPAND_OPS, OPS,
                    Flag.DISABLE_FUSION_PATTERN,
                            new KnownNames("fusion pattern", Set.of("reduce_fwd_depth"), Map.of(), true)),
            List.of(
                    new FusionSwitch("GraphFusion", "expander", Set.of("expander"), Optional.empty()),
                    new FusionSwitch("GraphFusion", "BiasPass", Set.of("epilogue", "bias"), Optional.empty()),
                    new FusionSwitch("GraphFusion", "SoftmaxFusionPass", Set.of(), Optional.of("rows lie as they lie")),
                    new FusionSwitch("UBFusion", "basic_fusion", Set.of("basic_fusion"), Optional.empty()),
                    new FusionSwitch("UBFusion", "forming", Set.of("forming"), Optional.of("it always runs"))));

    private TestVocabulary() {}
}
