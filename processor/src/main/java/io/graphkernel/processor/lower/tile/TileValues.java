package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileExpansions.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Collects instructions on values of a tile, which {@link TilePlaces} then finds places for. */
final class TileValues {

    /** Operations that read what a tile repeats along its rows or lanes without a copy of it. */
    private static final Set<Operation> REPEATING = EnumSet.of(
            Operation.ADD,
            Operation.SUBTRACT,
            Operation.MULTIPLY,
            Operation.DIVIDE,
            Operation.MAXIMUM,
            Operation.MINIMUM);

    /** A value of each element. */
    sealed interface Value {

        /**
         * Elements in local memory.
         *
         * @param id its number
         * @param dtype as it lies there
         * @param shape of what it has elements
         */
        record Lanes(int id, DType dtype, TileShape shape) implements Value {}

        /**
         * The same number for all elements.
         *
         * @param number without an index
         * @param dtype of the value
         */
        record Number(Expression number, DType dtype) implements Value {}
    }

    /** An instruction before its values have places. */
    record Step(
            Operation operation,
            Value.Lanes target,
            List<Value.Lanes> sources,
            Optional<Expression> number,
            Origin origin) {}

    /** The shape of a number that an instruction takes as an operand. */
    private final TileShape ofNumbers;
    /** The shapes whose instructions run once for all tiles. */
    private final Set<TileShape> constant;

    private final List<Step> constants = new ArrayList<>();
    private final List<List<Step>> sections = new ArrayList<>();
    private final Map<Value.Number, Value.Lanes> filled = new HashMap<>();
    /** Values of 16 bits as they are computed with. */
    private final Map<Value.Lanes, Value.Lanes> widened = new HashMap<>();
    /** Values as operands of what has another shape. */
    private final Map<TileShape, Map<Value.Lanes, Value.Lanes>> reshaped = new HashMap<>();

    private final Map<Value.Lanes, Place> places = new HashMap<>();
    private int lanes;

    /**
     * No values.
     *
     * @param ofNumbers the shape of a number that an instruction takes as an operand
     * @param constant the shapes whose instructions run once for all tiles
     */
    TileValues(TileShape ofNumbers, Set<TileShape> constant) {
        this.ofNumbers = ofNumbers;
        this.constant = constant;
        beginSection();
    }

    /** Instructions from here on run after all tiles, or parts of their lanes, have run those before. */
    void beginSection() {
        sections.add(new ArrayList<>());
        List<Map<Value.Lanes, Value.Lanes>> known = new ArrayList<>(reshaped.values());
        known.add(widened);
        known.forEach(map -> map.values().removeIf(value -> isOfPart(value.shape())));
    }

    /** Whether a value has elements of each lane, which are others in each part of the lanes. */
    boolean isOfPart(TileShape shape) {
        return shape == TileShape.TILE || shape == TileShape.LANES && !isConstant(shape);
    }

    private Value.Lanes fresh(DType dtype, TileShape shape) {
        return new Value.Lanes(lanes++, dtype, shape);
    }

    /** What a load brings. */
    Value.Lanes loaded(int load, DType dtype, TileShape shape) {
        Value.Lanes value = fresh(dtype, shape);
        places.put(value, new Place(Region.LOADED, load, dtype, shape));
        return value;
    }

    /** Whether values of a shape are computed once for all tiles. */
    boolean isConstant(TileShape shape) {
        return constant.contains(shape);
    }

    /** What a load brings for all tiles. */
    Value.Lanes shared(int load, DType dtype, TileShape shape) {
        Value.Lanes value = fresh(dtype, shape);
        places.put(value, new Place(Region.SHARED, load, dtype, shape));
        return value;
    }

    /** One element that was loaded, as an operand of any shape. */
    Value uniform(Value.Lanes single, Origin origin) {
        Value.Lanes block =
                step(TileShape.BLOCKS, constants, Operation.REPEAT, List.of(widened(single, origin)), origin);
        return step(TileShape.UNIFORM, constants, Operation.SPREAD, List.of(block), origin);
    }

    /** A copy of what was loaded that outlives its section. */
    Value kept(Value.Lanes value, Origin origin) {
        Value.Lanes wide = widened(value, origin);
        return wide == value ? step(value.shape(), current(), Operation.COPY, List.of(value), origin) : wide;
    }

    /** Elements as they are computed with. */
    Value.Lanes widened(Value value, Origin origin) {
        if (value instanceof Value.Number number) {
            Value.Number wide = new Value.Number(number.number(), number.dtype().computed());
            return filled.computeIfAbsent(wide, absent -> {
                Value.Lanes target = fresh(wide.dtype(), ofNumbers);
                constants.add(new Step(Operation.FILL, target, List.of(), Optional.of(wide.number()), origin));
                return target;
            });
        }
        Value.Lanes own = (Value.Lanes) value;
        if (!own.dtype().isHalf()) {
            return own;
        }
        return widened.computeIfAbsent(own, half -> step(Operation.CONVERT, DType.F32, List.of(half), null, origin));
    }

    private List<Step> current() {
        return sections.get(sections.size() - 1);
    }

    /** Adds an instruction whose result has the shape of its operands. */
    private Value.Lanes step(
            Operation operation, DType dtype, List<Value.Lanes> sources, Expression number, Origin origin) {
        TileShape shape =
                sources.stream().map(Value.Lanes::shape).reduce(TileShape::with).orElseThrow();
        List<Value.Lanes> operands = sources.stream()
                .map(source -> as(shape, source, REPEATING.contains(operation), origin))
                .toList();
        Value.Lanes target = fresh(dtype, shape);
        list(shape).add(new Step(operation, target, operands, Optional.ofNullable(number), origin));
        return target;
    }

    private List<Step> list(TileShape shape) {
        return isConstant(shape) ? constants : current();
    }

    private Value.Lanes step(
            TileShape shape, List<Step> list, Operation operation, List<Value.Lanes> sources, Origin origin) {
        Value.Lanes target = fresh(sources.get(sources.size() - 1).dtype(), shape);
        list.add(new Step(operation, target, sources, Optional.empty(), origin));
        return target;
    }

    /** A value as an operand of an instruction whose target has some shape. */
    private Value.Lanes as(TileShape shape, Value.Lanes value, boolean repeats, Origin origin) {
        boolean isVector = value.shape() == TileShape.UNIFORM && shape == TileShape.COLUMN;
        if (value.shape() == shape || isVector) {
            return value;
        }
        Value.Lanes operand =
                value.shape() == TileShape.COLUMN ? reshaped(TileShape.BLOCKS, Operation.REPEAT, value, origin) : value;
        return repeats ? operand : reshaped(shape, Operation.SPREAD, operand, origin);
    }

    private Value.Lanes reshaped(TileShape shape, Operation operation, Value.Lanes value, Origin origin) {
        return reshaped.computeIfAbsent(shape, absent -> new HashMap<>())
                .computeIfAbsent(value, absent -> step(shape, list(shape), operation, List.of(value), origin));
    }

    /** One element of each row out of the elements of a tile, all lanes of which are there. */
    Value reduced(Operation operation, Value value, Origin origin) {
        Value.Lanes own = as(TileShape.TILE, widened(value, origin), false, origin);
        Value.Lanes parts = fresh(own.dtype(), TileShape.PARTS);
        return step(TileShape.COLUMN, current(), operation, List.of(parts, own), origin);
    }

    /** What the parts of the lanes are reduced into, one after the other. */
    Value.Lanes parts(Expression identity, DType dtype) {
        Value.Lanes parts = fresh(dtype, TileShape.PARTS);
        current().add(new Step(Operation.FILL, parts, List.of(), Optional.of(identity), Origin.NONE));
        return parts;
    }

    /** What rows are reduced into, one after the other. */
    Value.Lanes lanes(Expression identity, DType dtype) {
        Value.Lanes lanes = fresh(dtype, TileShape.LANES);
        current().add(new Step(Operation.FILL, lanes, List.of(), Optional.of(identity), Origin.NONE));
        return lanes;
    }

    /** Reduces a part of the lanes, or some rows, into what those before gave. */
    void reduceInto(Operation operation, Value.Lanes parts, Value value, Origin origin) {
        Value.Lanes own = as(TileShape.TILE, widened(value, origin), false, origin);
        current().add(new Step(operation, parts, List.of(parts, own), Optional.empty(), origin));
    }

    /** One element of each row out of what all parts of the lanes gave. */
    Value joined(Operation operation, Value.Lanes parts, Origin origin) {
        return step(TileShape.COLUMN, current(), operation, List.of(parts), origin);
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
    void store(int store, Value value, DType dtype, TileShape shape, Origin origin) {
        Place place = new Place(Region.STORED, store, dtype, shape);
        boolean fits = value instanceof Value.Lanes known && known.dtype() == dtype && known.shape() == shape;
        Value.Lanes own = fits ? (Value.Lanes) value : as(shape, widened(value, origin), false, origin);
        if (own.dtype() != dtype) {
            own = step(Operation.CONVERT, dtype, List.of(own), null, origin);
        }
        if (!isOfSection(own) || places.putIfAbsent(own, place) != null) {
            Value.Lanes copy = fresh(dtype, shape);
            current().add(new Step(Operation.COPY, copy, List.of(own), Optional.empty(), origin));
            places.put(copy, place);
        }
    }

    /** Whether a value is computed in the current section, in which it may be computed where it will be stored. */
    private boolean isOfSection(Value.Lanes value) {
        return current().stream().anyMatch(step -> step.target() == value);
    }

    /** Finds places for all values. */
    TilePlaces places() {
        return new TilePlaces(constants, sections, places);
    }

    /** Instructions whose values have places. */
    static List<Instruction> placed(List<Step> steps, Map<Value.Lanes, Place> places) {
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
