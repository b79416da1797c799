package io.graphkernel.examples.llm;

import static io.graphkernel.examples.llm.Compiled.GEMMA;
import static io.graphkernel.examples.llm.Compiled.HEAD_SIZE;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.examples.llm.Llama.Cache;
import io.graphkernel.examples.llm.Llama.LayerCache;
import io.graphkernel.examples.llm.LlamaWeights.Source;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.List;

/**
 * The model of {@link Llama} whose matrices have a format each. Its products are kernels of their own, in place of one plan
 * for the whole model.
 */
public final class MixedLlama {

    /** One block. */
    public record MixedLayer(
            Tensor attentionNorm,
            StoredMatrix query,
            StoredMatrix key,
            StoredMatrix value,
            StoredMatrix output,
            Tensor mlpNorm,
            StoredMatrix gate,
            StoredMatrix up,
            StoredMatrix down) {

        /** Returns the next rows [b * n, d]. */
        Tensor forward(Tensor x, LayerCache cache, Tensor frequencies, Tensor positions, int row) {
            try (TensorScope scope = TensorScope.open()) {
                Tensor y = MixedLlamaKernels.norm(x, attentionNorm);
                Tensor mixed = MixedLlamaKernels.mixed(
                        rows(query.linear(y), positions),
                        rows(key.linear(y), positions),
                        rows(value.linear(y), positions),
                        cache,
                        frequencies,
                        positions,
                        row);
                Tensor attended = output.linear(mixed.reshape(x.dimension(0), mixed.dimension(2)));
                Tensor sum = MixedLlamaKernels.sum(x, attended);
                Tensor z = MixedLlamaKernels.norm(sum, mlpNorm);
                Tensor hidden = MixedLlamaKernels.gated(gate.linear(z), up.linear(z));
                return scope.keep(MixedLlamaKernels.sum(sum, down.linear(hidden)));
            }
        }
    }

    /** All parameters. For a tied head, {@code head} is {@code tokens}. */
    public record MixedModel(StoredMatrix tokens, List<MixedLayer> layers, Tensor norm, StoredMatrix head)
            implements LlamaModel {

        @Override
        public long vocabulary() {
            return tokens.outputs();
        }

        @Override
        public long keyColumns() {
            return layers.get(0).key().outputs();
        }

        @Override
        public Tensor forward(Cache cache, Tensor frequencies, Tensor numbers, Tensor positions, int row) {
            try (TensorScope scope = TensorScope.open()) {
                Tensor x = tokens.rows(numbers.reshape(numbers.elementCount()));
                x = GEMMA ? MixedLlamaKernels.scaled(x) : x;
                for (int i = 0; i < layers.size(); i++) {
                    x = layers.get(i).forward(x, cache.layers().get(i), frequencies, positions, row);
                }
                return scope.keep(head.linear(MixedLlamaKernels.last(rows(x, positions), norm)));
            }
        }
    }

    private MixedLlama() {}

    /** Returns the model of some tensors. */
    static MixedModel model(boolean hasHead, Source<Tensor> norms, Source<StoredMatrix> source) {
        List<MixedLayer> layers = LlamaWeights.layers(
                norms,
                source,
                (norm, matrices) -> new MixedLayer(
                        norm.get(0),
                        matrices.get(0),
                        matrices.get(1),
                        matrices.get(2),
                        matrices.get(3),
                        norm.get(1),
                        matrices.get(4),
                        matrices.get(5),
                        matrices.get(6)));
        StoredMatrix tokens = source.tensor(LlamaWeights.TOKENS);
        StoredMatrix head = hasHead ? source.tensor(LlamaWeights.HEAD) : tokens;
        return new MixedModel(tokens, layers, norms.tensor(LlamaWeights.NORM), head);
    }

    /** Returns rows [b * n, d] as [b, n, d]. */
    private static Tensor rows(Tensor x, Tensor positions) {
        return x.reshape(positions.dimension(0), positions.dimension(1), x.dimension(1));
    }

    @GraphKernel
    static Tensor scaled(@TensorType("f32[m, d]") Tensor x) {
        return Llama.scaled(x, x.dimension(1));
    }

    @GraphKernel
    static Tensor norm(@TensorType("f32[m, d]") Tensor x, @TensorType("f32[d]") Tensor weight) {
        return Llama.norm(x, weight);
    }

    @GraphKernel
    static Tensor sum(@TensorType("f32[m, d]") Tensor x, @TensorType("f32[m, d]") Tensor y) {
        return add(x, y);
    }

    @GraphKernel
    static Tensor gated(@TensorType("f32[m, f]") Tensor gate, @TensorType("f32[m, f]") Tensor up) {
        return Llama.gated(gate, up);
    }

    @GraphKernel
    static Tensor mixed(
            @TensorType("f32[b, n, " + HEAD_SIZE + " * q]") Tensor query,
            @TensorType("f32[b, n, " + HEAD_SIZE + " * h]") Tensor key,
            @TensorType("f32[b, n, " + HEAD_SIZE + " * h]") Tensor value,
            LayerCache cache,
            @TensorType("f32[" + HEAD_SIZE / 2 + "]") Tensor frequencies,
            @TensorType("i32[b, n]") Tensor positions,
            int row) {
        Tensor slots = expandDims(expandDims(positions, 1), -1);
        Tensor mask = Llama.mask(slots, cache.keys().dimension(2));
        Tensor angles = mul(cast(slots, DType.F32), frequencies);
        return Llama.mixed(query, key, value, cache, cos(angles), sin(angles), mask, slots, row);
    }

    @GraphKernel
    static Tensor last(@TensorType("f32[b, n, d]") Tensor x, @TensorType("f32[d]") Tensor weight) {
        return Llama.norm(squeeze(narrow(x, 1, x.dimension(1) - 1, 1), 1), weight);
    }
}
