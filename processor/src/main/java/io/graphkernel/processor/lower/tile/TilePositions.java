package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.op.ScalarNotation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Positions are integers of 64 bits, which no instruction computes with: those of elements that a chip has memory for fit into 32,
 * and so does what is added to them. A loaded integer is compared with them by the nearest integer of 32 bits, which no position is.
 */
final class TilePositions {

    private static final Set<String> OPS = Set.of("+", "-", "neg", "maximum", "minimum");

    private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");

    /** What is added to a position; then it is still one of 32 bits. */
    private static final long MOST = 1 << 30;

    private TilePositions() {}

    /** Whether a value of an integer of 64 bits has 32 of them. */
    static boolean isPosition(Value value) {
        return value instanceof Value.Lanes lanes && lanes.dtype() == DType.I32;
    }

    /** What an op of positions gives; empty if it has none, or does more than these instructions do. */
    static Optional<Value> value(TileMath m, Expression.Operation operation, List<Value> operands) {
        String name = operation.notation() instanceof ScalarNotation.Infix infix
                ? infix.operator()
                : ((ScalarNotation.Call) operation.notation()).function();
        boolean compares = COMPARISONS.contains(name);
        boolean isOfPositions = operation.from() == DType.I64
                && operands.stream().anyMatch(TilePositions::isPosition)
                && (compares || OPS.contains(name) && operands.stream().allMatch(TilePositions::isSmall));
        if (!isOfPositions) {
            return Optional.empty();
        }
        Value[] words = operands.stream()
                .map(operand -> operand instanceof Value.Number number
                        ? new Value.Number(number.number(), DType.I32)
                        : isLoaded(operand) ? m.converted(Operation.CONVERT, operand, DType.I32) : operand)
                .toArray(Value[]::new);
        return TileExpansions.of(operation.notation(), DType.I32).map(expansion -> expansion.expand(m, words));
    }

    /** A position, or a number that may be added to one. */
    private static boolean isSmall(Value value) {
        if (value instanceof Value.Number number && number.number() instanceof Expression.Constant constant) {
            return Math.abs(constant.node().attributes().number().longValue()) <= MOST;
        }
        return isPosition(value);
    }

    private static boolean isLoaded(Value value) {
        return value instanceof Value.Lanes lanes && lanes.dtype() == DType.I64;
    }
}
