package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.List;

/** A value with an element for each element of the tile, or a number. */
sealed interface TileValue {

    /** Returns the dtype, either the compute dtype or that in memory. */
    DataType dtype();

    /**
     * A value in local memory.
     *
     * @param id the value's id
     * @param dtype dtype in local memory; {@code bool} has bits, but bytes if loaded or stored
     * @param shape shape of the value
     */
    record Lanes(int id, DataType dtype, ValueShape shape) implements TileValue {

        /** Returns the value, reinterpreted in a dtype of the same width. */
        Lanes as(DataType other) {
            return new Lanes(id, other, shape);
        }
    }

    /**
     * A 64-bit value as two words.
     *
     * @param low the unsigned low words
     * @param high the signed high words
     * @param dtype dtype of the value
     */
    record Pair(Lanes low, Lanes high, DataType dtype) implements TileValue {
        ValueShape shape() {
            return low.shape().with(high.shape());
        }
    }

    /**
     * A number that is the same for all elements.
     *
     * @param number an expression without indices
     * @param dtype dtype of the value
     */
    record Number(Expression number, DataType dtype) implements TileValue {

        /** Returns a constant. */
        static Number of(java.lang.Number value, DataType dtype) {
            return new Number(new Expression.ScalarConstant(Node.constant(value, dtype)), dtype);
        }

        /** Returns the low or the high word. */
        Number half(boolean isHigh) {
            if (number instanceof Expression.ScalarConstant constant) {
                java.lang.Number value = constant.node().attributes().number();
                long bits = dtype == DataType.F64 ? Double.doubleToRawLongBits(value.doubleValue()) : value.longValue();
                return of((int) (isHigh ? bits >> Integer.SIZE : bits), DataType.I32);
            }
            String call = isHigh ? Operation.HIGH : Operation.LOW;
            return new Number(new Expression.Call(call, List.of(number)), DataType.I32);
        }

        /** Returns a key that equal numbers share. */
        Object identity() {
            return number instanceof Expression.ScalarConstant constant
                    ? constant.node().attributes().number()
                    : number;
        }
    }
}
