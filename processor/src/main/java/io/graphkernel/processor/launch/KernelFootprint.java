package io.graphkernel.processor.launch;

import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Memory footprint of kernels, and the cache hints that follow from it. */
public final class KernelFootprint {

    private KernelFootprint() {}

    /**
     * Returns the bytes read and written per element of the whole domain. In a recurrence, carried values count in each
     * iteration, as a measure of its ops.
     */
    public static int elementBytes(ScheduledKernel kernel) {
        int loop = kernel.recurrence() == null ? 0 : 1 << kernel.space().outer().size();
        return elementBytes(kernel, loop);
    }

    /** Returns the bytes of the buffers that extend along all loops, or all but those of a mask. */
    private static int elementBytes(ScheduledKernel kernel, int optional) {
        int bytes = Stream.concat(kernel.buffers().inputs().stream(), kernel.buffers().outputs().stream())
                .filter(buffer -> (buffer.mask() | optional) == kernel.space().fullMask())
                .mapToInt(buffer -> buffer.value().dtype().byteSize())
                .sum();
        return Math.max(bytes, 1);
    }

    /** Returns the traffic of a kernel over ranked shapes. Kernels that write the same result share the hint. */
    static Size footprint(Plan plan, ScheduledKernel kernel) {
        boolean writesResult =
                kernel.buffers().outputs().stream().anyMatch(output -> output.location() instanceof Location.Result);
        Stream<ScheduledKernel> together = writesResult
                ? plan.kernels().stream().filter(other -> writesSameResult(other, kernel))
                : Stream.of(kernel);
        return Size.sum(together.map(other -> Size.product(
                        elementBytes(other, 0),
                        Size.of(IterationSpace.product(other.space().dims()))))
                .toList());
    }

    private static boolean writesSameResult(ScheduledKernel a, ScheduledKernel b) {
        return a.buffers().outputs().stream()
                .map(Buffer::location)
                .filter(Location.Result.class::isInstance)
                .anyMatch(result -> b.buffers().outputs().stream()
                        .anyMatch(output -> output.location().equals(result)));
    }

    /** Returns true if a temporary shares memory with an input of the kernel. */
    private static boolean isOverwritten(Plan plan, ScheduledKernel kernel, Buffer output) {
        return kernel.buffers().inputs().stream().anyMatch(input -> plan.areSame(output.location(), input.location()));
    }

    private static boolean mayStream(ScheduledKernel kernel) {
        return kernel.body().stages().size() > 1
                || kernel.body().stages().stream()
                        .anyMatch(stage -> !stage.stores().isEmpty());
    }

    /**
     * Returns the initializer of a kernel's cache hint. Memory updated in place is not stored with non-temporal stores.
     *
     * @param plan the plan of the kernel
     * @param kernel a kernel that stores elements or has several stages; for others the slot is 0
     * @param slot the slot
     * @param footprint the kernel's traffic in bytes
     * @return the initializer of the slot
     */
    public static SlotInitializer fill(Plan plan, ScheduledKernel kernel, int slot, Size footprint) {
        if (!mayStream(kernel)) {
            return new SlotInitializer.OfSize(slot, Size.ZERO);
        }
        // The carried values of a recurrence have memory of their own.
        boolean updates = kernel.recurrence() == null
                && kernel.buffers().outputs().stream()
                        .anyMatch(output -> output.isUpdate() || isOverwritten(plan, kernel, output));
        List<SlotInitializer.Shared> shared = new ArrayList<>();
        for (Buffer output : updates ? List.<Buffer>of() : kernel.buffers().outputs()) {
            for (Buffer input : kernel.buffers().inputs()) {
                boolean mayAlias = output.location() instanceof Location.Result result
                        && input.location() instanceof Location.Parameter parameter
                        && plan.mayAlias(result.index(), parameter.name());
                if (mayAlias) {
                    shared.add(new SlotInitializer.Shared(output.location(), input.location()));
                }
            }
        }
        return new SlotInitializer.OfCaches(slot, footprint, updates, shared);
    }
}
