package io.graphkernel.processor;

import io.graphkernel.processor.KernelClassCompiler.Context;
import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.gradient.Choice;
import io.graphkernel.processor.gradient.Choices;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.report.MethodGraphs;
import io.graphkernel.processor.report.PassLog;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import io.graphkernel.processor.stub.GradientPlans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * A method after the passes and the schedule.
 *
 * @param choices of the calls that a gradient is made of: what became of the values that it needs
 */
record PlannedMethod(KernelMethod method, PassPipeline.Result passes, Plan plan, Optional<Choices> choices) {

    /**
     * A method before the passes.
     *
     * @param choices of the calls that a gradient is made of: what becomes of the values that it needs
     */
    private record ToPlan(KernelMethod method, Optional<Choices> choices) {}

    /**
     * What came of planning.
     *
     * @param plan empty if an op fits no template
     * @param graphs for the report
     * @param failure what does not fit, or empty
     */
    private record Attempt(PassPipeline.Result passes, Optional<Plan> plan, MethodGraphs graphs, String failure) {}

    /**
     * Plans the methods of a class side by side, and after that tells the report of them in their order.
     *
     * @return the methods, and after them the calls that gradients are made of; empty if there is an error, which is reported
     */
    static Optional<List<PlannedMethod>> of(
            KernelClass kernelClass, Capabilities capabilities, ReportDirectory report, Context context)
            throws IOException {
        List<ToPlan> all = all(kernelClass);
        boolean everyPass = context.options().savedGraphs() >= ReportDirectory.PASS_TEXTS;
        List<Attempt> attempts = SideBySide.run(all.stream()
                .<Callable<Attempt>>map(each -> () -> plan(each.method(), capabilities, everyPass))
                .toList());
        List<PlannedMethod> planned = new ArrayList<>();
        for (int i = 0; i < attempts.size(); i++) {
            reported(attempts.get(i), all.get(i), report, context).ifPresent(planned::add);
        }
        return planned.size() < all.size() ? Optional.empty() : Optional.of(planned);
    }

    /** The methods of a class, and after them the calls that gradients are made of. */
    private static List<ToPlan> all(KernelClass kernelClass) {
        List<ToPlan> all = new ArrayList<>();
        kernelClass.methods().forEach(method -> all.add(new ToPlan(method, Optional.empty())));
        for (KernelMethod method : kernelClass.methods()) {
            method.gradient().ifPresent(gradient -> {
                List<Choice> choices = gradient.choices();
                all.add(new ToPlan(method.forward(), Optional.of(new Choices(choices, true, false))));
                all.add(new ToPlan(method.backward(), Optional.of(new Choices(choices, false, true))));
                all.add(new ToPlan(method.addition(), Optional.empty()));
            });
        }
        return all;
    }

    private static Attempt plan(KernelMethod method, Capabilities capabilities, boolean everyPass) {
        PassPipeline.Result passes = new PassPipeline(method.flags(), capabilities).run(method.graph());
        MethodGraphs graphs = MethodGraphs.of(method.graph(), passes.steps(), everyPass);
        try {
            Plan plan = Planner.plan(passes.graph(), method.graph().name(), capabilities);
            return new Attempt(passes, Optional.of(plan), graphs, "");
        } catch (SchedulingException e) {
            return new Attempt(passes, Optional.empty(), graphs, e.getMessage());
        }
    }

    /** Tells the report what came of a method; empty if it has no plan. */
    private static Optional<PlannedMethod> reported(
            Attempt attempt, ToPlan each, ReportDirectory report, Context context) throws IOException {
        KernelMethod method = each.method();
        Flags flags = method.flags();
        List<PassPipeline.Step> steps = attempt.passes().steps();
        int savedGraphs = context.options().savedGraphs();
        report.writeMethod(attempt.graphs());
        log(method, PassLog.lines(flags, attempt.passes()), report, context.options());
        if (savedGraphs >= ReportDirectory.PASS_GRAPHS) {
            report.writePassGraphs(method.graph().name(), steps);
        }
        if (flags.isOn(Flag.DUMP_AS_TEXT)) {
            report.writeClusters(attempt.passes().graph());
        }
        if (attempt.plan().isEmpty()) {
            context.reporter()
                    .report(
                            method.position(),
                            Diagnostic.CANNOT_SCHEDULE,
                            "kernel '" + method.graph().name() + "'",
                            "no template computes " + attempt.failure());
        }
        return attempt.plan().map(plan -> new PlannedMethod(method, attempt.passes(), plan, each.choices()));
    }

    /**
     * The plans of the gradients, in the order of the methods, whose choices the report is told.
     *
     * @param planned all methods of the class
     */
    static List<GradientPlans> gradients(KernelClass kernelClass, List<PlannedMethod> planned, ReportDirectory report)
            throws IOException {
        List<GradientPlans> gradients = new ArrayList<>();
        Iterator<Plan> plans = planned.stream()
                .skip(kernelClass.methods().size())
                .map(PlannedMethod::plan)
                .iterator();
        for (KernelMethod method : kernelClass.methods()) {
            if (method.gradient().isPresent()) {
                GradientPlans each = new GradientPlans(method, plans.next(), plans.next(), plans.next());
                List<String> lines = new ArrayList<>(method.gradient().get().choices().stream()
                        .map(Choice::toString)
                        .toList());
                lines.add("To choose otherwise: @GraphKernel(gradient = true, saves = Saves.ALL), PRODUCTS or INPUTS.");
                report.writeSaved(method.gradient().get().forward().name(), lines);
                gradients.add(each);
            }
        }
        return gradients;
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
}
