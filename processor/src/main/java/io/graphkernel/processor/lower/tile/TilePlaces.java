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
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds places for values: one that nobody reads any more gives its place to later ones of its region and shape. A value that
 * another section reads keeps its place to the end of that section, which may run several times.
 */
final class TilePlaces {

    private final List<Step> constants;
    private final List<List<Step>> sections;
    /** By the numbers of the values. */
    private final Map<Integer, Place> places;

    private final Map<Region, Map<TileShape, Integer>> room = new EnumMap<>(Region.class);
    private final Map<Region, Map<TileShape, Deque<Integer>>> free = new EnumMap<>(Region.class);
    private final Map<Integer, Integer> lastSection = new HashMap<>();

    /**
     * Places for all values.
     *
     * @param constants the instructions that run once
     * @param sections those that run for each tile
     * @param places of what is loaded, and of what will be stored, by the numbers of the values
     */
    TilePlaces(List<Step> constants, List<List<Step>> sections, Map<Integer, Place> places) {
        this.constants = constants;
        this.sections = sections;
        this.places = new HashMap<>(places);
        for (Region region : Region.values()) {
            room.put(region, new EnumMap<>(TileShape.class));
            free.put(region, new EnumMap<>(TileShape.class));
        }
        constants.forEach(step -> {
            Value.Lanes target = step.target();
            this.places.put(target.id(), place(target, Region.CONSTANT, added(Region.CONSTANT, target.shape())));
        });
        for (int i = 0; i < sections.size(); i++) {
            for (Step step : sections.get(i)) {
                for (int value : touched(step).keySet()) {
                    lastSection.put(value, i);
                }
            }
        }
        for (int i = 0; i < sections.size(); i++) {
            place(i);
        }
    }

    private static Place place(Value.Lanes value, Region region, int index) {
        return new Place(region, index, value.dtype(), value.shape());
    }

    private int added(Region region, TileShape shape) {
        return room.get(region).merge(shape, 1, Integer::sum) - 1;
    }

    /** The values of an instruction by their numbers, the target last unless it is a source, too. */
    private static Map<Integer, Value.Lanes> touched(Step step) {
        Map<Integer, Value.Lanes> values = new LinkedHashMap<>();
        step.sources().forEach(source -> values.putIfAbsent(source.id(), source));
        values.putIfAbsent(step.target().id(), step.target());
        return values;
    }

    private void place(int section) {
        List<Step> steps = sections.get(section);
        Map<Integer, Integer> last = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            for (int value : touched(steps.get(i)).keySet()) {
                last.put(value, i);
            }
        }
        List<Integer> own = new ArrayList<>();
        List<Integer> atEnd = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Map<Integer, Value.Lanes> touched = touched(steps.get(i));
            touched.forEach((id, value) -> {
                if (!places.containsKey(id)) {
                    places.put(id, fresh(value));
                    own.add(id);
                }
            });
            // A source gives its place to later instructions: results never overwrite their own operands.
            for (int id : touched.keySet()) {
                if (last.get(id) == i && lastSection.get(id) == section) {
                    if (own.contains(id)) {
                        release(id);
                    } else {
                        atEnd.add(id);
                    }
                }
            }
        }
        atEnd.forEach(this::release);
    }

    private Place fresh(Value.Lanes value) {
        DType dtype = value.dtype();
        Region region =
                dtype == DType.BOOL ? Region.MASK : dtype.byteSize() > Float.BYTES ? Region.WIDE : Region.TEMPORARY;
        Deque<Integer> unused = unused(region, value.shape());
        return place(value, region, unused.isEmpty() ? added(region, value.shape()) : unused.removeFirst());
    }

    private Deque<Integer> unused(Region region, TileShape shape) {
        return free.get(region).computeIfAbsent(shape, absent -> new ArrayDeque<>());
    }

    private void release(int value) {
        Place place = places.get(value);
        if (place.region().isReused()) {
            unused(place.region(), place.shape()).addLast(place.index());
        }
    }

    /** The instructions that run once. */
    List<Instruction> constants() {
        return placed(constants);
    }

    /** The instructions of a section. */
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

    /** How many places a region has, by their shapes. */
    Map<TileShape, Integer> room(Region region) {
        return room.get(region);
    }
}
