package io.graphkernel.processor.compilation;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.compilation.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.gradient.ActivationDecision;
import io.graphkernel.processor.gradient.ActivationDecisions;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.report.MethodGraphs;
import io.graphkernel.processor.report.PassLog;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import io.graphkernel.processor.schedule.Step;
import io.graphkernel.processor.stub.DerivedPlans;
import io.graphkernel.processor.stub.DerivedPlans.EqualShapesPlan;
import io.graphkernel.processor.stub.DerivedPlans.GradientPlans;
import io.graphkernel.processor.target.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Method after the passes and the schedule.
 *
 * @param choices save or recompute decisions for a call that belongs to a gradient
 */
public record PlannedMethod(
        KernelMethod method, PassPipeline.Result passes, Plan plan, Optional<ActivationDecisions> choices) {

    /** Number of plans of a gradient: forward, gradient and addition. */
    private static final long GRADIENT_PLANS = 3;

    /**
     * Method before the passes.
     *
     * @param choices save or recompute decisions for a call that belongs to a gradient
     */
    private record ToPlan(KernelMethod method, Optional<ActivationDecisions> choices) {}

    /**
     * Result of planning.
     *
     * @param plan the plan; empty if an op fits no loop template
     * @param graphs graphs for the report
     * @param failure the fusion failure, if any
     */
    private record Attempt(PassPipeline.Result passes, Optional<Plan> plan, MethodGraphs graphs, String failure) {

        /** Returns the number of launches; 0 without a plan. */
        int launches() {
            return plan.map(planned -> planned.launches().size()).orElse(0);
        }
    }

    /**
     * Plans the methods of a class in parallel, and then adds them to the report in order.
     *
     * @param requested targets that the kernels are compiled for
     * @return methods followed by the calls of gradients and by methods for equal shapes; empty after an error, which is reported
     */
    public static Optional<List<PlannedMethod>> of(
            KernelClass kernelClass,
            Capabilities capabilities,
            List<Target> requested,
            ReportDirectory report,
            Context context)
            throws IOException {
        List<ToPlan> methods = new ArrayList<>(all(kernelClass));
        boolean everyPass = context.options().savedGraphs() >= ReportDirectory.PASS_TEXTS;
        List<Attempt> attempts = new ArrayList<>(ParallelTasks.run(methods.stream()
                .<Callable<Attempt>>map(method -> () -> plan(method.method(), capabilities, everyPass))
                .toList()));
        Map<KernelMethod, Attempt> equalShapes =
                equalShapes(kernelClass, attempts, context.options().inlineLaunchLimit());
        List<Attempt> ofEqualShapes = ParallelTasks.run(equalShapes.keySet().stream()
                .<Callable<Attempt>>map(method -> () -> plan(method, capabilities, everyPass))
                .toList());
        Iterator<Attempt> next = ofEqualShapes.iterator();
        equalShapes.forEach((method, original) -> {
            Attempt attempt = next.next();
            if (attempt.launches() == 1
                    && requested.stream().allMatch(target -> takes(target, attempt) || !takes(target, original))) {
                methods.add(new ToPlan(method, Optional.empty()));
                attempts.add(attempt);
            }
        });
        List<PlannedMethod> planned = new ArrayList<>();
        for (int i = 0; i < attempts.size(); i++) {
            reported(attempts.get(i), methods.get(i), report, context).ifPresent(planned::add);
        }
        return planned.size() < methods.size() ? Optional.empty() : Optional.of(planned);
    }

    /** Returns the methods of a class followed by the calls of gradients. */
    private static List<ToPlan> all(KernelClass kernelClass) {
        List<ToPlan> methods = new ArrayList<>();
        kernelClass.methods().forEach(method -> methods.add(new ToPlan(method, Optional.empty())));
        for (KernelMethod method : kernelClass.methods()) {
            method.gradient().ifPresent(gradient -> {
                List<ActivationDecision> choices = gradient.choices();
                methods.add(new ToPlan(method.forward(), Optional.of(new ActivationDecisions(choices, true, false))));
                methods.add(new ToPlan(method.backward(), Optional.of(new ActivationDecisions(choices, false, true))));
                methods.add(new ToPlan(method.addition(), Optional.empty()));
            });
        }
        return methods;
    }

    /** Returns true if a target, and each of its chips, compiles all steps of a plan. */
    private static boolean takes(Target target, Attempt attempt) {
        Plan plan = attempt.plan().orElseThrow();
        Map<Step, Graph> graphs = plan.graphs();
        return plan.computations().stream()
                .allMatch(step -> target.refusal(step, graphs.get(step)).isEmpty()
                        && target.chipRefusals(step, graphs.get(step)).isEmpty());
    }

    /**
     * Returns the methods for equal shapes of those methods that take several launches for any shapes, with the plans of
     * the latter.
     */
    private static Map<KernelMethod, Attempt> equalShapes(
            KernelClass kernelClass, List<Attempt> attempts, int maxLaunches) {
        List<KernelMethod> methods = kernelClass.methods();
        Set<String> names =
                methods.stream().map(method -> method.graph().name()).collect(Collectors.toSet());
        Map<KernelMethod, Attempt> equalShapes = new LinkedHashMap<>();
        for (int i = 0; i < methods.size(); i++) {
            Attempt original = attempts.get(i);
            int launches = original.launches();
            // An interpreted plan reads the shapes itself.
            boolean isInlined =
                    launches <= maxLaunches && !methods.get(i).flags().isOn(Flag.ENABLE_DEBUG_MODE);
            if (launches > 1 && isInlined) {
                EqualShapes.of(methods.get(i), names).ifPresent(method -> equalShapes.put(method, original));
            }
        }
        return equalShapes;
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

    /** Adds the outcome for a method to the report; returns empty if it has no plan. */
    private static Optional<PlannedMethod> reported(
            Attempt attempt, ToPlan planned, ReportDirectory report, Context context) throws IOException {
        KernelMethod method = planned.method();
        FlagValues flags = method.flags();
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
        return attempt.plan().map(plan -> new PlannedMethod(method, attempt.passes(), plan, planned.choices()));
    }

    /**
     * Returns the roles of the derived plans, and adds the save or recompute decisions of gradients to the report.
     *
     * @param planned all methods of the class
     */
    public static DerivedPlans derived(KernelClass kernelClass, List<PlannedMethod> planned, ReportDirectory report)
            throws IOException {
        List<GradientPlans> gradients = new ArrayList<>();
        Iterator<Plan> plans = planned.stream()
                .skip(kernelClass.methods().size())
                .map(PlannedMethod::plan)
                .iterator();
        for (KernelMethod method : kernelClass.methods()) {
            if (method.gradient().isPresent()) {
                GradientPlans gradientPlans = new GradientPlans(method, plans.next(), plans.next(), plans.next());
                List<String> lines = new ArrayList<>(method.gradient().get().choices().stream()
                        .map(ActivationDecision::toString)
                        .toList());
                lines.add("To choose otherwise: @GraphKernel(gradient = true, saves = Saves.ALL), MATMULS or INPUTS.");
                report.writeSaved(method.gradient().get().forward().name(), lines);
                gradients.add(gradientPlans);
            }
        }
        Map<String, KernelMethod> originals = new HashMap<>();
        kernelClass.methods().forEach(method -> originals.put(method.equalShapesName(), method));
        Map<String, EqualShapesPlan> equalShapes = new HashMap<>();
        planned.stream()
                .skip(kernelClass.methods().size() + GRADIENT_PLANS * gradients.size())
                .forEach(method -> equalShapes.put(
                        originals.get(method.method().graph().name()).graph().name(),
                        new EqualShapesPlan(method.method(), method.plan())));
        return new DerivedPlans(gradients, equalShapes);
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
