package io.graphkernel.processor;

import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.incremental.KeptClass;
import io.graphkernel.processor.incremental.KeptClass.Summary;
import io.graphkernel.processor.incremental.KeptClasses;
import io.graphkernel.processor.launch.PlanText;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.LeftOut;
import io.graphkernel.processor.option.LogLevel;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.report.ClassReport;
import io.graphkernel.processor.report.MethodReport;
import io.graphkernel.processor.report.ModuleReport;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.stub.GradientPlans;
import io.graphkernel.processor.stub.IndexChecks;
import io.graphkernel.processor.stub.StubGenerator;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.TargetFiles.CompiledText;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The stages after the front end, in order. */
final class Pipeline implements KernelClassCompiler {

    /**
     * A class whose kernels are being compiled.
     *
     * @param planned its methods
     * @param leftOut the targets, and the chips of others, without kernels
     * @param gradients which of its plans are of gradients
     * @param kernels its kernels
     * @param sources their texts
     * @param walked its plans that the run time walks
     * @param tag the build of its kernels
     * @param files what the targets make in other threads
     */
    private record Begun(
            List<PlannedMethod> planned,
            List<LeftOut> leftOut,
            List<GradientPlans> gradients,
            ClassKernels kernels,
            KernelSources sources,
            WalkedPlans walked,
            String tag,
            TargetBuilds.Pending files) {}

    /** From here on it takes so long that one asks oneself what javac does. */
    private static final int MANY_KERNELS = 100;

    private final List<Target> targets;
    private final TargetBuilds targetBuilds = new TargetBuilds();
    private final Map<String, Begun> begun = new HashMap<>();
    private final Map<String, Summary> summaries = new HashMap<>();
    private KeptClasses keptClasses;

    /**
     * The stages for some targets.
     *
     * @param targets all targets; the options name some of them
     */
    Pipeline(List<Target> targets) {
        this.targets = List.copyOf(targets);
    }

    @Override
    public Vocabulary vocabulary() {
        return PassPipeline.vocabulary();
    }

    @Override
    public Map<Node, Node> recognised(Graph graph, Flags flags) {
        return new PassPipeline(flags, Targets.capabilities(targets)).recognised(graph);
    }

    @Override
    public List<Target> targets() {
        return targets;
    }

    @Override
    public CompletableFuture<?> prepare(Context context) {
        return Preparation.start(targets, asked(context));
    }

    private List<Target> asked(Context context) {
        return targets.stream()
                .filter(target -> context.options().targets().contains(target.id()))
                .toList();
    }

    private static ReportDirectory report(KernelType type, Context context) {
        return new ReportDirectory(context.options().reportDir(), type.qualifiedName());
    }

    @Override
    public boolean restore(KernelType type, Supplier<Optional<String>> sources, Context context) throws IOException {
        Optional<KeptClass> before = kept(type, context).find(type, sources);
        if (before.isPresent()) {
            write(before.get(), type, context);
        }
        return before.isPresent();
    }

    /** Those of this compilation: of every class the context is the same. */
    private KeptClasses kept(KernelType type, Context context) {
        if (keptClasses == null) {
            keptClasses = new KeptClasses(
                    targets,
                    context.options(),
                    context.reporter(),
                    () -> targetBuilds.toolchain(type, targets, context));
        }
        return keptClasses;
    }

    private void write(KeptClass before, KernelType type, Context context) throws IOException {
        ReportDirectory report = report(type, context);
        report.clear();
        before.write(type.element(), report, context.filer());
        summaries.put(type.qualifiedName(), before.summary());
    }

    @Override
    public void compile(KernelClass kernelClass, Context context) throws IOException {
        kernelClass.methods().forEach(method -> warnOfUncheckedIndices(method, context));
        Optional<KeptClass> before = kept(kernelClass.type(), context).find(kernelClass);
        if (before.isPresent()) {
            write(before.get(), kernelClass.type(), context);
            return;
        }
        ReportDirectory report = report(kernelClass.type(), context);
        report.clear();

        List<Target> asked = asked(context);
        targetBuilds.prepare(kernelClass.type(), asked, context);

        // 1. Passes: composite ops are expanded, ops are partitioned into kernels.
        // 2. Schedule: each kernel gets its loops, each value its memory.
        Capabilities capabilities =
                Targets.capabilities(targets).withChosenPostOps(asked.stream().allMatch(Target::choosesPostOps));
        Optional<List<PlannedMethod>> methods = PlannedMethod.of(kernelClass, capabilities, report, context);
        if (methods.isEmpty()) {
            targetBuilds.endPreparation();
            return;
        }
        List<PlannedMethod> planned = methods.get();
        if (LaunchLimits.reportExceeded(planned, context)) {
            targetBuilds.endPreparation();
            return;
        }
        List<Plan> plans = planned.stream().map(PlannedMethod::plan).toList();
        KernelTable table = KernelTable.of(plans);
        Optional<List<LeftOut>> leftOut = new TargetRefusals(planned, table).leftOut(asked, context);
        if (leftOut.isEmpty()) {
            targetBuilds.endPreparation();
            return;
        }
        List<Target> compiled = asked.stream()
                .filter(target ->
                        leftOut.get().stream().noneMatch(each -> each.target().equals(target.id())))
                .toList();
        List<GradientPlans> gradients = PlannedMethod.gradients(kernelClass, planned, report);

        // 3. Sources, written to the report before they are compiled, so that a failing file can be looked at.
        // Equal kernels are one function.
        ClassKernels kernels = new ClassKernels(
                kernelClass.qualifiedName(),
                kernelClass.packageName(),
                kernelClass.simpleName(),
                StubGenerator.stubName(kernelClass),
                table);
        KernelSources sources = KernelSources.print(kernels, targets, compiled);
        sources.write(report);

        // 4. What the targets compile, in threads of their own while the next class is read.
        WalkedPlans walked =
                new WalkedPlans(plans, checked(planned), context.options().unrolledLaunches());
        for (Plan plan : plans) {
            report.writePlan(
                    plan.graph().name(), PlanText.print(plan, walked.of(plan).isPresent()));
        }
        String tag = sources.tag(walked);
        int number = kernels.table().entries().size();
        if (number >= MANY_KERNELS) {
            context.reporter()
                    .report(kernelClass.position(), Diagnostic.MANY_KERNELS, number, kernelClass.qualifiedName());
        }
        TargetBuilds.Pending files = targetBuilds.start(kernelClass.type(), compiled, kernels, sources, tag, context);
        begun.put(
                kernelClass.qualifiedName(),
                new Begun(planned, leftOut.get(), gradients, kernels, sources, walked, tag, files));
    }

    @Override
    public void complete(KernelClass kernelClass, Context context) throws IOException {
        Begun ended = begun.remove(kernelClass.qualifiedName());
        if (ended == null) {
            return;
        }
        // Before the stub: after an error here there must be no stub.
        Optional<Map<Target, TargetFiles>> files = targetBuilds.finish(ended.files(), kernelClass.type(), context);
        ReportDirectory report = report(kernelClass.type(), context);
        report.writeClass(classReport(kernelClass, ended, ended.sources().ofMethods(compiled(files))));
        if (files.isEmpty()) {
            return;
        }

        // 5. Everything that goes into the jar.
        KernelTable table = ended.kernels().table();
        JarContents.Written written = new JarContents(
                        kernelClass,
                        table,
                        ended.gradients(),
                        ended.walked(),
                        ended.tag(),
                        ended.leftOut(),
                        files.get())
                .write(context.filer());
        report.writeManifestPath(written.manifest());
        Summary summary =
                summary(kernelClass.methods().size(), ended.gradients().size(), table.plans(), ended.leftOut());
        summaries.put(kernelClass.qualifiedName(), summary);

        // 6. What the next compilation of the same class takes.
        KeptClasses kept = kept(kernelClass.type(), context);
        if (kept.isWanted(kernelClass) && !written.hasConstants()) {
            try {
                kept.store(kernelClass, new KeptClass(summary, written.files(), report.contents()));
            } catch (ToolchainException e) {
                targetBuilds.report("the class", e, kernelClass.type(), context);
            }
        }
    }

    /** The plans whose launches are looked at. */
    private static Set<Plan> checked(List<PlannedMethod> planned) {
        return planned.stream()
                .filter(each -> each.method().flags().isOn(Flag.ENABLE_DEBUG_MODE))
                .map(PlannedMethod::plan)
                .collect(Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
    }

    @Override
    public void announce(KernelType type, Context context) {
        Summary summary = summaries.get(type.qualifiedName());
        if (summary != null) {
            Options options = context.options();
            for (LeftOut each : summary.leftOut()) {
                if (!options.logs(LogLevel.INFO) && (each.isOfChip() || !options.namesTargets())) {
                    continue;
                }
                context.reporter()
                        .report(
                                type.position(),
                                Diagnostic.TARGET_LEFT_OUT,
                                type.qualifiedName(),
                                each.target(),
                                each.method(),
                                each.op(),
                                each.reason());
            }
            context.reporter()
                    .report(
                            type.position(),
                            Diagnostic.KERNEL_SUMMARY,
                            type.qualifiedName(),
                            summary.methods(),
                            summary.ops(),
                            summary.launches(),
                            options.reportDir().resolve(ModuleReport.PAGE));
        }
    }

    @Override
    public void discard(KernelType type, Context context) throws IOException {
        // A class without a summary has an error of ours, and its report shows what was made of it.
        if (summaries.remove(type.qualifiedName()) != null) {
            report(type, context).clear();
        }
    }

    @Override
    public void finish(Context context) throws IOException {
        new ModuleReport(context.options().reportDir()).write();
    }

    private static ClassReport classReport(
            KernelClass kernelClass, Begun ended, List<List<MethodReport.Source>> sources) {
        List<MethodReport> methods = new ArrayList<>();
        for (PlannedMethod each : ended.planned()) {
            methods.add(new MethodReport(
                    each.method().graph(),
                    each.method().firstLine(),
                    each.method().lastLine(),
                    each.passes(),
                    each.plan(),
                    each.choices(),
                    sources.get(methods.size())));
        }
        return new ClassReport(kernelClass.qualifiedName(), kernelClass.source(), ended.leftOut(), methods);
    }

    /** The texts that compilers wrote. */
    private static Map<Target, CompiledText> compiled(Optional<Map<Target, TargetFiles>> files) {
        Map<Target, CompiledText> texts = new LinkedHashMap<>();
        files.orElse(Map.of()).forEach((target, made) -> made.compiled().ifPresent(text -> texts.put(target, text)));
        return texts;
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

    /** Methods as the user wrote them: a gradient has plans of its own, which nobody wrote. */
    private static Summary summary(int methods, int gradients, List<Plan> plans, List<LeftOut> leftOut) {
        int ops = plans.stream().mapToInt(Plan::opCount).sum();
        int launches = plans.stream().mapToInt(plan -> plan.launches().size()).sum();
        return new Summary(
                counted(methods, "method", "methods") + withGradients(methods, gradients),
                counted(ops, "op", "ops"),
                counted(launches, "launch", "launches"),
                leftOut);
    }

    private static String withGradients(int methods, int gradients) {
        String with = gradients == 1 ? " with its gradient" : " with their gradients";
        return gradients == 0 ? "" : (gradients == methods ? "" : ", " + gradients + " of them") + with;
    }

    private static String counted(int count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }
}
