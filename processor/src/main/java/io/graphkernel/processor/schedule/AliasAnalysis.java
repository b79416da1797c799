package io.graphkernel.processor.schedule;

import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Alias analysis: whether the outputs of steps may share memory with their inputs. */
final class AliasAnalysis {

    private AliasAnalysis() {}

    /**
     * Returns true if two locations may alias within a phase: each element of the source is read before the target's
     * element at the same position is written.
     *
     * @param phase steps that run concurrently
     * @param target the written location
     * @param source the read location
     * @return true if the phase does not write the target, or does not read the source
     */
    static boolean within(List<Step> phase, Location target, Location source) {
        boolean written = false;
        boolean readByOthers = false;
        for (Step step : phase) {
            boolean reads = step.reads().contains(source);
            boolean writes = step.writes().contains(target);
            if (reads && writes && !readsBeforeWrites(step, source, target)) {
                return false;
            }
            if (step.reads().contains(target) && step.writes().contains(source)) {
                return false;
            }
            written |= writes;
            readByOthers |= reads && !writes;
        }
        return !(written && readByOthers);
    }

    /** The bytes that each iteration of a kernel's loops accesses. */
    private record Place(AccessMap access, int elementBytes) {

        static Place of(Buffer buffer) {
            return new Place(buffer.access(), buffer.value().dtype().byteSize());
        }
    }

    /**
     * Returns true if, within one kernel, both accesses have the same loop and bytes, and no stage after the write
     * reads the source.
     */
    private static boolean readsBeforeWrites(Step step, Location source, Location target) {
        if (!(step instanceof ScheduledKernel kernel) || !meetsElementsOnce(kernel)) {
            return false;
        }
        int full = kernel.space().fullMask();
        Set<Place> accessed = new HashSet<>();
        for (Buffer buffer : kernel.buffers().inputs()) {
            boolean gathered = kernel.buffers().gathers().stream().anyMatch(gather -> gather.data() == buffer);
            if (buffer.location().equals(source) && (buffer.mask() != full || gathered)) {
                return false;
            }
            accessed.addAll(buffer.location().equals(source) ? List.of(Place.of(buffer)) : List.of());
        }
        for (Buffer buffer : kernel.buffers().outputs()) {
            if (buffer.location().equals(target) && buffer.mask() != full) {
                return false;
            }
            accessed.addAll(buffer.location().equals(target) ? List.of(Place.of(buffer)) : List.of());
        }
        if (accessed.size() > 1) {
            return false;
        }
        return readsBeforeWrites(kernel.body().stages(), source, target)
                && readsBeforeWrites(kernel.body().unbufferedStages(), source, target);
    }

    /**
     * Returns true if each element is accessed in a single iteration, unlike in attention: the first phase of a full
     * reduction reads all of them once, whereas a column reduction may read a row again.
     */
    private static boolean meetsElementsOnce(ScheduledKernel kernel) {
        if (kernel.isAttention()) {
            return false;
        }
        return kernel.body().finish() == null || kernel.space().template() == LoopTemplate.FULL_REDUCTION;
    }

    private static boolean readsBeforeWrites(List<Stage> stages, Location source, Location target) {
        boolean written = false;
        for (Stage stage : stages) {
            if (written && stage.inputs().stream().anyMatch(b -> b.location().equals(source))) {
                return false;
            }
            written |= stage.stores().stream().anyMatch(b -> b.location().equals(target));
        }
        return true;
    }
}
