package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.op.OpTable;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks of invariants that hold for every kernel. */
public final class KernelChecks {

    private final ScheduledKernel kernel;
    private final String description;
    /** Values that are available at the current position: once, per row, or in the stage. */
    private final Set<Node> known = new HashSet<>();

    private KernelChecks(ScheduledKernel kernel, String description) {
        this.kernel = kernel;
        this.description = description;
    }

    /**
     * Checks that the operands of every op are available, and that every output is stored once, where its value is
     * available.
     */
    public static void check(ScheduledKernel kernel, String description) {
        new KernelChecks(kernel, kernel.name() + " of " + description)
                .run(kernel.body().stages());
        new KernelChecks(kernel, kernel.name() + " without row buffers of " + description)
                .run(kernel.body().unbufferedStages());
        assertThat(kernel.body().unbufferedStages())
                .as(description)
                .allMatch(stage -> stage.saved().isEmpty() && stage.restored().isEmpty());
    }

    private void run(List<Stage> stages) {
        load(Level.UNIFORM);
        compute(kernel.body().uniformOps());
        requireStores(kernel.body().uniformStores());
        load(Level.ROW);
        compute(kernel.body().rowOps());
        Set<Node> saved = new HashSet<>();
        int stores =
                kernel.body().uniformStores().size() + kernel.body().rowStores().size();
        for (Stage stage : stages) {
            Set<Node> outside = Set.copyOf(known);
            stage.inputs().forEach(input -> known.add(input.value()));
            loadIndices(Level.ELEMENT);
            assertThat(saved).as(description).containsAll(stage.restored());
            known.addAll(stage.restored());
            compute(stage.computed());
            requireKnown(stage.saved());
            saved.addAll(stage.saved());
            stage.reductions().forEach(reduction -> requireKnown(reduction.operands()));
            requireStores(stage.stores());
            stores += stage.stores().size();
            known.retainAll(outside);
            known.addAll(kernel.body().finish() == null ? stage.reductions() : kernel.rowReductions(stage));
            compute(stage.rowOps());
        }
        requireStores(kernel.body().rowStores());
        if (kernel.body().finish() != null) {
            known.addAll(kernel.partials());
            kernel.body().finish().inputs().forEach(input -> known.add(input.value()));
            compute(kernel.body().finish().computed());
            requireStores(kernel.body().finish().stores());
            stores += kernel.body().finish().stores().size();
        }
        assertThat(stores).as(description).isEqualTo(kernel.buffers().outputs().size());
    }

    private void load(Level level) {
        for (Buffer input : kernel.buffers().inputs()) {
            boolean gathered = kernel.buffers().gathers().stream().anyMatch(gather -> gather.data() == input);
            if (!gathered && kernel.space().levelOf(input.mask()) == level) {
                known.add(input.value());
            }
        }
        loadIndices(level);
    }

    private void loadIndices(Level level) {
        kernel.buffers().indices().stream()
                .filter(index -> kernel.space().levelOf(index.mask()) == level)
                .forEach(index -> known.add(index.value()));
    }

    private void compute(List<Node> ops) {
        for (Node op : ops) {
            requireKnown(OpTable.get().indexedOperands(op));
            known.add(op);
        }
    }

    private void requireStores(List<Buffer> stores) {
        stores.forEach(store -> requireKnown(List.of(store.stored())));
    }

    private void requireKnown(Collection<Node> values) {
        for (Node value : values) {
            boolean tensor = value.kind() == Node.Kind.PARAMETER || value.isOperation();
            assertThat(!tensor || known.contains(value))
                    .as("%s is at hand in %s", value, description)
                    .isTrue();
        }
    }
}
