package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rule of an op that derives the dependence of its result on the sequences of a batch. */
@FunctionalInterface
interface RaggedRule {

    /** Rules by op; those of ONNX Runtime have their domain as a prefix. */
    Map<String, RaggedRule> RULES = rules();

    /** Reason for ops whose results depend on the padding. */
    String WHOLE_BATCH = "its scale depends on all elements of the batch, among them the padding";

    /** Reasons why ops are unsupported, where there is a specific one. */
    Map<String, String> UNSUPPORTED = Map.of(
            "DynamicQuantizeLinear", WHOLE_BATCH,
            "com.microsoft.DynamicQuantizeMatMul", WHOLE_BATCH,
            "com.microsoft.GroupQueryAttention", "it is causal, and its lengths of keys include the padding");

    /**
     * Returns the dependence of the results.
     *
     * @throws UnsupportedNodeException if an element may depend on the padding, or on another sequence
     */
    RaggedValue result(RaggedCall call) throws UnsupportedNodeException;

    /** Returns the rule of a node. */
    static RaggedRule find(OnnxNode node) throws UnsupportedNodeException {
        String domain = node.domain().isEmpty() ? "" : node.domain() + ".";
        RaggedRule rule = RULES.get(domain + node.op());
        if (rule == null) {
            throw new UnsupportedNodeException(UNSUPPORTED.getOrDefault(
                    domain + node.op(), "it is not known to compute each token from its own sequence"));
        }
        return rule;
    }

    private static Map<String, RaggedRule> rules() {
        Map<String, RaggedRule> rules = new HashMap<>();
        List.of(
                        "Abs",
                        "Neg",
                        "Sign",
                        "Reciprocal",
                        "Sqrt",
                        "Floor",
                        "Ceil",
                        "Round",
                        "Exp",
                        "Log",
                        "Sin",
                        "Cos",
                        "Tan",
                        "Asin",
                        "Acos",
                        "Atan",
                        "Sinh",
                        "Cosh",
                        "Tanh",
                        "Asinh",
                        "Acosh",
                        "Atanh",
                        "Erf",
                        "Sigmoid",
                        "Relu",
                        "Softplus",
                        "Softsign",
                        "Mish",
                        "Not",
                        "BitwiseNot",
                        "IsNaN",
                        "Add",
                        "Sub",
                        "Mul",
                        "Div",
                        "And",
                        "Or",
                        "Xor",
                        "BitwiseAnd",
                        "BitwiseOr",
                        "BitwiseXor",
                        "Equal",
                        "Greater",
                        "GreaterOrEqual",
                        "Less",
                        "LessOrEqual",
                        "Max",
                        "Min",
                        "Sum",
                        "Mean",
                        "Mod",
                        "Pow",
                        "Where",
                        "IsInf",
                        "Clip",
                        "LeakyRelu",
                        "PRelu",
                        "Elu",
                        "Celu",
                        "Selu",
                        "ThresholdedRelu",
                        "HardSigmoid",
                        "HardSwish",
                        "Shrink",
                        "Gelu",
                        "Swish",
                        "Identity",
                        "Cast",
                        "CastLike",
                        "Dropout",
                        "com.microsoft.Gelu",
                        "com.microsoft.BiasGelu",
                        "com.microsoft.FastGelu",
                        "com.microsoft.QuickGelu")
                .forEach(op -> rules.put(op, ElementwiseAnalysis::of));
        List.of("Reshape", "Unsqueeze", "Flatten").forEach(op -> rules.put(op, MovementAnalysis::reshape));
        rules.put("Squeeze", MovementAnalysis::squeeze);
        rules.put("Transpose", MovementAnalysis::transpose);
        rules.put("Expand", MovementAnalysis::expand);
        rules.put("ConstantOfShape", MovementAnalysis::filled);
        rules.put("Range", MovementAnalysis::range);
        rules.put("Slice", MovementAnalysis::slice);
        rules.put("Gather", MovementAnalysis::gather);
        rules.put("Concat", MovementAnalysis::alongFeatures);
        rules.put("Split", MovementAnalysis::alongFeatures);
        List.of(
                        "ReduceSum",
                        "ReduceMean",
                        "ReduceMax",
                        "ReduceMin",
                        "ReduceProd",
                        "ReduceL1",
                        "ReduceL2",
                        "ReduceSumSquare",
                        "ReduceLogSum",
                        "ReduceLogSumExp")
                .forEach(op -> rules.put(op, ReductionAnalysis::reduce));
        rules.put("CumSum", ReductionAnalysis::running);
        rules.put("ArgMax", ReductionAnalysis::position);
        rules.put("ArgMin", ReductionAnalysis::position);
        rules.put("Softmax", ReductionAnalysis::softmax);
        rules.put("LogSoftmax", ReductionAnalysis::softmax);
        List.of("LayerNormalization", "RMSNormalization", "SimplifiedLayerNormalization")
                .forEach(op -> rules.put(op, ReductionAnalysis::norm));
        List.of("com.microsoft.SkipLayerNormalization", "com.microsoft.SkipSimplifiedLayerNormalization")
                .forEach(op -> rules.put(op, ReductionAnalysis::skipNorm));
        rules.put("com.microsoft.EmbedLayerNormalization", MovementAnalysis::embedding);
        rules.put("Attention", AttentionAnalysis::standard);
        rules.put("com.microsoft.MultiHeadAttention", AttentionAnalysis::ofOperands);
        rules.put("com.microsoft.Attention", AttentionAnalysis::ofWeights);
        rules.put("MatMul", ProductAnalysis::matMul);
        rules.put("Gemm", ProductAnalysis::gemm);
        rules.put("com.microsoft.FusedMatMul", ProductAnalysis::fusedMatMul);
        return Map.copyOf(rules);
    }
}
