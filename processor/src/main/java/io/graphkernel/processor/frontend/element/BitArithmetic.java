package io.graphkernel.processor.frontend.element;

import com.sun.source.tree.Tree;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.DtypeRules;
import java.util.Map;
import javax.lang.model.type.TypeKind;

/** Java's operations on the bits of {@code int} and {@code long}, with those of {@code Integer} and {@code Long}. */
final class BitArithmetic {

    private static final Map<Tree.Kind, String> BITWISE =
            Map.of(Tree.Kind.AND, "BitwiseAnd", Tree.Kind.OR, "BitwiseOr", Tree.Kind.XOR, "BitwiseXor");

    private static final Map<Tree.Kind, String> SHIFTS = Map.of(
            Tree.Kind.LEFT_SHIFT,
            "LeftShift",
            Tree.Kind.RIGHT_SHIFT,
            "RightShift",
            Tree.Kind.UNSIGNED_RIGHT_SHIFT,
            "UnsignedRightShift");

    private final ElementBody body;

    BitArithmetic(ElementBody body) {
        this.body = body;
    }

    static boolean isShift(Tree.Kind operator) {
        return SHIFTS.containsKey(operator);
    }

    static boolean isBitwise(Tree.Kind operator) {
        return BITWISE.containsKey(operator);
    }

    Node complement(Node x) {
        return body.op("BitwiseNot", x);
    }

    /** Combines the bits of two integers. */
    Node combined(Tree.Kind operator, Node left, Node right) {
        return body.op(BITWISE.get(operator), left, right);
    }

    /**
     * Shifts an integer.
     *
     * @param distance an integer of its dtype, of which Java and the ops use the same low bits
     */
    Node shifted(Tree.Kind operator, Node x, Node distance) {
        if (distance.kind() != Node.Kind.CONSTANT) {
            return body.op(SHIFTS.get(operator), x, distance);
        }
        long count = distance.attributes().number().longValue() & width(x) - 1;
        return count == 0 ? x : body.op(SHIFTS.get(operator), x, number(count, x));
    }

    /** Returns the low bits of an integer as a value of a narrower type, in the dtype of the integer. */
    Node narrowed(Node x, TypeKind target) {
        int kept = switch (target) {
            case BYTE -> Byte.SIZE;
            case SHORT, CHAR -> Short.SIZE;
            default -> Integer.SIZE;
        };
        if (target == TypeKind.CHAR) {
            return body.op("BitwiseAnd", x, number(Character.MAX_VALUE, x));
        }
        // The arithmetic shift copies the highest of the kept bits.
        Node distance = number(width(x) - kept, x);
        return body.op("RightShift", body.op("LeftShift", x, distance), distance);
    }

    Node bitCount(Node x) {
        return body.op("BitCount", x);
    }

    /** Returns the number with the bits of another one. */
    Node bitcast(Node x) {
        DataType dtype = DtypeRules.sameWidth(x.dtype());
        return body.op("Bitcast", Attributes.NONE.with(Attributes.DTYPE, dtype.text()), x);
    }

    /** Returns the bits of a float; those of every NaN are the same. */
    Node canonicalBits(Node x) {
        boolean isWide = x.dtype() == DataType.F64;
        Number ofNan = isWide ? (Number) Double.doubleToLongBits(Double.NaN) : Float.floatToIntBits(Float.NaN);
        Node bits = bitcast(x);
        return body.op("Select", body.op("IsNan", x), body.constant(ofNan, bits.dtype()), bits);
    }

    /**
     * Rotates the bits of an integer.
     *
     * @param first operator that moves the bits
     * @param second operator that inserts those at the other end
     * @param distance an integer of its dtype
     */
    Node rotated(Tree.Kind first, Tree.Kind second, Node x, Node distance) {
        Node opposite = distance.kind() == Node.Kind.CONSTANT
                ? number(-distance.attributes().number().longValue(), x)
                : body.op("Neg", distance);
        return body.op("BitwiseOr", shifted(first, x, distance), shifted(second, x, opposite));
    }

    /** Returns the number of zeros above the highest set bit. */
    Node leadingZeros(Node x) {
        return bitCount(complement(filled(x)));
    }

    /** Returns the number of zeros below the lowest set bit. */
    Node trailingZeros(Node x) {
        return bitCount(body.op("BitwiseAnd", complement(x), body.op("Sub", x, number(1, x))));
    }

    /** Returns the lowest set bit alone. */
    Node lowestBit(Node x) {
        return body.op("BitwiseAnd", x, body.op("Neg", x));
    }

    /** Returns the highest set bit alone. */
    Node highestBit(Node x) {
        Node filled = filled(x);
        return body.op("BitwiseXor", filled, shifted(Tree.Kind.UNSIGNED_RIGHT_SHIFT, filled, number(1, x)));
    }

    /** Sets all bits below the highest set bit. */
    private Node filled(Node x) {
        Node filled = x;
        for (int distance = 1; distance < width(x); distance *= 2) {
            Node lower = shifted(Tree.Kind.UNSIGNED_RIGHT_SHIFT, filled, number(distance, x));
            filled = body.op("BitwiseOr", filled, lower);
        }
        return filled;
    }

    private static int width(Node x) {
        return x.dtype() == DataType.I64 ? Long.SIZE : Integer.SIZE;
    }

    /** Returns a constant of the dtype of a node, of which it has the low bits. */
    private Node number(long value, Node like) {
        return body.constant(like.dtype() == DataType.I64 ? (Number) value : (Number) (int) value, like.dtype());
    }
}
