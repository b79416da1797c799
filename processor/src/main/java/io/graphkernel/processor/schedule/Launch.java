package io.graphkernel.processor.schedule;

import java.util.List;

/**
 * A launch: a library call, a kernel, or several kernels.
 *
 * @param phases sequential phases, whose steps run concurrently
 */
public record Launch(List<List<Step>> phases) {

    public Launch {
        phases = phases.stream().map(List::copyOf).toList();
    }

    /**
     * Returns the steps of all phases.
     *
     * @return a valid sequential order
     */
    public List<Step> steps() {
        return phases.stream().flatMap(List::stream).toList();
    }

    /**
     * Returns the number of phases, each of which is one event of a profile on the host. A reduction that joins
     * partial results has two.
     */
    int phaseCount() {
        return phases.stream().mapToInt(Launch::phaseCount).sum();
    }

    private static int phaseCount(List<Step> phase) {
        return phase.stream()
                        .anyMatch(step -> step instanceof ScheduledKernel kernel
                                && kernel.body().finish() != null)
                ? 2
                : 1;
    }

    /**
     * Returns true if several kernels share the launch.
     *
     * @return false for a single step
     */
    public boolean isJoint() {
        return steps().size() > 1;
    }
}
