package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * Layout of a kernel's argument block: 8-byte slots, buffer pointers first.
 *
 * @param dims symbols, from slot {@code dimSlot}
 * @param dimSlot first slot of the dims
 * @param scalars scalar arguments, from slot {@code scalarSlot}
 * @param scalarSlot first slot of the scalars
 * @param streamingSlot slot of the cache hint: 1 to prefetch operands, 2 to use non-temporal stores as well, 3 to use
 *     them in compute-bound stages, too; otherwise 0
 * @param partialSlot slot of the pointer to partial results, followed by the items per block and the number of blocks;
 *     -1 if there are none
 * @param broadcastSlot first slot of the broadcast description of an unranked kernel; -1 for ranked ones
 */
public record ArgumentLayout(
        List<Dim.Symbol> dims,
        int dimSlot,
        List<Node> scalars,
        int scalarSlot,
        int streamingSlot,
        int partialSlot,
        int broadcastSlot) {

    /** Returns a layout with further dims, before the scalars. */
    ArgumentLayout withDims(List<Dim.Symbol> added) {
        List<Dim.Symbol> extended = new ArrayList<>(dims);
        extended.addAll(added);
        return new ArgumentLayout(
                extended,
                dimSlot,
                scalars,
                scalarSlot + added.size(),
                streamingSlot + added.size(),
                partialSlot,
                broadcastSlot);
    }

    /**
     * Returns the number of slots of a kernel over ranked shapes.
     *
     * @return the number of slots
     */
    public int slots() {
        return partialSlot < 0 ? streamingSlot + 1 : blockCountSlot() + 1;
    }

    /**
     * Returns the slot of the items per block of a two-phase reduction.
     *
     * @return the slot after the pointer to the partial results
     */
    public int blockSlot() {
        return partialSlot + 1;
    }

    /**
     * Returns the slot of the number of blocks of a two-phase reduction.
     *
     * @return the slot after the items per block
     */
    public int blockCountSlot() {
        return partialSlot + 2;
    }
}
