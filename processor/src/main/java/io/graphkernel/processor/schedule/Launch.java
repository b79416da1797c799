package io.graphkernel.processor.schedule;

import java.util.List;

/**
 * What one launch runs: a library call, a kernel, or several kernels.
 *
 * @param phases one after the other; the steps of one phase run at the same time
 */
public record Launch(List<List<Step>> phases) {

    public Launch {
        phases = phases.stream().map(List::copyOf).toList();
    }

    /**
     * The steps of all phases.
     *
     * @return in an order in which they can run one by one
     */
    public List<Step> steps() {
        return phases.stream().flatMap(List::stream).toList();
    }

    /**
     * Whether several kernels share the launch.
     *
     * @return false for a single step
     */
    public boolean isJoint() {
        return steps().size() > 1;
    }
}
