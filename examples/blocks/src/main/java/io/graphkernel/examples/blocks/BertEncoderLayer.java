package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.geLUErf;
import static io.graphkernel.runtime.Ops.layerNorm;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.split;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** A layer of the encoder of Devlin et al., "BERT": attention, then a perceptron, each added and normalized. */
public final class BertEncoderLayer {

    private static final double EPSILON = 1e-12;

    private BertEncoderLayer() {}

    /**
     * The layer, for inference.
     *
     * @param x [batch, length, hidden], of which each head has 64
     * @param mask 0 where a token may be seen, else a large negative number
     */
    @GraphKernel
    public static Tensor encoderLayer(
            @TensorType("f32[b, s, 64 * h]") Tensor x,
            @TensorType("f32[b, 1, s, s]") Tensor mask,
            @TensorType("f32[64 * h, 192 * h]") Tensor projection,
            @TensorType("f32[192 * h]") Tensor projectionBias,
            @TensorType("f32[64 * h, 64 * h]") Tensor output,
            @TensorType("f32[64 * h]") Tensor outputBias,
            @TensorType("f32[64 * h]") Tensor attentionGamma,
            @TensorType("f32[64 * h]") Tensor attentionBeta,
            @TensorType("f32[64 * h, f]") Tensor up,
            @TensorType("f32[f]") Tensor upBias,
            @TensorType("f32[f, 64 * h]") Tensor down,
            @TensorType("f32[64 * h]") Tensor downBias,
            @TensorType("f32[64 * h]") Tensor gamma,
            @TensorType("f32[64 * h]") Tensor beta) {
        long batch = x.dimension(0);
        long length = x.dimension(1);
        long hidden = x.dimension(2);
        Tensor tokens = reshape(x, batch * length, hidden);

        Tensor projected = add(matMul(tokens, projection), projectionBias);
        Tensor[] chunks = split(reshape(projected, batch, length, 3 * hidden), 3, -1);
        Tensor context = MaskedAttention.attention(heads(chunks[0]), heads(chunks[1]), heads(chunks[2]), mask);
        Tensor merged = reshape(transpose(context, 0, 2, 1, 3), batch * length, hidden);
        Tensor attended = add(add(matMul(merged, output), outputBias), tokens);
        Tensor middle =
                layerNorm(attended, attentionGamma, attentionBeta, EPSILON).y();

        Tensor activated = geLUErf(add(matMul(middle, up), upBias));
        Tensor transformed = add(add(matMul(activated, down), downBias), middle);
        return reshape(layerNorm(transformed, gamma, beta, EPSILON).y(), batch, length, hidden);
    }

    /** [batch, length, hidden] as [batch, heads, length, head size]. */
    @GraphKernel
    static Tensor heads(@TensorType("f32[b, s, 64 * h]") Tensor x) {
        Tensor heads = reshape(x, x.dimension(0), x.dimension(1), -1, MaskedAttention.HEAD_SIZE);
        return transpose(heads, 0, 2, 1, 3);
    }
}
