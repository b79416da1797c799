package io.graphkernel.processor.build;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.compilation.KernelClassCompiler.Context;
import io.graphkernel.processor.compilation.PlannedMethod;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.option.SkippedTarget;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import io.graphkernel.processor.schedule.UnsupportedReason;
import io.graphkernel.processor.target.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds targets that cannot compile a step of a class. Of equal kernels, which share one function, only one is checked.
 */
public final class UnsupportedTargets {

    /** Separator between a target and one of its chips. */
    private static final String CHIP = "-";

    private final List<PlannedMethod> planned;
    private final KernelTable table;

    public UnsupportedTargets(List<PlannedMethod> planned, KernelTable table) {
        this.planned = planned;
        this.table = table;
    }

    /**
     * Returns the targets without kernels, and the chips of other targets that cannot run some kernels. Targets
     * requested "where possible" are skipped. For other targets, the first unsupported step of each method is reported.
     * So is a chip whose binary was requested, and any skip that would leave no target.
     *
     * @return empty after an error, which is reported
     */
    public Optional<List<SkippedTarget>> leftOut(List<Target> requested, Context context) {
        Set<String> optional = context.options().targets().optional();
        Map<Target, List<UnsupportedMethod>> rejected = new LinkedHashMap<>();
        for (Target target : requested) {
            Set<ScheduledKernel> taken = Collections.newSetFromMap(new IdentityHashMap<>());
            List<UnsupportedMethod> methods = planned.stream()
                    .flatMap(method ->
                            refusal(method, target, taken)
                                    .map(refusal -> new UnsupportedMethod(method, refusal))
                                    .stream())
                    .toList();
            if (!methods.isEmpty()) {
                rejected.put(target, methods);
            }
        }
        boolean isLeftOut = rejected.size() < requested.size()
                && rejected.keySet().stream().map(Target::id).allMatch(optional::contains);
        if (isLeftOut) {
            Map<String, List<UnsupportedMethod>> byPlace = new LinkedHashMap<>();
            rejected.forEach((target, methods) -> byPlace.put(target.id(), methods));
            requested.stream()
                    .filter(target -> !rejected.containsKey(target))
                    .forEach(target -> byPlace.putAll(chips(target)));
            return leftOut(byPlace, context);
        }
        rejected.forEach((target, methods) -> {
            if (rejected.size() == requested.size() || !optional.contains(target.id())) {
                methods.forEach(method -> method.report(target, context));
            }
        });
        return Optional.empty();
    }

    /** Returns the skipped targets and chips, unless a binary for one of these was requested. */
    private static Optional<List<SkippedTarget>> leftOut(
            Map<String, List<UnsupportedMethod>> byPlace, Context context) {
        List<String> wanted = byPlace.keySet().stream()
                .filter(name -> context.options().targets().binaries().contains(name.substring(name.indexOf(CHIP) + 1)))
                .toList();
        wanted.forEach(name -> byPlace.get(name).forEach(method -> method.reportChip(name, context)));
        return wanted.isEmpty()
                ? Optional.of(byPlace.entrySet().stream()
                        .map(entry -> entry.getValue().get(0).leftOut(entry.getKey()))
                        .toList())
                : Optional.empty();
    }

    /** Returns the directory of the binaries of a chip. */
    private static String place(Target target, String chip) {
        return target.id() + CHIP + chip;
    }

    /** Returns the methods that only some chips cannot run. */
    private Map<String, List<UnsupportedMethod>> chips(Target target) {
        Map<String, List<UnsupportedMethod>> byChip = new TreeMap<>();
        Set<ScheduledKernel> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        for (PlannedMethod method : planned) {
            Map<String, UnsupportedMethod> first = new TreeMap<>();
            Map<Step, Graph> graphs = method.plan().graphs();
            for (Step step : method.plan().computations()) {
                Optional<ScheduledKernel> printed = printed(step);
                if (printed.filter(taken::contains).isPresent()) {
                    continue;
                }
                Map<String, UnsupportedReason> refusals = target.chipRefusals(step, graphs.get(step));
                if (refusals.isEmpty()) {
                    printed.ifPresent(taken::add);
                }
                refusals.forEach((chip, refusal) ->
                        first.putIfAbsent(place(target, chip), new UnsupportedMethod(method, refusal)));
            }
            first.forEach((name, rejected) ->
                    byChip.computeIfAbsent(name, key -> new ArrayList<>()).add(rejected));
        }
        return byChip;
    }

    /** Method with a step that a target cannot compile. */
    private record UnsupportedMethod(PlannedMethod planned, UnsupportedReason refusal) {

        private String name() {
            return planned.method().graph().name();
        }

        SkippedTarget leftOut(String key) {
            return new SkippedTarget(key, name(), op(), refusal.reason());
        }

        private String op() {
            Node op = refusal.op();
            return op.op() + (op.origin().line() == 0 ? "" : " at " + op.origin());
        }

        void report(Target target, Context context) {
            context.reporter()
                    .report(
                            planned.method().position(),
                            Diagnostic.TARGET_WITHOUT_OP,
                            name(),
                            target.id(),
                            op(),
                            refusal.reason());
        }

        void reportChip(String key, Context context) {
            int end = key.indexOf(CHIP);
            context.reporter()
                    .report(
                            planned.method().position(),
                            Diagnostic.CHIP_WITHOUT_OP,
                            name(),
                            key.substring(end + 1),
                            key.substring(0, end),
                            op(),
                            refusal.reason());
        }
    }

    /** Returns the representative of equal kernels, whose function they share. */
    private Optional<ScheduledKernel> printed(Step step) {
        return step instanceof ScheduledKernel kernel ? Optional.of(table.representative(kernel)) : Optional.empty();
    }

    /**
     * Returns the reason why a target cannot compile a method, and adds supported steps to the set of accepted kernels.
     */
    private Optional<UnsupportedReason> refusal(PlannedMethod method, Target target, Set<ScheduledKernel> taken) {
        Map<Step, Graph> graphs = method.plan().graphs();
        for (Step step : method.plan().computations()) {
            Optional<ScheduledKernel> printed = printed(step);
            if (printed.filter(taken::contains).isEmpty()) {
                Optional<UnsupportedReason> refusal = target.refusal(step, graphs.get(step));
                if (refusal.isPresent()) {
                    return refusal;
                }
                printed.ifPresent(taken::add);
            }
        }
        return Optional.empty();
    }
}
