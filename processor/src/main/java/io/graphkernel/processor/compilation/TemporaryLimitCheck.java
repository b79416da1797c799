package io.graphkernel.processor.compilation;

import io.graphkernel.common.arena.ArenaPlacement;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.compilation.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.schedule.Arena;
import io.graphkernel.processor.schedule.Plan;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Check of the limits of methods for the size of their temporaries. */
public final class TemporaryLimitCheck {

    /** Maximum number of temporaries that a message lists, the largest ones. */
    private static final int MAX_LISTED = 3;

    private final PlannedMethod planned;
    private final Context context;

    private TemporaryLimitCheck(PlannedMethod planned, Context context) {
        this.planned = planned;
        this.context = context;
    }

    /**
     * Reports each method of a class whose temporaries exceed its limit, or have a size that is unknown.
     *
     * @param planned the methods
     * @return true if a method exceeds its limit
     */
    public static boolean reportExceeded(List<PlannedMethod> planned, Context context) {
        boolean exceeded = false;
        for (PlannedMethod method : planned) {
            if (method.method().limits().limitsTemporaries()) {
                exceeded |= new TemporaryLimitCheck(method, context).reportExceeded();
            }
        }
        return exceeded;
    }

    private boolean reportExceeded() {
        Plan plan = planned.plan();
        Arena arena = plan.arena();
        if (!plan.temporaries().stream().allMatch(Plan.Temporary::isInArena)) {
            report("an unknown size", "the rank of a parameter is not declared", declareDims());
            return true;
        }
        Optional<Long> bytes = arena.constantLayout().map(ArenaPlacement::bytes);
        if (bytes.isEmpty()) {
            String symbols = arena.sizes().stream()
                    .flatMap(size -> size.symbols().stream())
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "));
            report(
                    arena.bound() + " bytes",
                    "the size depends on dims that are known only at the call: " + symbols,
                    declareDims());
            return true;
        }
        if (bytes.get() <= planned.method().limits().temporaryBytes()) {
            return false;
        }
        report(
                grouped(bytes.get()),
                largest(plan),
                "rewrite it so that these values stay inside a launch, or raise maxTemporaryBytes; the report shows the "
                        + "reason for every value that is passed between launches");
        return true;
    }

    private static String declareDims() {
        return "declare these dims as numbers in @TensorType, or remove maxTemporaryBytes";
    }

    private void report(String needed, String cause, String fix) {
        context.reporter()
                .report(
                        planned.method().position(),
                        Diagnostic.TOO_MUCH_TEMPORARY_MEMORY,
                        planned.method().graph().name(),
                        needed,
                        planned.method().limits().temporaryBytes(),
                        cause,
                        fix);
    }

    private static String largest(Plan plan) {
        List<Plan.Temporary> largest = plan.temporaries().stream()
                .sorted(Comparator.comparingLong((Plan.Temporary temporary) -> bytes(plan, temporary))
                        .reversed())
                .toList();
        if (largest.isEmpty()) {
            return "the partial results of its reductions need this memory";
        }
        String listed = largest.stream()
                .limit(MAX_LISTED)
                .map(temporary -> LaunchLimitCheck.name(temporary.value()) + " ("
                        + temporary.value().type() + ", " + grouped(bytes(plan, temporary)) + ")")
                .collect(Collectors.joining(", "));
        int more = largest.size() - MAX_LISTED;
        return "the largest values between launches are " + listed + (more > 0 ? " and " + more + " more" : "");
    }

    private static long bytes(Plan plan, Plan.Temporary temporary) {
        Dim bytes = plan.arena().allocations().get(temporary.allocation()).bytes();
        return ((Dim.Constant) bytes).size();
    }

    private static String grouped(long bytes) {
        return String.format(Locale.ROOT, "%,d bytes", bytes);
    }
}
