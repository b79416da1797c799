package io.graphkernel.processor;

import io.graphkernel.processor.emit.c.CEmitter;
import io.graphkernel.processor.emit.gpu.GpuEmitter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.option.Target;
import io.graphkernel.processor.report.MethodReport;
import io.graphkernel.processor.report.PtxModule;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.stub.Manifest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
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
     * @param kernels the part of each distinct kernel by its name
     */
    record Text(String file, Map<String, String> kernels) {}

    static KernelSources emit(String className, KernelTable table, Set<Target> targets) {
        Map<String, String> c = CEmitter.kernels(table);
        Set<Target> gpuTargets = EnumSet.of(Target.CUDA, Target.OPENCL);
        gpuTargets.retainAll(targets);
        Optional<Text> gpu = Optional.empty();
        if (!gpuTargets.isEmpty()) {
            Map<String, String> kernels = GpuEmitter.kernels(table);
            gpu = Optional.of(new Text(GpuEmitter.file(className, table, kernels), kernels));
        }
        return new KernelSources(new Text(CEmitter.file(className, table, c), c), gpu, gpuTargets);
    }

    /** Names this build of the kernels of a class; see {@link Manifest#tag}. */
    String tag(String className) {
        return gpu.map(text -> Manifest.tag(className, c.file(), text.file()))
                .orElseGet(() -> Manifest.tag(className, c.file()));
    }

    /** Writes each language into a file of its own. */
    void write(ReportDirectory report) throws IOException {
        report.writeSource("kernels.c", c.file());
        if (gpu.isPresent()) {
            report.writeSource("kernels.cl", gpu.get().file());
        }
    }

    /** What the report shows for each method. */
    List<List<MethodReport.Source>> ofMethods(KernelTable table, Optional<PtxModule> ptx) {
        Map<Node, String> identifiers = new IdentityHashMap<>();
        table.plans().forEach(plan -> identifiers.putAll(CEmitter.identifiers(plan.graph())));
        return table.plans().stream()
                .map(plan -> of(identifiers(plan, table, identifiers), table, ptx))
                .toList();
    }

    private List<MethodReport.Source> of(
            Map<Kernel, Map<Node, String>> identifiers, KernelTable table, Optional<PtxModule> ptx) {
        List<MethodReport.Source> sources = new ArrayList<>();
        sources.add(source(Target.CPU.toString(), "C", c.kernels(), identifiers, table));
        String targets = gpuTargets.stream().map(Target::toString).collect(Collectors.joining(", "));
        gpu.ifPresent(text -> sources.add(source(targets, "OpenCL C", text.kernels(), identifiers, table)));
        Map<Kernel, Map<Node, String>> none = new IdentityHashMap<>();
        identifiers.keySet().forEach(kernel -> none.put(kernel, Map.of()));
        ptx.ifPresent(module -> sources.add(source(Target.CUDA.toString(), "PTX", module.kernels(), none, table)));
        return sources;
    }

    private static MethodReport.Source source(
            String target,
            String language,
            Map<String, String> texts,
            Map<Kernel, Map<Node, String>> identifiers,
            KernelTable table) {
        Map<String, MethodReport.Text> kernels = new HashMap<>();
        identifiers.forEach((kernel, names) -> kernels.put(
                kernel.name(),
                new MethodReport.Text(texts.get(table.representative(kernel).name()), names)));
        return new MethodReport.Source(target, language, kernels);
    }

    /** The variables of each kernel's values in the text that equal kernels share. */
    private static Map<Kernel, Map<Node, String>> identifiers(
            Plan plan, KernelTable table, Map<Node, String> generatedNames) {
        Map<Kernel, Map<Node, String>> identifiers = new IdentityHashMap<>();
        for (Kernel kernel : plan.kernels()) {
            Map<Node, String> names = new IdentityHashMap<>();
            table.counterparts(kernel).forEach((value, generated) -> {
                if (generatedNames.containsKey(generated)) {
                    names.put(value, generatedNames.get(generated));
                }
            });
            identifiers.put(kernel, names);
        }
        return identifiers;
    }
}
