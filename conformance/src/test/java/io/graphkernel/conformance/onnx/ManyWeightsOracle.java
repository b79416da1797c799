package io.graphkernel.conformance.onnx;

import io.graphkernel.runtime.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Weights in double precision, their gradients, and their moments: the model and the updates of {@link ManyWeightsTest}.
 */
final class ManyWeightsOracle {

    private static final double RATE = 0.01;
    private static final double RATE_OF_MOMENTUM = 1e-4;

    private final Map<String, double[]> weights = new LinkedHashMap<>();
    private final Map<String, double[]> gradients = new LinkedHashMap<>();
    private final Map<String, double[]> first = new LinkedHashMap<>();
    private final Map<String, double[]> second = new LinkedHashMap<>();
    private final double[][] x = new double[ManyWeightsTest.ROWS][ManyWeightsTest.INNER];

    ManyWeightsOracle(Map<String, Tensor> initial, Tensor x) {
        initial.forEach((name, weight) -> weights.put(name, doubles(weight.toFloatArray())));
        double[] values = doubles(x.toFloatArray());
        for (int row = 0; row < ManyWeightsTest.ROWS; row++) {
            System.arraycopy(values, row * ManyWeightsTest.INNER, this.x[row], 0, ManyWeightsTest.INNER);
        }
    }

    private static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }

    Map<String, double[]> weights() {
        return weights;
    }

    Map<String, double[]> gradients() {
        return gradients;
    }

    private double activation(int layer, int row, int column) {
        double sum = weights.get("layer." + layer + ".bias")[column];
        for (int i = 0; i < ManyWeightsTest.INNER; i++) {
            sum += x[row][i] * weights.get("layer." + layer + ".weight")[i * ManyWeightsTest.OUTER + column];
        }
        return Math.tanh(sum);
    }

    void differentiate(int layers) {
        double[][] ofResult = new double[ManyWeightsTest.ROWS][ManyWeightsTest.OUTER];
        for (int layer = 0; layer < layers; layer++) {
            for (int row = 0; row < ManyWeightsTest.ROWS; row++) {
                for (int column = 0; column < ManyWeightsTest.OUTER; column++) {
                    ofResult[row][column] += 2 * activation(layer, row, column);
                }
            }
        }
        for (int layer = 0; layer < layers; layer++) {
            double[] ofWeight = new double[ManyWeightsTest.INNER * ManyWeightsTest.OUTER];
            double[] ofBias = new double[ManyWeightsTest.OUTER];
            for (int row = 0; row < ManyWeightsTest.ROWS; row++) {
                for (int column = 0; column < ManyWeightsTest.OUTER; column++) {
                    double activation = activation(layer, row, column);
                    double ofSum = ofResult[row][column] * (1 - activation * activation);
                    ofBias[column] += ofSum;
                    for (int i = 0; i < ManyWeightsTest.INNER; i++) {
                        ofWeight[i * ManyWeightsTest.OUTER + column] += ofSum * x[row][i];
                    }
                }
            }
            gradients.put("layer." + layer + ".weight", ofWeight);
            gradients.put("layer." + layer + ".bias", ofBias);
        }
    }

    void stepWithMomentum() {
        weights.forEach((name, weight) -> {
            double[] gradient = gradients.get(name);
            double[] mean = first.computeIfAbsent(name, key -> new double[weight.length]);
            for (int i = 0; i < weight.length; i++) {
                mean[i] = 0.9 * mean[i] + gradient[i];
                weight[i] -= RATE_OF_MOMENTUM * mean[i];
            }
        });
    }

    void step(int step) {
        weights.forEach((name, weight) -> {
            double[] gradient = gradients.get(name);
            double[] m = first.computeIfAbsent(name, key -> new double[weight.length]);
            double[] v = second.computeIfAbsent(name, key -> new double[weight.length]);
            for (int i = 0; i < weight.length; i++) {
                m[i] = 0.9 * m[i] + 0.1 * gradient[i];
                v[i] = 0.999 * v[i] + 0.001 * gradient[i] * gradient[i];
                double mean = m[i] / (1 - Math.pow(0.9, step));
                double deviation = Math.sqrt(v[i] / (1 - Math.pow(0.999, step)));
                weight[i] -= RATE * mean / (deviation + 1e-8);
            }
        });
    }
}
