package io.graphkernel.op.definition.signal;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import java.util.Arrays;

/**
 * Table of roots of unity, exp(±2πi · e / order) for integer exponents e. Angles are reduced to an eighth of the circle
 * by integer arithmetic, and {@code StrictMath} has the same bits on every machine.
 *
 * @param dims dims of the table, which broadcasts to [before, rows, columns, width]
 * @param real cosines
 * @param imaginary sines
 */
record Roots(int[] dims, double[] real, double[] imaginary) {

    /** Returns the roots of order rows · columns with the exponents row · column. */
    static Roots of(int rows, int columns, int sign) {
        Roots roots = new Roots(new int[] {rows, columns, 1}, new double[rows * columns], new double[rows * columns]);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                roots.put(row * columns + column, (long) row * column, (long) rows * columns, sign);
            }
        }
        return roots;
    }

    /** Returns the roots by which one term of a sum over a radix is multiplied, one for each frequency. */
    static Roots ofTerm(int radix, int term, int sign) {
        Roots roots = new Roots(new int[] {radix, 1}, new double[radix], new double[radix]);
        for (int frequency = 0; frequency < radix; frequency++) {
            roots.put(frequency, (long) term * frequency, radix, sign);
        }
        return roots;
    }

    private void put(int at, long exponent, long order, int sign) {
        long reduced = exponent % order;
        real[at] = cosine(reduced, order);
        // The sine is the cosine a quarter of the circle earlier.
        imaginary[at] = sign * cosine(Math.floorMod(4 * reduced - order, 4 * order), 4 * order) + 0.0;
    }

    /** Returns cos(2π · exponent / order). */
    private static double cosine(long exponent, long order) {
        long fromZero = Math.min(exponent, order - exponent);
        boolean isNegative = 4 * fromZero > order;
        long acute = isNegative ? order - 2 * fromZero : 2 * fromZero;
        // The angle is π · acute / order, at most a quarter of the circle.
        double value = 4 * acute <= order
                ? StrictMath.cos(Math.PI * acute / order)
                : StrictMath.sin(Math.PI * (order - 2 * acute) / (2 * order));
        return isNegative ? -value : value;
    }

    /** Returns the table as constants; null stands for a real part of ones and for an imaginary part of zeros. */
    FourierTransform.Complex table(ExpansionBuilder b, Node like) throws TypeException {
        boolean isOne = Arrays.stream(real).allMatch(value -> value == 1);
        boolean isReal = Arrays.stream(imaginary).allMatch(value -> value == 0);
        return new FourierTransform.Complex(
                isOne ? null : constant(b, real, like), isReal ? null : constant(b, imaginary, like));
    }

    private Node constant(ExpansionBuilder b, double[] elements, Node like) throws TypeException {
        Extent[] sizes = Arrays.stream(dims).mapToObj(b::extent).toArray(Extent[]::new);
        return b.table(elements, b.list(sizes), like);
    }
}
