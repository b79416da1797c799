package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.op.row.ScalarNotation;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Lowering of positions (element indices) to 32-bit integers.
 *
 * <p>Positions are 64-bit integers, but those of elements in device memory fit 32 bits. Loaded 64-bit integers are
 * saturated before a comparison with them.
 */
final class PositionLowering {

    private static final Set<String> OPS = Set.of("+", "-", "neg", "maximum", "minimum");

    private static final String SELECT = "select";

    private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");

    /** Maximum addend of a position, which keeps the sum in 32 bits. */
    private static final long MAX_ADDEND = 1 << 30;

    private PositionLowering() {}

    /** Returns true if a 64-bit integer value is held in 32 bits. */
    static boolean isPosition(TileValue value) {
        return value instanceof TileValue.Lanes lanes && lanes.dtype() == DataType.I32;
    }

    /** Returns true if a value has 32-bit integers. */
    static boolean isWord(TileValue value) {
        return value.dtype() == DataType.I32;
    }

    /** Lowers an op on positions; empty if it has other operands, or may exceed 32 bits. */
    static Optional<TileValue> value(TileMathBuilder m, Expression.ScalarOp operation, List<TileValue> operands) {
        String name = operation.notation() instanceof ScalarNotation.Infix infix
                ? infix.operator()
                : ((ScalarNotation.Call) operation.notation()).function();
        boolean compares = COMPARISONS.contains(name);
        if (name.equals(SELECT) && operation.to() == DataType.I64) {
            return selected(m, operands);
        }
        boolean isOfPositions = operation.from() == DataType.I64
                && operands.stream().anyMatch(PositionLowering::isPosition)
                && (compares
                        ? operands.stream().allMatch(PositionLowering::isCompared)
                        : OPS.contains(name) && operands.stream().allMatch(PositionLowering::isSmall));
        if (!isOfPositions) {
            return Optional.empty();
        }
        TileValue[] words = operands.stream()
                .map(operand -> isLoaded(operand) ? m.convert(Operation.CONVERT, operand, DataType.I32) : word(operand))
                .toArray(TileValue[]::new);
        return OpExpansionTable.of(operation.notation(), DataType.I32).map(expansion -> expansion.expand(m, words));
    }

    private static Optional<TileValue> selected(TileMathBuilder m, List<TileValue> operands) {
        List<TileValue> chosen = operands.subList(1, operands.size());
        if (!chosen.stream().allMatch(PositionLowering::isSmall)) {
            return Optional.empty();
        }
        List<TileValue> words = chosen.stream().map(PositionLowering::word).toList();
        return Optional.of(m.select(operands.get(0), words.get(0), words.get(1)));
    }

    private static TileValue word(TileValue value) {
        return value instanceof TileValue.Number number ? new TileValue.Number(number.number(), DataType.I32) : value;
    }

    /** Returns true if a value fits 32 bits or is loaded; a loaded one is saturated, which preserves its order. */
    private static boolean isCompared(TileValue value) {
        return !(value instanceof TileValue.Number) || isSmall(value);
    }

    /** Returns true if a value is a position or a number that may be added to one, such as a dim. */
    private static boolean isSmall(TileValue value) {
        if (value instanceof TileValue.Number number && number.number() instanceof Expression.IntToScalar) {
            return true;
        }
        if (value instanceof TileValue.Number number && number.number() instanceof Expression.ScalarConstant constant) {
            return Math.abs(constant.node().attributes().number().longValue()) <= MAX_ADDEND;
        }
        return isPosition(value);
    }

    private static boolean isLoaded(TileValue value) {
        return !(value instanceof TileValue.Number) && value.dtype() == DataType.I64;
    }
}
