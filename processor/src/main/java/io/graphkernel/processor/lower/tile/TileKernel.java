package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A kernel whose cores take tiles of the elements in turn.
 *
 * @param name of its function
 * @param origin where its first op is in the Java file
 * @param numbers what it declares before all tiles: numbers that the caller gives
 * @param elements how many there are
 * @param loads what is copied into the local memory for each tile
 * @param constants instructions that run once, before all tiles
 * @param instructions that run for each tile, in order
 * @param stores what is copied out of the local memory
 * @param room how many places there are in each region that is no copy of memory
 */
public record TileKernel(
        String name,
        Origin origin,
        List<Statement.Let> numbers,
        Expression elements,
        List<Transfer> loads,
        List<Instruction> constants,
        List<Instruction> instructions,
        List<Transfer> stores,
        Map<Region, Integer> room)
        implements TileResult {

    public TileKernel {
        numbers = List.copyOf(numbers);
        loads = List.copyOf(loads);
        constants = List.copyOf(constants);
        instructions = List.copyOf(instructions);
        stores = List.copyOf(stores);
        room = Map.copyOf(room);
    }

    /** The dtype in which elements of another one are computed with; 64 bits are only converted and copied. */
    public static DType computed(DType dtype) {
        return dtype.byteSize() < Float.BYTES && dtype != DType.BOOL ? DType.F32 : dtype;
    }

    /**
     * A copy between the memory of the device and the local one.
     *
     * @param slot the argument that has the address
     * @param name what the buffer is called
     * @param dtype of its elements
     * @param offset the element at which it begins
     * @param shape of what it has elements
     * @param strides elements from one index of each loop over rows to the next; empty in a flat kernel
     * @param step elements from one lane to the next, or from one row where it has one of each; negative where they are read
     *     backwards
     * @param taken which slice each row is of; empty if the loops alone say where rows are
     * @param origin where the expression that reads or gives it is in the Java file
     */
    public record Transfer(
            int slot,
            String name,
            DType dtype,
            Expression offset,
            TileShape shape,
            List<Dim> strides,
            Dim step,
            Optional<Taken> taken,
            Origin origin) {

        /** What a block of local memory has room for. */
        private static final int BLOCK_BYTES = 32;

        public Transfer {
            strides = List.copyOf(strides);
        }

        /** How its elements lie in local memory. */
        public TransferLayout layout() {
            if (taken.map(Taken::ofElements).orElse(false)) {
                return TransferLayout.APART;
            }
            if (step.equals(Dim.ONE) || shape == TileShape.SINGLE) {
                return TransferLayout.PLAIN;
            }
            if (step.equals(Dim.ZERO)) {
                return TransferLayout.REPEATED;
            }
            if (step instanceof Dim.Constant constant && Math.abs(constant.size()) * dtype.byteSize() <= BLOCK_BYTES) {
                return TransferLayout.SPANNED;
            }
            boolean liesByLanes =
                    shape == TileShape.TILE && strides.get(strides.size() - 1).equals(Dim.ONE);
            return liesByLanes ? TransferLayout.BY_LANES : TransferLayout.APART;
        }

        /** Of a flat kernel. */
        Transfer(int slot, String name, DType dtype, Expression offset, Origin origin) {
            this(slot, name, dtype, offset, TileShape.TILE, List.of(), Dim.ONE, Optional.empty(), origin);
        }
    }

    /**
     * Which slice each row of a copy is of, or each element, by an index. A negative one counts from the end; one that is out of range
     * takes none, and zeros are in its place.
     *
     * @param index the indices of memory; empty if they are the operand of the instruction that {@linkplain Operation#CLEAR puts} these zeros
     * @param shape of what there is an index
     * @param stride elements from one slice to the next
     * @param extent how many slices there are
     * @param ofElements whether each element is of a slice of its own, and is copied by itself; else each row is
     */
    public record Taken(Optional<Transfer> index, TileShape shape, Dim stride, Dim extent, boolean ofElements) {}

    /** The part of local memory in which a place lies. */
    public enum Region {
        /** What was loaded; nothing is written there. */
        LOADED(0),
        /** What was loaded for all tiles; nothing is written there. */
        SHARED(0),
        /** What will be stored. */
        STORED(0),
        /** Values of this tile alone. */
        TEMPORARY(32),
        /** Values of this tile alone whose elements have 64 bits. */
        WIDE(64),
        /** Whether something holds, of this tile alone. */
        MASK(1),
        /** Values of all tiles of a flat kernel. */
        CONSTANT(32);

        private final int bits;

        Region(int bits) {
            this.bits = bits;
        }

        /** What a place has for each element; 0 where that depends on the place. */
        public int bits() {
            return bits;
        }
    }

    /**
     * Local memory for a value.
     *
     * @param region the part of local memory in which it lies
     * @param index its number there, among those of its shape where it was neither loaded nor will be stored
     * @param dtype of its elements; {@code bool} has a byte where it is loaded and stored
     * @param shape of what it has elements
     */
    public record Place(Region region, int index, DType dtype, TileShape shape) {

        /** The same memory with elements of another dtype. */
        Place as(DType other) {
            return new Place(region, index, other, shape);
        }

        /** Whether both are the same memory. */
        public boolean overlaps(Place other) {
            boolean sameList = region.bits() == 0 || shape == other.shape;
            return region == other.region && index == other.index && sameList;
        }
    }

    /**
     * What an instruction does. A sum, maximum or minimum whose result has fewer elements than its last source reduces that: into
     * parts, to one element of each row, or to one row.
     */
    public enum Operation {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        MAXIMUM,
        MINIMUM,
        EXPONENTIAL,
        LOGARITHM,
        SQUARE_ROOT,
        ABSOLUTE,
        LESS,
        LESS_EQUAL,
        GREATER,
        GREATER_EQUAL,
        EQUAL,
        NOT_EQUAL,
        /** The second operand where the first one, a mask, holds, else the third one. */
        SELECT,
        /** Of each bit. */
        AND,
        /** Of each bit. */
        OR,
        /** Of each bit. */
        NOT,
        /** A number in all elements. */
        FILL,
        /** The elements as they are. */
        COPY,
        /** Of elements one after the other, a block full of each. */
        REPEAT,
        /** Rows of sums of all rows before, and of each itself unless the number is 1; the last source is what came before. */
        SUM_UP,
        /** The same of products. */
        MULTIPLY_UP,
        /** The elements in another shape, in which they are read several times. */
        SPREAD,
        /** The elements of a copy that lie otherwise, one after the other; the other sources are room for where each one is. */
        ARRANGE,
        /** The elements, each in a block of its own. */
        SEPARATE,
        /** Zeros in the rows of a copy that took no slice; computed indices of them are an operand. */
        CLEAR,
        /** Positions: a number, and more for each index of a loop, as a call of {@link #COUNT} says. */
        COUNT,
        /** To another dtype, rounded to nearest even where it has fewer digits. */
        CONVERT,
        /** To another dtype, rounded towards zero; what does not fit becomes the nearest element that does. */
        TRUNCATE,
        /** Of integers, by a number of bits; what comes in has the sign. */
        SHIFT_RIGHT,
        /** The lower halves of elements of 64 bits, or the higher ones if the number is 1; the other source is room for where they are. */
        HALF,
        /** Elements of 64 bits out of their lower and higher halves; the other sources are room for them and for where they are. */
        JOIN,
        /** The first word of random numbers, or the second if the number is 1: of halves of an index and two seeds; the rest is room. */
        RANDOM,
        ROUND_TO_EVEN,
        ROUND_DOWN,
        ROUND_UP,
        ROUND_TO_ZERO;

        /** The halves that random numbers are made of. */
        public static final int HALVES = 6;

        /** The name of the call that says what is counted: the first number, the step of each loop over rows, and that of lanes. */
        public static final String POSITION = "position";

        /** The name of the call that gives the lower 32 bits of a number. */
        public static final String LOW = "low";

        /** The name of the call that gives the higher 32 bits of a number. */
        public static final String HIGH = "high";

        /** Whether it reads what a tile repeats along its rows or lanes without a copy of it. */
        public boolean takesRepeated() {
            return compareTo(MINIMUM) <= 0;
        }

        /** Whether an instruction makes one element of some that lie next to each other. */
        public boolean reducesRows(DType dtype) {
            return dtype == DType.F32 && (this == ADD || this == MAXIMUM || this == MINIMUM);
        }

        /** Whether each element accumulates those before it. */
        public boolean isScan() {
            return this == SUM_UP || this == MULTIPLY_UP;
        }

        /** Whether it compares its operands and gives a mask. */
        public boolean isComparison() {
            return compareTo(LESS) >= 0 && compareTo(NOT_EQUAL) <= 0;
        }
    }

    /**
     * An instruction on all elements of its target.
     *
     * @param operation what it does
     * @param target where its results go
     * @param sources its operands
     * @param number the last operand, if it is the same for all elements
     * @param origin where its expression is in the Java file
     */
    public record Instruction(
            Operation operation, Place target, List<Place> sources, Optional<Expression> number, Origin origin) {
        public Instruction {
            sources = List.copyOf(sources);
        }
    }
}
