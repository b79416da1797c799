package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Layer;
import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/** The part of a model that one of several ranks has: some of the heads, and the same share of the perceptron's columns. */
final class TensorParts {

    /** Queries, keys and values. */
    private static final int ATTENTION_PARTS = 3;

    private final int rank;
    private final int ranks;

    /**
     * The part of a rank.
     *
     * @param rank from 0 on
     * @param ranks how many have a part
     */
    TensorParts(int rank, int ranks) {
        this.rank = rank;
        this.ranks = ranks;
    }

    /** Returns true if a tensor of the model is cut, by its path. */
    static boolean isCut(String path) {
        return path.matches("layers\\.\\d+\\.(attention|attentionBias|projection|up|upBias|down)");
    }

    /**
     * This rank's part of a model, a copy.
     *
     * @throws IllegalArgumentException if the heads are not multiple of the ranks
     */
    Model of(Model model) {
        long heads = model.tokens().dimension(1) / Gpt2.HEAD_SIZE;
        if (heads % ranks != 0) {
            throw new IllegalArgumentException("a model of " + heads + " heads cannot be cut over " + ranks + " ranks");
        }
        List<Layer> layers = model.layers().stream().map(this::of).toList();
        return new Model(model.tokens(), model.positions(), layers, model.norm());
    }

    private Layer of(Layer layer) {
        return new Layer(
                layer.attentionNorm(),
                columns(layer.attention(), ATTENTION_PARTS),
                columns(layer.attentionBias(), ATTENTION_PARTS),
                rows(layer.projection()),
                layer.projectionBias(),
                layer.mlpNorm(),
                columns(layer.up(), 1),
                columns(layer.upBias(), 1),
                rows(layer.down()),
                layer.downBias());
    }

    private Tensor rows(Tensor matrix) {
        long own = matrix.dimension(0) / ranks;
        return matrix.slice(rank * own, (rank + 1) * own);
    }

    /** This rank's columns of each of a number of parts. */
    private Tensor columns(Tensor tensor, int count) {
        long[] dims = tensor.dimensions();
        int last = dims.length - 1;
        int index = (int) dims[last] / count;
        int own = index / ranks;
        int rows = (int) (tensor.elementCount() / dims[last]);
        float[] from = tensor.toFloatArray();
        float[] to = new float[rows * count * own];
        for (int row = 0; row < rows * count; row++) {
            System.arraycopy(from, row * index + rank * own, to, row * own, own);
        }
        dims[last] = (long) count * own;
        return Tensor.of(to, dims);
    }
}
