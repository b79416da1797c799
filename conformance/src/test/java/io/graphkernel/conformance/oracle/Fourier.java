package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.FftNormalization;
import java.util.List;

/**
 * Discrete Fourier transforms, as sums over all elements for each frequency.
 *
 * @param dtype dtype of the results
 * @param isInverse true for the positive sign in the exponent
 * @param normalization scale
 */
public record Fourier(DType dtype, boolean isInverse, FftNormalization normalization) {

    /** The transform of a complex tensor: the real and the imaginary part. */
    public List<NdArray> of(NdArray real, NdArray imaginary, int axis) {
        return transformed(real, imaginary, axis, real.dims()[real.axis(axis)]);
    }

    /** The frequencies up to the half of a real tensor. */
    public List<NdArray> half(NdArray x, int axis) {
        NdArray zeros = x.map(element -> element.number(0));
        return transformed(x, zeros, axis, x.dims()[x.axis(axis)] / 2 + 1);
    }

    /** The real tensor of n elements whose frequencies up to the half are given. */
    public NdArray whole(NdArray real, NdArray imaginary, int n, int axis) {
        int[] dims = real.dims().clone();
        int along = real.axis(axis);
        dims[along] = n;
        NdArray cosines = NdArray.generate(dtype, dims, p -> real.at(mirrored(p, along, n)));
        NdArray sines = NdArray.generate(dtype, dims, p -> {
            Scalar element = imaginary.at(mirrored(p, along, n));
            boolean isReal = p[along] == 0 || 2 * p[along] == n;
            return isReal ? element.number(0) : 2 * p[along] > n ? element.negated() : element;
        });
        return transformed(cosines, sines, axis, n).get(0);
    }

    private static int[] mirrored(int[] position, int axis, int n) {
        int[] source = position.clone();
        source[axis] = Math.min(source[axis], n - source[axis]);
        return source;
    }

    private List<NdArray> transformed(NdArray real, NdArray imaginary, int axis, int frequencies) {
        int[] dims = real.dims().clone();
        int along = real.axis(axis);
        dims[along] = frequencies;
        return List.of(
                NdArray.generate(dtype, dims, p -> sum(real, imaginary, along, p, false)),
                NdArray.generate(dtype, dims, p -> sum(imaginary, real, along, p, true)));
    }

    /** The sum of cosines of one part, and of sines of the other one. */
    private Scalar sum(NdArray x, NdArray other, int axis, int[] position, boolean isImaginary) {
        int n = x.dims()[axis];
        int[] source = position.clone();
        Scalar sum = null;
        for (int j = 0; j < n; j++) {
            source[axis] = j;
            long turn = (long) j * position[axis] % n;
            double angle = 2 * Math.PI * turn / n;
            double magnitude = 2 * turn % n == 0 ? 0 : Math.sin(angle);
            double sine = isInverse == isImaginary ? magnitude : -magnitude;
            Scalar element = x.at(source);
            Scalar term = element.times(element.number(Math.cos(angle)))
                    .plus(other.at(source).times(element.number(sine)));
            sum = sum == null ? term : sum.plus(term);
        }
        double scale = switch (normalization) {
            case BACKWARD -> isInverse ? 1.0 / n : 1;
            case ORTHO -> 1 / Math.sqrt(n);
            case FORWARD -> isInverse ? 1 : 1.0 / n;
        };
        return scale == 1 ? sum : sum.times(sum.number(scale));
    }
}
