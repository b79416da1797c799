package io.graphkernel.processor.lower.tile;

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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds places for values: one that nobody reads any more gives its place to later ones of its shape. A value that another
 * section reads keeps its place to the end of that section, which may run several times.
 */
final class TilePlaces {

    private final List<Step> constants;
    private final List<List<Step>> sections;
    private final Map<Value.Lanes, Place> places;
    private final Map<TileShape, Integer> temporaries = new EnumMap<>(TileShape.class);
    private final Map<TileShape, Integer> kept = new EnumMap<>(TileShape.class);
    private final Map<TileShape, Deque<Integer>> free = new EnumMap<>(TileShape.class);
    private final Map<Value.Lanes, Integer> lastSection = new HashMap<>();

    /**
     * Places for all values.
     *
     * @param constants the instructions that run once
     * @param sections those that run for each tile
     * @param places of what is loaded, and of what will be stored
     */
    TilePlaces(List<Step> constants, List<List<Step>> sections, Map<Value.Lanes, Place> places) {
        this.constants = constants;
        this.sections = sections;
        this.places = new HashMap<>(places);
        constants.forEach(step -> {
            Value.Lanes target = step.target();
            int index = kept.merge(target.shape(), 1, Integer::sum) - 1;
            this.places.put(target, new Place(Region.CONSTANT, index, target.dtype(), target.shape()));
        });
        for (int i = 0; i < sections.size(); i++) {
            for (Step step : sections.get(i)) {
                for (Value.Lanes value : touched(step)) {
                    lastSection.put(value, i);
                }
            }
        }
        for (int i = 0; i < sections.size(); i++) {
            place(i);
        }
    }

    private static Set<Value.Lanes> touched(Step step) {
        Set<Value.Lanes> values = new HashSet<>(step.sources());
        values.add(step.target());
        return values;
    }

    private void place(int section) {
        List<Step> steps = sections.get(section);
        Map<Value.Lanes, Integer> last = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            for (Value.Lanes value : touched(steps.get(i))) {
                last.put(value, i);
            }
        }
        Set<Value.Lanes> own = new HashSet<>();
        List<Value.Lanes> atEnd = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            for (Value.Lanes value : ordered(steps.get(i))) {
                if (!places.containsKey(value)) {
                    places.put(value, new Place(Region.TEMPORARY, take(value.shape()), value.dtype(), value.shape()));
                    own.add(value);
                }
            }
            // A source gives its place to later instructions: results never overwrite their own operands.
            for (Value.Lanes value : ordered(steps.get(i))) {
                if (last.get(value) == i && lastSection.get(value) == section) {
                    (own.contains(value) ? List.of(value) : defer(atEnd, value)).forEach(this::release);
                }
            }
        }
        atEnd.forEach(this::release);
    }

    private static List<Value.Lanes> defer(List<Value.Lanes> atEnd, Value.Lanes value) {
        atEnd.add(value);
        return List.of();
    }

    private static List<Value.Lanes> ordered(Step step) {
        List<Value.Lanes> values = new ArrayList<>(step.sources());
        values.add(step.target());
        return values.stream().distinct().toList();
    }

    private int take(TileShape shape) {
        Deque<Integer> unused = free.computeIfAbsent(shape, absent -> new ArrayDeque<>());
        return unused.isEmpty() ? temporaries.merge(shape, 1, Integer::sum) - 1 : unused.removeFirst();
    }

    private void release(Value.Lanes value) {
        if (places.get(value).region() == Region.TEMPORARY) {
            free.get(value.shape()).addLast(places.get(value).index());
        }
    }

    /** The instructions that run once. */
    List<Instruction> constants() {
        return TileValues.placed(constants, places);
    }

    /** The instructions of a section. */
    List<Instruction> section(int index) {
        return TileValues.placed(sections.get(index), places);
    }

    /** How many places there are for values between instructions. */
    Map<TileShape, Integer> temporaries() {
        return temporaries;
    }

    /** How many places there are for what runs once. */
    Map<TileShape, Integer> kept() {
        return kept;
    }
}
