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

    private static final String SELECT = "select";

    private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");

    /** What is added to a position; then it is still one of 32 bits. */
    private static final long MOST = 1 << 30;

    private TilePositions() {}

    /** Whether a value of an integer of 64 bits has 32 of them. */
    static boolean isPosition(Value value) {
        return value instanceof Value.Lanes lanes && lanes.dtype() == DType.I32;
    }

    /** Whether a value is of integers of 32 bits. */
    static boolean isWord(Value value) {
        return value.dtype() == DType.I32;
    }

    /** What an op of positions gives; empty if it has none, or does more than these instructions do. */
    static Optional<Value> value(TileMath m, Expression.Operation operation, List<Value> operands) {
        String name = operation.notation() instanceof ScalarNotation.Infix infix
                ? infix.operator()
                : ((ScalarNotation.Call) operation.notation()).function();
        boolean compares = COMPARISONS.contains(name);
        if (name.equals(SELECT) && operation.to() == DType.I64) {
            return selected(m, operands);
        }
        boolean isOfPositions = operation.from() == DType.I64
                && operands.stream().anyMatch(TilePositions::isPosition)
                && (compares
                        ? operands.stream().allMatch(TilePositions::isCompared)
                        : OPS.contains(name) && operands.stream().allMatch(TilePositions::isSmall));
        if (!isOfPositions) {
            return Optional.empty();
        }
        Value[] words = operands.stream()
                .map(operand -> isLoaded(operand) ? m.converted(Operation.CONVERT, operand, DType.I32) : word(operand))
                .toArray(Value[]::new);
        return TileExpansions.of(operation.notation(), DType.I32).map(expansion -> expansion.expand(m, words));
    }

    private static Optional<Value> selected(TileMath m, List<Value> operands) {
        List<Value> chosen = operands.subList(1, operands.size());
        if (!chosen.stream().allMatch(TilePositions::isSmall)) {
            return Optional.empty();
        }
        List<Value> words = chosen.stream().map(TilePositions::word).toList();
        return Optional.of(m.select(operands.get(0), words.get(0), words.get(1)));
    }

    private static Value word(Value value) {
        return value instanceof Value.Number number ? new Value.Number(number.number(), DType.I32) : value;
    }

    /** What fits into 32 bits, or is loaded: of the latter the nearest integer that fits tells whether it is less or more. */
    private static boolean isCompared(Value value) {
        return !(value instanceof Value.Number) || isSmall(value);
    }

    /** A position, or a number that may be added to one: dims are such numbers. */
    private static boolean isSmall(Value value) {
        if (value instanceof Value.Number number && number.number() instanceof Expression.Converted) {
            return true;
        }
        if (value instanceof Value.Number number && number.number() instanceof Expression.Constant constant) {
            return Math.abs(constant.node().attributes().number().longValue()) <= MOST;
        }
        return isPosition(value);
    }

    private static boolean isLoaded(Value value) {
        return !(value instanceof Value.Number) && value.dtype() == DType.I64;
    }
}
