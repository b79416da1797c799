package io.graphkernel.op;

import io.graphkernel.op.definition.algebra.FactorizationOps;
import io.graphkernel.op.definition.algebra.LinearSystemOps;
import io.graphkernel.op.definition.element.ActivationOps;
import io.graphkernel.op.definition.element.ArithmeticOps;
import io.graphkernel.op.definition.element.BitwiseOps;
import io.graphkernel.op.definition.element.DequantizationOps;
import io.graphkernel.op.definition.element.ElementwiseGradientOps;
import io.graphkernel.op.definition.element.ElementwiseOps;
import io.graphkernel.op.definition.element.NumericOps;
import io.graphkernel.op.definition.element.SpecialOps;
import io.graphkernel.op.definition.element.TranscendentalOps;
import io.graphkernel.op.definition.library.CollectiveOps;
import io.graphkernel.op.definition.library.LibraryCallOps;
import io.graphkernel.op.definition.library.QuantizationOps;
import io.graphkernel.op.definition.library.SplitMatMulOps;
import io.graphkernel.op.definition.movement.ArrangementOps;
import io.graphkernel.op.definition.movement.IndexingOps;
import io.graphkernel.op.definition.movement.MovementOps;
import io.graphkernel.op.definition.network.ClassificationOps;
import io.graphkernel.op.definition.network.ConvolutionOps;
import io.graphkernel.op.definition.network.DetectionOps;
import io.graphkernel.op.definition.network.EmbeddingOps;
import io.graphkernel.op.definition.network.PoolingOps;
import io.graphkernel.op.definition.network.SamplingOps;
import io.graphkernel.op.definition.network.SpatialPoolingOps;
import io.graphkernel.op.definition.order.CountingOps;
import io.graphkernel.op.definition.order.OrderOps;
import io.graphkernel.op.definition.random.DistributionOps;
import io.graphkernel.op.definition.random.RandomOps;
import io.graphkernel.op.definition.reduction.CompositeReductionOps;
import io.graphkernel.op.definition.reduction.FusedNormalizationOps;
import io.graphkernel.op.definition.reduction.NormalizationOps;
import io.graphkernel.op.definition.reduction.ReduceOps;
import io.graphkernel.op.definition.reduction.SoftmaxOps;
import io.graphkernel.op.definition.reduction.StatisticsOps;
import io.graphkernel.op.definition.shape.ContractionOps;
import io.graphkernel.op.definition.shape.PaddingOps;
import io.graphkernel.op.definition.shape.PlacementOps;
import io.graphkernel.op.definition.shape.SequenceOps;
import io.graphkernel.op.definition.signal.FourierOps;
import io.graphkernel.op.definition.training.LossOps;
import io.graphkernel.op.definition.training.OptimizerOps;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/**
 * Family of ops: the names of its ops in table order, and the class that defines their rows. A row is built on first
 * use, since most programs use few ops.
 */
public enum OpFamily {
    ARITHMETIC("Arithmetic, element by element", """
            Add Sub Mul RealDiv Div FloorDiv FloorMod Mod Maximum Minimum IdentityMath BroadcastLike Abs Neg
            Sign Reciprocal Sqrt Rsqrt Floor Ceil Trunc Round
            """),
    TRANSCENDENTAL("Exponentials, logarithms, trigonometry", """
            Exp Exp2 Expm1 Log Log2 Log10 Log1p Pow Sin Cos Tan Asin ACos Atan Atan2 Sinh Cosh Tanh Asinh
            Acosh Atanh Erf Erfc Sigmoid PhiloxUniform PhiloxNormal
            """),
    LOGIC("Comparison, logic, selection, conversion", """
            Equal NotEqual Greater GreaterEqual Less LessEqual IsNan IsInf IsFinite LogicalAnd LogicalOr
            LogicalXor LogicalNot Select Cast
            """),
    BITWISE("Bits of integers", """
            BitwiseAnd BitwiseOr BitwiseXor BitwiseNot LeftShift RightShift UnsignedRightShift BitCount Bitcast
            """),
    REDUCTION("Reductions, scans, assignment", """
            ReduceSum ReduceProd ReduceMax ReduceMin ReduceAll ReduceAny CumSum CumProd CumMax CumMin
            Assign
            """),
    VIEW("Views, indices, joining, gathering", """
            Transpose Reshape BroadcastTo StridedSlice Reverse Index RowMajorIndex Concat Gather
            """),
    LIBRARY_CALL("Matmuls, convolution, attention, sort order", """
            MatMul BatchMatMul MatMulInteger Conv2D PromptFlashAttention PromptFlashAttentionGrad GatherGrad
            SortOrder
            """),
    POOLING("Pooling", """
            AvgPool MaxPool
            """),
    COLLECTIVE("Collectives", """
            AllReduce OnRank AllGather ReduceScatter AllToAll Broadcast MatMulAllReduce AllGatherMatmul
            MatmulReduceScatter
            """),
    COMPOSED_ARITHMETIC("Composed arithmetic, tensors created from numbers", """
            Square SquaredDifference FusedMulAdd AddN Addcmul Addcdiv Lerp DivMod ClampScalar
            ClipByNormNoDivSum MaskedFill BiasAdd BiasAddGrad StopGradient OnesLike ZerosLike FillV2 Range
            Eye
            """),
    ACTIVATION("Activation functions", """
            ReLU ReLU6 LeakyReLUExt PReLU SiLU GeLU GeLUErf FastGeLU HSigmoid HSwish HShrink SoftShrink
            Softplus SoftplusExt Softsign LogSigmoid Mish EluExt Selu CeLU GLU SwiGLU
            """),
    NUMERIC("Composed numeric functions", """
            SignBit CopySign Fmax Fmin Hypot Cbrt Sinc Logit Xlogy LogAddExp Deg2rad Rad2deg Frac Heaviside
            NanToNum IsClose TanhShrink Threshold
            """),
    SPECIAL("Special functions, parts of numbers", """
            Lgamma Digamma Trigamma ErfInv NormalCdf NormalQuantile BesselI0 BesselI1 Ldexp Frexp
            NextAfter
            """),
    ELEMENTWISE_GRADIENT("Gradients of elementwise ops", """
            ReluGrad ReLU6Grad LeakyReLUExtGrad GeLUGrad GeLUErfGrad FastGeLUGrad SiLUGrad MishGrad EluGrad
            HSigmoidGrad HSwishGrad HShrinkGrad SoftplusGrad SoftplusGradExt LogSigmoidGrad SigmoidGrad
            TanhGrad SqrtGrad RsqrtGrad ReciprocalGrad AbsGrad MaximumGrad MinimumGrad
            """),
    STATISTICS("Means, variances, argmax", """
            ReduceMean MeanExt ReduceVariance ReduceStd ReduceL2 LogSumExp L2Normalize CosineSimilarity
            EqualCount SquareSumAll ArgMax Argmin ArgMaxWithValue ArgMinWithValue
            """),
    SOFTMAX("Softmax and its gradients", """
            Softmax LogSoftmax SoftmaxGrad SoftmaxGradExt LogSoftmaxGrad
            """),
    COMPOSED_REDUCTION("Norms, counts, reductions without NaN", """
            ReduceL1 ReduceLInf ReduceSumSquare CountNonzero NanSum NanMean LogCumSumExp
            """),
    NORMALIZATION("Normalization and its gradients", """
            LayerNorm LayerNormGrad RmsNorm RmsNormGrad BatchNorm BatchNormTrain BatchNormGrad GroupNorm
            InstanceNorm
            """),
    FUSED_NORMALIZATION("Normalization with a sum or a quantization", """
            LayerNormV3 LayerNormExt AddLayerNorm AddLayerNormV3 AddRmsNorm QuantV2 RmsNormQuant
            AddRmsNormQuant
            """),
    SPLIT_MATMUL("Matmuls split along their columns", """
            MatmulSplitOut2 MatmulBiasSplitOut2 QuantbatchmatmulSplitOut2 MatmulSplitOut3
            MatmulBiasSplitOut3 QuantbatchmatmulSplitOut3 MatmulSplitSiluOut2 MatmulBiasSplitSiluOut2
            QuantbatchmatmulSplitSiluOut2 MatmulSplitSiluOut3 MatmulBiasSplitSiluOut3
            QuantbatchmatmulSplitSiluOut3
            """),
    QUANTIZATION("Quantized matmuls", """
            FloatOfBits QuantBatchMatmul
            """),
    DEQUANTIZATION("Dequantization", """
            Dequantize
            """),
    LOSS("Losses and their gradients", """
            MSELoss L1Loss SmoothL1Loss SmoothL1LossGrad KLDivLoss BinaryCrossEntropy BinaryCrossEntropyGrad
            BCEWithLogitsLoss SigmoidCrossEntropyWithLogits SigmoidCrossEntropyWithLogitsGrad
            SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits NLLLoss
            """),
    MOVEMENT("Composed movement: slices, padding, stacking", """
            ExpandDims Squeeze Flatten Narrow Slice Tile RepeatInterleaveInt Stack Split SplitWithSize
            Unstack Pad Tril Triu OneHot
            """),
    ARRANGEMENT("Diagonals, grids, products of vectors", """
            Roll DiagEmbed Diagonal Trace MeshGrid Vecdot Outer Kron Cross
            """),
    SEQUENCE("Sequences, indices of triangles", """
            Arange LinSpace LogSpace TrilIndices TriuIndices
            """),
    PADDING("Padding modes, windows as columns", """
            PadV3 Unfold Fold
            """),
    PLACEMENT("Moved axes, slices at computed starts", """
            Movedim DynamicSlice DynamicUpdateSlice
            """),
    CONTRACTION("Contractions by subscripts", """
            Einsum TensorDot TensorDotOfAxes
            """),
    FOURIER("Discrete Fourier transforms", """
            Fft Ifft Rfft Irfft
            """),
    FACTORIZATION("Factorizations of matrices", """
            Cholesky LuFactor Qr Eigh
            """),
    LINEAR_SYSTEM("Linear systems", """
            TriangularSolve LuSolve Solve Inverse Determinant LogDeterminant
            """),
    ORDER("Order: sorting, largest elements, quantiles", """
            Sort ArgSort TopK KthValue Median Quantile Mode SearchSorted Bucketize
            """),
    COUNTING("Counts, selections of a declared size", """
            Bincount Histogram Unique MaskedSelect Nonzero
            """),
    INDEXING("Elements at indices", """
            TakeAlongAxis GatherNd Scatter ScatterNd IndexAdd IndexCopy RepeatInterleaveTensor
            """),
    EMBEDDING("Embeddings", """
            EmbeddingBag SegmentReduce
            """),
    SPATIAL_POOLING("Pooling over any number of axes", """
            MaxPoolNd AvgPoolNd MaxPoolWithIndices MaxUnpool AdaptiveAvgPool AdaptiveMaxPool
            """),
    CONVOLUTION("Convolutions over one and three axes, transposed ones", """
            Conv1D Conv3D ConvTranspose
            """),
    SAMPLING("Resized and sampled images", """
            Resize GridSample AffineGrid PixelShuffle PixelUnshuffle ChannelShuffle
            """),
    CLASSIFICATION("Classification", """
            CrossEntropyLoss CTCLoss CTCLossGrad LocalResponseNorm
            """),
    DETECTION("Detected boxes", """
            NonMaxSuppression
            """),
    RANDOM("Random numbers", """
            RandomUniform StandardNormal Dropout DropoutGrad Bernoulli Categorical Multinomial
            """),
    DISTRIBUTION("Random distributions with parameters", """
            UniformRange Normal TruncatedNormal Exponential RandomGamma RandomInteger RandomPermutation
            ChannelDropout
            """),
    OPTIMIZER("Optimizer steps", """
            Adam AdamWeightDecay AdamApplyOneWithDecay AdamApplyOneWithDecayAssign LambApplyOptimizerAssign
            LambApplyWeightAssign ApplyMomentum SGD ApplyRMSProp ApplyAdagradV2 AssignAdd AssignSub
            """);

    private final String title;

    /** Names between blanks, split when they are listed: a program looks up few ops. */
    private final String names;

    OpFamily(String title, String names) {
        this.title = title;
        this.names = names.replace('\n', ' ');
    }

    /** Returns the heading of the family in the documentation. */
    public String title() {
        return title;
    }

    /** Returns the names of the ops, in table order. */
    public List<String> names() {
        return List.of(names.trim().split("\\s+"));
    }

    /** Returns true if the family has an op of a name. */
    boolean has(String name) {
        int at = name.isEmpty() || name.indexOf(' ') >= 0 ? -1 : names.indexOf(name);
        while (at >= 0 && !(isBlank(at - 1) && isBlank(at + name.length()))) {
            at = names.indexOf(name, at + 1);
        }
        return at >= 0;
    }

    private boolean isBlank(int at) {
        return at < 0 || at >= names.length() || names.charAt(at) == ' ';
    }

    /** Returns the rows of all ops, in table order. */
    public List<OpRow> rows() {
        return names().stream()
                .map(name -> OpTable.get().find(name).orElseThrow())
                .toList();
    }

    /** Builds the row of an op of this family. */
    OpRow build(String name) {
        OpRowBuilder row = definition(name);
        if (row == null) {
            throw new IllegalStateException("no row defines the op " + name + " of " + this);
        }
        return row.build();
    }

    /** Returns the definition of an op, or null if this family does not define it. */
    OpRowBuilder definition(String name) {
        return switch (this) {
            case ARITHMETIC -> ElementwiseOps.arithmetic(name);
            case TRANSCENDENTAL -> TranscendentalOps.row(name);
            case LOGIC -> ElementwiseOps.logical(name);
            case BITWISE -> BitwiseOps.row(name);
            case REDUCTION -> ReduceOps.row(name);
            case VIEW -> MovementOps.basic(name);
            case LIBRARY_CALL -> LibraryCallOps.row(name);
            case POOLING -> PoolingOps.row(name);
            case COLLECTIVE -> CollectiveOps.row(name);
            case COMPOSED_ARITHMETIC -> ArithmeticOps.row(name);
            case ACTIVATION -> ActivationOps.row(name);
            case NUMERIC -> NumericOps.row(name);
            case ELEMENTWISE_GRADIENT -> ElementwiseGradientOps.row(name);
            case STATISTICS -> StatisticsOps.row(name);
            case SOFTMAX -> SoftmaxOps.row(name);
            case COMPOSED_REDUCTION -> CompositeReductionOps.row(name);
            case NORMALIZATION -> NormalizationOps.row(name);
            case FUSED_NORMALIZATION -> FusedNormalizationOps.row(name);
            case SPLIT_MATMUL -> SplitMatMulOps.row(name);
            case QUANTIZATION -> QuantizationOps.row(name);
            case DEQUANTIZATION -> DequantizationOps.row(name);
            case LOSS -> LossOps.row(name);
            case MOVEMENT -> MovementOps.composites(name);
            case ARRANGEMENT -> ArrangementOps.row(name);
            case SEQUENCE -> SequenceOps.row(name);
            case PADDING -> PaddingOps.row(name);
            case PLACEMENT -> PlacementOps.row(name);
            case CONTRACTION -> ContractionOps.row(name);
            case FOURIER -> FourierOps.row(name);
            case FACTORIZATION -> FactorizationOps.row(name);
            case LINEAR_SYSTEM -> LinearSystemOps.row(name);
            case ORDER -> OrderOps.row(name);
            case COUNTING -> CountingOps.row(name);
            case INDEXING -> IndexingOps.row(name);
            case EMBEDDING -> EmbeddingOps.row(name);
            case SPATIAL_POOLING -> SpatialPoolingOps.row(name);
            case CONVOLUTION -> ConvolutionOps.row(name);
            case SAMPLING -> SamplingOps.row(name);
            case CLASSIFICATION -> ClassificationOps.row(name);
            case DETECTION -> DetectionOps.row(name);
            case RANDOM -> RandomOps.row(name);
            case SPECIAL -> SpecialOps.row(name);
            case DISTRIBUTION -> DistributionOps.row(name);
            case OPTIMIZER -> OptimizerOps.row(name);
        };
    }
}
