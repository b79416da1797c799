package io.graphkernel.processor;

import com.palantir.javapoet.JavaFile;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.emit.c.CEmitter;
import io.graphkernel.processor.emit.gpu.GpuEmitter;
import io.graphkernel.processor.emit.jvm.JvmEmitter;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.launch.PlanFile;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.option.Target;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.report.ClassReport;
import io.graphkernel.processor.report.MethodReport;
import io.graphkernel.processor.report.ModuleReport;
import io.graphkernel.processor.report.PassLog;
import io.graphkernel.processor.report.PtxModule;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import io.graphkernel.processor.stub.GpuFile;
import io.graphkernel.processor.stub.IndexChecks;
import io.graphkernel.processor.stub.Manifest;
import io.graphkernel.processor.stub.StubGenerator;
import io.graphkernel.processor.toolchain.Platform;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.annotation.processing.Filer;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/** The stages after the front end, in order. */
final class Pipeline implements KernelClassCompiler {

    /** A method after the passes and the schedule. */
    private record Planned(KernelMethod method, PassPipeline.Result passes, Plan plan) {}

    /** What the success note counts, in words. */
    private record Summary(String kernels, String ops, String launches) {}

    private final NativeBuild nativeBuild = new NativeBuild();
    private final Map<String, Summary> summaries = new HashMap<>();

    @Override
    public Vocabulary vocabulary() {
        return PassPipeline.vocabulary();
    }

    @Override
    public Set<String> platformNames() {
        return Arrays.stream(Platform.values()).map(Platform::platformName).collect(Collectors.toSet());
    }

    @Override
    public void compile(KernelClass kernelClass, Context context) throws IOException {
        ReportDirectory report = new ReportDirectory(context.options().reportDir(), kernelClass.qualifiedName());
        report.clear();

        // 1. Passes: composite ops are expanded, ops are partitioned into kernels.
        // 2. Schedule: each kernel gets its loops, each value its memory.
        List<Planned> planned = new ArrayList<>();
        for (KernelMethod method : kernelClass.methods()) {
            warnOfUncheckedIndices(method, context);
            plan(method, report, context).ifPresent(planned::add);
        }
        if (planned.size() < kernelClass.methods().size()) {
            return;
        }
        List<Plan> plans = planned.stream().map(Planned::plan).toList();

        // 3. Sources, written to the report before they are compiled, so that a failing file can be looked at.
        KernelSources sources = KernelSources.emit(
                kernelClass.qualifiedName(), plans, context.options().targets());
        sources.write(report);

        // 4. Libraries and PTX. Before the stub: after an error here there must be no stub.
        WalkedPlans walked =
                new WalkedPlans(plans, checked(planned), context.options().unrolledLaunches());
        String tag = sources.tag(kernelClass.qualifiedName(), walked.file());
        Optional<NativeBuild.Kernels> kernels = nativeBuild.build(kernelClass, tag, sources, context);
        Optional<String> ptx = kernels.flatMap(NativeBuild.Kernels::ptx);
        if (ptx.isPresent()) {
            report.writeSource("kernels.ptx", ptx.get());
        }
        report.writeClass(classReport(kernelClass, planned, sources, ptx.map(text -> new PtxModule(text, plans))));
        if (kernels.isEmpty()) {
            return;
        }

        // 5. Everything that goes into the jar. The stub first, since its name may be refused.
        boolean jvm = context.options().targets().contains(Target.JVM);
        JavaFile stub = StubGenerator.generate(kernelClass, plans, walked, tag, jvm);
        stub.writeTo(context.filer());
        if (jvm) {
            writeJvmKernels(kernelClass, stub, plans, context.filer());
        }
        report.writeManifestPath(
                writeResources(kernelClass, plans, walked.file(), tag, kernels.get(), context.filer()));
        summaries.put(kernelClass.qualifiedName(), summary(plans));
    }

    /** The plans whose launches are looked at. */
    private static Set<Plan> checked(List<Planned> planned) {
        return planned.stream()
                .filter(each -> each.method().flags().isOn(Flag.ENABLE_DEBUG_MODE))
                .map(Planned::plan)
                .collect(Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
    }

    @Override
    public void announce(KernelClass kernelClass, Context context) {
        Summary summary = summaries.get(kernelClass.qualifiedName());
        if (summary != null) {
            context.reporter()
                    .report(
                            kernelClass.position(),
                            Diagnostic.KERNEL_SUMMARY,
                            kernelClass.qualifiedName(),
                            summary.kernels(),
                            summary.ops(),
                            summary.launches(),
                            context.options().reportDir().resolve(ModuleReport.PAGE));
        }
    }

    @Override
    public void discard(KernelClass kernelClass, Context context) throws IOException {
        // Without a summary the class has an error of ours, for which its report may be looked at.
        if (summaries.remove(kernelClass.qualifiedName()) != null) {
            new ReportDirectory(context.options().reportDir(), kernelClass.qualifiedName()).clear();
        }
    }

    @Override
    public void finish(Context context) throws IOException {
        new ModuleReport(context.options().reportDir()).write();
    }

    private static ClassReport classReport(
            KernelClass kernelClass, List<Planned> planned, KernelSources sources, Optional<PtxModule> ptx) {
        List<MethodReport> methods = planned.stream()
                .map(each -> new MethodReport(
                        each.method().graph(),
                        each.method().firstLine(),
                        each.method().lastLine(),
                        each.passes(),
                        each.plan(),
                        sources.of(each.plan().graph(), ptx)))
                .toList();
        return new ClassReport(kernelClass.qualifiedName(), kernelClass.source(), methods);
    }

    private static void writeJvmKernels(KernelClass kernelClass, JavaFile stub, List<Plan> plans, Filer filer)
            throws IOException {
        String stubName = stub.typeSpec().name();
        String text = JvmEmitter.emit(kernelClass.packageName(), stubName, plans);
        String prefix = kernelClass.packageName().isEmpty() ? "" : kernelClass.packageName() + ".";
        try (Writer out = filer.createSourceFile(prefix + stubName + JvmEmitter.SUFFIX, kernelClass.element())
                .openWriter()) {
            out.write(text);
        }
    }

    private static Optional<Planned> plan(KernelMethod method, ReportDirectory report, Context context)
            throws IOException {
        Flags flags = method.flags();
        PassPipeline.Result result = new PassPipeline(flags).run(method.graph());
        List<PassPipeline.Step> steps = result.steps();
        report.writeMethod(method.graph(), steps);
        log(method, PassLog.lines(flags, result), report, context.options());
        if (context.options().savedGraphs() >= ReportDirectory.PASS_GRAPHS) {
            report.writePassGraphs(method.graph().name(), steps);
        }
        try {
            Graph fused = result.graph();
            if (flags.isOn(Flag.DUMP_AS_TEXT)) {
                report.writeClusters(fused);
            }
            return Optional.of(new Planned(
                    method, result, Planner.plan(fused, method.graph().name())));
        } catch (SchedulingException e) {
            context.reporter()
                    .report(
                            method.position(),
                            Diagnostic.CANNOT_SCHEDULE,
                            "kernel '" + method.graph().name() + "'",
                            "no template computes " + e.getMessage());
            return Optional.empty();
        }
    }

    private static void warnOfUncheckedIndices(KernelMethod method, Context context) {
        if (method.flags().isOn(Flag.CHECK_INDICES)) {
            for (Node op : IndexChecks.unchecked(method.graph())) {
                context.reporter()
                        .report(
                                method.position(),
                                Diagnostic.INDICES_NOT_CHECKED,
                                method.graph().name(),
                                op.op(),
                                op.origin());
            }
        }
    }

    private static void log(KernelMethod method, List<PassLog.Line> lines, ReportDirectory report, Options options)
            throws IOException {
        report.writeLog(method.graph().name(), lines);
        for (PassLog.Line line : lines) {
            if (options.logs(line.level())) {
                method.position()
                        .print(
                                javax.tools.Diagnostic.Kind.NOTE,
                                line.onConsole(method.graph().name()));
            }
        }
    }

    /** Gives where the manifest is. */
    private static URI writeResources(
            KernelClass kernelClass,
            List<Plan> plans,
            Optional<byte[]> walked,
            String tag,
            NativeBuild.Kernels kernels,
            Filer filer)
            throws IOException {
        String directory = Manifest.directory(kernelClass.qualifiedName());
        SortedMap<String, String> fileNames = new TreeMap<>();
        SortedMap<String, byte[]> byPlatform = new TreeMap<>();
        for (var entry : kernels.libraries().entrySet()) {
            String platform = entry.getKey().platformName();
            String fileName = entry.getKey().libraryFileName("kernels");
            fileNames.put(platform, fileName);
            byPlatform.put(platform, entry.getValue());
            write(filer, kernelClass, directory + platform + "/" + fileName, entry.getValue());
        }
        SortedMap<GpuFile, byte[]> gpuFiles = new TreeMap<>();
        kernels.openCl().ifPresent(text -> gpuFiles.put(GpuFile.OPENCL, text.getBytes(StandardCharsets.UTF_8)));
        kernels.ptx().ifPresent(text -> gpuFiles.put(GpuFile.CUDA, text.getBytes(StandardCharsets.UTF_8)));
        for (var entry : gpuFiles.entrySet()) {
            write(filer, kernelClass, directory + entry.getKey().path(), entry.getValue());
        }
        if (walked.isPresent()) {
            write(filer, kernelClass, directory + PlanFile.NAME, walked.get());
        }
        int functions = CEmitter.functions(plans).size();
        Map<String, Integer> gpuSlots = gpuFiles.isEmpty() ? Map.of() : slotsOfGpuFunctions(plans);
        String manifest = Manifest.text(tag, functions, fileNames, byPlatform, gpuFiles, gpuSlots, walked, plans);
        URI written = write(filer, kernelClass, directory + Manifest.FILE, manifest.getBytes(StandardCharsets.UTF_8));
        String graphs = kernelClass.methods().stream()
                .map(method -> GraphPrinter.print(method.graph()))
                .collect(Collectors.joining("\n"));
        write(filer, kernelClass, kernelClass.graphResource(), graphs.getBytes(StandardCharsets.UTF_8));
        return written;
    }

    /** By name, in the order of the kernel table. */
    private static Map<String, Integer> slotsOfGpuFunctions(List<Plan> plans) {
        Map<String, Integer> slots = new LinkedHashMap<>();
        plans.forEach(plan -> plan.kernels()
                .forEach(kernel -> kernel.functions().forEach(name -> slots.put(name, GpuEmitter.slots(kernel)))));
        return slots;
    }

    private static URI write(Filer filer, KernelClass kernelClass, String name, byte[] bytes) throws IOException {
        FileObject file = filer.createResource(StandardLocation.CLASS_OUTPUT, "", name, kernelClass.element());
        try (OutputStream out = file.openOutputStream()) {
            out.write(bytes);
        }
        return file.toUri();
    }

    private static Summary summary(List<Plan> plans) {
        int ops = plans.stream().mapToInt(Plan::opCount).sum();
        int launches = plans.stream().mapToInt(plan -> plan.launches().size()).sum();
        return new Summary(
                counted(plans.size(), "kernel", "kernels"),
                counted(ops, "op", "ops"),
                counted(launches, "launch", "launches"));
    }

    private static String counted(int count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }
}
