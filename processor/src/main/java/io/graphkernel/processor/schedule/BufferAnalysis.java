package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Analysis of the memory that one kernel reads and writes. */
final class BufferAnalysis {

    private final IterationSpace space;
    private final MemoryPlan memory;
    private final Set<Node> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Buffer> inputs = new ArrayList<>();
    private final List<Buffer> indices = new ArrayList<>();
    private final List<Gather> gathers = new ArrayList<>();
    private final List<Buffer> outputs = new ArrayList<>();
    private final List<IndexedStore> indexedStores = new ArrayList<>();

    /** Returns the buffers of a kernel. */
    static KernelBuffers of(FusionGroup group, IterationSpace space, MemoryPlan memory) {
        BufferAnalysis analysis = new BufferAnalysis(group, space, memory);
        return new KernelBuffers(
                analysis.inputs,
                analysis.indices,
                analysis.gathers,
                analysis.outputs,
                analysis.indexedStores,
                analysis.tiling());
    }

    private BufferAnalysis(FusionGroup group, IterationSpace space, MemoryPlan memory) {
        this.space = space;
        this.memory = memory;
        known.addAll(space.computed());
        for (Node node : space.computed()) {
            if (OpTable.get().is(node, OpKind.GATHER)) {
                gather(node);
            }
            OpTable.get().indexedOperands(node).forEach(this::load);
        }
        group.nodes().stream().filter(memory::isStored).forEach(this::load);
        for (Node node : group.nodes()) {
            for (Location location : memory.storedTo(node)) {
                int slot = inputs.size() + outputs.size();
                Buffer output = new Buffer(node, location, space.stored(node), space.spanMask(node), slot);
                outputs.add(output);
                if (node.isAssignAt()) {
                    indexedStores.add(indexedStore(output));
                }
            }
        }
    }

    private void load(Node node) {
        boolean tensor = node.isInputTensor() || node.isOperation();
        if (!tensor || !known.add(node)) {
            return;
        }
        Node base = Views.base(node);
        if (OpTable.get().is(base, OpKind.INDEX)) {
            AccessMap access = space.access(node);
            indices.add(new Buffer(node, null, access, access.mask(), -1));
        } else {
            input(node, base);
        }
    }

    private Buffer input(Node node, Node base) {
        AccessMap access = space.access(node);
        Buffer buffer = new Buffer(node, memory.location(base), access, access.mask(), inputs.size());
        inputs.add(buffer);
        return buffer;
    }

    private void gather(Node node) {
        Node data = node.operands().get(0);
        int axis = axis(node, data);
        Dim stride = memory.storage().access(data).strides().get(axis);
        gathers.add(new Gather(
                node, input(node, Views.base(data)), stride, data.shape().dims().get(axis)));
    }

    private IndexedStore indexedStore(Buffer output) {
        Node target = output.value().operands().get(0);
        int axis = axis(output.value(), target);
        Dim stride = memory.storage().access(target).strides().get(axis);
        return new IndexedStore(output, stride, target.shape().dims().get(axis));
    }

    private static int axis(Node op, Node data) {
        try {
            return Axes.normalized(data.shape(), op.attributes().integer(Attributes.AXIS));
        } catch (TypeException e) {
            throw new IllegalStateException(op + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the transpose of an elementwise kernel: the outer loop along which most inputs are contiguous that are
     * not so along the inner one.
     */
    private Tiling tiling() {
        if (space.template() == LoopTemplate.RECURRENCE) {
            return transposedIterations();
        }
        int inner = space.dims().size() - 1;
        if (space.template() != LoopTemplate.ELEMENTWISE || space.isUnranked() || inner < 1) {
            return null;
        }
        Tiling best = null;
        for (int dim = 0; dim < inner; dim++) {
            List<Buffer> packed = new ArrayList<>();
            for (Buffer input : inputs) {
                List<Dim> strides = input.access().strides();
                boolean gathered = gathers.stream().anyMatch(gather -> gather.data() == input);
                boolean vectors = strides.get(inner).equals(Dim.ZERO)
                        || strides.get(inner).equals(Dim.ONE);
                if (!vectors && !gathered && strides.get(dim).equals(Dim.ONE)) {
                    packed.add(input);
                }
            }
            if (!packed.isEmpty()
                    && (best == null || packed.size() > best.packed().size())) {
                best = new Tiling(dim, packed);
            }
        }
        return best;
    }

    /** Returns the buffers of a recurrence that are contiguous along its iterations instead of the inner loop. */
    private Tiling transposedIterations() {
        int loop = space.outer().size();
        List<Buffer> packed = Stream.concat(inputs.stream(), outputs.stream())
                .filter(buffer -> {
                    Dim step = buffer.access().strides().get(loop);
                    Dim inner = buffer.access().strides().get(loop + 1);
                    boolean isAlong = step.equals(Dim.ONE) || step.equals(Dim.of(-1));
                    boolean isGathered = gathers.stream().anyMatch(gather -> gather.data() == buffer);
                    return isAlong && !isGathered && !inner.equals(Dim.ZERO) && !inner.equals(Dim.ONE);
                })
                .toList();
        return packed.isEmpty() ? null : new Tiling(loop, packed);
    }
}
