package io.graphkernel.processor.onnx.rule;

import io.graphkernel.processor.onnx.block.RaggedNodeRules;
import io.graphkernel.processor.onnx.node.OnnxRule;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Supported ops of the format with their rules. */
public final class OnnxOps {

    /**
     * First supported version. The rules handle differences between versions; they reject nodes with later attributes
     * and inputs.
     */
    public static final long FIRST_OPSET = 1;

    public static final long LAST_OPSET = 28;

    private static final String TRAINING = "ai.onnx.preview.training.";

    /** Domain of the ops that ONNX Runtime and its exporters add to the standard. */
    private static final String CONTRIB = "com.microsoft.";

    /** Domain of the ops that models over ragged batches have in place of those over padded batches. */
    static final String RAGGED = "io.graphkernel.";

    private static final String SEQUENCE = "functions over sequences are not supported";
    private static final String TEXT = "string tensors are not supported";
    private static final String RANDOM = "its random numbers are not reproducible in another implementation";

    /** Reasons why ops are unsupported, where there is a specific one. */
    private static final Map<String, String> UNSUPPORTED = Map.ofEntries(
            Map.entry("SequenceMap", SEQUENCE),
            Map.entry("StringNormalizer", TEXT),
            Map.entry("TfIdfVectorizer", TEXT),
            Map.entry("Bernoulli", RANDOM),
            Map.entry("Multinomial", RANDOM),
            Map.entry("RandomNormal", RANDOM),
            Map.entry("RandomNormalLike", RANDOM),
            Map.entry("RandomUniform", RANDOM),
            Map.entry("RandomUniformLike", RANDOM));

    private static final OnnxOps TABLE = new OnnxOps();

    private final Map<String, OnnxRule> rules = new LinkedHashMap<>();

    private OnnxOps() {
        ElementwiseRules.addTo(this);
        CastRule.addTo(this);
        ReductionRules.addTo(this);
        MovementRules.addTo(this);
        IndexRules.addTo(this);
        MatMulRules.addTo(this);
        WindowRules.addTo(this);
        NormalizationRules.addTo(this);
        TransformerRules.addTo(this);
        RotaryRules.addTo(this);
        add("Attention", AttentionRule::build);
        single(RAGGED + "RaggedOnnxAttention", AttentionRule::ofSequences);
        StateRules.addTo(this);
        ContribRules.addTo(this);
        ContribAttentionRules.addTo(this);
        ContribQuantizationRules.addTo(this);
        CreationRules.addTo(this);
        QuantizationRules.addTo(this);
        LossRules.addTo(this);
        RecurrentRules.addTo(this);
        ConditionalRule.addTo(this);
        LoopRule.addTo(this);
        ScanRule.addTo(this);
        SequenceRules.addTo(this);
        ScatterRules.addTo(this);
        TrainingRules.addTo(this);
        WindowFunctionRules.addTo(this);
        FourierRules.addTo(this);
        ResizeRule.addTo(this);
        SamplingRules.addTo(this);
        SelectionRules.addTo(this);
        RaggedNodeRules.RULES.forEach((op, rule) -> single(RAGGED + op, rule));
    }

    public static OnnxOps get() {
        return TABLE;
    }

    void add(String op, OnnxRule rule) {
        if (rules.put(op, rule) != null) {
            throw new IllegalStateException("two rules for " + op);
        }
    }

    void single(String op, OnnxRule.Single rule) {
        add(op, OnnxRule.of(rule));
    }

    /** Adds an op of the training domain, which has a separate version. */
    void addTraining(String op, OnnxRule rule) {
        add(TRAINING + op, rule);
    }

    /** Adds an op of the contrib domain, whose version is 1. */
    void addContrib(String op, OnnxRule rule) {
        add(CONTRIB + op, rule);
    }

    void singleContrib(String op, OnnxRule.Single rule) {
        addContrib(op, OnnxRule.of(rule));
    }

    /** Returns the rule of a standard op, which another op applies to values of its own. */
    OnnxRule standard(String op) {
        return rules.get(op);
    }

    /** Returns the rule of an op. */
    public Optional<OnnxRule> find(OnnxNode node) {
        String domain = node.domain().isEmpty() ? "" : node.domain() + ".";
        return Optional.ofNullable(rules.get(domain + node.op()));
    }

    /** Returns the reason why an op has no rule. */
    public String reason(OnnxNode node) {
        return hasDomain(node.domain())
                ? UNSUPPORTED.getOrDefault(node.op(), "the importer has no rule for this op")
                : "unsupported domain " + node.domain();
    }

    private boolean hasDomain(String domain) {
        return domain.isEmpty() || rules.keySet().stream().anyMatch(op -> op.startsWith(domain + "."));
    }

    /** Returns true if the rules support a version of the ops. */
    public static boolean isKnown(String domain, long opset) {
        return domain.isEmpty() ? opset >= FIRST_OPSET && opset <= LAST_OPSET : opset == 1;
    }
}
