package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A kernel whose cores take some rows at a time: of elementwise kernels a part of their lanes, of reductions all lanes if they
 * fit.
 *
 * @param name of its function
 * @param origin where its first op is in the Java file
 * @param numbers what it declares before all tiles: numbers that the caller gives
 * @param outer the extents of the loops over rows, outermost first; the rows of a tile are of the last one
 * @param lanes of a row
 * @param block so many rows are reduced to one result by a core; empty if rows are not reduced
 * @param whole whether all lanes of a row are in local memory together: one that is reduced, and fits
 * @param isReversed whether the last rows of an item, or the last lanes of a row, come first
 * @param shared what is copied into local memory for all rows
 * @param constants instructions that run once for all rows
 * @param sections what happens to each tile; of rows that are reduced, what happens before a block of them, to each tile, and after it
 * @param room how many places there are for values, by their regions and shapes
 * @param items what cores take one after the other, each with rows of its own; empty if they take rows
 * @param broadcast of rows that the call describes; empty of others
 */
public record RowKernel(
        String name,
        Origin origin,
        List<Statement.Let> numbers,
        List<Dim> outer,
        Dim lanes,
        Optional<Dim> block,
        boolean whole,
        boolean isReversed,
        List<Transfer> shared,
        List<Instruction> constants,
        List<Section> sections,
        Map<TilePlaces.Kind, Integer> room,
        Optional<Items> items,
        Optional<Broadcast> broadcast) {

    public RowKernel {
        numbers = List.copyOf(numbers);
        outer = List.copyOf(outer);
        shared = List.copyOf(shared);
        constants = List.copyOf(constants);
        sections = List.copyOf(sections);
        room = Map.copyOf(room);
    }

    /**
     * What cores take one after the other, each with rows and lanes of its own.
     *
     * @param count how many there are
     * @param loops over them, outermost first, whose indices come before those of the rows; empty if items are blocks
     * @param block how many rows an item has at most, or lanes if there are no loops over rows; empty if all
     * @param reducesLanes whether lanes become one, so that they are walked within rows; else parts of them are taken by themselves
     */
    public record Items(Dim count, List<Dim> loops, Optional<Dim> block, boolean reducesLanes) {
        public Items {
            loops = List.copyOf(loops);
        }
    }

    /**
     * Rows of a broadcast that only the call knows.
     *
     * @param slot the first argument of its description
     * @param blocks what elements of rows are repeated by
     * @param halves a tile of what bytes are repeated as; empty if no operand has bytes
     */
    public record Broadcast(int slot, Place blocks, Optional<Place> halves) {

        /** Its own places. */
        Stream<Place> places() {
            return Stream.concat(Stream.of(blocks), halves.stream());
        }
    }

    /** The same rows of a broadcast. */
    RowKernel over(Broadcast described, Map<TilePlaces.Kind, Integer> places) {
        return new RowKernel(
                name,
                origin,
                numbers,
                outer,
                lanes,
                block,
                whole,
                isReversed,
                shared,
                constants,
                sections,
                places,
                items,
                Optional.of(described));
    }

    /**
     * A part of what happens to each tile.
     *
     * @param repeats whether it runs for each part of the lanes, which do not fit together
     * @param preludes what computes the indices of slices that its loads take
     * @param loads what is copied into local memory
     * @param instructions in order
     * @param stores what is copied out of local memory
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

        /** The same with instructions. */
        Section with(List<Section> first, List<Instruction> placed) {
            return new Section(repeats, first, loads, placed, stores);
        }

        /** What computes indices, and the section itself. */
        public Stream<Section> parts() {
            return Stream.concat(preludes.stream(), Stream.of(this));
        }

        /** Where the computed indices are by which a load takes its slices. */
        public Place computedIndices(int load) {
            return instructions.stream()
                    .filter(instruction -> instruction.operation() == Operation.CLEAR
                            && instruction.target().index() == load)
                    .map(instruction -> instruction.sources().get(0))
                    .findFirst()
                    .orElseThrow();
        }

        /** The indices in memory of the slices that its loads take. */
        public List<Transfer> indices() {
            return loads.stream()
                    .flatMap(load -> load.taken().stream())
                    .flatMap(taken -> taken.index().stream())
                    .distinct()
                    .toList();
        }

        /** The places of a region that its instructions use, in their order. */
        public List<Place> places(Region region) {
            return RowKernel.places(instructions.stream())
                    .filter(place -> place.region() == region)
                    .distinct()
                    .toList();
        }
    }

    /** Whether rows are reduced to one result by blocks and the lanes of a row do not fit: the last three sections are those of a block. */
    public boolean hasBlocksInParts() {
        return block.isPresent() && sections.size() > 3;
    }

    /** All that is copied in or out. */
    public Stream<Transfer> transfers() {
        Stream<Transfer> own = parts().flatMap(section ->
                Stream.of(section.loads(), section.indices(), section.stores()).flatMap(List::stream));
        return Stream.concat(shared.stream(), own);
    }

    /** All sections, each after what computes its indices. */
    public Stream<Section> parts() {
        return sections.stream().flatMap(Section::parts);
    }

    /** How many places there are of a region and shape. */
    public int room(Region region, TileShape shape) {
        return room.getOrDefault(new TilePlaces.Kind(region, shape), 0);
    }

    /** What is stored of all sections. */
    public List<Transfer> stores() {
        return sections.stream().flatMap(section -> section.stores().stream()).toList();
    }

    /** The places of a region that instructions use, in their order. */
    public List<Place> places(Region region) {
        Stream<Place> own = broadcast.stream().flatMap(Broadcast::places);
        return Stream.concat(
                        own,
                        places(Stream.concat(
                                constants.stream(), parts().flatMap(section -> section.instructions().stream()))))
                .filter(place -> place.region() == region)
                .distinct()
                .toList();
    }

    private static Stream<Place> places(Stream<Instruction> instructions) {
        return instructions.flatMap(
                instruction -> Stream.concat(Stream.of(instruction.target()), instruction.sources().stream()));
    }
}
