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
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The targets that cannot compile some step of a class. Of equal kernels, which are one function, one is asked about. */
final class TargetRefusals {

    private final List<PlannedMethod> planned;
    private final KernelTable table;

    TargetRefusals(List<PlannedMethod> planned, KernelTable table) {
        this.planned = planned;
        this.table = table;
    }

    /**
     * The targets without kernels. One that was asked for where it is possible is left out; what others cannot
     * compile is reported, the first step of each method, and so it is where no target would be left.
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
            return Optional.of(refused.entrySet().stream()
                    .map(each -> each.getValue().get(0).leftOut(each.getKey()))
                    .toList());
        }
        refused.forEach((target, methods) -> {
            if (refused.size() == asked.size() || !optional.contains(target.id())) {
                methods.forEach(each -> each.report(target, context));
            }
        });
        return Optional.empty();
    }

    /** A method with a step that a target cannot compile. */
    private record Refused(PlannedMethod planned, Refusal refusal) {

        private String name() {
            return planned.method().graph().name();
        }

        LeftOut leftOut(Target target) {
            return new LeftOut(target.id(), name(), op(), refusal.reason());
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
    }

    /** Why a target cannot compile a method; what it takes is added to the kernels that it has taken. */
    private Optional<Refusal> refusal(PlannedMethod method, Target target, Set<Kernel> taken) {
        for (Step step : method.plan().steps()) {
            Optional<Kernel> printed =
                    step instanceof Kernel kernel ? Optional.of(table.representative(kernel)) : Optional.empty();
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
