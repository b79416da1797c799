package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
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
 * @param numbers declarations of scalar arguments, before all tiles
 * @param outer extents of the loops over rows, outermost first; a tile has rows of the last loop
 * @param lanes number of lanes per row
 * @param block number of rows that a core reduces to one result; empty if rows are not reduced
 * @param isUnchunked true if a reduced row is in local memory as a whole
 * @param isReversed true if rows of an item, or lanes of a row, are processed in reverse
 * @param shared copies into local memory for all rows
 * @param constants instructions that run once for all rows
 * @param sections program of a tile; for reduced rows the prologue, body and epilogue of a block
 * @param bufferCounts number of local buffers by region and shape
 * @param items items that cores process, each with rows of its own; empty if cores process rows
 * @param broadcast broadcast of unranked shapes; empty for ranked ones
 */
public record RowKernel(
        String name,
        Origin origin,
        List<Statement.Declare> numbers,
        List<Dim> outer,
        Dim lanes,
        Optional<Dim> block,
        boolean isUnchunked,
        boolean isReversed,
        List<Transfer> shared,
        List<Instruction> constants,
        List<Section> sections,
        Map<LocalMemoryAllocator.BufferKind, Integer> bufferCounts,
        Optional<Items> items,
        Optional<Broadcast> broadcast) {

    public RowKernel {
        numbers = List.copyOf(numbers);
        outer = List.copyOf(outer);
        shared = List.copyOf(shared);
        constants = List.copyOf(constants);
        sections = List.copyOf(sections);
        bufferCounts = Map.copyOf(bufferCounts);
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
    RowKernel over(Broadcast described, Map<LocalMemoryAllocator.BufferKind, Integer> bufferIndices) {
        return new RowKernel(
                name,
                origin,
                numbers,
                outer,
                lanes,
                block,
                isUnchunked,
                isReversed,
                shared,
                constants,
                sections,
                bufferIndices,
                items,
                Optional.of(described));
    }

    /**
     * A section of a tile's program.
     *
     * @param repeats true if it is a loop over chunks of the lanes, which do not fit together
     * @param preludes sections that compute the gather indices of its loads
     * @param loads copies into local memory
     * @param instructions the instructions, in order
     * @param stores copies out of local memory
     */
    public record Section(
            boolean repeats,
            List<Section> preludes,
            List<Transfer> loads,
            List<Instruction> instructions,
            List<Transfer> stores) {
        public Section {
            preludes = List.copyOf(preludes);
            loads = List.copyOf(loads);
            instructions = List.copyOf(instructions);
            stores = List.copyOf(stores);
        }

        /** Returns this section with instructions. */
        Section with(List<Section> first, List<Instruction> placed) {
            return new Section(repeats, first, loads, placed, stores);
        }

        /** Returns the preludes, then this section. */
        public Stream<Section> parts() {
            return Stream.concat(preludes.stream(), Stream.of(this));
        }

        /** Returns the buffer of a load's computed gather indices. */
        public LocalBuffer computedIndices(int load) {
            return instructions.stream()
                    .filter(instruction -> instruction.operation() == Operation.ZERO_MISSING_SLICES
                            && instruction.target().index() == load)
                    .map(instruction -> instruction.sources().get(0))
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns the copies of gather indices from memory. */
        public List<Transfer> indices() {
            return loads.stream()
                    .flatMap(load -> load.gathered().stream())
                    .flatMap(gathered -> gathered.index().stream())
                    .distinct()
                    .toList();
        }

        /** Returns the buffers of a region that the instructions use, in order of first use. */
        public List<LocalBuffer> buffers(LocalRegion region) {
            return RowKernel.buffers(instructions.stream())
                    .filter(buffer -> buffer.region() == region)
                    .distinct()
                    .toList();
        }
    }

    /**
     * Returns true if blocks of rows are reduced and the lanes of a row do not fit. The last three sections are those
     * of a block.
     */
    public boolean hasBlocksInChunks() {
        return block.isPresent() && sections.size() > 3;
    }

    /** Returns all copies. */
    public Stream<Transfer> transfers() {
        Stream<Transfer> own = parts().flatMap(section ->
                Stream.of(section.loads(), section.indices(), section.stores()).flatMap(List::stream));
        return Stream.concat(shared.stream(), own);
    }

    /** Returns all sections, each after its preludes. */
    public Stream<Section> parts() {
        return sections.stream().flatMap(Section::parts);
    }

    /** Returns the number of buffers of a region and shape. */
    public int bufferCount(LocalRegion region, ValueShape shape) {
        return bufferCounts.getOrDefault(new LocalMemoryAllocator.BufferKind(region, shape), 0);
    }

    /** Returns the stores of all sections. */
    public List<Transfer> stores() {
        return sections.stream().flatMap(section -> section.stores().stream()).toList();
    }

    /** Returns the buffers of a region that instructions use, in order of first use. */
    public List<LocalBuffer> buffers(LocalRegion region) {
        Stream<LocalBuffer> own = broadcast.stream().flatMap(Broadcast::buffers);
        return Stream.concat(
                        own,
                        buffers(Stream.concat(
                                constants.stream(), parts().flatMap(section -> section.instructions().stream()))))
                .filter(buffer -> buffer.region() == region)
                .distinct()
                .toList();
    }

    private static Stream<LocalBuffer> buffers(Stream<Instruction> instructions) {
        return instructions.flatMap(
                instruction -> Stream.concat(Stream.of(instruction.target()), instruction.sources().stream()));
    }
}
