package io.graphkernel.processor.schedule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import java.util.Map;

/** Arithmetic of integer dtypes, and of floats as long as they are integral and exact. */
final class IntegerArithmetic implements Arithmetic {

    @Override
    public long apply(Node node, long[] x) {
        boolean isUnsigned = node.operands().get(x.length - 1).dtype() == DataType.U64;
        long result = switch (node.op()) {
            case "IdentityMath" -> x[0];
            case "Cast" -> isUnsigned ? ofUnsigned(x[0], node.dtype()) : saturated(x[0], node.dtype());
            case "Add" -> x[0] + x[1];
            case "Sub" -> x[0] - x[1];
            case "Mul" -> x[0] * x[1];
            case "LogicalAnd" -> x[0] & x[1];
            case "LogicalNot" -> 1 - x[0];
            case "Maximum" -> compare(isUnsigned, x[0], x[1]) > 0 ? x[0] : x[1];
            case "Minimum" -> compare(isUnsigned, x[0], x[1]) < 0 ? x[0] : x[1];
            case "Pow" -> power(x[0], x[1]);
            case "Div" -> x[1] == 0 ? 0 : isUnsigned ? Long.divideUnsigned(x[0], x[1]) : x[0] / x[1];
            case "FloorMod" ->
                x[1] == 0 ? 0 : isUnsigned ? Long.remainderUnsigned(x[0], x[1]) : Math.floorMod(x[0], x[1]);
            case "Greater" -> compare(isUnsigned, x[0], x[1]) > 0 ? 1 : 0;
            case "GreaterEqual" -> compare(isUnsigned, x[0], x[1]) >= 0 ? 1 : 0;
            case "Less" -> compare(isUnsigned, x[0], x[1]) < 0 ? 1 : 0;
            case "LessEqual" -> compare(isUnsigned, x[0], x[1]) <= 0 ? 1 : 0;
            case "Equal" -> x[0] == x[1] ? 1 : 0;
            case "NotEqual" -> x[0] != x[1] ? 1 : 0;
            case "Neg" -> -x[0];
            case "Abs" -> isUnsigned ? x[0] : Math.abs(x[0]);
            case "Sign" -> compare(isUnsigned, x[0], 0);
            case "Select" -> x[0] != 0 ? x[1] : x[2];
            case "BitwiseAnd" -> x[0] & x[1];
            case "BitwiseOr" -> x[0] | x[1];
            case "BitwiseXor" -> x[0] ^ x[1];
            case "BitwiseNot" -> ~x[0];
            case "LeftShift" -> x[0] << distance(node, x[1]);
            case "RightShift" -> isUnsigned ? x[0] >>> distance(node, x[1]) : x[0] >> distance(node, x[1]);
            case "UnsignedRightShift" -> unsigned(node.dtype(), x[0]) >>> distance(node, x[1]);
            case "BitCount" -> Long.bitCount(unsigned(node.dtype(), x[0]));
            default -> throw new IllegalArgumentException(node.op());
        };
        return narrowed(result, node.dtype());
    }

    /** Returns -1, 0 or 1. */
    private static int compare(boolean isUnsigned, long x, long y) {
        return isUnsigned ? Long.compareUnsigned(x, y) : Long.compare(x, y);
    }

    private static long distance(Node shift, long y) {
        return y & width(shift.dtype()) - 1;
    }

    private static long unsigned(DataType dtype, long x) {
        return x & -1L >>> Long.SIZE - width(dtype);
    }

    private static int width(DataType dtype) {
        return dtype.byteSize() * Byte.SIZE;
    }

    /** Only small exponents occur. */
    private static long power(long x, long y) {
        long power = 1;
        for (long i = 0; i < y; i++) {
            power *= x;
        }
        return power;
    }

    private static long narrowed(long value, DataType dtype) {
        return dtype.isFloating() ? value : dtype.narrowed(value);
    }

    private static long saturated(long value, DataType dtype) {
        return dtype == DataType.BOOL ? value == 0 ? 0 : 1 : dtype.isInteger() ? dtype.saturated(value) : value;
    }

    /** Returns the cast of a 64-bit unsigned integer. */
    private static long ofUnsigned(long value, DataType dtype) {
        if (dtype == DataType.U64) {
            return value;
        }
        return saturated(dtype != DataType.BOOL && value < 0 ? Long.MAX_VALUE : value, dtype);
    }

    @Override
    public long identity(Node reduction) {
        boolean isUnsigned = reduction.dtype() == DataType.U64;
        return switch (OpTable.get().row(reduction).combiner()) {
            case PROD, ALL -> 1;
            case MAX -> isUnsigned ? 0 : saturated(Long.MIN_VALUE, reduction.dtype());
            case MIN -> isUnsigned ? -1 : saturated(Long.MAX_VALUE, reduction.dtype());
            default -> 0;
        };
    }

    @Override
    public long combine(Node reduction, long a, long b) {
        boolean isUnsigned = reduction.dtype() == DataType.U64;
        long result = switch (OpTable.get().row(reduction).combiner()) {
            case SUM -> a + b;
            case PROD -> a * b;
            case MAX -> compare(isUnsigned, a, b) > 0 ? a : b;
            case MIN -> compare(isUnsigned, a, b) < 0 ? a : b;
            case ALL -> a & b;
            case ANY -> a | b;
        };
        return narrowed(result, reduction.dtype());
    }

    @Override
    public long number(Node node, Map<String, Dim> sizes) {
        long value = switch (node.kind()) {
            case CONSTANT -> node.attributes().number().longValue();
            case DIMENSION -> ModelArithmetic.size(Dim.product(node.attributes().dims()), sizes);
            default -> node.label().length();
        };
        return narrowed(value, node.dtype());
    }
}
