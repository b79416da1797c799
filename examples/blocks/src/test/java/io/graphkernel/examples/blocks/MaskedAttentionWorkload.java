package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Values.sum;

import java.util.List;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

final class MaskedAttentionWorkload extends Workload {
    /** A share of the keys that each query sees. */
    private static final double SEEN = 0.8;

    private static final double HIDDEN = -10_000;

    private final int queries;
    private final int keys;

    MaskedAttentionWorkload(int batch, int heads, int queries, int keys) {
        super("Attention with mask", MaskedAttention.class, "attention");
        this.queries = queries;
        this.keys = keys;
        tensor(-2, 2, batch, heads, queries, MaskedAttention.HEAD_SIZE);
        tensor(-2, 2, batch, heads, keys, MaskedAttention.HEAD_SIZE);
        tensor(-2, 2, batch, heads, keys, MaskedAttention.HEAD_SIZE);
        tensor(MaskedAttentionWorkload::mask, batch, 1, queries, keys);
    }

    static double mask(double u) {
        return u < SEEN ? 0 : HIDDEN;
    }

    @Override
    List<Values> expected(List<Values> x) {
        return List.of(attention(x.get(0), x.get(1), x.get(2), x.get(3), queries, keys));
    }

    static Values attention(Values query, Values key, Values value, Values mask, int queries, int keys) {
        int[] dims = query.dims();
        int size = dims[3];
        Values weights = Values.of(
                p -> Math.exp(sum(size, k -> query.at(p[0], p[1], p[2], k) * key.at(p[0], p[1], p[3], k))
                                / Math.sqrt(size)
                        + mask.at(p[0], 0, p[2], p[3])),
                dims[0],
                dims[1],
                queries,
                keys);
        Values total = Values.of(p -> sum(keys, t -> weights.at(p[0], p[1], p[2], t)), dims[0], dims[1], queries);
        return Values.of(
                p -> sum(keys, t -> weights.at(p[0], p[1], p[2], t) * value.at(p[0], p[1], t, p[3]))
                        / total.at(p[0], p[1], p[2]),
                dims);
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        return List.of(attention(x.get(0), x.get(1), x.get(2), x.get(3)));
    }

    static Tensor attention(Tensor query, Tensor key, Tensor value, Tensor mask) {
        return torch.scaled_dot_product_attention(
                query, key, value, new TensorOptional(mask), 0, false, new DoubleOptional(), false);
    }
}
