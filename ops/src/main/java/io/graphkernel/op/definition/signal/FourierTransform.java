package io.graphkernel.op.definition.signal;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.AlongAxis;
import java.util.List;

/**
 * Expansion of a discrete Fourier transform along one axis, without a scale.
 *
 * <p>A stage of radix r is the Stockham step on a view [before, r, m, width]: sums over the second axis with the roots
 * of unity of order r, times the twiddle factors of order r · m, in the order [before, m, r, width]. The elements of a
 * stage are contiguous along the width, which grows by r with each stage. A transform along the last axis is one of a
 * matrix: along its columns, then along its rows, so that no stage has a width of 1.
 */
final class FourierTransform {

    /** Complex tensor. The imaginary part is null if it is zero. */
    record Complex(Node real, Node imaginary) {}

    private final ExpansionBuilder b;
    private final int sign;
    private final Extent before;

    private FourierTransform(ExpansionBuilder b, boolean isInverse, Extent before) {
        this.b = b;
        this.sign = isInverse ? 1 : -1;
        this.before = before;
    }

    /**
     * Returns the sums of x · exp(±2πi · j · k / n) for each frequency k.
     *
     * @param x tensor, whose imaginary part may be null
     * @param axis the axis
     * @param n size of the axis, a product of radices
     * @param isInverse true for the positive sign
     * @return tensor with the dims of x; the imaginary part is null only if n is 1 and that of x is null
     */
    static Complex of(ExpansionBuilder b, Complex x, Axes axis, int n, boolean isInverse) throws TypeException {
        Dims dims = b.dims(x.real());
        Dims rows = AlongAxis.rows(b, x.real(), axis, b.extent(n));
        Extent inner = b.at(rows, b.extent(2));
        FourierTransform transform = new FourierTransform(b, isInverse, b.at(rows, b.extent(0)));
        boolean isLast = b.position(x.real(), axis) == b.rank(x.real()) - 1;
        List<Integer> radices = Radices.of(n);
        Complex result =
                isLast && radices.size() > 1 ? transform.matrix(x, radices) : transform.stages(x, radices, inner);
        return transform.reshaped(result, dims);
    }

    /** Transforms the columns of a matrix of all elements, and then the rows. */
    private Complex matrix(Complex x, List<Integer> radices) throws TypeException {
        int half = radices.size() / 2;
        int columns = Radices.product(radices.subList(0, half));
        int rows = Radices.product(radices.subList(half, radices.size()));
        Complex byColumn = stages(x, radices.subList(half, radices.size()), b.extent(columns));
        Dims matrix = b.list(before, b.extent(rows), b.extent(columns), b.extent(1));
        Complex turned =
                times(reshaped(byColumn, matrix), Roots.of(rows, columns, sign).table(b, x.real()));
        Complex transposed =
                new Complex(b.transpose(turned.real(), 0, 2, 1, 3), b.transpose(turned.imaginary(), 0, 2, 1, 3));
        return stages(transposed, radices.subList(0, half), b.extent(rows));
    }

    /** Transforms the middle axis of a tensor [before, n, inner]. */
    private Complex stages(Complex x, List<Integer> radices, Extent inner) throws TypeException {
        Complex value = x;
        Extent width = inner;
        int remaining = Radices.product(radices);
        for (int radix : radices) {
            remaining /= radix;
            value = stage(value, radix, remaining, width);
            width = b.times(width, b.extent(radix));
        }
        return value;
    }

    private Complex stage(Complex x, int radix, int rest, Extent width) throws TypeException {
        Complex apart = reshaped(x, b.list(before, b.extent(radix), b.extent(rest), width));
        Complex sum = null;
        for (int j = 0; j < radix; j++) {
            Complex term = part(apart, j, b.list(before, b.extent(rest), b.extent(1), width));
            Complex turned = times(term, Roots.ofTerm(radix, j, sign).table(b, x.real()));
            sum = sum == null ? turned : plus(sum, turned);
        }
        return times(sum, Roots.of(rest, radix, sign).table(b, x.real()));
    }

    private Complex part(Complex x, int number, Dims dims) throws TypeException {
        Extent start = b.extent(number);
        Extent one = b.extent(1);
        Node real = b.reshape(b.narrow(x.real(), b.axes(1), start, one), dims);
        return new Complex(
                real, x.imaginary() == null ? null : b.reshape(b.narrow(x.imaginary(), b.axes(1), start, one), dims));
    }

    private Complex reshaped(Complex x, Dims dims) throws TypeException {
        return new Complex(b.reshape(x.real(), dims), x.imaginary() == null ? null : b.reshape(x.imaginary(), dims));
    }

    private Complex plus(Complex x, Complex y) throws TypeException {
        return new Complex(b.add(x.real(), y.real()), sum(x.imaginary(), y.imaginary()));
    }

    private Node sum(Node x, Node y) throws TypeException {
        return x == null ? y : y == null ? x : b.add(x, y);
    }

    private Complex times(Complex x, Complex root) throws TypeException {
        Node real = product(x.real(), root.real());
        Node imaginary = root.imaginary() == null ? null : b.mul(x.real(), root.imaginary());
        if (x.imaginary() == null) {
            return new Complex(real, imaginary);
        }
        Node turned = product(x.imaginary(), root.real());
        return imaginary == null
                ? new Complex(real, turned)
                : new Complex(b.sub(real, b.mul(x.imaginary(), root.imaginary())), b.add(turned, imaginary));
    }

    /** Returns a product, in which null stands for a factor of 1. */
    private Node product(Node x, Node factor) throws TypeException {
        return factor == null ? x : b.mul(x, factor);
    }
}
