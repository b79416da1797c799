package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.internal.tensor.Broadcast;

/**
 * Iteration over the elements of a broadcast result in row-major order, with the corresponding positions in the
 * operands.
 */
final class ElementWalk {
    private ElementWalk() {}

    /** Action on one element. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Visits one element.
         *
         * @param result its position in the result
         * @param x position in the first operand
         * @param y position in the second operand; 0 without one
         * @param z position in the third operand; 0 without one
         */
        void visit(int result, int x, int y, int z);
    }

    /** Visits every element; the result and the operands have at most 2147483647 each. */
    static void visit(Broadcast shape, int operands, Visitor visitor) {
        shape.collapse();
        long rows = shape.rows();
        int size = (int) shape.innerSize();
        int xStep = (int) shape.innerStride(0);
        int yStep = operands > 1 ? (int) shape.innerStride(1) : 0;
        int zStep = operands > 2 ? (int) shape.innerStride(2) : 0;
        int result = 0;
        for (long row = 0; row < rows; row++) {
            int x = rowStart(shape, 0, row);
            int y = operands > 1 ? rowStart(shape, 1, row) : 0;
            int z = operands > 2 ? rowStart(shape, 2, row) : 0;
            for (int i = 0; i < size; i++) {
                visitor.visit(result++, x, y, z);
                x += xStep;
                y += yStep;
                z += zStep;
            }
        }
    }

    /** Action on one element of any number of operands. */
    @FunctionalInterface
    interface PositionsVisitor {
        /**
         * Visits one element.
         *
         * @param result its position in the result
         * @param positions position in each operand; valid during the visit
         */
        void visit(int result, int[] positions);
    }

    /** Visits every element; the result and the operands have at most 2147483647 each. */
    static void visitAll(Broadcast shape, int operands, PositionsVisitor visitor) {
        shape.collapse();
        int[] positions = new int[operands];
        int result = 0;
        for (long row = 0; row < shape.rows(); row++) {
            for (int operand = 0; operand < operands; operand++) {
                positions[operand] = rowStart(shape, operand, row);
            }
            for (long i = 0; i < shape.innerSize(); i++) {
                visitor.visit(result++, positions);
                for (int operand = 0; operand < operands; operand++) {
                    positions[operand] += (int) shape.innerStride(operand);
                }
            }
        }
    }

    private static int rowStart(Broadcast shape, int operand, long row) {
        long start = 0;
        long rest = row;
        for (int loop = shape.outerRank() - 1; loop >= 0; loop--) {
            long size = shape.outerDimension(loop);
            start += rest % size * shape.outerStride(operand, loop);
            rest /= size;
        }
        return (int) start;
    }
}
