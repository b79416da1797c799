package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.FlexAttention.attention;
import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.BagReduction;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.RaggedBatch;
import io.graphkernel.runtime.Tensor;

/** Example of docs/kernel-language.md: an encoder over sequences of different lengths, without padding. */
final class RaggedEncoder {

    private RaggedEncoder() {}

    record Model(
            @TensorType("f32[v, 32]") Tensor tokens,
            @TensorType("f32[p, 32]") Tensor positions,
            @TensorType("f32[96, 32]") Tensor projection,
            @TensorType("f32[32, 32]") Tensor output,
            @TensorType("f32[32]") Tensor gamma,
            @TensorType("f32[32]") Tensor beta,
            @TensorType("f32[64, 32]") Tensor up,
            @TensorType("f32[32, 64]") Tensor down) {}

    /** Returns a vector per sequence: the mean of the states of its tokens. */
    @GraphKernel
    static Tensor encode(Model model, @TensorType("i32[t]") Tensor ids, RaggedBatch batch) {
        return segmentReduce(states(model, ids, batch), batch.offsets(), BagReduction.MEAN);
    }

    /** Returns the state of the first token of each sequence. */
    @GraphKernel
    static Tensor first(Model model, @TensorType("i32[t]") Tensor ids, RaggedBatch batch) {
        Tensor begins = narrow(batch.offsets(), 0, 0, batch.offsets().dimension(0) - 1);
        return gather(states(model, ids, batch), begins, 0);
    }

    @GraphKernel
    static Tensor states(Model model, @TensorType("i32[t]") Tensor ids, RaggedBatch batch) {
        Tensor x = add(gather(model.tokens(), ids, 0), gather(model.positions(), batch.positions(), 0));
        Tensor y = add(x, matMul(attended(x, model, batch), model.output(), false, true));
        return feedForward(model, y);
    }

    @GraphKernel
    static Tensor feedForward(Model model, @TensorType("f32[t, 32]") Tensor x) {
        Tensor normalized = layerNorm(x, model.gamma(), model.beta()).y();
        Tensor hidden = geLU(matMul(normalized, model.up(), false, true));
        return add(normalized, matMul(hidden, model.down(), false, true));
    }

    /** Attention of 4 heads, in which a token sees those of its own sequence. */
    static Tensor attended(Tensor x, Model model, RaggedBatch batch) {
        long t = x.dimension(0);
        Tensor heads = transpose(reshape(matMul(x, model.projection(), false, true), t, 3, 4, 8), 1, 2, 0, 3);
        Tensor result = attention(narrow(heads, 0, 0, 1), narrow(heads, 0, 1, 1), narrow(heads, 0, 2, 1), batch);
        return reshape(transpose(reshape(result, 4, t, 8), 1, 0, 2), t, 32);
    }

    @GraphKernel
    static Tensor loss(Model model, @TensorType("i32[t]") Tensor ids, RaggedBatch batch) {
        return reduceSum(square(encode(model, ids, batch)));
    }

    /** Returns the loss, and stores the gradients. */
    @GraphKernel
    static Tensor gradients(Model model, Model gradients, @TensorType("i32[t]") Tensor ids, RaggedBatch batch) {
        var loss = valueAndGradient(() -> loss(model, ids, batch), model);
        Parameters.forEach(gradients, loss.gradient(), (into, gradient) -> store(into, gradient));
        return loss.value();
    }

    @GraphKernel
    static void store(@TensorType("f32[a...]") Tensor into, @TensorType("f32[a...]") Tensor value) {
        assign(into, value);
    }

    static Tensor vectors(Model model, int[][] texts) {
        try (RaggedBatch batch = RaggedBatch.of(texts);
                Tensor ids = RaggedBatch.concatenate(texts)) {
            return RaggedEncoderKernels.encode(model, ids, batch); // [texts.length, 32]
        }
    }
}
