package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileValues.Step;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds places for the values between instructions: one that nobody reads any more gives its place to a later one. */
final class TilePlaces {

    private final Map<Integer, Place> places;
    private final Map<Region, Deque<Integer>> free = new EnumMap<>(Region.class);
    private final Map<Region, Integer> room = new EnumMap<>(Region.class);

    /**
     * Finds all places.
     *
     * @param known those of memory and constants, by the numbers of the values
     * @param steps the instructions of a tile, in order
     */
    TilePlaces(Map<Integer, Place> known, List<Step> steps) {
        places = new HashMap<>(known);
        known.values().stream()
                .filter(place -> place.region() == Region.CONSTANT)
                .forEach(place -> room.merge(Region.CONSTANT, 1, Integer::sum));
        Map<Integer, Integer> lastReader = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            for (Value.Lanes source : steps.get(i).sources()) {
                lastReader.put(source.id(), i);
            }
        }
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            places.computeIfAbsent(
                    step.target().id(), absent -> fresh(step.target().dtype()));
            // A source gives its place to later instructions: results never overwrite their own operands.
            for (int source :
                    step.sources().stream().map(Value.Lanes::id).distinct().toList()) {
                Place place = places.get(source);
                if (lastReader.get(source) == i && !known.containsKey(source)) {
                    free.get(place.region()).addLast(place.index());
                }
            }
        }
    }

    private Place fresh(DType dtype) {
        Region region = dtype == DType.BOOL ? Region.MASK : dtype.byteSize() > 4 ? Region.WIDE : Region.TEMPORARY;
        Deque<Integer> left = free.computeIfAbsent(region, absent -> new ArrayDeque<>());
        int index = left.isEmpty() ? room.merge(region, 1, Integer::sum) - 1 : left.removeFirst();
        return new Place(region, index, dtype);
    }

    /** How many places each region has. */
    Map<Region, Integer> room() {
        return room;
    }

    /** The instructions with the places of their values. */
    List<Instruction> instructions(List<Step> steps) {
        return steps.stream()
                .map(step -> new Instruction(
                        step.operation(),
                        place(step.target()),
                        step.sources().stream().map(this::place).toList(),
                        step.number(),
                        step.origin()))
                .toList();
    }

    private Place place(Value.Lanes value) {
        return places.get(value.id()).as(value.dtype());
    }
}
