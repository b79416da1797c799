package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The indices of gathers: in memory, or computed by ops of the same kernel. */
final class ComputedIndices {

    private final Kernel kernel;
    private final StageLowering stages;

    ComputedIndices(Kernel kernel, StageLowering stages) {
        this.kernel = kernel;
        this.stages = stages;
    }

    /** The value that says which slices a gather takes. */
    static Node of(Gather gather) {
        return gather.node().operands().get(1);
    }

    /** The indices of a gather, if they are in memory. */
    Optional<Buffer> inMemory(Gather gather) {
        return kernel.inputs().stream()
                .filter(input -> input.value() == of(gather) && !stages.isGathered(input))
                .findFirst();
    }

    /** The ops that compute the indices of a gather, in order. Other gathers among them have indices of their own. */
    List<Node> ops(Gather gather) {
        Set<Node> needed = new HashSet<>(List.of(of(gather)));
        List<Node> ops = new ArrayList<>(kernel.group().nodes());
        Collections.reverse(ops);
        ops.stream()
                .filter(needed::contains)
                .filter(op -> stages.gather(op).isEmpty())
                .forEach(op -> needed.addAll(op.operands()));
        Collections.reverse(ops);
        return ops.stream()
                .filter(needed::contains)
                .filter(op -> !isCounted(op))
                .toList();
    }

    private boolean isCounted(Node op) {
        return kernel.indices().stream().anyMatch(index -> index.value() == op);
    }

    /** The reduction or scan that has to end before the indices of a gather are known. */
    Optional<Node> reduction(Gather gather) {
        return ops(gather).stream()
                .filter(op ->
                        OpTable.get().is(op, OpKind.REDUCTION) || OpTable.get().is(op, OpKind.SCAN))
                .findFirst();
    }

    /** What some of the kernel's inputs, or of the positions that it counts, ops read as operands or give. */
    List<Buffer> read(List<Buffer> buffers, Gather gather) {
        Set<Node> values = new HashSet<>(List.of(of(gather)));
        ops(gather).stream().filter(op -> stages.gather(op).isEmpty()).forEach(op -> values.addAll(op.operands()));
        return buffers.stream()
                .filter(buffer -> values.contains(buffer.value()) && !stages.isGathered(buffer))
                .toList();
    }

    /** The loops whose indices the indices of a gather depend on. */
    int mask(Gather gather) {
        Optional<Buffer> known = inMemory(gather);
        if (known.isPresent()) {
            return known.get().mask();
        }
        Stream<Buffer> read =
                Stream.concat(read(kernel.inputs(), gather).stream(), read(kernel.indices(), gather).stream());
        int own = read.mapToInt(Buffer::mask).reduce(0, (one, other) -> one | other);
        return ops(gather).stream()
                .flatMap(op -> stages.gather(op).stream())
                .mapToInt(inner -> inner.data().mask() | mask(inner))
                .reduce(own, (one, other) -> one | other);
    }

    /** Whether nobody reads a value but gathers, to find their slices. */
    boolean isForIndices(Node value) {
        List<Node> readers = kernel.group().nodes().stream()
                .filter(op -> op.operands().contains(value))
                .toList();
        boolean isStored = kernel.outputs().stream().anyMatch(output -> output.stored() == value);
        return !isStored && !readers.isEmpty() && readers.stream().allMatch(op -> isIndexOf(op, value));
    }

    private boolean isIndexOf(Node reader, Node value) {
        return stages.gather(reader).map(gather -> of(gather) == value).orElseGet(() -> isForIndices(reader));
    }
}
