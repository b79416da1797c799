package io.graphkernel.processor.frontend.element;

import com.sun.source.tree.Tree;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.type.TypeKind;

/** Java's operations on the bits of {@code int} and {@code long}, also those that follow from exact arithmetic. */
final class BitArithmetic {

    private static final Map<Tree.Kind, String> BITWISE =
            Map.of(Tree.Kind.AND, "BitwiseAnd", Tree.Kind.OR, "BitwiseOr", Tree.Kind.XOR, "BitwiseXor");

    private static final Set<Tree.Kind> SHIFTS =
            Set.of(Tree.Kind.LEFT_SHIFT, Tree.Kind.RIGHT_SHIFT, Tree.Kind.UNSIGNED_RIGHT_SHIFT);

    private final ElementBody body;

    BitArithmetic(ElementBody body) {
        this.body = body;
    }

    static boolean isShift(Tree.Kind operator) {
        return SHIFTS.contains(operator);
    }

    static boolean isBitwise(Tree.Kind operator) {
        return BITWISE.containsKey(operator);
    }

    /** Returns the complement: {@code ~x} is {@code -1 - x}. */
    Node complement(Node x) {
        return body.op("Sub", number(-1, x), x);
    }

    /**
     * Combines the bits of two integers.
     *
     * @return empty if no op computes them
     */
    Optional<Node> combined(Tree.Kind operator, Node left, Node right) {
        String op = BITWISE.get(operator);
        if (OpTable.get().find(op).isPresent()) {
            return Optional.of(body.op(op, left, right));
        }
        boolean first = left.kind() == Node.Kind.CONSTANT;
        Node constant = first ? left : right;
        if (operator == Tree.Kind.AND && constant.kind() == Node.Kind.CONSTANT) {
            long mask = constant.attributes().number().longValue();
            // The low bits are the remainder by a power of two.
            if (mask > 0 && (mask & mask + 1) == 0 && mask < maximum(constant)) {
                return Optional.of(body.op("FloorMod", first ? right : left, number(mask + 1, constant)));
            }
        }
        return Optional.empty();
    }

    /**
     * Shifts an integer.
     *
     * @param distance an i64, of which Java uses the low bits
     * @return empty if no op computes it
     */
    Optional<Node> shifted(Tree.Kind operator, Node x, Node distance) {
        if (distance.kind() != Node.Kind.CONSTANT) {
            return Optional.empty();
        }
        int width = x.dtype() == DataType.I64 ? Long.SIZE : Integer.SIZE;
        int count = (int) (distance.attributes().number().longValue() & width - 1);
        if (count == 0) {
            return Optional.of(x);
        }
        if (operator == Tree.Kind.LEFT_SHIFT) {
            return Optional.of(body.op("Mul", x, number(1L << count, x)));
        }
        Node negative = body.op("Less", x, number(0, x));
        Node quotient = count == width - 1
                ? body.op("Select", negative, number(-1, x), number(0, x))
                : body.op("FloorDiv", x, number(1L << count, x));
        if (operator == Tree.Kind.RIGHT_SHIFT) {
            return Optional.of(quotient);
        }
        // The sign bits that the arithmetic shift inserts are cleared.
        Node cleared = body.op("Add", quotient, number(1L << width - count, x));
        return Optional.of(body.op("Select", negative, cleared, quotient));
    }

    /** Returns the low bits of an integer as a value of a narrower type, in the dtype of the integer. */
    Node narrowed(Node x, TypeKind target) {
        int width = switch (target) {
            case BYTE -> Byte.SIZE;
            case SHORT, CHAR -> Short.SIZE;
            default -> Integer.SIZE;
        };
        if (target == TypeKind.CHAR) {
            return body.op("FloorMod", x, number(1L << width, x));
        }
        Node half = number(1L << width - 1, x);
        Node low = body.op("FloorMod", body.op("Add", x, half), number(1L << width, x));
        return body.op("Sub", low, half);
    }

    private static long maximum(Node constant) {
        return constant.dtype() == DataType.I64 ? Long.MAX_VALUE : Integer.MAX_VALUE;
    }

    /** Returns a constant of the dtype of a node, of which it has the low bits. */
    private Node number(long value, Node like) {
        return body.constant(like.dtype() == DataType.I64 ? (Number) value : (Number) (int) value, like.dtype());
    }
}
