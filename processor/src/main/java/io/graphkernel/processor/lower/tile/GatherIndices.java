package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Indices of gathers, either in memory or computed by ops of the same kernel. */
final class GatherIndices {

    private final ScheduledKernel kernel;
    private final StageLowering stages;

    GatherIndices(ScheduledKernel kernel, StageLowering stages) {
        this.kernel = kernel;
        this.stages = stages;
    }

    /** Returns the index operand of a gather. */
    static Node of(Gather gather) {
        return gather.node().operands().get(1);
    }

    /** Returns the buffer of a gather's indices, if they are in memory. */
    Optional<Buffer> inMemory(Gather gather) {
        return kernel.buffers().inputs().stream()
                .filter(input -> input.value() == of(gather) && !stages.isGathered(input))
                .findFirst();
    }

    /** Returns the ops that compute a gather's indices, in order. Other gathers among them have their own indices. */
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
        return kernel.buffers().indices().stream().anyMatch(index -> index.value() == op);
    }

    /** Returns a reduction or scan that must complete before the indices are known. */
    Optional<Node> reduction(Gather gather) {
        return ops(gather).stream()
                .filter(op ->
                        OpTable.get().is(op, OpKind.REDUCTION) || OpTable.get().is(op, OpKind.SCAN))
                .findFirst();
    }

    /** Returns the buffers, among inputs or index ops, that a gather's index computation reads. */
    List<Buffer> read(List<Buffer> buffers, Gather gather) {
        Set<Node> values = new HashSet<>(List.of(of(gather)));
        ops(gather).stream().filter(op -> stages.gather(op).isEmpty()).forEach(op -> values.addAll(op.operands()));
        return buffers.stream()
                .filter(buffer -> values.contains(buffer.value()) && !stages.isGathered(buffer))
                .toList();
    }

    /** Returns the mask of the loops on which a gather's indices depend. */
    int mask(Gather gather) {
        Optional<Buffer> known = inMemory(gather);
        if (known.isPresent()) {
            return known.get().mask();
        }
        Stream<Buffer> read = Stream.concat(
                read(kernel.buffers().inputs(), gather).stream(),
                read(kernel.buffers().indices(), gather).stream());
        int own = read.mapToInt(Buffer::mask).reduce(0, (first, second) -> first | second);
        return ops(gather).stream()
                .flatMap(op -> stages.gather(op).stream())
                .mapToInt(inner -> inner.data().mask() | mask(inner))
                .reduce(own, (first, second) -> first | second);
    }

    /** Returns true if a value is only used to compute gather indices. */
    boolean isForIndices(Node value) {
        List<Node> readers = kernel.group().nodes().stream()
                .filter(op -> op.operands().contains(value))
                .toList();
        boolean isStored = kernel.buffers().outputs().stream().anyMatch(output -> output.stored() == value);
        return !isStored && !readers.isEmpty() && readers.stream().allMatch(op -> isIndexOf(op, value));
    }

    private boolean isIndexOf(Node reader, Node value) {
        return stages.gather(reader).map(gather -> of(gather) == value).orElseGet(() -> isForIndices(reader));
    }
}
