package io.graphkernel.processor.onnx.rule;

import io.graphkernel.processor.onnx.reader.OnnxNode;
import java.util.Map;

/** Reasons why ops are unsupported, where there is a specific one. */
public final class UnsupportedOps {

    private static final String SEQUENCE = "functions over sequences are not supported";
    private static final String COUNT =
            "the shape of its result depends on elements; end the model before it, and call Ops.%s with a declared size";
    private static final String TEXT = "string tensors are not supported";
    private static final String RANDOM = "its random numbers are not reproducible in another implementation";

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("SequenceMap", SEQUENCE),
            Map.entry("NonZero", COUNT.formatted("nonzero")),
            Map.entry("Unique", COUNT.formatted("unique")),
            Map.entry("Compress", COUNT.formatted("maskedSelect")),
            Map.entry("NonMaxSuppression", COUNT.formatted("nonMaxSuppression")),
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
        return OnnxOps.get().hasDomain(node.domain())
                ? REASONS.getOrDefault(node.op(), "the importer has no rule for this op")
                : "unsupported domain " + node.domain();
    }
}
