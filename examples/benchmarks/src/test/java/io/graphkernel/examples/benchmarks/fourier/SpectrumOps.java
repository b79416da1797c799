package io.graphkernel.examples.benchmarks.fourier;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Ops.FftResult;
import io.graphkernel.runtime.Ops.RfftResult;
import io.graphkernel.runtime.Tensor;

/** Transforms of rows of some lengths. */
final class SpectrumOps {

    private SpectrumOps() {}

    /** Real and imaginary parts. */
    record Spectrum(Tensor real, Tensor imaginary) {}

    @GraphKernel
    static Spectrum complex256(@TensorType("f32[n, 256]") Tensor real, @TensorType("f32[n, 256]") Tensor imaginary) {
        FftResult spectrum = Ops.fft(real, imaginary);
        return new Spectrum(spectrum.real(), spectrum.imaginary());
    }

    @GraphKernel
    static Spectrum real256(@TensorType("f32[n, 256]") Tensor x) {
        RfftResult spectrum = Ops.rfft(x);
        return new Spectrum(spectrum.real(), spectrum.imaginary());
    }

    @GraphKernel
    static Spectrum complex1000(@TensorType("f32[n, 1000]") Tensor real, @TensorType("f32[n, 1000]") Tensor imaginary) {
        FftResult spectrum = Ops.fft(real, imaginary);
        return new Spectrum(spectrum.real(), spectrum.imaginary());
    }

    @GraphKernel
    static Spectrum real1000(@TensorType("f32[n, 1000]") Tensor x) {
        RfftResult spectrum = Ops.rfft(x);
        return new Spectrum(spectrum.real(), spectrum.imaginary());
    }

    @GraphKernel
    static Spectrum complex1024(@TensorType("f32[n, 1024]") Tensor real, @TensorType("f32[n, 1024]") Tensor imaginary) {
        FftResult spectrum = Ops.fft(real, imaginary);
        return new Spectrum(spectrum.real(), spectrum.imaginary());
    }

    @GraphKernel
    static Spectrum real1024(@TensorType("f32[n, 1024]") Tensor x) {
        RfftResult spectrum = Ops.rfft(x);
        return new Spectrum(spectrum.real(), spectrum.imaginary());
    }

    @GraphKernel
    static Spectrum complex4096(@TensorType("f32[n, 4096]") Tensor real, @TensorType("f32[n, 4096]") Tensor imaginary) {
        FftResult spectrum = Ops.fft(real, imaginary);
        return new Spectrum(spectrum.real(), spectrum.imaginary());
    }

    @GraphKernel
    static Spectrum real4096(@TensorType("f32[n, 4096]") Tensor x) {
        RfftResult spectrum = Ops.rfft(x);
        return new Spectrum(spectrum.real(), spectrum.imaginary());
    }
}
