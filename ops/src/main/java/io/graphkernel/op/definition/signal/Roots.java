package io.graphkernel.op.definition.signal;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.signal.ComplexArithmetic.Complex;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Table of roots of unity, exp(±2πi · e / order) for integer exponents e. Angles are reduced to an eighth of the circle
 * by integer arithmetic, and {@code StrictMath} has the same bits on every machine.
 *
 * @param real cosines
 * @param imaginary sines
 */
record Roots(double[] real, double[] imaginary) {

    /**
     * Returns roots of an order.
     *
     * @param size number of roots
     * @param exponent exponent of each root
     * @param sign sign of the exponents
     */
    static Roots of(int size, IntToLongFunction exponent, long order, int sign) {
        Roots roots = new Roots(new double[size], new double[size]);
        for (int at = 0; at < size; at++) {
            roots.real[at] = cosine(exponent.applyAsLong(at), order);
            roots.imaginary[at] = sign * sine(exponent.applyAsLong(at), order) + 0.0;
        }
        return roots;
    }

    /** Returns the roots of order rows · columns with the exponents row · column, in row-major order. */
    static Roots ofMatrix(int rows, int columns, int sign) {
        return of(rows * columns, at -> (long) (at / columns) * (at % columns), (long) rows * columns, sign);
    }

    /** Returns cos(2π · exponent / order). */
    static double cosine(long exponent, long order) {
        long reduced = Math.floorMod(exponent, order);
        long fromZero = Math.min(reduced, order - reduced);
        boolean isNegative = 4 * fromZero > order;
        long acute = isNegative ? order - 2 * fromZero : 2 * fromZero;
        // The angle is π · acute / order, at most a quarter of the circle.
        double value = 4 * acute <= order
                ? StrictMath.cos(Math.PI * acute / order)
                : StrictMath.sin(Math.PI * (order - 2 * acute) / (2 * order));
        return isNegative ? -value : value;
    }

    /** Returns sin(2π · exponent / order), which is the cosine a quarter of the circle earlier. */
    static double sine(long exponent, long order) {
        return cosine(4 * exponent - order, 4 * order);
    }

    int size() {
        return real.length;
    }

    /** Returns true if all roots of a range are 1. */
    boolean areOnes(int from, int count) {
        return IntStream.range(from, from + count).allMatch(at -> real[at] == 1);
    }

    /** Returns the table as constants. */
    Complex table(ExpansionBuilder b, Dims dims, Node like) throws TypeException {
        return new Complex(b.table(real, dims, like), b.table(imaginary, dims, like));
    }
}
