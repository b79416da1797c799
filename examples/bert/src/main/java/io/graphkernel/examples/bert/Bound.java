package io.graphkernel.examples.bert;

import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a step can't be faster than: all its matrix products, each by itself at the speed of oneDNN, and the bytes of all other
 * kernels at the speed of a copy. The shapes are those of a layer of {@link Bert#encoderLayer} and of the head.
 */
final class Bound {

    private static final long COPIED = 1L << 26;

    /** Forward, the gradient of the input, and that of the weight. */
    private final List<Timed> products = new ArrayList<>();

    private final Tensor source = Tensor.full(1, COPIED);
    private final Tensor target = Tensor.full(1, COPIED);
    private final List<Double> copies = new ArrayList<>();

    /** The product of two tensors, into a third. */
    @FunctionalInterface
    private interface Product {
        void compute(Tensor x, Tensor y, Tensor result);
    }

    /** A product that a step has several times. */
    private record Timed(Product product, Tensor x, Tensor y, Tensor result, int count, List<Double> seconds) {}

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
        products.add(new Timed(
                product, Tensor.full(0.5f, x), Tensor.full(0.5f, y), Tensor.full(0, result), count, new ArrayList<>()));
    }

    /** Takes the time of each product, and of the copy. */
    void measure() {
        for (Timed timed : products) {
            timed.seconds().add(seconds(() -> timed.product().compute(timed.x(), timed.y(), timed.result())));
        }
        copies.add(seconds(() -> ProductsKernels.copy(source, target)));
    }

    /** Of all products of a step. */
    double seconds() {
        return products.stream()
                .mapToDouble(timed -> timed.count() * median(timed.seconds()))
                .sum();
    }

    /** Of a copy, read and written. */
    double bytesPerSecond() {
        return 2 * COPIED * Float.BYTES / median(copies);
    }

    static double seconds(Runnable call) {
        long begin = System.nanoTime();
        call.run();
        return (System.nanoTime() - begin) * 1e-9;
    }

    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return 0.5 * (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]);
    }
}
