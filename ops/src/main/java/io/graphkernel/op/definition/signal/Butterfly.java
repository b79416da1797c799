package io.graphkernel.op.definition.signal;

import io.graphkernel.graph.TypeException;
import io.graphkernel.op.definition.signal.ComplexArithmetic.Complex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Transform of a few tensors of one shape, element by element, by additions and multiplications by numbers: by pairs of
 * opposite terms for an odd prime count, else by the transforms of two factors.
 *
 * @param arithmetic receives the ops
 * @param sign sign of the exponent
 */
record Butterfly(ComplexArithmetic arithmetic, int sign) {

    /** Returns the sums of x[j] · exp(±2πi · j · k / n) over the n tensors for each frequency k. */
    List<Complex> of(List<Complex> x) throws TypeException {
        int n = x.size();
        if (n == 1) {
            return x;
        }
        if (n == 2) {
            return List.of(arithmetic.plus(x.get(0), x.get(1)), arithmetic.minus(x.get(0), x.get(1)));
        }
        int divisor = Radices.divisor(n);
        return divisor == 1 ? ofPrime(x) : ofFactors(x, divisor);
    }

    /** Transforms the columns of a matrix of the tensors, multiplies by roots of unity, and transforms the rows. */
    private List<Complex> ofFactors(List<Complex> x, int columns) throws TypeException {
        int n = x.size();
        int rows = n / columns;
        Complex[][] matrix = new Complex[rows][columns];
        for (int column = 0; column < columns; column++) {
            List<Complex> terms = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                terms.add(x.get(row * columns + column));
            }
            List<Complex> sums = of(terms);
            for (int row = 0; row < rows; row++) {
                int exponent = row * column;
                matrix[row][column] =
                        arithmetic.times(sums.get(row), Roots.cosine(exponent, n), sign * Roots.sine(exponent, n));
            }
        }
        Complex[] result = new Complex[n];
        for (int row = 0; row < rows; row++) {
            List<Complex> sums = of(List.of(matrix[row]));
            for (int column = 0; column < columns; column++) {
                result[row + column * rows] = sums.get(column);
            }
        }
        return Arrays.asList(result);
    }

    /** Adds to a sum of cosines, for the frequency k, or subtracts from it, for n - k, a sum of sines. */
    private List<Complex> ofPrime(List<Complex> x) throws TypeException {
        int n = x.size();
        Complex[] result = new Complex[n];
        result[0] = x.get(0);
        List<Complex> sums = new ArrayList<>();
        List<Complex> differences = new ArrayList<>();
        for (int j = 1; 2 * j < n; j++) {
            sums.add(arithmetic.plus(x.get(j), x.get(n - j)));
            differences.add(arithmetic.minus(x.get(j), x.get(n - j)));
            result[0] = arithmetic.plus(result[0], sums.get(j - 1));
        }
        for (int k = 1; 2 * k < n; k++) {
            Complex even = x.get(0);
            Complex odd = null;
            for (int j = 1; 2 * j < n; j++) {
                even = arithmetic.plus(even, arithmetic.times(sums.get(j - 1), Roots.cosine(j * k, n)));
                Complex term = arithmetic.times(differences.get(j - 1), Roots.sine(j * k, n));
                odd = odd == null ? term : arithmetic.plus(odd, term);
            }
            Complex turned = arithmetic.quarterTurn(odd, sign);
            result[k] = arithmetic.plus(even, turned);
            result[n - k] = arithmetic.minus(even, turned);
        }
        return Arrays.asList(result);
    }
}
