package io.graphkernel.conformance.element;

import java.util.function.DoubleUnaryOperator;

/**
 * Attention in float64, by its definition, with the adjoints of a weighted sum of the results.
 *
 * @param batches number of batches
 * @param heads number of heads of the queries
 * @param groups number of heads of the keys
 * @param size number of columns
 * @param scale factor of the products
 * @param score function of a scaled product
 * @param slope its derivative
 * @param visible keys that a query sees
 */
record AttentionReference(
        int batches,
        int heads,
        int groups,
        int size,
        double scale,
        DoubleUnaryOperator score,
        DoubleUnaryOperator slope,
        Visibility visible) {

    /** Keys that a query sees, and an addend of their scores. */
    @FunctionalInterface
    interface Visibility {

        /** Returns minus infinity for a key that the query does not see, else the addend of its score. */
        double addend(int query, int key);
    }

    /** Returns the results, and the adjoints of queries, keys and values. */
    double[][] compute(double[] q, double[] k, double[] v, double[] w) {
        double[][] results = {new double[q.length], new double[q.length], new double[k.length], new double[v.length]};
        for (int row = 0; row < q.length / size; row++) {
            addRow(row, q, k, v, w, results);
        }
        return results;
    }

    private void addRow(int row, double[] q, double[] k, double[] v, double[] w, double[][] results) {
        int queries = q.length / size / batches / heads;
        int keys = k.length / size / batches / groups;
        int query = row % queries;
        int head = row / queries;
        int first = (head / heads * groups + head % heads * groups / heads) * keys;
        double[] products = new double[keys];
        double[] weights = new double[keys];
        double largest = Double.NEGATIVE_INFINITY;
        for (int key = 0; key < keys; key++) {
            products[key] = scale * product(q, row, k, first + key);
            weights[key] = score.applyAsDouble(products[key]) + visible.addend(query, key);
            largest = Math.max(largest, weights[key]);
        }
        double sum = 0;
        for (int key = 0; key < keys; key++) {
            weights[key] = Math.exp(weights[key] - largest);
            sum += weights[key];
        }
        double mean = 0;
        for (int key = 0; key < keys; key++) {
            weights[key] /= sum;
            mean += weights[key] * product(w, row, v, first + key);
        }
        for (int key = 0; key < keys; key++) {
            double adjoint = weights[key]
                    * (product(w, row, v, first + key) - mean)
                    * slope.applyAsDouble(products[key])
                    * scale;
            for (int i = 0; i < size; i++) {
                int atQuery = row * size + i;
                int atKey = (first + key) * size + i;
                results[0][atQuery] += weights[key] * v[atKey];
                results[1][atQuery] += adjoint * k[atKey];
                results[2][atKey] += adjoint * q[atQuery];
                results[3][atKey] += weights[key] * w[atQuery];
            }
        }
    }

    private double product(double[] x, int row, double[] y, int other) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += x[row * size + i] * y[other * size + i];
        }
        return sum;
    }
}
