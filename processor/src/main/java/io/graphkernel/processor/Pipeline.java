package io.graphkernel.processor;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.build.CompilerWarmup;
import io.graphkernel.processor.build.InFlightClass;
import io.graphkernel.processor.build.KernelSources;
import io.graphkernel.processor.build.TargetBuilds;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.build.UnsupportedTargets;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import io.graphkernel.processor.compilation.KernelClassCompiler.Context;
import io.graphkernel.processor.compilation.KernelClassCompiler.Invocation;
import io.graphkernel.processor.compilation.LaunchLimitCheck;
import io.graphkernel.processor.compilation.PlannedMethod;
import io.graphkernel.processor.compilation.TemporaryLimitCheck;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.incremental.CachedClass;
import io.graphkernel.processor.incremental.CachedClass.Summary;
import io.graphkernel.processor.incremental.ClassCache;
import io.graphkernel.processor.incremental.StubClassCache;
import io.graphkernel.processor.incremental.StubClassFiles;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.launch.PlanText;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.SkippedTarget;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.output.ClassArtifactWriter;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.report.ModuleReport;
import io.graphkernel.processor.report.PhaseTimes;
import io.graphkernel.processor.report.PhaseTimes.Phase;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.session.ClassSummaries;
import io.graphkernel.processor.stub.DerivedPlans;
import io.graphkernel.processor.stub.DerivedPlans.GradientPlans;
import io.graphkernel.processor.stub.IndexChecks;
import io.graphkernel.processor.stub.StubGenerator;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.TargetFiles.CompiledText;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Pipeline of the stages after the front end, for one javac invocation. Annotation processors use it for graphs without
 * a Java method, such as those of a model: {@link #compile} starts the compilation, {@link #complete} writes the files.
 */
public final class Pipeline implements Invocation {

    /** Compiler that runs all stages. */
    private record Compiler(List<Target> targets) implements KernelClassCompiler {

        @Override
        public Vocabulary vocabulary() {
            return PassPipeline.vocabulary();
        }

        @Override
        public Map<Node, Node> recognized(Graph graph, FlagValues flags) {
            return new PassPipeline(flags, Targets.capabilities(targets)).recognized(graph);
        }

        @Override
        public Invocation open(Context context) {
            return new Pipeline(targets, context);
        }
    }

    /** Number of kernels from which a progress message is printed. */
    private static final int MIN_KERNELS_WITH_PROGRESS = 100;

    private final List<Target> targets;
    private final Context context;
    private final List<Target> requested;
    private final TargetBuilds targetBuilds;
    private final ClassCache classCache;
    private final StubClassCache stubClasses;
    private final Map<String, InFlightClass> inFlight = new HashMap<>();
    private final ClassSummaries summaries;

    private Pipeline(List<Target> targets, Context context) {
        this.targets = targets;
        this.context = context;
        this.requested = targets.stream()
                .filter(target -> context.options().targets().ids().contains(target.id()))
                .toList();
        this.targetBuilds = new TargetBuilds(requested, context);
        this.classCache = new ClassCache(
                targets, context.options(), context.reporter(), targetBuilds::toolchain, context.filer());
        this.summaries = new ClassSummaries(context.options(), context.reporter());
        this.stubClasses = new StubClassCache(classCache, context.filer(), context.release());
    }

    /**
     * Returns a compiler with all stages.
     *
     * @param targets all targets, of which the options select some
     * @return a compiler for any number of javac invocations
     */
    public static KernelClassCompiler of(List<Target> targets) {
        return new Compiler(List.copyOf(targets));
    }

    @Override
    public CompletableFuture<?> prepare() {
        return CompilerWarmup.start(targets, requested);
    }

    private ReportDirectory report(KernelClassDeclaration type) {
        return new ReportDirectory(context.options().reportDir(), type.qualifiedName());
    }

    @Override
    public boolean restore(KernelClassDeclaration type, Supplier<Optional<String>> sources) throws IOException {
        Optional<CachedClass> before;
        try (PhaseTimes.Timer timer = context.times().start(Phase.LOOKUP)) {
            before = classCache.find(type, sources);
        }
        if (before.isPresent()) {
            ReportDirectory report = report(type);
            write(before.get(), type, report, stubClasses.find(type, report));
        }
        return before.isPresent();
    }

    @Override
    public void acceptClassFiles(KernelClassDeclaration type, SortedSet<String> classFiles) throws IOException {
        stubClasses.store(type, classFiles, report(type));
    }

    private void write(
            CachedClass before, KernelClassDeclaration type, ReportDirectory report, Optional<StubClassFiles> stubs)
            throws IOException {
        try (PhaseTimes.Timer timer = context.times().start(Phase.RESTORE)) {
            before.write(type.element(), report, context.filer(), stubs);
            if (stubs.isEmpty()) {
                stubClasses.expect(type, before.files());
            }
        }
        summaries.add(type, before.summary());
    }

    @Override
    public void compile(KernelClass kernelClass) throws IOException {
        kernelClass.methods().forEach(this::warnOfUncheckedIndices);
        ReportDirectory report = report(kernelClass.type());
        Optional<CachedClass> before = classCache.find(kernelClass);
        if (before.isPresent()) {
            write(before.get(), kernelClass.type(), report, Optional.empty());
            return;
        }
        report.clear();
        targetBuilds.prepare(kernelClass.type());

        // 1. Passes: expand composite ops and partition ops into kernels. 2. Schedule: assign loops to kernels and
        // memory to values.
        Capabilities capabilities = Targets.capabilities(
                targets, requested, context.options().targets().optional());
        Optional<List<PlannedMethod>> methods;
        try (PhaseTimes.Timer timer = context.times().start(Phase.PLAN)) {
            methods = PlannedMethod.of(kernelClass, capabilities, requested, report, context);
        }
        if (methods.isEmpty()) {
            targetBuilds.endPreparation();
            return;
        }
        List<PlannedMethod> planned = methods.get();
        if (LaunchLimitCheck.reportExceeded(planned, context) | TemporaryLimitCheck.reportExceeded(planned, context)) {
            targetBuilds.endPreparation();
            return;
        }
        List<Plan> plans = planned.stream().map(PlannedMethod::plan).toList();
        KernelTable table = KernelTable.of(plans);
        Optional<List<SkippedTarget>> leftOut = new UnsupportedTargets(planned, table).leftOut(requested, context);
        if (leftOut.isEmpty()) {
            targetBuilds.endPreparation();
            return;
        }
        List<Target> compiled = requested.stream()
                .filter(target -> leftOut.get().stream()
                        .noneMatch(skipped -> skipped.target().equals(target.id())))
                .toList();
        DerivedPlans derived = PlannedMethod.derived(kernelClass, planned, report);

        // 3. Sources are written to the report before they are compiled, so that a failing file can be inspected. Equal
        // kernels share one function.
        ClassKernels kernels = new ClassKernels(
                kernelClass.qualifiedName(),
                kernelClass.packageName(),
                kernelClass.simpleName(),
                StubGenerator.stubName(kernelClass),
                table);
        KernelSources sources;
        try (PhaseTimes.Timer timer = context.times().start(Phase.PRINT)) {
            sources = KernelSources.print(kernels, targets, compiled);
            sources.write(report);
        }

        // 4. Targets compile in background threads while the next class is read.
        InterpretedPlans interpreted =
                new InterpretedPlans(plans, checked(planned), context.options().inlineLaunchLimit());
        for (Plan plan : plans) {
            report.writePlan(
                    plan.graph().name(),
                    PlanText.print(plan, interpreted.of(plan).isPresent()));
        }
        String tag = sources.tag(interpreted);
        int number = kernels.table().entries().size();
        if (number >= MIN_KERNELS_WITH_PROGRESS) {
            context.reporter()
                    .report(kernelClass.position(), Diagnostic.MANY_KERNELS, number, kernelClass.qualifiedName());
        }
        TargetBuilds.Pending files = targetBuilds.start(kernelClass.type(), compiled, kernels, sources, tag);
        inFlight.put(
                kernelClass.qualifiedName(),
                new InFlightClass(report, planned, leftOut.get(), derived, kernels, sources, interpreted, tag, files));
    }

    @Override
    public void complete(KernelClass kernelClass) throws IOException {
        InFlightClass completed = inFlight.remove(kernelClass.qualifiedName());
        if (completed == null) {
            return;
        }
        // Precedes the stub: after an error no stub may exist.
        Optional<Map<Target, TargetFiles>> files;
        try (PhaseTimes.Timer timer = context.times().start(Phase.AWAIT)) {
            files = targetBuilds.finish(completed.files(), kernelClass.type());
        }
        ReportDirectory report = completed.report();
        try (PhaseTimes.Timer timer = context.times().start(Phase.REPORT)) {
            report.writeClass(
                    completed.describe(kernelClass, completed.sources().ofMethods(compiled(files))));
        }
        if (files.isEmpty()) {
            return;
        }

        // 5. Write the artifacts of the jar.
        KernelTable table = completed.kernels().table();
        ClassArtifactWriter.Written written;
        try (PhaseTimes.Timer timer = context.times().start(Phase.WRITE)) {
            written = new ClassArtifactWriter(
                            kernelClass,
                            table,
                            completed.derived(),
                            completed.interpreted(),
                            completed.tag(),
                            completed.leftOut(),
                            files.get())
                    .write(context.filer());
        }
        report.writeManifestPath(written.manifest());
        Summary summary = ClassSummaries.of(
                kernelClass.methods(),
                completed.derived().gradients().stream()
                        .map(GradientPlans::method)
                        .toList(),
                completed.derived().withoutEqualShapes(table.plans()),
                completed.leftOut());
        summaries.add(kernelClass.type(), summary);

        // 6. Store the cache entry for the next compilation of the same class.
        if (classCache.isWanted(kernelClass) && !written.hasConstants()) {
            stubClasses.expect(kernelClass.type(), written.files());
            try (PhaseTimes.Timer timer = context.times().start(Phase.STORE)) {
                classCache.store(kernelClass, new CachedClass(summary, written.files(), report.contents()));
            } catch (ToolchainException e) {
                targetBuilds.report("the class", e, kernelClass.type());
            }
        }
    }

    /** Returns the plans whose launches are checked. */
    private static Set<Plan> checked(List<PlannedMethod> planned) {
        return planned.stream()
                .filter(plannedMethod -> plannedMethod.method().flags().isOn(Flag.ENABLE_DEBUG_MODE))
                .map(PlannedMethod::plan)
                .collect(Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
    }

    @Override
    public void announce(KernelClassDeclaration type) {
        summaries.report(type);
    }

    @Override
    public void discard(KernelClassDeclaration type) throws IOException {
        // A class without a summary has an error; its report shows the stages that completed.
        if (summaries.remove(type)) {
            report(type).clear();
        }
    }

    @Override
    public void finish() throws IOException {
        try (PhaseTimes.Timer timer = context.times().start(Phase.REPORT)) {
            new ModuleReport(context.options().reportDir()).write();
        }
        if (context.options().times()) {
            context.times().write(context.options().reportDir());
        }
    }

    /** Returns the output of compilers by target. */
    private static Map<Target, CompiledText> compiled(Optional<Map<Target, TargetFiles>> files) {
        Map<Target, CompiledText> texts = new LinkedHashMap<>();
        files.orElse(Map.of())
                .forEach((target, compiled) -> compiled.compiled().ifPresent(text -> texts.put(target, text)));
        return texts;
    }

    private void warnOfUncheckedIndices(KernelMethod method) {
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
}
