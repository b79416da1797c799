package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builder of instructions on tile values, whose buffers {@link LocalMemoryAllocator} allocates.
 *
 * <p>Compute dtypes are floats, 32-bit integers and masks. Narrower elements are widened before use, and narrowed when
 * stored.
 */
final class TileInstructionBuilder {

    /** A number, filled into all elements. */
    private record Filled(Object number, DataType dtype) {}

    private static final Expression ZERO = TileValue.Number.of(0, DataType.F32).number();

    /** Number of scratch tiles of random numbers. */
    private static final int RANDOM_SCRATCH_TILES = 12;

    private static final TileValue.Number ONE = TileValue.Number.of(1, DataType.F16);

    /** Shape of a number that an instruction takes as an operand. */
    private final ValueShape numberShape;

    private final TileInstructions instructions;
    private final Map<Filled, TileValue.Lanes> filled = new HashMap<>();
    /** Loaded values in their compute dtype. */
    private final Map<TileValue.Lanes, TileValue.Lanes> computed = new HashMap<>();
    /** The words of 64-bit values. */
    private final Map<TileValue.Lanes, TileValue.Pair> halves = new HashMap<>();

    private final Map<TileValue.Pair, TileValue.Lanes> joined = new HashMap<>();
    /** Reduced arguments of trigonometric functions. */
    private final Map<TileValue, TrigLowering> angles = new HashMap<>();
    /** Values broadcast to another shape. */
    private final Map<ValueShape, Map<TileValue.Lanes, TileValue.Lanes>> reshaped = new HashMap<>();

    /**
     * Creates an empty builder.
     *
     * @param numberShape shape of a number that an instruction takes as an operand
     * @param instructions receives the instructions
     */
    TileInstructionBuilder(ValueShape numberShape, TileInstructions instructions) {
        this.numberShape = numberShape;
        this.instructions = instructions;
    }

    /** Begins a section, which runs after all tiles or chunks have run the previous one. */
    void beginSection() {
        instructions.beginSection();
        reshaped.values().forEach(this::forgetChunks);
        forgetChunks(computed);
        forgetChunks(joined);
        angles.clear();
        halves.values().removeIf(value -> instructions.variesByChunk(value.shape()));
    }

    private void forgetChunks(Map<?, TileValue.Lanes> known) {
        known.values().removeIf(value -> instructions.variesByChunk(value.shape()));
    }

    /** Forgets the row values that were broadcast to lanes, because the next section has other rows. */
    void forgetBlocks() {
        reshaped.remove(ValueShape.BLOCKS);
    }

    /** Returns the shape of a number that an instruction takes as an operand. */
    ValueShape numberShape() {
        return numberShape;
    }

    /** Returns the instructions so far. */
    TileInstructions instructions() {
        return instructions;
    }

    private TileValue.Lanes newValue(DataType dtype, ValueShape shape) {
        return instructions.newValue(dtype, shape);
    }

    /**
     * Repacks a copy of non-contiguous elements. 8-bit integers become half-precision floats, because no instruction
     * permutes bytes.
     */
    TileValue repacked(TileValue.Lanes copied, Origin origin) {
        boolean isByte = copied.dtype().byteSize() == 1;
        boolean isWide = copied.dtype().byteSize() > Float.BYTES;
        ValueShape ofOffsets = copied.shape() == ValueShape.COLUMN ? ValueShape.COLUMN : ValueShape.LANES;
        List<TileValue.Lanes> sources =
                new ArrayList<>(List.of(copied, newValue(isWide ? DataType.I64 : DataType.I32, ofOffsets)));
        if (isWide) {
            sources.add(newValue(DataType.I64, ofOffsets));
        }
        TileValue.Lanes target = newValue(isByte ? DataType.F16 : copied.dtype(), copied.shape());
        instructions.add(Operation.REPACK, target, sources, origin);
        return copied.dtype() == DataType.BOOL ? mask(target, origin) : target;
    }

    /** Returns positions, as 32-bit integers. */
    TileValue positions(Expression position, ValueShape shape, Origin origin) {
        return instructions.add(Operation.IOTA, newValue(DataType.I32, shape), List.of(), position, origin);
    }

    /** Returns a 32-bit position that is the same for all tiles. */
    TileValue uniformPosition(Expression position, Origin origin) {
        TileValue.Lanes target = newValue(DataType.I32, ValueShape.UNIFORM);
        return instructions.addFor(ValueShape.UNIFORM, Operation.IOTA, target, List.of(), position, origin);
    }

    /** Returns indices in a buffer that the scalar unit can read, which is not the buffer of a copy. */
    TileValue.Lanes indices(TileValue value, Origin origin) {
        TileValue.Lanes own = inComputeDtype(value, origin);
        return instructions.isCopied(own) ? copied(own, origin) : own;
    }

    private TileValue.Lanes copied(TileValue.Lanes value, Origin origin) {
        return instructions.add(Operation.COPY, newValue(value.dtype(), value.shape()), List.of(value), origin);
    }

    /** Broadcasts a loaded element to an operand of any shape. */
    TileValue uniform(TileValue.Lanes single, Origin origin) {
        if (isWide(single)) {
            TileValue.Pair pair = pair(single, origin);
            return new TileValue.Pair(
                    (TileValue.Lanes) uniform(pair.low(), origin),
                    (TileValue.Lanes) uniform(pair.high(), origin),
                    pair.dtype());
        }
        boolean isMask = single.dtype() == DataType.BOOL;
        TileValue.Lanes number = isMask
                ? converted(converted(single, DataType.F16, origin), DataType.F32, origin)
                : inComputeDtype(single, origin);
        TileValue.Lanes block = newValue(number.dtype(), ValueShape.BLOCKS);
        instructions.addFor(ValueShape.UNIFORM, Operation.FILL_BLOCKS, block, List.of(number), null, origin);
        TileValue.Lanes spread = broadcast(ValueShape.UNIFORM, Operation.BROADCAST, block, origin);
        return isMask ? mask(spread, origin) : spread;
    }

    /** Copies a loaded value, so that it outlives its section. */
    TileValue loopInvariant(TileValue.Lanes value, Origin origin) {
        if (isWide(value)) {
            return pair(value, origin);
        }
        TileValue.Lanes wide = inComputeDtype(value, origin);
        return wide == value ? copied(value, origin) : wide;
    }

    /** Returns a value in its compute dtype. */
    TileValue.Lanes inComputeDtype(TileValue value, Origin origin) {
        if (value instanceof TileValue.Number number) {
            DataType dtype = TileKernel.computed(number.dtype());
            return switch (dtype) {
                case BOOL -> step(Operation.FILL, dtype, List.of(), number.number(), origin);
                case I64, F64 -> joined(pair(number, origin), origin);
                default -> filled(number, dtype, origin);
            };
        }
        if (value instanceof TileValue.Pair pair) {
            return joined(pair, origin);
        }
        TileValue.Lanes own = (TileValue.Lanes) value;
        return own.dtype() == TileKernel.computed(own.dtype()) && !isBytes(own)
                ? own
                : computed.computeIfAbsent(own, absent -> widened(own, origin));
    }

    Map<TileValue, TrigLowering> angles() {
        return angles;
    }

    private static boolean isWide(TileValue value) {
        return value.dtype().byteSize() > Float.BYTES;
    }

    /** Returns the words of a 64-bit value; 32-bit integers are sign extended. */
    TileValue.Pair pair(TileValue value, Origin origin) {
        if (value instanceof TileValue.Pair pair) {
            return pair;
        }
        if (value instanceof TileValue.Number number) {
            return new TileValue.Pair(
                    filled(number.half(false), DataType.I32, origin),
                    filled(number.half(true), DataType.I32, origin),
                    number.dtype());
        }
        TileValue.Lanes own = (TileValue.Lanes) value;
        if (!isWide(own)) {
            Expression sign =
                    TileValue.Number.of(Integer.SIZE - 1, DataType.I32).number();
            return new TileValue.Pair(
                    own, step(Operation.SHIFT_RIGHT, DataType.I32, List.of(own), sign, origin), DataType.I64);
        }
        return halves.computeIfAbsent(
                own, absent -> new TileValue.Pair(half(own, 0, origin), half(own, 1, origin), own.dtype()));
    }

    private TileValue.Lanes half(TileValue.Lanes own, int halfIndex, Origin origin) {
        TileValue.Lanes target = newValue(DataType.I32, own.shape());
        List<TileValue.Lanes> sources = List.of(own, newValue(DataType.I32, own.shape()));
        Expression number = TileValue.Number.of(halfIndex, DataType.I32).number();
        return instructions.addFor(own.shape(), Operation.SPLIT_INT64, target, sources, number, origin);
    }

    private TileValue.Lanes joined(TileValue.Pair pair, Origin origin) {
        return joined.computeIfAbsent(pair, absent -> {
            ValueShape shape = pair.shape();
            TileValue.Lanes target = newValue(pair.dtype(), shape);
            List<TileValue.Lanes> sources = List.of(
                    as(shape, pair.low(), false, origin),
                    as(shape, pair.high(), false, origin),
                    newValue(DataType.I64, shape),
                    newValue(DataType.I64, shape));
            halves.put(target, pair);
            return instructions.addFor(shape, Operation.JOIN_INT64, target, sources, null, origin);
        });
    }

    private TileValue.Lanes filled(TileValue.Number number, DataType dtype, Origin origin) {
        return filled.computeIfAbsent(new Filled(number.identity(), dtype), absent -> {
            TileValue.Lanes target = newValue(dtype, numberShape);
            return instructions.addConstant(Operation.FILL, target, List.of(), number.number(), origin);
        });
    }

    /** Returns true for a loaded or stored {@code bool}, which has bytes. */
    boolean isBytes(TileValue.Lanes value) {
        return value.dtype() == DataType.BOOL && instructions.isCopied(value);
    }

    /** Bytes are only converted to and from {@code f16}. */
    private TileValue.Lanes widened(TileValue.Lanes own, Origin origin) {
        TileValue.Lanes half = own.dtype().isHalf() ? own : converted(own, DataType.F16, origin);
        return own.dtype() == DataType.BOOL ? mask(half, origin) : converted(half, DataType.F32, origin);
    }

    /** Returns 1 for set mask bits, otherwise 0. */
    TileValue.Lanes number(TileValue.Lanes mask, DataType dtype, Origin origin) {
        return step(Operation.SELECT, dtype, List.of(mask, filled(ONE, dtype, origin)), ZERO, origin);
    }

    /** Returns the mask of non-zero numbers. */
    private TileValue.Lanes mask(TileValue.Lanes number, Origin origin) {
        return step(Operation.NOT_EQUAL, DataType.BOOL, List.of(number), ZERO, origin);
    }

    /** Converts a value by one instruction. */
    TileValue.Lanes converted(TileValue.Lanes source, DataType dtype, Origin origin) {
        return step(Operation.CONVERT, dtype, List.of(source), null, origin);
    }

    /** Appends an instruction whose result has the joint shape of its operands. */
    TileValue.Lanes step(
            Operation operation, DataType dtype, List<TileValue.Lanes> sources, Expression number, Origin origin) {
        ValueShape shape = sources.stream()
                .map(TileValue.Lanes::shape)
                .reduce(ValueShape::with)
                .orElse(numberShape);
        List<TileValue.Lanes> operands = sources.stream()
                .map(source -> as(shape, source, operation.takesRepeated(), origin))
                .toList();
        return instructions.addFor(shape, operation, newValue(dtype, shape), operands, number, origin);
    }

    /** Returns a word of random numbers; indices and seeds are passed as words. */
    TileValue.Lanes random(TileValue word, List<TileValue.Lanes> halves, Origin origin) {
        ValueShape shape = halves.stream()
                .map(TileValue.Lanes::shape)
                .reduce(ValueShape::with)
                .orElseThrow();
        List<TileValue.Lanes> sources = new ArrayList<>();
        halves.forEach(half -> sources.add(as(shape, half, false, origin)));
        for (int i = 0; i < RANDOM_SCRATCH_TILES; i++) {
            sources.add(newValue(DataType.I32, shape));
        }
        TileValue.Lanes target = newValue(DataType.I32, shape);
        Expression number = ((TileValue.Number) word).number();
        return instructions.addFor(shape, Operation.RANDOM, target, sources, number, origin);
    }

    private TileValue.Lanes broadcast(ValueShape shape, Operation operation, TileValue.Lanes source, Origin origin) {
        TileValue.Lanes target = newValue(source.dtype(), shape);
        return instructions.addFor(shape, operation, target, List.of(source), null, origin);
    }

    /** Returns a value as an operand of an instruction with another target shape. */
    TileValue.Lanes as(ValueShape shape, TileValue.Lanes value, boolean repeats, Origin origin) {
        boolean isVector =
                value.shape() == ValueShape.UNIFORM && (shape == ValueShape.COLUMN || shape == ValueShape.SINGLE);
        if (value.shape() == shape || isVector) {
            return value;
        }
        if (isWide(value)) {
            TileValue.Pair pair = pair(value, origin);
            TileValue.Lanes low = as(shape, pair.low(), false, origin);
            return joined(new TileValue.Pair(low, as(shape, pair.high(), false, origin), pair.dtype()), origin);
        }
        if (value.dtype() == DataType.BOOL) {
            // Masks are broadcast as numbers.
            return mask(as(shape, number(value, DataType.F32, origin), false, origin), origin);
        }
        TileValue.Lanes operand = value.shape() == ValueShape.COLUMN
                ? reshaped(ValueShape.BLOCKS, Operation.FILL_BLOCKS, value, origin)
                : value;
        return repeats ? operand : reshaped(shape, Operation.BROADCAST, operand, origin);
    }

    private TileValue.Lanes reshaped(ValueShape shape, Operation operation, TileValue.Lanes value, Origin origin) {
        return reshaped.computeIfAbsent(shape, absent -> new HashMap<>())
                .computeIfAbsent(value, absent -> broadcast(shape, operation, value, origin));
    }

    /** Returns a value with an element for each element of the tile, in its compute dtype. */
    TileValue.Lanes tile(TileValue value, Origin origin) {
        return as(ValueShape.TILE, inComputeDtype(value, origin), false, origin);
    }
}
