package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationSpace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Canonical form of a kernel: values, dims and memory are numbered. Labels, source positions, shapes of values and
 * memory locations are omitted, because code generation depends on the iteration space and strides only. The code of
 * attention also has sizes outside of the iteration space, which are included. Kernels with equal forms have the same
 * source on every target, except for names and comments.
 */
final class CanonicalForm {

    /** Attributes that are names or only concern passes. */
    private static final Set<String> LEFT_OUT =
            Set.of(Attributes.EXPRESSION, Attributes.JAVA_TYPE, Attributes.SCOPE, Attributes.JOINT, Attributes.NO_TASK);

    private final ScheduledKernel kernel;
    private final Map<Node, Integer> numbers = new IdentityHashMap<>();
    private final List<Node> values = new ArrayList<>();
    private final Map<String, Dim> symbols = new HashMap<>();
    private final Set<Node> inside = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Object> content = new ArrayList<>();
    private final int hash;

    CanonicalForm(ScheduledKernel kernel) {
        this.kernel = kernel;
        inside.addAll(kernel.group().nodes());
        inside.addAll(kernel.space().computed());
        layout();
        space();
        if (kernel.isAttention()) {
            AttentionDims.of(kernel.attention()).all().forEach(dim -> content.add(dim(dim)));
        }
        buffers(kernel.buffers().inputs());
        buffers(kernel.buffers().indices());
        buffers(kernel.buffers().outputs());
        list(kernel.group().nodes());
        list(kernel.space().computed());
        for (Gather gather : kernel.buffers().gathers()) {
            content.add(value(gather.node()));
            content.add(kernel.buffers().inputs().indexOf(gather.data()));
            content.add(dim(gather.axisStride()));
            content.add(dim(gather.axisExtent()));
        }
        for (IndexedStore store : kernel.buffers().indexedStores()) {
            content.add(value(store.position()));
            content.add(kernel.buffers().outputs().indexOf(store.target()));
            content.add(dim(store.axisStride()));
            content.add(dim(store.axisExtent()));
        }
        list(kernel.body().uniformOps());
        list(kernel.body().rowOps());
        stages(kernel.body().stages());
        stages(kernel.body().unbufferedStages());
        list(kernel.body().saved());
        slots(kernel.body().rowStores());
        slots(kernel.body().uniformStores());
        stages(
                kernel.body().finish() == null
                        ? List.of()
                        : List.of(kernel.body().finish()));
        if (kernel.buffers().tiling() != null) {
            content.add(kernel.buffers().tiling().dim());
            slots(kernel.buffers().tiling().packed());
        }
        if (kernel.recurrence() != null) {
            content.add(dim(new Dim.Symbol(kernel.recurrence().index())));
            content.add(new CanonicalForm(kernel.perIteration()).content);
        }
        hash = content.hashCode();
    }

    /** Returns the values by their indices, which correspond between kernels with equal forms. */
    List<Node> values() {
        return values;
    }

    /** The first symbols are those of the argument block, in its order. */
    private void layout() {
        ArgumentLayout layout = kernel.layout();
        layout.dims().forEach(this::dim);
        content.add(layout.dims().size());
        content.add(layout.dimSlot());
        list(layout.scalars());
        content.addAll(
                List.of(layout.scalarSlot(), layout.streamingSlot(), layout.partialSlot(), layout.broadcastSlot()));
    }

    private void space() {
        IterationSpace space = kernel.space();
        content.addAll(List.of(
                space.template(),
                space.isUnranked(),
                space.outer().size(),
                space.middle().size()));
        space.dims().forEach(dim -> {
            content.add(dim(dim.extent()));
            content.add(dim.reduced());
        });
    }

    private void buffers(List<Buffer> buffers) {
        content.add(buffers.size());
        for (Buffer buffer : buffers) {
            content.add(value(buffer.value()));
            access(buffer.access());
            content.add(buffer.mask());
            content.add(buffer.slot());
        }
    }

    private void access(AccessMap access) {
        content.add(dim(access.offset()));
        access.strides().forEach(stride -> content.add(dim(stride)));
    }

    private void stages(List<Stage> stages) {
        content.add(stages.size());
        for (Stage stage : stages) {
            slots(stage.inputs());
            list(stage.restored());
            list(stage.computed());
            list(stage.saved());
            list(stage.reductions());
            slots(stage.stores());
            list(stage.rowOps());
        }
    }

    private void slots(List<Buffer> buffers) {
        content.add(buffers.stream().map(Buffer::slot).toList());
    }

    private void list(List<Node> nodes) {
        content.add(nodes.stream().map(this::value).toList());
    }

    /** Returns the number of a value, which is described at its first use. */
    private int value(Node node) {
        Integer known = numbers.get(node);
        if (known != null) {
            return known;
        }
        List<Integer> operands = List.of();
        if (inside.contains(node)) {
            operands = node.operands().stream().map(this::value).toList();
        }
        int number = values.size();
        numbers.put(node, number);
        values.add(node);
        // Values in memory are described by the memory, no matter which op has stored them.
        boolean isStored = !inside.contains(node) && !node.isNumber();
        content.add(isStored ? "stored" : node.kind());
        content.add(node.dtype());
        content.add(kernel.space().mask(node));
        content.add(kernel.space().spanMask(node));
        if (inside.contains(node)) {
            content.add(node.op());
            content.add(operands);
        }
        if (!isStored) {
            content.add(attributes(node.attributes()));
        }
        return number;
    }

    private List<Object> attributes(Attributes attributes) {
        List<Object> canonical = new ArrayList<>();
        attributes.values().forEach((name, attribute) -> {
            if (!LEFT_OUT.contains(name)) {
                canonical.add(name);
                canonical.add(
                        attribute instanceof List<?> items
                                ? items.stream()
                                        .map(item -> item instanceof Dim dim ? dim(dim) : item)
                                        .toList()
                                : attribute);
            }
        });
        return canonical;
    }

    /** Returns a dim over numbered symbols. */
    private Dim dim(Dim dim) {
        if (dim instanceof Dim.Constant) {
            return dim;
        }
        for (String symbol : dim.symbols()) {
            symbols.putIfAbsent(symbol, new Dim.Symbol("d" + symbols.size()));
        }
        return dim.substitute(symbols);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CanonicalForm form && hash == form.hash && content.equals(form.content);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
