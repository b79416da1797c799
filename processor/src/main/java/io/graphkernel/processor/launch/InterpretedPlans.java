package io.graphkernel.processor.launch;

import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plans of a class that are interpreted: those with loops, those whose launches are checked, and those with too many
 * launches or tensors to inline in a stub. The JVM does not compile methods over 8,000 bytes, and methods are limited to 64 KiB. See
 * docs/bench/plan-executors.md.
 */
public final class InterpretedPlans {

    /**
     * Number of slots of a launch that takes about a hundred bytes in a stub; launches with more slots count several
     * times.
     */
    private static final int SLOTS_PER_LAUNCH = 8;

    /** Number of checks per tensor: its type, a dim, its device, and a reachability fence. */
    private static final int CHECKS_PER_TENSOR = 4;

    /** Maximum number of checks, with which a stub without launches stays below 8,000 bytes. */
    private static final int MAX_CHECKS = 400;

    /**
     * An interpreted plan.
     *
     * @param number its index in the plan file
     * @param data its data
     */
    public record InterpretedPlan(int number, PlanData data) {}

    private final Map<Plan, InterpretedPlan> interpreted = new IdentityHashMap<>();
    private final List<PlanData> data = new ArrayList<>();

    /**
     * Selects the interpreted plans of a class.
     *
     * @param plans the plans of its methods
     * @param checked the plans whose launches are checked, as in {@code --enable_debug_mode}
     * @param maxInlinedLaunches maximum number of inlined launches per stub
     */
    public InterpretedPlans(List<Plan> plans, Set<Plan> checked, int maxInlinedLaunches) {
        Map<String, Integer> kernels = kernelNumbers(plans);
        ConstantTable constants = ConstantTable.of(plans);
        for (Plan plan : plans) {
            if (checked.contains(plan)
                    || !plan.loops().isEmpty()
                    || plan.launches().size() > maxInlinedLaunches
                    || checks(plan) > MAX_CHECKS
                    || launches(plan) > maxInlinedLaunches) {
                interpreted.put(
                        plan,
                        new InterpretedPlan(
                                data.size(), new PlanData(plan, kernels, constants, checked.contains(plan))));
                data.add(interpreted.get(plan).data());
            }
        }
    }

    /**
     * Returns the index of each function of a class's kernels, which the runtime uses.
     *
     * @param plans the plans of its methods
     * @return indices by name
     */
    public static Map<String, Integer> kernelNumbers(List<Plan> plans) {
        Map<String, Integer> numbers = new HashMap<>();
        for (Plan plan : plans) {
            for (ScheduledKernel kernel : plan.kernels()) {
                kernel.functions().forEach(function -> numbers.put(function, numbers.size()));
            }
        }
        return numbers;
    }

    /** Returns the number of check statements for the tensors of a call, each of about twenty bytes. */
    private static int checks(Plan plan) {
        int parameters = plan.graph().tensorParameters().size();
        int results = plan.graph().outputs().size();
        int written = results + plan.graph().assigns().size();
        int dims = plan.graph().outputs().stream()
                .mapToInt(output -> output.node().shape().trailing().size())
                .sum();
        return CHECKS_PER_TENSOR * (parameters + results) + written * (parameters + results) + dims;
    }

    private static int launches(Plan plan) {
        return new LaunchProgram(plan)
                .operations(true).stream()
                        .mapToInt(operation -> 1 + operation.fills().size() / (SLOTS_PER_LAUNCH + 1))
                        .sum();
    }

    /**
     * Returns the interpreted form of a plan.
     *
     * @param plan a plan of the class
     * @return empty for a plan that the stub inlines
     */
    public Optional<InterpretedPlan> of(Plan plan) {
        return Optional.ofNullable(interpreted.get(plan));
    }

    /**
     * Returns the plan file.
     *
     * @return its bytes; empty if no plan is interpreted
     */
    public Optional<byte[]> file() {
        return data.isEmpty() ? Optional.empty() : Optional.of(PlanFileWriter.bytes(data));
    }
}
