package io.graphkernel.examples.blocks;

import java.util.List;

/** The blocks, in the order of the pages. */
final class Workloads {

    private Workloads() {}

    /** Operands of odd sizes, small enough for an interpreter. */
    static List<Workload> small() {
        return List.of(
                new BertEncoderLayerWorkload(2, 7, 2, 96),
                new Gpt2MlpWorkload(9, 48, 80),
                new LlamaFeedForwardWorkload(9, 48, 80),
                new MaskedAttentionWorkload(2, 3, 9, 13),
                new ResNetBottleneckWorkload(2, 24, 8, 7, 9),
                new LstmCellWorkload(5, 40, 24),
                new GroupNormWorkload(2, 64, 5, 7),
                new FocalLossWorkload(37, 21),
                new LabelSmoothedCrossEntropyWorkload(13, 101),
                new LambStepWorkload(17, 33),
                new RotaryEmbeddingWorkload(2, 5, 3, 22),
                new SqueezeAndExciteWorkload(3, 32, 8, 7, 5),
                new SelectiveScanWorkload(2, 5, 7, 3),
                new BlackScholesWorkload(101),
                new KeplerWorkload(101));
    }

    /** Operands worth several threads. */
    static List<Workload> threaded() {
        return List.of(
                new BertEncoderLayerWorkload(4, 64, 4, 512),
                new Gpt2MlpWorkload(512, 192, 384),
                new LlamaFeedForwardWorkload(512, 192, 256),
                new MaskedAttentionWorkload(2, 4, 160, 160),
                new ResNetBottleneckWorkload(2, 64, 32, 28, 28),
                new LstmCellWorkload(256, 96, 256),
                new GroupNormWorkload(2, 64, 32, 32),
                new FocalLossWorkload(2048, 80),
                new LabelSmoothedCrossEntropyWorkload(256, 1024),
                new LambStepWorkload(512, 512),
                new RotaryEmbeddingWorkload(2, 64, 8, 64),
                new SqueezeAndExciteWorkload(8, 64, 8, 16, 16),
                new SelectiveScanWorkload(2, 64, 128, 16),
                new BlackScholesWorkload(100_000),
                new KeplerWorkload(100_000));
    }

    /** Operands of the sizes of networks that people run. */
    static List<Workload> realistic() {
        return List.of(
                new BertEncoderLayerWorkload(8, 128, 12, 3072),
                new Gpt2MlpWorkload(512, 768, 3072),
                new LlamaFeedForwardWorkload(512, 2048, 5504),
                new MaskedAttentionWorkload(1, 12, 1024, 1024),
                new ResNetBottleneckWorkload(1, 256, 64, 56, 56),
                new LstmCellWorkload(64, 512, 512),
                new GroupNormWorkload(4, 320, 64, 64),
                new FocalLossWorkload(49104, 80),
                new LabelSmoothedCrossEntropyWorkload(2048, 8192),
                new LambStepWorkload(2048, 2048),
                new RotaryEmbeddingWorkload(1, 2048, 32, 128),
                new SqueezeAndExciteWorkload(16, 256, 16, 56, 56),
                new SelectiveScanWorkload(1, 512, 1536, 16),
                new BlackScholesWorkload(1_000_000),
                new KeplerWorkload(1_000_000));
    }
}
