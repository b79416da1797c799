package io.graphkernel.processor;

import io.graphkernel.processor.emit.c.CEmitter;
import io.graphkernel.processor.emit.gpu.GpuEmitter;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Target;
import io.graphkernel.processor.report.MethodReport;
import io.graphkernel.processor.report.PtxModule;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.stub.Manifest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the kernels of a class are compiled from.
 *
 * @param c for the CPU
 * @param gpu for the GPU targets; empty without one
 * @param gpuTargets the targets that {@code gpu} is for
 */
record KernelSources(Text c, Optional<Text> gpu, Set<Target> gpuTargets) {

    /**
     * One language.
     *
     * @param file the whole text
     * @param kernels the part of each kernel by its name
     */
    record Text(String file, Map<String, String> kernels) {}

    static KernelSources emit(String className, List<Plan> plans, Set<Target> targets) {
        Map<String, String> c = CEmitter.kernels(plans);
        Set<Target> gpuTargets = EnumSet.of(Target.CUDA, Target.OPENCL);
        gpuTargets.retainAll(targets);
        Optional<Text> gpu = Optional.empty();
        if (!gpuTargets.isEmpty()) {
            Map<String, String> kernels = GpuEmitter.kernels(plans);
            gpu = Optional.of(new Text(GpuEmitter.file(className, plans, kernels), kernels));
        }
        return new KernelSources(new Text(CEmitter.file(className, plans, c), c), gpu, gpuTargets);
    }

    /** Names this build of the kernels of a class and of the plans that are walked; see {@link Manifest#tag}. */
    String tag(String className, Optional<byte[]> walked) {
        List<String> parts = new ArrayList<>(List.of(c.file()));
        gpu.ifPresent(text -> parts.add(text.file()));
        walked.ifPresent(bytes -> parts.add(Manifest.hash(bytes)));
        return Manifest.tag(className, parts.toArray(String[]::new));
    }

    /** Writes each language into a file of its own. */
    void write(ReportDirectory report) throws IOException {
        report.writeSource("kernels.c", c.file());
        if (gpu.isPresent()) {
            report.writeSource("kernels.cl", gpu.get().file());
        }
    }

    /** What the report shows for a method. */
    List<MethodReport.Source> of(Graph graph, Optional<PtxModule> ptx) {
        List<MethodReport.Source> sources = new ArrayList<>();
        sources.add(new MethodReport.Source(Target.CPU.toString(), "C", c.kernels(), CEmitter.identifiers(graph)));
        String targets = gpuTargets.stream().map(Target::toString).collect(Collectors.joining(", "));
        gpu.ifPresent(text ->
                sources.add(new MethodReport.Source(targets, "OpenCL C", text.kernels(), CEmitter.identifiers(graph))));
        ptx.ifPresent(module ->
                sources.add(new MethodReport.Source(Target.CUDA.toString(), "PTX", module.kernels(), Map.of())));
        return sources;
    }
}
