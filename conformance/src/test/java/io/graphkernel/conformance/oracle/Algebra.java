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

    /** Magnitude of elements beside the diagonal that change no eigenvalue. */
    private static final double NEGLIGIBLE = 1e-20;

    private Algebra() {}

    /** Function from matrices to a matrix. */
    @FunctionalInterface
    public interface MatrixFunction {

        double[][] apply(double[][]... matrices);
    }

    /** Returns the results of a function of the matrices, whose batch dims broadcast. */
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
            results[number[0]++] = rounded(matrix, precision, operands[0].dims()[operands[0].rank() - 2]);
            return null;
        });
        return new NdArray(dtype, dims, Stream.of(results).flatMap(Stream::of).toArray(Scalar[]::new));
    }

    private static Scalar[] rounded(double[][] matrix, Precision precision, int rows) {
        double largest = Stream.of(matrix)
                .flatMapToDouble(Arrays::stream)
                .map(Math::abs)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        double error = precision.roundingError(largest, ROUNDINGS * rows);
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

    /** Returns the rows in descending order. */
    public static double[][] flipped(double[][] x) {
        return reversed(x);
    }

    /** Returns an identity matrix. */
    public static double[][] identity(int size) {
        return generate(size, size, (i, j) -> i == j ? 1 : 0);
    }

    /** Returns the solution by elimination above and below each pivot. */
    public static double[][] solve(double[][] a, double[][] b) {
        double[][] joint =
                generate(a.length, a.length + b[0].length, (i, j) -> j < a.length ? a[i][j] : b[i][j - a.length]);
        eliminate(joint, true);
        return generate(b.length, b[0].length, (i, j) -> joint[i][a.length + j] / joint[i][i]);
    }

    /** Returns the determinant, and the logarithm of its magnitude. */
    public static double[] determinant(double[][] x) {
        double[][] upper = generate(x.length, x.length, (i, j) -> x[i][j]);
        double determinant = eliminate(upper, false);
        double logarithm = 0;
        for (int i = 0; i < x.length; i++) {
            determinant *= upper[i][i];
            logarithm += Math.log(Math.abs(upper[i][i]));
        }
        return new double[] {determinant, logarithm};
    }

    /** Eliminates with the largest element of each column as the pivot, and returns the sign of the exchanges. */
    private static double eliminate(double[][] x, boolean isFull) {
        double sign = 1;
        for (int k = 0; k < x.length; k++) {
            int pivot = k;
            for (int i = k; i < x.length; i++) {
                pivot = Math.abs(x[i][k]) > Math.abs(x[pivot][k]) ? i : pivot;
            }
            double[] row = x[pivot];
            sign = pivot == k ? sign : -sign;
            x[pivot] = x[k];
            x[k] = row;
            for (int i = isFull ? 0 : k + 1; i < x.length && row[k] != 0; i++) {
                double factor = i == k ? 0 : x[i][k] / row[k];
                for (int j = 0; j < row.length; j++) {
                    x[i][j] -= factor * row[j];
                }
            }
        }
        return sign;
    }

    /** Returns L and U in one matrix, for a matrix whose pivots are on the diagonal. */
    public static double[][] factors(double[][] x) {
        double[][] upper = generate(x.length, x.length, (i, j) -> x[i][j]);
        eliminate(upper, false);
        double[][] lower = transposed(triangularSolve(upper, transposed(x), false, true, false));
        return generate(x.length, x.length, (i, j) -> i > j ? lower[i][j] : upper[i][j]);
    }

    /**
     * Returns orthonormal columns by Gram-Schmidt, twice, with R below them; its diagonal is negative but for the last row
     * of matrices that are not tall.
     */
    public static double[][] orthonormal(double[][] x) {
        double[][] columns = transposed(x);
        int size = Math.min(x.length, columns.length);
        double[][] upper = new double[size][columns.length];
        for (int k = 0; k < columns.length; k++) {
            for (int pass = 0; pass < 2; pass++) {
                for (int j = 0; j < Math.min(k, size); j++) {
                    double dot = dot(columns[j], columns[k]);
                    upper[j][k] += dot;
                    for (int i = 0; i < x.length; i++) {
                        columns[k][i] -= dot * columns[j][i];
                    }
                }
            }
            if (k < size) {
                upper[k][k] = (k == x.length - 1 ? 1 : -1) * Math.sqrt(dot(columns[k], columns[k]));
                for (int i = 0; i < x.length; i++) {
                    columns[k][i] /= upper[k][k];
                }
            }
        }
        double[][] q = transposed(Arrays.copyOf(columns, size));
        return Stream.concat(Stream.of(q), Stream.of(upper)).toArray(double[][]::new);
    }

    private static double dot(double[] x, double[] y) {
        return IntStream.range(0, x.length).mapToDouble(i -> x[i] * y[i]).sum();
    }

    /** Returns the eigenvalues as a row, and eigenvectors below them, by rotations of the largest element. */
    public static double[][] eigen(double[][] x) {
        int size = x.length;
        double[][] a = generate(size, size, (i, j) -> (x[i][j] + x[j][i]) / 2);
        double[][] v = identity(size);
        for (int step = 0; step < 20 * size * size; step++) {
            int p = 0;
            int q = 0;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < i; j++) {
                    boolean isLarger = p == q || Math.abs(a[i][j]) > Math.abs(a[p][q]);
                    p = isLarger ? i : p;
                    q = isLarger ? j : q;
                }
            }
            if (Math.abs(a[p][q]) < NEGLIGIBLE || p == q) {
                break;
            }
            double angle = Math.atan2(2 * a[p][q], a[q][q] - a[p][p]) / 2;
            rotate(a, p, q, angle);
            a = transposed(a);
            rotate(a, p, q, angle);
            v = transposed(v);
            rotate(v, p, q, angle);
            v = transposed(v);
        }
        double[][] values = a;
        double[][] vectors = v;
        int[] order = IntStream.range(0, size)
                .boxed()
                .sorted((i, j) -> Double.compare(values[i][i], values[j][j]))
                .mapToInt(Integer::intValue)
                .toArray();
        return generate(size + 1, size, (i, j) -> {
            int column = order[j];
            double largest = Stream.of(vectors)
                    .mapToDouble(row -> Math.abs(row[column]))
                    .max()
                    .orElse(0);
            double leading = Stream.of(vectors)
                    .mapToDouble(row -> row[column])
                    .filter(element -> Math.abs(element) >= 0.99 * largest)
                    .findFirst()
                    .orElse(1);
            return i == 0 ? values[column][column] : Math.copySign(1, leading) * vectors[i - 1][column];
        });
    }

    private static void rotate(double[][] x, int p, int q, double angle) {
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        for (int j = 0; j < x.length; j++) {
            double first = x[p][j];
            double second = x[q][j];
            x[p][j] = c * first - s * second;
            x[q][j] = s * first + c * second;
        }
    }
}
