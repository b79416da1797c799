package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the memory that one kernel reads and writes. */
final class KernelBuffers {

    private final IterationSpace space;
    private final MemoryPlan memory;
    private final Set<Node> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Buffer> inputs = new ArrayList<>();
    private final List<Buffer> indices = new ArrayList<>();
    private final List<Gather> gathers = new ArrayList<>();
    private final List<Buffer> outputs = new ArrayList<>();

    KernelBuffers(Group group, IterationSpace space, MemoryPlan memory) {
        this.space = space;
        this.memory = memory;
        known.addAll(space.computed());
        for (Node node : space.computed()) {
            if (OpTable.get().is(node, OpKind.GATHER)) {
                gather(node);
            }
            read(node).forEach(this::load);
        }
        group.nodes().stream().filter(memory::isStored).forEach(this::load);
        for (Node node : group.nodes()) {
            for (Location location : memory.storedTo(node)) {
                outputs.add(new Buffer(
                        node, location, space.stored(node), space.spanMask(node), inputs.size() + outputs.size()));
            }
        }
    }

    /** The values that an op reads by the kernel's indices: not the parameter it updates, nor what it gathers from. */
    static List<Node> read(Node node) {
        boolean skipsFirst =
                OpTable.get().is(node, OpKind.ASSIGN) || OpTable.get().is(node, OpKind.GATHER);
        return skipsFirst ? node.operands().subList(1, 2) : node.operands();
    }

    List<Buffer> inputs() {
        return List.copyOf(inputs);
    }

    List<Buffer> indices() {
        return List.copyOf(indices);
    }

    List<Gather> gathers() {
        return List.copyOf(gathers);
    }

    List<Buffer> outputs() {
        return List.copyOf(outputs);
    }

    /** Everything that has an access. */
    Stream<Buffer> all() {
        return Stream.of(inputs, indices, outputs).flatMap(List::stream);
    }

    private void load(Node node) {
        boolean tensor = node.isGiven() || node.isOperation();
        if (!tensor || !known.add(node)) {
            return;
        }
        Node base = Views.base(node);
        if (OpTable.get().is(base, OpKind.INDEX)) {
            Access access = space.access(node);
            indices.add(new Buffer(node, null, access, access.mask(), -1));
        } else {
            input(node, base);
        }
    }

    private Buffer input(Node node, Node base) {
        Access access = space.access(node);
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

    private static int axis(Node gather, Node data) {
        try {
            return Axes.normalized(data.shape(), gather.attributes().integer(Attributes.AXIS));
        } catch (TypeException e) {
            throw new IllegalStateException(gather + ": " + e.getMessage(), e);
        }
    }

    /** The transpose in an elementwise kernel: the outer run along which most inputs are contiguous that are not inside. */
    Tiling tiling() {
        int inner = space.runs().size() - 1;
        if (space.form() != Form.ELEMENTWISE || space.isRankless() || inner < 1) {
            return null;
        }
        Tiling best = null;
        for (int run = 0; run < inner; run++) {
            List<Buffer> packed = new ArrayList<>();
            for (Buffer input : inputs) {
                List<Dim> strides = input.access().strides();
                boolean gathered = gathers.stream().anyMatch(gather -> gather.data() == input);
                boolean vectors = strides.get(inner).equals(Dim.ZERO)
                        || strides.get(inner).equals(Dim.ONE);
                if (!vectors && !gathered && strides.get(run).equals(Dim.ONE)) {
                    packed.add(input);
                }
            }
            if (!packed.isEmpty()
                    && (best == null || packed.size() > best.packed().size())) {
                best = new Tiling(run, packed);
            }
        }
        return best;
    }
}
