package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A kernel whose cores process some rows at a time: chunks of the lanes in elementwise kernels, all lanes in reductions
 * if they fit.
 *
 * @param name name of the function
 * @param origin source position of its first op
 * @param loops loops over rows and lanes
 * @param program program of a tile
 * @param broadcast broadcast of unranked shapes; empty for ranked ones
 */
public record RowKernel(String name, Origin origin, Loops loops, TileProgram program, Optional<Broadcast> broadcast) {

    /**
     * Loops of a row kernel over items, rows and lanes.
     *
     * @param outer extents of the loops over rows, outermost first; a tile has rows of the last loop
     * @param lanes number of lanes per row
     * @param block number of rows that a core reduces to one result; empty if rows are not reduced
     * @param isUnchunked true if a reduced row is in local memory as a whole
     * @param isReversed true if rows of an item, or lanes of a row, are processed in reverse
     * @param items items that cores process, each with rows of its own; empty if cores process rows
     */
    public record Loops(
            List<Dim> outer,
            Dim lanes,
            Optional<Dim> block,
            boolean isUnchunked,
            boolean isReversed,
            Optional<Items> items) {

        public Loops {
            outer = List.copyOf(outer);
        }
    }

    /**
     * Items that cores process sequentially, each with rows and lanes of its own.
     *
     * @param count number of items
     * @param loops extents of the loops over items, outermost first, whose indices precede those of the rows; empty if
     *     items are blocks
     * @param block maximum number of rows per item, or of lanes without loops over rows; empty if unlimited
     * @param reducesLanes true if lanes are reduced, so that the loop over them is within rows; otherwise chunks of
     *     them are processed independently
     */
    public record Items(Dim count, List<Dim> loops, Optional<Dim> block, boolean reducesLanes) {
        public Items {
            loops = List.copyOf(loops);
        }
    }

    /**
     * Broadcast of rows that is known only at the call.
     *
     * @param slot the first argument of its description
     * @param blocks buffer in which row elements are replicated
     * @param halves tile in which bytes are widened for replication; empty if no operand has bytes
     */
    public record Broadcast(int slot, LocalBuffer blocks, Optional<LocalBuffer> halves) {

        /** Returns the buffers of the broadcast. */
        Stream<LocalBuffer> buffers() {
            return Stream.concat(Stream.of(blocks), halves.stream());
        }
    }

    /** Returns this kernel with a broadcast. */
    RowKernel over(Broadcast described, Map<LocalMemoryAllocator.BufferKind, Integer> bufferCounts) {
        return new RowKernel(name, origin, loops, program.withBufferCounts(bufferCounts), Optional.of(described));
    }

    /**
     * Returns true if blocks of rows are reduced and the lanes of a row do not fit. The last three sections are those
     * of a block.
     */
    public boolean hasBlocksInChunks() {
        return loops.block().isPresent() && program.sections().size() > 3;
    }

    /** Returns the buffers of a region that instructions use, in order of first use. */
    public List<LocalBuffer> buffers(LocalRegion region) {
        return Stream.concat(broadcast.stream().flatMap(Broadcast::buffers), program.buffers())
                .filter(buffer -> buffer.region() == region)
                .distinct()
                .toList();
    }
}
