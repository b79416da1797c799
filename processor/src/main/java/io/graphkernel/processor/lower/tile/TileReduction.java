package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * Combiner of a reduction or scan.
 *
 * <p>Floats are combined as floats, and so are extremes of 8-bit integers. Sums and products of 8-bit integers are
 * 32-bit integers, which wrap around alike. A mask is 0 or 1.
 *
 * @param node the op
 * @param operation the combining operation
 * @param dtype dtype of the accumulator: f32 or i32
 */
record TileReduction(Node node, Operation operation, DataType dtype) {

    /** The lowest byte of an integer. */
    private static final int BYTE = 0xff;

    /** Returns the combiner of an op, or throws if it is unsupported. */
    static TileReduction of(Node node) throws UnsupportedOpException {
        DataType of = node.operands().get(0).dtype();
        if (of == DataType.F64) {
            throw new UnsupportedOpException(node, "no instruction reduces " + of);
        }
        Operation operation = switch (ElementwiseLowering.combiner(node)) {
            case "sum" -> Operation.ADD;
            case "prod" -> Operation.MULTIPLY;
            case "max", "any" -> Operation.MAXIMUM;
            default -> Operation.MINIMUM;
        };
        boolean grows = operation == Operation.ADD || operation == Operation.MULTIPLY;
        boolean isWord = of == DataType.I32 || of == DataType.I64 || of.byteSize() == 1 && of != DataType.BOOL && grows;
        return new TileReduction(node, operation, isWord ? DataType.I32 : DataType.F32);
    }

    /** Returns the identity element. */
    Expression identity() {
        return new Expression.IdentityElement(node);
    }

    /** Returns the operand in the accumulator's dtype. */
    TileValue operand(TileInstructionBuilder values, TileValue value) throws UnsupportedOpException {
        TileMathBuilder m = new TileMathBuilder(values, node.origin());
        DataType of = node.operands().get(0).dtype();
        if (of == DataType.BOOL) {
            return m.select(value, m.number(1), m.number(0));
        }
        if (of == DataType.I64) {
            return position(value);
        }
        return of.byteSize() == 1 && dtype == DataType.I32 ? m.convert(Operation.TRUNCATE, value, dtype) : value;
    }

    /** Positions and element counts fit 32 bits. */
    private TileValue position(TileValue value) throws UnsupportedOpException {
        Node operand = node.operands().get(0);
        boolean isCount = operation == Operation.ADD
                && operand.operands().stream().anyMatch(counted -> counted.dtype() == DataType.BOOL);
        boolean isExtreme = operation == Operation.MAXIMUM || operation == Operation.MINIMUM;
        if (PositionLowering.isPosition(value) && (isCount || isExtreme)) {
            return value;
        }
        throw new UnsupportedOpException(node, "no instruction reduces 64-bit integers except positions and counts");
    }

    /** Returns the op's result from its accumulator. */
    TileValue result(TileInstructionBuilder values, TileValue combined) {
        TileMathBuilder m = new TileMathBuilder(values, node.origin());
        if (node.dtype() == DataType.BOOL) {
            return m.compare(Operation.NOT_EQUAL, combined, m.number(0));
        }
        if (node.dtype().byteSize() > 1 || dtype == DataType.F32) {
            return combined;
        }
        return Int8Lowering.wrapped(m, m.toFloat(m.and(combined, m.int32(BYTE))), node.dtype());
    }

    /** Reduces the lanes of a complete tile to one element per row. */
    TileValue rows(TileInstructionBuilder values, TileValue value) {
        TileValue.Lanes tile = values.tile(value, node.origin());
        TileValue.Lanes partials = values.instructions().newValue(tile.dtype(), ValueShape.PARTS);
        return reduced(values.instructions(), ValueShape.COLUMN, List.of(partials, tile));
    }

    /** Returns an initialized accumulator of lanes or rows. */
    TileValue.Lanes accumulator(TileInstructions instructions, ValueShape shape) {
        return instructions.add(
                Operation.FILL, instructions.newValue(dtype, shape), List.of(), identity(), Origin.NONE);
    }

    /** Reduces a chunk of lanes or rows into an accumulator. */
    void reduceInto(TileInstructionBuilder values, TileValue.Lanes accumulator, TileValue value) {
        List<TileValue.Lanes> sources = List.of(accumulator, values.tile(value, node.origin()));
        values.instructions().add(operation, accumulator, sources, node.origin());
    }

    /** Reduces the partial results of all chunks to one element per row. */
    TileValue combineLanes(TileInstructions instructions, TileValue.Lanes partials) {
        return reduced(instructions, ValueShape.COLUMN, List.of(partials));
    }

    /** Reduces the partial results of all rows and lanes to one element. */
    TileValue.Lanes combineTotal(TileInstructions instructions, TileValue.Lanes total) {
        return reduced(instructions, ValueShape.SINGLE, List.of(total));
    }

    /** Reduces the partial results of all rows and lanes to a block. */
    TileValue.Lanes blockOfTotal(TileInstructions instructions, TileValue.Lanes total) {
        TileValue.Lanes target = instructions.newValue(total.dtype(), ValueShape.BLOCK);
        return instructions.add(operation, target, List.of(total), node.origin());
    }

    /**
     * Reduces to one element, or to one per row. If no instruction reduces a row, scratch holds 8 columns of lanes and
     * their offsets.
     */
    private TileValue.Lanes reduced(TileInstructions instructions, ValueShape shape, List<TileValue.Lanes> sources) {
        List<TileValue.Lanes> operands = new ArrayList<>(sources);
        if (!operation.reducesRows(dtype)) {
            operands.add(instructions.newValue(dtype, ValueShape.BLOCKS));
            operands.add(instructions.newValue(DataType.I32, ValueShape.COLUMN));
        }
        TileValue.Lanes target = instructions.newValue(dtype, shape);
        return instructions.add(operation, target, operands, identity(), node.origin());
    }
}
