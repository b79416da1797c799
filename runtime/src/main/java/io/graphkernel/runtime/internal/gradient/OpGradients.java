// Generated from the op table; change a row of io.graphkernel.processor.op, then refresh this file with
// mvn -q -pl processor -am process-classes -Preferences
package io.graphkernel.runtime.internal.gradient;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.DataFormat;
import io.graphkernel.runtime.Reduction;
import io.graphkernel.runtime.Rounding;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.eager.DimLists;
import io.graphkernel.runtime.internal.eager.Eager;
import io.graphkernel.runtime.internal.eager.Expansions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The gradient rules of the ops, each over what was recorded of a call. */
final class OpGradients {

    private static final Map<String, OpRules> RULES = new HashMap<>();

    private OpGradients() {}

    /** What the row of an op says. */
    static OpRules of(String op) {
        return RULES.get(op);
    }

    private static void put(
            String op,
            String method,
            boolean wide,
            boolean pointwise,
            boolean whole,
            Set<Integer> constantIn,
            String absence,
            Rule... rules) {
        RULES.put(op, new OpRules(method, wide, pointwise, List.of(rules), constantIn, absence, whole));
    }

    private static Rule rule(List<Integer> results, List<Integer> operands, Rule.Formula formula) {
        return new Rule(results, operands, formula);
    }

    static {
        put("Add", "add", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::addOfX),
                rule(List.of(0), List.of(1), OpGradients::addOfY));
        put("Sub", "sub", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::subOfX),
                rule(List.of(0), List.of(1), OpGradients::subOfY));
        put("Mul", "mul", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::mulOfX),
                rule(List.of(0), List.of(1), OpGradients::mulOfY));
        put("RealDiv", "realDiv", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::realDivOfX),
                rule(List.of(0), List.of(1), OpGradients::realDivOfY));
        put("Div", "div", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::divOfX),
                rule(List.of(0), List.of(1), OpGradients::divOfY));
        put("FloorMod", "floorMod", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::floorModOfX),
                rule(List.of(0), List.of(1), OpGradients::floorModOfY));
        put("Mod", "mod", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::modOfX),
                rule(List.of(0), List.of(1), OpGradients::modOfY));
        put("Maximum", "maximum", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::maximumOfX),
                rule(List.of(0), List.of(1), OpGradients::maximumOfY));
        put("Minimum", "minimum", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::minimumOfX),
                rule(List.of(0), List.of(1), OpGradients::minimumOfY));
        put("IdentityMath", "identityMath", false, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::identityMathOfX));
        put("BroadcastLike", "broadcastLike", false, true, true, Set.of(1), "",
                rule(List.of(0), List.of(0), OpGradients::broadcastLikeOfX));
        put("Abs", "abs", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::absOfX));
        put("Neg", "neg", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::negOfX));
        put("Reciprocal", "reciprocal", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reciprocalOfX));
        put("Sqrt", "sqrt", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::sqrtOfX));
        put("Rsqrt", "rsqrt", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::rsqrtOfX));
        put("Exp", "exp", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::expOfX));
        put("Exp2", "exp2", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::exp2OfX));
        put("Expm1", "expm1", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::expm1OfX));
        put("Log", "log", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::logOfX));
        put("Log2", "log2", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::log2OfX));
        put("Log10", "log10", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::log10OfX));
        put("Log1p", "log1p", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::log1pOfX));
        put("Pow", "pow", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::powOfX),
                rule(List.of(0), List.of(1), OpGradients::powOfY));
        put("Sin", "sin", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::sinOfX));
        put("Cos", "cos", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::cosOfX));
        put("Tan", "tan", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::tanOfX));
        put("Asin", "asin", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::asinOfX));
        put("ACos", "acos", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::acosOfX));
        put("Atan", "atan", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::atanOfX));
        put("Atan2", "atan2", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::atan2OfY),
                rule(List.of(0), List.of(1), OpGradients::atan2OfX));
        put("Sinh", "sinh", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::sinhOfX));
        put("Cosh", "cosh", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::coshOfX));
        put("Tanh", "tanh", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::tanhOfX));
        put("Asinh", "asinh", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::asinhOfX));
        put("Acosh", "acosh", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::acoshOfX));
        put("Atanh", "atanh", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::atanhOfX));
        put("Erf", "erf", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::erfOfX));
        put("Erfc", "erfc", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::erfcOfX));
        put("Sigmoid", "sigmoid", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::sigmoidOfX));
        put("PhiloxUniform", "philoxUniform", true, true, true, Set.of(), "");
        put("PhiloxNormal", "philoxNormal", true, true, true, Set.of(), "");
        put("LogicalAnd", "logicalAnd", false, true, true, Set.of(), "");
        put("LogicalOr", "logicalOr", false, true, true, Set.of(), "");
        put("LogicalXor", "logicalXor", false, true, true, Set.of(), "");
        put("LogicalNot", "logicalNot", false, true, true, Set.of(), "");
        put("Select", "select", false, true, true, Set.of(), "",
                rule(List.of(0), List.of(1), OpGradients::selectOfX),
                rule(List.of(0), List.of(2), OpGradients::selectOfY));
        put("Cast", "cast", false, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::castOfX));
        put("ReduceSum", "reduceSum", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reduceSumOfX));
        put("ReduceProd", "reduceProd", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reduceProdOfX));
        put("ReduceMax", "reduceMax", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reduceMaxOfX));
        put("ReduceMin", "reduceMin", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reduceMinOfX));
        put("ReduceAll", "reduceAll", false, false, true, Set.of(), "");
        put("ReduceAny", "reduceAny", false, false, true, Set.of(), "");
        put("CumSum", "cumSum", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::cumSumOfX));
        put("CumProd", "cumProd", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::cumProdOfX));
        put("Transpose", "transpose", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::transposeOfX));
        put("Reshape", "reshape", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reshapeOfX));
        put("BroadcastTo", "broadcastTo", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::broadcastToOfX));
        put("StridedSlice", "stridedSlice", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::stridedSliceOfX));
        put("Reverse", "reverse", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reverseOfX));
        put("Concat", "concat", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::concatOfX));
        put("Gather", "gather", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::gatherOfX));
        put("MatMul", "matMul", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::matMulOfA),
                rule(List.of(0), List.of(1), OpGradients::matMulOfB));
        put("BatchMatMul", "batchMatMul", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::batchMatMulOfA),
                rule(List.of(0), List.of(1), OpGradients::batchMatMulOfB));
        put("Conv2D", "conv2D", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::conv2DOfX),
                rule(List.of(0), List.of(1), OpGradients::conv2DOfWeight));
        put("PromptFlashAttention", "promptFlashAttention", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0, 1, 2), OpGradients::promptFlashAttentionOfQueryAndKeyAndValue),
                rule(List.of(0), List.of(3), OpGradients::promptFlashAttentionOfMask));
        put("PromptFlashAttentionGrad", "promptFlashAttentionGrad", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0, 1, 2, 3, 4), OpGradients::promptFlashAttentionGradOfQueryAndKeyAndValueAndDyAndMask));
        put("GatherGrad", "gatherGrad", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::gatherGradOfDy));
        put("AllReduce", "allReduce", false, false, true, Set.of(), 
                "frameworks differ in what the adjoint of a sum over ranks is; combine the gradients, not the losses");
        put("OnRank", "onRank", false, false, true, Set.of(), 
                "frameworks differ in what the adjoint of a sum over ranks is; combine the gradients, not the losses");
        put("AllGather", "allGather", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::allGatherOfX));
        put("ReduceScatter", "reduceScatter", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reduceScatterOfX));
        put("AllToAll", "allToAll", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::allToAllOfX));
        put("Broadcast", "broadcast", false, false, true, Set.of(), 
                "frameworks differ in what the adjoint of a sum over ranks is; combine the gradients, not the losses");
        put("MatMulAllReduce", "matMulAllReduce", false, false, true, Set.of(), 
                "frameworks differ in what the adjoint of a sum over ranks is; combine the gradients, not the losses");
        put("AllGatherMatmul", "allGatherMatmul", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::allGatherMatmulOfA),
                rule(List.of(0), List.of(1), OpGradients::allGatherMatmulOfB));
        put("MatmulReduceScatter", "matmulReduceScatter", false, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::matmulReduceScatterOfA),
                rule(List.of(0), List.of(1), OpGradients::matmulReduceScatterOfB));
        put("Square", "square", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::squareOfX));
        put("Lerp", "lerp", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::lerpOfStart),
                rule(List.of(0), List.of(1), OpGradients::lerpOfEnd),
                rule(List.of(0), List.of(2), OpGradients::lerpOfWeight));
        put("ClampScalar", "clampScalar", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::clampScalarOfX),
                rule(List.of(0), List.of(1), OpGradients::clampScalarOfMin),
                rule(List.of(0), List.of(2), OpGradients::clampScalarOfMax));
        put("StopGradient", "stopGradient", false, true, true, Set.of(0), "");
        put("OnesLike", "onesLike", false, true, true, Set.of(0), "");
        put("ZerosLike", "zerosLike", false, true, true, Set.of(0), "");
        put("ReLU", "reLU", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reLUOfX));
        put("ReLU6", "reLU6", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reLU6OfX));
        put("SiLU", "siLU", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::siLUOfX));
        put("GeLU", "geLU", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::geLUOfX));
        put("GeLUErf", "geLUErf", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::geLUErfOfX));
        put("FastGeLU", "fastGeLU", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::fastGeLUOfX));
        put("HSigmoid", "hSigmoid", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::hSigmoidOfX));
        put("HSwish", "hSwish", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::hSwishOfX));
        put("HShrink", "hShrink", true, true, false, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::hShrinkOfX));
        put("SoftShrink", "softShrink", true, true, false, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::softShrinkOfX));
        put("Softplus", "softplus", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::softplusOfX));
        put("SoftplusExt", "softplusExt", true, true, false, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::softplusExtOfX));
        put("Softsign", "softsign", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::softsignOfX));
        put("LogSigmoid", "logSigmoid", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::logSigmoidOfX));
        put("Mish", "mish", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::mishOfX));
        put("EluExt", "eluExt", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::eluExtOfX),
                rule(List.of(0), List.of(1), OpGradients::eluExtOfAlpha));
        put("Selu", "selu", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::seluOfX));
        put("CeLU", "ceLU", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::ceLUOfX),
                rule(List.of(0), List.of(1), OpGradients::ceLUOfAlpha));
        put("GLU", "glu", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::gluOfX));
        put("SwiGLU", "swiGLU", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::swiGLUOfX));
        put("GeLUGrad", "geLUGrad", true, true, false, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::geLUGradOfDy),
                rule(List.of(0), List.of(1), OpGradients::geLUGradOfX));
        put("GeLUErfGrad", "geLUErfGrad", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::geLUErfGradOfDy),
                rule(List.of(0), List.of(1), OpGradients::geLUErfGradOfX));
        put("FastGeLUGrad", "fastGeLUGrad", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::fastGeLUGradOfDy),
                rule(List.of(0), List.of(1), OpGradients::fastGeLUGradOfX));
        put("SiLUGrad", "siLUGrad", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::siLUGradOfDy),
                rule(List.of(0), List.of(1), OpGradients::siLUGradOfX));
        put("ReduceVariance", "reduceVariance", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reduceVarianceOfX));
        put("ReduceStd", "reduceStd", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reduceStdOfX));
        put("ReduceL2", "reduceL2", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::reduceL2OfX));
        put("LogSumExp", "logSumExp", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::logSumExpOfX));
        put("Softmax", "softmax", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::softmaxOfX));
        put("LogSoftmax", "logSoftmax", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::logSoftmaxOfX));
        put("EqualCount", "equalCount", true, false, true, Set.of(0, 1), "");
        put("ArgMaxWithValue", "argMaxWithValue", true, false, false, Set.of(), "",
                rule(List.of(1), List.of(0), OpGradients::argMaxWithValueOfX));
        put("ArgMinWithValue", "argMinWithValue", true, false, false, Set.of(), "",
                rule(List.of(1), List.of(0), OpGradients::argMinWithValueOfX));
        put("LayerNorm", "layerNorm", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0, 1, 2), OpGradients::layerNormOfXAndGammaAndBeta));
        put("RmsNorm", "rmsNorm", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0, 1), OpGradients::rmsNormOfXAndGamma));
        put("GroupNorm", "groupNorm", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0, 1, 2), OpGradients::groupNormOfXAndGammaAndBeta));
        put("InstanceNorm", "instanceNorm", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0, 1, 2), OpGradients::instanceNormOfXAndGammaAndBeta));
        put("LayerNormV3", "layerNormV3", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0, 1, 2), OpGradients::layerNormV3OfXAndGammaAndBeta));
        put("LayerNormExt", "layerNormExt", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0, 2, 3), OpGradients::layerNormExtOfXAndGammaAndBeta));
        put("AddLayerNorm", "addLayerNorm", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0, 1, 2, 3), OpGradients::addLayerNormOfX1AndX2AndGammaAndBeta),
                rule(List.of(0, 3), List.of(0, 1, 2, 3), OpGradients::addLayerNormOfX1AndX2AndGammaAndBetaFromYAndSum));
        put("AddLayerNormV3", "addLayerNormV3", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0, 1, 2, 3), OpGradients::addLayerNormV3OfX1AndX2AndGammaAndBeta),
                rule(List.of(0, 3), List.of(0, 1, 2, 3), OpGradients::addLayerNormV3OfX1AndX2AndGammaAndBetaFromYAndSum));
        put("AddRmsNorm", "addRmsNorm", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0, 1, 2), OpGradients::addRmsNormOfX1AndX2AndGamma),
                rule(List.of(0, 2), List.of(0, 1, 2), OpGradients::addRmsNormOfX1AndX2AndGammaFromYAndSum));
        put("AddRmsNormQuant", "addRmsNormQuant", true, false, false, Set.of(), "",
                rule(List.of(1), List.of(0, 1, 2), OpGradients::addRmsNormQuantOfX1AndX2AndGamma),
                rule(List.of(1, 2), List.of(0, 1, 2), OpGradients::addRmsNormQuantOfX1AndX2AndGammaFromYAndSum));
        put("MSELoss", "mseLoss", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::mseLossOfX),
                rule(List.of(0), List.of(1), OpGradients::mseLossOfY));
        put("SmoothL1Loss", "smoothL1Loss", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::smoothL1LossOfX),
                rule(List.of(0), List.of(1), OpGradients::smoothL1LossOfY));
        put("BinaryCrossEntropy", "binaryCrossEntropy", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::binaryCrossEntropyOfX));
        put("BCEWithLogitsLoss", "bceWithLogitsLoss", true, false, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::bceWithLogitsLossOfX),
                rule(List.of(0), List.of(1), OpGradients::bceWithLogitsLossOfY),
                rule(List.of(0), List.of(2), OpGradients::bceWithLogitsLossOfWeight),
                rule(List.of(0), List.of(3), OpGradients::bceWithLogitsLossOfPosWeight));
        put("SigmoidCrossEntropyWithLogits", "sigmoidCrossEntropyWithLogits", true, true, true, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::sigmoidCrossEntropyWithLogitsOfX),
                rule(List.of(0), List.of(1), OpGradients::sigmoidCrossEntropyWithLogitsOfZ));
        put("SoftmaxCrossEntropyWithLogits", "softmaxCrossEntropyWithLogits", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::softmaxCrossEntropyWithLogitsOfLogits),
                rule(List.of(0), List.of(1), OpGradients::softmaxCrossEntropyWithLogitsOfLabel));
        put("SparseSoftmaxCrossEntropyWithLogits", "sparseSoftmaxCrossEntropyWithLogits", true, false, false, Set.of(), "",
                rule(List.of(0), List.of(0), OpGradients::sparseSoftmaxCrossEntropyWithLogitsOfLogits));
        put("Split", "split", false, false, true, Set.of(), "",
                rule(List.of(), List.of(0), OpGradients::splitOfX));
        put("SplitWithSize", "splitWithSize", false, false, true, Set.of(), "",
                rule(List.of(), List.of(0), OpGradients::splitWithSizeOfX));
        put("Unstack", "unstack", false, false, true, Set.of(), "",
                rule(List.of(), List.of(0), OpGradients::unstackOfX));
        put("AdamApplyOneWithDecay", "adamApplyOneWithDecay", true, true, true, Set.of(), 
                "a step of an optimizer is no part of a loss");
    }

    private static Contribution[] addOfX(Application call) {
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.of(cotangent)};
    }

    private static Contribution[] addOfY(Application call) {
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.of(cotangent)};
    }

    private static Contribution[] subOfX(Application call) {
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.of(cotangent)};
    }

    private static Contribution[] subOfY(Application call) {
        Tensor cotangent = call.cotangent(0);
        Tensor neg = neg(cotangent);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] mulOfX(Application call) {
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, y);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] mulOfY(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, x);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] realDivOfX(Application call) {
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor realDiv = realDiv(cotangent, y);
        return new Contribution[] {Contribution.of(realDiv)};
    }

    private static Contribution[] realDivOfY(Application call) {
        Tensor y = call.operand(1);
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, result);
        Tensor realDiv = realDiv(mul, y);
        Tensor neg = neg(realDiv);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] divOfX(Application call) {
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor realDiv = realDiv(cotangent, y);
        return new Contribution[] {Contribution.of(realDiv)};
    }

    private static Contribution[] divOfY(Application call) {
        Tensor y = call.operand(1);
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, result);
        Tensor realDiv = realDiv(mul, y);
        Tensor neg = neg(realDiv);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] floorModOfX(Application call) {
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.of(cotangent)};
    }

    private static Contribution[] floorModOfY(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor floorDiv = floorDiv(x, y);
        Tensor mul = mul(cotangent, floorDiv);
        Tensor neg = neg(mul);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] modOfX(Application call) {
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.of(cotangent)};
    }

    private static Contribution[] modOfY(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor realDiv = realDiv(x, y);
        Tensor trunc = trunc(realDiv);
        Tensor mul = mul(cotangent, trunc);
        Tensor neg = neg(mul);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] maximumOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor greater = greater(x, y);
        Tensor mul = mul(cotangent, 0.5);
        Tensor select = select(greater, cotangent, mul);
        Tensor greater2 = greater(y, x);
        return new Contribution[] {Contribution.unless(greater2, select)};
    }

    private static Contribution[] maximumOfY(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor greater = greater(y, x);
        Tensor mul = mul(cotangent, 0.5);
        Tensor select = select(greater, cotangent, mul);
        Tensor greater2 = greater(x, y);
        return new Contribution[] {Contribution.unless(greater2, select)};
    }

    private static Contribution[] minimumOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor less = less(x, y);
        Tensor mul = mul(cotangent, 0.5);
        Tensor select = select(less, cotangent, mul);
        Tensor less2 = less(y, x);
        return new Contribution[] {Contribution.unless(less2, select)};
    }

    private static Contribution[] minimumOfY(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor less = less(y, x);
        Tensor mul = mul(cotangent, 0.5);
        Tensor select = select(less, cotangent, mul);
        Tensor less2 = less(x, y);
        return new Contribution[] {Contribution.unless(less2, select)};
    }

    private static Contribution[] identityMathOfX(Application call) {
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.of(cotangent)};
    }

    private static Contribution[] broadcastLikeOfX(Application call) {
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.of(cotangent)};
    }

    private static Contribution[] absOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor absGrad = absGrad(x, cotangent);
        return new Contribution[] {Contribution.of(absGrad)};
    }

    private static Contribution[] negOfX(Application call) {
        Tensor cotangent = call.cotangent(0);
        Tensor neg = neg(cotangent);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] reciprocalOfX(Application call) {
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor reciprocalGrad = reciprocalGrad(result, cotangent);
        return new Contribution[] {Contribution.of(reciprocalGrad)};
    }

    private static Contribution[] sqrtOfX(Application call) {
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor sqrtGrad = sqrtGrad(result, cotangent);
        return new Contribution[] {Contribution.of(sqrtGrad)};
    }

    private static Contribution[] rsqrtOfX(Application call) {
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor rsqrtGrad = rsqrtGrad(result, cotangent);
        return new Contribution[] {Contribution.of(rsqrtGrad)};
    }

    private static Contribution[] expOfX(Application call) {
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, result);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] exp2OfX(Application call) {
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, result);
        Tensor mul2 = mul(mul, 0.6931471805599453);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] expm1OfX(Application call) {
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor add = add(result, 1.0);
        Tensor mul = mul(cotangent, add);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] logOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor realDiv = realDiv(cotangent, x);
        return new Contribution[] {Contribution.of(realDiv)};
    }

    private static Contribution[] log2OfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(x, 0.6931471805599453);
        Tensor realDiv = realDiv(cotangent, mul);
        return new Contribution[] {Contribution.of(realDiv)};
    }

    private static Contribution[] log10OfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(x, 2.302585092994046);
        Tensor realDiv = realDiv(cotangent, mul);
        return new Contribution[] {Contribution.of(realDiv)};
    }

    private static Contribution[] log1pOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor add = add(x, 1.0);
        Tensor realDiv = realDiv(cotangent, add);
        return new Contribution[] {Contribution.of(realDiv)};
    }

    private static Contribution[] powOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(y, 1.0);
        Tensor pow = pow(x, sub);
        Tensor mul = mul(y, pow);
        Tensor notEqual = notEqual(y, 0.0);
        Tensor mul2 = mul(cotangent, mul);
        return new Contribution[] {Contribution.where(notEqual, mul2)};
    }

    private static Contribution[] powOfY(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor equal = equal(x, 0.0);
        Tensor greaterEqual = greaterEqual(y, 0.0);
        Tensor logicalAnd = logicalAnd(equal, greaterEqual);
        Tensor log = log(x);
        Tensor mul = mul(result, log);
        Tensor mul2 = mul(cotangent, mul);
        return new Contribution[] {Contribution.unless(logicalAnd, mul2)};
    }

    private static Contribution[] sinOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor cos = cos(x);
        Tensor mul = mul(cotangent, cos);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] cosOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor sin = sin(x);
        Tensor mul = mul(cotangent, sin);
        Tensor neg = neg(mul);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] tanOfX(Application call) {
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(result, result);
        Tensor add = add(mul, 1.0);
        Tensor mul2 = mul(cotangent, add);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] asinOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(1.0, x);
        Tensor add = add(x, 1.0);
        Tensor mul = mul(sub, add);
        Tensor rsqrt = rsqrt(mul);
        Tensor mul2 = mul(cotangent, rsqrt);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] acosOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(1.0, x);
        Tensor add = add(x, 1.0);
        Tensor mul = mul(sub, add);
        Tensor rsqrt = rsqrt(mul);
        Tensor mul2 = mul(cotangent, rsqrt);
        Tensor neg = neg(mul2);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] atanOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(x, x);
        Tensor add = add(mul, 1.0);
        Tensor realDiv = realDiv(cotangent, add);
        return new Contribution[] {Contribution.of(realDiv)};
    }

    private static Contribution[] atan2OfY(Application call) {
        Tensor y = call.operand(0);
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, x);
        Tensor mul2 = mul(x, x);
        Tensor mul3 = mul(y, y);
        Tensor add = add(mul2, mul3);
        Tensor realDiv = realDiv(mul, add);
        return new Contribution[] {Contribution.of(realDiv)};
    }

    private static Contribution[] atan2OfX(Application call) {
        Tensor y = call.operand(0);
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, y);
        Tensor mul2 = mul(x, x);
        Tensor mul3 = mul(y, y);
        Tensor add = add(mul2, mul3);
        Tensor realDiv = realDiv(mul, add);
        Tensor neg = neg(realDiv);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] sinhOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor cosh = cosh(x);
        Tensor mul = mul(cotangent, cosh);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] coshOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor sinh = sinh(x);
        Tensor mul = mul(cotangent, sinh);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] tanhOfX(Application call) {
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor tanhGrad = tanhGrad(result, cotangent);
        return new Contribution[] {Contribution.of(tanhGrad)};
    }

    private static Contribution[] asinhOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(x, x);
        Tensor add = add(mul, 1.0);
        Tensor rsqrt = rsqrt(add);
        Tensor mul2 = mul(cotangent, rsqrt);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] acoshOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor add = add(x, -1.0);
        Tensor rsqrt = rsqrt(add);
        Tensor mul = mul(cotangent, rsqrt);
        Tensor add2 = add(x, 1.0);
        Tensor rsqrt2 = rsqrt(add2);
        Tensor mul2 = mul(mul, rsqrt2);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] atanhOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(1.0, x);
        Tensor add = add(x, 1.0);
        Tensor mul = mul(sub, add);
        Tensor realDiv = realDiv(cotangent, mul);
        return new Contribution[] {Contribution.of(realDiv)};
    }

    private static Contribution[] erfOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(x, x);
        Tensor neg = neg(mul);
        Tensor exp = exp(neg);
        Tensor mul2 = mul(exp, 1.1283791670955126);
        Tensor mul3 = mul(cotangent, mul2);
        return new Contribution[] {Contribution.of(mul3)};
    }

    private static Contribution[] erfcOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(x, x);
        Tensor neg = neg(mul);
        Tensor exp = exp(neg);
        Tensor mul2 = mul(exp, 1.1283791670955126);
        Tensor mul3 = mul(cotangent, mul2);
        Tensor neg2 = neg(mul3);
        return new Contribution[] {Contribution.of(neg2)};
    }

    private static Contribution[] sigmoidOfX(Application call) {
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor sigmoidGrad = sigmoidGrad(result, cotangent);
        return new Contribution[] {Contribution.of(sigmoidGrad)};
    }

    private static Contribution[] selectOfX(Application call) {
        Tensor condition = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.where(condition, cotangent)};
    }

    private static Contribution[] selectOfY(Application call) {
        Tensor condition = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.unless(condition, cotangent)};
    }

    private static Contribution[] castOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor converted = Expansions.as(cotangent, x.dtype());
        return new Contribution[] {Contribution.of(converted)};
    }

    private static Contribution[] reduceSumOfX(Application call) {
        Tensor x = call.operand(0);
        int[] axes = call.attribute(1);
        Tensor cotangent = call.cotangent(0);
        Tensor spread = GradientOps.spread(cotangent, x, axes);
        return new Contribution[] {Contribution.of(spread)};
    }

    private static Contribution[] reduceProdOfX(Application call) {
        Tensor x = call.operand(0);
        int[] axes = call.attribute(1);
        boolean keepDims = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor equal = equal(x, 0.0);
        Tensor converted = Expansions.as(equal, x.dtype());
        Tensor select = select(equal, x, 0.0);
        Tensor select2 = select(equal, 1.0, x);
        Tensor reduceSum = reduceSum(converted, axes, keepDims);
        Tensor spread = GradientOps.spread(reduceSum, x, axes);
        Tensor sub = sub(spread, converted);
        Tensor reduceSum2 = reduceSum(select, axes, keepDims);
        Tensor spread2 = GradientOps.spread(reduceSum2, x, axes);
        Tensor sub2 = sub(spread2, select);
        Tensor reduceProd = reduceProd(select2, axes, keepDims);
        Tensor mul = mul(cotangent, reduceProd);
        Tensor spread3 = GradientOps.spread(mul, x, axes);
        Tensor realDiv = realDiv(spread3, select2);
        Tensor equal2 = equal(sub, 1.0);
        Tensor mul2 = mul(realDiv, sub2);
        Tensor select3 = select(equal2, mul2, 0.0);
        Tensor equal3 = equal(sub, 0.0);
        Tensor select4 = select(equal3, realDiv, select3);
        return new Contribution[] {Contribution.of(select4)};
    }

    private static Contribution[] reduceMaxOfX(Application call) {
        Tensor x = call.operand(0);
        int[] axes = call.attribute(1);
        boolean keepDims = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor reduceMax = reduceMax(x, axes, keepDims);
        Tensor spread = GradientOps.spread(reduceMax, x, axes);
        Tensor equal = equal(x, spread);
        Tensor notEqual = notEqual(x, x);
        Tensor logicalOr = logicalOr(equal, notEqual);
        Tensor converted = Expansions.as(logicalOr, x.dtype());
        Tensor reduceSum = reduceSum(converted, axes, keepDims);
        Tensor realDiv = realDiv(cotangent, reduceSum);
        Tensor spread2 = GradientOps.spread(realDiv, x, axes);
        return new Contribution[] {Contribution.where(logicalOr, spread2)};
    }

    private static Contribution[] reduceMinOfX(Application call) {
        Tensor x = call.operand(0);
        int[] axes = call.attribute(1);
        boolean keepDims = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor reduceMin = reduceMin(x, axes, keepDims);
        Tensor spread = GradientOps.spread(reduceMin, x, axes);
        Tensor equal = equal(x, spread);
        Tensor notEqual = notEqual(x, x);
        Tensor logicalOr = logicalOr(equal, notEqual);
        Tensor converted = Expansions.as(logicalOr, x.dtype());
        Tensor reduceSum = reduceSum(converted, axes, keepDims);
        Tensor realDiv = realDiv(cotangent, reduceSum);
        Tensor spread2 = GradientOps.spread(realDiv, x, axes);
        return new Contribution[] {Contribution.where(logicalOr, spread2)};
    }

    private static Contribution[] cumSumOfX(Application call) {
        int axis = call.attribute(1);
        boolean exclusive = call.attribute(2);
        boolean reverse = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        if (reverse) {
            Tensor cumSum = cumSum(cotangent, axis, exclusive, false);
            return new Contribution[] {Contribution.of(cumSum)};
        }
        Tensor cumSum = cumSum(cotangent, axis, exclusive, true);
        return new Contribution[] {Contribution.of(cumSum)};
    }

    private static Contribution[] cumProdOfX(Application call) {
        Tensor x = call.operand(0);
        int axis = call.attribute(1);
        boolean exclusive = call.attribute(2);
        boolean reverse = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        Tensor equal = equal(x, 0.0);
        Tensor converted = Expansions.as(equal, x.dtype());
        Tensor select = select(equal, x, 0.0);
        Tensor select2 = select(equal, 1.0, x);
        Tensor converted2 = Expansions.as(equal, DType.I64);
        Tensor cumSum = cumSum(converted2, axis, exclusive, reverse);
        Tensor cumSum2 = cumSum(select, axis, exclusive, reverse);
        Tensor cumProd = cumProd(select2, axis, exclusive, reverse);
        Tensor mul = mul(cotangent, cumProd);
        Tensor equal2 = equal(cumSum, 1.0);
        Tensor mul2 = mul(mul, cumSum2);
        Tensor select3 = select(equal2, mul2, 0.0);
        Tensor equal3 = equal(cumSum, 0.0);
        Tensor select4 = select(equal3, mul, select3);
        if (reverse) {
            Tensor cumSum3 = cumSum(select4, axis, exclusive, false);
            Tensor realDiv = realDiv(cumSum3, select2);
            Tensor equal4 = equal(cumSum, 2.0);
            Tensor mul3 = mul(mul, cumSum2);
            Tensor select5 = select(equal4, mul3, 0.0);
            Tensor select6 = select(equal4, mul, 0.0);
            Tensor cumSum4 = cumSum(select6, axis, exclusive, false);
            Tensor select7 = select(equal2, mul, select5);
            Tensor cumSum5 = cumSum(select7, axis, exclusive, false);
            Tensor mul4 = mul(cumSum4, select);
            Tensor sub = sub(cumSum5, mul4);
            Tensor select8 = select(equal, sub, realDiv);
            return new Contribution[] {Contribution.of(select8)};
        }
        Tensor cumSum3 = cumSum(select4, axis, exclusive, true);
        Tensor realDiv = realDiv(cumSum3, select2);
        Tensor equal4 = equal(cumSum, 2.0);
        Tensor mul3 = mul(mul, cumSum2);
        Tensor select5 = select(equal4, mul3, 0.0);
        Tensor select6 = select(equal4, mul, 0.0);
        Tensor cumSum4 = cumSum(select6, axis, exclusive, true);
        Tensor select7 = select(equal2, mul, select5);
        Tensor cumSum5 = cumSum(select7, axis, exclusive, true);
        Tensor mul4 = mul(cumSum4, select);
        Tensor sub = sub(cumSum5, mul4);
        Tensor select8 = select(equal, sub, realDiv);
        return new Contribution[] {Contribution.of(select8)};
    }

    private static Contribution[] transposeOfX(Application call) {
        int[] permutation = call.attribute(1);
        Tensor cotangent = call.cotangent(0);
        Tensor transposedBack = GradientOps.transposedBack(cotangent, permutation);
        return new Contribution[] {Contribution.of(transposedBack)};
    }

    private static Contribution[] reshapeOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor reshape = reshape(cotangent, DimLists.dims(x));
        return new Contribution[] {Contribution.of(reshape)};
    }

    private static Contribution[] broadcastToOfX(Application call) {
        Tensor cotangent = call.cotangent(0);
        return new Contribution[] {Contribution.of(cotangent)};
    }

    private static Contribution[] stridedSliceOfX(Application call) {
        Tensor x = call.operand(0);
        long[] begin = call.attribute(1);
        long[] end = call.attribute(2);
        long[] strides = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        Tensor unsliced = GradientOps.unsliced(cotangent, x, begin, end, strides);
        return new Contribution[] {Contribution.of(unsliced)};
    }

    private static Contribution[] reverseOfX(Application call) {
        int[] axes = call.attribute(1);
        Tensor cotangent = call.cotangent(0);
        Tensor reverse = reverse(cotangent, axes);
        return new Contribution[] {Contribution.of(reverse)};
    }

    private static Contribution[] concatOfX(Application call) {
        Tensor[] x = call.operands(0);
        int axis = call.attribute(1);
        Tensor cotangent = call.cotangent(0);
        Tensor[] parts = GradientOps.parts(axis, cotangent, x);
        return GradientOps.whole(parts);
    }

    private static Contribution[] gatherOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor indices = call.operand(1);
        int axis = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor reshape = reshape(cotangent, new long[] {DimLists.around("gather", x, axis, 1)[0],
                DimLists.flattened("gather", indices, 0)[1], DimLists.after("gather", x, axis, 1)[2]});
        Tensor reshape2 = reshape(indices, new long[] {DimLists.flattened("gather", indices, 0)[1]});
        Tensor gatherGrad = gatherGrad(reshape, reshape2, DimLists.dim("gather", x, axis));
        Tensor reshape3 = reshape(gatherGrad, DimLists.dims(x));
        return new Contribution[] {Contribution.of(reshape3)};
    }

    private static Contribution[] matMulOfA(Application call) {
        Tensor b = call.operand(1);
        boolean transposeA = call.attribute(2);
        boolean transposeB = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        if (transposeB) {
            if (transposeA) {
                Tensor matMul = matMul(b, cotangent, true, true);
                return new Contribution[] {Contribution.of(matMul)};
            }
            Tensor matMul = matMul(cotangent, b, false, false);
            return new Contribution[] {Contribution.of(matMul)};
        }
        if (transposeA) {
            Tensor matMul = matMul(b, cotangent, false, true);
            return new Contribution[] {Contribution.of(matMul)};
        }
        Tensor matMul = matMul(cotangent, b, false, true);
        return new Contribution[] {Contribution.of(matMul)};
    }

    private static Contribution[] matMulOfB(Application call) {
        Tensor a = call.operand(0);
        boolean transposeA = call.attribute(2);
        boolean transposeB = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        if (transposeA) {
            if (transposeB) {
                Tensor matMul = matMul(cotangent, a, true, true);
                return new Contribution[] {Contribution.of(matMul)};
            }
            Tensor matMul = matMul(a, cotangent, false, false);
            return new Contribution[] {Contribution.of(matMul)};
        }
        if (transposeB) {
            Tensor matMul = matMul(cotangent, a, true, false);
            return new Contribution[] {Contribution.of(matMul)};
        }
        Tensor matMul = matMul(a, cotangent, true, false);
        return new Contribution[] {Contribution.of(matMul)};
    }

    private static Contribution[] batchMatMulOfA(Application call) {
        Tensor b = call.operand(1);
        boolean transposeA = call.attribute(2);
        boolean transposeB = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        if (transposeB) {
            if (transposeA) {
                Tensor batchMatMul = batchMatMul(b, cotangent, true, true);
                return new Contribution[] {Contribution.of(batchMatMul)};
            }
            Tensor batchMatMul = batchMatMul(cotangent, b, false, false);
            return new Contribution[] {Contribution.of(batchMatMul)};
        }
        if (transposeA) {
            Tensor batchMatMul = batchMatMul(b, cotangent, false, true);
            return new Contribution[] {Contribution.of(batchMatMul)};
        }
        Tensor batchMatMul = batchMatMul(cotangent, b, false, true);
        return new Contribution[] {Contribution.of(batchMatMul)};
    }

    private static Contribution[] batchMatMulOfB(Application call) {
        Tensor a = call.operand(0);
        Tensor b = call.operand(1);
        boolean transposeA = call.attribute(2);
        boolean transposeB = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        if (transposeA) {
            if (transposeB) {
                Tensor batchMatMul = batchMatMul(cotangent, a, true, true);
                return new Contribution[] {Contribution.of(batchMatMul)};
            }
            Tensor batchMatMul = batchMatMul(a, cotangent, false, false);
            return new Contribution[] {Contribution.of(batchMatMul)};
        }
        if (transposeB) {
            Tensor sumOfProducts = GradientOps.sumOfProducts(a, cotangent, b, true);
            return new Contribution[] {Contribution.of(sumOfProducts)};
        }
        Tensor sumOfProducts = GradientOps.sumOfProducts(a, cotangent, b, false);
        return new Contribution[] {Contribution.of(sumOfProducts)};
    }

    private static Contribution[] conv2DOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor weight = call.operand(1);
        long[] strides = call.attribute(2);
        long[] pads = call.attribute(3);
        long[] dilations = call.attribute(4);
        int groups = call.attribute(5);
        Tensor cotangent = call.cotangent(0);
        Tensor ofImages = new ConvolutionGradient(x, weight, cotangent, strides, pads, dilations, groups).ofImages(
                );
        return new Contribution[] {Contribution.of(ofImages)};
    }

    private static Contribution[] conv2DOfWeight(Application call) {
        Tensor x = call.operand(0);
        Tensor weight = call.operand(1);
        long[] strides = call.attribute(2);
        long[] pads = call.attribute(3);
        long[] dilations = call.attribute(4);
        int groups = call.attribute(5);
        Tensor cotangent = call.cotangent(0);
        Tensor ofWeights = new ConvolutionGradient(x, weight, cotangent, strides, pads, dilations,
                groups).ofWeights();
        return new Contribution[] {Contribution.of(ofWeights)};
    }

    private static Contribution[] promptFlashAttentionOfQueryAndKeyAndValue(Application call) {
        Tensor query = call.operand(0);
        Tensor key = call.operand(1);
        Tensor value = call.operand(2);
        Tensor mask = call.operand(3);
        Tensor scale = call.operand(4);
        Tensor cotangent = call.cotangent(0);
        if (mask != null) {
            Tensor promptFlashAttentionGrad = promptFlashAttentionGrad(query, key, value, cotangent, mask, scale);
            Tensor stridedSlice = stridedSlice(promptFlashAttentionGrad, DimLists.replace("promptFlashAttention",
                    DimLists.filled(promptFlashAttentionGrad, 0), 2, 0), DimLists.replace("promptFlashAttention",
                    DimLists.dims(promptFlashAttentionGrad), 2, DimLists.dim("promptFlashAttention", query, 2)),
                    DimLists.filled(promptFlashAttentionGrad, 1));
            Tensor stridedSlice2 = stridedSlice(promptFlashAttentionGrad, DimLists.replace("promptFlashAttention",
                    DimLists.filled(promptFlashAttentionGrad, 0), 2, DimLists.dim("promptFlashAttention", query,
                    2)), DimLists.replace("promptFlashAttention", DimLists.dims(promptFlashAttentionGrad), 2,
                    DimLists.dim("promptFlashAttention", query, 2) + DimLists.dim("promptFlashAttention", key, 2)),
                    DimLists.filled(promptFlashAttentionGrad, 1));
            Tensor stridedSlice3 = stridedSlice(promptFlashAttentionGrad, DimLists.replace("promptFlashAttention",
                    DimLists.filled(promptFlashAttentionGrad, 0), 2, DimLists.dim("promptFlashAttention", query,
                    2) + DimLists.dim("promptFlashAttention", key, 2)), DimLists.replace("promptFlashAttention",
                    DimLists.dims(promptFlashAttentionGrad), 2, DimLists.dim("promptFlashAttention", query,
                    2) + DimLists.dim("promptFlashAttention", key, 2) + DimLists.dim("promptFlashAttention", key,
                    2)), DimLists.filled(promptFlashAttentionGrad, 1));
            return new Contribution[] {Contribution.of(stridedSlice), Contribution.of(stridedSlice2),
                    Contribution.of(stridedSlice3)};
        }
        Tensor promptFlashAttentionGrad = promptFlashAttentionGrad(query, key, value, cotangent, scale);
        Tensor stridedSlice = stridedSlice(promptFlashAttentionGrad, DimLists.replace("promptFlashAttention",
                DimLists.filled(promptFlashAttentionGrad, 0), 2, 0), DimLists.replace("promptFlashAttention",
                DimLists.dims(promptFlashAttentionGrad), 2, DimLists.dim("promptFlashAttention", query, 2)),
                DimLists.filled(promptFlashAttentionGrad, 1));
        Tensor stridedSlice2 = stridedSlice(promptFlashAttentionGrad, DimLists.replace("promptFlashAttention",
                DimLists.filled(promptFlashAttentionGrad, 0), 2, DimLists.dim("promptFlashAttention", query, 2)),
                DimLists.replace("promptFlashAttention", DimLists.dims(promptFlashAttentionGrad), 2, DimLists.dim(
                "promptFlashAttention", query, 2) + DimLists.dim("promptFlashAttention", key, 2)), DimLists.filled(
                promptFlashAttentionGrad, 1));
        Tensor stridedSlice3 = stridedSlice(promptFlashAttentionGrad, DimLists.replace("promptFlashAttention",
                DimLists.filled(promptFlashAttentionGrad, 0), 2, DimLists.dim("promptFlashAttention", query,
                2) + DimLists.dim("promptFlashAttention", key, 2)), DimLists.replace("promptFlashAttention",
                DimLists.dims(promptFlashAttentionGrad), 2, DimLists.dim("promptFlashAttention", query,
                2) + DimLists.dim("promptFlashAttention", key, 2) + DimLists.dim("promptFlashAttention", key, 2)),
                DimLists.filled(promptFlashAttentionGrad, 1));
        return new Contribution[] {Contribution.of(stridedSlice), Contribution.of(stridedSlice2), Contribution.of(
                stridedSlice3)};
    }

    private static Contribution[] promptFlashAttentionOfMask(Application call) {
        Tensor query = call.operand(0);
        Tensor key = call.operand(1);
        Tensor value = call.operand(2);
        Tensor mask = call.operand(3);
        Tensor scale = call.operand(4);
        Tensor cotangent = call.cotangent(0);
        Tensor batchMatMul = batchMatMul(query, key, false, true);
        Tensor wide = Expansions.widen(batchMatMul);
        Tensor converted = Expansions.as(scale, wide.dtype());
        Tensor mul = mul(wide, converted);
        if (mask != null) {
            Tensor wide2 = Expansions.widen(mask);
            Tensor add = add(mul, wide2);
            Tensor reduceMax = reduceMax(add, -1, true);
            Tensor sub = sub(add, reduceMax);
            Tensor exp = exp(sub);
            Tensor reduceSum = reduceSum(exp, -1, true);
            Tensor reciprocal = reciprocal(reduceSum);
            Tensor mul2 = mul(exp, reciprocal);
            Tensor batchMatMul2 = batchMatMul(cotangent, value, false, true);
            Tensor wide3 = Expansions.widen(batchMatMul2);
            Tensor mul3 = mul(mul2, wide3);
            Tensor reduceSum2 = reduceSum(mul3, -1, true);
            Tensor sub2 = sub(wide3, reduceSum2);
            Tensor mul4 = mul(mul2, sub2);
            return new Contribution[] {Contribution.of(mul4)};
        }
        Tensor reduceMax = reduceMax(mul, -1, true);
        Tensor sub = sub(mul, reduceMax);
        Tensor exp = exp(sub);
        Tensor reduceSum = reduceSum(exp, -1, true);
        Tensor reciprocal = reciprocal(reduceSum);
        Tensor mul2 = mul(exp, reciprocal);
        Tensor batchMatMul2 = batchMatMul(cotangent, value, false, true);
        Tensor wide2 = Expansions.widen(batchMatMul2);
        Tensor mul3 = mul(mul2, wide2);
        Tensor reduceSum2 = reduceSum(mul3, -1, true);
        Tensor sub2 = sub(wide2, reduceSum2);
        Tensor mul4 = mul(mul2, sub2);
        return new Contribution[] {Contribution.of(mul4)};
    }

    private static Contribution[] promptFlashAttentionGradOfQueryAndKeyAndValueAndDyAndMask(Application call) {
        Tensor query = call.operand(0);
        Tensor key = call.operand(1);
        Tensor value = call.operand(2);
        Tensor dy = call.operand(3);
        Tensor mask = call.operand(4);
        Tensor scale = call.operand(5);
        Tensor cotangent = call.cotangent(0);
        Tensor stridedSlice = stridedSlice(cotangent, DimLists.replace("promptFlashAttentionGrad", DimLists.filled(
                cotangent, 0), 2, 0), DimLists.replace("promptFlashAttentionGrad", DimLists.dims(cotangent), 2,
                DimLists.dim("promptFlashAttentionGrad", query, 2)), DimLists.filled(cotangent, 1));
        Tensor stridedSlice2 = stridedSlice(cotangent, DimLists.replace("promptFlashAttentionGrad",
                DimLists.filled(cotangent, 0), 2, DimLists.dim("promptFlashAttentionGrad", query, 2)),
                DimLists.replace("promptFlashAttentionGrad", DimLists.dims(cotangent), 2, DimLists.dim(
                "promptFlashAttentionGrad", query, 2) + DimLists.dim("promptFlashAttentionGrad", key, 2)),
                DimLists.filled(cotangent, 1));
        Tensor stridedSlice3 = stridedSlice(cotangent, DimLists.replace("promptFlashAttentionGrad",
                DimLists.filled(cotangent, 0), 2, DimLists.dim("promptFlashAttentionGrad", query,
                2) + DimLists.dim("promptFlashAttentionGrad", key, 2)), DimLists.replace(
                "promptFlashAttentionGrad", DimLists.dims(cotangent), 2, DimLists.dim("promptFlashAttentionGrad",
                query, 2) + DimLists.dim("promptFlashAttentionGrad", key, 2) + DimLists.dim(
                "promptFlashAttentionGrad", key, 2)), DimLists.filled(cotangent, 1));
        Tensor batchMatMul = batchMatMul(query, key, false, true);
        Tensor wide = Expansions.widen(batchMatMul);
        Tensor converted = Expansions.as(scale, wide.dtype());
        Tensor mul = mul(wide, converted);
        if (mask != null) {
            Tensor wide2 = Expansions.widen(mask);
            Tensor add = add(mul, wide2);
            Tensor reduceMax = reduceMax(add, -1, true);
            Tensor sub = sub(add, reduceMax);
            Tensor exp = exp(sub);
            Tensor reduceSum = reduceSum(exp, -1, true);
            Tensor reciprocal = reciprocal(reduceSum);
            Tensor mul2 = mul(exp, reciprocal);
            Tensor converted2 = Expansions.as(scale, mul2.dtype());
            Tensor batchMatMul2 = batchMatMul(dy, value, false, true);
            Tensor wide3 = Expansions.widen(batchMatMul2);
            Tensor mul3 = mul(mul2, wide3);
            Tensor reduceSum2 = reduceSum(mul3, -1, true);
            Tensor sub2 = sub(wide3, reduceSum2);
            Tensor mul4 = mul(mul2, sub2);
            Tensor mul5 = mul(mul4, converted2);
            Tensor converted3 = Expansions.as(mul5, query.dtype());
            Tensor batchMatMul3 = batchMatMul(stridedSlice, key, false, true);
            Tensor wide4 = Expansions.widen(batchMatMul3);
            Tensor batchMatMul4 = batchMatMul(query, stridedSlice2, false, true);
            Tensor wide5 = Expansions.widen(batchMatMul4);
            Tensor add2 = add(wide4, wide5);
            Tensor mul6 = mul(add2, converted2);
            Tensor mul7 = mul(mul2, mul6);
            Tensor reduceSum3 = reduceSum(mul7, -1, true);
            Tensor sub3 = sub(mul6, reduceSum3);
            Tensor mul8 = mul(mul2, sub3);
            Tensor converted4 = Expansions.as(mul8, query.dtype());
            Tensor mul9 = mul(mul6, sub2);
            Tensor mul10 = mul(wide3, reduceSum3);
            Tensor sub4 = sub(mul9, mul10);
            Tensor batchMatMul5 = batchMatMul(dy, stridedSlice3, false, true);
            Tensor wide6 = Expansions.widen(batchMatMul5);
            Tensor add3 = add(sub4, wide6);
            Tensor mul11 = mul(mul2, add3);
            Tensor reduceSum4 = reduceSum(mul11, -1, true);
            Tensor sub5 = sub(add3, reduceSum4);
            Tensor mul12 = mul(mul2, sub5);
            Tensor mul13 = mul(mul12, converted2);
            Tensor converted5 = Expansions.as(mul13, query.dtype());
            Tensor batchMatMul6 = batchMatMul(converted5, key, false, false);
            Tensor batchMatMul7 = batchMatMul(converted3, stridedSlice2, false, false);
            Tensor add4 = add(batchMatMul6, batchMatMul7);
            Tensor batchMatMul8 = batchMatMul(converted5, query, true, false);
            Tensor batchMatMul9 = batchMatMul(converted3, stridedSlice, true, false);
            Tensor add5 = add(batchMatMul8, batchMatMul9);
            Tensor batchMatMul10 = batchMatMul(converted4, dy, true, false);
            Tensor converted6 = Expansions.as(mul2, query.dtype());
            Tensor batchMatMul11 = batchMatMul(converted6, stridedSlice3, false, false);
            Tensor batchMatMul12 = batchMatMul(converted4, value, false, false);
            Tensor add6 = add(batchMatMul11, batchMatMul12);
            return new Contribution[] {Contribution.of(add4), Contribution.of(add5), Contribution.of(
                    batchMatMul10), Contribution.of(add6), Contribution.of(mul12)};
        }
        Tensor reduceMax = reduceMax(mul, -1, true);
        Tensor sub = sub(mul, reduceMax);
        Tensor exp = exp(sub);
        Tensor reduceSum = reduceSum(exp, -1, true);
        Tensor reciprocal = reciprocal(reduceSum);
        Tensor mul2 = mul(exp, reciprocal);
        Tensor converted2 = Expansions.as(scale, mul2.dtype());
        Tensor batchMatMul2 = batchMatMul(dy, value, false, true);
        Tensor wide2 = Expansions.widen(batchMatMul2);
        Tensor mul3 = mul(mul2, wide2);
        Tensor reduceSum2 = reduceSum(mul3, -1, true);
        Tensor sub2 = sub(wide2, reduceSum2);
        Tensor mul4 = mul(mul2, sub2);
        Tensor mul5 = mul(mul4, converted2);
        Tensor converted3 = Expansions.as(mul5, query.dtype());
        Tensor batchMatMul3 = batchMatMul(stridedSlice, key, false, true);
        Tensor wide3 = Expansions.widen(batchMatMul3);
        Tensor batchMatMul4 = batchMatMul(query, stridedSlice2, false, true);
        Tensor wide4 = Expansions.widen(batchMatMul4);
        Tensor add = add(wide3, wide4);
        Tensor mul6 = mul(add, converted2);
        Tensor mul7 = mul(mul2, mul6);
        Tensor reduceSum3 = reduceSum(mul7, -1, true);
        Tensor sub3 = sub(mul6, reduceSum3);
        Tensor mul8 = mul(mul2, sub3);
        Tensor converted4 = Expansions.as(mul8, query.dtype());
        Tensor mul9 = mul(mul6, sub2);
        Tensor mul10 = mul(wide2, reduceSum3);
        Tensor sub4 = sub(mul9, mul10);
        Tensor batchMatMul5 = batchMatMul(dy, stridedSlice3, false, true);
        Tensor wide5 = Expansions.widen(batchMatMul5);
        Tensor add2 = add(sub4, wide5);
        Tensor mul11 = mul(mul2, add2);
        Tensor reduceSum4 = reduceSum(mul11, -1, true);
        Tensor sub5 = sub(add2, reduceSum4);
        Tensor mul12 = mul(mul2, sub5);
        Tensor mul13 = mul(mul12, converted2);
        Tensor converted5 = Expansions.as(mul13, query.dtype());
        Tensor batchMatMul6 = batchMatMul(converted5, key, false, false);
        Tensor batchMatMul7 = batchMatMul(converted3, stridedSlice2, false, false);
        Tensor add3 = add(batchMatMul6, batchMatMul7);
        Tensor batchMatMul8 = batchMatMul(converted5, query, true, false);
        Tensor batchMatMul9 = batchMatMul(converted3, stridedSlice, true, false);
        Tensor add4 = add(batchMatMul8, batchMatMul9);
        Tensor batchMatMul10 = batchMatMul(converted4, dy, true, false);
        Tensor converted6 = Expansions.as(mul2, query.dtype());
        Tensor batchMatMul11 = batchMatMul(converted6, stridedSlice3, false, false);
        Tensor batchMatMul12 = batchMatMul(converted4, value, false, false);
        Tensor add5 = add(batchMatMul11, batchMatMul12);
        return new Contribution[] {Contribution.of(add3), Contribution.of(add4), Contribution.of(batchMatMul10),
                Contribution.of(add5), Contribution.of(mul12)};
    }

    private static Contribution[] gatherGradOfDy(Application call) {
        Tensor indices = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor gather = gather(cotangent, indices, 1);
        return new Contribution[] {Contribution.of(gather)};
    }

    private static Contribution[] allGatherOfX(Application call) {
        int ranks = call.attribute(1);
        String group = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor reduceScatter = reduceScatter(cotangent, ranks, group);
        return new Contribution[] {Contribution.of(reduceScatter)};
    }

    private static Contribution[] reduceScatterOfX(Application call) {
        int ranks = call.attribute(1);
        String group = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor allGather = allGather(cotangent, ranks, group);
        return new Contribution[] {Contribution.of(allGather)};
    }

    private static Contribution[] allToAllOfX(Application call) {
        int ranks = call.attribute(1);
        String group = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor allToAll = allToAll(cotangent, ranks, group);
        return new Contribution[] {Contribution.of(allToAll)};
    }

    private static Contribution[] allGatherMatmulOfA(Application call) {
        Tensor b = call.operand(1);
        int ranks = call.attribute(2);
        boolean transposeB = call.attribute(3);
        String group = call.attribute(4);
        Tensor cotangent = call.cotangent(0);
        if (transposeB) {
            Tensor matmulReduceScatter = matmulReduceScatter(cotangent, b, ranks, false, group);
            return new Contribution[] {Contribution.of(matmulReduceScatter)};
        }
        Tensor matmulReduceScatter = matmulReduceScatter(cotangent, b, ranks, true, group);
        return new Contribution[] {Contribution.of(matmulReduceScatter)};
    }

    private static Contribution[] allGatherMatmulOfB(Application call) {
        Tensor a = call.operand(0);
        int ranks = call.attribute(2);
        boolean transposeB = call.attribute(3);
        String group = call.attribute(4);
        Tensor cotangent = call.cotangent(0);
        Tensor allGather = allGather(a, ranks, group);
        if (transposeB) {
            Tensor matMul = matMul(cotangent, allGather, true, false);
            return new Contribution[] {Contribution.of(matMul)};
        }
        Tensor matMul = matMul(allGather, cotangent, true, false);
        return new Contribution[] {Contribution.of(matMul)};
    }

    private static Contribution[] matmulReduceScatterOfA(Application call) {
        Tensor b = call.operand(1);
        int ranks = call.attribute(2);
        boolean transposeB = call.attribute(3);
        String group = call.attribute(4);
        Tensor cotangent = call.cotangent(0);
        if (transposeB) {
            Tensor allGatherMatmul = allGatherMatmul(cotangent, b, ranks, false, group);
            return new Contribution[] {Contribution.of(allGatherMatmul)};
        }
        Tensor allGatherMatmul = allGatherMatmul(cotangent, b, ranks, true, group);
        return new Contribution[] {Contribution.of(allGatherMatmul)};
    }

    private static Contribution[] matmulReduceScatterOfB(Application call) {
        Tensor a = call.operand(0);
        int ranks = call.attribute(2);
        boolean transposeB = call.attribute(3);
        String group = call.attribute(4);
        Tensor cotangent = call.cotangent(0);
        Tensor allGather = allGather(cotangent, ranks, group);
        if (transposeB) {
            Tensor matMul = matMul(allGather, a, true, false);
            return new Contribution[] {Contribution.of(matMul)};
        }
        Tensor matMul = matMul(a, allGather, true, false);
        return new Contribution[] {Contribution.of(matMul)};
    }

    private static Contribution[] squareOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(x, 2.0);
        Tensor mul2 = mul(cotangent, mul);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] lerpOfStart(Application call) {
        Tensor weight = call.operand(2);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(1.0, weight);
        Tensor mul = mul(cotangent, sub);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] lerpOfEnd(Application call) {
        Tensor weight = call.operand(2);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, weight);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] lerpOfWeight(Application call) {
        Tensor start = call.operand(0);
        Tensor end = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(end, start);
        Tensor mul = mul(cotangent, sub);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] clampScalarOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor min = call.operand(1);
        Tensor max = call.operand(2);
        Tensor cotangent = call.cotangent(0);
        Tensor greater = greater(x, min);
        Tensor less = less(x, max);
        Tensor logicalAnd = logicalAnd(greater, less);
        return new Contribution[] {Contribution.where(logicalAnd, cotangent)};
    }

    private static Contribution[] clampScalarOfMin(Application call) {
        Tensor x = call.operand(0);
        Tensor min = call.operand(1);
        Tensor max = call.operand(2);
        Tensor cotangent = call.cotangent(0);
        Tensor lessEqual = lessEqual(x, min);
        Tensor less = less(min, max);
        Tensor logicalAnd = logicalAnd(lessEqual, less);
        return new Contribution[] {Contribution.where(logicalAnd, cotangent)};
    }

    private static Contribution[] clampScalarOfMax(Application call) {
        Tensor x = call.operand(0);
        Tensor min = call.operand(1);
        Tensor max = call.operand(2);
        Tensor cotangent = call.cotangent(0);
        Tensor greaterEqual = greaterEqual(x, max);
        Tensor greaterEqual2 = greaterEqual(min, max);
        Tensor logicalOr = logicalOr(greaterEqual, greaterEqual2);
        return new Contribution[] {Contribution.where(logicalOr, cotangent)};
    }

    private static Contribution[] reLUOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor greater = greater(x, 0.0);
        return new Contribution[] {Contribution.where(greater, cotangent)};
    }

    private static Contribution[] reLU6OfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor greater = greater(x, 0.0);
        Tensor less = less(x, 6.0);
        Tensor logicalAnd = logicalAnd(greater, less);
        return new Contribution[] {Contribution.where(logicalAnd, cotangent)};
    }

    private static Contribution[] siLUOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor siLUGrad = siLUGrad(cotangent, x);
        return new Contribution[] {Contribution.of(siLUGrad)};
    }

    private static Contribution[] geLUOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor geLUGrad = geLUGrad(cotangent, x);
        return new Contribution[] {Contribution.of(geLUGrad)};
    }

    private static Contribution[] geLUErfOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor geLUErfGrad = geLUErfGrad(cotangent, x);
        return new Contribution[] {Contribution.of(geLUErfGrad)};
    }

    private static Contribution[] fastGeLUOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor fastGeLUGrad = fastGeLUGrad(cotangent, x);
        return new Contribution[] {Contribution.of(fastGeLUGrad)};
    }

    private static Contribution[] hSigmoidOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor greater = greater(x, -3.0);
        Tensor less = less(x, 3.0);
        Tensor logicalAnd = logicalAnd(greater, less);
        Tensor mul = mul(cotangent, 0.16666666666666666);
        return new Contribution[] {Contribution.where(logicalAnd, mul)};
    }

    private static Contribution[] hSwishOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(x, 0.3333333333333333);
        Tensor add = add(mul, 0.5);
        Tensor mul2 = mul(cotangent, add);
        Tensor greaterEqual = greaterEqual(x, 3.0);
        Tensor select = select(greaterEqual, cotangent, mul2);
        Tensor lessEqual = lessEqual(x, -3.0);
        return new Contribution[] {Contribution.unless(lessEqual, select)};
    }

    private static Contribution[] hShrinkOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor lambd = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor abs = abs(x);
        Tensor lessEqual = lessEqual(abs, lambd);
        return new Contribution[] {Contribution.unless(lessEqual, cotangent)};
    }

    private static Contribution[] softShrinkOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor lambd = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor abs = abs(x);
        Tensor greater = greater(abs, lambd);
        return new Contribution[] {Contribution.where(greater, cotangent)};
    }

    private static Contribution[] softplusOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor softplusGrad = softplusGrad(cotangent, x);
        return new Contribution[] {Contribution.of(softplusGrad)};
    }

    private static Contribution[] softplusExtOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor beta = call.operand(1);
        Tensor threshold = call.operand(2);
        Tensor cotangent = call.cotangent(0);
        Tensor softplusGradExt = softplusGradExt(cotangent, x, beta, threshold);
        return new Contribution[] {Contribution.of(softplusGradExt)};
    }

    private static Contribution[] softsignOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor abs = abs(x);
        Tensor add = add(abs, 1.0);
        Tensor realDiv = realDiv(cotangent, add);
        Tensor realDiv2 = realDiv(realDiv, add);
        return new Contribution[] {Contribution.of(realDiv2)};
    }

    private static Contribution[] logSigmoidOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor logSigmoidGrad = logSigmoidGrad(cotangent, x);
        return new Contribution[] {Contribution.of(logSigmoidGrad)};
    }

    private static Contribution[] mishOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mishGrad = mishGrad(cotangent, x);
        return new Contribution[] {Contribution.of(mishGrad)};
    }

    private static Contribution[] eluExtOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor alpha = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor minimum = minimum(x, 0.0);
        Tensor exp = exp(minimum);
        Tensor mul = mul(exp, alpha);
        Tensor mul2 = mul(cotangent, mul);
        Tensor greater = greater(x, 0.0);
        Tensor select = select(greater, cotangent, mul2);
        return new Contribution[] {Contribution.of(select)};
    }

    private static Contribution[] eluExtOfAlpha(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor greater = greater(x, 0.0);
        Tensor minimum = minimum(x, 0.0);
        Tensor expm1 = expm1(minimum);
        Tensor mul = mul(cotangent, expm1);
        return new Contribution[] {Contribution.unless(greater, mul)};
    }

    private static Contribution[] seluOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, 1.0507009873554805);
        Tensor minimum = minimum(x, 0.0);
        Tensor exp = exp(minimum);
        Tensor mul2 = mul(exp, 1.7580993408473766);
        Tensor mul3 = mul(cotangent, mul2);
        Tensor greater = greater(x, 0.0);
        Tensor select = select(greater, mul, mul3);
        return new Contribution[] {Contribution.of(select)};
    }

    private static Contribution[] ceLUOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor alpha = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor realDiv = realDiv(x, alpha);
        Tensor minimum = minimum(realDiv, 0.0);
        Tensor exp = exp(minimum);
        Tensor mul = mul(exp, 1.0);
        Tensor mul2 = mul(cotangent, mul);
        Tensor greater = greater(x, 0.0);
        Tensor select = select(greater, cotangent, mul2);
        return new Contribution[] {Contribution.of(select)};
    }

    private static Contribution[] ceLUOfAlpha(Application call) {
        Tensor x = call.operand(0);
        Tensor alpha = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor minimum = minimum(x, 0.0);
        Tensor realDiv = realDiv(minimum, alpha);
        Tensor expm1 = expm1(realDiv);
        Tensor exp = exp(realDiv);
        Tensor mul = mul(realDiv, exp);
        Tensor sub = sub(expm1, mul);
        Tensor greater = greater(x, 0.0);
        Tensor mul2 = mul(cotangent, sub);
        return new Contribution[] {Contribution.unless(greater, mul2)};
    }

    private static Contribution[] gluOfX(Application call) {
        Tensor x = call.operand(0);
        int axis = call.attribute(1);
        Tensor cotangent = call.cotangent(0);
        long quotient = DimLists.dividedBy("glu", DimLists.dim("glu", x, axis), 2);
        Tensor stridedSlice = stridedSlice(x, DimLists.replace("glu", DimLists.filled(x, 0), axis, 0),
                DimLists.replace("glu", DimLists.dims(x), axis, quotient), DimLists.filled(x, 1));
        Tensor stridedSlice2 = stridedSlice(x, DimLists.replace("glu", DimLists.filled(x, 0), axis, quotient),
                DimLists.replace("glu", DimLists.dims(x), axis, quotient + quotient), DimLists.filled(x, 1));
        Tensor sigmoid = sigmoid(stridedSlice2);
        Tensor mul = mul(cotangent, sigmoid);
        Tensor mul2 = mul(cotangent, stridedSlice);
        Tensor sigmoidGrad = sigmoidGrad(sigmoid, mul2);
        Tensor concat = concat(axis, mul, sigmoidGrad);
        return new Contribution[] {Contribution.of(concat)};
    }

    private static Contribution[] swiGLUOfX(Application call) {
        Tensor x = call.operand(0);
        int axis = call.attribute(1);
        boolean reversed = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        long quotient = DimLists.dividedBy("swiGLU", DimLists.dim("swiGLU", x, axis), 2);
        Tensor stridedSlice = stridedSlice(x, DimLists.replace("swiGLU", DimLists.filled(x, 0), axis, 0),
                DimLists.replace("swiGLU", DimLists.dims(x), axis, quotient), DimLists.filled(x, 1));
        Tensor stridedSlice2 = stridedSlice(x, DimLists.replace("swiGLU", DimLists.filled(x, 0), axis, quotient),
                DimLists.replace("swiGLU", DimLists.dims(x), axis, quotient + quotient), DimLists.filled(x, 1));
        if (reversed) {
            Tensor siLU = siLU(stridedSlice2);
            Tensor mul = mul(cotangent, siLU);
            Tensor mul2 = mul(cotangent, stridedSlice);
            Tensor siLUGrad = siLUGrad(mul2, stridedSlice2);
            Tensor concat = concat(axis, mul, siLUGrad);
            return new Contribution[] {Contribution.of(concat)};
        }
        Tensor mul = mul(cotangent, stridedSlice2);
        Tensor siLUGrad = siLUGrad(mul, stridedSlice);
        Tensor siLU = siLU(stridedSlice);
        Tensor mul2 = mul(cotangent, siLU);
        Tensor concat = concat(axis, siLUGrad, mul2);
        return new Contribution[] {Contribution.of(concat)};
    }

    private static Contribution[] geLUGradOfDy(Application call) {
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor geLUGrad = geLUGrad(cotangent, x);
        return new Contribution[] {Contribution.of(geLUGrad)};
    }

    private static Contribution[] geLUGradOfX(Application call) {
        Tensor dy = call.operand(0);
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor minimum = minimum(x, 32.0);
        Tensor maximum = maximum(minimum, -32.0);
        Tensor mul = mul(maximum, maximum);
        Tensor mul2 = mul(mul, 0.07135481627260025);
        Tensor add = add(mul2, 1.5957691216057308);
        Tensor mul3 = mul(maximum, add);
        Tensor mul4 = mul(maximum, maximum);
        Tensor mul5 = mul(mul4, 0.21406444881780073);
        Tensor add2 = add(mul5, 1.5957691216057308);
        Tensor mul6 = mul(add2, 2.0);
        Tensor mul7 = mul(maximum, maximum);
        Tensor mul8 = mul(mul7, 0.42812889763560147);
        Tensor add3 = add(mul6, mul8);
        Tensor mul9 = mul(add2, add2);
        Tensor mul10 = mul(maximum, mul9);
        Tensor sigmoid = sigmoid(mul3);
        Tensor mul11 = mul(sigmoid, 2.0);
        Tensor sub = sub(1.0, mul11);
        Tensor mul12 = mul(mul10, sub);
        Tensor add4 = add(add3, mul12);
        Tensor mul13 = mul(cotangent, dy);
        Tensor sigmoid2 = sigmoid(mul3);
        Tensor neg = neg(mul3);
        Tensor sigmoid3 = sigmoid(neg);
        Tensor mul14 = mul(sigmoid2, sigmoid3);
        Tensor mul15 = mul(mul14, add4);
        Tensor mul16 = mul(mul13, mul15);
        return new Contribution[] {Contribution.of(mul16)};
    }

    private static Contribution[] geLUErfGradOfDy(Application call) {
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor geLUErfGrad = geLUErfGrad(cotangent, x);
        return new Contribution[] {Contribution.of(geLUErfGrad)};
    }

    private static Contribution[] geLUErfGradOfX(Application call) {
        Tensor dy = call.operand(0);
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor minimum = minimum(x, 64.0);
        Tensor maximum = maximum(minimum, -64.0);
        Tensor mul = mul(maximum, maximum);
        Tensor mul2 = mul(mul, -0.5);
        Tensor exp = exp(mul2);
        Tensor mul3 = mul(exp, 0.3989422804014327);
        Tensor mul4 = mul(maximum, maximum);
        Tensor sub = sub(2.0, mul4);
        Tensor mul5 = mul(mul3, sub);
        Tensor mul6 = mul(cotangent, dy);
        Tensor mul7 = mul(mul6, mul5);
        return new Contribution[] {Contribution.of(mul7)};
    }

    private static Contribution[] fastGeLUGradOfDy(Application call) {
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor fastGeLUGrad = fastGeLUGrad(cotangent, x);
        return new Contribution[] {Contribution.of(fastGeLUGrad)};
    }

    private static Contribution[] fastGeLUGradOfX(Application call) {
        Tensor dy = call.operand(0);
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor minimum = minimum(x, 1024.0);
        Tensor maximum = maximum(minimum, -1024.0);
        Tensor mul = mul(maximum, 1.702);
        Tensor sigmoid = sigmoid(mul);
        Tensor mul2 = mul(sigmoid, 2.0);
        Tensor sub = sub(1.0, mul2);
        Tensor mul3 = mul(mul, sub);
        Tensor add = add(mul3, 2.0);
        Tensor sigmoid2 = sigmoid(mul);
        Tensor neg = neg(mul);
        Tensor sigmoid3 = sigmoid(neg);
        Tensor mul4 = mul(sigmoid2, sigmoid3);
        Tensor mul5 = mul(add, 1.702);
        Tensor mul6 = mul(mul4, mul5);
        Tensor mul7 = mul(cotangent, dy);
        Tensor mul8 = mul(mul7, mul6);
        return new Contribution[] {Contribution.of(mul8)};
    }

    private static Contribution[] siLUGradOfDy(Application call) {
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor siLUGrad = siLUGrad(cotangent, x);
        return new Contribution[] {Contribution.of(siLUGrad)};
    }

    private static Contribution[] siLUGradOfX(Application call) {
        Tensor dy = call.operand(0);
        Tensor x = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor minimum = minimum(x, 1024.0);
        Tensor maximum = maximum(minimum, -1024.0);
        Tensor sigmoid = sigmoid(maximum);
        Tensor mul = mul(sigmoid, 2.0);
        Tensor sub = sub(1.0, mul);
        Tensor mul2 = mul(maximum, sub);
        Tensor add = add(mul2, 2.0);
        Tensor sigmoid2 = sigmoid(maximum);
        Tensor neg = neg(maximum);
        Tensor sigmoid3 = sigmoid(neg);
        Tensor mul3 = mul(sigmoid2, sigmoid3);
        Tensor mul4 = mul(mul3, add);
        Tensor mul5 = mul(cotangent, dy);
        Tensor mul6 = mul(mul5, mul4);
        return new Contribution[] {Contribution.of(mul6)};
    }

    private static Contribution[] reduceVarianceOfX(Application call) {
        Tensor x = call.operand(0);
        int[] axes = call.attribute(1);
        int correction = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(cotangent, 2.0);
        Tensor sub = sub(Eager.elementCount(x, axes), correction);
        Tensor realDiv = realDiv(mul, sub);
        Tensor spread = GradientOps.spread(realDiv, x, axes);
        Tensor reduceSum = reduceSum(x, axes, true);
        Tensor realDiv2 = realDiv(reduceSum, Eager.elementCount(x, axes));
        Tensor sub2 = sub(x, realDiv2);
        Tensor mul2 = mul(spread, sub2);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] reduceStdOfX(Application call) {
        Tensor x = call.operand(0);
        int[] axes = call.attribute(1);
        int correction = call.attribute(3);
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor realDiv = realDiv(cotangent, result);
        Tensor sub = sub(Eager.elementCount(x, axes), correction);
        Tensor realDiv2 = realDiv(realDiv, sub);
        Tensor notEqual = notEqual(result, 0.0);
        Tensor spread = GradientOps.spread(notEqual, x, axes);
        Tensor spread2 = GradientOps.spread(realDiv2, x, axes);
        Tensor reduceSum = reduceSum(x, axes, true);
        Tensor realDiv3 = realDiv(reduceSum, Eager.elementCount(x, axes));
        Tensor sub2 = sub(x, realDiv3);
        Tensor mul = mul(spread2, sub2);
        return new Contribution[] {Contribution.where(spread, mul)};
    }

    private static Contribution[] reduceL2OfX(Application call) {
        Tensor x = call.operand(0);
        int[] axes = call.attribute(1);
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor spread = GradientOps.spread(result, x, axes);
        Tensor realDiv = realDiv(x, spread);
        Tensor spread2 = GradientOps.spread(cotangent, x, axes);
        Tensor mul = mul(realDiv, spread2);
        Tensor notEqual = notEqual(x, 0.0);
        return new Contribution[] {Contribution.where(notEqual, mul)};
    }

    private static Contribution[] logSumExpOfX(Application call) {
        Tensor x = call.operand(0);
        int[] axes = call.attribute(1);
        boolean keepDims = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor reduceMax = reduceMax(x, axes, true);
        Tensor isFinite = isFinite(reduceMax);
        Tensor select = select(isFinite, reduceMax, 0.0);
        Tensor sub = sub(x, select);
        Tensor exp = exp(sub);
        Tensor reduceSum = reduceSum(exp, axes, keepDims);
        Tensor log = log(reduceSum);
        Tensor reduceMax2 = reduceMax(x, axes, keepDims);
        Tensor isFinite2 = isFinite(reduceMax2);
        Tensor select2 = select(isFinite2, reduceMax2, 0.0);
        Tensor add = add(log, select2);
        Tensor isFinite3 = isFinite(add);
        Tensor select3 = select(isFinite3, add, 0.0);
        Tensor spread = GradientOps.spread(select3, x, axes);
        Tensor sub2 = sub(x, spread);
        Tensor exp2 = exp(sub2);
        Tensor spread2 = GradientOps.spread(cotangent, x, axes);
        Tensor mul = mul(exp2, spread2);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] softmaxOfX(Application call) {
        int axis = call.attribute(1);
        Tensor result = call.result(0);
        Tensor cotangent = call.cotangent(0);
        Tensor softmaxGrad = softmaxGrad(cotangent, result, axis);
        return new Contribution[] {Contribution.of(softmaxGrad)};
    }

    private static Contribution[] logSoftmaxOfX(Application call) {
        Tensor x = call.operand(0);
        int axis = call.attribute(1);
        Tensor cotangent = call.cotangent(0);
        Tensor reduceMax = reduceMax(x, axis, true);
        Tensor sub = sub(x, reduceMax);
        Tensor exp = exp(sub);
        Tensor reduceSum = reduceSum(exp, axis, true);
        Tensor log = log(reduceSum);
        Tensor sub2 = sub(sub, log);
        Tensor logSoftmaxGrad = logSoftmaxGrad(sub2, cotangent, axis);
        return new Contribution[] {Contribution.of(logSoftmaxGrad)};
    }

    private static Contribution[] argMaxWithValueOfX(Application call) {
        Tensor x = call.operand(0);
        int axis = call.attribute(1);
        Tensor resultIndex = call.result(0);
        Tensor cotangentValue = call.cotangent(1);
        Tensor index = index(axis, DimLists.dims(x));
        Tensor reshape = reshape(resultIndex, DimLists.replace("argMaxWithValue", DimLists.dims(x), axis, 1));
        Tensor equal = equal(index, reshape);
        Tensor reshape2 = reshape(cotangentValue, DimLists.replace("argMaxWithValue", DimLists.dims(x), axis, 1));
        Tensor broadcastTo = broadcastTo(reshape2, DimLists.dims(x));
        return new Contribution[] {Contribution.where(equal, broadcastTo)};
    }

    private static Contribution[] argMinWithValueOfX(Application call) {
        Tensor x = call.operand(0);
        int axis = call.attribute(1);
        Tensor resultIndex = call.result(0);
        Tensor cotangentValue = call.cotangent(1);
        Tensor index = index(axis, DimLists.dims(x));
        Tensor reshape = reshape(resultIndex, DimLists.replace("argMinWithValue", DimLists.dims(x), axis, 1));
        Tensor equal = equal(index, reshape);
        Tensor reshape2 = reshape(cotangentValue, DimLists.replace("argMinWithValue", DimLists.dims(x), axis, 1));
        Tensor broadcastTo = broadcastTo(reshape2, DimLists.dims(x));
        return new Contribution[] {Contribution.where(equal, broadcastTo)};
    }

    private static Contribution[] layerNormOfXAndGammaAndBeta(Application call) {
        Tensor x = call.operand(0);
        Tensor gamma = call.operand(1);
        Tensor epsilon = call.operand(3);
        int beginNormAxis = call.attribute(4);
        Tensor cotangentY = call.cotangent(0);
        int[] axesFrom = DimLists.axesFrom("layerNorm", x, beginNormAxis);
        Tensor reduceSum = reduceSum(x, axesFrom, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(x, axesFrom));
        Tensor sub = sub(x, realDiv);
        Tensor mul = mul(sub, sub);
        Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
        Tensor add = add(realDiv2, epsilon);
        Tensor rsqrt = rsqrt(add);
        Tensor mul2 = mul(sub, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor add2 = add(realDiv2, epsilon);
        Tensor rsqrt2 = rsqrt(add2);
        Tensor reduceSum3 = reduceSum(mul3, axesFrom, true);
        Tensor realDiv3 = realDiv(reduceSum3, Eager.elementCount(mul3, axesFrom));
        Tensor sub2 = sub(mul3, realDiv3);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum4 = reduceSum(mul4, axesFrom, true);
        Tensor realDiv4 = realDiv(reduceSum4, Eager.elementCount(mul4, axesFrom));
        Tensor mul5 = mul(mul2, realDiv4);
        Tensor sub3 = sub(sub2, mul5);
        Tensor mul6 = mul(sub3, rsqrt2);
        Tensor mul7 = mul(cotangentY, mul2);
        return new Contribution[] {Contribution.of(mul6), Contribution.of(mul7), Contribution.of(cotangentY)};
    }

    private static Contribution[] rmsNormOfXAndGamma(Application call) {
        Tensor x = call.operand(0);
        Tensor gamma = call.operand(1);
        Tensor epsilon = call.operand(2);
        Tensor cotangentY = call.cotangent(0);
        int[] trailingAxes = DimLists.trailingAxes("rmsNorm", x, gamma);
        Tensor mul = mul(x, x);
        Tensor reduceSum = reduceSum(mul, trailingAxes, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, trailingAxes));
        Tensor add = add(realDiv, epsilon);
        Tensor rsqrt = rsqrt(add);
        Tensor mul2 = mul(x, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum2 = reduceSum(mul4, trailingAxes, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul4, trailingAxes));
        Tensor mul5 = mul(mul2, realDiv2);
        Tensor sub = sub(mul3, mul5);
        Tensor mul6 = mul(sub, rsqrt);
        Tensor mul7 = mul(cotangentY, mul2);
        return new Contribution[] {Contribution.of(mul6), Contribution.of(mul7)};
    }

    private static Contribution[] groupNormOfXAndGammaAndBeta(Application call) {
        Tensor x = call.operand(0);
        Tensor gamma = call.operand(1);
        long groups = call.attribute(3);
        Tensor epsilon = call.operand(4);
        Tensor cotangentY = call.cotangent(0);
        Tensor reshape = reshape(x, new long[] {DimLists.dim("groupNorm", x, 0), groups, -1});
        Tensor reduceSum = reduceSum(reshape, -1, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(reshape, axes(-1)));
        Tensor sub = sub(reshape, realDiv);
        Tensor mul = mul(sub, sub);
        Tensor reduceSum2 = reduceSum(mul, -1, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axes(-1)));
        Tensor add = add(realDiv2, epsilon);
        Tensor rsqrt = rsqrt(add);
        Tensor mul2 = mul(sub, rsqrt);
        Tensor reshape2 = reshape(gamma, DimLists.alongAxis("groupNorm", gamma, x, 1));
        Tensor mul3 = mul(cotangentY, reshape2);
        Tensor reshape3 = reshape(mul3, new long[] {DimLists.dim("groupNorm", x, 0), groups, -1});
        Tensor add2 = add(realDiv2, epsilon);
        Tensor rsqrt2 = rsqrt(add2);
        Tensor reduceSum3 = reduceSum(reshape3, -1, true);
        Tensor realDiv3 = realDiv(reduceSum3, Eager.elementCount(reshape3, axes(-1)));
        Tensor sub2 = sub(reshape3, realDiv3);
        Tensor mul4 = mul(reshape3, mul2);
        Tensor reduceSum4 = reduceSum(mul4, -1, true);
        Tensor realDiv4 = realDiv(reduceSum4, Eager.elementCount(mul4, axes(-1)));
        Tensor mul5 = mul(mul2, realDiv4);
        Tensor sub3 = sub(sub2, mul5);
        Tensor mul6 = mul(sub3, rsqrt2);
        Tensor reshape4 = reshape(mul2, DimLists.dims(x));
        Tensor reshape5 = reshape(mul6, DimLists.dims(x));
        int[] axesBut = DimLists.axesBut("groupNorm", x, 1);
        Tensor mul7 = mul(cotangentY, reshape4);
        Tensor reduceSum5 = reduceSum(mul7, axesBut, false);
        Tensor reduceSum6 = reduceSum(cotangentY, axesBut, false);
        return new Contribution[] {Contribution.of(reshape5), Contribution.of(reduceSum5), Contribution.of(
                reduceSum6)};
    }

    private static Contribution[] instanceNormOfXAndGammaAndBeta(Application call) {
        Tensor x = call.operand(0);
        Tensor gamma = call.operand(1);
        Tensor epsilon = call.operand(3);
        Tensor cotangentY = call.cotangent(0);
        int[] axesFrom = DimLists.axesFrom("instanceNorm", x, 2);
        Tensor reduceSum = reduceSum(x, axesFrom, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(x, axesFrom));
        Tensor sub = sub(x, realDiv);
        Tensor mul = mul(sub, sub);
        Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
        Tensor add = add(realDiv2, epsilon);
        Tensor rsqrt = rsqrt(add);
        Tensor mul2 = mul(sub, rsqrt);
        Tensor reshape = reshape(gamma, DimLists.alongAxis("instanceNorm", gamma, x, 1));
        Tensor mul3 = mul(cotangentY, reshape);
        Tensor add2 = add(realDiv2, epsilon);
        Tensor rsqrt2 = rsqrt(add2);
        Tensor reduceSum3 = reduceSum(mul3, axesFrom, true);
        Tensor realDiv3 = realDiv(reduceSum3, Eager.elementCount(mul3, axesFrom));
        Tensor sub2 = sub(mul3, realDiv3);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum4 = reduceSum(mul4, axesFrom, true);
        Tensor realDiv4 = realDiv(reduceSum4, Eager.elementCount(mul4, axesFrom));
        Tensor mul5 = mul(mul2, realDiv4);
        Tensor sub3 = sub(sub2, mul5);
        Tensor mul6 = mul(sub3, rsqrt2);
        int[] axesBut = DimLists.axesBut("instanceNorm", x, 1);
        Tensor mul7 = mul(cotangentY, mul2);
        Tensor reduceSum5 = reduceSum(mul7, axesBut, false);
        Tensor reduceSum6 = reduceSum(cotangentY, axesBut, false);
        return new Contribution[] {Contribution.of(mul6), Contribution.of(reduceSum5), Contribution.of(reduceSum6)};
    }

    private static Contribution[] layerNormV3OfXAndGammaAndBeta(Application call) {
        Tensor x = call.operand(0);
        Tensor gamma = call.operand(1);
        Tensor epsilon = call.operand(3);
        int beginNormAxis = call.attribute(4);
        Tensor cotangentY = call.cotangent(0);
        int[] axesFrom = DimLists.axesFrom("layerNormV3", x, beginNormAxis);
        Tensor reduceSum = reduceSum(x, axesFrom, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(x, axesFrom));
        Tensor sub = sub(x, realDiv);
        Tensor mul = mul(sub, sub);
        Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
        Tensor add = add(realDiv2, epsilon);
        Tensor rsqrt = rsqrt(add);
        Tensor mul2 = mul(sub, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor add2 = add(realDiv2, epsilon);
        Tensor rsqrt2 = rsqrt(add2);
        Tensor reduceSum3 = reduceSum(mul3, axesFrom, true);
        Tensor realDiv3 = realDiv(reduceSum3, Eager.elementCount(mul3, axesFrom));
        Tensor sub2 = sub(mul3, realDiv3);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum4 = reduceSum(mul4, axesFrom, true);
        Tensor realDiv4 = realDiv(reduceSum4, Eager.elementCount(mul4, axesFrom));
        Tensor mul5 = mul(mul2, realDiv4);
        Tensor sub3 = sub(sub2, mul5);
        Tensor mul6 = mul(sub3, rsqrt2);
        Tensor mul7 = mul(cotangentY, mul2);
        return new Contribution[] {Contribution.of(mul6), Contribution.of(mul7), Contribution.of(cotangentY)};
    }

    private static Contribution[] layerNormExtOfXAndGammaAndBeta(Application call) {
        Tensor x = call.operand(0);
        long[] normalizedShape = call.attribute(1);
        Tensor gamma = call.operand(2);
        Tensor epsilon = call.operand(4);
        Tensor cotangentY = call.cotangent(0);
        Tensor reshape = reshape(gamma, normalizedShape);
        int[] trailingAxes = DimLists.trailingAxes("layerNormExt", x, reshape);
        Tensor reduceSum = reduceSum(x, trailingAxes, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(x, trailingAxes));
        Tensor sub = sub(x, realDiv);
        Tensor mul = mul(sub, sub);
        Tensor reduceSum2 = reduceSum(mul, trailingAxes, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, trailingAxes));
        Tensor add = add(realDiv2, epsilon);
        Tensor rsqrt = rsqrt(add);
        Tensor mul2 = mul(sub, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor add2 = add(realDiv2, epsilon);
        Tensor rsqrt2 = rsqrt(add2);
        Tensor reduceSum3 = reduceSum(mul3, trailingAxes, true);
        Tensor realDiv3 = realDiv(reduceSum3, Eager.elementCount(mul3, trailingAxes));
        Tensor sub2 = sub(mul3, realDiv3);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum4 = reduceSum(mul4, trailingAxes, true);
        Tensor realDiv4 = realDiv(reduceSum4, Eager.elementCount(mul4, trailingAxes));
        Tensor mul5 = mul(mul2, realDiv4);
        Tensor sub3 = sub(sub2, mul5);
        Tensor mul6 = mul(sub3, rsqrt2);
        Tensor mul7 = mul(cotangentY, mul2);
        return new Contribution[] {Contribution.of(mul6), Contribution.of(mul7), Contribution.of(cotangentY)};
    }

    private static Contribution[] addLayerNormOfX1AndX2AndGammaAndBeta(Application call) {
        Tensor x1 = call.operand(0);
        Tensor x2 = call.operand(1);
        Tensor gamma = call.operand(2);
        Tensor epsilon = call.operand(4);
        int beginNormAxis = call.attribute(5);
        Tensor cotangentY = call.cotangent(0);
        Tensor add = add(x1, x2);
        int[] axesFrom = DimLists.axesFrom("addLayerNorm", add, beginNormAxis);
        Tensor reduceSum = reduceSum(add, axesFrom, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(add, axesFrom));
        Tensor sub = sub(add, realDiv);
        Tensor mul = mul(sub, sub);
        Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
        Tensor add2 = add(realDiv2, epsilon);
        Tensor rsqrt = rsqrt(add2);
        Tensor mul2 = mul(sub, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor add3 = add(realDiv2, epsilon);
        Tensor rsqrt2 = rsqrt(add3);
        Tensor reduceSum3 = reduceSum(mul3, axesFrom, true);
        Tensor realDiv3 = realDiv(reduceSum3, Eager.elementCount(mul3, axesFrom));
        Tensor sub2 = sub(mul3, realDiv3);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum4 = reduceSum(mul4, axesFrom, true);
        Tensor realDiv4 = realDiv(reduceSum4, Eager.elementCount(mul4, axesFrom));
        Tensor mul5 = mul(mul2, realDiv4);
        Tensor sub3 = sub(sub2, mul5);
        Tensor mul6 = mul(sub3, rsqrt2);
        Tensor mul7 = mul(cotangentY, mul2);
        return new Contribution[] {Contribution.of(mul6), Contribution.of(mul6), Contribution.of(mul7),
                Contribution.of(cotangentY)};
    }

    private static Contribution[] addLayerNormOfX1AndX2AndGammaAndBetaFromYAndSum(Application call) {
        Tensor x1 = call.operand(0);
        Tensor x2 = call.operand(1);
        Tensor gamma = call.operand(2);
        Tensor epsilon = call.operand(4);
        int beginNormAxis = call.attribute(5);
        Tensor cotangentY = call.cotangent(0);
        Tensor cotangentSum = call.cotangent(3);
        Tensor add = add(x1, x2);
        int[] axesFrom = DimLists.axesFrom("addLayerNorm", add, beginNormAxis);
        Tensor reduceSum = reduceSum(add, axesFrom, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(add, axesFrom));
        Tensor sub = sub(add, realDiv);
        Tensor mul = mul(sub, sub);
        Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
        Tensor add2 = add(realDiv2, epsilon);
        Tensor rsqrt = rsqrt(add2);
        Tensor mul2 = mul(sub, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor add3 = add(realDiv2, epsilon);
        Tensor rsqrt2 = rsqrt(add3);
        Tensor reduceSum3 = reduceSum(mul3, axesFrom, true);
        Tensor realDiv3 = realDiv(reduceSum3, Eager.elementCount(mul3, axesFrom));
        Tensor sub2 = sub(mul3, realDiv3);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum4 = reduceSum(mul4, axesFrom, true);
        Tensor realDiv4 = realDiv(reduceSum4, Eager.elementCount(mul4, axesFrom));
        Tensor mul5 = mul(mul2, realDiv4);
        Tensor sub3 = sub(sub2, mul5);
        Tensor mul6 = mul(sub3, rsqrt2);
        Tensor mul7 = mul(cotangentY, mul2);
        Tensor add4 = add(mul6, cotangentSum);
        return new Contribution[] {Contribution.of(add4), Contribution.of(add4), Contribution.of(mul7),
                Contribution.of(cotangentY)};
    }

    private static Contribution[] addLayerNormV3OfX1AndX2AndGammaAndBeta(Application call) {
        Tensor x1 = call.operand(0);
        Tensor x2 = call.operand(1);
        Tensor gamma = call.operand(2);
        Tensor epsilon = call.operand(4);
        int beginNormAxis = call.attribute(5);
        Tensor cotangentY = call.cotangent(0);
        Tensor add = add(x1, x2);
        int[] axesFrom = DimLists.axesFrom("addLayerNormV3", add, beginNormAxis);
        Tensor reduceSum = reduceSum(add, axesFrom, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(add, axesFrom));
        Tensor sub = sub(add, realDiv);
        Tensor mul = mul(sub, sub);
        Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
        Tensor add2 = add(realDiv2, epsilon);
        Tensor rsqrt = rsqrt(add2);
        Tensor mul2 = mul(sub, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor add3 = add(realDiv2, epsilon);
        Tensor rsqrt2 = rsqrt(add3);
        Tensor reduceSum3 = reduceSum(mul3, axesFrom, true);
        Tensor realDiv3 = realDiv(reduceSum3, Eager.elementCount(mul3, axesFrom));
        Tensor sub2 = sub(mul3, realDiv3);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum4 = reduceSum(mul4, axesFrom, true);
        Tensor realDiv4 = realDiv(reduceSum4, Eager.elementCount(mul4, axesFrom));
        Tensor mul5 = mul(mul2, realDiv4);
        Tensor sub3 = sub(sub2, mul5);
        Tensor mul6 = mul(sub3, rsqrt2);
        Tensor mul7 = mul(cotangentY, mul2);
        return new Contribution[] {Contribution.of(mul6), Contribution.of(mul6), Contribution.of(mul7),
                Contribution.of(cotangentY)};
    }

    private static Contribution[] addLayerNormV3OfX1AndX2AndGammaAndBetaFromYAndSum(Application call) {
        Tensor x1 = call.operand(0);
        Tensor x2 = call.operand(1);
        Tensor gamma = call.operand(2);
        Tensor epsilon = call.operand(4);
        int beginNormAxis = call.attribute(5);
        Tensor cotangentY = call.cotangent(0);
        Tensor cotangentSum = call.cotangent(3);
        Tensor add = add(x1, x2);
        int[] axesFrom = DimLists.axesFrom("addLayerNormV3", add, beginNormAxis);
        Tensor reduceSum = reduceSum(add, axesFrom, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(add, axesFrom));
        Tensor sub = sub(add, realDiv);
        Tensor mul = mul(sub, sub);
        Tensor reduceSum2 = reduceSum(mul, axesFrom, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul, axesFrom));
        Tensor add2 = add(realDiv2, epsilon);
        Tensor rsqrt = rsqrt(add2);
        Tensor mul2 = mul(sub, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor add3 = add(realDiv2, epsilon);
        Tensor rsqrt2 = rsqrt(add3);
        Tensor reduceSum3 = reduceSum(mul3, axesFrom, true);
        Tensor realDiv3 = realDiv(reduceSum3, Eager.elementCount(mul3, axesFrom));
        Tensor sub2 = sub(mul3, realDiv3);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum4 = reduceSum(mul4, axesFrom, true);
        Tensor realDiv4 = realDiv(reduceSum4, Eager.elementCount(mul4, axesFrom));
        Tensor mul5 = mul(mul2, realDiv4);
        Tensor sub3 = sub(sub2, mul5);
        Tensor mul6 = mul(sub3, rsqrt2);
        Tensor mul7 = mul(cotangentY, mul2);
        Tensor add4 = add(mul6, cotangentSum);
        return new Contribution[] {Contribution.of(add4), Contribution.of(add4), Contribution.of(mul7),
                Contribution.of(cotangentY)};
    }

    private static Contribution[] addRmsNormOfX1AndX2AndGamma(Application call) {
        Tensor x1 = call.operand(0);
        Tensor x2 = call.operand(1);
        Tensor gamma = call.operand(2);
        Tensor epsilon = call.operand(3);
        Tensor cotangentY = call.cotangent(0);
        Tensor add = add(x1, x2);
        int[] trailingAxes = DimLists.trailingAxes("addRmsNorm", add, gamma);
        Tensor mul = mul(add, add);
        Tensor reduceSum = reduceSum(mul, trailingAxes, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, trailingAxes));
        Tensor add2 = add(realDiv, epsilon);
        Tensor rsqrt = rsqrt(add2);
        Tensor mul2 = mul(add, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum2 = reduceSum(mul4, trailingAxes, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul4, trailingAxes));
        Tensor mul5 = mul(mul2, realDiv2);
        Tensor sub = sub(mul3, mul5);
        Tensor mul6 = mul(sub, rsqrt);
        Tensor mul7 = mul(cotangentY, mul2);
        return new Contribution[] {Contribution.of(mul6), Contribution.of(mul6), Contribution.of(mul7)};
    }

    private static Contribution[] addRmsNormOfX1AndX2AndGammaFromYAndSum(Application call) {
        Tensor x1 = call.operand(0);
        Tensor x2 = call.operand(1);
        Tensor gamma = call.operand(2);
        Tensor epsilon = call.operand(3);
        Tensor cotangentY = call.cotangent(0);
        Tensor cotangentSum = call.cotangent(2);
        Tensor add = add(x1, x2);
        int[] trailingAxes = DimLists.trailingAxes("addRmsNorm", add, gamma);
        Tensor mul = mul(add, add);
        Tensor reduceSum = reduceSum(mul, trailingAxes, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, trailingAxes));
        Tensor add2 = add(realDiv, epsilon);
        Tensor rsqrt = rsqrt(add2);
        Tensor mul2 = mul(add, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum2 = reduceSum(mul4, trailingAxes, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul4, trailingAxes));
        Tensor mul5 = mul(mul2, realDiv2);
        Tensor sub = sub(mul3, mul5);
        Tensor mul6 = mul(sub, rsqrt);
        Tensor mul7 = mul(cotangentY, mul2);
        Tensor add3 = add(mul6, cotangentSum);
        return new Contribution[] {Contribution.of(add3), Contribution.of(add3), Contribution.of(mul7)};
    }

    private static Contribution[] addRmsNormQuantOfX1AndX2AndGamma(Application call) {
        Tensor x1 = call.operand(0);
        Tensor x2 = call.operand(1);
        Tensor gamma = call.operand(2);
        Tensor epsilon = call.operand(5);
        Tensor cotangentY = call.cotangent(1);
        Tensor add = add(x1, x2);
        int[] trailingAxes = DimLists.trailingAxes("addRmsNormQuant", add, gamma);
        Tensor mul = mul(add, add);
        Tensor reduceSum = reduceSum(mul, trailingAxes, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, trailingAxes));
        Tensor add2 = add(realDiv, epsilon);
        Tensor rsqrt = rsqrt(add2);
        Tensor mul2 = mul(add, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum2 = reduceSum(mul4, trailingAxes, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul4, trailingAxes));
        Tensor mul5 = mul(mul2, realDiv2);
        Tensor sub = sub(mul3, mul5);
        Tensor mul6 = mul(sub, rsqrt);
        Tensor mul7 = mul(cotangentY, mul2);
        return new Contribution[] {Contribution.of(mul6), Contribution.of(mul6), Contribution.of(mul7)};
    }

    private static Contribution[] addRmsNormQuantOfX1AndX2AndGammaFromYAndSum(Application call) {
        Tensor x1 = call.operand(0);
        Tensor x2 = call.operand(1);
        Tensor gamma = call.operand(2);
        Tensor epsilon = call.operand(5);
        Tensor cotangentY = call.cotangent(1);
        Tensor cotangentSum = call.cotangent(2);
        Tensor add = add(x1, x2);
        int[] trailingAxes = DimLists.trailingAxes("addRmsNormQuant", add, gamma);
        Tensor mul = mul(add, add);
        Tensor reduceSum = reduceSum(mul, trailingAxes, true);
        Tensor realDiv = realDiv(reduceSum, Eager.elementCount(mul, trailingAxes));
        Tensor add2 = add(realDiv, epsilon);
        Tensor rsqrt = rsqrt(add2);
        Tensor mul2 = mul(add, rsqrt);
        Tensor mul3 = mul(cotangentY, gamma);
        Tensor mul4 = mul(mul3, mul2);
        Tensor reduceSum2 = reduceSum(mul4, trailingAxes, true);
        Tensor realDiv2 = realDiv(reduceSum2, Eager.elementCount(mul4, trailingAxes));
        Tensor mul5 = mul(mul2, realDiv2);
        Tensor sub = sub(mul3, mul5);
        Tensor mul6 = mul(sub, rsqrt);
        Tensor mul7 = mul(cotangentY, mul2);
        Tensor add3 = add(mul6, cotangentSum);
        return new Contribution[] {Contribution.of(add3), Contribution.of(add3), Contribution.of(mul7)};
    }

    private static Contribution[] mseLossOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Reduction reduction = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(x, y);
        Tensor mul = mul(sub, 2.0);
        Tensor sub2 = sub(x, y);
        if (reduction == Reduction.NONE) {
            Tensor mul2 = mul(mul, cotangent);
            return new Contribution[] {Contribution.of(mul2)};
        }
        if (reduction == Reduction.SUM) {
            Tensor mul2 = mul(mul, cotangent);
            return new Contribution[] {Contribution.of(mul2)};
        }
        Tensor converted = Expansions.as(Eager.elementCount(sub2, axes()), cotangent.dtype());
        Tensor realDiv = realDiv(cotangent, converted);
        Tensor mul2 = mul(mul, realDiv);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] mseLossOfY(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Reduction reduction = call.attribute(2);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(y, x);
        Tensor mul = mul(sub, 2.0);
        Tensor sub2 = sub(x, y);
        if (reduction == Reduction.NONE) {
            Tensor mul2 = mul(mul, cotangent);
            return new Contribution[] {Contribution.of(mul2)};
        }
        if (reduction == Reduction.SUM) {
            Tensor mul2 = mul(mul, cotangent);
            return new Contribution[] {Contribution.of(mul2)};
        }
        Tensor converted = Expansions.as(Eager.elementCount(sub2, axes()), cotangent.dtype());
        Tensor realDiv = realDiv(cotangent, converted);
        Tensor mul2 = mul(mul, realDiv);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] smoothL1LossOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor beta = call.operand(2);
        Reduction reduction = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(x, y);
        Tensor realDiv = realDiv(sub, beta);
        Tensor minimum = minimum(realDiv, 1.0);
        Tensor maximum = maximum(minimum, -1.0);
        Tensor sub2 = sub(x, y);
        if (reduction == Reduction.NONE) {
            Tensor mul = mul(maximum, cotangent);
            return new Contribution[] {Contribution.of(mul)};
        }
        if (reduction == Reduction.SUM) {
            Tensor mul = mul(maximum, cotangent);
            return new Contribution[] {Contribution.of(mul)};
        }
        Tensor converted = Expansions.as(Eager.elementCount(sub2, axes()), cotangent.dtype());
        Tensor realDiv2 = realDiv(cotangent, converted);
        Tensor mul = mul(maximum, realDiv2);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] smoothL1LossOfY(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor beta = call.operand(2);
        Reduction reduction = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(y, x);
        Tensor realDiv = realDiv(sub, beta);
        Tensor minimum = minimum(realDiv, 1.0);
        Tensor maximum = maximum(minimum, -1.0);
        Tensor sub2 = sub(x, y);
        if (reduction == Reduction.NONE) {
            Tensor mul = mul(maximum, cotangent);
            return new Contribution[] {Contribution.of(mul)};
        }
        if (reduction == Reduction.SUM) {
            Tensor mul = mul(maximum, cotangent);
            return new Contribution[] {Contribution.of(mul)};
        }
        Tensor converted = Expansions.as(Eager.elementCount(sub2, axes()), cotangent.dtype());
        Tensor realDiv2 = realDiv(cotangent, converted);
        Tensor mul = mul(maximum, realDiv2);
        return new Contribution[] {Contribution.of(mul)};
    }

    private static Contribution[] binaryCrossEntropyOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor weight = call.operand(2);
        Reduction reduction = call.attribute(3);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(1.0, x);
        Tensor mul = mul(x, sub);
        Tensor maximum = maximum(mul, 1.0E-12);
        Tensor sub2 = sub(x, y);
        Tensor realDiv = realDiv(sub2, maximum);
        if (weight != null) {
            Tensor mul2 = mul(realDiv, weight);
            Tensor sub3 = sub(x, y);
            Tensor mul3 = mul(sub3, weight);
            if (reduction == Reduction.NONE) {
                Tensor mul4 = mul(mul2, cotangent);
                return new Contribution[] {Contribution.of(mul4)};
            }
            if (reduction == Reduction.SUM) {
                Tensor mul4 = mul(mul2, cotangent);
                return new Contribution[] {Contribution.of(mul4)};
            }
            Tensor converted = Expansions.as(Eager.elementCount(mul3, axes()), cotangent.dtype());
            Tensor realDiv2 = realDiv(cotangent, converted);
            Tensor mul4 = mul(mul2, realDiv2);
            return new Contribution[] {Contribution.of(mul4)};
        }
        Tensor sub3 = sub(x, y);
        if (reduction == Reduction.NONE) {
            Tensor mul2 = mul(realDiv, cotangent);
            return new Contribution[] {Contribution.of(mul2)};
        }
        if (reduction == Reduction.SUM) {
            Tensor mul2 = mul(realDiv, cotangent);
            return new Contribution[] {Contribution.of(mul2)};
        }
        Tensor converted = Expansions.as(Eager.elementCount(sub3, axes()), cotangent.dtype());
        Tensor realDiv2 = realDiv(cotangent, converted);
        Tensor mul2 = mul(realDiv, realDiv2);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] bceWithLogitsLossOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor weight = call.operand(2);
        Tensor posWeight = call.operand(3);
        Reduction reduction = call.attribute(4);
        Tensor cotangent = call.cotangent(0);
        if (posWeight != null) {
            Tensor mul = mul(posWeight, y);
            Tensor sub = sub(1.0, y);
            Tensor add = add(sub, mul);
            Tensor abs = abs(x);
            Tensor neg = neg(abs);
            Tensor sigmoid = sigmoid(neg);
            Tensor mul2 = mul(add, sigmoid);
            Tensor less = less(x, 0.0);
            Tensor sub2 = sub(mul2, mul);
            Tensor sub3 = sub(1.0, y);
            Tensor sub4 = sub(sub3, mul2);
            Tensor select = select(less, sub2, sub4);
            if (weight != null) {
                Tensor mul3 = mul(select, weight);
                Tensor sub5 = sub(x, y);
                Tensor mul4 = mul(sub5, weight);
                Tensor mul5 = mul(mul4, posWeight);
                if (reduction == Reduction.NONE) {
                    Tensor mul6 = mul(mul3, cotangent);
                    return new Contribution[] {Contribution.of(mul6)};
                }
                if (reduction == Reduction.SUM) {
                    Tensor mul6 = mul(mul3, cotangent);
                    return new Contribution[] {Contribution.of(mul6)};
                }
                Tensor converted = Expansions.as(Eager.elementCount(mul5, axes()), cotangent.dtype());
                Tensor realDiv = realDiv(cotangent, converted);
                Tensor mul6 = mul(mul3, realDiv);
                return new Contribution[] {Contribution.of(mul6)};
            }
            Tensor sub5 = sub(x, y);
            Tensor mul3 = mul(sub5, posWeight);
            if (reduction == Reduction.NONE) {
                Tensor mul4 = mul(select, cotangent);
                return new Contribution[] {Contribution.of(mul4)};
            }
            if (reduction == Reduction.SUM) {
                Tensor mul4 = mul(select, cotangent);
                return new Contribution[] {Contribution.of(mul4)};
            }
            Tensor converted = Expansions.as(Eager.elementCount(mul3, axes()), cotangent.dtype());
            Tensor realDiv = realDiv(cotangent, converted);
            Tensor mul4 = mul(select, realDiv);
            return new Contribution[] {Contribution.of(mul4)};
        }
        Tensor sub = sub(1.0, y);
        Tensor add = add(sub, y);
        Tensor abs = abs(x);
        Tensor neg = neg(abs);
        Tensor sigmoid = sigmoid(neg);
        Tensor mul = mul(add, sigmoid);
        Tensor less = less(x, 0.0);
        Tensor sub2 = sub(mul, y);
        Tensor sub3 = sub(1.0, y);
        Tensor sub4 = sub(sub3, mul);
        Tensor select = select(less, sub2, sub4);
        if (weight != null) {
            Tensor mul2 = mul(select, weight);
            Tensor sub5 = sub(x, y);
            Tensor mul3 = mul(sub5, weight);
            if (reduction == Reduction.NONE) {
                Tensor mul4 = mul(mul2, cotangent);
                return new Contribution[] {Contribution.of(mul4)};
            }
            if (reduction == Reduction.SUM) {
                Tensor mul4 = mul(mul2, cotangent);
                return new Contribution[] {Contribution.of(mul4)};
            }
            Tensor converted = Expansions.as(Eager.elementCount(mul3, axes()), cotangent.dtype());
            Tensor realDiv = realDiv(cotangent, converted);
            Tensor mul4 = mul(mul2, realDiv);
            return new Contribution[] {Contribution.of(mul4)};
        }
        Tensor sub5 = sub(x, y);
        if (reduction == Reduction.NONE) {
            Tensor mul2 = mul(select, cotangent);
            return new Contribution[] {Contribution.of(mul2)};
        }
        if (reduction == Reduction.SUM) {
            Tensor mul2 = mul(select, cotangent);
            return new Contribution[] {Contribution.of(mul2)};
        }
        Tensor converted = Expansions.as(Eager.elementCount(sub5, axes()), cotangent.dtype());
        Tensor realDiv = realDiv(cotangent, converted);
        Tensor mul2 = mul(select, realDiv);
        return new Contribution[] {Contribution.of(mul2)};
    }

    private static Contribution[] bceWithLogitsLossOfY(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor weight = call.operand(2);
        Tensor posWeight = call.operand(3);
        Reduction reduction = call.attribute(4);
        Tensor cotangent = call.cotangent(0);
        Tensor neg = neg(x);
        if (posWeight != null) {
            Tensor add = add(posWeight, -1.0);
            Tensor neg2 = neg(x);
            Tensor maximum = maximum(neg2, 0.0);
            Tensor abs = abs(neg2);
            Tensor neg3 = neg(abs);
            Tensor exp = exp(neg3);
            Tensor log1p = log1p(exp);
            Tensor add2 = add(maximum, log1p);
            Tensor mul = mul(add, add2);
            Tensor add3 = add(neg, mul);
            if (weight != null) {
                Tensor mul2 = mul(add3, weight);
                Tensor sub = sub(x, y);
                Tensor mul3 = mul(sub, weight);
                Tensor mul4 = mul(mul3, posWeight);
                if (reduction == Reduction.NONE) {
                    Tensor mul5 = mul(mul2, cotangent);
                    Tensor broadcastTo = broadcastTo(mul5, DimLists.dims(mul4));
                    return new Contribution[] {Contribution.of(broadcastTo)};
                }
                if (reduction == Reduction.SUM) {
                    Tensor mul5 = mul(mul2, cotangent);
                    Tensor broadcastTo = broadcastTo(mul5, DimLists.dims(mul4));
                    return new Contribution[] {Contribution.of(broadcastTo)};
                }
                Tensor converted = Expansions.as(Eager.elementCount(mul4, axes()), cotangent.dtype());
                Tensor realDiv = realDiv(cotangent, converted);
                Tensor mul5 = mul(mul2, realDiv);
                Tensor broadcastTo = broadcastTo(mul5, DimLists.dims(mul4));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            Tensor sub = sub(x, y);
            Tensor mul2 = mul(sub, posWeight);
            if (reduction == Reduction.NONE) {
                Tensor mul3 = mul(add3, cotangent);
                Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(mul2));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            if (reduction == Reduction.SUM) {
                Tensor mul3 = mul(add3, cotangent);
                Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(mul2));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            Tensor converted = Expansions.as(Eager.elementCount(mul2, axes()), cotangent.dtype());
            Tensor realDiv = realDiv(cotangent, converted);
            Tensor mul3 = mul(add3, realDiv);
            Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(mul2));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        if (weight != null) {
            Tensor mul = mul(neg, weight);
            Tensor sub = sub(x, y);
            Tensor mul2 = mul(sub, weight);
            if (reduction == Reduction.NONE) {
                Tensor mul3 = mul(mul, cotangent);
                Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(mul2));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            if (reduction == Reduction.SUM) {
                Tensor mul3 = mul(mul, cotangent);
                Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(mul2));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            Tensor converted = Expansions.as(Eager.elementCount(mul2, axes()), cotangent.dtype());
            Tensor realDiv = realDiv(cotangent, converted);
            Tensor mul3 = mul(mul, realDiv);
            Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(mul2));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        Tensor sub = sub(x, y);
        if (reduction == Reduction.NONE) {
            Tensor mul = mul(neg, cotangent);
            Tensor broadcastTo = broadcastTo(mul, DimLists.dims(sub));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        if (reduction == Reduction.SUM) {
            Tensor mul = mul(neg, cotangent);
            Tensor broadcastTo = broadcastTo(mul, DimLists.dims(sub));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        Tensor converted = Expansions.as(Eager.elementCount(sub, axes()), cotangent.dtype());
        Tensor realDiv = realDiv(cotangent, converted);
        Tensor mul = mul(neg, realDiv);
        Tensor broadcastTo = broadcastTo(mul, DimLists.dims(sub));
        return new Contribution[] {Contribution.of(broadcastTo)};
    }

    private static Contribution[] bceWithLogitsLossOfWeight(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor weight = call.operand(2);
        Tensor posWeight = call.operand(3);
        Reduction reduction = call.attribute(4);
        Tensor cotangent = call.cotangent(0);
        Tensor sub = sub(1.0, y);
        if (posWeight != null) {
            Tensor mul = mul(posWeight, y);
            Tensor add = add(sub, mul);
            Tensor sub2 = sub(1.0, y);
            Tensor mul2 = mul(sub2, x);
            Tensor neg = neg(x);
            Tensor maximum = maximum(neg, 0.0);
            Tensor abs = abs(neg);
            Tensor neg2 = neg(abs);
            Tensor exp = exp(neg2);
            Tensor log1p = log1p(exp);
            Tensor add2 = add(maximum, log1p);
            Tensor mul3 = mul(add, add2);
            Tensor add3 = add(mul2, mul3);
            Tensor sub3 = sub(x, y);
            if (weight != null) {
                Tensor mul4 = mul(sub3, weight);
                Tensor mul5 = mul(mul4, posWeight);
                if (reduction == Reduction.NONE) {
                    Tensor mul6 = mul(add3, cotangent);
                    Tensor broadcastTo = broadcastTo(mul6, DimLists.dims(mul5));
                    return new Contribution[] {Contribution.of(broadcastTo)};
                }
                if (reduction == Reduction.SUM) {
                    Tensor mul6 = mul(add3, cotangent);
                    Tensor broadcastTo = broadcastTo(mul6, DimLists.dims(mul5));
                    return new Contribution[] {Contribution.of(broadcastTo)};
                }
                Tensor converted = Expansions.as(Eager.elementCount(mul5, axes()), cotangent.dtype());
                Tensor realDiv = realDiv(cotangent, converted);
                Tensor mul6 = mul(add3, realDiv);
                Tensor broadcastTo = broadcastTo(mul6, DimLists.dims(mul5));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            Tensor mul4 = mul(sub3, posWeight);
            if (reduction == Reduction.NONE) {
                Tensor mul5 = mul(add3, cotangent);
                Tensor broadcastTo = broadcastTo(mul5, DimLists.dims(mul4));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            if (reduction == Reduction.SUM) {
                Tensor mul5 = mul(add3, cotangent);
                Tensor broadcastTo = broadcastTo(mul5, DimLists.dims(mul4));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            Tensor converted = Expansions.as(Eager.elementCount(mul4, axes()), cotangent.dtype());
            Tensor realDiv = realDiv(cotangent, converted);
            Tensor mul5 = mul(add3, realDiv);
            Tensor broadcastTo = broadcastTo(mul5, DimLists.dims(mul4));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        Tensor add = add(sub, y);
        Tensor sub2 = sub(1.0, y);
        Tensor mul = mul(sub2, x);
        Tensor neg = neg(x);
        Tensor maximum = maximum(neg, 0.0);
        Tensor abs = abs(neg);
        Tensor neg2 = neg(abs);
        Tensor exp = exp(neg2);
        Tensor log1p = log1p(exp);
        Tensor add2 = add(maximum, log1p);
        Tensor mul2 = mul(add, add2);
        Tensor add3 = add(mul, mul2);
        Tensor sub3 = sub(x, y);
        if (weight != null) {
            Tensor mul3 = mul(sub3, weight);
            if (reduction == Reduction.NONE) {
                Tensor mul4 = mul(add3, cotangent);
                Tensor broadcastTo = broadcastTo(mul4, DimLists.dims(mul3));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            if (reduction == Reduction.SUM) {
                Tensor mul4 = mul(add3, cotangent);
                Tensor broadcastTo = broadcastTo(mul4, DimLists.dims(mul3));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            Tensor converted = Expansions.as(Eager.elementCount(mul3, axes()), cotangent.dtype());
            Tensor realDiv = realDiv(cotangent, converted);
            Tensor mul4 = mul(add3, realDiv);
            Tensor broadcastTo = broadcastTo(mul4, DimLists.dims(mul3));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        if (reduction == Reduction.NONE) {
            Tensor mul3 = mul(add3, cotangent);
            Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(sub3));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        if (reduction == Reduction.SUM) {
            Tensor mul3 = mul(add3, cotangent);
            Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(sub3));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        Tensor converted = Expansions.as(Eager.elementCount(sub3, axes()), cotangent.dtype());
        Tensor realDiv = realDiv(cotangent, converted);
        Tensor mul3 = mul(add3, realDiv);
        Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(sub3));
        return new Contribution[] {Contribution.of(broadcastTo)};
    }

    private static Contribution[] bceWithLogitsLossOfPosWeight(Application call) {
        Tensor x = call.operand(0);
        Tensor y = call.operand(1);
        Tensor weight = call.operand(2);
        Tensor posWeight = call.operand(3);
        Reduction reduction = call.attribute(4);
        Tensor cotangent = call.cotangent(0);
        Tensor neg = neg(x);
        Tensor maximum = maximum(neg, 0.0);
        Tensor abs = abs(neg);
        Tensor neg2 = neg(abs);
        Tensor exp = exp(neg2);
        Tensor log1p = log1p(exp);
        Tensor add = add(maximum, log1p);
        Tensor mul = mul(y, add);
        if (weight != null) {
            Tensor mul2 = mul(mul, weight);
            Tensor sub = sub(x, y);
            Tensor mul3 = mul(sub, weight);
            if (posWeight != null) {
                Tensor mul4 = mul(mul3, posWeight);
                if (reduction == Reduction.NONE) {
                    Tensor mul5 = mul(mul2, cotangent);
                    Tensor broadcastTo = broadcastTo(mul5, DimLists.dims(mul4));
                    return new Contribution[] {Contribution.of(broadcastTo)};
                }
                if (reduction == Reduction.SUM) {
                    Tensor mul5 = mul(mul2, cotangent);
                    Tensor broadcastTo = broadcastTo(mul5, DimLists.dims(mul4));
                    return new Contribution[] {Contribution.of(broadcastTo)};
                }
                Tensor converted = Expansions.as(Eager.elementCount(mul4, axes()), cotangent.dtype());
                Tensor realDiv = realDiv(cotangent, converted);
                Tensor mul5 = mul(mul2, realDiv);
                Tensor broadcastTo = broadcastTo(mul5, DimLists.dims(mul4));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            if (reduction == Reduction.NONE) {
                Tensor mul4 = mul(mul2, cotangent);
                Tensor broadcastTo = broadcastTo(mul4, DimLists.dims(mul3));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            if (reduction == Reduction.SUM) {
                Tensor mul4 = mul(mul2, cotangent);
                Tensor broadcastTo = broadcastTo(mul4, DimLists.dims(mul3));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            Tensor converted = Expansions.as(Eager.elementCount(mul3, axes()), cotangent.dtype());
            Tensor realDiv = realDiv(cotangent, converted);
            Tensor mul4 = mul(mul2, realDiv);
            Tensor broadcastTo = broadcastTo(mul4, DimLists.dims(mul3));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        Tensor sub = sub(x, y);
        if (posWeight != null) {
            Tensor mul2 = mul(sub, posWeight);
            if (reduction == Reduction.NONE) {
                Tensor mul3 = mul(mul, cotangent);
                Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(mul2));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            if (reduction == Reduction.SUM) {
                Tensor mul3 = mul(mul, cotangent);
                Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(mul2));
                return new Contribution[] {Contribution.of(broadcastTo)};
            }
            Tensor converted = Expansions.as(Eager.elementCount(mul2, axes()), cotangent.dtype());
            Tensor realDiv = realDiv(cotangent, converted);
            Tensor mul3 = mul(mul, realDiv);
            Tensor broadcastTo = broadcastTo(mul3, DimLists.dims(mul2));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        if (reduction == Reduction.NONE) {
            Tensor mul2 = mul(mul, cotangent);
            Tensor broadcastTo = broadcastTo(mul2, DimLists.dims(sub));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        if (reduction == Reduction.SUM) {
            Tensor mul2 = mul(mul, cotangent);
            Tensor broadcastTo = broadcastTo(mul2, DimLists.dims(sub));
            return new Contribution[] {Contribution.of(broadcastTo)};
        }
        Tensor converted = Expansions.as(Eager.elementCount(sub, axes()), cotangent.dtype());
        Tensor realDiv = realDiv(cotangent, converted);
        Tensor mul2 = mul(mul, realDiv);
        Tensor broadcastTo = broadcastTo(mul2, DimLists.dims(sub));
        return new Contribution[] {Contribution.of(broadcastTo)};
    }

    private static Contribution[] sigmoidCrossEntropyWithLogitsOfX(Application call) {
        Tensor x = call.operand(0);
        Tensor z = call.operand(1);
        Tensor cotangent = call.cotangent(0);
        Tensor sigmoidCrossEntropyWithLogitsGrad = sigmoidCrossEntropyWithLogitsGrad(x, z, cotangent);
        return new Contribution[] {Contribution.of(sigmoidCrossEntropyWithLogitsGrad)};
    }

    private static Contribution[] sigmoidCrossEntropyWithLogitsOfZ(Application call) {
        Tensor x = call.operand(0);
        Tensor cotangent = call.cotangent(0);
        Tensor mul = mul(x, cotangent);
        Tensor neg = neg(mul);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] softmaxCrossEntropyWithLogitsOfLogits(Application call) {
        Tensor logits = call.operand(0);
        Tensor label = call.operand(1);
        Tensor cotangentLoss = call.cotangent(0);
        Tensor reduceSum = reduceSum(label, -1, true);
        Tensor reduceMax = reduceMax(logits, -1, true);
        Tensor sub = sub(logits, reduceMax);
        Tensor exp = exp(sub);
        Tensor reduceSum2 = reduceSum(exp, -1, true);
        Tensor reciprocal = reciprocal(reduceSum2);
        Tensor mul = mul(exp, reciprocal);
        Tensor mul2 = mul(mul, reduceSum);
        Tensor sub2 = sub(mul2, label);
        Tensor reshape = reshape(cotangentLoss, DimLists.replace("softmaxCrossEntropyWithLogits", DimLists.dims(
                label), -1, 1));
        Tensor mul3 = mul(sub2, reshape);
        return new Contribution[] {Contribution.of(mul3)};
    }

    private static Contribution[] softmaxCrossEntropyWithLogitsOfLabel(Application call) {
        Tensor logits = call.operand(0);
        Tensor cotangentLoss = call.cotangent(0);
        Tensor reduceMax = reduceMax(logits, -1, true);
        Tensor sub = sub(logits, reduceMax);
        Tensor exp = exp(sub);
        Tensor reduceSum = reduceSum(exp, -1, true);
        Tensor log = log(reduceSum);
        Tensor sub2 = sub(sub, log);
        Tensor reshape = reshape(cotangentLoss, DimLists.replace("softmaxCrossEntropyWithLogits", DimLists.dims(
                sub2), -1, 1));
        Tensor mul = mul(sub2, reshape);
        Tensor neg = neg(mul);
        return new Contribution[] {Contribution.of(neg)};
    }

    private static Contribution[] sparseSoftmaxCrossEntropyWithLogitsOfLogits(Application call) {
        Tensor logits = call.operand(0);
        Tensor labels = call.operand(1);
        Reduction reduction = call.attribute(2);
        Tensor cotangentLoss = call.cotangent(0);
        Tensor converted = Expansions.as(labels, DType.I64);
        Tensor reshape = reshape(converted, DimLists.insert("sparseSoftmaxCrossEntropyWithLogits", DimLists.dims(
                labels), -1, 1));
        Tensor index = index(-1, DimLists.dims(logits));
        Tensor reduceMax = reduceMax(logits, -1, true);
        Tensor sub = sub(logits, reduceMax);
        Tensor exp = exp(sub);
        Tensor reduceSum = reduceSum(exp, -1, true);
        Tensor reciprocal = reciprocal(reduceSum);
        Tensor mul = mul(exp, reciprocal);
        Tensor equal = equal(index, reshape);
        Tensor converted2 = Expansions.as(equal, logits.dtype());
        Tensor sub2 = sub(mul, converted2);
        if (reduction == Reduction.NONE) {
            Tensor reshape2 = reshape(cotangentLoss, DimLists.replace("sparseSoftmaxCrossEntropyWithLogits",
                    DimLists.dims(logits), -1, 1));
            Tensor greaterEqual = greaterEqual(reshape, 0.0);
            Tensor less = less(reshape, Eager.elementCount(index, axes(-1)));
            Tensor logicalAnd = logicalAnd(greaterEqual, less);
            Tensor mul2 = mul(sub2, reshape2);
            return new Contribution[] {Contribution.where(logicalAnd, mul2)};
        }
        if (reduction == Reduction.SUM) {
            Tensor greaterEqual = greaterEqual(reshape, 0.0);
            Tensor less = less(reshape, Eager.elementCount(index, axes(-1)));
            Tensor logicalAnd = logicalAnd(greaterEqual, less);
            Tensor mul2 = mul(sub2, cotangentLoss);
            return new Contribution[] {Contribution.where(logicalAnd, mul2)};
        }
        Tensor converted3 = Expansions.as(Eager.elementCount(labels, axes()), cotangentLoss.dtype());
        Tensor realDiv = realDiv(cotangentLoss, converted3);
        Tensor greaterEqual = greaterEqual(reshape, 0.0);
        Tensor less = less(reshape, Eager.elementCount(index, axes(-1)));
        Tensor logicalAnd = logicalAnd(greaterEqual, less);
        Tensor mul2 = mul(sub2, realDiv);
        return new Contribution[] {Contribution.where(logicalAnd, mul2)};
    }

    private static Contribution[] splitOfX(Application call) {
        int axis = call.attribute(2);
        Tensor[] cotangents = call.cotangents();
        Tensor concat = concat(axis, cotangents);
        return new Contribution[] {Contribution.of(concat)};
    }

    private static Contribution[] splitWithSizeOfX(Application call) {
        int axis = call.attribute(2);
        Tensor[] cotangents = call.cotangents();
        Tensor concat = concat(axis, cotangents);
        return new Contribution[] {Contribution.of(concat)};
    }

    private static Contribution[] unstackOfX(Application call) {
        Tensor x = call.operand(0);
        int axis = call.attribute(1);
        Tensor[] cotangents = call.cotangents();
        Tensor[] reshaped = GradientOps.reshape(cotangents, DimLists.replace("unstack", DimLists.dims(x), axis, 1));
        Tensor concat = concat(axis, reshaped);
        return new Contribution[] {Contribution.of(concat)};
    }
}
