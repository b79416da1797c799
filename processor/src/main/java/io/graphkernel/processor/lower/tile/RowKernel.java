package io.graphkernel.processor.lower.tile;

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
public record RowKernel(
        String name, Origin origin, RowLoops loops, TileProgram program, Optional<Broadcast> broadcast) {

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
