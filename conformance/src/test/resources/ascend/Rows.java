import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;

/** Kernels over rows of all lengths on the default device; ends with an exception if anything is wrong. */
public final class Rows {

    /**
     * Rows and lanes: of less than a repeat, of whole repeats and a rest, longer than strides reach, longer than an instruction
     * repeats, and longer than the unified buffer. Cores have several rows, one, or a part of one.
     */
    private static final int[][] SIZES = {
        {1, 1},
        {3, 5},
        {17, 64},
        {40, 65},
        {300, 3},
        {300, 1024},
        {9, 2100},
        {3, 9001},
        {2, 16385},
        {1, 70_000},
        {2, 50_001}
    };

    @GraphKernel
    public static Tensor bias(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor row) {
        return add(x, row);
    }

    @GraphKernel
    public static Tensor biasGelu(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor row) {
        return gelu(add(x, row));
    }

    @GraphKernel
    public static Tensor columns(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor column) {
        return mul(add(x, column), column);
    }

    @GraphKernel
    public static Tensor outer(@TensorType("f32[d]") Tensor row, @TensorType("f32[n, 1]") Tensor column) {
        return sub(row, column);
    }

    @GraphKernel
    public static Tensor scaled(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[1]") Tensor factor) {
        return mul(x, factor);
    }

    @GraphKernel
    public static Tensor normalized(@TensorType("f32[n, d]") Tensor x) {
        return softmax(x, -1);
    }

    /** Tests of each row, each lane, the kernel and each element. */
    @GraphKernel
    public static Tensor chosen(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor row,
            @TensorType("f32[n, 1]") Tensor column,
            @TensorType("bool[1]") Tensor flag) {
        Tensor ofRow = less(column, 0);
        return select(logicalAnd(logicalOr(less(row, 0), ofRow), flag), select(less(x, row), x, row), select(ofRow, 0, x));
    }

    @GraphKernel
    public static Tensor tested(@TensorType("bool[d]") Tensor row, @TensorType("f32[n, 1]") Tensor column) {
        return logicalAnd(row, less(column, 0));
    }

    @GraphKernel
    public static Tensor columnSums(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(x, 0);
    }

    /** Two kernels, or the partitions of one, store adjacent regions. */
    @GraphKernel
    public static Tensor joined(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor row) {
        return concat(-1, add(x, row), mul(x, row));
    }

    /** Column sums of rows that were normalized. */
    @GraphKernel
    public static Tensor normalizedSums(@TensorType("f32[n, 1024]") Tensor x) {
        return reduceSum(softmax(x, -1), 0);
    }

    /** Gradient of a norm: results of the rows, and sums of the columns over the row reductions. */
    public record Sums(Tensor rows, Tensor columns, Tensor products) {}

    @GraphKernel
    public static Sums sums(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor dy, @TensorType("f32[n, 1]") Tensor mean) {
        Tensor moved = sub(x, mean);
        Tensor product = reduceMean(mul(moved, dy), -1, true);
        Tensor rows = sub(dy, mul(moved, product));
        return new Sums(rows, reduceSum(dy, 0), reduceSum(mul(rows, moved), 0));
    }

    /** Row reductions are a result, and are read again where columns are reduced. */
    public record Peaks(Tensor rows, Tensor columns, Tensor distances) {}

    @GraphKernel
    public static Peaks peaks(@TensorType("f32[n, d]") Tensor x) {
        Tensor rows = reduceMax(x, -1, true);
        return new Peaks(rows, reduceMax(x, 0), reduceMax(sub(rows, x), 0));
    }

    /** Its rows are known not to fit. */
    @GraphKernel
    public static Tensor longest(@TensorType("f32[n, 50001]") Tensor x) {
        return softmax(x, -1);
    }

    @GraphKernel
    public static void move(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor row) {
        assign(x, add(x, row));
    }

    /** Two partial results of each block of rows, of which the second one begins within a block of memory. */
    @GraphKernel
    public static Tensor range(@TensorType("f32[n, d]") Tensor x) {
        return sub(reduceMax(x, 0), reduceSum(x, 0));
    }

    /** The second kernel of one of them stores from within a block of memory on. */
    @GraphKernel
    public static Tensor ends(@TensorType("f32[n, 4001]") Tensor x) {
        return concat(0, reduceMax(x, 0), reduceSum(x, 0));
    }

    /** Neither the rows of a plane nor planes are whole blocks of memory, but the second part begins at one. */
    @GraphKernel
    public static Tensor joinedPlanes(
            @TensorType("f32[b, 6, 4]") Tensor x, @TensorType("f32[b, 1, 4]") Tensor row) {
        return concat(1, add(x, row), row);
    }

    @GraphKernel
    public static Tensor planes(
            @TensorType("f32[b, n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor plane,
            @TensorType("f32[b, 1, d]") Tensor row) {
        return add(mul(x, plane), row);
    }

    public static void main(String[] arguments) {
        for (int[] size : SIZES) {
            check(size[0], size[1]);
        }
        for (int[] dims : new int[][] {{2, 3, 5}, {3, 7, 64}, {2, 5, 3000}}) {
            checkPlanes(dims[0], dims[1], dims[2]);
        }
        checkTargetsWithinBlocks();
        for (int[] size : new int[][] {{200, 64}, {70, 515}, {137, 7001}, {3, 20_000}}) {
            checkSums(size[0], size[1]);
        }
    }

    private static float[] values(int count, int seed) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) Math.sin(i * 0.37 + seed) * 2;
        }
        return values;
    }

    private static void check(int n, int d) {
        float[] x = values(n * d, 1);
        float[] row = values(d, 2);
        float[] column = values(n, 3);
        Tensor matrix = Tensor.of(x, n, d);
        Tensor ofLanes = Tensor.of(row, d);
        Tensor ofRows = Tensor.of(column, n, 1);
        double[] sums = new double[n];
        for (int i = 0; i < n * d; i++) {
            sums[i / d] += Math.exp(x[i]);
        }
        double[] columnSums = new double[d];
        double[] normalizedSums = new double[d];
        double[][] expected = new double[5][n * d];
        for (int i = 0; i < n * d; i++) {
            expected[0][i] = x[i] + row[i % d];
            expected[1][i] = (x[i] + column[i / d]) * column[i / d];
            expected[2][i] = row[i % d] - column[i / d];
            expected[3][i] = 3 * x[i];
            expected[4][i] = Math.exp(x[i]) / sums[i / d];
            columnSums[i % d] += x[i];
            normalizedSums[i % d] += expected[4][i];
        }
        require("bias", RowsKernels.bias(matrix, ofLanes), expected[0]);
        require("columns", RowsKernels.columns(matrix, ofRows), expected[1]);
        require("outer", RowsKernels.outer(ofLanes, ofRows), expected[2]);
        require("scaled", RowsKernels.scaled(matrix, Tensor.of(new float[] {3}, 1)), expected[3]);
        require("normalized", RowsKernels.normalized(matrix), expected[4]);
        boolean[] negative = new boolean[d];
        for (int i = 0; i < d; i++) {
            negative[i] = row[i] < 0;
        }
        double[] activated = new double[n * d];
        double[] chosen = new double[n * d];
        boolean[] tested = new boolean[n * d];
        for (int i = 0; i < n * d; i++) {
            boolean ofRow = column[i / d] < 0;
            double sum = expected[0][i];
            activated[i] = sum / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (sum + 0.044715 * sum * sum * sum)));
            chosen[i] = negative[i % d] || ofRow ? Math.min(x[i], row[i % d]) : x[i];
            tested[i] = negative[i % d] && ofRow;
        }
        Tensor flag = Tensor.of(new boolean[] {true}, 1);
        require("biasGelu", RowsKernels.biasGelu(matrix, ofLanes), activated);
        require("chosen", RowsKernels.chosen(matrix, ofLanes, ofRows, flag), chosen);
        if (!Arrays.equals(RowsKernels.tested(Tensor.of(negative, d), ofRows).toBooleanArray(), tested)) {
            throw new IllegalStateException("tested of " + n + " rows of " + d);
        }
        double[] joined = new double[2 * n * d];
        for (int i = 0; i < n * d; i++) {
            joined[i / d * 2 * d + i % d] = expected[0][i];
            joined[i / d * 2 * d + d + i % d] = x[i] * row[i % d];
        }
        require("joined", RowsKernels.joined(matrix, ofLanes), joined);
        require("columnSums", RowsKernels.columnSums(matrix), columnSums);
        if (d == 1024) {
            require("normalizedSums", RowsKernels.normalizedSums(matrix), normalizedSums);
        }
        if (d == 50_001) {
            require("longest", RowsKernels.longest(matrix), expected[4]);
        }
    }

    private static void checkSums(int n, int d) {
        float[] x = values(n * d, 1);
        float[] dy = values(n * d, 2);
        float[] mean = values(n, 3);
        double[] products = new double[n];
        for (int i = 0; i < x.length; i++) {
            products[i / d] += (x[i] - mean[i / d]) * (double) dy[i] / d;
        }
        double[] rows = new double[n * d];
        double[] columns = new double[d];
        double[] sums = new double[d];
        for (int i = 0; i < x.length; i++) {
            double moved = x[i] - mean[i / d];
            rows[i] = dy[i] - moved * products[i / d];
            columns[i % d] += dy[i];
            sums[i % d] += rows[i] * moved;
        }
        Sums result = RowsKernels.sums(Tensor.of(x, n, d), Tensor.of(dy, n, d), Tensor.of(mean, n, 1));
        require("sums", result.rows(), rows);
        require("sums", result.columns(), columns);
        require("sums", result.products(), sums);
        double[] most = new double[n];
        double[] highest = new double[d];
        double[] distances = new double[d];
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
        Arrays.fill(highest, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < x.length; i++) {
            most[i / d] = Math.max(most[i / d], x[i]);
            highest[i % d] = Math.max(highest[i % d], x[i]);
        }
        for (int i = 0; i < x.length; i++) {
            distances[i % d] = Math.max(distances[i % d], most[i / d] - x[i]);
        }
        Peaks peaks = RowsKernels.peaks(Tensor.of(x, n, d));
        require("peaks", peaks.rows(), most);
        require("peaks", peaks.columns(), highest);
        require("peaks", peaks.distances(), distances);
    }

    private static void checkPlanes(int b, int n, int d) {
        float[] x = values(b * n * d, 1);
        float[] plane = values(n * d, 2);
        float[] row = values(b * d, 3);
        Tensor result = RowsKernels.planes(Tensor.of(x, b, n, d), Tensor.of(plane, n, d), Tensor.of(row, b, 1, d));
        double[] expected = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            expected[i] = x[i] * plane[i % (n * d)] + row[i / (n * d) * d + i % d];
        }
        require("planes", result, expected);
    }

    /** No two cores write to one block of memory, wherever what they write begins. */
    private static void checkTargetsWithinBlocks() {
        for (int d : new int[] {129, 128, 7001}) {
            float[] x = values(102 * d, 1);
            float[] row = values(d, 2);
            Tensor whole = Tensor.of(x, 102 * d);
            Tensor view = whole.slice(d / 2, d / 2 + 101 * d).reshape(101, d);
            RowsKernels.move(view, Tensor.of(row, d));
            double[] moved = new double[x.length];
            for (int i = 0; i < x.length; i++) {
                int at = i - d / 2;
                moved[i] = x[i] + (at >= 0 && at < 101 * d ? row[at % d] : 0);
            }
            require("move", whole, moved);
        }
        float[] x = values(20 * 4001, 1);
        double[] range = new double[4001];
        double[] ends = new double[2 * 4001];
        Arrays.fill(ends, 0, 4001, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < x.length; i++) {
            int lane = i % 4001;
            ends[lane] = Math.max(ends[lane], x[i]);
            ends[4001 + lane] += x[i];
            range[lane] = ends[lane] - ends[4001 + lane];
        }
        require("range", RowsKernels.range(Tensor.of(x, 20, 4001)), range);
        require("ends", RowsKernels.ends(Tensor.of(x, 20, 4001)), ends);
        float[] planes = values(48 * 6 * 4, 1);
        float[] rows = values(48 * 4, 2);
        double[] joined = new double[48 * 7 * 4];
        for (int i = 0; i < joined.length; i++) {
            int plane = i / 28;
            float ofRow = rows[plane * 4 + i % 4];
            joined[i] = i % 28 < 24 ? planes[plane * 24 + i % 28] + ofRow : ofRow;
        }
        require("joinedPlanes", RowsKernels.joinedPlanes(Tensor.of(planes, 48, 6, 4), Tensor.of(rows, 48, 1, 4)), joined);
    }

    private static void require(String kernel, Tensor result, double[] expected) {
        float[] elements = result.toFloatArray();
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(elements[i] - expected[i]) <= 2e-6 * Math.abs(expected[i]) + 2e-5)) {
                throw new AssertionError(kernel + Arrays.toString(result.dimensions()) + " at " + i + ": " + elements[i]
                        + " for " + expected[i]);
            }
        }
    }
}
