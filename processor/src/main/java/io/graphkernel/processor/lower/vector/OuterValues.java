package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The values of outer loops that a stage uses: what it neither reads within the row nor computes. */
final class OuterValues {

    private OuterValues() {}

    /**
     * Finds them.
     *
     * @param reads the buffers that the stage reads
     * @return each once, in the order of their first use; constants of the source are none
     */
    static List<Node> of(Kernel kernel, Stage stage, List<Buffer> reads) {
        Set<Node> local = Collections.newSetFromMap(new IdentityHashMap<>());
        reads.forEach(input -> local.add(input.value()));
        local.addAll(stage.restored());
        local.addAll(stage.computed());
        Set<Node> outer = new LinkedHashSet<>();
        for (Node used : used(kernel, stage)) {
            if (!local.contains(used) && used.kind() != Node.Kind.CONSTANT) {
                outer.add(used);
            }
        }
        return List.copyOf(outer);
    }

    private static List<Node> used(Kernel kernel, Stage stage) {
        List<Node> gathers = kernel.gathers().stream().map(Gather::node).toList();
        List<Node> used = new ArrayList<>();
        for (Node node : stage.computed()) {
            // What a Gather reads of is memory.
            used.addAll(gathers.contains(node) ? node.operands().subList(1, 2) : node.operands());
        }
        stage.reductions().forEach(reduction -> used.addAll(reduction.operands()));
        stage.stores().forEach(store -> used.add(store.stored()));
        return used;
    }
}
