package io.graphkernel.op.build;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;

/** Builder of elementwise ops in expansions. A Java number takes the dtype of the operand it is combined with. */
public interface ArithmeticBuilder {

    /**
     * Returns an elementwise op.
     *
     * @param name documented name
     * @param operands its operands
     * @return the result
     * @throws TypeException if the operands violate a type rule
     */
    Node op(String name, Node... operands) throws TypeException;

    /**
     * Returns a number.
     *
     * @param value exact for an integer dtype
     * @param like node with the dtype
     * @return its node
     */
    Node number(double value, Node like);

    /**
     * Returns an integer that depends on dims or attributes.
     *
     * @param extent the number
     * @param like node with the dtype
     * @return its node
     */
    Node number(DimsBuilder.Extent extent, Node like);

    default Node op(String name, Node x, double y) throws TypeException {
        return op(name, x, number(y, x));
    }

    default Node add(Node x, Node y) throws TypeException {
        return op("Add", x, y);
    }

    default Node add(Node x, double y) throws TypeException {
        return op("Add", x, y);
    }

    default Node sub(Node x, Node y) throws TypeException {
        return op("Sub", x, y);
    }

    default Node sub(double x, Node y) throws TypeException {
        return op("Sub", number(x, y), y);
    }

    default Node mul(Node x, Node y) throws TypeException {
        return op("Mul", x, y);
    }

    default Node mul(Node x, double y) throws TypeException {
        return op("Mul", x, y);
    }

    default Node div(Node x, Node y) throws TypeException {
        return op("RealDiv", x, y);
    }

    default Node square(Node x) throws TypeException {
        return op("Mul", x, x);
    }

    default Node max(Node x, double y) throws TypeException {
        return op("Maximum", x, y);
    }

    default Node min(Node x, double y) throws TypeException {
        return op("Minimum", x, y);
    }

    default Node select(Node condition, Node x, Node y) throws TypeException {
        return op("Select", condition, x, y);
    }

    default Node select(Node condition, Node x, double y) throws TypeException {
        return op("Select", condition, x, number(y, x));
    }

    /**
     * Adds a mask to scores of attention. The result is minus infinity where the mask is, even if the score is infinite or
     * NaN.
     *
     * @param scores scores of any magnitude
     * @param mask addend of the same dtype that broadcasts to the scores
     * @return the masked scores
     * @throws TypeException if the shapes do not broadcast
     */
    default Node masked(Node scores, Node mask) throws TypeException {
        Node none = number(Double.NEGATIVE_INFINITY, mask);
        return select(op("Equal", mask, none), none, add(scores, mask));
    }
}
