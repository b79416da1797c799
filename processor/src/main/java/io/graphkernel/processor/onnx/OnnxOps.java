package io.graphkernel.processor.onnx;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The ops of the format that we have, each with its rule. */
public final class OnnxOps {

    /** What changed in these versions is in the rules; attributes and inputs that came later make them refuse a node. */
    static final long FIRST_OPSET = 1;

    static final long LAST_OPSET = 21;

    private static final String TRAINING = "ai.onnx.preview.training.";

    private static final OnnxOps TABLE = new OnnxOps();

    private final Map<String, OnnxRule> rules = new LinkedHashMap<>();

    private OnnxOps() {
        ElementwiseRules.addTo(this);
        ReductionRules.addTo(this);
        MovementRules.addTo(this);
        IndexRules.addTo(this);
        ProductRules.addTo(this);
        WindowRules.addTo(this);
        NormalizationRules.addTo(this);
        CreationRules.addTo(this);
        QuantizationRules.addTo(this);
        LossRules.addTo(this);
        RecurrentRules.addTo(this);
        ScatterRules.addTo(this);
        TrainingRules.addTo(this);
        WindowFunctionRules.addTo(this);
        ResizeRule.addTo(this);
        single("Einsum", EinsumRule::build);
    }

    static OnnxOps get() {
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

    /** An op of the format's domain for trainings, which has a version of its own. */
    void addTraining(String op, OnnxRule rule) {
        add(TRAINING + op, rule);
    }

    /** The rule of an op. */
    Optional<OnnxRule> find(OnnxNode node) {
        String domain = node.domain().isEmpty() ? "" : node.domain() + ".";
        return Optional.ofNullable(rules.get(domain + node.op()));
    }

    /** Whether a version of the ops is one that the rules know. */
    static boolean isKnown(String domain, long opset) {
        return domain.isEmpty() ? opset >= FIRST_OPSET && opset <= LAST_OPSET : opset == 1;
    }
}
