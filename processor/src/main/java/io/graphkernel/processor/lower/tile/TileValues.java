package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Collects instructions on values of a tile, which {@link TilePlaces} then finds places for. What is computed with are floats and
 * integers of 32 bits, and masks: narrower elements are widened before, and narrowed where they are stored.
 */
final class TileValues {

    /** A value of each element. */
    sealed interface Value {

        /** As it is computed with, or lies in memory. */
        DType dtype();

        /**
         * Elements in local memory.
         *
         * @param id its number
         * @param dtype as it lies there; {@code bool} is bits, but bytes where it was loaded or will be stored
         * @param shape of what it has elements
         */
        record Lanes(int id, DType dtype, TileShape shape) implements Value {

            /** The bits of the elements, taken for a dtype that is as wide. */
            Lanes as(DType other) {
                return new Lanes(id, other, shape);
            }
        }

        /**
         * Elements of 64 bits by their halves.
         *
         * @param low integers of 32 bits without a sign
         * @param high those with the sign
         * @param dtype of the elements
         */
        record Pair(Lanes low, Lanes high, DType dtype) implements Value {
            TileShape shape() {
                return low.shape().with(high.shape());
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

            /** The lower or the higher 32 bits. */
            private Number half(boolean isHigh) {
                if (number instanceof Expression.Constant constant) {
                    java.lang.Number value = constant.node().attributes().number();
                    long bits =
                            dtype == DType.F64 ? Double.doubleToRawLongBits(value.doubleValue()) : value.longValue();
                    return of((int) (isHigh ? bits >> Integer.SIZE : bits), DType.I32);
                }
                String call = isHigh ? Operation.HIGH : Operation.LOW;
                return new Number(new Expression.Call(call, List.of(number)), DType.I32);
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

    /** What lanes that accumulate need besides. */
    private static final int LANE_SCAN_TILES = 3;

    /** What random numbers need besides. */
    private static final int RANDOM_TILES = 12;

    private static final Value.Number ONE = Value.Number.of(1, DType.F16);

    /** The shape of a number that an instruction takes as an operand. */
    private final TileShape ofNumbers;
    /** The shapes whose instructions run once for all tiles. */
    private final Set<TileShape> constant;
    /** The shapes whose elements are others in each part of what does not fit. */
    private final Set<TileShape> ofParts;

    private final List<Step> constants = new ArrayList<>();
    private final List<List<Step>> sections = new ArrayList<>();
    private final Map<Filled, Value.Lanes> filled = new HashMap<>();
    /** Values of memory as they are computed with. */
    private final Map<Value.Lanes, Value.Lanes> computed = new HashMap<>();
    /** Elements of 64 bits as they are computed with. */
    private final Map<Value.Lanes, Value.Pair> halves = new HashMap<>();

    private final Map<Value.Pair, Value.Lanes> joined = new HashMap<>();
    /** Arguments of sine, cosine and tangent. */
    private final Map<Value, TileTrigonometry> angles = new HashMap<>();
    /** Values as operands of what has another shape. */
    private final Map<TileShape, Map<Value.Lanes, Value.Lanes>> reshaped = new HashMap<>();

    /** Those that are known from the beginning, by the numbers of the values. */
    private final Map<Integer, Place> places = new HashMap<>();

    private int lanes;

    /**
     * No values.
     *
     * @param ofNumbers the shape of a number that an instruction takes as an operand
     * @param constant the shapes whose instructions run once for all tiles
     * @param ofParts the shapes whose elements are others in each part of what does not fit
     */
    TileValues(TileShape ofNumbers, Set<TileShape> constant, Set<TileShape> ofParts) {
        this.ofNumbers = ofNumbers;
        this.constant = constant;
        this.ofParts = ofParts;
        beginSection();
    }

    /** Instructions from here on run after all tiles, or parts of their lanes, have run those before. */
    void beginSection() {
        sections.add(new ArrayList<>());
        List<Map<Value.Lanes, Value.Lanes>> known = new ArrayList<>(reshaped.values());
        known.add(computed);
        known.forEach(map -> map.values().removeIf(value -> isOfPart(value.shape())));
        angles.clear();
        halves.values().removeIf(value -> isOfPart(value.shape()));
        joined.values().removeIf(value -> isOfPart(value.shape()));
    }

    /** What is repeated for the lanes of rows is repeated again from here on: it is that of other rows. */
    void forgetBlocks() {
        reshaped.remove(TileShape.BLOCKS);
    }

    /** Instructions from here on run after those before, on the same tile. */
    void beginPart() {
        sections.add(new ArrayList<>());
    }

    /** Whether a value has other elements in each part of what does not fit. */
    boolean isOfPart(TileShape shape) {
        return ofParts.contains(shape) && !isConstant(shape);
    }

    private Value.Lanes fresh(DType dtype, TileShape shape) {
        return new Value.Lanes(lanes++, dtype, shape);
    }

    /** What a load brings. */
    Value.Lanes loaded(Region region, int load, DType dtype, TileShape shape) {
        Value.Lanes value = fresh(dtype, shape);
        places.put(value.id(), new Place(region, load, dtype, shape));
        return value;
    }

    /** The elements of a copy that lie otherwise. Those of 8 bits are floats of 16 then, which no instruction for bytes moves. */
    Value arranged(Value.Lanes copied, Origin origin) {
        boolean isByte = copied.dtype().byteSize() == 1;
        boolean isWide = copied.dtype().byteSize() > Float.BYTES;
        TileShape ofOffsets = copied.shape() == TileShape.COLUMN ? TileShape.COLUMN : TileShape.LANES;
        List<Value.Lanes> sources = new ArrayList<>(List.of(copied, fresh(isWide ? DType.I64 : DType.I32, ofOffsets)));
        if (isWide) {
            sources.add(fresh(DType.I64, ofOffsets));
        }
        Value.Lanes target = fresh(isByte ? DType.F16 : copied.dtype(), copied.shape());
        current().add(new Step(Operation.ARRANGE, target, sources, Optional.empty(), origin));
        return copied.dtype() == DType.BOOL ? mask(target, origin) : target;
    }

    /** Positions, of 32 bits. */
    Value counted(Expression position, TileShape shape, Origin origin) {
        Value.Lanes target = fresh(DType.I32, shape);
        current().add(new Step(Operation.COUNT, target, List.of(), Optional.of(position), origin));
        return target;
    }

    /** A position of 32 bits that is the same for all tiles. */
    Value same(Expression position, Origin origin) {
        Value.Lanes target = fresh(DType.I32, TileShape.UNIFORM);
        list(TileShape.UNIFORM).add(new Step(Operation.COUNT, target, List.of(), Optional.of(position), origin));
        return target;
    }

    /** Indices where the scalar unit may read them: in no buffer of a copy, which is another one for the next tile. */
    Value.Lanes indices(Value value, Origin origin) {
        Value.Lanes own = computed(value, origin);
        return places.containsKey(own.id()) ? step(own.shape(), current(), Operation.COPY, List.of(own), origin) : own;
    }

    /** Slices that were loaded, with zeros for those that are none, by their indices if they are not in memory. */
    Value.Lanes cleared(Value.Lanes taken, List<Value.Lanes> indices, Origin origin) {
        current().add(new Step(Operation.CLEAR, taken, indices, Optional.empty(), origin));
        return taken;
    }

    /** Whether values of a shape are computed once for all tiles. */
    boolean isConstant(TileShape shape) {
        return constant.contains(shape);
    }

    /** One element that was loaded, as an operand of any shape. */
    Value uniform(Value.Lanes single, Origin origin) {
        if (isWide(single)) {
            Value.Pair pair = pair(single, origin);
            return new Value.Pair(
                    (Value.Lanes) uniform(pair.low(), origin),
                    (Value.Lanes) uniform(pair.high(), origin),
                    pair.dtype());
        }
        boolean isMask = single.dtype() == DType.BOOL;
        Value.Lanes number =
                isMask ? converted(converted(single, DType.F16, origin), DType.F32, origin) : computed(single, origin);
        List<Step> list = list(TileShape.UNIFORM);
        Value.Lanes block = step(TileShape.BLOCKS, list, Operation.REPEAT, List.of(number), origin);
        Value.Lanes all = step(TileShape.UNIFORM, list, Operation.SPREAD, List.of(block), origin);
        return isMask ? mask(all, origin) : all;
    }

    /** A copy of what was loaded that outlives its section. */
    Value kept(Value.Lanes value, Origin origin) {
        if (isWide(value)) {
            return pair(value, origin);
        }
        Value.Lanes wide = computed(value, origin);
        return wide == value ? step(value.shape(), current(), Operation.COPY, List.of(value), origin) : wide;
    }

    /** Elements as they are computed with. */
    Value.Lanes computed(Value value, Origin origin) {
        if (value instanceof Value.Number number) {
            DType dtype = TileKernel.computed(number.dtype());
            return switch (dtype) {
                case BOOL -> step(Operation.FILL, dtype, List.of(), number.number(), origin);
                case I64, F64 -> joined(pair(number, origin), origin);
                default -> filled(number, dtype, origin);
            };
        }
        if (value instanceof Value.Pair pair) {
            return joined(pair, origin);
        }
        Value.Lanes own = (Value.Lanes) value;
        return own.dtype() == TileKernel.computed(own.dtype()) && !isBytes(own)
                ? own
                : computed.computeIfAbsent(own, absent -> widened(own, origin));
    }

    Map<Value, TileTrigonometry> angles() {
        return angles;
    }

    private static boolean isWide(Value value) {
        return value.dtype().byteSize() > Float.BYTES;
    }

    /** Elements of 64 bits by their halves; those of integers of 32 bits, too. */
    Value.Pair pair(Value value, Origin origin) {
        if (value instanceof Value.Pair pair) {
            return pair;
        }
        if (value instanceof Value.Number number) {
            return new Value.Pair(
                    filled(number.half(false), DType.I32, origin),
                    filled(number.half(true), DType.I32, origin),
                    number.dtype());
        }
        Value.Lanes own = (Value.Lanes) value;
        if (!isWide(own)) {
            Expression sign = Value.Number.of(Integer.SIZE - 1, DType.I32).number();
            return new Value.Pair(own, step(Operation.SHIFT_RIGHT, DType.I32, List.of(own), sign, origin), DType.I64);
        }
        return halves.computeIfAbsent(
                own, absent -> new Value.Pair(half(own, 0, origin), half(own, 1, origin), own.dtype()));
    }

    private Value.Lanes half(Value.Lanes own, int which, Origin origin) {
        Value.Lanes target = fresh(DType.I32, own.shape());
        List<Value.Lanes> sources = List.of(own, fresh(DType.I32, own.shape()));
        Expression number = Value.Number.of(which, DType.I32).number();
        list(own.shape()).add(new Step(Operation.HALF, target, sources, Optional.of(number), origin));
        return target;
    }

    private Value.Lanes joined(Value.Pair pair, Origin origin) {
        return joined.computeIfAbsent(pair, absent -> {
            TileShape shape = pair.shape();
            Value.Lanes target = fresh(pair.dtype(), shape);
            List<Value.Lanes> sources = List.of(
                    as(shape, pair.low(), false, origin),
                    as(shape, pair.high(), false, origin),
                    fresh(DType.I64, shape),
                    fresh(DType.I64, shape));
            list(shape).add(new Step(Operation.JOIN, target, sources, Optional.empty(), origin));
            halves.put(target, pair);
            return target;
        });
    }

    private Value.Lanes filled(Value.Number number, DType dtype, Origin origin) {
        return filled.computeIfAbsent(new Filled(number.identity(), dtype), absent -> {
            Value.Lanes target = fresh(dtype, ofNumbers);
            constants.add(new Step(Operation.FILL, target, List.of(), Optional.of(number.number()), origin));
            return target;
        });
    }

    private boolean isBytes(Value.Lanes value) {
        return value.dtype() == DType.BOOL && places.containsKey(value.id());
    }

    /** Bytes are converted to and from {@code f16} alone. */
    private Value.Lanes widened(Value.Lanes own, Origin origin) {
        Value.Lanes half = own.dtype().isHalf() ? own : converted(own, DType.F16, origin);
        return own.dtype() == DType.BOOL ? mask(half, origin) : converted(half, DType.F32, origin);
    }

    /** Of what is the same for all elements one is stored: a bit for each of them becomes a byte of that one. */
    private Value.Lanes narrowed(TileShape shape, Value.Lanes own, DType dtype, Origin origin) {
        if (shape != TileShape.SINGLE || own.shape() == shape || dtype != DType.BOOL) {
            return narrowed(own, dtype, origin);
        }
        Value.Lanes one = fresh(DType.F32, shape);
        List<Value.Lanes> numbers = List.of(number(own, DType.F32, origin));
        current().add(new Step(Operation.COPY, one, numbers, Optional.empty(), origin));
        Value.Lanes half = fresh(DType.F16, shape);
        current().add(new Step(Operation.CONVERT, half, List.of(one), Optional.empty(), origin));
        // Not once for all tiles, even if the shape is: it is stored from where it is computed.
        Value.Lanes bytes = fresh(dtype, shape);
        current().add(new Step(Operation.CONVERT, bytes, List.of(half), Optional.empty(), origin));
        return bytes;
    }

    private Value.Lanes narrowed(Value.Lanes own, DType dtype, Origin origin) {
        if (dtype == DType.BOOL) {
            // Only elements of 32 bits are read in another shape.
            boolean isFlat = ofNumbers == TileShape.TILE;
            Value.Lanes half = isFlat
                    ? number(own, DType.F16, origin)
                    : converted(number(own, DType.F32, origin), DType.F16, origin);
            return converted(half, dtype, origin);
        }
        if (dtype.byteSize() == 1) {
            return converted(converted(own, DType.F16, origin), dtype, origin);
        }
        boolean isPosition = dtype == DType.I64 && own.dtype() == DType.I32;
        return dtype.isHalf() || isPosition ? converted(own, dtype, origin) : own;
    }

    /** 1 where a mask holds, else 0. */
    private Value.Lanes number(Value.Lanes mask, DType dtype, Origin origin) {
        return step(Operation.SELECT, dtype, List.of(mask, filled(ONE, dtype, origin)), ZERO, origin);
    }

    /** Where numbers are not 0. */
    private Value.Lanes mask(Value.Lanes number, Origin origin) {
        return step(Operation.NOT_EQUAL, DType.BOOL, List.of(number), ZERO, origin);
    }

    private Value.Lanes converted(Value.Lanes source, DType dtype, Origin origin) {
        return step(Operation.CONVERT, dtype, List.of(source), null, origin);
    }

    private List<Step> current() {
        return sections.get(sections.size() - 1);
    }

    /** Adds an instruction whose result has the shape of its operands. */
    Value.Lanes step(Operation operation, DType dtype, List<Value.Lanes> sources, Expression number, Origin origin) {
        TileShape shape =
                sources.stream().map(Value.Lanes::shape).reduce(TileShape::with).orElse(ofNumbers);
        List<Value.Lanes> operands = sources.stream()
                .map(source -> as(shape, source, operation.takesRepeated(), origin))
                .toList();
        Value.Lanes target = fresh(dtype, shape);
        list(shape).add(new Step(operation, target, operands, Optional.ofNullable(number), origin));
        return target;
    }

    /** A word of random numbers; indices and seeds are given by halves. */
    Value.Lanes random(Value word, List<Value.Lanes> halves, Origin origin) {
        TileShape shape =
                halves.stream().map(Value.Lanes::shape).reduce(TileShape::with).orElseThrow();
        List<Value.Lanes> sources = new ArrayList<>();
        halves.forEach(half -> sources.add(as(shape, half, false, origin)));
        for (int i = 0; i < RANDOM_TILES; i++) {
            sources.add(fresh(DType.I32, shape));
        }
        Value.Lanes target = fresh(DType.I32, shape);
        Optional<Expression> number = Optional.of(((Value.Number) word).number());
        list(shape).add(new Step(Operation.RANDOM, target, sources, number, origin));
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
        boolean isVector =
                value.shape() == TileShape.UNIFORM && (shape == TileShape.COLUMN || shape == TileShape.SINGLE);
        if (value.shape() == shape || isVector) {
            return value;
        }
        if (isWide(value)) {
            Value.Pair pair = pair(value, origin);
            Value.Lanes low = as(shape, pair.low(), false, origin);
            return joined(new Value.Pair(low, as(shape, pair.high(), false, origin), pair.dtype()), origin);
        }
        if (value.dtype() == DType.BOOL) {
            // Bits are not repeated; elements are.
            return mask(as(shape, number(value, DType.F32, origin), false, origin), origin);
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
    Value reduced(TileReduction reduction, Value value) {
        Origin origin = reduction.node().origin();
        Value.Lanes own = as(TileShape.TILE, computed(value, origin), false, origin);
        Value.Lanes parts = fresh(own.dtype(), TileShape.PARTS);
        return reduced(reduction, TileShape.COLUMN, List.of(parts, own));
    }

    /** What the lanes, or the rows, are reduced into, part after part. */
    Value.Lanes accumulator(TileReduction reduction, TileShape shape) {
        Value.Lanes accumulator = fresh(reduction.dtype(), shape);
        Optional<Expression> identity = Optional.of(reduction.identity());
        current().add(new Step(Operation.FILL, accumulator, List.of(), identity, Origin.NONE));
        return accumulator;
    }

    /** Reduces a part of the lanes, or some rows, into what those before gave. */
    void reduceInto(TileReduction reduction, Value.Lanes accumulator, Value value) {
        Origin origin = reduction.node().origin();
        Value.Lanes own = as(TileShape.TILE, computed(value, origin), false, origin);
        List<Value.Lanes> sources = List.of(accumulator, own);
        current().add(new Step(reduction.operation(), accumulator, sources, Optional.empty(), origin));
    }

    /** One element, or one of each row. What no instruction reduces within a row needs room for a column of each of 8 lanes, and for where they are. */
    private Value.Lanes reduced(TileReduction reduction, TileShape shape, List<Value.Lanes> sources) {
        List<Value.Lanes> all = new ArrayList<>(sources);
        if (!reduction.operation().reducesRows(reduction.dtype())) {
            all.add(fresh(reduction.dtype(), TileShape.BLOCKS));
            all.add(fresh(DType.I32, TileShape.COLUMN));
        }
        Value.Lanes target = fresh(reduction.dtype(), shape);
        Optional<Expression> identity = Optional.of(reduction.identity());
        current()
                .add(new Step(
                        reduction.operation(),
                        target,
                        all,
                        identity,
                        reduction.node().origin()));
        return target;
    }

    /** What each row, or each lane, accumulates of those before it. */
    Value scanned(Operation operation, Value value, Value.Lanes before, Value.Number isExclusive, Origin origin) {
        Value.Lanes own = as(TileShape.TILE, computed(value, origin), false, origin);
        List<Value.Lanes> sources = new ArrayList<>(List.of(own, before));
        for (int i = 0; i < LANE_SCAN_TILES && before.shape() == TileShape.BLOCKS; i++) {
            sources.add(fresh(own.dtype(), TileShape.TILE));
        }
        Value.Lanes target = fresh(own.dtype(), TileShape.TILE);
        current().add(new Step(operation, target, sources, Optional.of(isExclusive.number()), origin));
        return target;
    }

    /** One element of each row out of what all parts of the lanes gave. */
    Value joined(TileReduction reduction, Value.Lanes parts) {
        return reduced(reduction, TileShape.COLUMN, List.of(parts));
    }

    /** One element out of what all rows and lanes gave. */
    Value.Lanes joinedTotal(TileReduction reduction, Value.Lanes total) {
        return reduced(reduction, TileShape.SINGLE, List.of(total));
    }

    /** A block of partial results out of what all rows and lanes gave. */
    Value.Lanes blockOfTotal(TileReduction reduction, Value.Lanes total) {
        Origin origin = reduction.node().origin();
        return step(TileShape.BLOCK, current(), reduction.operation(), List.of(total), origin);
    }

    /** Says where a value goes at the end: it is computed there if nothing else has a place for it. */
    void store(int store, Value value, DType dtype, TileShape shape, Origin origin) {
        Place place = new Place(Region.STORED, store, dtype, shape);
        boolean isReady = value instanceof Value.Lanes known
                && known.dtype() == dtype
                && known.shape() == shape
                && (dtype != DType.BOOL || isBytes(known));
        Value.Lanes own = isReady
                ? (Value.Lanes) value
                : narrowed(shape, as(shape, computed(value, origin), false, origin), dtype, origin);
        if (own.shape() != shape || !isOfSection(own) || places.putIfAbsent(own.id(), place) != null) {
            Value.Lanes copy = fresh(dtype, shape);
            current().add(new Step(Operation.COPY, copy, List.of(own), Optional.empty(), origin));
            places.put(copy.id(), place);
        }
    }

    /** The same where elements go apart from each other. The lowest byte of an integer is that of 8 bits. */
    void storeApart(int store, Value value, DType dtype, TileShape shape, Origin origin) {
        Value.Lanes own = as(shape, computed(value, origin), false, origin);
        if (dtype.byteSize() == 1) {
            Value.Lanes number = dtype == DType.BOOL ? number(own, DType.F32, origin) : own;
            own = step(Operation.TRUNCATE, DType.I32, List.of(number), null, origin);
        } else if (own.dtype() != dtype) {
            own = narrowed(own, dtype, origin);
        }
        Value.Lanes apart = step(shape, current(), Operation.SEPARATE, List.of(own), origin);
        places.put(apart.id(), new Place(Region.STORED, store, own.dtype(), shape));
    }

    /** Whether a value is computed in the current section, in which it may be computed where it will be stored. */
    private boolean isOfSection(Value.Lanes value) {
        return current().stream().anyMatch(step -> step.target().id() == value.id());
    }

    /** What is stored is gone after its section: what later ones read is stored as a copy. */
    private void storeCopies() {
        Set<Integer> readLater = new HashSet<>();
        for (int i = sections.size() - 1; i >= 0; i--) {
            List<Step> section = sections.get(i);
            for (Step step : List.copyOf(section)) {
                Value.Lanes own = step.target();
                if (isStored(own) && readLater.contains(own.id())) {
                    Place place = places.remove(own.id());
                    Value.Lanes copy = fresh(own.dtype(), own.shape());
                    section.add(new Step(Operation.COPY, copy, List.of(own), Optional.empty(), step.origin()));
                    places.put(copy.id(), place);
                }
            }
            section.stream().flatMap(step -> step.sources().stream()).forEach(source -> readLater.add(source.id()));
        }
    }

    private boolean isStored(Value.Lanes value) {
        return places.containsKey(value.id()) && places.get(value.id()).region() == Region.STORED;
    }

    /** Finds places for all values. */
    TilePlaces places() {
        storeCopies();
        return new TilePlaces(places, constants, sections);
    }
}
