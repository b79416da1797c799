package io.graphkernel.training;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Philox;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Random f32 tensors to begin a training with. One seed and the same calls in the same order give the same bits on every
 * machine, with any number of threads. Weights of products are [in, out], as {@code matMul(x, weight)} takes them, filters of
 * convolutions [out, in, height, width].
 */
public final class Initializer {

    private static final int CHUNK = 1 << 18;

    /** Elements that are drawn again have other indices, which no tensor is long enough to have. */
    private static final int ATTEMPT_SHIFT = 48;

    private static final float TRUNCATION = 2;

    private final long seed;

    /** How many tensors are made: each has random numbers of its own. */
    private long made;

    /** The value of an element of a tensor. */
    private interface Element {
        double value(long index, long stream);
    }

    /** With random numbers that a seed determines. */
    public Initializer(long seed) {
        this.seed = seed;
    }

    /** A normal distribution around 0. */
    public Tensor normal(double deviation, long... dims) {
        return filled(dims, (index, stream) -> deviation * Philox.normal(index, seed, stream));
    }

    /** A uniform distribution between two numbers. */
    public Tensor uniform(double low, double high, long... dims) {
        return filled(dims, (index, stream) -> low + (high - low) * Philox.uniform(index, seed, stream));
    }

    /**
     * A normal distribution around 0 without what is further than two deviations from it.
     *
     * @param deviation before the tails are cut off; after it, it is 0.88 of this
     */
    public Tensor truncatedNormal(double deviation, long... dims) {
        return filled(dims, (index, stream) -> {
            float value = Philox.normal(index, seed, stream);
            for (long attempt = 1; Math.abs(value) > TRUNCATION; attempt++) {
                value = Philox.normal(index + (attempt << ATTEMPT_SHIFT), seed, stream);
            }
            return deviation * value;
        });
    }

    /**
     * A uniform distribution in ±√(6 / (in + out)), for tanh and the like: Glorot and Bengio, 2010.
     *
     * @param dims of a weight or a filter
     * @throws InvalidArgumentException if they are of neither
     */
    public Tensor xavierUniform(long... dims) {
        double bound = Math.sqrt(6.0 / (in("xavierUniform", dims) + out(dims)));
        return uniform(-bound, bound, dims);
    }

    /** A normal distribution with the deviation √(2 / (in + out)); see {@link #xavierUniform}. */
    public Tensor xavierNormal(long... dims) {
        return normal(Math.sqrt(2.0 / (in("xavierNormal", dims) + out(dims))), dims);
    }

    /**
     * A uniform distribution in ±√(6 / in), for ReLU and the like: He, Zhang, Ren and Sun, 2015.
     *
     * @param dims of a weight or a filter
     * @throws InvalidArgumentException if they are of neither
     */
    public Tensor kaimingUniform(long... dims) {
        double bound = Math.sqrt(6.0 / in("kaimingUniform", dims));
        return uniform(-bound, bound, dims);
    }

    /** A normal distribution with the deviation √(2 / in); see {@link #kaimingUniform}. */
    public Tensor kaimingNormal(long... dims) {
        return normal(Math.sqrt(2.0 / in("kaimingNormal", dims)), dims);
    }

    /**
     * A normal distribution for the last weight of each residual branch of GPT-2, two to a layer: the deviation is divided by
     * the root of the number of branches (Radford and others, Language Models are Unsupervised Multitask Learners, 2019, 2.3).
     *
     * @param deviation that of the other weights, 0.02 in GPT-2
     * @param layers of the model
     */
    public Tensor scaledResidual(double deviation, int layers, long... dims) {
        return normal(deviation / Math.sqrt(2.0 * layers), dims);
    }

    /** How many elements of the operand each element of the result depends on. */
    private static double in(String method, long... dims) {
        if (dims.length != 2 && dims.length != 4) {
            throw new InvalidArgumentException(RuntimeProblem.NO_FANS, "Initializer." + method, Arrays.toString(dims));
        }
        return dims.length == 2 ? dims[0] : (double) dims[1] * dims[2] * dims[3];
    }

    /** The other way round. */
    private static double out(long... dims) {
        return dims.length == 2 ? dims[1] : (double) dims[0] * dims[2] * dims[3];
    }

    private Tensor filled(long[] dims, Element element) {
        Tensor tensor = Tensor.empty(dims);
        long stream = made++;
        long count = tensor.elementCount();
        for (long begin = 0; begin < count; begin += CHUNK) {
            long first = begin;
            float[] chunk = new float[(int) Math.min(CHUNK, count - begin)];
            IntStream.range(0, chunk.length)
                    .parallel()
                    .forEach(i -> chunk[i] = (float) element.value(first + i, stream));
            try (TensorScope scope = TensorScope.open()) {
                tensor.reshape(count).slice(begin, begin + chunk.length).copyFrom(chunk);
            }
        }
        return tensor;
    }
}
