package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.tile.TileExpansions.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects instructions on values of a tile, and then finds places for the values. */
final class TileValues {

    /** A value of each element. */
    sealed interface Value {

        /**
         * Elements in local memory.
         *
         * @param id its number
         * @param dtype as it lies there
         */
        record Lanes(int id, DType dtype) implements Value {}

        /**
         * The same number for all elements.
         *
         * @param number without an index
         * @param dtype of the value
         */
        record Number(Expression number, DType dtype) implements Value {}
    }

    /** An instruction before its values have places. */
    private record Step(
            Operation operation,
            Value.Lanes target,
            List<Value.Lanes> sources,
            Optional<Expression> number,
            Origin origin) {}

    private final List<Step> steps = new ArrayList<>();
    private final List<Step> fills = new ArrayList<>();
    private final Map<Value.Number, Value.Lanes> filled = new HashMap<>();
    /** Values of 16 bits as they are computed with. */
    private final Map<Value.Lanes, Value.Lanes> widened = new HashMap<>();

    private final Map<Value.Lanes, Place> places = new HashMap<>();
    private int lanes;

    private Value.Lanes fresh(DType dtype) {
        return new Value.Lanes(lanes++, dtype);
    }

    /** What a load brings. */
    Value loaded(int load, DType dtype) {
        Value.Lanes value = fresh(dtype);
        places.put(value, new Place(Region.LOADED, load, dtype));
        return value;
    }

    /** Elements as they are computed with. */
    private Value.Lanes widened(Value value, Origin origin) {
        if (value instanceof Value.Number number) {
            Value.Number wide = new Value.Number(number.number(), number.dtype().computed());
            return filled.computeIfAbsent(wide, absent -> {
                Value.Lanes target = fresh(wide.dtype());
                places.put(target, new Place(Region.CONSTANT, fills.size(), wide.dtype()));
                fills.add(new Step(Operation.FILL, target, List.of(), Optional.of(wide.number()), origin));
                return target;
            });
        }
        Value.Lanes own = (Value.Lanes) value;
        if (!own.dtype().isHalf()) {
            return own;
        }
        return widened.computeIfAbsent(own, half -> step(Operation.CONVERT, DType.F32, List.of(half), null, origin));
    }

    /** Adds an instruction. */
    private Value.Lanes step(
            Operation operation, DType dtype, List<Value.Lanes> sources, Expression number, Origin origin) {
        Value.Lanes target = fresh(dtype);
        steps.add(new Step(operation, target, sources, Optional.ofNullable(number), origin));
        return target;
    }

    /** The value in another dtype; empty if there is no instruction for that. */
    Optional<Value> converted(Value value, DType from, DType to, Origin origin) {
        DType own = from.computed();
        if (value instanceof Value.Number number && own == to.computed()) {
            return to.isHalf() ? Optional.empty() : Optional.of(new Value.Number(number.number(), to));
        }
        if (own == DType.F32 && to.isHalf()) {
            Value.Lanes wide = widened(value, origin);
            return Optional.of(step(Operation.CONVERT, to, List.of(wide), null, origin));
        }
        if (own == DType.F32 && to == DType.F32) {
            return Optional.of(widened(value, origin));
        }
        if (own == DType.I32 && to == DType.F32) {
            return Optional.of(step(Operation.CONVERT, to, List.of(widened(value, origin)), null, origin));
        }
        return Optional.empty();
    }

    /** The instructions of an op. */
    Value expand(Expansion expansion, List<Value> operands, DType dtype, Origin origin) {
        DType computed = dtype.computed();
        return expansion.expand(new TileExpansions.Tiles() {
            @Override
            public Value operand(int index) {
                return operands.get(index);
            }

            @Override
            public Value apply(Operation operation, Value... sources) {
                List<Value.Lanes> lanes = new ArrayList<>();
                for (Value source : sources) {
                    lanes.add(widened(source, origin));
                }
                return step(operation, computed, lanes, null, origin);
            }

            @Override
            public Value applyNumber(Operation operation, Value source, Expression number) {
                return step(operation, computed, List.of(widened(source, origin)), number, origin);
            }
        });
    }

    /** Says where a value goes at the end: it is computed there if nothing else has a place for it. */
    void store(int store, Value value, DType dtype, Origin origin) {
        Place place = new Place(Region.STORED, store, dtype);
        Value.Lanes own = value instanceof Value.Lanes known && known.dtype() == dtype ? known : widened(value, origin);
        if (own.dtype() != dtype) {
            own = step(Operation.CONVERT, dtype, List.of(own), null, origin);
        }
        if (places.putIfAbsent(own, place) != null) {
            Value.Lanes copy = step(Operation.COPY, dtype, List.of(own), null, origin);
            places.put(copy, place);
        }
    }

    /** The kernel, with a place for each value. */
    TileKernel kernel(
            String name,
            Origin origin,
            List<Statement.Let> numbers,
            Expression elements,
            List<Transfer> loads,
            List<Transfer> stores) {
        Map<Value.Lanes, Integer> lastReader = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            for (Value.Lanes source : steps.get(i).sources()) {
                lastReader.put(source, i);
            }
        }
        Deque<Integer> free = new ArrayDeque<>();
        int temporaries = 0;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (!places.containsKey(step.target())) {
                int index = free.isEmpty() ? temporaries++ : free.removeFirst();
                places.put(
                        step.target(),
                        new Place(Region.TEMPORARY, index, step.target().dtype()));
            }
            // A source gives its place to later instructions: results never overwrite their own operands.
            for (Value.Lanes source : step.sources().stream().distinct().toList()) {
                if (places.get(source).region() == Region.TEMPORARY && lastReader.get(source) == i) {
                    free.addLast(places.get(source).index());
                }
            }
        }
        return new TileKernel(
                name, origin, numbers, elements, loads, placed(fills), placed(steps), stores, temporaries);
    }

    private List<Instruction> placed(List<Step> steps) {
        return steps.stream()
                .map(step -> new Instruction(
                        step.operation(),
                        places.get(step.target()),
                        step.sources().stream().map(places::get).toList(),
                        step.number(),
                        step.origin()))
                .toList();
    }
}
