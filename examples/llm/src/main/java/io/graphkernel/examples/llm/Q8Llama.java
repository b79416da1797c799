package io.graphkernel.examples.llm;

import static io.graphkernel.examples.llm.Compiled.HEAD_SIZE;
import static io.graphkernel.examples.llm.Compiled.LAYERS;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.examples.llm.Llama.Cache;
import io.graphkernel.examples.llm.Llama.Layer;
import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.examples.llm.LlamaWeights.Source;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.QuantizedTensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The model of {@link Llama} with matrices in the format Q8_0. Kernels dequantize them where they are read, and never
 * store them.
 */
public final class Q8Llama {

    /** Codes and scales of a matrix [o, 32 g]; see {@link QuantizedTensor}. */
    public record Q8Matrix(
            @TensorType("i8[o, g, 32]") Tensor codes,
            @TensorType("f16[o, g, 1]") Tensor scales) {}

    /** Codes and scales of a matrix whose outputs are whole heads. */
    public record Q8Heads(
            @TensorType("i8[" + HEAD_SIZE + " * h, g, 32]") Tensor codes,
            @TensorType("f16[" + HEAD_SIZE + " * h, g, 1]") Tensor scales) {}

    /** One block. */
    public record Q8Layer(
            @TensorType("f32[32 * e]") Tensor attentionNorm,
            Q8Heads query,
            Q8Heads key,
            Q8Heads value,
            Q8Matrix output,
            @TensorType("f32[32 * e]") Tensor mlpNorm,
            Q8Matrix gate,
            Q8Matrix up,
            Q8Matrix down) {}

    /** All parameters. For a tied head, {@code head} is {@code tokens}. */
    public record Q8Model(
            Q8Matrix tokens,
            @Length(LAYERS) List<Q8Layer> layers,
            @TensorType("f32[32 * e]") Tensor norm,
            Q8Matrix head)
            implements LlamaModel {

        @Override
        public long vocabulary() {
            return tokens.codes().dimension(0);
        }

        @Override
        public long keyColumns() {
            return layers.get(0).key().codes().dimension(0);
        }

        @Override
        public Tensor forward(Cache cache, Tensor frequencies, Tensor tokens, Tensor positions, int row) {
            return Q8LlamaKernels.forward(this, cache, frequencies, tokens, positions, row);
        }
    }

    private Q8Llama() {}

    /** Returns the model of some tensors. */
    static Q8Model model(boolean hasHead, Source<Tensor> norms, Source<QuantizedTensor> source) {
        List<Q8Layer> layers = LlamaWeights.layers(
                norms,
                source,
                (norm, matrices) -> new Q8Layer(
                        norm.get(0),
                        heads(matrices.get(0)),
                        heads(matrices.get(1)),
                        heads(matrices.get(2)),
                        matrix(matrices.get(3)),
                        norm.get(1),
                        matrix(matrices.get(4)),
                        matrix(matrices.get(5)),
                        matrix(matrices.get(6))));
        Q8Matrix tokens = matrix(source.tensor(LlamaWeights.TOKENS));
        Q8Matrix head = hasHead ? matrix(source.tensor(LlamaWeights.HEAD)) : tokens;
        return new Q8Model(tokens, layers, norms.tensor(LlamaWeights.NORM), head);
    }

    private static Q8Heads heads(QuantizedTensor tensor) {
        return new Q8Heads(tensor.codes(), tensor.scales());
    }

    private static Q8Matrix matrix(QuantizedTensor tensor) {
        return new Q8Matrix(tensor.codes(), tensor.scales());
    }

    /** Appends tokens to rows of the cache; see {@link Llama#forward}. */
    @GraphKernel
    public static Tensor forward(
            Q8Model model,
            Cache cache,
            @TensorType("f32[" + HEAD_SIZE / 2 + "]") Tensor frequencies,
            @TensorType("i32[b, n]") Tensor tokens,
            @TensorType("i32[b, n]") Tensor positions,
            int row) {
        List<Layer> layers = new ArrayList<>();
        for (Q8Layer layer : model.layers()) {
            layers.add(new Layer(
                    layer.attentionNorm(),
                    dequantized(layer.query()),
                    dequantized(layer.key()),
                    dequantized(layer.value()),
                    dequantized(layer.output()),
                    layer.mlpNorm(),
                    dequantized(layer.gate()),
                    dequantized(layer.up()),
                    dequantized(layer.down())));
        }
        Tensor head = dequantized(model.head());
        Tensor codes = gather(model.tokens().codes(), tokens, 0);
        Tensor embedded = elements(codes, gather(model.tokens().scales(), tokens, 0));
        return Llama.logits(
                new Model(head, layers, model.norm(), head),
                reshape(embedded, tokens.dimension(0), tokens.dimension(1), -1),
                cache,
                frequencies,
                positions,
                row);
    }

    static Tensor dequantized(Q8Matrix matrix) {
        return reshape(elements(matrix.codes(), matrix.scales()), matrix.codes().dimension(0), -1);
    }

    static Tensor dequantized(Q8Heads heads) {
        return reshape(elements(heads.codes(), heads.scales()), heads.codes().dimension(0), -1);
    }

    /** Returns the elements of blocks. */
    static Tensor elements(Tensor codes, Tensor scales) {
        return mul(cast(codes, DType.F32), cast(scales, DType.F32));
    }
}
