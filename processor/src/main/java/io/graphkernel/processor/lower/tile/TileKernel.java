package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Statement;
import java.util.List;
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
 * @param temporaries how many places of 32 bits an element there are for values between instructions
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
        int temporaries)
        implements TileResult {

    /** Bytes of an element of a temporary or a constant. */
    public static final int VALUE_BYTES = 4;

    public TileKernel {
        numbers = List.copyOf(numbers);
        loads = List.copyOf(loads);
        constants = List.copyOf(constants);
        instructions = List.copyOf(instructions);
        stores = List.copyOf(stores);
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
     * @param origin where the expression that reads or gives it is in the Java file
     */
    public record Transfer(
            int slot, String name, DType dtype, Expression offset, TileShape shape, List<Dim> strides, Origin origin) {
        public Transfer {
            strides = List.copyOf(strides);
        }

        /** Of a flat kernel. */
        Transfer(int slot, String name, DType dtype, Expression offset, Origin origin) {
            this(slot, name, dtype, offset, TileShape.TILE, List.of(), origin);
        }
    }

    /** The part of local memory in which a place lies. */
    public enum Region {
        /** What was loaded; nothing is written there. */
        LOADED,
        /** What was loaded for all tiles; nothing is written there. */
        SHARED,
        /** What will be stored. */
        STORED,
        /** Values of this tile alone. */
        TEMPORARY,
        /** What all tiles read: numbers, and values of each lane. */
        CONSTANT
    }

    /**
     * Local memory for a value.
     *
     * @param region the part of local memory in which it lies
     * @param index its number there, among those of its shape where it was neither loaded nor will be stored
     * @param dtype of its elements
     * @param shape of what it has elements
     */
    public record Place(Region region, int index, DType dtype, TileShape shape) {

        /** Whether both are the same memory. */
        public boolean overlaps(Place other) {
            boolean sameList = region == Region.LOADED
                    || region == Region.SHARED
                    || region == Region.STORED
                    || shape == other.shape;
            return region == other.region && index == other.index && sameList;
        }
    }

    /**
     * What an instruction does. A sum, maximum or minimum whose result has fewer elements than its last source reduces that: into
     * parts, or to one element of each row.
     */
    public enum Operation {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        MAXIMUM,
        MINIMUM,
        ADD_NUMBER,
        SUBTRACT_NUMBER,
        MULTIPLY_BY_NUMBER,
        MAXIMUM_WITH_NUMBER,
        MINIMUM_WITH_NUMBER,
        EXPONENTIAL,
        LOGARITHM,
        SQUARE_ROOT,
        ABSOLUTE,
        /** A number in all elements. */
        FILL,
        /** The elements as they are. */
        COPY,
        /** Of elements one after the other, a block full of each. */
        REPEAT,
        /** The elements in another shape, in which they are read several times. */
        SPREAD,
        /** To another dtype, rounded to nearest even where it has fewer digits. */
        CONVERT,
        ROUND_TO_EVEN,
        ROUND_DOWN,
        ROUND_UP,
        ROUND_TO_ZERO
    }

    /**
     * An instruction on all elements of its target.
     *
     * @param operation what it does
     * @param target where its results go
     * @param sources its operands
     * @param number the operand that is the same for all elements, for the operations that take one
     * @param origin where its expression is in the Java file
     */
    public record Instruction(
            Operation operation, Place target, List<Place> sources, Optional<Expression> number, Origin origin) {
        public Instruction {
            sources = List.copyOf(sources);
        }
    }
}
