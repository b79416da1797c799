package io.graphkernel.processor;

import io.graphkernel.processor.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.option.LeftOut;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Refusal;
import io.graphkernel.processor.schedule.Step;
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

/** The targets that cannot compile some step of a class. Of equal kernels, which are one function, one is asked about. */
final class TargetRefusals {

    /** Between a target and a chip of it. */
    private static final String CHIP = "-";

    private final List<PlannedMethod> planned;
    private final KernelTable table;

    TargetRefusals(List<PlannedMethod> planned, KernelTable table) {
        this.planned = planned;
        this.table = table;
    }

    /**
     * The targets without kernels, and the chips of others that cannot run some. A target that was asked for where it is possible is
     * left out; what others cannot compile is reported, the first step of each method, and so it is where no target would be left,
     * and for a chip that a binary was asked for.
     *
     * @return empty if something was reported
     */
    Optional<List<LeftOut>> leftOut(List<Target> asked, Context context) {
        Set<String> optional = context.options().optionalTargets();
        Map<Target, List<Refused>> refused = new LinkedHashMap<>();
        for (Target target : asked) {
            Set<Kernel> taken = Collections.newSetFromMap(new IdentityHashMap<>());
            List<Refused> methods = planned.stream()
                    .flatMap(each -> refusal(each, target, taken).map(refusal -> new Refused(each, refusal)).stream())
                    .toList();
            if (!methods.isEmpty()) {
                refused.put(target, methods);
            }
        }
        boolean isLeftOut = refused.size() < asked.size()
                && refused.keySet().stream().map(Target::id).allMatch(optional::contains);
        if (isLeftOut) {
            Map<String, List<Refused>> byPlace = new LinkedHashMap<>();
            refused.forEach((target, methods) -> byPlace.put(target.id(), methods));
            asked.stream()
                    .filter(target -> !refused.containsKey(target))
                    .forEach(target -> byPlace.putAll(chips(target)));
            return leftOut(byPlace, context);
        }
        refused.forEach((target, methods) -> {
            if (refused.size() == asked.size() || !optional.contains(target.id())) {
                methods.forEach(each -> each.report(target, context));
            }
        });
        return Optional.empty();
    }

    /** What targets and chips are left out, unless a binary for one of these was asked for. */
    private static Optional<List<LeftOut>> leftOut(Map<String, List<Refused>> byPlace, Context context) {
        List<String> wanted = byPlace.keySet().stream()
                .filter(place -> context.options().binaries().contains(place.substring(place.indexOf(CHIP) + 1)))
                .toList();
        wanted.forEach(place -> byPlace.get(place).forEach(each -> each.reportChip(place, context)));
        return wanted.isEmpty()
                ? Optional.of(byPlace.entrySet().stream()
                        .map(each -> each.getValue().get(0).leftOut(each.getKey()))
                        .toList())
                : Optional.empty();
    }

    /** What the run time calls the devices of a target that are a chip: the directory of their binaries. */
    private static String place(Target target, String chip) {
        return target.id() + CHIP + chip;
    }

    /** The methods that some chips cannot run, though others do. */
    private Map<String, List<Refused>> chips(Target target) {
        Map<String, List<Refused>> byChip = new TreeMap<>();
        Set<Kernel> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        for (PlannedMethod method : planned) {
            Map<String, Refused> first = new TreeMap<>();
            for (Step step : method.plan().steps()) {
                Optional<Kernel> printed = printed(step);
                if (printed.filter(taken::contains).isPresent()) {
                    continue;
                }
                Map<String, Refusal> refusals =
                        target.chipRefusals(step, method.plan().graph());
                if (refusals.isEmpty()) {
                    printed.ifPresent(taken::add);
                }
                refusals.forEach(
                        (chip, refusal) -> first.putIfAbsent(place(target, chip), new Refused(method, refusal)));
            }
            first.forEach((place, refused) ->
                    byChip.computeIfAbsent(place, key -> new ArrayList<>()).add(refused));
        }
        return byChip;
    }

    /** A method with a step that a target cannot compile. */
    private record Refused(PlannedMethod planned, Refusal refusal) {

        private String name() {
            return planned.method().graph().name();
        }

        LeftOut leftOut(String place) {
            return new LeftOut(place, name(), op(), refusal.reason());
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

        void reportChip(String place, Context context) {
            int end = place.indexOf(CHIP);
            context.reporter()
                    .report(
                            planned.method().position(),
                            Diagnostic.CHIP_WITHOUT_OP,
                            name(),
                            place.substring(end + 1),
                            place.substring(0, end),
                            op(),
                            refusal.reason());
        }
    }

    /** Of equal kernels the one whose function they share. */
    private Optional<Kernel> printed(Step step) {
        return step instanceof Kernel kernel ? Optional.of(table.representative(kernel)) : Optional.empty();
    }

    /** Why a target cannot compile a method; what it takes is added to the kernels that it has taken. */
    private Optional<Refusal> refusal(PlannedMethod method, Target target, Set<Kernel> taken) {
        for (Step step : method.plan().steps()) {
            Optional<Kernel> printed = printed(step);
            if (printed.filter(taken::contains).isEmpty()) {
                Optional<Refusal> refusal = target.refusal(step, method.plan().graph());
                if (refusal.isPresent()) {
                    return refusal;
                }
                printed.ifPresent(taken::add);
            }
        }
        return Optional.empty();
    }
}
