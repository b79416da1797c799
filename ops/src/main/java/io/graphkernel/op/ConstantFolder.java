package io.graphkernel.op;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.row.OpRow;
import java.util.List;
import java.util.Optional;

/**
 * Constant folder with the arithmetic of kernels: 16-bit floats in {@code f32}, integers modulo the width of their
 * dtype. Only exact or correctly rounded ops are folded, so that folding does not change results.
 */
public final class ConstantFolder {

    private ConstantFolder() {}

    /**
     * Returns the value of an op.
     *
     * @param node any node
     * @return a constant of the node's dtype; empty if the node is not an op, an operand is not a constant or the op
     *     cannot be folded
     */
    public static Optional<Node> fold(Node node) {
        boolean constant = node.isOperation()
                && !node.operands().isEmpty()
                && node.operands().stream().allMatch(operand -> operand.kind() == Node.Kind.CONSTANT);
        return constant ? evaluate(node).map(value -> Node.constant(value, node.dtype())) : Optional.empty();
    }

    private static Optional<Number> evaluate(Node node) {
        OpRow row = OpTable.get().row(node);
        if (row.name().equals("Cast")) {
            return converted(node.operands().get(0), node.dtype());
        }
        List<Number> values = node.operands().stream()
                .map(operand -> operand.attributes().number())
                .toList();
        // The last operand has the compute dtype; the first one of Select is a condition.
        DataType dtype = node.operands().get(values.size() - 1).dtype();
        if (row.dependsOnSign() && node.operands().stream().anyMatch(ConstantFolder::isHuge)) {
            return Optional.empty();
        }
        return dtype.isFloating()
                ? row.fold()
                        .map(function -> function.applyAsDouble(
                                values.stream().mapToDouble(Number::doubleValue).toArray()))
                : row.foldIntegers()
                        .map(function -> function.applyAsLong(
                                values.stream().mapToLong(Number::longValue).toArray()));
    }

    private static Optional<Number> converted(Node operand, DataType to) {
        Number value = operand.attributes().number();
        if (to == DataType.BOOL) {
            return Optional.of(value.doubleValue() == 0 ? 0L : 1L);
        }
        if (to.isInteger()) {
            return Optional.of(saturated(operand, to));
        }
        if (isHuge(operand)) {
            return Optional.empty();
        }
        return to.isNarrowFloat() && !isHeld(value.doubleValue(), to) ? Optional.empty() : Optional.of(value);
    }

    /** Returns true if a constant of u64 exceeds the signed integers that represent it. */
    private static boolean isHuge(Node constant) {
        return constant.dtype() == DataType.U64
                && constant.attributes().number().longValue() < 0;
    }

    /** Returns the integer that a number saturates to: truncated, with NaN as 0. */
    private static long saturated(Node operand, DataType to) {
        Number value = operand.attributes().number();
        if (operand.dtype().isFloating()) {
            double number = value.doubleValue();
            return to == DataType.U64 && number >= 0x1p63
                    ? number >= 0x1p64 ? -1 : (long) (number - 0x1p63) ^ Long.MIN_VALUE
                    : to.saturated((long) number);
        }
        boolean isHuge = isHuge(operand);
        return isHuge && to == DataType.U64
                ? value.longValue()
                : to.saturated(isHuge ? Long.MAX_VALUE : value.longValue());
    }

    /**
     * Returns true if a floating-point dtype represents a number exactly.
     *
     * @param value the number
     * @param dtype a floating-point dtype
     * @return true if it is not rounded
     */
    public static boolean isHeld(double value, DataType dtype) {
        return switch (dtype) {
            case F64 -> true;
            case F32 -> (float) value == value || Double.isNaN(value);
            case BF16 -> hasForm(value, 8, -126, 127);
            case F8E4M3 -> !Double.isInfinite(value) && !(Math.abs(value) > 448) && hasForm(value, 4, -6, 8);
            case F8E5M2 -> hasForm(value, 3, -14, 15);
            default -> hasForm(value, 11, -14, 15);
        };
    }

    /**
     * Returns true if the significand fits into the given bits, with an exponent in the given range, below which the
     * number is subnormal.
     */
    private static boolean hasForm(double value, int bits, int smallest, int largest) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return true;
        }
        int exponent = Math.max(Math.getExponent(value), smallest);
        double units = Math.scalb(value, bits - 1 - exponent);
        return exponent <= largest && units == Math.rint(units);
    }
}
