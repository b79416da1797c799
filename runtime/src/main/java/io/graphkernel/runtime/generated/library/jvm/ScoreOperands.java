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
 */
record ScoreOperands(long queries, long groups, long headQueries, Further x, Further y) {

    /** Strides of a further operand along batch, head, query and key; its address is 0 if there is none. */
    record Further(long address, long batch, long head, long query, long key) {
        float at(long b, long h, long q, long k) {
            return address == 0
                    ? 0
                    : ElementMemory.loadF32(address + Float.BYTES * (b * batch + h * head + q * query + k * key));
        }
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
