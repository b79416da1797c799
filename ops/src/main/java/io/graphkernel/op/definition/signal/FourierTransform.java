package io.graphkernel.op.definition.signal;

import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.signal.ComplexArithmetic.Complex;
import java.util.ArrayList;
import java.util.List;

/**
 * Expansion of a discrete Fourier transform along one axis, without a scale.
 *
 * <p>A stage of radix r is the Stockham step on a tensor [before, r · m, width]: transforms of the r ranges of m rows, times
 * the roots of unity of order r · m, adjacent in a tensor [before, m, r · width]. The elements of a stage are contiguous
 * along the width, which grows by r with each stage. A transform along the last axis is one of a matrix: along its columns,
 * then along its rows, so that no stage has a width of 1.
 */
final class FourierTransform {

    private final ExpansionBuilder b;
    private final ComplexArithmetic arithmetic;
    private final int sign;
    private final Extent before;

    private FourierTransform(ExpansionBuilder b, boolean isInverse, Extent before) {
        this.b = b;
        this.arithmetic = new ComplexArithmetic(b);
        this.sign = isInverse ? 1 : -1;
        this.before = before;
    }

    /**
     * Returns the sums of x · exp(±2πi · j · k / n) for each frequency k along the middle axis.
     *
     * @param x tensor [before, n, inner], whose imaginary part may be null
     * @param rows the dims around the axis
     * @param n size of the axis, a product of radices
     * @param isInverse true for the positive sign
     * @return tensor with the dims of x; the imaginary part is null only if n is 1 and that of x is null
     */
    static Complex of(ExpansionBuilder b, Complex x, AxisExtents rows, int n, boolean isInverse) throws TypeException {
        FourierTransform transform = new FourierTransform(b, isInverse, rows.before());
        List<Integer> radices = Radices.of(n);
        Complex result = rows.isLast() && radices.size() > 1
                ? transform.matrix(x, radices)
                : transform.stages(x, radices, rows.inner(), 1);
        return transform.arithmetic.reshape(result, rows.dims(b, n));
    }

    /** Transforms the columns of a matrix of all elements, and then the rows. */
    private Complex matrix(Complex x, List<Integer> radices) throws TypeException {
        int half = radices.size() / 2;
        List<Integer> rowRadices = radices.subList(0, half);
        List<Integer> columnRadices = radices.subList(half, radices.size());
        int columns = Radices.product(rowRadices);
        Extent rows = b.extent(Radices.product(columnRadices));
        Complex byColumn = stages(x, columnRadices, b.extent(columns), columns);
        Complex matrix = arithmetic.reshape(byColumn, b.list(before, rows, b.extent(columns)));
        Complex transposed = arithmetic.map(matrix, component -> b.transpose(component, 0, 2, 1));
        return stages(transposed, rowRadices, rows, 1);
    }

    /**
     * Transforms the middle axis of a tensor [before, n, inner].
     *
     * @param columns number of columns of the matrix by whose roots the result is multiplied; 1 for none
     */
    private Complex stages(Complex x, List<Integer> radices, Extent inner, int columns) throws TypeException {
        int n = Radices.product(radices);
        Complex value = arithmetic.reshape(x, b.list(before, b.extent(n), inner));
        int rest = n;
        for (int radix : radices) {
            rest /= radix;
            Roots roots = rest > 1 ? Roots.ofMatrix(radix, rest, sign) : Roots.ofMatrix(n, columns, sign);
            value = stage(value, radix, rest, roots);
        }
        return value;
    }

    /**
     * Returns the result of a stage of a tensor [before, radix · rest, width]: a tensor [before, rest, radix · width].
     *
     * @param roots table with consecutive elements for each frequency
     */
    private Complex stage(Complex x, int radix, int rest, Roots roots) throws TypeException {
        List<Complex> terms = new ArrayList<>();
        for (int j = 0; j < radix; j++) {
            terms.add(arithmetic.narrow(x, 1, j * rest, rest));
        }
        List<Complex> sums = new Butterfly(arithmetic, sign).of(terms);
        return arithmetic.concat(2, roots.areOnes(0, roots.size()) ? sums : turned(sums, roots, rest > 1));
    }

    /**
     * Multiplies each frequency by its part of a table.
     *
     * @param isPerRow true for an element for each row, false for one for each element of a row
     */
    private List<Complex> turned(List<Complex> sums, Roots roots, boolean isPerRow) throws TypeException {
        int radix = sums.size();
        int count = roots.size() / radix;
        Dims dims = isPerRow ? b.list(b.extent(roots.size()), b.extent(1)) : b.list(b.extent(roots.size()));
        Complex table = roots.table(b, dims, sums.get(0).real());
        List<Complex> turned = new ArrayList<>();
        for (int k = 0; k < radix; k++) {
            turned.add(
                    roots.areOnes(k * count, count)
                            ? sums.get(k)
                            : arithmetic.times(sums.get(k), arithmetic.narrow(table, 0, k * count, count)));
        }
        return turned;
    }
}
