package io.graphkernel.op.definition.signal;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.signal.ComplexArithmetic.Complex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Expansion of the discrete Fourier transform of a real tensor [before, n, inner] along its middle axis, and of its
 * inverse.
 *
 * <p>The n real elements of an even length are half as many complex ones: even elements are real parts, odd ones imaginary
 * parts. The frequencies k and n / 2 - k of these are sums of the frequencies k of the even and of the odd elements. An odd
 * length is transformed as a complex tensor.
 *
 * <p>The ends of a spectrum, the frequencies 0 and n / 2, are real. They have their own scale, since a real tensor has them
 * once and all others twice.
 */
final class RealTransform {

    private final ExpansionBuilder b;
    private final ComplexArithmetic arithmetic;
    private final AxisExtents rows;
    private final int n;
    private final int half;
    private final double scale;
    private final double scaleOfEnds;

    /**
     * Creates a transform.
     *
     * @param b receives the ops
     * @param rows the dims around the axis
     * @param n size of the axis in the real tensor
     * @param scale factor of each frequency
     * @param scaleOfEnds factor of the ends
     */
    RealTransform(ExpansionBuilder b, AxisExtents rows, int n, double scale, double scaleOfEnds) {
        this.b = b;
        this.arithmetic = new ComplexArithmetic(b);
        this.rows = rows;
        this.n = n;
        this.half = n / 2;
        this.scale = scale;
        this.scaleOfEnds = scaleOfEnds;
    }

    /** Returns the frequencies 0 to ⌊n / 2⌋ of a real tensor. */
    Complex forward(Node x) throws TypeException {
        if (n % 2 == 1) {
            Complex spectrum = FourierTransform.of(b, new Complex(x, null), rows, n, false);
            return weighted(arithmetic.narrow(spectrum, 1, 0, half + 1), scale);
        }
        Node pairs = b.reshape(x, b.list(rows.before(), b.extent(half), b.times(rows.inner(), b.extent(2))));
        Node even = b.narrow(pairs, b.axes(2), b.extent(0), rows.inner());
        Node odd = b.narrow(pairs, b.axes(2), rows.inner(), rows.inner());
        Complex sums = FourierTransform.of(b, new Complex(even, odd), rows, half, false);
        Complex first = arithmetic.narrow(sums, 1, 0, 1);
        List<Complex> spectrum = new ArrayList<>();
        spectrum.add(untangled(first, 0, 1, -1, scaleOfEnds / 2));
        if (half > 1) {
            spectrum.add(untangled(arithmetic.narrow(sums, 1, 1, half - 1), 1, half - 1, -1, scale / 2));
        }
        spectrum.add(untangled(first, half, 1, -1, scaleOfEnds / 2));
        return arithmetic.concat(1, spectrum);
    }

    /** Returns the sums of all frequencies of a real tensor, of which those from 0 to ⌊n / 2⌋ are given. */
    Node inverse(Complex spectrum) throws TypeException {
        if (n % 2 == 1) {
            Complex half = weighted(spectrum, 2 * scale);
            Complex padded = arithmetic.map(half, this::padded);
            return FourierTransform.of(b, padded, rows, n, true).real();
        }
        Node first = arithmetic.narrow(spectrum, 1, 0, 1).real();
        Node last = arithmetic.narrow(spectrum, 1, half, 1).real();
        List<Complex> sums = new ArrayList<>();
        sums.add(arithmetic.times(new Complex(b.add(first, last), b.sub(first, last)), scaleOfEnds));
        if (half > 1) {
            sums.add(untangled(arithmetic.narrow(spectrum, 1, 1, half - 1), 1, half - 1, 1, scale));
        }
        Complex packed = FourierTransform.of(b, arithmetic.concat(1, sums), rows, half, true);
        Node pairs = b.concat(b.axes(2), packed.real(), packed.imaginary());
        return b.reshape(pairs, rows.dims(b, n));
    }

    /**
     * Returns the sums of the frequencies of even and odd elements, from those of packed elements or the other way round.
     *
     * @param x frequencies, the first of which is paired with the last
     * @param from index of the first frequency
     * @param count number of frequencies
     * @param sign sign of the exponent
     */
    private Complex untangled(Complex x, int from, int count, int sign, double factor) throws TypeException {
        Complex mirrored = arithmetic.conjugate(arithmetic.map(x, component -> reversed(component, count)));
        // The difference is i times the frequency of the other elements: the roots are a quarter of the circle ahead.
        Complex roots = Roots.of(count, at -> 4L * (from + at) + n, 4L * n, sign)
                .table(b, b.list(b.extent(count), b.extent(1)), x.real());
        Complex turned = arithmetic.times(arithmetic.minus(x, mirrored), roots);
        return arithmetic.times(arithmetic.plus(arithmetic.plus(x, mirrored), turned), factor);
    }

    private Node reversed(Node x, int count) throws TypeException {
        return count == 1 ? x : b.call("Reverse", Map.of("axes", b.axes(1)), x);
    }

    /** Multiplies the frequency 0 by the scale of ends, and the others by a factor. */
    private Complex weighted(Complex spectrum, double factor) throws TypeException {
        double[] factors = new double[half + 1];
        Arrays.fill(factors, factor);
        factors[0] = scaleOfEnds;
        Node table = b.table(factors, b.list(b.extent(half + 1), b.extent(1)), spectrum.real());
        return arithmetic.map(spectrum, component -> b.mul(component, table));
    }

    /** Appends zeros for the frequencies after n / 2. */
    private Node padded(Node x) throws TypeException {
        Node zeros = b.broadcastTo(b.number(0, x), rows.dims(b, n - half - 1));
        return n == 1 ? x : b.concat(b.axes(1), x, zeros);
    }
}
