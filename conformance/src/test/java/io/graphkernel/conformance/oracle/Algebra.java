package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Linear algebra on the matrices in the last two axes, in float64. An error bound is a number of roundings of the
 * largest element for each row: the operands are well-conditioned.
 */
public final class Algebra {

    /** Roundings of the largest element per row of a matrix, of several ops per element and step. */
    private static final double ROUNDINGS = 16;

    private Algebra() {}

    /** Function from matrices to a matrix. */
    @FunctionalInterface
    public interface MatrixFunction {

        double[][] apply(double[][]... matrices);
    }

    /** Returns the results of a function of the matrices, whose leading dims broadcast. */
    public static NdArray matrices(MatrixFunction function, NdArray... operands) {
        NdArray[] shapes = Stream.of(operands)
                .map(operand -> new NdArray(operand.dtype(), leading(operand), null))
                .toArray(NdArray[]::new);
        int[] batch = NdArray.broadcast(shapes);
        Scalar[][] results = new Scalar[NdArray.count(batch)][];
        int[] dims = Arrays.copyOf(batch, batch.length + 2);
        // The last operand has the dims of empty results.
        NdArray last = operands[operands.length - 1];
        System.arraycopy(last.dims(), last.rank() - 2, dims, batch.length, 2);
        DType dtype = operands[0].dtype();
        Precision precision = Precision.of(dtype);
        int[] number = {0};
        NdArray.generate(dtype, batch, position -> {
            double[][] matrix = function.apply(
                    Stream.of(operands).map(x -> matrix(x, position)).toArray(double[][][]::new));
            dims[batch.length] = matrix.length;
            dims[batch.length + 1] = matrix.length == 0 ? dims[batch.length + 1] : matrix[0].length;
            results[number[0]++] = rounded(matrix, precision);
            return null;
        });
        return new NdArray(dtype, dims, Stream.of(results).flatMap(Stream::of).toArray(Scalar[]::new));
    }

    private static Scalar[] rounded(double[][] matrix, Precision precision) {
        double largest = Stream.of(matrix)
                .flatMapToDouble(Arrays::stream)
                .map(Math::abs)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        double error = precision.roundingError(largest, ROUNDINGS * matrix.length);
        return Stream.of(matrix)
                .flatMapToDouble(Arrays::stream)
                .mapToObj(value -> new Real(value, value == 0 ? 0 : error, precision))
                .toArray(Scalar[]::new);
    }

    private static int[] leading(NdArray x) {
        return Arrays.copyOf(x.dims(), x.rank() - 2);
    }

    private static double[][] matrix(NdArray x, int[] batch) {
        int rows = x.dims()[x.rank() - 2];
        int columns = x.dims()[x.rank() - 1];
        int[] position = Arrays.copyOf(batch, batch.length + 2);
        return generate(rows, columns, (i, j) -> {
            position[batch.length] = i;
            position[batch.length + 1] = j;
            return x.at(position).asDouble();
        });
    }

    /** Element of a matrix. */
    @FunctionalInterface
    interface Element {

        double at(int row, int column);
    }

    static double[][] generate(int rows, int columns, Element element) {
        return IntStream.range(0, rows)
                .mapToObj(i -> IntStream.range(0, columns)
                        .mapToDouble(j -> element.at(i, j))
                        .toArray())
                .toArray(double[][]::new);
    }

    static double[][] transposed(double[][] x) {
        return generate(x.length == 0 ? 0 : x[0].length, x.length, (i, j) -> x[j][i]);
    }

    /** The factor by dot products, row by row. */
    public static double[][] cholesky(double[][] x) {
        int size = x.length;
        double[][] factor = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = (x[i][j] + x[j][i]) / 2;
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                boolean isPivot = i == j;
                factor[i][j] = isPivot ? sum > 0 ? Math.sqrt(sum) : Double.NaN : sum / factor[j][j];
            }
        }
        return factor;
    }

    /** Substitution in a lower triangular system; an upper one is reversed in both directions. */
    public static double[][] triangularSolve(
            double[][] a, double[][] b, boolean lower, boolean transposed, boolean unit) {
        double[][] system = transposed ? transposed(a) : a;
        if (lower == transposed) {
            return reversed(forward(reversed(transposed(reversed(transposed(system)))), reversed(b), unit));
        }
        return forward(system, b, unit);
    }

    private static double[][] reversed(double[][] x) {
        return IntStream.range(0, x.length).mapToObj(i -> x[x.length - 1 - i]).toArray(double[][]::new);
    }

    private static double[][] forward(double[][] a, double[][] b, boolean unit) {
        Function<Integer, double[]> row = i -> b[i].clone();
        double[][] x = IntStream.range(0, b.length).boxed().map(row).toArray(double[][]::new);
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x[i].length; j++) {
                for (int k = 0; k < i; k++) {
                    x[i][j] -= a[i][k] * x[k][j];
                }
                x[i][j] = unit ? x[i][j] : x[i][j] / a[i][i];
            }
        }
        return x;
    }
}
