package io.graphkernel.conformance.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Values between the elements of a tensor. Weights of fixed positions are exact, others have the error of the grid. */
public final class Sampling {

    private Sampling() {}

    /** Weight of an element at a distance from a position. */
    private static double weight(String mode, double distance, double a) {
        double d = Math.abs(distance);
        if (!mode.equals("CUBIC")) {
            return Math.max(0, 1 - d);
        }
        if (d <= 1) {
            return ((a + 2) * d - (a + 3)) * d * d + 1;
        }
        return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
    }

    private static double source(int coordinate, int in, int out, boolean isAligned) {
        return isAligned
                ? coordinate * (in - 1.0) / Math.max(out - 1, 1)
                : (2.0 * coordinate + 1) * in / (2.0 * out) - 0.5;
    }

    /** Returns x with another size of an axis. */
    public static NdArray resized(
            NdArray x, int axis, int out, String mode, boolean isAligned, boolean isSmooth, Scalar zero) {
        int in = x.dims()[axis];
        int[] dims = x.dims().clone();
        dims[axis] = out;
        return NdArray.generate(x.dtype(), dims, p -> {
            if (in == out) {
                return x.at(p);
            }
            double source = source(p[axis], in, out, isAligned);
            if (mode.equals("NEAREST")) {
                int nearest = isAligned ? (int) Math.floor(source + 0.5) : (2 * p[axis] + 1) * in / (2 * out);
                return at(x, p, axis, Math.min(nearest, in - 1));
            }
            double scale = isSmooth ? Math.max(1, (double) in / out) : 1;
            double a = isSmooth ? -0.5 : -0.75;
            List<Scalar> terms = new ArrayList<>();
            List<Scalar> weights = new ArrayList<>();
            int first = isSmooth ? 0 : (int) Math.floor(source) - 1;
            int last = isSmooth ? in - 1 : first + 3;
            for (int i = first; i <= last; i++) {
                Scalar weight = inexact(zero, weight(mode, (i - source) / scale, a));
                weights.add(weight);
                terms.add(at(x, p, axis, Math.max(0, Math.min(i, in - 1))).times(weight));
            }
            Scalar sum = Reductions.sum(terms.toArray(Scalar[]::new), zero);
            return isSmooth ? sum.over(Reductions.sum(weights.toArray(Scalar[]::new), zero)) : sum;
        });
    }

    /** Returns a weight with the roundings of the polynomial that computes it. */
    private static Scalar inexact(Scalar zero, double weight) {
        Scalar eight = zero.number(8);
        return zero.number(weight).plus(eight).minus(eight);
    }

    private static Scalar at(NdArray x, int[] position, int axis, int index) {
        int[] q = position.clone();
        q[axis] = index;
        return x.at(q);
    }

    /** Returns the samples of images at a grid; indices beyond the ends are negative for zeros. */
    public static NdArray sampled(
            NdArray x, NdArray grid, String mode, Shapes.Source padding, boolean isAligned, Scalar zero) {
        int[] dims = {x.dims()[0], x.dims()[1], grid.dims()[1], grid.dims()[2]};
        return NdArray.generate(x.dtype(), dims, p -> {
            List<Scalar> terms = new ArrayList<>();
            Scalar column = coordinate(grid.at(p[0], p[2], p[3], 0), x.dims()[3], isAligned);
            Scalar row = coordinate(grid.at(p[0], p[2], p[3], 1), x.dims()[2], isAligned);
            int top = (int) Math.floor(row.asDouble());
            int left = (int) Math.floor(column.asDouble());
            if (mode.equals("NEAREST")) {
                IntUnaryOperator rows = i -> padding.of(i, x.dims()[2]);
                IntUnaryOperator columns = i -> padding.of(i, x.dims()[3]);
                return element(
                        x,
                        p,
                        rows.applyAsInt((int) Math.rint(row.asDouble())),
                        columns.applyAsInt((int) Math.rint(column.asDouble())),
                        zero);
            }
            for (int i = top - 1; i <= top + 2; i++) {
                for (int j = left - 1; j <= left + 2; j++) {
                    Scalar value = element(x, p, padding.of(i, x.dims()[2]), padding.of(j, x.dims()[3]), zero);
                    Scalar weight = weight(mode, row, i).times(weight(mode, column, j));
                    terms.add(value.times(weight));
                }
            }
            return Reductions.sum(terms.toArray(Scalar[]::new), zero);
        });
    }

    private static Scalar element(NdArray x, int[] p, int row, int column, Scalar zero) {
        return row < 0 || column < 0 ? zero : x.at(p[0], p[1], row, column);
    }

    private static Scalar coordinate(Scalar position, int size, boolean isAligned) {
        Scalar one = position.number(1);
        Scalar half = position.number(0.5);
        Scalar fromStart = position.plus(one);
        return isAligned
                ? fromStart.times(position.number((size - 1) * 0.5))
                : fromStart.times(position.number(size)).minus(one).times(half);
    }

    /** Weight of an element at an index for a position that has an error. */
    private static Scalar weight(String mode, Scalar position, int index) {
        Scalar d = position.minus(position.number(index)).magnitude();
        double distance = d.asDouble();
        if (!mode.equals("CUBIC")) {
            return distance >= 1 ? position.number(0) : position.number(1).minus(d);
        }
        double a = -0.75;
        if (distance <= 1) {
            Scalar linear = d.times(d.number(a + 2)).plus(d.number(-(a + 3)));
            return linear.times(d).times(d).plus(d.number(1));
        }
        Scalar quadratic = d.times(d.number(a)).plus(d.number(-5 * a)).times(d).plus(d.number(8 * a));
        return distance < 2 ? quadratic.times(d).plus(d.number(-4 * a)) : position.number(0);
    }

    public static NdArray affine(NdArray theta, int rows, int columns, boolean isAligned) {
        int[] dims = {theta.dims()[0], rows, columns, 2};
        return NdArray.generate(theta.dtype(), dims, p -> {
            Scalar x = center(theta.at(p[0], p[3], 0), p[2], columns, isAligned);
            Scalar y = center(theta.at(p[0], p[3], 0), p[1], rows, isAligned);
            return x.times(theta.at(p[0], p[3], 0))
                    .plus(y.times(theta.at(p[0], p[3], 1)))
                    .plus(theta.at(p[0], p[3], 2));
        });
    }

    private static Scalar center(Scalar like, int coordinate, int size, boolean isAligned) {
        int distance = isAligned ? Math.max(size - 1, 1) : size;
        return like.number(2 * coordinate - (size - 1)).over(like.number(distance));
    }

    /** Returns the pixels of a square for the channels of each pixel. */
    public static NdArray shuffled(NdArray x, int factor) {
        int[] in = x.dims();
        int[] dims = {in[0], in[1] / (factor * factor), in[2] * factor, in[3] * factor};
        return NdArray.generate(
                x.dtype(),
                dims,
                p -> x.at(
                        p[0], (p[1] * factor + p[2] % factor) * factor + p[3] % factor, p[2] / factor, p[3] / factor));
    }

    public static NdArray unshuffled(NdArray x, int factor) {
        int[] in = x.dims();
        int[] dims = {in[0], in[1] * factor * factor, in[2] / factor, in[3] / factor};
        return NdArray.generate(x.dtype(), dims, p -> {
            int inSquare = p[1] % (factor * factor);
            return x.at(
                    p[0],
                    p[1] / (factor * factor),
                    p[2] * factor + inSquare / factor,
                    p[3] * factor + inSquare % factor);
        });
    }

    public static NdArray exchanged(NdArray x, int groups) {
        int size = x.dims()[1] / groups;
        return NdArray.generate(x.dtype(), x.dims(), p -> {
            int[] q = p.clone();
            q[1] = p[1] % groups * size + p[1] / groups;
            return x.at(q);
        });
    }
}
