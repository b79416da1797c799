package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import java.util.List;

/**
 * The argument block of a kernel: 8-byte slots, buffer pointers first.
 *
 * @param dims the symbols, from slot {@code dimSlot}
 * @param dimSlot first slot of the dims
 * @param scalars the run-time scalars, from slot {@code scalarSlot}
 * @param scalarSlot first slot of the scalars
 * @param streamingSlot 1 if operands are to be requested ahead, 2 if results are to bypass the caches, too, 3 if even those are
 *     that take long to compute, else 0
 * @param partialSlot pointer to the partial results of a two-phase reduction, then the items per block, then the number
 *     of blocks; -1 without
 * @param broadcastSlot first slot of the broadcast description of a rankless kernel; -1 without
 */
public record ArgumentLayout(
        List<Dim.Symbol> dims,
        int dimSlot,
        List<Node> scalars,
        int scalarSlot,
        int streamingSlot,
        int partialSlot,
        int broadcastSlot) {

    /**
     * How many slots the block of a kernel over ranked shapes has.
     *
     * @return the number after the last one
     */
    public int slots() {
        return partialSlot < 0 ? streamingSlot + 1 : blockCountSlot() + 1;
    }

    /**
     * The slot of the items per block of a two-phase reduction.
     *
     * @return after the pointer to the partial results
     */
    public int blockSlot() {
        return partialSlot + 1;
    }

    /**
     * The slot of the number of blocks of a two-phase reduction.
     *
     * @return after the items per block
     */
    public int blockCountSlot() {
        return partialSlot + 2;
    }
}
