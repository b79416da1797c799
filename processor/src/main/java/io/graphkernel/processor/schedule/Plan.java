package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How a method runs: kernels and library calls in order.
 *
 * @param graph the fused graph
 * @param launches in order
 * @param temporaries memory between kernels
 */
public record Plan(Graph graph, List<Launch> launches, List<Temporary> temporaries) {

    public Plan {
        launches = List.copyOf(launches);
        temporaries = List.copyOf(temporaries);
    }

    /**
     * The kernels and library calls.
     *
     * @return in an order in which they can run one by one
     */
    public List<Step> steps() {
        return launches.stream().flatMap(launch -> launch.steps().stream()).toList();
    }

    /**
     * The ops that the plan computes. What a library applies to a product counts as ops of its own.
     *
     * @return basic ops and calls
     */
    public int opCount() {
        return graph.operations().stream().mapToInt(Plan::opCount).sum();
    }

    private static int opCount(Node node) {
        boolean epilogue = node.attributes().has(Attributes.EPILOGUE);
        return 1 + (epilogue ? node.attributes().text(Attributes.EPILOGUE).split(" ").length : 0);
    }

    /**
     * The kernels among the steps.
     *
     * @return in launch order
     */
    public List<Kernel> kernels() {
        return steps().stream()
                .filter(Kernel.class::isInstance)
                .map(Kernel.class::cast)
                .toList();
    }

    /**
     * Memory between kernels.
     *
     * @param value the value it holds
     * @param slot temporaries with the same slot never hold their values at the same time and have the same size
     */
    public record Temporary(Node value, int slot) {}

    /**
     * Whether a result may be written to the very memory of a parameter: every element of the parameter is read, in all
     * kernels, before the result's element at the same place is written.
     *
     * @param result position among the results
     * @param parameter the Java parameter
     * @return false if the two must not share memory
     */
    public boolean mayShare(int result, String parameter) {
        Location target = new Location.Result(result);
        Location source = new Location.Parameter(parameter);
        boolean written = false;
        for (List<Step> phase :
                launches.stream().flatMap(launch -> launch.phases().stream()).toList()) {
            boolean writtenBeside = written;
            for (Step step : phase) {
                boolean reads = reads(step).contains(source);
                boolean writes = writes(step).contains(target);
                if (reads && (writtenBeside || (writes && !readsBeforeWrites(step, source, target)))) {
                    return false;
                }
                if (reads(step).contains(target) && writes(step).contains(source)) {
                    return false;
                }
                written |= writes;
            }
            boolean readBesideAWrite = written != writtenBeside
                    && phase.stream()
                            .filter(step -> !writes(step).contains(target))
                            .anyMatch(step -> reads(step).contains(source));
            if (readBesideAWrite) {
                return false;
            }
        }
        return true;
    }

    /** Which bytes of its memory each turn of a kernel's loops reads or writes. */
    private record Place(Access access, int elementBytes) {

        static Place of(Buffer buffer) {
            return new Place(buffer.access(), buffer.value().dtype().byteSize());
        }
    }

    private static List<Location> reads(Step step) {
        return step instanceof Kernel kernel
                ? kernel.inputs().stream().map(Buffer::location).toList()
                : ((LibraryCall) step).operands().stream().map(Region::location).toList();
    }

    private static List<Location> writes(Step step) {
        return step instanceof Kernel kernel
                ? kernel.outputs().stream().map(Buffer::location).toList()
                : List.of(((LibraryCall) step).result().location());
    }

    /** Within one kernel: each element at the same bytes, one phase, and no stage after the write reads the parameter. */
    private static boolean readsBeforeWrites(Step step, Location source, Location target) {
        if (!(step instanceof Kernel kernel) || kernel.finish() != null) {
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
