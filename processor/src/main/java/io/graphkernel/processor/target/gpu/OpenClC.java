package io.graphkernel.processor.target.gpu;

import io.graphkernel.processor.emit.gpu.GpuEmitter;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Language;
import java.util.Map;
import java.util.Optional;

/** OpenCL C, with one source for all GPUs. */
final class OpenClC implements Language {

    @Override
    public String name() {
        return "OpenCL C";
    }

    @Override
    public Optional<String> reportFile() {
        return Optional.of("kernels.cl");
    }

    @Override
    public Text print(ClassKernels kernels) {
        Map<String, String> texts = GpuEmitter.kernels(kernels.table());
        return new Text(GpuEmitter.file(kernels.className(), kernels.table(), texts), texts);
    }
}
