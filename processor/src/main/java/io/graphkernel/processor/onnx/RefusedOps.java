package io.graphkernel.processor.onnx;

import java.util.Map;

/** Why there is no rule for an op, where there is more to say than that. */
final class RefusedOps {

    private static final String CONTROL = "a kernel has no branches and loops over graphs";
    private static final String SEQUENCE = "there are no sequences and optional values, only tensors";
    private static final String COUNT = "the shape of its result depends on elements";
    private static final String TEXT = "there are no tensors of texts";
    private static final String RANDOM = "its random numbers are not reproducible in another implementation";

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("If", CONTROL),
            Map.entry("Loop", CONTROL),
            Map.entry("Scan", CONTROL),
            Map.entry("SequenceAt", SEQUENCE),
            Map.entry("SequenceConstruct", SEQUENCE),
            Map.entry("SequenceEmpty", SEQUENCE),
            Map.entry("SequenceErase", SEQUENCE),
            Map.entry("SequenceInsert", SEQUENCE),
            Map.entry("SequenceLength", SEQUENCE),
            Map.entry("SequenceMap", SEQUENCE),
            Map.entry("SplitToSequence", SEQUENCE),
            Map.entry("ConcatFromSequence", SEQUENCE),
            Map.entry("Optional", SEQUENCE),
            Map.entry("OptionalGetElement", SEQUENCE),
            Map.entry("OptionalHasElement", SEQUENCE),
            Map.entry("NonZero", COUNT),
            Map.entry("Unique", COUNT),
            Map.entry("Compress", COUNT),
            Map.entry("NonMaxSuppression", COUNT),
            Map.entry("StringNormalizer", TEXT),
            Map.entry("TfIdfVectorizer", TEXT),
            Map.entry("Bernoulli", RANDOM),
            Map.entry("Multinomial", RANDOM),
            Map.entry("RandomNormal", RANDOM),
            Map.entry("RandomNormalLike", RANDOM),
            Map.entry("RandomUniform", RANDOM),
            Map.entry("RandomUniformLike", RANDOM));

    private RefusedOps() {}

    static String reason(OnnxNode node) {
        return node.domain().isEmpty()
                ? REASONS.getOrDefault(node.op(), "there is no rule for this op")
                : "there are no ops of the domain " + node.domain();
    }
}
