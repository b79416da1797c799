package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileValues.Step;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds places for the values between instructions: one that nobody reads any more gives its place to a later one of its shape.
 * What runs once keeps its place, and what another section reads keeps it to the end of that section, which may run several
 * times.
 */
final class TilePlaces {

    /**
     * Places of one kind.
     *
     * @param region which has elements of some bits
     * @param shape of what a place has elements
     */
    record Kind(Region region, TileShape shape) {}

    private final List<Step> constants;
    private final List<List<Step>> sections;
    private final Map<Integer, Place> places;
    private final Set<Integer> known;
    private final Map<Kind, Deque<Integer>> free = new HashMap<>();
    private final Map<Kind, Integer> room = new HashMap<>();
    private final Map<Integer, Integer> lastSection = new HashMap<>();

    /**
     * Finds all places.
     *
     * @param copied those of memory, by the numbers of the values
     * @param constants the instructions that run once, in order
     * @param sections those of a tile, in order
     */
    TilePlaces(Map<Integer, Place> copied, List<Step> constants, List<List<Step>> sections) {
        this.constants = constants;
        this.sections = sections;
        places = new HashMap<>(copied);
        for (Step step : constants) {
            Value.Lanes target = step.target();
            boolean isFlat = target.shape() == TileShape.TILE;
            places.put(target.id(), fresh(isFlat ? Region.CONSTANT : region(target.dtype()), target));
            step.sources().stream()
                    .filter(room -> !places.containsKey(room.id()))
                    .forEach(room -> places.put(room.id(), fresh(region(room.dtype()), room)));
        }
        known = Set.copyOf(places.keySet());
        for (int i = 0; i < sections.size(); i++) {
            for (Step step : sections.get(i)) {
                for (Value.Lanes value : touched(step)) {
                    lastSection.put(value.id(), i);
                }
            }
        }
        for (int i = 0; i < sections.size(); i++) {
            place(i);
        }
    }

    /** The values of an instruction, each once. */
    private static Set<Value.Lanes> touched(Step step) {
        Set<Value.Lanes> values = new LinkedHashSet<>();
        Set<Integer> ids = new HashSet<>();
        step.sources().stream().filter(source -> ids.add(source.id())).forEach(values::add);
        if (ids.add(step.target().id())) {
            values.add(step.target());
        }
        return values;
    }

    private void place(int section) {
        List<Step> steps = sections.get(section);
        Map<Integer, Integer> last = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            for (Value.Lanes value : touched(steps.get(i))) {
                last.put(value.id(), i);
            }
        }
        Set<Integer> own = new HashSet<>();
        List<Integer> atEnd = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            for (Value.Lanes value : touched(steps.get(i))) {
                if (!places.containsKey(value.id())) {
                    places.put(value.id(), fresh(region(value.dtype()), value));
                    own.add(value.id());
                }
            }
            // A source gives its place to later instructions: results never overwrite their own operands.
            for (Value.Lanes value : touched(steps.get(i))) {
                int id = value.id();
                boolean isDone = last.get(id) == i && lastSection.get(id) == section && !known.contains(id);
                if (isDone && own.contains(id)) {
                    release(id);
                } else if (isDone) {
                    atEnd.add(id);
                }
            }
        }
        atEnd.forEach(this::release);
    }

    private static Region region(DType dtype) {
        return dtype == DType.BOOL ? Region.MASK : dtype.byteSize() > Float.BYTES ? Region.WIDE : Region.TEMPORARY;
    }

    private Place fresh(Region region, Value.Lanes value) {
        Kind kind = new Kind(region, value.shape());
        Deque<Integer> left = free.computeIfAbsent(kind, absent -> new ArrayDeque<>());
        int index = left.isEmpty() ? room.merge(kind, 1, Integer::sum) - 1 : left.removeFirst();
        return new Place(region, index, value.dtype(), value.shape());
    }

    private void release(int id) {
        Place place = places.get(id);
        free.get(new Kind(place.region(), place.shape())).addLast(place.index());
    }

    /** How many places there are of each kind. */
    Map<Kind, Integer> room() {
        return room;
    }

    /** The instructions that run once, with the places of their values. */
    List<Instruction> constants() {
        return placed(constants);
    }

    /** The instructions of a section, with the places of their values. */
    List<Instruction> section(int index) {
        return placed(sections.get(index));
    }

    private List<Instruction> placed(List<Step> steps) {
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
