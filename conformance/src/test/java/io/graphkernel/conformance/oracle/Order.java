package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Sorted rows, and what is found by sorting. NaN is the largest element, and -0 equals 0. */
public final class Order {

    private Order() {}

    /** Function of the elements along an axis. */
    @FunctionalInterface
    public interface OfLine {

        Scalar[] apply(Scalar[] line);
    }

    private static final Comparator<Scalar> ASCENDING = (x, y) -> {
        boolean isNan = Double.isNaN(x.asDouble());
        if (isNan || Double.isNaN(y.asDouble())) {
            return Boolean.compare(isNan, Double.isNaN(y.asDouble()));
        }
        return x.isLess(y) ? -1 : y.isLess(x) ? 1 : 0;
    };

    /** Returns an array with a function of each line along an axis in place of it. */
    public static NdArray mapLines(NdArray x, DType dtype, int axis, int size, OfLine function) {
        int along = x.axis(axis);
        int[] dims = x.dims().clone();
        dims[along] = size;
        return NdArray.generate(dtype, dims, p -> {
            int[] position = p.clone();
            Scalar[] line = IntStream.range(0, x.dims()[along])
                    .mapToObj(i -> {
                        position[along] = i;
                        return x.at(position);
                    })
                    .toArray(Scalar[]::new);
            return function.apply(line)[p[along]];
        });
    }

    /** Returns an array without an axis of size 1. */
    public static NdArray squeezed(NdArray x, int axis) {
        int along = x.axis(axis);
        return x.reshaped(IntStream.range(0, x.rank())
                .filter(i -> i != along)
                .map(i -> x.dims()[i])
                .toArray());
    }

    /** Returns positions in sorted order; equal elements keep their order. */
    public static Integer[] order(Scalar[] line, boolean descending) {
        Integer[] positions = IntStream.range(0, line.length).boxed().toArray(Integer[]::new);
        Comparator<Scalar> comparator = descending ? ASCENDING.reversed() : ASCENDING;
        Arrays.sort(positions, (i, j) -> comparator.compare(line[i], line[j]));
        return positions;
    }

    public static Scalar[] positions(Scalar[] line, boolean descending) {
        return Stream.of(order(line, descending))
                .map(i -> new IntegerScalar(DType.I64, i))
                .toArray(Scalar[]::new);
    }

    public static Scalar[] sorted(Scalar[] line, boolean descending) {
        return Stream.of(order(line, descending)).map(i -> line[i]).toArray(Scalar[]::new);
    }

    /** Returns the quantile of floats by linear interpolation. */
    public static Scalar quantile(Scalar[] line, double q) {
        Scalar[] sorted = sorted(line, false);
        Scalar last = sorted[sorted.length - 1];
        double position = q * (line.length - 1);
        Scalar before = sorted[(int) Math.floor(position)];
        Scalar after = sorted[(int) Math.ceil(position)];
        if (Double.isNaN(last.asDouble())) {
            return last;
        }
        return before.isEqual(after)
                ? before
                : before.plus(after.minus(before).times(before.number(position - Math.floor(position))));
    }

    /** Returns the mean of the sorted elements at two positions, or NaN. */
    public static Scalar mean(Scalar[] line, int first, int second) {
        Scalar[] sorted = sorted(line, false);
        Scalar last = sorted[sorted.length - 1];
        if (Double.isNaN(last.asDouble()) || sorted[first].isEqual(sorted[second])) {
            return Double.isNaN(last.asDouble()) ? last : sorted[first];
        }
        Scalar half = last.number(0.5);
        return sorted[first].times(half).plus(sorted[second].times(half));
    }

    /** Returns the smallest of the most frequent elements. */
    public static Scalar mode(Scalar[] line) {
        Scalar[] sorted = sorted(line, false);
        Scalar best = sorted[0];
        long most = 0;
        for (Scalar candidate : sorted) {
            long count = Math.max(1, Stream.of(line).filter(candidate::isEqual).count());
            if (count > most) {
                most = count;
                best = candidate;
            }
        }
        return best;
    }

    /** Returns the number of elements below a value, or of those not above it. */
    public static Scalar countBelow(Scalar[] line, Scalar value, boolean right) {
        long count = Stream.of(line)
                .filter(x -> ASCENDING.compare(x, value) < (right ? 1 : 0))
                .count();
        return new IntegerScalar(DType.I64, count);
    }

    /** Returns the extremes of the elements before each one, itself included or not, from the front or the back. */
    public static Scalar[] runningExtremes(
            Scalar[] line, boolean largest, boolean exclusive, boolean reverse, Scalar zero) {
        Scalar[] results = new Scalar[line.length];
        for (int i = 0; i < line.length; i++) {
            int from = reverse ? i + (exclusive ? 1 : 0) : 0;
            int to = reverse ? line.length : i + (exclusive ? 0 : 1);
            Scalar[] slice = Arrays.copyOfRange(line, from, Math.max(from, to));
            results[i] = largest ? Reductions.max(slice, zero) : Reductions.min(slice, zero);
        }
        return results;
    }

    /** Returns ln Σ eˣ of the elements up to each one. */
    public static Scalar[] logCumSumExp(Scalar[] line, Scalar zero) {
        return IntStream.range(0, line.length)
                .mapToObj(i -> Losses.logSumExp(Arrays.copyOf(line, i + 1), zero))
                .toArray(Scalar[]::new);
    }

    /** Returns different elements in ascending order; each NaN is one of them. */
    public static Scalar[] unique(Scalar... elements) {
        Scalar[] sorted = sorted(elements, false);
        return IntStream.range(0, sorted.length)
                .filter(i -> i == 0 || !sorted[i].isEqual(sorted[i - 1]))
                .mapToObj(i -> sorted[i])
                .toArray(Scalar[]::new);
    }

    /** Returns the first elements, and zeros in place of missing ones. */
    public static NdArray padded(DType dtype, Scalar[] elements, int size, Scalar zero) {
        return NdArray.generate(dtype, new int[] {size}, p -> p[0] < elements.length ? elements[p[0]] : zero);
    }

    public static NdArray count(long count) {
        return NdArray.scalar(DType.I64, new IntegerScalar(DType.I64, count));
    }
}
