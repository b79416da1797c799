package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.List;

/**
 * How a method runs: kernels and library calls in order.
 *
 * @param graph the fused graph
 * @param steps in order
 * @param temporaries memory between kernels
 */
public record Plan(Graph graph, List<Step> steps, List<Temporary> temporaries) {

    /**
     * The kernels among the steps.
     *
     * @return in launch order
     */
    public List<Kernel> kernels() {
        return steps.stream()
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
        for (Kernel kernel : kernels()) {
            boolean writes = writes(kernel, target);
            boolean reads = kernel.inputs().stream().anyMatch(b -> b.location().equals(source));
            boolean readsResult =
                    kernel.inputs().stream().anyMatch(b -> b.location().equals(target));
            if (reads && (written || (writes && !readsBeforeWrites(kernel, source, target)))) {
                return false;
            }
            if (readsResult
                    && kernel.outputs().stream().anyMatch(b -> b.location().equals(source))) {
                return false;
            }
            written |= writes;
        }
        return true;
    }

    private static boolean writes(Kernel kernel, Location target) {
        return kernel.outputs().stream().anyMatch(b -> b.location().equals(target));
    }

    /** Within one kernel: same extent, one phase, and no stage after the write reads the parameter. */
    private static boolean readsBeforeWrites(Kernel kernel, Location source, Location target) {
        int full = kernel.space().fullMask();
        boolean wholeReads = kernel.inputs().stream()
                .filter(b -> b.location().equals(source))
                .allMatch(b -> b.mask() == full);
        boolean wholeWrites = kernel.outputs().stream()
                .filter(b -> b.location().equals(target))
                .allMatch(b -> b.mask() == full);
        if (!wholeReads || !wholeWrites || kernel.finish() != null) {
            return false;
        }
        boolean written = false;
        for (Stage stage : kernel.stages()) {
            if (written && stage.inputs().stream().anyMatch(b -> b.location().equals(source))) {
                return false;
            }
            written |= stage.stores().stream().anyMatch(b -> b.location().equals(target));
        }
        return true;
    }
}
