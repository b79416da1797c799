package io.graphkernel.processor.target.gpu;

import io.graphkernel.processor.emit.KernelTexts;
import io.graphkernel.processor.emit.gpu.GpuEmitter;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Language;
import java.util.Map;
import java.util.Optional;

/** OpenCL C, one text for all GPUs. */
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

    @Override
    public Map<Node, String> identifiers(Graph graph) {
        return KernelTexts.identifiers(graph);
    }
}
