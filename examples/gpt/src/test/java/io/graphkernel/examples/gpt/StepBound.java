package io.graphkernel.examples.gpt;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/**
 * Lower bound of a step on this machine: its matmuls at the speed of oneDNN, each in the faster of two layouts of its
 * second operand, and the traffic of the rest at the speed of a copy. It is measured alongside other work of the
 * machine.
 */
final class StepBound implements AutoCloseable {

    private static final long COPIED_BYTES = 256L << 20;

    private static final DType VALUES = DType.valueOf(Compiled.VALUES.toUpperCase(Locale.ROOT));

    /** Matmuls of attention: two forward, and five in the gradient, which recomputes the scores. */
    private static final int ATTENTION_PRODUCTS = 7;

    /**
     * Values that the rest of a layer moves for each token and column, forward: two residual additions with norms, of 2 read
     * and 2 written, and GeLU of four times the columns; in the gradient: GeLU's, which reads two and writes one, and twice
     * a norm's, which reads 3 and writes 1.
     */
    private static final long LAYER_VALUES = 2 * 4 + 4 * 2 + 4 * 3 + 2 * 4;

    /** Parameter and moments are read and written. */
    private static final long UPDATE_FLOATS = 6;

    /** The norm reads the gradient, and so does the update. */
    private static final long UPDATE_VALUES = 2;

    private final int threads;
    private final List<Product> products = new ArrayList<>();
    private final double attentionWork;
    private final double restBytes;
    private final List<Tensor> owned = new ArrayList<>();
    private final Pointer source;
    private final Pointer target;
    private double copyNanoseconds = Double.POSITIVE_INFINITY;

    /** A product, how often a step has it, and its ways. */
    private static final class Product {
        private final double work;
        private final int times;
        private final List<OneDnnProduct> ways;
        private double best = Double.POSITIVE_INFINITY;

        Product(double work, int times, List<OneDnnProduct> ways) {
            this.work = work;
            this.times = times;
            this.ways = ways;
        }
    }

    /**
     * Creates the bound of a training step.
     *
     * @param parameters the elements of the model
     * @param threads those that OpenMP uses at this moment
     */
    StepBound(long batch, long length, long vocabulary, long width, long parameters, int threads) {
        this.threads = threads;
        long tokens = batch * length;
        layer(tokens, width, 3 * width);
        layer(tokens, width, width);
        layer(tokens, width, 4 * width);
        layer(tokens, 4 * width, width);
        Tensor embedding = matrix(vocabulary, width);
        Tensor x = matrix(tokens, width);
        Tensor logits = matrix(tokens, vocabulary);
        product(1, x, false, embedding, true, logits);
        product(1, logits, false, embedding, false, x);
        product(1, logits, true, x, false, embedding);
        attentionWork = 2.0 * ATTENTION_PRODUCTS * Compiled.LAYERS * tokens * length * width;
        double values = (double) UPDATE_VALUES * parameters
                + 2.0 * tokens * vocabulary
                + (double) LAYER_VALUES * Compiled.LAYERS * tokens * width;
        // Parameters are first converted to another dtype.
        double floats = (UPDATE_FLOATS + (VALUES == DType.F32 ? 0 : 1)) * (double) parameters;
        double convertedFloats = VALUES == DType.F32 ? 0 : parameters;
        restBytes = Float.BYTES * floats + VALUES.bytes() * (values + convertedFloats);
        source = matrix(1, COPIED_BYTES / VALUES.bytes()).pointer();
        target = matrix(1, COPIED_BYTES / VALUES.bytes()).pointer();
    }

    /** The products by a weight of each layer. */
    private void layer(long tokens, long in, long out) {
        Tensor weight = matrix(in, out);
        Tensor x = matrix(tokens, in);
        Tensor y = matrix(tokens, out);
        product(Compiled.LAYERS, x, false, weight, false, y);
        product(Compiled.LAYERS, y, false, weight, true, x);
        product(Compiled.LAYERS, x, true, y, false, weight);
    }

    private void product(int times, Tensor a, boolean transposeA, Tensor b, boolean transposeB, Tensor result) {
        double work = 2.0 * a.elementCount() * result.dimension(1);
        products.add(new Product(
                work,
                times,
                List.of(
                        new OneDnnProduct(a, transposeA, b, transposeB, result, false),
                        new OneDnnProduct(a, transposeA, b, transposeB, result, true))));
    }

    private Tensor matrix(long rows, long columns) {
        Tensor tensor = Tensor.empty(VALUES, rows, columns);
        owned.add(tensor);
        float[] elements = new float[Math.toIntExact(rows * columns)];
        Random random = new Random(rows);
        for (int i = 0; i < elements.length; i++) {
            elements[i] = random.nextFloat() - 0.5f;
        }
        tensor.copyFrom(elements);
        return tensor;
    }

    /** Measures everything once more; the best time of each component counts. */
    void measure() {
        for (Product product : products) {
            for (OneDnnProduct way : product.ways) {
                way.run();
                product.best = Math.min(product.best, StepBenchmark.nanoseconds(way));
            }
        }
        copyNanoseconds = Math.min(copyNanoseconds, StepBenchmark.nanoseconds(this::copy));
    }

    private void copy() {
        long bytesPerThread = COPIED_BYTES / threads;
        IntStream threadNumbers = IntStream.range(0, threads);
        (threads == 1 ? threadNumbers : threadNumbers.parallel())
                .forEach(number -> Pointer.memcpy(
                        at(target, number * bytesPerThread), at(source, number * bytesPerThread), bytesPerThread));
    }

    private static Pointer at(Pointer memory, long bytes) {
        return memory.getPointer(BytePointer.class, bytes);
    }

    /** The products, in nanoseconds. Those of attention are taken at the best rate of the others. */
    double productNanoseconds() {
        double rate = products.stream()
                .mapToDouble(product -> product.work / product.best)
                .max()
                .orElseThrow();
        return attentionWork / rate
                + products.stream()
                        .mapToDouble(product -> product.times * product.best)
                        .sum();
    }

    /** Returns the time of the other traffic at the speed of the copy, in nanoseconds. */
    double restNanoseconds() {
        return nanoseconds(restBytes);
    }

    /** Returns the time of bytes, read or written, at the speed of the copy. */
    double nanoseconds(double bytes) {
        return bytes * copyNanoseconds / (2.0 * COPIED_BYTES);
    }

    @Override
    public void close() {
        owned.forEach(Tensor::close);
    }
}
