package io.graphkernel.examples.bert;

import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Lower bound of a step's time: all its matmuls, each by itself at the speed of oneDNN, plus the bytes of all other
 * kernels at the speed of a copy. The shapes are those of a layer of {@link Bert#encoderLayer} and of the head. Of each
 * time the shortest counts.
 */
final class Bound {

    private static final long COPIED = 1L << 26;

    /** Forward, the gradient of the input, and that of the weight. */
    private final List<Timed> products = new ArrayList<>();

    private final Tensor source = Tensor.full(1, COPIED);
    private final Tensor target = Tensor.full(1, COPIED);
    private double copySeconds = Double.POSITIVE_INFINITY;

    /** The product of two tensors, into a third. */
    @FunctionalInterface
    private interface Product {
        void compute(Tensor x, Tensor y, Tensor result);
    }

    /** A product that a step has several times. */
    private static final class Timed {
        private final Runnable product;
        private final int count;
        private double seconds = Double.POSITIVE_INFINITY;

        Timed(Runnable product, int count) {
            this.product = product;
            this.count = count;
        }
    }

    /**
     * Makes the operands.
     *
     * @param texts in a batch
     * @param length tokens of a text
     * @param masked tokens of a batch
     */
    Bound(long texts, long length, long masked, long width, long vocabulary) {
        long tokens = texts * length;
        dense(tokens, width, width, 4 * Layers.COUNT);
        dense(tokens, width, 4 * width, Layers.COUNT);
        dense(tokens, 4 * width, width, Layers.COUNT);
        dense(masked, width, width, 1);
        dense(masked, width, vocabulary, 1);
        long heads = texts * width / Bert.HEAD_SIZE;
        long[] columns = {heads, length, Bert.HEAD_SIZE};
        long[] scores = {heads, length, length};
        int count = 2 * Layers.COUNT;
        add(ProductsKernels::scores, columns, columns, scores, count);
        add(ProductsKernels::mixed, scores, columns, columns, count);
        add(ProductsKernels::mixedBack, scores, columns, columns, count);
    }

    private void dense(long rows, long in, long out, int count) {
        long[] x = {rows, in};
        long[] w = {out, in};
        long[] y = {rows, out};
        add(ProductsKernels::forward, x, w, y, count);
        add(ProductsKernels::ofInput, y, w, x, count);
        add(ProductsKernels::ofWeight, y, x, w, count);
    }

    private void add(Product product, long[] x, long[] y, long[] result, int count) {
        Tensor left = Tensor.full(0.5f, x);
        Tensor right = Tensor.full(0.5f, y);
        Tensor given = Tensor.full(0, result);
        products.add(new Timed(() -> product.compute(left, right, given), count));
    }

    /** Takes the time of each product, and of the copy. */
    void measure() {
        for (Timed timed : products) {
            timed.seconds = Math.min(timed.seconds, seconds(timed.product));
        }
        copySeconds = Math.min(copySeconds, seconds(() -> ProductsKernels.copy(source, target)));
    }

    /** Returns the time of all matmuls of a step. */
    double seconds() {
        return products.stream()
                .mapToDouble(timed -> timed.count * timed.seconds)
                .sum();
    }

    /** Returns the bandwidth of a copy, read and written. */
    double bytesPerSecond() {
        return 2 * COPIED * Float.BYTES / copySeconds;
    }

    private static double seconds(Runnable call) {
        long begin = System.nanoTime();
        call.run();
        return (System.nanoTime() - begin) * 1e-9;
    }
}
