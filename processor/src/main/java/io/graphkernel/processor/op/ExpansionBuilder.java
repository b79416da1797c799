package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;

/**
 * The vocabulary in which expansions are written. One implementation adds the ops to a graph, another prints them as
 * Java for the eager {@code Ops}, so that both come from the same row.
 */
public interface ExpansionBuilder {

    /**
     * A number.
     *
     * @param value rounded to {@code f32}
     * @return its node
     */
    Node constant(double value);

    /**
     * An elementwise op or an in-place update.
     *
     * @param name documented name
     * @param operands its operands
     * @return the result
     * @throws TypeException if the operands do not fit
     */
    Node op(String name, Node... operands) throws TypeException;

    /**
     * A reduction.
     *
     * @param name {@code ReduceSum}, {@code ReduceMax}, …
     * @param x the operand
     * @param axes the axes; empty for all
     * @param keepDims whether reduced axes stay with size 1
     * @return the result
     * @throws TypeException if an axis is out of range
     */
    Node reduce(String name, Node x, List<Long> axes, boolean keepDims) throws TypeException;

    /**
     * The number of elements along axes.
     *
     * @param x the operand whose dims count
     * @param axes the axes; empty for all
     * @return an {@code f32} scalar
     * @throws TypeException if an axis is out of range
     */
    Node elementCount(Node x, List<Long> axes) throws TypeException;

    default Node add(Node x, Node y) throws TypeException {
        return op("Add", x, y);
    }

    default Node sub(Node x, Node y) throws TypeException {
        return op("Sub", x, y);
    }

    default Node mul(Node x, Node y) throws TypeException {
        return op("Mul", x, y);
    }

    default Node div(Node x, Node y) throws TypeException {
        return op("RealDiv", x, y);
    }
}
