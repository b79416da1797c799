package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Fourier;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.FftNormalization;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Discrete Fourier transforms of all radices, along last and other axes, against the sums of their definition. */
final class FourierCases {

    private static final Sampler VALUES = Sampler.between(-2, 3);

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;

    private FourierCases(DType dtype) {
        this.dtype = dtype;
    }

    static Stream<Case> all() {
        return Dtypes.REALS.stream().flatMap(dtype -> {
            FourierCases transforms = new FourierCases(dtype);
            transforms.add();
            return transforms.cases.stream();
        });
    }

    private void add() {
        addComplex("last", "n, 60", -1, FftNormalization.BACKWARD);
        addReal("even", "n, 24", "n, 13", 24, -1, FftNormalization.BACKWARD);
        if (dtype == DType.F32) {
            addComplex("middle", "n, 14, d", 1, FftNormalization.ORTHO);
            addComplex("first", "8, d", 0, FftNormalization.FORWARD);
            addComplex("one", "n, 1", -1, FftNormalization.BACKWARD);
            addReal("odd", "15, d", "8, d", 15, 0, FftNormalization.ORTHO);
            addReal("two", "n, 2", "n, 2", 2, 1, FftNormalization.FORWARD);
            addReal("long", "n, 128", "n, 65", 128, -1, FftNormalization.BACKWARD);
        }
    }

    private void addComplex(String form, String dims, int axis, FftNormalization normalization) {
        for (boolean isInverse : new boolean[] {false, true}) {
            Fourier transform = new Fourier(dtype, isInverse, normalization);
            cases.add(Case.of(
                            isInverse ? "Ifft" : "Fft",
                            form,
                            dtype,
                            "$(a, b, " + axis + ", FftNormalization." + normalization + ")",
                            x -> transform.of(x[0], x[1], axis),
                            new Operand(dtype, dims, VALUES),
                            new Operand(dtype, dims, VALUES))
                    .results("real", "imaginary"));
        }
    }

    private void addReal(String form, String dims, String half, int n, int axis, FftNormalization normalization) {
        String last = axis + ", FftNormalization." + normalization + ")";
        cases.add(Case.of(
                        "Rfft",
                        form,
                        dtype,
                        "$(a, " + last,
                        x -> new Fourier(dtype, false, normalization).half(x[0], axis),
                        new Operand(dtype, dims, VALUES))
                .results("real", "imaginary"));
        cases.add(Case.of(
                "Irfft",
                form,
                dtype,
                "$(a, b, " + n + ", " + last,
                x -> List.of(new Fourier(dtype, true, normalization).whole(x[0], x[1], n, axis)),
                new Operand(dtype, half, VALUES),
                new Operand(dtype, half, VALUES)));
    }
}
