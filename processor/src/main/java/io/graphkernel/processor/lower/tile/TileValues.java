package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects instructions on values of a tile, and then finds places for the values. What is computed with are floats and integers
 * of 32 bits, and masks: narrower elements are widened before, and narrowed where they are stored.
 */
final class TileValues {

    /** A value of each element. */
    sealed interface Value {

        /**
         * Elements in local memory.
         *
         * @param id its number
         * @param dtype as it lies there; {@code bool} is bits, but bytes where it was loaded or will be stored
         */
        record Lanes(int id, DType dtype) implements Value {

            /** The bits of the elements, taken for a dtype that is as wide. */
            Lanes as(DType other) {
                return new Lanes(id, other);
            }
        }

        /**
         * The same number for all elements.
         *
         * @param number without an index
         * @param dtype of the value
         */
        record Number(Expression number, DType dtype) implements Value {

            /** A number that an expansion needs. */
            static Number of(java.lang.Number value, DType dtype) {
                return new Number(new Expression.Constant(Node.constant(value, dtype)), dtype);
            }

            /** What numbers that are the same have in common. */
            Object identity() {
                return number instanceof Expression.Constant constant
                        ? constant.node().attributes().number()
                        : number;
            }
        }
    }

    /** An instruction before its values have places. */
    record Step(
            Operation operation,
            Value.Lanes target,
            List<Value.Lanes> sources,
            Optional<Expression> number,
            Origin origin) {}

    /** A number in all elements. */
    private record Filled(Object number, DType dtype) {}

    private static final Expression ZERO = Value.Number.of(0, DType.F32).number();

    private static final Value.Number ONE = Value.Number.of(1, DType.F16);

    private final List<Step> steps = new ArrayList<>();
    private final List<Step> fills = new ArrayList<>();
    private final Map<Filled, Value.Lanes> filled = new HashMap<>();
    /** Values of memory as they are computed with. */
    private final Map<Value.Lanes, Value.Lanes> computed = new HashMap<>();
    /** Those that are known from the beginning, by the numbers of the values. */
    private final Map<Integer, Place> places = new HashMap<>();

    private int lanes;

    private Value.Lanes fresh(DType dtype) {
        return new Value.Lanes(lanes++, dtype);
    }

    /** What a load brings. */
    Value loaded(int load, DType dtype) {
        Value.Lanes value = fresh(dtype);
        places.put(value.id(), new Place(Region.LOADED, load, dtype));
        return value;
    }

    /** Adds an instruction. */
    Value.Lanes step(Operation operation, DType dtype, List<Value.Lanes> sources, Expression number, Origin origin) {
        Value.Lanes target = fresh(dtype);
        steps.add(new Step(operation, target, sources, Optional.ofNullable(number), origin));
        return target;
    }

    private Value.Lanes converted(Value.Lanes source, DType dtype, Origin origin) {
        return step(Operation.CONVERT, dtype, List.of(source), null, origin);
    }

    /** Elements as they are computed with. */
    Value.Lanes computed(Value value, Origin origin) {
        if (value instanceof Value.Number number) {
            DType dtype = TileKernel.computed(number.dtype());
            return switch (dtype) {
                case BOOL -> step(Operation.FILL, dtype, List.of(), number.number(), origin);
                case I64 -> converted(filled(number, DType.I32, origin), dtype, origin);
                default -> filled(number, dtype, origin);
            };
        }
        Value.Lanes own = (Value.Lanes) value;
        return own.dtype() == TileKernel.computed(own.dtype()) && !isBytes(own)
                ? own
                : computed.computeIfAbsent(own, absent -> widened(own, origin));
    }

    private Value.Lanes filled(Value.Number number, DType dtype, Origin origin) {
        return filled.computeIfAbsent(new Filled(number.identity(), dtype), absent -> {
            Value.Lanes target = fresh(dtype);
            places.put(target.id(), new Place(Region.CONSTANT, fills.size(), dtype));
            fills.add(new Step(Operation.FILL, target, List.of(), Optional.of(number.number()), origin));
            return target;
        });
    }

    private boolean isBytes(Value.Lanes value) {
        return value.dtype() == DType.BOOL && places.containsKey(value.id());
    }

    /** Bytes are converted to and from {@code f16} alone. */
    private Value.Lanes widened(Value.Lanes own, Origin origin) {
        Value.Lanes half = own.dtype().isHalf() ? own : converted(own, DType.F16, origin);
        return own.dtype() == DType.BOOL
                ? step(Operation.NOT_EQUAL, DType.BOOL, List.of(half), ZERO, origin)
                : converted(half, DType.F32, origin);
    }

    private Value.Lanes narrowed(Value.Lanes own, DType dtype, Origin origin) {
        if (dtype == DType.BOOL) {
            List<Value.Lanes> chosen = List.of(own, filled(ONE, DType.F16, origin));
            return converted(step(Operation.SELECT, DType.F16, chosen, ZERO, origin), dtype, origin);
        }
        if (dtype.byteSize() == 1) {
            return converted(converted(own, DType.F16, origin), dtype, origin);
        }
        return dtype.isHalf() ? converted(own, dtype, origin) : own;
    }

    /** Says where a value goes at the end: it is computed there if nothing else has a place for it. */
    void store(int store, Value value, DType dtype, Origin origin) {
        Place place = new Place(Region.STORED, store, dtype);
        boolean isReady =
                value instanceof Value.Lanes own && own.dtype() == dtype && (dtype != DType.BOOL || isBytes(own));
        Value.Lanes own = isReady ? (Value.Lanes) value : narrowed(computed(value, origin), dtype, origin);
        if (places.putIfAbsent(own.id(), place) != null) {
            Value.Lanes copy = step(Operation.COPY, dtype, List.of(own), null, origin);
            places.put(copy.id(), place);
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
        TilePlaces found = new TilePlaces(places, steps);
        return new TileKernel(
                name,
                origin,
                numbers,
                elements,
                loads,
                found.instructions(fills),
                found.instructions(steps),
                stores,
                found.room());
    }
}
