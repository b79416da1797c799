package io.graphkernel.conformance.oracle;

import static io.graphkernel.conformance.oracle.Elementwise.real;

import java.util.Arrays;
import java.util.stream.Stream;

/** Sums, products, extrema and what consists of them, over the elements of one line. */
public final class Reductions {

    /** Half a unit in the last place of the computing format times this bounds the error of a sum, relative to Σ|x|. */
    private static final double SUM_STEPS = 16;

    private Reductions() {}

    /** A sum in any order of additions, as long as there are several chains. */
    public static Scalar sum(Scalar[] line, Scalar zero) {
        if (zero instanceof IntegerScalar whole) {
            return IntegerScalar.wrap(
                    whole.dtype(),
                    Arrays.stream(line)
                            .mapToLong(x -> ((IntegerScalar) x).value())
                            .sum());
        }
        double exact = 0;
        double correction = 0;
        double magnitude = 0;
        double error = 0;
        for (Scalar element : line) {
            double value = element.asDouble();
            double next = exact + value;
            double bigger = Math.abs(exact) >= Math.abs(value) ? exact - next + value : value - next + exact;
            correction += Double.isNaN(bigger) ? 0 : bigger;
            exact = next;
            magnitude += Math.abs(value);
            error += real(element).error();
        }
        Real like = (Real) zero;
        double step = like.precision().computed().ulp(magnitude) / 2;
        return like.result(exact + correction, error + SUM_STEPS * step, 0.5);
    }

    public static Scalar product(Scalar[] line, Scalar zero) {
        if (zero instanceof IntegerScalar) {
            return Stream.of(line).reduce(zero.number(1), Scalar::times);
        }
        Real like = (Real) zero;
        Precision fused =
                new Precision(like.precision().computed(), like.precision().computed());
        Real product = Real.exact(1, fused);
        for (Scalar element : line) {
            product = product.times(new Real(element.asDouble(), real(element).error(), fused));
        }
        return like.result(product.value(), product.error(), 0.5);
    }

    public static Scalar max(Scalar[] line, Scalar zero) {
        return Stream.of(line).reduce(lowest(zero), Scalar::max);
    }

    public static Scalar min(Scalar[] line, Scalar zero) {
        return Stream.of(line).reduce(highest(zero), Scalar::min);
    }

    private static Scalar lowest(Scalar zero) {
        return zero instanceof IntegerScalar whole
                ? new IntegerScalar(whole.dtype(), IntegerScalar.smallest(whole.dtype()))
                : Real.exact(Double.NEGATIVE_INFINITY, ((Real) zero).precision());
    }

    private static Scalar highest(Scalar zero) {
        return zero instanceof IntegerScalar whole
                ? IntegerScalar.highest(whole.dtype())
                : Real.exact(Double.POSITIVE_INFINITY, ((Real) zero).precision());
    }

    public static Scalar mean(Scalar[] line, Scalar zero) {
        return sum(line, zero).over(count(line.length, zero));
    }

    private static Scalar count(int length, Scalar zero) {
        return Real.exact(length, ((Real) zero).precision());
    }

    /** Σ (x - mean)² / (n - correction). */
    public static Scalar variance(Scalar[] line, int correction, Scalar zero) {
        Scalar mean = mean(line, zero);
        Scalar[] squares = Stream.of(line).map(x -> x.minus(mean).squared()).toArray(Scalar[]::new);
        return sum(squares, zero).over(count(line.length - correction, zero));
    }

    /** Σ x². */
    public static Scalar squares(Scalar[] line, Scalar zero) {
        return sum(Stream.of(line).map(Scalar::squared).toArray(Scalar[]::new), zero);
    }

    /** Σ |x|. */
    public static Scalar magnitudes(Scalar[] line, Scalar zero) {
        return sum(Stream.of(line).map(Scalar::magnitude).toArray(Scalar[]::new), zero);
    }

    /** max |x|, and 0 for no elements. */
    public static Scalar largestMagnitude(Scalar[] line, Scalar zero) {
        return Stream.of(line).map(Scalar::magnitude).reduce(zero, Scalar::max);
    }

    /** Returns the elements that are not NaN. */
    public static Scalar[] numbers(Scalar[] line) {
        return Stream.of(line).filter(x -> !Double.isNaN(x.asDouble())).toArray(Scalar[]::new);
    }

    /** √ Σ x². */
    public static Scalar norm(Scalar[] line, Scalar zero) {
        return Elementwise.sqrt(squares(line, zero));
    }

    public static Scalar all(Scalar[] line) {
        return Scalar.bool(Stream.of(line).allMatch(x -> ((IntegerScalar) x).value() != 0));
    }

    public static Scalar any(Scalar[] line) {
        return Scalar.bool(Stream.of(line).anyMatch(x -> ((IntegerScalar) x).value() != 0));
    }

    private static Scalar[] shifted(Scalar[] line, Scalar zero) {
        Scalar largest = max(line, zero);
        return Stream.of(line).map(x -> x.minus(largest)).toArray(Scalar[]::new);
    }

    private static Scalar[] exponentials(Scalar[] line) {
        return Stream.of(line).map(Elementwise::exp).toArray(Scalar[]::new);
    }

    /** e^(x - max) / Σ e^(x - max). */
    public static Scalar[] softmax(Scalar[] line, Scalar zero) {
        Scalar[] exponentials = exponentials(shifted(line, zero));
        Scalar total = sum(exponentials, zero);
        Scalar scale = total.number(1).over(total);
        return Stream.of(exponentials).map(e -> e.times(scale)).toArray(Scalar[]::new);
    }

    /** x - max - ln Σ e^(x - max). */
    public static Scalar[] logSoftmax(Scalar[] line, Scalar zero) {
        Scalar[] differences = shifted(line, zero);
        Scalar logTotal = Elementwise.log(sum(exponentials(differences), zero));
        return Stream.of(differences).map(d -> d.minus(logTotal)).toArray(Scalar[]::new);
    }

    /** Returns the first index of the largest element, NaN counting as the largest. */
    public static int firstLargest(Scalar[] line) {
        int best = 0;
        for (int i = 1; i < line.length; i++) {
            double value = line[i].asDouble();
            boolean decided = Double.isNaN(line[best].asDouble());
            if (!decided && (Double.isNaN(value) || line[best].isLess(line[i]))) {
                best = i;
            }
        }
        return best;
    }

    /** Returns the first index of the smallest element, NaN counting as the smallest. */
    public static int firstSmallest(Scalar[] line) {
        int best = 0;
        for (int i = 1; i < line.length; i++) {
            double value = line[i].asDouble();
            boolean decided = Double.isNaN(line[best].asDouble());
            if (!decided && (Double.isNaN(value) || line[i].isLess(line[best]))) {
                best = i;
            }
        }
        return best;
    }

    /** Sums or products of the elements before each one, itself included or not, from the front or the back. */
    public static Scalar[] cumulate(Scalar[] line, boolean product, boolean exclusive, boolean reverse, Scalar zero) {
        Scalar[] results = new Scalar[line.length];
        for (int i = 0; i < line.length; i++) {
            int from = reverse ? i + (exclusive ? 1 : 0) : 0;
            int to = reverse ? line.length : i + (exclusive ? 0 : 1);
            Scalar[] slice = Arrays.copyOfRange(line, from, Math.max(from, to));
            results[i] = product ? product(slice, zero) : sum(slice, zero);
        }
        return results;
    }

    /** Returns the number of equal elements, at most the dtype's largest number. */
    public static Scalar equalCount(NdArray x, NdArray y, Scalar zero) {
        long count = 0;
        for (int i = 0; i < x.elements().length; i++) {
            count += x.elements()[i].isEqual(y.elements()[i]) ? 1 : 0;
        }
        return zero instanceof IntegerScalar whole ? IntegerScalar.saturate(whole.dtype(), count) : zero.number(count);
    }
}
