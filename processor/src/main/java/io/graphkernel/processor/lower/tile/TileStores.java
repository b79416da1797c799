package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.List;

/** Stores of computed values, which are broadcast to the shape and narrowed to the dtype in memory. */
final class TileStores {

    private final TileInstructionBuilder values;
    private final TileInstructions instructions;

    TileStores(TileInstructionBuilder values) {
        this.values = values;
        this.instructions = values.instructions();
    }

    /** Stores a value, which is computed in the store's buffer if that is possible. */
    void store(int store, TileValue value, DataType dtype, ValueShape shape, Origin origin) {
        boolean isReady = value instanceof TileValue.Lanes known
                && known.dtype() == dtype
                && known.shape() == shape
                && (dtype != DataType.BOOL || values.isBytes(known));
        TileValue.Lanes own = isReady
                ? (TileValue.Lanes) value
                : narrowed(shape, values.as(shape, values.inComputeDtype(value, origin), false, origin), dtype, origin);
        instructions.store(store, own, dtype, shape, origin);
    }

    /** Stores a value whose elements are expanded to blocks. The lowest byte of an integer is its 8-bit value. */
    void storeExpanded(int store, TileValue value, DataType dtype, ValueShape shape, Origin origin) {
        TileValue.Lanes own = values.as(shape, values.inComputeDtype(value, origin), false, origin);
        if (dtype.byteSize() == 1) {
            TileValue.Lanes number = dtype == DataType.BOOL ? values.number(own, DataType.F32, origin) : own;
            own = values.step(Operation.TRUNCATE, DataType.I32, List.of(number), null, origin);
        } else if (own.dtype() != dtype) {
            own = narrowed(own, dtype, origin);
        }
        TileValue.Lanes expanded = instructions.add(
                Operation.EXPAND_TO_BLOCKS, instructions.newValue(own.dtype(), shape), List.of(own), origin);
        instructions.store(store, expanded, own.dtype(), shape, origin);
    }

    /** Narrows a uniform value to the single stored element; a mask bit becomes a byte. */
    private TileValue.Lanes narrowed(ValueShape shape, TileValue.Lanes own, DataType dtype, Origin origin) {
        if (shape != ValueShape.SINGLE || own.shape() == shape || dtype != DataType.BOOL) {
            return narrowed(own, dtype, origin);
        }
        TileValue.Lanes number = values.number(own, DataType.F32, origin);
        TileValue.Lanes wide =
                instructions.add(Operation.COPY, instructions.newValue(DataType.F32, shape), List.of(number), origin);
        TileValue.Lanes half =
                instructions.add(Operation.CONVERT, instructions.newValue(DataType.F16, shape), List.of(wide), origin);
        // Runs per tile even if the shape is constant, because it is stored from its buffer.
        return instructions.add(Operation.CONVERT, instructions.newValue(dtype, shape), List.of(half), origin);
    }

    private TileValue.Lanes narrowed(TileValue.Lanes own, DataType dtype, Origin origin) {
        if (dtype == DataType.BOOL) {
            // Only 32-bit elements can be broadcast.
            boolean isFlat = values.numberShape() == ValueShape.TILE;
            TileValue.Lanes half = isFlat
                    ? values.number(own, DataType.F16, origin)
                    : values.converted(values.number(own, DataType.F32, origin), DataType.F16, origin);
            return values.converted(half, dtype, origin);
        }
        if (dtype.byteSize() == 1) {
            return values.converted(values.converted(own, DataType.F16, origin), dtype, origin);
        }
        boolean isPosition = dtype == DataType.I64 && own.dtype() == DataType.I32;
        return dtype.isHalf() || isPosition ? values.converted(own, dtype, origin) : own;
    }
}
