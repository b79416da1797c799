package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.runtime.generated.jvm.ElementMemory;
import io.graphkernel.runtime.generated.library.jvm.ScoredAttention.Score;

/**
 * Operands of a score function besides the score: indices, and elements of further operands.
 *
 * @param queries number of queries that share keys
 * @param groups number of heads of the keys per batch
 * @param headQueries number of queries of a head
 * @param x first further operand
 * @param y second further operand
 * @param bounds keys of each query
 */
record ScoreOperands(long queries, long groups, long headQueries, Further x, Further y, Bounds bounds) {

    /** Strides of a further operand along batch, head, query and key; its address is 0 if there is none. */
    record Further(long address, long batch, long head, long query, long key) {
        float at(long b, long h, long q, long k) {
            return address == 0
                    ? 0
                    : ElementMemory.loadF32(address + Float.BYTES * (b * batch + h * head + q * query + k * key));
        }
    }

    /** Addresses of the first key of each query of a head, and of the end of its keys; 0 if a query may see all keys. */
    record Bounds(long begins, long ends) {}

    /**
     * Scales of the rows of keys or values, with their strides along batch, head and row; the address is 0 if there are
     * none.
     */
    record RowScales(long address, long batch, long head, long row) {
        /** Multiplies the elements of a row, and rounds the products to f32. */
        void apply(long b, long h, long r, double[] elements) {
            if (address == 0) {
                return;
            }
            double scale = ElementMemory.loadF32(address + Float.BYTES * (b * batch + h * head + r * row));
            for (int i = 0; i < elements.length; i++) {
                elements[i] = (float) (elements[i] * scale);
            }
        }
    }

    /** Returns the first key that a row of queries may see. */
    long firstKey(long row) {
        return bounds.begins() == 0 ? 0 : ElementMemory.loadI32(bounds.begins() + Integer.BYTES * (row % headQueries));
    }

    /**
     * Returns the end of the keys that a row of queries may see.
     *
     * @param keys number of keys
     */
    long keyEnd(long row, long keys) {
        return bounds.ends() == 0 ? keys : ElementMemory.loadI32(bounds.ends() + Integer.BYTES * (row % headQueries));
    }

    /**
     * Applies a function to a scaled product.
     *
     * @param function score function, or its derivative
     * @param product scaled product of a query and a key
     * @param head head of the keys
     * @param row row among the queries that share keys
     * @param key index of the key
     * @return result of the function
     */
    float apply(Score function, double product, long head, long row, long key) {
        long batch = head / groups;
        long ofQuery = head % groups * (queries / headQueries) + row / headQueries;
        long query = row % headQueries;
        return function.apply(
                (float) product,
                (int) batch,
                (int) ofQuery,
                (int) query,
                (int) key,
                x.at(batch, ofQuery, query, key),
                y.at(batch, ofQuery, query, key));
    }
}
