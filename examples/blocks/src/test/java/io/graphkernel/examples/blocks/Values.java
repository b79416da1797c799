package io.graphkernel.examples.blocks;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Numbers in float64, in row-major order: what the blocks are defined on.
 *
 * @param dims the sizes of the axes
 * @param elements values; their number is the product of the dims
 */
record Values(int[] dims, double[] elements) {

    /** An element by its position. */
    interface Formula {
        double at(int... index);
    }

    /** Each element by a formula. */
    static Values of(Formula formula, int... dims) {
        double[] elements = new double[Arrays.stream(dims).reduce(1, (a, b) -> a * b)];
        int[] index = new int[dims.length];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = formula.at(index);
            for (int axis = dims.length - 1; axis >= 0 && ++index[axis] == dims[axis]; axis--) {
                index[axis] = 0;
            }
        }
        return new Values(dims, elements);
    }

    double at(int... index) {
        int position = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            position = position * dims[axis] + index[axis];
        }
        return elements[position];
    }

    /** The matmul. */
    Values times(Values other) {
        int inner = dims[1];
        return of(p -> sum(inner, k -> at(p[0], k) * other.at(k, p[1])), dims[0], other.dims[1]);
    }

    /** x · weight + bias. */
    Values linear(Values weight, Values bias) {
        Values product = times(weight);
        return of(p -> product.at(p) + bias.at(p[1]), product.dims);
    }

    /** Each row with mean 0 and variance 1, then scaled and shifted by column. */
    Values layerNorm(Values gamma, Values beta, double epsilon) {
        int columns = dims[1];
        Values mean = of(p -> sum(columns, k -> at(p[0], k)) / columns, dims[0]);
        Values variance = of(p -> sum(columns, k -> Math.pow(at(p[0], k) - mean.at(p[0]), 2)) / columns, dims[0]);
        return of(
                p -> (at(p) - mean.at(p[0])) / Math.sqrt(variance.at(p[0]) + epsilon) * gamma.at(p[1]) + beta.at(p[1]),
                dims);
    }

    /** The numbers in other dims. */
    Values as(int... others) {
        return new Values(others, elements);
    }

    static double sum(int count, IntToDoubleFunction term) {
        return IntStream.range(0, count).mapToDouble(term).sum();
    }

    static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }
}
