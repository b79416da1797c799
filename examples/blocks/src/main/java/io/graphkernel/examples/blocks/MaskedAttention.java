package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.batchMatMul;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.softmax;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Scaled dot-product attention of Vaswani et al., "Attention Is All You Need", with a mask. */
public final class MaskedAttention {

    static final int HEAD_SIZE = 64;

    private MaskedAttention() {}

    /**
     * softmax(query · keyᵀ / √size + mask) · value, for each head.
     *
     * @param query [batch, heads, queries, size]
     * @param key [batch, heads, keys, size]
     * @param value [batch, heads, keys, size]
     * @param mask 0 where a query sees a key, else a large negative number
     */
    @GraphKernel
    public static Tensor attention(
            @TensorType("f32[b, h, s, 64]") Tensor query,
            @TensorType("f32[b, h, t, 64]") Tensor key,
            @TensorType("f32[b, h, t, 64]") Tensor value,
            @TensorType("f32[b, 1, s, t]") Tensor mask) {
        Tensor scores = batchMatMul(query, transpose(key, 0, 1, 3, 2));
        Tensor weights = softmax(add(mul(scores, 1 / Math.sqrt(HEAD_SIZE)), mask), -1);
        return batchMatMul(weights, value);
    }
}
