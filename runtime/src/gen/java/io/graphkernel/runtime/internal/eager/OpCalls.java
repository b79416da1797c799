// Generated from the op table; change a row of io.graphkernel.op.definition, then refresh this file with
// mvn -q -pl processor -am test-compile -Preferences
package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.BagReduction;
import io.graphkernel.runtime.CategoricalMethod;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.DataFormat;
import io.graphkernel.runtime.FftNormalization;
import io.graphkernel.runtime.Interpolation;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.PaddingMode;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Reduction;
import io.graphkernel.runtime.Rounding;
import io.graphkernel.runtime.SamplingMode;
import io.graphkernel.runtime.ScatterReduction;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;

/** Calls of ops with one result by their documented names. */
final class OpCalls {

    private OpCalls() {}

    /** Evaluates an op on its operands; attributes have their defaults, and the last optional tensors may be absent. */
    static Tensor ofOperands(String op, Tensor... x) {
        return switch (op) {
            case "Add" -> Ops.add(x[0], x[1]);
            case "Sub" -> Ops.sub(x[0], x[1]);
            case "Mul" -> Ops.mul(x[0], x[1]);
            case "RealDiv" -> Ops.realDiv(x[0], x[1]);
            case "Div" -> Ops.div(x[0], x[1]);
            case "FloorDiv" -> Ops.floorDiv(x[0], x[1]);
            case "FloorMod" -> Ops.floorMod(x[0], x[1]);
            case "Mod" -> Ops.mod(x[0], x[1]);
            case "Maximum" -> Ops.maximum(x[0], x[1]);
            case "Minimum" -> Ops.minimum(x[0], x[1]);
            case "IdentityMath" -> Ops.identityMath(x[0]);
            case "BroadcastLike" -> Ops.broadcastLike(x[0], x[1]);
            case "Abs" -> Ops.abs(x[0]);
            case "Neg" -> Ops.neg(x[0]);
            case "Sign" -> Ops.sign(x[0]);
            case "Reciprocal" -> Ops.reciprocal(x[0]);
            case "Sqrt" -> Ops.sqrt(x[0]);
            case "Rsqrt" -> Ops.rsqrt(x[0]);
            case "Floor" -> Ops.floor(x[0]);
            case "Ceil" -> Ops.ceil(x[0]);
            case "Trunc" -> Ops.trunc(x[0]);
            case "Round" -> Ops.round(x[0]);
            case "Exp" -> Ops.exp(x[0]);
            case "Exp2" -> Ops.exp2(x[0]);
            case "Expm1" -> Ops.expm1(x[0]);
            case "Log" -> Ops.log(x[0]);
            case "Log2" -> Ops.log2(x[0]);
            case "Log10" -> Ops.log10(x[0]);
            case "Log1p" -> Ops.log1p(x[0]);
            case "Pow" -> Ops.pow(x[0], x[1]);
            case "Sin" -> Ops.sin(x[0]);
            case "Cos" -> Ops.cos(x[0]);
            case "Tan" -> Ops.tan(x[0]);
            case "Asin" -> Ops.asin(x[0]);
            case "ACos" -> Ops.acos(x[0]);
            case "Atan" -> Ops.atan(x[0]);
            case "Atan2" -> Ops.atan2(x[0], x[1]);
            case "Sinh" -> Ops.sinh(x[0]);
            case "Cosh" -> Ops.cosh(x[0]);
            case "Tanh" -> Ops.tanh(x[0]);
            case "Asinh" -> Ops.asinh(x[0]);
            case "Acosh" -> Ops.acosh(x[0]);
            case "Atanh" -> Ops.atanh(x[0]);
            case "Erf" -> Ops.erf(x[0]);
            case "Erfc" -> Ops.erfc(x[0]);
            case "Sigmoid" -> Ops.sigmoid(x[0]);
            case "PhiloxUniform" -> Ops.philoxUniform(x[0], x[1], x[2]);
            case "PhiloxNormal" -> Ops.philoxNormal(x[0], x[1], x[2]);
            case "Equal" -> Ops.equal(x[0], x[1]);
            case "NotEqual" -> Ops.notEqual(x[0], x[1]);
            case "Greater" -> Ops.greater(x[0], x[1]);
            case "GreaterEqual" -> Ops.greaterEqual(x[0], x[1]);
            case "Less" -> Ops.less(x[0], x[1]);
            case "LessEqual" -> Ops.lessEqual(x[0], x[1]);
            case "IsNan" -> Ops.isNan(x[0]);
            case "IsInf" -> Ops.isInf(x[0]);
            case "IsFinite" -> Ops.isFinite(x[0]);
            case "LogicalAnd" -> Ops.logicalAnd(x[0], x[1]);
            case "LogicalOr" -> Ops.logicalOr(x[0], x[1]);
            case "LogicalXor" -> Ops.logicalXor(x[0], x[1]);
            case "LogicalNot" -> Ops.logicalNot(x[0]);
            case "Select" -> Ops.select(x[0], x[1], x[2]);
            case "BitwiseAnd" -> Ops.bitwiseAnd(x[0], x[1]);
            case "BitwiseOr" -> Ops.bitwiseOr(x[0], x[1]);
            case "BitwiseXor" -> Ops.bitwiseXor(x[0], x[1]);
            case "BitwiseNot" -> Ops.bitwiseNot(x[0]);
            case "LeftShift" -> Ops.leftShift(x[0], x[1]);
            case "RightShift" -> Ops.rightShift(x[0], x[1]);
            case "UnsignedRightShift" -> Ops.unsignedRightShift(x[0], x[1]);
            case "BitCount" -> Ops.bitCount(x[0]);
            case "ReduceSum" -> Ops.reduceSum(x[0]);
            case "ReduceProd" -> Ops.reduceProd(x[0]);
            case "ReduceMax" -> Ops.reduceMax(x[0]);
            case "ReduceMin" -> Ops.reduceMin(x[0]);
            case "ReduceAll" -> Ops.reduceAll(x[0]);
            case "ReduceAny" -> Ops.reduceAny(x[0]);
            case "Assign" -> Ops.assign(x[0], x[1]);
            case "Transpose" -> Ops.transpose(x[0]);
            case "MatMul" -> Ops.matMul(x[0], x[1]);
            case "BatchMatMul" -> Ops.batchMatMul(x[0], x[1]);
            case "MatMulInteger" -> Ops.matMulInteger(x[0], x[1]);
            case "Conv2D" -> Ops.conv2D(x[0], x[1]);
            case "PromptFlashAttention" -> Ops.promptFlashAttention(x[0], x[1], x[2], x[3], x[4]);
            case "PromptFlashAttentionGrad" -> Ops.promptFlashAttentionGrad(x[0], x[1], x[2], x[3], x[4], x[5]);
            case "SortOrder" -> Ops.sortOrder(x[0]);
            case "AllReduce" -> Ops.allReduce(x[0]);
            case "OnRank" -> Ops.onRank(x[0]);
            case "Broadcast" -> Ops.broadcast(x[0]);
            case "MatMulAllReduce" -> Ops.matMulAllReduce(x[0], x[1]);
            case "Square" -> Ops.square(x[0]);
            case "SquaredDifference" -> Ops.squaredDifference(x[0], x[1]);
            case "FusedMulAdd" -> Ops.fusedMulAdd(x[0], x[1], x[2]);
            case "AddN" -> Ops.addN(x);
            case "Addcmul" -> Ops.addcmul(x[0], x[1], x[2], x[3]);
            case "Addcdiv" -> Ops.addcdiv(x[0], x[1], x[2], x[3]);
            case "Lerp" -> Ops.lerp(x[0], x[1], x[2]);
            case "DivMod" -> Ops.divMod(x[0], x[1]);
            case "ClampScalar" -> Ops.clampScalar(x[0], x[1], x[2]);
            case "ClipByNormNoDivSum" -> Ops.clipByNormNoDivSum(x[0], x[1], x[2], x[3]);
            case "MaskedFill" -> Ops.maskedFill(x[0], x[1], x[2]);
            case "BiasAdd" -> Ops.biasAdd(x[0], x[1]);
            case "BiasAddGrad" -> Ops.biasAddGrad(x[0]);
            case "StopGradient" -> Ops.stopGradient(x[0]);
            case "OnesLike" -> Ops.onesLike(x[0]);
            case "ZerosLike" -> Ops.zerosLike(x[0]);
            case "ReLU" -> Ops.reLU(x[0]);
            case "ReLU6" -> Ops.reLU6(x[0]);
            case "LeakyReLUExt" -> Ops.leakyReLUExt(x[0], x[1]);
            case "PReLU" -> Ops.pReLU(x[0], x[1]);
            case "SiLU" -> Ops.siLU(x[0]);
            case "GeLU" -> Ops.geLU(x[0]);
            case "GeLUErf" -> Ops.geLUErf(x[0]);
            case "FastGeLU" -> Ops.fastGeLU(x[0]);
            case "HSigmoid" -> Ops.hSigmoid(x[0]);
            case "HSwish" -> Ops.hSwish(x[0]);
            case "HShrink" -> Ops.hShrink(x[0], x[1]);
            case "SoftShrink" -> Ops.softShrink(x[0], x[1]);
            case "Softplus" -> Ops.softplus(x[0]);
            case "SoftplusExt" -> Ops.softplusExt(x[0], x[1], x[2]);
            case "Softsign" -> Ops.softsign(x[0]);
            case "LogSigmoid" -> Ops.logSigmoid(x[0]);
            case "Mish" -> Ops.mish(x[0]);
            case "EluExt" -> Ops.eluExt(x[0], x[1]);
            case "Selu" -> Ops.selu(x[0]);
            case "CeLU" -> Ops.ceLU(x[0], x[1]);
            case "GLU" -> Ops.glu(x[0]);
            case "SwiGLU" -> Ops.swiGLU(x[0]);
            case "SignBit" -> Ops.signBit(x[0]);
            case "CopySign" -> Ops.copySign(x[0], x[1]);
            case "Fmax" -> Ops.fmax(x[0], x[1]);
            case "Fmin" -> Ops.fmin(x[0], x[1]);
            case "Hypot" -> Ops.hypot(x[0], x[1]);
            case "Cbrt" -> Ops.cbrt(x[0]);
            case "Sinc" -> Ops.sinc(x[0]);
            case "Logit" -> Ops.logit(x[0]);
            case "Xlogy" -> Ops.xlogy(x[0], x[1]);
            case "LogAddExp" -> Ops.logAddExp(x[0], x[1]);
            case "Deg2rad" -> Ops.deg2rad(x[0]);
            case "Rad2deg" -> Ops.rad2deg(x[0]);
            case "Frac" -> Ops.frac(x[0]);
            case "Heaviside" -> Ops.heaviside(x[0], x[1]);
            case "NanToNum" -> Ops.nanToNum(x[0], x[1], x[2], x[3]);
            case "IsClose" -> Ops.isClose(x[0], x[1], x[2], x[3]);
            case "TanhShrink" -> Ops.tanhShrink(x[0]);
            case "Threshold" -> Ops.threshold(x[0], x[1], x[2]);
            case "Lgamma" -> Ops.lgamma(x[0]);
            case "Digamma" -> Ops.digamma(x[0]);
            case "Trigamma" -> Ops.trigamma(x[0]);
            case "ErfInv" -> Ops.erfInv(x[0]);
            case "NormalCdf" -> Ops.normalCdf(x[0]);
            case "NormalQuantile" -> Ops.normalQuantile(x[0]);
            case "BesselI0" -> Ops.besselI0(x[0]);
            case "BesselI1" -> Ops.besselI1(x[0]);
            case "Ldexp" -> Ops.ldexp(x[0], x[1]);
            case "NextAfter" -> Ops.nextAfter(x[0], x[1]);
            case "ReluGrad" -> Ops.reluGrad(x[0], x[1]);
            case "ReLU6Grad" -> Ops.reLU6Grad(x[0], x[1]);
            case "LeakyReLUExtGrad" -> Ops.leakyReLUExtGrad(x[0], x[1], x[2]);
            case "GeLUGrad" -> x.length == 2 ? Ops.geLUGrad(x[0], x[1]) : Ops.geLUGrad(x[0], x[1], x[2]);
            case "GeLUErfGrad" -> Ops.geLUErfGrad(x[0], x[1]);
            case "FastGeLUGrad" -> Ops.fastGeLUGrad(x[0], x[1]);
            case "SiLUGrad" -> Ops.siLUGrad(x[0], x[1]);
            case "MishGrad" -> Ops.mishGrad(x[0], x[1]);
            case "EluGrad" -> Ops.eluGrad(x[0], x[1], x[2]);
            case "HSigmoidGrad" -> Ops.hSigmoidGrad(x[0], x[1]);
            case "HSwishGrad" -> Ops.hSwishGrad(x[0], x[1]);
            case "HShrinkGrad" -> Ops.hShrinkGrad(x[0], x[1], x[2]);
            case "SoftplusGrad" -> Ops.softplusGrad(x[0], x[1]);
            case "SoftplusGradExt" -> Ops.softplusGradExt(x[0], x[1], x[2], x[3]);
            case "LogSigmoidGrad" -> Ops.logSigmoidGrad(x[0], x[1]);
            case "SigmoidGrad" -> Ops.sigmoidGrad(x[0], x[1]);
            case "TanhGrad" -> Ops.tanhGrad(x[0], x[1]);
            case "SqrtGrad" -> Ops.sqrtGrad(x[0], x[1]);
            case "RsqrtGrad" -> Ops.rsqrtGrad(x[0], x[1]);
            case "ReciprocalGrad" -> Ops.reciprocalGrad(x[0], x[1]);
            case "AbsGrad" -> Ops.absGrad(x[0], x[1]);
            case "ReduceMean" -> Ops.reduceMean(x[0]);
            case "ReduceVariance" -> Ops.reduceVariance(x[0]);
            case "ReduceStd" -> Ops.reduceStd(x[0]);
            case "ReduceL2" -> Ops.reduceL2(x[0]);
            case "LogSumExp" -> Ops.logSumExp(x[0]);
            case "EqualCount" -> Ops.equalCount(x[0], x[1]);
            case "ArgMax" -> Ops.argMax(x[0]);
            case "Argmin" -> Ops.argmin(x[0]);
            case "Softmax" -> Ops.softmax(x[0]);
            case "LogSoftmax" -> Ops.logSoftmax(x[0]);
            case "SoftmaxGrad" -> Ops.softmaxGrad(x[0], x[1]);
            case "SoftmaxGradExt" -> Ops.softmaxGradExt(x[0], x[1], x[2]);
            case "LogSoftmaxGrad" -> Ops.logSoftmaxGrad(x[0], x[1]);
            case "ReduceL1" -> Ops.reduceL1(x[0]);
            case "ReduceLInf" -> Ops.reduceLInf(x[0]);
            case "ReduceSumSquare" -> Ops.reduceSumSquare(x[0]);
            case "CountNonzero" -> Ops.countNonzero(x[0]);
            case "NanSum" -> Ops.nanSum(x[0]);
            case "NanMean" -> Ops.nanMean(x[0]);
            case "LogCumSumExp" -> Ops.logCumSumExp(x[0]);
            case "BatchNorm" -> Ops.batchNorm(x[0], x[1], x[2], x[3], x[4], x[5]);
            case "QuantV2" -> Ops.quantV2(x[0], x[1], x[2]);
            case "RmsNormQuant" -> Ops.rmsNormQuant(x[0], x[1], x[2], x[3], x[4]);
            case "FloatOfBits" -> Ops.floatOfBits(x[0]);
            case "Dequantize" -> Ops.dequantize(x[0], x[1], x[2]);
            case "MSELoss" -> Ops.mseLoss(x[0], x[1]);
            case "L1Loss" -> Ops.l1Loss(x[0], x[1]);
            case "SmoothL1Loss" -> Ops.smoothL1Loss(x[0], x[1], x[2]);
            case "SmoothL1LossGrad" -> Ops.smoothL1LossGrad(x[0], x[1], x[2], x[3]);
            case "KLDivLoss" -> Ops.klDivLoss(x[0], x[1]);
            case "BinaryCrossEntropy" -> x.length == 2 ? Ops.binaryCrossEntropy(x[0], x[1]) : Ops.binaryCrossEntropy(
                    x[0], x[1], x[2]);
            case "BinaryCrossEntropyGrad" -> x.length == 3 ? Ops.binaryCrossEntropyGrad(x[0], x[1],
                    x[2]) : Ops.binaryCrossEntropyGrad(x[0], x[1], x[2], x[3]);
            case "BCEWithLogitsLoss" -> x.length == 5 ? x.length == 2 ? Ops.bceWithLogitsLoss(x[0],
                    x[1]) : Ops.bceWithLogitsLoss(x[0], x[1], x[2]) : Ops.bceWithLogitsLoss(x[0], x[1], x[2], x[3]);
            case "SigmoidCrossEntropyWithLogits" -> Ops.sigmoidCrossEntropyWithLogits(x[0], x[1]);
            case "SigmoidCrossEntropyWithLogitsGrad" -> Ops.sigmoidCrossEntropyWithLogitsGrad(x[0], x[1], x[2]);
            case "NLLLoss" -> x.length == 2 ? Ops.nllLoss(x[0], x[1]) : Ops.nllLoss(x[0], x[1], x[2]);
            case "Flatten" -> Ops.flatten(x[0]);
            case "Tril" -> Ops.tril(x[0]);
            case "Triu" -> Ops.triu(x[0]);
            case "DiagEmbed" -> Ops.diagEmbed(x[0]);
            case "Diagonal" -> Ops.diagonal(x[0]);
            case "Trace" -> Ops.trace(x[0]);
            case "Vecdot" -> Ops.vecdot(x[0], x[1]);
            case "Outer" -> Ops.outer(x[0], x[1]);
            case "Kron" -> Ops.kron(x[0], x[1]);
            case "Cross" -> Ops.cross(x[0], x[1]);
            case "DynamicUpdateSlice" -> Ops.dynamicUpdateSlice(x[0], x[1], x[2]);
            case "TensorDot" -> Ops.tensorDot(x[0], x[1]);
            case "Cholesky" -> Ops.cholesky(x[0]);
            case "TriangularSolve" -> Ops.triangularSolve(x[0], x[1]);
            case "LuSolve" -> Ops.luSolve(x[0], x[1], x[2]);
            case "Solve" -> Ops.solve(x[0], x[1]);
            case "Inverse" -> Ops.inverse(x[0]);
            case "Determinant" -> Ops.determinant(x[0]);
            case "Sort" -> Ops.sort(x[0]);
            case "ArgSort" -> Ops.argSort(x[0]);
            case "Median" -> Ops.median(x[0]);
            case "Quantile" -> Ops.quantile(x[0], x[1]);
            case "Mode" -> Ops.mode(x[0]);
            case "SearchSorted" -> Ops.searchSorted(x[0], x[1]);
            case "Bucketize" -> Ops.bucketize(x[0], x[1]);
            case "TakeAlongAxis" -> Ops.takeAlongAxis(x[0], x[1]);
            case "GatherNd" -> Ops.gatherNd(x[0], x[1]);
            case "Scatter" -> Ops.scatter(x[0], x[1], x[2]);
            case "ScatterNd" -> Ops.scatterNd(x[0], x[1], x[2]);
            case "EmbeddingBag" -> Ops.embeddingBag(x[0], x[1], x[2]);
            case "SegmentReduce" -> Ops.segmentReduce(x[0], x[1]);
            case "Conv1D" -> Ops.conv1D(x[0], x[1]);
            case "Conv3D" -> Ops.conv3D(x[0], x[1]);
            case "ConvTranspose" -> Ops.convTranspose(x[0], x[1]);
            case "GridSample" -> Ops.gridSample(x[0], x[1]);
            case "CrossEntropyLoss" -> Ops.crossEntropyLoss(x[0], x[1], x[2], x[3]);
            case "CTCLoss" -> Ops.ctcLoss(x[0], x[1], x[2], x[3]);
            case "CTCLossGrad" -> Ops.ctcLossGrad(x[0], x[1], x[2], x[3], x[4]);
            case "DropoutGrad" -> Ops.dropoutGrad(x[0], x[1], x[2]);
            case "Bernoulli" -> Ops.bernoulli(x[0], x[1], x[2]);
            case "Categorical" -> Ops.categorical(x[0], x[1], x[2]);
            case "ChannelDropout" -> Ops.channelDropout(x[0], x[1], x[2], x[3]);
            case "LambApplyWeightAssign" -> Ops.lambApplyWeightAssign(x[0], x[1], x[2], x[3], x[4]);
            case "AssignAdd" -> Ops.assignAdd(x[0], x[1]);
            case "AssignSub" -> Ops.assignSub(x[0], x[1]);
            default -> throw new IllegalArgumentException(op);
        };
    }

    /** Evaluates an op with all arguments in the order of its method; {@link EagerExpansion#ABSENT} stands for an absent tensor. */
    static Tensor ofArguments(String op, Object... x) {
        return switch (op) {
            case "Cast" -> Ops.cast((Tensor) x[0], (DType) x[1]);
            case "Bitcast" -> Ops.bitcast((Tensor) x[0], (DType) x[1]);
            case "ReduceSum" -> Ops.reduceSum((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "ReduceProd" -> Ops.reduceProd((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "ReduceMax" -> Ops.reduceMax((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "ReduceMin" -> Ops.reduceMin((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "ReduceAll" -> Ops.reduceAll((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "ReduceAny" -> Ops.reduceAny((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "CumSum" -> Ops.cumSum((Tensor) x[0], (int) x[1], (boolean) x[2], (boolean) x[3]);
            case "CumProd" -> Ops.cumProd((Tensor) x[0], (int) x[1], (boolean) x[2], (boolean) x[3]);
            case "CumMax" -> Ops.cumMax((Tensor) x[0], (int) x[1], (boolean) x[2], (boolean) x[3]);
            case "CumMin" -> Ops.cumMin((Tensor) x[0], (int) x[1], (boolean) x[2], (boolean) x[3]);
            case "Transpose" -> Ops.transpose((Tensor) x[0], (int[]) x[1]);
            case "Reshape" -> Ops.reshape((Tensor) x[0], (long[]) x[1]);
            case "BroadcastTo" -> Ops.broadcastTo((Tensor) x[0], (long[]) x[1]);
            case "StridedSlice" -> Ops.stridedSlice((Tensor) x[0], (long[]) x[1], (long[]) x[2], (long[]) x[3]);
            case "Reverse" -> Ops.reverse((Tensor) x[0], (int[]) x[1]);
            case "Index" -> Ops.index((int) x[0], (long[]) x[1]);
            case "RowMajorIndex" -> Ops.rowMajorIndex((long[]) x[0]);
            case "Concat" -> Ops.concat((int) x[0], (Tensor[]) x[1]);
            case "Gather" -> Ops.gather((Tensor) x[0], (Tensor) x[1], (int) x[2]);
            case "MatMul" -> Ops.matMul((Tensor) x[0], (Tensor) x[1], (boolean) x[2], (boolean) x[3]);
            case "BatchMatMul" -> Ops.batchMatMul((Tensor) x[0], (Tensor) x[1], (boolean) x[2], (boolean) x[3]);
            case "MatMulInteger" -> Ops.matMulInteger((Tensor) x[0], (Tensor) x[1], (boolean) x[2], (boolean) x[3]);
            case "Conv2D" -> Ops.conv2D((Tensor) x[0], (Tensor) x[1], (long[]) x[2], (long[]) x[3], (long[]) x[4], (
                    int) x[5]);
            case "PromptFlashAttention" -> x[3] != EagerExpansion.ABSENT ? Ops.promptFlashAttention((Tensor) x[0], (
                    Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (Tensor) x[4]) : Ops.promptFlashAttention((
                    Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[4]);
            case "PromptFlashAttentionGrad" -> x[4] != EagerExpansion.ABSENT ? Ops.promptFlashAttentionGrad((
                    Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (Tensor) x[4], (
                    Tensor) x[5]) : Ops.promptFlashAttentionGrad((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (
                    Tensor) x[3], (Tensor) x[5]);
            case "GatherGrad" -> Ops.gatherGrad((Tensor) x[0], (Tensor) x[1], (long) x[2]);
            case "SortOrder" -> Ops.sortOrder((Tensor) x[0], (boolean) x[1]);
            case "AvgPool" -> Ops.avgPool((Tensor) x[0], (long[]) x[1], (long[]) x[2], (long[]) x[3], (boolean) x[4]);
            case "MaxPool" -> Ops.maxPool((Tensor) x[0], (long[]) x[1], (long[]) x[2], (long[]) x[3]);
            case "AllReduce" -> Ops.allReduce((Tensor) x[0], (ReduceOp) x[1], (String) x[2]);
            case "OnRank" -> Ops.onRank((Tensor) x[0], (int) x[1], (String) x[2]);
            case "AllGather" -> Ops.allGather((Tensor) x[0], (int) x[1], (String) x[2]);
            case "ReduceScatter" -> Ops.reduceScatter((Tensor) x[0], (int) x[1], (String) x[2]);
            case "AllToAll" -> Ops.allToAll((Tensor) x[0], (int) x[1], (String) x[2]);
            case "Broadcast" -> Ops.broadcast((Tensor) x[0], (int) x[1], (String) x[2]);
            case "MatMulAllReduce" -> Ops.matMulAllReduce((Tensor) x[0], (Tensor) x[1], (boolean) x[2], (String) x[3]);
            case "AllGatherMatmul" -> Ops.allGatherMatmul((Tensor) x[0], (Tensor) x[1], (int) x[2], (boolean) x[3], (
                    String) x[4]);
            case "MatmulReduceScatter" -> Ops.matmulReduceScatter((Tensor) x[0], (Tensor) x[1], (int) x[2], (
                    boolean) x[3], (String) x[4]);
            case "AddN" -> Ops.addN((Tensor[]) x[0]);
            case "DivMod" -> Ops.divMod((Tensor) x[0], (Tensor) x[1], (Rounding) x[2]);
            case "BiasAdd" -> Ops.biasAdd((Tensor) x[0], (Tensor) x[1], (DataFormat) x[2]);
            case "BiasAddGrad" -> Ops.biasAddGrad((Tensor) x[0], (DataFormat) x[1]);
            case "FillV2" -> Ops.fillV2((Tensor) x[0], (long[]) x[1]);
            case "Range" -> Ops.range((long) x[0]);
            case "Eye" -> Ops.eye((long) x[0], (long) x[1]);
            case "GLU" -> Ops.glu((Tensor) x[0], (int) x[1]);
            case "SwiGLU" -> Ops.swiGLU((Tensor) x[0], (int) x[1], (boolean) x[2]);
            case "GeLUGrad" -> x[2] != EagerExpansion.ABSENT ? Ops.geLUGrad((Tensor) x[0], (Tensor) x[1], (
                    Tensor) x[2]) : Ops.geLUGrad((Tensor) x[0], (Tensor) x[1]);
            case "ReduceMean" -> Ops.reduceMean((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "MeanExt" -> Ops.meanExt((Tensor) x[0], (int[]) x[1], (boolean) x[2], (DType) x[3]);
            case "ReduceVariance" -> Ops.reduceVariance((Tensor) x[0], (int[]) x[1], (boolean) x[2], (int) x[3]);
            case "ReduceStd" -> Ops.reduceStd((Tensor) x[0], (int[]) x[1], (boolean) x[2], (int) x[3]);
            case "ReduceL2" -> Ops.reduceL2((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "LogSumExp" -> Ops.logSumExp((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "L2Normalize" -> Ops.l2Normalize((Tensor) x[0], (int) x[1], (Tensor) x[2]);
            case "CosineSimilarity" -> Ops.cosineSimilarity((Tensor) x[0], (Tensor) x[1], (int) x[2], (Tensor) x[3]);
            case "ArgMax" -> Ops.argMax((Tensor) x[0], (int) x[1]);
            case "Argmin" -> Ops.argmin((Tensor) x[0], (int) x[1]);
            case "Softmax" -> Ops.softmax((Tensor) x[0], (int) x[1]);
            case "LogSoftmax" -> Ops.logSoftmax((Tensor) x[0], (int) x[1]);
            case "SoftmaxGrad" -> Ops.softmaxGrad((Tensor) x[0], (Tensor) x[1], (int) x[2]);
            case "SoftmaxGradExt" -> Ops.softmaxGradExt((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (int) x[3]);
            case "LogSoftmaxGrad" -> Ops.logSoftmaxGrad((Tensor) x[0], (Tensor) x[1], (int) x[2]);
            case "ReduceL1" -> Ops.reduceL1((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "ReduceLInf" -> Ops.reduceLInf((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "ReduceSumSquare" -> Ops.reduceSumSquare((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "CountNonzero" -> Ops.countNonzero((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "NanSum" -> Ops.nanSum((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "NanMean" -> Ops.nanMean((Tensor) x[0], (int[]) x[1], (boolean) x[2]);
            case "LogCumSumExp" -> Ops.logCumSumExp((Tensor) x[0], (int) x[1]);
            case "BatchNorm" -> Ops.batchNorm((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (
                    Tensor) x[4], (Tensor) x[5], (DataFormat) x[6]);
            case "QuantBatchMatmul" -> x[4] != EagerExpansion.ABSENT ? Ops.quantBatchMatmul((Tensor) x[0], (
                    Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (Tensor) x[4], (boolean) x[5], (boolean) x[6], (
                    DType) x[7]) : x[3] != EagerExpansion.ABSENT ? Ops.quantBatchMatmul((Tensor) x[0], (Tensor) x[1], (
                    Tensor) x[2], (Tensor) x[3], (boolean) x[5], (boolean) x[6], (DType) x[7]) : Ops.quantBatchMatmul((
                    Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (boolean) x[5], (boolean) x[6], (DType) x[7]);
            case "MSELoss" -> Ops.mseLoss((Tensor) x[0], (Tensor) x[1], (Reduction) x[2]);
            case "L1Loss" -> Ops.l1Loss((Tensor) x[0], (Tensor) x[1], (Reduction) x[2]);
            case "SmoothL1Loss" -> Ops.smoothL1Loss((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Reduction) x[3]);
            case "KLDivLoss" -> Ops.klDivLoss((Tensor) x[0], (Tensor) x[1], (Reduction) x[2]);
            case "BinaryCrossEntropy" -> x[2] != EagerExpansion.ABSENT ? Ops.binaryCrossEntropy((Tensor) x[0], (
                    Tensor) x[1], (Tensor) x[2], (Reduction) x[3]) : Ops.binaryCrossEntropy((Tensor) x[0], (
                    Tensor) x[1], (Reduction) x[3]);
            case "BinaryCrossEntropyGrad" -> x[3] != EagerExpansion.ABSENT ? Ops.binaryCrossEntropyGrad((Tensor) x[0],
                    (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (Reduction) x[4]) : Ops.binaryCrossEntropyGrad((
                    Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Reduction) x[4]);
            case "BCEWithLogitsLoss" -> x[3] != EagerExpansion.ABSENT ? Ops.bceWithLogitsLoss((Tensor) x[0], (
                    Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (
                    Reduction) x[4]) : x[2] != EagerExpansion.ABSENT ? Ops.bceWithLogitsLoss((Tensor) x[0], (
                    Tensor) x[1], (Tensor) x[2], (Reduction) x[4]) : Ops.bceWithLogitsLoss((Tensor) x[0], (
                    Tensor) x[1], (Reduction) x[4]);
            case "NLLLoss" -> x[2] != EagerExpansion.ABSENT ? Ops.nllLoss((Tensor) x[0], (Tensor) x[1], (Tensor) x[2],
                    (Reduction) x[3], (int) x[4]) : Ops.nllLoss((Tensor) x[0], (Tensor) x[1], (Reduction) x[3], (
                    int) x[4]);
            case "ExpandDims" -> Ops.expandDims((Tensor) x[0], (int) x[1]);
            case "Squeeze" -> Ops.squeeze((Tensor) x[0], (int[]) x[1]);
            case "Flatten" -> Ops.flatten((Tensor) x[0], (int) x[1]);
            case "Narrow" -> Ops.narrow((Tensor) x[0], (int) x[1], (long) x[2], (long) x[3]);
            case "Slice" -> Ops.slice((Tensor) x[0], (long[]) x[1], (long[]) x[2]);
            case "Tile" -> Ops.tile((Tensor) x[0], (long[]) x[1]);
            case "RepeatInterleaveInt" -> Ops.repeatInterleaveInt((Tensor) x[0], (long) x[1], (int) x[2]);
            case "Stack" -> Ops.stack((int) x[0], (Tensor[]) x[1]);
            case "Pad" -> Ops.pad((Tensor) x[0], (Tensor) x[1], (long[]) x[2], (long[]) x[3]);
            case "Tril" -> Ops.tril((Tensor) x[0], (int) x[1]);
            case "Triu" -> Ops.triu((Tensor) x[0], (int) x[1]);
            case "OneHot" -> Ops.oneHot((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (long) x[3], (int) x[4]);
            case "Roll" -> Ops.roll((Tensor) x[0], (int[]) x[1], (int[]) x[2]);
            case "DiagEmbed" -> Ops.diagEmbed((Tensor) x[0], (int) x[1]);
            case "Diagonal" -> Ops.diagonal((Tensor) x[0], (int) x[1]);
            case "Vecdot" -> Ops.vecdot((Tensor) x[0], (Tensor) x[1], (int) x[2]);
            case "Cross" -> Ops.cross((Tensor) x[0], (Tensor) x[1], (int) x[2]);
            case "Arange" -> Ops.arange((long) x[0], (long) x[1], (int) x[2], (DType) x[3]);
            case "LinSpace" -> Ops.linSpace((Tensor) x[0], (Tensor) x[1], (long) x[2], (DType) x[3]);
            case "LogSpace" -> Ops.logSpace((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (long) x[3], (DType) x[4]);
            case "TrilIndices" -> Ops.trilIndices((long) x[0], (long) x[1], (int) x[2]);
            case "TriuIndices" -> Ops.triuIndices((long) x[0], (long) x[1], (int) x[2]);
            case "PadV3" -> Ops.padV3((Tensor) x[0], (long[]) x[1], (long[]) x[2], (PaddingMode) x[3]);
            case "Unfold" -> Ops.unfold((Tensor) x[0], (long[]) x[1], (long[]) x[2], (long[]) x[3], (long[]) x[4]);
            case "Fold" -> Ops.fold((Tensor) x[0], (long[]) x[1], (long[]) x[2], (long[]) x[3], (long[]) x[4], (
                    long[]) x[5]);
            case "Movedim" -> Ops.movedim((Tensor) x[0], (int[]) x[1], (int[]) x[2]);
            case "DynamicSlice" -> Ops.dynamicSlice((Tensor) x[0], (Tensor) x[1], (long[]) x[2]);
            case "Einsum" -> Ops.einsum((String) x[0], (Tensor[]) x[1]);
            case "TensorDot" -> Ops.tensorDot((Tensor) x[0], (Tensor) x[1], (int) x[2]);
            case "TensorDotOfAxes" -> Ops.tensorDot((Tensor) x[0], (Tensor) x[1], (int[]) x[2], (int[]) x[3]);
            case "Irfft" -> Ops.irfft((Tensor) x[0], (Tensor) x[1], (int) x[2], (int) x[3], (FftNormalization) x[4]);
            case "TriangularSolve" -> Ops.triangularSolve((Tensor) x[0], (Tensor) x[1], (boolean) x[2], (boolean) x[3],
                    (boolean) x[4]);
            case "Sort" -> Ops.sort((Tensor) x[0], (int) x[1], (boolean) x[2]);
            case "ArgSort" -> Ops.argSort((Tensor) x[0], (int) x[1], (boolean) x[2]);
            case "Median" -> Ops.median((Tensor) x[0], (int) x[1], (boolean) x[2]);
            case "Quantile" -> Ops.quantile((Tensor) x[0], (Tensor) x[1], (int) x[2], (Interpolation) x[3], (
                    boolean) x[4]);
            case "Mode" -> Ops.mode((Tensor) x[0], (int) x[1], (boolean) x[2]);
            case "SearchSorted" -> Ops.searchSorted((Tensor) x[0], (Tensor) x[1], (boolean) x[2]);
            case "Bucketize" -> Ops.bucketize((Tensor) x[0], (Tensor) x[1], (boolean) x[2]);
            case "Bincount" -> Ops.bincount((Tensor) x[0], (long) x[1]);
            case "Histogram" -> Ops.histogram((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (long) x[3]);
            case "TakeAlongAxis" -> Ops.takeAlongAxis((Tensor) x[0], (Tensor) x[1], (int) x[2]);
            case "Scatter" -> Ops.scatter((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (int) x[3], (
                    ScatterReduction) x[4]);
            case "ScatterNd" -> Ops.scatterNd((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (ScatterReduction) x[3]);
            case "IndexAdd" -> Ops.indexAdd((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (int) x[3]);
            case "IndexCopy" -> Ops.indexCopy((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (int) x[3]);
            case "RepeatInterleaveTensor" -> Ops.repeatInterleaveTensor((Tensor) x[0], (Tensor) x[1], (int) x[2], (
                    long) x[3]);
            case "EmbeddingBag" -> Ops.embeddingBag((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (BagReduction) x[3]);
            case "SegmentReduce" -> Ops.segmentReduce((Tensor) x[0], (Tensor) x[1], (BagReduction) x[2]);
            case "MaxPoolNd" -> Ops.maxPoolNd((Tensor) x[0], (long[]) x[1], (long[]) x[2], (long[]) x[3], (
                    long[]) x[4], (boolean) x[5]);
            case "AvgPoolNd" -> Ops.avgPoolNd((Tensor) x[0], (long[]) x[1], (long[]) x[2], (long[]) x[3], (
                    long[]) x[4], (boolean) x[5], (boolean) x[6]);
            case "MaxUnpool" -> Ops.maxUnpool((Tensor) x[0], (Tensor) x[1], (long[]) x[2]);
            case "AdaptiveAvgPool" -> Ops.adaptiveAvgPool((Tensor) x[0], (long[]) x[1]);
            case "AdaptiveMaxPool" -> Ops.adaptiveMaxPool((Tensor) x[0], (long[]) x[1]);
            case "Conv1D" -> Ops.conv1D((Tensor) x[0], (Tensor) x[1], (long[]) x[2], (long[]) x[3], (long[]) x[4], (
                    int) x[5]);
            case "Conv3D" -> Ops.conv3D((Tensor) x[0], (Tensor) x[1], (long[]) x[2], (long[]) x[3], (long[]) x[4], (
                    int) x[5]);
            case "ConvTranspose" -> Ops.convTranspose((Tensor) x[0], (Tensor) x[1], (long[]) x[2], (long[]) x[3], (
                    long[]) x[4], (int) x[5], (long[]) x[6]);
            case "Resize" -> Ops.resize((Tensor) x[0], (long[]) x[1], (SamplingMode) x[2], (boolean) x[3], (
                    boolean) x[4]);
            case "GridSample" -> Ops.gridSample((Tensor) x[0], (Tensor) x[1], (SamplingMode) x[2], (PaddingMode) x[3],
                    (boolean) x[4]);
            case "AffineGrid" -> Ops.affineGrid((Tensor) x[0], (long) x[1], (long) x[2], (boolean) x[3]);
            case "PixelShuffle" -> Ops.pixelShuffle((Tensor) x[0], (int) x[1]);
            case "PixelUnshuffle" -> Ops.pixelUnshuffle((Tensor) x[0], (int) x[1]);
            case "ChannelShuffle" -> Ops.channelShuffle((Tensor) x[0], (int) x[1]);
            case "CrossEntropyLoss" -> x[2] != EagerExpansion.ABSENT ? Ops.crossEntropyLoss((Tensor) x[0], (
                    Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (int) x[4], (Reduction) x[5]) : Ops.crossEntropyLoss((
                    Tensor) x[0], (Tensor) x[1], (Tensor) x[3], (int) x[4], (Reduction) x[5]);
            case "CTCLoss" -> Ops.ctcLoss((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (int) x[4], (
                    Reduction) x[5], (boolean) x[6]);
            case "CTCLossGrad" -> Ops.ctcLossGrad((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (
                    Tensor) x[4], (int) x[5]);
            case "LocalResponseNorm" -> Ops.localResponseNorm((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (
                    Tensor) x[3], (int) x[4]);
            case "RandomUniform" -> Ops.randomUniform((Tensor) x[0], (Tensor) x[1], (long[]) x[2]);
            case "StandardNormal" -> Ops.standardNormal((Tensor) x[0], (Tensor) x[1], (long[]) x[2]);
            case "Categorical" -> Ops.categorical((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (int) x[3], (
                    CategoricalMethod) x[4]);
            case "Multinomial" -> Ops.multinomial((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (long) x[3], (
                    boolean) x[4]);
            case "UniformRange" -> Ops.uniformRange((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (
                    long[]) x[4]);
            case "Normal" -> Ops.normal((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (long[]) x[4]);
            case "TruncatedNormal" -> Ops.truncatedNormal((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (
                    long[]) x[4]);
            case "Exponential" -> Ops.exponential((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (long[]) x[3]);
            case "RandomGamma" -> Ops.randomGamma((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (
                    long[]) x[4]);
            case "RandomInteger" -> Ops.randomInteger((Tensor) x[0], (Tensor) x[1], (Tensor) x[2], (Tensor) x[3], (
                    long[]) x[4]);
            case "RandomPermutation" -> Ops.randomPermutation((Tensor) x[0], (Tensor) x[1], (long) x[2]);
            default -> ofOperands(op, Arrays.copyOf(x, x.length, Tensor[].class));
        };
    }

    /** Returns true for arithmetic on numbers of one dtype: a number takes that of the tensors. */
    static boolean takesNumbers(String op) {
        return switch (op) {
            case "Add", "Sub", "Mul", "Div", "FloorDiv", "FloorMod", "Mod", "Maximum", "Minimum", "Pow", "Greater",
                    "GreaterEqual", "Less", "LessEqual" -> true;
            default -> false;
        };
    }
}
