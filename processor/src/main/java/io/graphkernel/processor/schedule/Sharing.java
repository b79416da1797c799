package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.IterationSpace.Form;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether what steps write may be the very memory that they read. */
final class Sharing {

    private Sharing() {}

    /**
     * Whether two locations may be the same memory in one phase: every element of the source is read before the target's
     * element at the same place is written.
     *
     * @param phase steps that run at the same time
     * @param target what is written
     * @param source what is read
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

    /** Which bytes of its memory each iteration of a kernel's loops reads or writes. */
    private record Place(Access access, int elementBytes) {

        static Place of(Buffer buffer) {
            return new Place(buffer.access(), buffer.value().dtype().byteSize());
        }
    }

    /** Within one kernel: each element at the same bytes, one loop over them, and no stage after the write reads the source. */
    private static boolean readsBeforeWrites(Step step, Location source, Location target) {
        if (!(step instanceof Kernel kernel) || !meetsElementsOnce(kernel)) {
            return false;
        }
        int full = kernel.space().fullMask();
        Set<Place> places = new HashSet<>();
        for (Buffer buffer : kernel.inputs()) {
            boolean gathered = kernel.gathers().stream().anyMatch(gather -> gather.data() == buffer);
            if (buffer.location().equals(source) && (buffer.mask() != full || gathered)) {
                return false;
            }
            places.addAll(buffer.location().equals(source) ? List.of(Place.of(buffer)) : List.of());
        }
        for (Buffer buffer : kernel.outputs()) {
            if (buffer.location().equals(target) && buffer.mask() != full) {
                return false;
            }
            places.addAll(buffer.location().equals(target) ? List.of(Place.of(buffer)) : List.of());
        }
        if (places.size() > 1) {
            return false;
        }
        return readsBeforeWrites(kernel.stages(), source, target)
                && readsBeforeWrites(kernel.unbufferedStages(), source, target);
    }

    /**
     * Whether each element has one iteration. The first phase of a full reduction walks all of them once, and the second one
     * reads partial results; over columns a row may be met again.
     */
    private static boolean meetsElementsOnce(Kernel kernel) {
        return kernel.finish() == null || kernel.space().form() == Form.FULL_REDUCTION;
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
