package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;

/**
 * What a reduction or a scan combines. Floats are combined as floats, and so are the least and the largest of integers of 8 bits;
 * their sums and products are integers of 32 bits, which wrap around as those of 8 bits do. A mask is 0 or 1.
 *
 * @param node the op
 * @param operation what combines two elements
 * @param dtype of the elements while they are combined: f32 or i32
 */
record TileReduction(Node node, Operation operation, DType dtype) {

    /** The lowest byte of an integer. */
    private static final int BYTE = 0xff;

    /** How an op is combined, or why it is not. */
    static TileReduction of(Node node) throws Unsupported {
        DType of = node.operands().get(0).dtype();
        if (of == DType.F64) {
            throw new Unsupported(node, "no instruction reduces " + of);
        }
        Operation operation = switch (Scalars.combiner(node)) {
            case "sum" -> Operation.ADD;
            case "prod" -> Operation.MULTIPLY;
            case "max", "any" -> Operation.MAXIMUM;
            default -> Operation.MINIMUM;
        };
        boolean grows = operation == Operation.ADD || operation == Operation.MULTIPLY;
        boolean isWord = of == DType.I32 || of == DType.I64 || of.byteSize() == 1 && of != DType.BOOL && grows;
        return new TileReduction(node, operation, isWord ? DType.I32 : DType.F32);
    }

    /** What its accumulators begin with. */
    Expression identity() {
        return new Expression.Identity(node);
    }

    /** The operand as it is combined. */
    Value operand(TileValues values, Value value) throws Unsupported {
        TileMath m = new TileMath(values, node.origin());
        DType of = node.operands().get(0).dtype();
        if (of == DType.BOOL) {
            return m.select(value, m.number(1), m.number(0));
        }
        if (of == DType.I64) {
            return position(value);
        }
        return of.byteSize() == 1 && dtype == DType.I32 ? m.converted(Operation.TRUNCATE, value, dtype) : value;
    }

    /** Positions have 32 bits, and so has a number of elements. */
    private Value position(Value value) throws Unsupported {
        Node operand = node.operands().get(0);
        boolean isCount = operation == Operation.ADD
                && operand.operands().stream().anyMatch(counted -> counted.dtype() == DType.BOOL);
        boolean isExtreme = operation == Operation.MAXIMUM || operation == Operation.MINIMUM;
        if (TilePositions.isPosition(value) && (isCount || isExtreme)) {
            return value;
        }
        throw new Unsupported(node, "no instruction reduces integers of 64 bits but positions and counts");
    }

    /** What the op gives, out of what its elements were combined to. */
    Value result(TileValues values, Value combined) {
        TileMath m = new TileMath(values, node.origin());
        if (node.dtype() == DType.BOOL) {
            return m.compare(Operation.NOT_EQUAL, combined, m.number(0));
        }
        if (node.dtype().byteSize() > 1 || dtype == DType.F32) {
            return combined;
        }
        return TileBytes.wrapped(m, m.floating(m.and(combined, m.whole(BYTE))), node.dtype());
    }
}
