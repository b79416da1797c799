package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.pass.ContractionLoops;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.pattern.matmul.AllGatherMatmulFusion;
import io.graphkernel.processor.pass.pattern.matmul.FlashAttentionFusionV1;
import io.graphkernel.processor.pass.pattern.matmul.FlashAttentionFusionV2;
import io.graphkernel.processor.pass.pattern.matmul.MatMulAllReduceFusion;
import io.graphkernel.processor.pass.pattern.matmul.MatMulBiasAddFusion;
import io.graphkernel.processor.pass.pattern.matmul.MatMulElemAddFusion;
import io.graphkernel.processor.pass.pattern.matmul.MatMulElemBiasAddFusion;
import io.graphkernel.processor.pass.pattern.matmul.MatMulElemGeluFusion;
import io.graphkernel.processor.pass.pattern.matmul.MatMulElemReluFusion;
import io.graphkernel.processor.pass.pattern.matmul.MatMulSplitFusion;
import io.graphkernel.processor.pass.pattern.matmul.MatmulReduceScatterFusion;
import io.graphkernel.processor.pass.pattern.matmul.QbmmAddFusion;
import io.graphkernel.processor.pass.pattern.matmul.QbmmAllReduceAddFusion;
import io.graphkernel.processor.pass.pattern.norm.AddCastRmsNormCastFusion;
import io.graphkernel.processor.pass.pattern.norm.AddLayerNormExtFusion;
import io.graphkernel.processor.pass.pattern.norm.AddLayerNormFusion;
import io.graphkernel.processor.pass.pattern.norm.AddLayerNormV3Fusion;
import io.graphkernel.processor.pass.pattern.norm.AddRmsNormFusion;
import io.graphkernel.processor.pass.pattern.norm.AddRmsNormQuantFusion;
import io.graphkernel.processor.pass.pattern.norm.ConvBatchNormFusion;
import io.graphkernel.processor.pass.pattern.norm.LayerNormFusion;
import io.graphkernel.processor.pass.pattern.norm.RmsNormFusion;
import io.graphkernel.processor.pass.pattern.norm.RmsNormQuantFusion;
import java.util.List;

/** The named fusion patterns, in the order in which they run. */
public final class FusionPatterns {

    private FusionPatterns() {}

    /**
     * Returns all passes in order.
     *
     * @return in order
     */
    public static List<GraphPass> all() {
        return List.of(
                // Prerequisites of other patterns.
                new GeluFusion(),
                new SiluFusion(),
                new LayerNormFusion(),
                new RmsNormFusion(),
                new AddLayerNormFusion(),
                new AddLayerNormV3Fusion(),
                new AddLayerNormExtFusion(),
                // The longest pattern first, since the next two are subpatterns.
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
                // After convolutions became matmuls, before epilogues of matmuls.
                new MatMulAllReduceFusion(),
                new AllGatherMatmulFusion(),
                new MatmulReduceScatterFusion(),
                new QbmmAllReduceAddFusion(),
                new QbmmAddFusion(),
                // After collectives of matmuls, before fusions of their results.
                new ContractionLoops(),
                // After fusions of the parts of a split, before fusions of a matmul's bias.
                new MatMulSplitFusion(),
                // Epilogues of matmuls: the bias before the activation, MindSpore's names before CANN's.
                new MatMulElemBiasAddFusion(),
                new MatMulElemAddFusion(),
                new MatMulBiasAddFusion(),
                new MatMulElemReluFusion(),
                new MatMulElemGeluFusion());
    }
}
