package io.graphkernel.training;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Philox;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Random initial values of f32 tensors. Equal seeds and calls in the same order yield bitwise equal tensors on every
 * machine, with any number of threads. Weights of matmuls are [in, out], as in {@code matMul(x, weight)}, those of
 * convolutions [out, in, height, width].
 */
public final class Initializer {

    private static final int CHUNK = 1 << 18;

    /** Position of the attempt in the index of a rejected sample, above the indices of elements. */
    private static final int ATTEMPT_SHIFT = 48;

    private static final float TRUNCATION = 2;

    private final long seed;

    /** Number of tensors created so far, each of which has its own random sequence. */
    private long tensorCount;

    /** A function from an index to the value of an element. */
    private interface ElementFunction {
        double value(long index, long stream);
    }

    /** Creates an initializer with a seed. */
    public Initializer(long seed) {
        this.seed = seed;
    }

    /** Returns a tensor with a normal distribution around 0. */
    public Tensor normal(double deviation, long... dims) {
        return filled(dims, (index, stream) -> deviation * Philox.normal(index, seed, stream));
    }

    /** Returns a tensor with a uniform distribution between two numbers. */
    public Tensor uniform(double low, double high, long... dims) {
        return filled(dims, (index, stream) -> low + (high - low) * Philox.uniform(index, seed, stream));
    }

    /**
     * Returns a tensor with a normal distribution around 0, truncated at two standard deviations.
     *
     * @param deviation standard deviation before truncation, which reduces it by a factor of 0.88
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
     * Returns a tensor with a uniform distribution in ±√(6 / (in + out)), for tanh and similar functions: Glorot and
     * Bengio, 2010.
     *
     * @param dims dims of the weights of a matmul or a convolution
     * @throws InvalidArgumentException if they are not
     */
    public Tensor xavierUniform(long... dims) {
        double bound = Math.sqrt(6.0 / (in("xavierUniform", dims) + out(dims)));
        return uniform(-bound, bound, dims);
    }

    /**
     * Returns a tensor with a normal distribution with the standard deviation √(2 / (in + out)); see
     * {@link #xavierUniform}.
     */
    public Tensor xavierNormal(long... dims) {
        return normal(Math.sqrt(2.0 / (in("xavierNormal", dims) + out(dims))), dims);
    }

    /**
     * Returns a tensor with a uniform distribution in ±√(6 / in), for ReLU and similar functions: He, Zhang, Ren and
     * Sun, 2015.
     *
     * @param dims dims of the weights of a matmul or a convolution
     * @throws InvalidArgumentException if they are not
     */
    public Tensor kaimingUniform(long... dims) {
        double bound = Math.sqrt(6.0 / in("kaimingUniform", dims));
        return uniform(-bound, bound, dims);
    }

    /**
     * Returns a tensor with a normal distribution with the standard deviation √(2 / in); see {@link #kaimingUniform}.
     */
    public Tensor kaimingNormal(long... dims) {
        return normal(Math.sqrt(2.0 / in("kaimingNormal", dims)), dims);
    }

    /**
     * Returns a tensor with a normal distribution for the last weight of each residual branch of GPT-2, two per layer:
     * the standard deviation is divided by the square root of the number of branches (Radford and others, Language
     * Models are Unsupervised Multitask Learners, 2019, 2.3).
     *
     * @param deviation standard deviation of the other weights, 0.02 in GPT-2
     * @param layers number of layers of the model
     */
    public Tensor scaledResidual(double deviation, int layers, long... dims) {
        return normal(deviation / Math.sqrt(2.0 * layers), dims);
    }

    /** Returns the fan-in: the number of operand elements that each element of the result depends on. */
    private static double in(String method, long... dims) {
        if (dims.length != 2 && dims.length != 4) {
            throw new InvalidArgumentException(RuntimeProblem.NO_FANS, "Initializer." + method, Arrays.toString(dims));
        }
        return dims.length == 2 ? dims[0] : (double) dims[1] * dims[2] * dims[3];
    }

    /** Returns the fan-out: the number of result elements that depend on each operand element. */
    private static double out(long... dims) {
        return dims.length == 2 ? dims[1] : (double) dims[0] * dims[2] * dims[3];
    }

    private Tensor filled(long[] dims, ElementFunction element) {
        Tensor tensor = Tensor.empty(dims);
        long stream = tensorCount++;
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
