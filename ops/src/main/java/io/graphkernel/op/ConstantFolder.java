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
            // The conversion to long truncates and saturates, and maps NaN to 0.
            return Optional.of(
                    saturated(operand.dtype().isFloating() ? (long) value.doubleValue() : value.longValue(), to));
        }
        boolean narrow = to == DataType.F16 || to == DataType.BF16;
        return narrow && !isHeld(value.doubleValue(), to) ? Optional.empty() : Optional.of(value);
    }

    private static long saturated(long value, DataType dtype) {
        return switch (dtype) {
            case I8 -> Math.max(Byte.MIN_VALUE, Math.min(Byte.MAX_VALUE, value));
            case U8 -> Math.max(0, Math.min(0xff, value));
            case I32 -> Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
            default -> value;
        };
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
