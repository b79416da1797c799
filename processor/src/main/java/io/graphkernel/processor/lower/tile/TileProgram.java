package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Program of the tiles of a row kernel.
 *
 * @param numbers declarations of scalar arguments, before all tiles
 * @param shared copies into local memory for all rows
 * @param constants instructions that run once for all rows
 * @param sections program of a tile; for reduced rows the prologue, body and epilogue of a block
 * @param bufferCounts number of local buffers by region and shape
 */
public record TileProgram(
        List<Statement.Declare> numbers,
        List<Transfer> shared,
        List<Instruction> constants,
        List<Section> sections,
        Map<LocalMemoryAllocator.BufferKind, Integer> bufferCounts) {

    public TileProgram {
        numbers = List.copyOf(numbers);
        shared = List.copyOf(shared);
        constants = List.copyOf(constants);
        sections = List.copyOf(sections);
        bufferCounts = Map.copyOf(bufferCounts);
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
            return TileProgram.buffers(instructions.stream())
                    .filter(buffer -> buffer.region() == region)
                    .distinct()
                    .toList();
        }
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

    /** Returns the buffers that instructions use, in order of first use. */
    Stream<LocalBuffer> buffers() {
        return buffers(Stream.concat(constants.stream(), parts().flatMap(section -> section.instructions().stream())));
    }

    /** Returns this program with other numbers of buffers. */
    TileProgram withBufferCounts(Map<LocalMemoryAllocator.BufferKind, Integer> counts) {
        return new TileProgram(numbers, shared, constants, sections, counts);
    }

    private static Stream<LocalBuffer> buffers(Stream<Instruction> instructions) {
        return instructions.flatMap(
                instruction -> Stream.concat(Stream.of(instruction.target()), instruction.sources().stream()));
    }
}
