package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Analysis of a stage's live-in values, which outer loops compute and the stage reads. */
final class LiveInAnalysis {

    private LiveInAnalysis() {}

    /**
     * Finds the live-in values of a stage.
     *
     * @param reads the buffers that the stage reads
     * @return each value once, in the order of first use, without constants
     */
    static List<Node> find(ScheduledKernel kernel, Stage stage, List<Buffer> reads) {
        Set<Node> local = Collections.newSetFromMap(new IdentityHashMap<>());
        reads.forEach(input -> local.add(input.value()));
        local.addAll(stage.restored());
        local.addAll(stage.computed());
        Set<Node> liveIns = new LinkedHashSet<>();
        for (Node used : used(kernel, stage)) {
            if (!local.contains(used) && used.kind() != Node.Kind.CONSTANT) {
                liveIns.add(used);
            }
        }
        return List.copyOf(liveIns);
    }

    private static List<Node> used(ScheduledKernel kernel, Stage stage) {
        List<Node> gathers =
                kernel.buffers().gathers().stream().map(Gather::node).toList();
        List<Node> used = new ArrayList<>();
        for (Node node : stage.computed()) {
            // The data operand of a Gather is a buffer, not a value.
            used.addAll(gathers.contains(node) ? node.operands().subList(1, 2) : node.operands());
        }
        stage.reductions().forEach(reduction -> used.addAll(reduction.operands()));
        stage.stores().forEach(store -> used.addAll(store.operands()));
        return used;
    }
}
