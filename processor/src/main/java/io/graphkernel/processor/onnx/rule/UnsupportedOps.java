package io.graphkernel.processor.onnx.rule;

import io.graphkernel.processor.onnx.reader.OnnxNode;
import java.util.Map;

/** Reasons why ops are unsupported, where there is a specific one. */
public final class UnsupportedOps {

    private static final String SEQUENCE = "sequences and optional values are not supported, only tensors";
    private static final String COUNT = "the shape of its result depends on elements";
    private static final String TEXT = "string tensors are not supported";
    private static final String RANDOM = "its random numbers are not reproducible in another implementation";

    private static final Map<String, String> REASONS = Map.ofEntries(
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

    private UnsupportedOps() {}

    public static String reason(OnnxNode node) {
        return node.domain().isEmpty()
                ? REASONS.getOrDefault(node.op(), "the importer has no rule for this op")
                : "unsupported domain " + node.domain();
    }
}
