package io.graphkernel.processor.lower.tile;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A kernel whose cores process tiles of contiguous elements in a round-robin distribution.
 *
 * @param name name of the function
 * @param origin source position of its first op
 * @param numbers declarations of scalar arguments, before all tiles
 * @param elements number of elements
 * @param loads copies into local memory for each tile
 * @param constants instructions that run once, before all tiles
 * @param instructions instructions that run for each tile, in order
 * @param stores copies out of local memory
 * @param bufferCounts number of local buffers by region, without those of copies
 */
public record TileKernel(
        String name,
        Origin origin,
        List<Statement.Declare> numbers,
        Expression elements,
        List<Transfer> loads,
        List<Instruction> constants,
        List<Instruction> instructions,
        List<Transfer> stores,
        Map<LocalRegion, Integer> bufferCounts)
        implements TileLoweringResult {

    public TileKernel {
        numbers = List.copyOf(numbers);
        loads = List.copyOf(loads);
        constants = List.copyOf(constants);
        instructions = List.copyOf(instructions);
        stores = List.copyOf(stores);
        bufferCounts = Map.copyOf(bufferCounts);
    }

    /** Returns the compute dtype of a dtype; 64-bit elements are only converted and copied. */
    public static DataType computed(DataType dtype) {
        return dtype.byteSize() < Float.BYTES && dtype != DataType.BOOL ? DataType.F32 : dtype;
    }

    /**
     * A copy between device memory and local memory.
     *
     * @param slot argument slot of the address
     * @param name identifier of the buffer
     * @param dtype dtype of the elements
     * @param offset offset of the first element
     * @param shape shape of the copied value
     * @param strides strides of the loops over rows, in elements; empty in a flat kernel
     * @param step stride of the lanes, or of the rows for one element per row; negative if read in reverse
     * @param gathered the gathered slices; empty if the loops alone determine the rows
     * @param origin source position of the expression
     */
    public record Transfer(
            int slot,
            String name,
            DataType dtype,
            Expression offset,
            ValueShape shape,
            List<Dim> strides,
            Dim step,
            Optional<GatheredSlices> gathered,
            Origin origin) {

        public Transfer {
            strides = List.copyOf(strides);
        }

        /** Returns the layout of the elements in local memory. */
        public TransferLayout layout() {
            if (gathered.map(GatheredSlices::ofElements).orElse(false)) {
                return TransferLayout.APART;
            }
            if (step.equals(Dim.ONE) || shape == ValueShape.SINGLE) {
                return TransferLayout.PLAIN;
            }
            if (step.equals(Dim.ZERO)) {
                return TransferLayout.REPEATED;
            }
            if (step instanceof Dim.Constant
                    && spannedDistance() * dtype.byteSize()
                            <= AscendModel.DEFAULT.memory().blockBytes()) {
                return TransferLayout.SPANNED;
            }
            boolean liesByLanes =
                    shape == ValueShape.TILE && strides.get(strides.size() - 1).equals(Dim.ONE);
            return liesByLanes ? TransferLayout.BY_LANES : TransferLayout.APART;
        }

        /** Returns the distance between elements whose step is constant, in elements. */
        public long spannedDistance() {
            return Math.abs(((Dim.Constant) step).size());
        }

        /** Creates a copy of a flat kernel. */
        Transfer(int slot, String name, DataType dtype, Expression offset, Origin origin) {
            this(slot, name, dtype, offset, ValueShape.TILE, List.of(), Dim.ONE, Optional.empty(), origin);
        }
    }

    /**
     * Slices that a copy gathers, one per row or per element. Negative indices count from the end; out-of-range indices
     * yield zeros.
     *
     * @param index the copy of indices from memory; empty if they are the operand of {@link
     *     Operation#ZERO_MISSING_SLICES}
     * @param shape shape of the indices
     * @param stride stride between slices, in elements
     * @param extent number of slices
     * @param ofElements true if each element has its own slice and is copied separately; otherwise each row is
     */
    public record GatheredSlices(
            Optional<Transfer> index, ValueShape shape, Dim stride, Dim extent, boolean ofElements) {}

    /** Region of local memory. */
    public enum LocalRegion {
        /** Loaded values of a tile, read-only. */
        LOADED(0),
        /** Loaded values for all tiles, read-only. */
        SHARED(0),
        /** Values to be stored. */
        STORED(0),
        /** Temporary values of a tile. */
        TEMPORARY(32),
        /** Temporary 64-bit values of a tile. */
        WIDE(64),
        /** Temporary masks of a tile. */
        MASK(1),
        /** Values for all tiles of a flat kernel. */
        CONSTANT(32);

        private final int bits;

        LocalRegion(int bits) {
            this.bits = bits;
        }

        /** Returns the bits per element of a buffer; 0 if they depend on the buffer. */
        public int bits() {
            return bits;
        }
    }

    /**
     * A buffer in local memory.
     *
     * @param region its region
     * @param index its index in the region, counted per shape except for copies
     * @param dtype dtype of the elements; {@code bool} has bytes if loaded or stored
     * @param shape shape of the value
     */
    public record LocalBuffer(LocalRegion region, int index, DataType dtype, ValueShape shape) {

        /** Returns the buffer, reinterpreted in another dtype. */
        LocalBuffer as(DataType other) {
            return new LocalBuffer(region, index, other, shape);
        }

        /** Returns true if both are the same memory. */
        public boolean overlaps(LocalBuffer other) {
            boolean sameList = region.bits() == 0 || shape == other.shape;
            return region == other.region && index == other.index && sameList;
        }
    }

    /**
     * Operation of an instruction. A sum, maximum or minimum whose target has fewer elements than its last source is a
     * reduction: to lane-wise partial results, to one element per row, or to one row.
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
        /** Selects the second operand where the first one, a mask, holds, otherwise the third one. */
        SELECT,
        /** Bitwise and. */
        AND,
        /** Bitwise or. */
        OR,
        /** Bitwise not. */
        NOT,
        /** Fills all elements with a number. */
        FILL,
        /** Copies the elements. */
        COPY,
        /** Replicates each of some contiguous elements to a block. */
        FILL_BLOCKS,
        /** Cumulative sum of rows, exclusive if the number is 1; the last source is the carry. */
        CUMULATIVE_SUM,
        /** Cumulative product of rows, as {@link #CUMULATIVE_SUM}. */
        CUMULATIVE_PRODUCT,
        /** Broadcasts the elements to another shape. */
        BROADCAST,
        /** Gathers the elements of a copy contiguously; further sources are scratch for the offsets. */
        REPACK,
        /** Expands each element to a block of its own. */
        EXPAND_TO_BLOCKS,
        /** Zeroes the rows of a copy whose slice index is out of range; computed indices are a source. */
        ZERO_MISSING_SLICES,
        /** Counts positions from a number, with the strides of a call of {@link #POSITION}. */
        IOTA,
        /** Converts to another dtype, rounded to nearest even. */
        CONVERT,
        /** Converts to another dtype, rounded toward zero and saturated. */
        TRUNCATE,
        /** Arithmetic shift to the right of integers. */
        SHIFT_RIGHT,
        /**
         * Extracts the low words of 64-bit elements, or the high ones if the number is 1; a further source is scratch
         * for the offsets.
         */
        SPLIT_INT64,
        /** Joins low and high words to 64-bit elements; further sources are scratch for them and for the offsets. */
        JOIN_INT64,
        /**
         * Returns the first word of random numbers, or the second if the number is 1, from the words of an index and
         * two seeds; further sources are scratch.
         */
        RANDOM,
        ROUND_TO_EVEN,
        ROUND_DOWN,
        ROUND_UP,
        ROUND_TO_ZERO;

        /** Number of word operands of {@link #RANDOM}. */
        public static final int RANDOM_OPERANDS = 6;

        /**
         * Name of the call that describes positions: first position, lane stride, and the strides of the loops over
         * rows.
         */
        public static final String POSITION = "position";

        /** Name of the call that returns the low 32 bits of a number. */
        public static final String LOW = "low";

        /** Name of the call that returns the high 32 bits of a number. */
        public static final String HIGH = "high";

        /** Returns true if it can read broadcast operands without a copy. */
        public boolean takesRepeated() {
            return compareTo(MINIMUM) <= 0;
        }

        /** Returns true if an instruction reduces adjacent lanes to one element. */
        public boolean reducesRows(DataType dtype) {
            return dtype == DataType.F32 && (this == ADD || this == MAXIMUM || this == MINIMUM);
        }

        /** Returns true if it is a scan. */
        public boolean isScan() {
            return this == CUMULATIVE_SUM || this == CUMULATIVE_PRODUCT;
        }

        /** Returns true if it is a comparison, whose result is a mask. */
        public boolean isComparison() {
            return compareTo(LESS) >= 0 && compareTo(NOT_EQUAL) <= 0;
        }
    }

    /**
     * An instruction on all elements of its target.
     *
     * @param operation the operation
     * @param target the result's buffer
     * @param sources the operands' buffers
     * @param number the last operand, if it is a number
     * @param origin source position of the expression
     */
    public record Instruction(
            Operation operation,
            LocalBuffer target,
            List<LocalBuffer> sources,
            Optional<Expression> number,
            Origin origin) {
        public Instruction {
            sources = List.copyOf(sources);
        }
    }
}
