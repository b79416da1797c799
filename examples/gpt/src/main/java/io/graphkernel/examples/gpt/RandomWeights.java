package io.graphkernel.examples.gpt;

import io.graphkernel.runtime.Tensor;
import java.util.Random;

/**
 * Weights as GPT-2 begins with: normally distributed, those of a block's last products narrower, so that the sum over all blocks
 * keeps its size; norms are ones, biases zeros.
 */
final class RandomWeights implements Weights {

    private static final double DEVIATION = 0.02;

    private final Random random;

    RandomWeights(long seed) {
        this.random = new Random(seed);
    }

    @Override
    public Tensor tensor(String name, long... dims) {
        if (name.endsWith(".bias")) {
            return Tensor.zeros(dims);
        }
        if (dims.length == 1) {
            return Tensor.full(1, dims);
        }
        double deviation = name.endsWith("c_proj.weight") ? DEVIATION / Math.sqrt(2 * Gpt2.LAYERS) : DEVIATION;
        Tensor tensor = Tensor.empty(dims);
        float[] elements = new float[Math.toIntExact(tensor.elementCount())];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (float) (deviation * random.nextGaussian());
        }
        tensor.copyFrom(elements);
        return tensor;
    }
}
