package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;

/** Reference implementation of matmuls over row-major arrays. */
final class LibraryModel {

    private static final long PRIME = 10007;

    private LibraryModel() {}

    /** Returns an element of the matmul of two matrices, or of two batches, which broadcast. */
    static long element(Node node, long[] at, long[] shapeA, long[] a, long[] shapeB, long[] b) {
        boolean transposeA = node.attributes().flag(Attributes.TRANSPOSE_A);
        boolean transposeB = node.attributes().flag(Attributes.TRANSPOSE_B);
        long inner = shapeA[shapeA.length - (transposeA ? 2 : 1)];
        long row = at[at.length - 2];
        long column = at[at.length - 1];
        long sum = 0;
        for (long k = 0; k < inner; k++) {
            long[] inA = transposeA ? index(at, shapeA, k, row) : index(at, shapeA, row, k);
            long[] inB = transposeB ? index(at, shapeB, column, k) : index(at, shapeB, k, column);
            sum += a[GraphInterpreter.position(inA, shapeA)] * b[GraphInterpreter.position(inB, shapeB)] % PRIME;
        }
        return sum % PRIME;
    }

    /** Returns the sum of an element and the bias of its column. */
    static long withBias(long element, long[] at, long[] bias) {
        return (element + bias[(int) at[at.length - 1]]) % PRIME;
    }

    private static long[] index(long[] at, long[] shape, long first, long second) {
        long[] index = new long[shape.length];
        for (int axis = 0; axis < shape.length - 2; axis++) {
            index[axis] = shape[axis] == 1 ? 0 : at[at.length - shape.length + axis];
        }
        index[shape.length - 2] = first;
        index[shape.length - 1] = second;
        return index;
    }
}
