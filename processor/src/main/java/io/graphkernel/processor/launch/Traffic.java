package io.graphkernel.processor.launch;

import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The bytes that a kernel moves, and what it does about caches therefore. */
public final class Traffic {

    private Traffic() {}

    /** Bytes read and written per element of the whole domain. */
    public static int elementBytes(Kernel kernel) {
        int bytes = Stream.concat(kernel.inputs().stream(), kernel.outputs().stream())
                .filter(buffer -> buffer.mask() == kernel.space().fullMask())
                .mapToInt(buffer -> buffer.value().dtype().byteSize())
                .sum();
        return Math.max(bytes, 1);
    }

    /** The bytes that a kernel over ranked shapes moves. A result that several kernels write leaves caches as a whole. */
    static Size footprint(Plan plan, Kernel kernel) {
        boolean givesResult =
                kernel.outputs().stream().anyMatch(output -> output.location() instanceof Location.Result);
        Stream<Kernel> together = givesResult
                ? plan.kernels().stream().filter(other -> writesSameResult(other, kernel))
                : Stream.of(kernel);
        return Size.sum(together.map(other -> Size.product(
                        elementBytes(other),
                        Size.of(IterationSpace.product(other.space().runs()))))
                .toList());
    }

    private static boolean writesSameResult(Kernel a, Kernel b) {
        return a.outputs().stream()
                .map(Buffer::location)
                .filter(Location.Result.class::isInstance)
                .anyMatch(result -> b.outputs().stream()
                        .anyMatch(output -> output.location().equals(result)));
    }

    /** Whether a temporary lies where the kernel reads one that dies. */
    private static boolean isOverwritten(Plan plan, Kernel kernel, Buffer output) {
        return kernel.inputs().stream().anyMatch(input -> plan.areSame(output.location(), input.location()));
    }

    private static boolean mayStream(Kernel kernel) {
        return kernel.stages().size() > 1
                || kernel.stages().stream().anyMatch(stage -> !stage.stores().isEmpty());
    }

    /**
     * What the slot for caches holds. What is updated in place stays in them.
     *
     * @param plan the plan of the kernel
     * @param kernel a kernel that stores elements or walks rows several times; for others the slot is 0
     * @param slot the slot
     * @param footprint the bytes that are moved
     * @return what fills the slot
     */
    public static Fill fill(Plan plan, Kernel kernel, int slot, Size footprint) {
        if (!mayStream(kernel)) {
            return new Fill.OfSize(slot, Size.ZERO);
        }
        boolean updates =
                kernel.outputs().stream().anyMatch(output -> output.isUpdate() || isOverwritten(plan, kernel, output));
        List<Fill.Shared> shared = new ArrayList<>();
        for (Buffer output : updates ? List.<Buffer>of() : kernel.outputs()) {
            for (Buffer input : kernel.inputs()) {
                boolean mayShare = output.location() instanceof Location.Result result
                        && input.location() instanceof Location.Parameter parameter
                        && plan.mayShare(result.index(), parameter.name());
                if (mayShare) {
                    shared.add(new Fill.Shared(output.location(), input.location()));
                }
            }
        }
        return new Fill.OfCaches(slot, footprint, updates, shared);
    }
}
