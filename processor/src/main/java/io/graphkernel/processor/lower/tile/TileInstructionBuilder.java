package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Builder of instructions on tile values, whose buffers {@link LocalMemoryAllocator} allocates.
 *
 * <p>Compute dtypes are floats, 32-bit integers and masks. Narrower elements are widened before use, and narrowed when
 * stored.
 */
final class TileInstructionBuilder {

    /** A value with an element for each element of the tile, or a number. */
    sealed interface Value {

        /** Returns the dtype, either the compute dtype or that in memory. */
        DataType dtype();

        /**
         * A value in local memory.
         *
         * @param id the value's id
         * @param dtype dtype in local memory; {@code bool} has bits, but bytes if loaded or stored
         * @param shape shape of the value
         */
        record Lanes(int id, DataType dtype, ValueShape shape) implements Value {

            /** Returns the value, reinterpreted in a dtype of the same width. */
            Lanes as(DataType other) {
                return new Lanes(id, other, shape);
            }
        }

        /**
         * A 64-bit value as two words.
         *
         * @param low the unsigned low words
         * @param high the signed high words
         * @param dtype dtype of the value
         */
        record Pair(Lanes low, Lanes high, DataType dtype) implements Value {
            ValueShape shape() {
                return low.shape().with(high.shape());
            }
        }

        /**
         * A number that is the same for all elements.
         *
         * @param number an expression without indices
         * @param dtype dtype of the value
         */
        record Number(Expression number, DataType dtype) implements Value {

            /** Returns a constant. */
            static Number of(java.lang.Number value, DataType dtype) {
                return new Number(new Expression.ScalarConstant(Node.constant(value, dtype)), dtype);
            }

            /** Returns the low or the high word. */
            private Number half(boolean isHigh) {
                if (number instanceof Expression.ScalarConstant constant) {
                    java.lang.Number value = constant.node().attributes().number();
                    long bits =
                            dtype == DataType.F64 ? Double.doubleToRawLongBits(value.doubleValue()) : value.longValue();
                    return of((int) (isHigh ? bits >> Integer.SIZE : bits), DataType.I32);
                }
                String call = isHigh ? Operation.HIGH : Operation.LOW;
                return new Number(new Expression.Call(call, List.of(number)), DataType.I32);
            }

            /** Returns a key that equal numbers share. */
            Object identity() {
                return number instanceof Expression.ScalarConstant constant
                        ? constant.node().attributes().number()
                        : number;
            }
        }
    }

    /** An instruction whose values have no buffers yet. */
    record UnallocatedInstruction(
            Operation operation,
            Value.Lanes target,
            List<Value.Lanes> sources,
            Optional<Expression> number,
            Origin origin) {}

    /** A number, filled into all elements. */
    private record Filled(Object number, DataType dtype) {}

    private static final Expression ZERO = Value.Number.of(0, DataType.F32).number();

    /** Number of scratch tiles of a lane scan. */
    private static final int LANE_SCAN_SCRATCH_TILES = 3;

    /** Number of scratch tiles of random numbers. */
    private static final int RANDOM_SCRATCH_TILES = 12;

    private static final Value.Number ONE = Value.Number.of(1, DataType.F16);

    /** Shape of a number that an instruction takes as an operand. */
    private final ValueShape ofNumbers;
    /** Shapes whose instructions run once for all tiles. */
    private final Set<ValueShape> constant;
    /** Shapes whose values differ in each chunk. */
    private final Set<ValueShape> chunkShapes;

    private final List<UnallocatedInstruction> constants = new ArrayList<>();
    private final List<List<UnallocatedInstruction>> sections = new ArrayList<>();
    private final Map<Filled, Value.Lanes> filled = new HashMap<>();
    /** Loaded values in their compute dtype. */
    private final Map<Value.Lanes, Value.Lanes> computed = new HashMap<>();
    /** The words of 64-bit values. */
    private final Map<Value.Lanes, Value.Pair> halves = new HashMap<>();

    private final Map<Value.Pair, Value.Lanes> joined = new HashMap<>();
    /** Reduced arguments of trigonometric functions. */
    private final Map<Value, TrigLowering> angles = new HashMap<>();
    /** Values broadcast to another shape. */
    private final Map<ValueShape, Map<Value.Lanes, Value.Lanes>> reshaped = new HashMap<>();

    /** Buffers of copies, by the ids of the values. */
    private final Map<Integer, LocalBuffer> copyBuffers = new HashMap<>();

    private int lanes;

    /**
     * Creates an empty builder.
     *
     * @param ofNumbers shape of a number that an instruction takes as an operand
     * @param constant shapes whose instructions run once for all tiles
     * @param chunkShapes shapes whose values differ in each chunk
     */
    TileInstructionBuilder(ValueShape ofNumbers, Set<ValueShape> constant, Set<ValueShape> chunkShapes) {
        this.ofNumbers = ofNumbers;
        this.constant = constant;
        this.chunkShapes = chunkShapes;
        beginSection();
    }

    /** Begins a section, which runs after all tiles or chunks have run the previous one. */
    void beginSection() {
        sections.add(new ArrayList<>());
        List<Map<Value.Lanes, Value.Lanes>> known = new ArrayList<>(reshaped.values());
        known.add(computed);
        known.forEach(map -> map.values().removeIf(value -> variesByChunk(value.shape())));
        angles.clear();
        halves.values().removeIf(value -> variesByChunk(value.shape()));
        joined.values().removeIf(value -> variesByChunk(value.shape()));
    }

    /** Forgets the row values that were broadcast to lanes, because the next section has other rows. */
    void forgetBlocks() {
        reshaped.remove(ValueShape.BLOCKS);
    }

    /** Begins a section that runs after the previous one on the same tile. */
    void beginPart() {
        sections.add(new ArrayList<>());
    }

    /** Returns true if values of a shape differ in each chunk. */
    boolean variesByChunk(ValueShape shape) {
        return chunkShapes.contains(shape) && !isConstant(shape);
    }

    private Value.Lanes newValue(DataType dtype, ValueShape shape) {
        return new Value.Lanes(lanes++, dtype, shape);
    }

    /** Returns a loaded value. */
    Value.Lanes loaded(LocalRegion region, int load, DataType dtype, ValueShape shape) {
        Value.Lanes value = newValue(dtype, shape);
        copyBuffers.put(value.id(), new LocalBuffer(region, load, dtype, shape));
        return value;
    }

    /**
     * Repacks a copy of non-contiguous elements. 8-bit integers become half-precision floats, because no instruction
     * permutes bytes.
     */
    Value repacked(Value.Lanes copied, Origin origin) {
        boolean isByte = copied.dtype().byteSize() == 1;
        boolean isWide = copied.dtype().byteSize() > Float.BYTES;
        ValueShape ofOffsets = copied.shape() == ValueShape.COLUMN ? ValueShape.COLUMN : ValueShape.LANES;
        List<Value.Lanes> sources =
                new ArrayList<>(List.of(copied, newValue(isWide ? DataType.I64 : DataType.I32, ofOffsets)));
        if (isWide) {
            sources.add(newValue(DataType.I64, ofOffsets));
        }
        Value.Lanes target = newValue(isByte ? DataType.F16 : copied.dtype(), copied.shape());
        current().add(new UnallocatedInstruction(Operation.REPACK, target, sources, Optional.empty(), origin));
        return copied.dtype() == DataType.BOOL ? mask(target, origin) : target;
    }

    /** Returns positions, as 32-bit integers. */
    Value positions(Expression position, ValueShape shape, Origin origin) {
        Value.Lanes target = newValue(DataType.I32, shape);
        current().add(new UnallocatedInstruction(Operation.IOTA, target, List.of(), Optional.of(position), origin));
        return target;
    }

    /** Returns a 32-bit position that is the same for all tiles. */
    Value uniformPosition(Expression position, Origin origin) {
        Value.Lanes target = newValue(DataType.I32, ValueShape.UNIFORM);
        instructionsFor(ValueShape.UNIFORM)
                .add(new UnallocatedInstruction(Operation.IOTA, target, List.of(), Optional.of(position), origin));
        return target;
    }

    /** Returns indices in a buffer that the scalar unit can read, which is not the buffer of a copy. */
    Value.Lanes indices(Value value, Origin origin) {
        Value.Lanes own = inComputeDtype(value, origin);
        return copyBuffers.containsKey(own.id())
                ? step(own.shape(), current(), Operation.COPY, List.of(own), origin)
                : own;
    }

    /** Zeroes the gathered slices whose indices are out of range. Computed indices are passed as operands. */
    Value.Lanes zeroMissingSlices(Value.Lanes gathered, List<Value.Lanes> indices, Origin origin) {
        current()
                .add(new UnallocatedInstruction(
                        Operation.ZERO_MISSING_SLICES, gathered, indices, Optional.empty(), origin));
        return gathered;
    }

    /** Returns true if values of a shape are computed once for all tiles. */
    boolean isConstant(ValueShape shape) {
        return constant.contains(shape);
    }

    /** Broadcasts a loaded element to an operand of any shape. */
    Value uniform(Value.Lanes single, Origin origin) {
        if (isWide(single)) {
            Value.Pair pair = pair(single, origin);
            return new Value.Pair(
                    (Value.Lanes) uniform(pair.low(), origin),
                    (Value.Lanes) uniform(pair.high(), origin),
                    pair.dtype());
        }
        boolean isMask = single.dtype() == DataType.BOOL;
        Value.Lanes number = isMask
                ? converted(converted(single, DataType.F16, origin), DataType.F32, origin)
                : inComputeDtype(single, origin);
        List<UnallocatedInstruction> list = instructionsFor(ValueShape.UNIFORM);
        Value.Lanes block = step(ValueShape.BLOCKS, list, Operation.FILL_BLOCKS, List.of(number), origin);
        Value.Lanes spread = step(ValueShape.UNIFORM, list, Operation.BROADCAST, List.of(block), origin);
        return isMask ? mask(spread, origin) : spread;
    }

    /** Copies a loaded value, so that it outlives its section. */
    Value loopInvariant(Value.Lanes value, Origin origin) {
        if (isWide(value)) {
            return pair(value, origin);
        }
        Value.Lanes wide = inComputeDtype(value, origin);
        return wide == value ? step(value.shape(), current(), Operation.COPY, List.of(value), origin) : wide;
    }

    /** Returns a value in its compute dtype. */
    Value.Lanes inComputeDtype(Value value, Origin origin) {
        if (value instanceof Value.Number number) {
            DataType dtype = TileKernel.computed(number.dtype());
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

    Map<Value, TrigLowering> angles() {
        return angles;
    }

    private static boolean isWide(Value value) {
        return value.dtype().byteSize() > Float.BYTES;
    }

    /** Returns the words of a 64-bit value; 32-bit integers are sign extended. */
    Value.Pair pair(Value value, Origin origin) {
        if (value instanceof Value.Pair pair) {
            return pair;
        }
        if (value instanceof Value.Number number) {
            return new Value.Pair(
                    filled(number.half(false), DataType.I32, origin),
                    filled(number.half(true), DataType.I32, origin),
                    number.dtype());
        }
        Value.Lanes own = (Value.Lanes) value;
        if (!isWide(own)) {
            Expression sign = Value.Number.of(Integer.SIZE - 1, DataType.I32).number();
            return new Value.Pair(
                    own, step(Operation.SHIFT_RIGHT, DataType.I32, List.of(own), sign, origin), DataType.I64);
        }
        return halves.computeIfAbsent(
                own, absent -> new Value.Pair(half(own, 0, origin), half(own, 1, origin), own.dtype()));
    }

    private Value.Lanes half(Value.Lanes own, int halfIndex, Origin origin) {
        Value.Lanes target = newValue(DataType.I32, own.shape());
        List<Value.Lanes> sources = List.of(own, newValue(DataType.I32, own.shape()));
        Expression number = Value.Number.of(halfIndex, DataType.I32).number();
        instructionsFor(own.shape())
                .add(new UnallocatedInstruction(Operation.SPLIT_INT64, target, sources, Optional.of(number), origin));
        return target;
    }

    private Value.Lanes joined(Value.Pair pair, Origin origin) {
        return joined.computeIfAbsent(pair, absent -> {
            ValueShape shape = pair.shape();
            Value.Lanes target = newValue(pair.dtype(), shape);
            List<Value.Lanes> sources = List.of(
                    as(shape, pair.low(), false, origin),
                    as(shape, pair.high(), false, origin),
                    newValue(DataType.I64, shape),
                    newValue(DataType.I64, shape));
            instructionsFor(shape)
                    .add(new UnallocatedInstruction(Operation.JOIN_INT64, target, sources, Optional.empty(), origin));
            halves.put(target, pair);
            return target;
        });
    }

    private Value.Lanes filled(Value.Number number, DataType dtype, Origin origin) {
        return filled.computeIfAbsent(new Filled(number.identity(), dtype), absent -> {
            Value.Lanes target = newValue(dtype, ofNumbers);
            constants.add(new UnallocatedInstruction(
                    Operation.FILL, target, List.of(), Optional.of(number.number()), origin));
            return target;
        });
    }

    private boolean isBytes(Value.Lanes value) {
        return value.dtype() == DataType.BOOL && copyBuffers.containsKey(value.id());
    }

    /** Bytes are only converted to and from {@code f16}. */
    private Value.Lanes widened(Value.Lanes own, Origin origin) {
        Value.Lanes half = own.dtype().isHalf() ? own : converted(own, DataType.F16, origin);
        return own.dtype() == DataType.BOOL ? mask(half, origin) : converted(half, DataType.F32, origin);
    }

    /** Narrows a uniform value to the single stored element; a mask bit becomes a byte. */
    private Value.Lanes narrowed(ValueShape shape, Value.Lanes own, DataType dtype, Origin origin) {
        if (shape != ValueShape.SINGLE || own.shape() == shape || dtype != DataType.BOOL) {
            return narrowed(own, dtype, origin);
        }
        Value.Lanes wide = newValue(DataType.F32, shape);
        List<Value.Lanes> numbers = List.of(number(own, DataType.F32, origin));
        current().add(new UnallocatedInstruction(Operation.COPY, wide, numbers, Optional.empty(), origin));
        Value.Lanes half = newValue(DataType.F16, shape);
        current().add(new UnallocatedInstruction(Operation.CONVERT, half, List.of(wide), Optional.empty(), origin));
        // Runs per tile even if the shape is constant, because it is stored from its buffer.
        Value.Lanes bytes = newValue(dtype, shape);
        current().add(new UnallocatedInstruction(Operation.CONVERT, bytes, List.of(half), Optional.empty(), origin));
        return bytes;
    }

    private Value.Lanes narrowed(Value.Lanes own, DataType dtype, Origin origin) {
        if (dtype == DataType.BOOL) {
            // Only 32-bit elements can be broadcast.
            boolean isFlat = ofNumbers == ValueShape.TILE;
            Value.Lanes half = isFlat
                    ? number(own, DataType.F16, origin)
                    : converted(number(own, DataType.F32, origin), DataType.F16, origin);
            return converted(half, dtype, origin);
        }
        if (dtype.byteSize() == 1) {
            return converted(converted(own, DataType.F16, origin), dtype, origin);
        }
        boolean isPosition = dtype == DataType.I64 && own.dtype() == DataType.I32;
        return dtype.isHalf() || isPosition ? converted(own, dtype, origin) : own;
    }

    /** Returns 1 for set mask bits, otherwise 0. */
    private Value.Lanes number(Value.Lanes mask, DataType dtype, Origin origin) {
        return step(Operation.SELECT, dtype, List.of(mask, filled(ONE, dtype, origin)), ZERO, origin);
    }

    /** Returns the mask of non-zero numbers. */
    private Value.Lanes mask(Value.Lanes number, Origin origin) {
        return step(Operation.NOT_EQUAL, DataType.BOOL, List.of(number), ZERO, origin);
    }

    private Value.Lanes converted(Value.Lanes source, DataType dtype, Origin origin) {
        return step(Operation.CONVERT, dtype, List.of(source), null, origin);
    }

    private List<UnallocatedInstruction> current() {
        return sections.get(sections.size() - 1);
    }

    /** Appends an instruction whose result has the joint shape of its operands. */
    Value.Lanes step(Operation operation, DataType dtype, List<Value.Lanes> sources, Expression number, Origin origin) {
        ValueShape shape = sources.stream()
                .map(Value.Lanes::shape)
                .reduce(ValueShape::with)
                .orElse(ofNumbers);
        List<Value.Lanes> operands = sources.stream()
                .map(source -> as(shape, source, operation.takesRepeated(), origin))
                .toList();
        Value.Lanes target = newValue(dtype, shape);
        instructionsFor(shape)
                .add(new UnallocatedInstruction(operation, target, operands, Optional.ofNullable(number), origin));
        return target;
    }

    /** Returns a word of random numbers; indices and seeds are passed as words. */
    Value.Lanes random(Value word, List<Value.Lanes> halves, Origin origin) {
        ValueShape shape =
                halves.stream().map(Value.Lanes::shape).reduce(ValueShape::with).orElseThrow();
        List<Value.Lanes> sources = new ArrayList<>();
        halves.forEach(half -> sources.add(as(shape, half, false, origin)));
        for (int i = 0; i < RANDOM_SCRATCH_TILES; i++) {
            sources.add(newValue(DataType.I32, shape));
        }
        Value.Lanes target = newValue(DataType.I32, shape);
        Optional<Expression> number = Optional.of(((Value.Number) word).number());
        instructionsFor(shape).add(new UnallocatedInstruction(Operation.RANDOM, target, sources, number, origin));
        return target;
    }

    private List<UnallocatedInstruction> instructionsFor(ValueShape shape) {
        return isConstant(shape) ? constants : current();
    }

    private Value.Lanes step(
            ValueShape shape,
            List<UnallocatedInstruction> list,
            Operation operation,
            List<Value.Lanes> sources,
            Origin origin) {
        Value.Lanes target = newValue(sources.get(sources.size() - 1).dtype(), shape);
        list.add(new UnallocatedInstruction(operation, target, sources, Optional.empty(), origin));
        return target;
    }

    /** Returns a value as an operand of an instruction with another target shape. */
    private Value.Lanes as(ValueShape shape, Value.Lanes value, boolean repeats, Origin origin) {
        boolean isVector =
                value.shape() == ValueShape.UNIFORM && (shape == ValueShape.COLUMN || shape == ValueShape.SINGLE);
        if (value.shape() == shape || isVector) {
            return value;
        }
        if (isWide(value)) {
            Value.Pair pair = pair(value, origin);
            Value.Lanes low = as(shape, pair.low(), false, origin);
            return joined(new Value.Pair(low, as(shape, pair.high(), false, origin), pair.dtype()), origin);
        }
        if (value.dtype() == DataType.BOOL) {
            // Masks are broadcast as numbers.
            return mask(as(shape, number(value, DataType.F32, origin), false, origin), origin);
        }
        Value.Lanes operand = value.shape() == ValueShape.COLUMN
                ? reshaped(ValueShape.BLOCKS, Operation.FILL_BLOCKS, value, origin)
                : value;
        return repeats ? operand : reshaped(shape, Operation.BROADCAST, operand, origin);
    }

    private Value.Lanes reshaped(ValueShape shape, Operation operation, Value.Lanes value, Origin origin) {
        return reshaped.computeIfAbsent(shape, absent -> new HashMap<>())
                .computeIfAbsent(
                        value, absent -> step(shape, instructionsFor(shape), operation, List.of(value), origin));
    }

    /** Reduces the lanes of a complete tile to one element per row. */
    Value reduced(TileReduction reduction, Value value) {
        Origin origin = reduction.node().origin();
        Value.Lanes own = as(ValueShape.TILE, inComputeDtype(value, origin), false, origin);
        Value.Lanes partials = newValue(own.dtype(), ValueShape.PARTS);
        return reduced(reduction, ValueShape.COLUMN, List.of(partials, own));
    }

    /** Returns an initialized accumulator of lanes or rows. */
    Value.Lanes accumulator(TileReduction reduction, ValueShape shape) {
        Value.Lanes accumulator = newValue(reduction.dtype(), shape);
        Optional<Expression> identity = Optional.of(reduction.identity());
        current().add(new UnallocatedInstruction(Operation.FILL, accumulator, List.of(), identity, Origin.NONE));
        return accumulator;
    }

    /** Reduces a chunk of lanes or rows into an accumulator. */
    void reduceInto(TileReduction reduction, Value.Lanes accumulator, Value value) {
        Origin origin = reduction.node().origin();
        Value.Lanes own = as(ValueShape.TILE, inComputeDtype(value, origin), false, origin);
        List<Value.Lanes> sources = List.of(accumulator, own);
        current()
                .add(new UnallocatedInstruction(reduction.operation(), accumulator, sources, Optional.empty(), origin));
    }

    /**
     * Reduces to one element, or to one per row. If no instruction reduces a row, scratch holds 8 columns of lanes and
     * their offsets.
     */
    private Value.Lanes reduced(TileReduction reduction, ValueShape shape, List<Value.Lanes> sources) {
        List<Value.Lanes> operands = new ArrayList<>(sources);
        if (!reduction.operation().reducesRows(reduction.dtype())) {
            operands.add(newValue(reduction.dtype(), ValueShape.BLOCKS));
            operands.add(newValue(DataType.I32, ValueShape.COLUMN));
        }
        Value.Lanes target = newValue(reduction.dtype(), shape);
        Optional<Expression> identity = Optional.of(reduction.identity());
        current()
                .add(new UnallocatedInstruction(
                        reduction.operation(),
                        target,
                        operands,
                        identity,
                        reduction.node().origin()));
        return target;
    }

    /** Returns a scan along rows or lanes. */
    Value scanned(Operation operation, Value value, Value.Lanes before, Value.Number isExclusive, Origin origin) {
        Value.Lanes own = as(ValueShape.TILE, inComputeDtype(value, origin), false, origin);
        List<Value.Lanes> sources = new ArrayList<>(List.of(own, before));
        for (int i = 0; i < LANE_SCAN_SCRATCH_TILES && before.shape() == ValueShape.BLOCKS; i++) {
            sources.add(newValue(own.dtype(), ValueShape.TILE));
        }
        Value.Lanes target = newValue(own.dtype(), ValueShape.TILE);
        current()
                .add(new UnallocatedInstruction(operation, target, sources, Optional.of(isExclusive.number()), origin));
        return target;
    }

    /** Reduces the partial results of all chunks to one element per row. */
    Value combineLanes(TileReduction reduction, Value.Lanes partials) {
        return reduced(reduction, ValueShape.COLUMN, List.of(partials));
    }

    /** Reduces the partial results of all rows and lanes to one element. */
    Value.Lanes combineTotal(TileReduction reduction, Value.Lanes total) {
        return reduced(reduction, ValueShape.SINGLE, List.of(total));
    }

    /** Reduces the partial results of all rows and lanes to a block. */
    Value.Lanes blockOfTotal(TileReduction reduction, Value.Lanes total) {
        Origin origin = reduction.node().origin();
        return step(ValueShape.BLOCK, current(), reduction.operation(), List.of(total), origin);
    }

    /** Stores a value, which is computed in the store's buffer if that is possible. */
    void store(int store, Value value, DataType dtype, ValueShape shape, Origin origin) {
        LocalBuffer buffer = new LocalBuffer(LocalRegion.STORED, store, dtype, shape);
        boolean isReady = value instanceof Value.Lanes known
                && known.dtype() == dtype
                && known.shape() == shape
                && (dtype != DataType.BOOL || isBytes(known));
        Value.Lanes own = isReady
                ? (Value.Lanes) value
                : narrowed(shape, as(shape, inComputeDtype(value, origin), false, origin), dtype, origin);
        if (own.shape() != shape || !isOfSection(own) || copyBuffers.putIfAbsent(own.id(), buffer) != null) {
            Value.Lanes copy = newValue(dtype, shape);
            current().add(new UnallocatedInstruction(Operation.COPY, copy, List.of(own), Optional.empty(), origin));
            copyBuffers.put(copy.id(), buffer);
        }
    }

    /** Stores a value whose elements are expanded to blocks. The lowest byte of an integer is its 8-bit value. */
    void storeExpanded(int store, Value value, DataType dtype, ValueShape shape, Origin origin) {
        Value.Lanes own = as(shape, inComputeDtype(value, origin), false, origin);
        if (dtype.byteSize() == 1) {
            Value.Lanes number = dtype == DataType.BOOL ? number(own, DataType.F32, origin) : own;
            own = step(Operation.TRUNCATE, DataType.I32, List.of(number), null, origin);
        } else if (own.dtype() != dtype) {
            own = narrowed(own, dtype, origin);
        }
        Value.Lanes apart = step(shape, current(), Operation.EXPAND_TO_BLOCKS, List.of(own), origin);
        copyBuffers.put(apart.id(), new LocalBuffer(LocalRegion.STORED, store, own.dtype(), shape));
    }

    /** Returns true if a value is computed in the current section, so that it may be computed in the store's buffer. */
    private boolean isOfSection(Value.Lanes value) {
        return current().stream().anyMatch(step -> step.target().id() == value.id());
    }

    /** Copies stored values that later sections read, since stores last for one section only. */
    private void storeCopies() {
        Set<Integer> readLater = new HashSet<>();
        for (int i = sections.size() - 1; i >= 0; i--) {
            List<UnallocatedInstruction> section = sections.get(i);
            for (UnallocatedInstruction step : List.copyOf(section)) {
                Value.Lanes own = step.target();
                if (isStored(own) && readLater.contains(own.id())) {
                    LocalBuffer buffer = copyBuffers.remove(own.id());
                    Value.Lanes copy = newValue(own.dtype(), own.shape());
                    section.add(new UnallocatedInstruction(
                            Operation.COPY, copy, List.of(own), Optional.empty(), step.origin()));
                    copyBuffers.put(copy.id(), buffer);
                }
            }
            section.stream().flatMap(step -> step.sources().stream()).forEach(source -> readLater.add(source.id()));
        }
    }

    private boolean isStored(Value.Lanes value) {
        return copyBuffers.containsKey(value.id())
                && copyBuffers.get(value.id()).region() == LocalRegion.STORED;
    }

    /** Allocates buffers for all values. */
    LocalMemoryAllocator allocate() {
        storeCopies();
        return new LocalMemoryAllocator(copyBuffers, constants, sections);
    }
}
