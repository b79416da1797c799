package io.graphkernel.processor.launch;

import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The plans of a class that have too many launches or tensors for a stub to spell out: a JVM does not compile a method of
 * more than 8,000 bytes, and cannot have one of more than 64 KiB.
 */
public final class WalkedPlans {

    /** A launch with so many slots takes about a hundred bytes in a stub; one with more counts as several. */
    private static final int SLOTS_OF_A_LAUNCH = 8;

    /** Its type, a dim, its device, and that it stays reachable. */
    private static final int CHECKS_OF_A_TENSOR = 4;

    /** With more of them a stub would be above the 8,000 bytes without a single launch. */
    private static final int MOST_CHECKS = 400;

    /**
     * A plan that is walked.
     *
     * @param number its number in the file of plans
     * @param data what the run time walks
     */
    public record Walked(int number, PlanData data) {}

    private final Map<Plan, Walked> walked = new IdentityHashMap<>();
    private final List<PlanData> data = new ArrayList<>();

    /**
     * Those of a class.
     *
     * @param plans the plans of its methods
     * @param checked the plans whose launches are looked at, as in {@code --enable_debug_mode}
     * @param unrolledLaunches the most launches of a plan that a stub spells out
     */
    public WalkedPlans(List<Plan> plans, Set<Plan> checked, int unrolledLaunches) {
        Map<String, Integer> kernels = kernelNumbers(plans);
        ConstantTable constants = ConstantTable.of(plans);
        for (Plan plan : plans) {
            if (plan.launches().size() > unrolledLaunches
                    || checks(plan) > MOST_CHECKS
                    || launches(plan) > unrolledLaunches) {
                walked.put(
                        plan, new Walked(data.size(), new PlanData(plan, kernels, constants, checked.contains(plan))));
                data.add(walked.get(plan).data());
            }
        }
    }

    /**
     * The number of each function of the kernels of a class, by which the run time knows it.
     *
     * @param plans the plans of its methods
     * @return by name
     */
    public static Map<String, Integer> kernelNumbers(List<Plan> plans) {
        Map<String, Integer> numbers = new HashMap<>();
        for (Plan plan : plans) {
            for (Kernel kernel : plan.kernels()) {
                kernel.functions().forEach(function -> numbers.put(function, numbers.size()));
            }
        }
        return numbers;
    }

    /** The statements that would check the tensors of a call, each of some twenty bytes. */
    private static int checks(Plan plan) {
        int parameters = plan.graph().tensorParameters().size();
        int results = plan.graph().outputs().size();
        int written = results + plan.graph().assigns().size();
        return CHECKS_OF_A_TENSOR * (parameters + results) + written * (parameters + results);
    }

    private static int launches(Plan plan) {
        return new LaunchProgram(plan)
                .operations(true).stream()
                        .mapToInt(operation -> 1 + operation.fills().size() / (SLOTS_OF_A_LAUNCH + 1))
                        .sum();
    }

    /**
     * How a plan is walked.
     *
     * @param plan one of the class
     * @return empty for a plan that the stub spells out
     */
    public Optional<Walked> of(Plan plan) {
        return Optional.ofNullable(walked.get(plan));
    }

    /**
     * The file of plans.
     *
     * @return its bytes; empty if no plan is walked
     */
    public Optional<byte[]> file() {
        return data.isEmpty() ? Optional.empty() : Optional.of(PlanFile.bytes(data));
    }
}
