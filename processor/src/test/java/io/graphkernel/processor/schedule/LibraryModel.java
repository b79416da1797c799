package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;

/** What a matrix product gives, over row-major arrays. */
final class LibraryModel {

    private LibraryModel() {}

    /** An element of the product of two matrices. */
    static long element(Node node, long[] at, long[] shapeA, long[] a, long[] shapeB, long[] b) {
        boolean transposeA = node.attributes().flag(Attributes.TRANSPOSE_A);
        boolean transposeB = node.attributes().flag(Attributes.TRANSPOSE_B);
        long inner = shapeA[transposeA ? 0 : 1];
        long sum = 0;
        for (long k = 0; k < inner; k++) {
            long[] inA = transposeA ? new long[] {k, at[0]} : new long[] {at[0], k};
            long[] inB = transposeB ? new long[] {at[1], k} : new long[] {k, at[1]};
            sum += a[GraphInterpreter.position(inA, shapeA)] * b[GraphInterpreter.position(inB, shapeB)] % 10007;
        }
        return sum % 10007;
    }
}
