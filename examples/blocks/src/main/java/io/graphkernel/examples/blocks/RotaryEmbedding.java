package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.concat;
import static io.graphkernel.runtime.Ops.expandDims;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.split;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Positions as rotations: Su et al., "RoFormer", in the form of LLaMA, which rotates the halves of a head. */
public final class RotaryEmbedding {

    private RotaryEmbedding() {}

    /** Rotated operands of attention. */
    public record QueryAndKey(Tensor query, Tensor key) {}

    /**
     * Query and key, rotated by their positions.
     *
     * @param query [batch, length, heads, size]
     * @param key [batch, length, heads, size]
     * @param cosine of the angles, by position and pair of elements
     * @param sine of the angles
     */
    @GraphKernel
    public static QueryAndKey rotateBoth(
            @TensorType("f32[b, s, h, 2 * d]") Tensor query,
            @TensorType("f32[b, s, h, 2 * d]") Tensor key,
            @TensorType("f32[s, d]") Tensor cosine,
            @TensorType("f32[s, d]") Tensor sine) {
        return new QueryAndKey(rotate(query, cosine, sine), rotate(key, cosine, sine));
    }

    /** One of them. */
    @GraphKernel
    static Tensor rotate(
            @TensorType("f32[b, s, h, 2 * d]") Tensor x,
            @TensorType("f32[s, d]") Tensor cosine,
            @TensorType("f32[s, d]") Tensor sine) {
        Tensor[] halves = split(x, 2, -1);
        Tensor c = expandDims(cosine, 1);
        Tensor s = expandDims(sine, 1);
        Tensor first = sub(mul(halves[0], c), mul(halves[1], s));
        Tensor second = add(mul(halves[1], c), mul(halves[0], s));
        return concat(-1, first, second);
    }
}
