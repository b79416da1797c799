package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.pass.GraphPass;
import java.util.List;

/** The named fusion patterns, in the order in which they run. */
public final class FusionPatterns {

    private FusionPatterns() {}

    /**
     * All passes.
     *
     * @return in order
     */
    public static List<GraphPass> all() {
        return List.of(
                // What others look for as one op.
                new GeluFusion(),
                new SiluFusion(),
                new LayerNormFusion(),
                new RmsNormFusion(),
                new AddLayerNormFusion(),
                new AddLayerNormV3Fusion(),
                new AddLayerNormExtFusion(),
                // The longest pattern first: the next two are parts of it.
                new AddRmsNormQuantFusion(),
                new RmsNormQuantFusion(),
                new AddRmsNormFusion(),
                new AddCastRmsNormCastFusion(),
                new SwiGluFusion(),
                new SplitConcatFusion(),
                new NestedConcatFusion(),
                new ConcatTreeFusion(),
                new ShapeReshape(),
                new ShapeReshape2(),
                new ConvToFullyConnectionFusion(),
                new ConvBatchNormFusion(),
                new PoolingFusion(),
                new TfMergeSubFusion(),
                new FlashAttentionFusionV1(),
                new FlashAttentionFusionV2(),
                new SoftmaxFusion(),
                // After convolutions have become products, before a product takes what follows it.
                new MatMulAllReduceFusion(),
                new AllGatherMatmulFusion(),
                new MatmulReduceScatterFusion(),
                new QbmmAllReduceAddFusion(),
                new QbmmAddFusion(),
                // After what takes the parts of a value together, before what takes the bias of a product.
                new MatMulSplitFusion(),
                // What follows a product: the bias before the activation after it, MindSpore's names before CANN's.
                new MatMulElemBiasAddFusion(),
                new MatMulElemAddFusion(),
                new MatMulBiasAddFusion(),
                new MatMulElemReluFusion(),
                new MatMulElemGeluFusion());
    }
}
