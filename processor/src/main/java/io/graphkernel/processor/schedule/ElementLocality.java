package io.graphkernel.processor.schedule;

import io.graphkernel.graph.IterationSpace.LoopTemplate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Analysis of loops in which each element depends on the same element of the iteration before alone.
 *
 * <p>The iterations of such a loop need no synchronization: a thread runs all of them over its part of the elements. The
 * runtime then launches the kernel once, with arguments that advance by a constant per iteration.
 */
public final class ElementLocality {

    private ElementLocality() {}

    /**
     * Returns true if a loop is local to elements, and its arguments are linear in the index.
     *
     * @param loop the loop
     * @return false if an iteration is more than one elementwise kernel, or reads other elements of a carried value
     */
    public static boolean isLocal(LoopStep loop) {
        List<Step> steps = loop.body().steps();
        if (steps.size() != 1 || !(steps.get(0) instanceof ScheduledKernel kernel)) {
            return false;
        }
        boolean elementwise = kernel.space().template() == LoopTemplate.ELEMENTWISE
                && !kernel.space().isUnranked()
                && kernel.finish() == null;
        return elementwise && readsOwnElements(kernel) && isLinear(loop, kernel);
    }

    /** Returns true if the memory that the kernel writes is read at the written element only. */
    private static boolean readsOwnElements(ScheduledKernel kernel) {
        Set<Location> written = new HashSet<>(kernel.writes());
        boolean isGathered = kernel.gathers().stream()
                .anyMatch(gather -> written.contains(gather.data().location()));
        return !isGathered
                && kernel.outputs().stream()
                        .allMatch(output -> output.mask() == kernel.space().fullMask()
                                && kernel.inputs().stream()
                                        .filter(input -> input.location().equals(output.location()))
                                        .allMatch(input -> input.access().equals(output.access())));
    }

    /** Returns true if the offset of each binding is linear in the index; the index itself is a dim of the kernel. */
    private static boolean isLinear(LoopStep loop, ScheduledKernel kernel) {
        String index = loop.loop().index();
        boolean bindings = loop.bindings().values().stream()
                .allMatch(region -> loop.loop().slope(region.access().offset()).isPresent());
        return bindings
                && kernel.space().dims().stream()
                        .noneMatch(dim -> dim.extent().symbols().contains(index));
    }
}
