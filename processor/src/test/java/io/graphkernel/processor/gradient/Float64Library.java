package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.gradient.Float64Interpreter.Element;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import java.util.List;

/** Library ops in float64. */
final class Float64Library {

    private Float64Library() {}

    static Element element(Node node, int[] shape, Value[] x) {
        return switch (node.op()) {
            // Collectives are those of one rank.
            case "MatMul", "BatchMatMul", "MatMulInteger", "AllGatherMatmul", "MatmulReduceScatter" ->
                product(node, x[0], x[1]);
            case "Conv2D" -> convolution(node, x[0], x[1]);
            case "GatherGrad" -> gatherGradient(shape[1], x[0], x[1]);
            case "SortOrder" -> sortOrder(node.attributes().flag("descending"), x[0]);
            case "PromptFlashAttention" -> attention(x);
            case "PromptFlashAttentionGrad" -> attentionGradient(x);
            case "AllGather", "AllToAll", "ReduceScatter" -> x[0]::broadcastAt;
            default -> throw new IllegalStateException("no definition of " + node);
        };
    }

    private static Element product(Node node, Value a, Value b) {
        boolean transposeA = node.attributes().flag(Attributes.TRANSPOSE_A);
        boolean transposeB = node.attributes().flag(Attributes.TRANSPOSE_B);
        int inner = a.shape()[a.shape().length - (transposeA ? 2 : 1)];
        return index -> {
            int row = index[index.length - 2];
            int column = index[index.length - 1];
            double sum = 0;
            for (int k = 0; k < inner; k++) {
                sum += matrix(a, index, transposeA, row, k) * matrix(b, index, transposeB, k, column);
            }
            return sum;
        };
    }

    private static double matrix(Value x, int[] index, boolean transposed, int row, int column) {
        int[] at = index.clone();
        at[at.length - 2] = transposed ? column : row;
        at[at.length - 1] = transposed ? row : column;
        // A matrix of one row is not a broadcast one: the index is 0 there.
        return x.broadcastAt(at);
    }

    private static Element convolution(Node node, Value x, Value weight) {
        List<Long> strides = node.attributes().longs(Attributes.STRIDES);
        List<Long> pads = node.attributes().longs(Attributes.PADS);
        List<Long> dilations = node.attributes().longs(Attributes.DILATIONS);
        int groups = (int) node.attributes().integer(Attributes.GROUPS);
        int[] size = weight.shape();
        int outputs = size[0] / groups;
        return index -> {
            double sum = 0;
            for (int channel = 0; channel < size[1]; channel++) {
                for (int r = 0; r < size[2]; r++) {
                    for (int c = 0; c < size[3]; c++) {
                        long row = index[2] * strides.get(0) + r * dilations.get(0) - pads.get(0);
                        long column = index[3] * strides.get(1) + c * dilations.get(1) - pads.get(2);
                        if (row >= 0 && row < x.shape()[2] && column >= 0 && column < x.shape()[3]) {
                            int from = index[1] / outputs * size[1] + channel;
                            sum += x.at(new int[] {index[0], from, (int) row, (int) column})
                                    * weight.at(new int[] {index[1], channel, r, c});
                        }
                    }
                }
            }
            return sum;
        };
    }

    private static Element gatherGradient(int size, Value dy, Value indices) {
        return index -> {
            double sum = 0;
            for (int i = 0; i < dy.shape()[1]; i++) {
                int position = (int) indices.at(new int[] {i});
                boolean named = (position < 0 ? position + size : position) == index[1];
                sum += named ? dy.at(new int[] {index[0], i, index[2]}) : 0;
            }
            return sum;
        };
    }

    /** Counts the elements before each one, which is its rank. */
    private static Element sortOrder(boolean descending, Value x) {
        int size = x.shape()[1];
        return index -> {
            for (int candidate = 0; candidate < size; candidate++) {
                int rank = 0;
                for (int other = 0; other < size; other++) {
                    int order = Double.compare(
                            x.at(new int[] {index[0], other, index[2]}) + 0.0,
                            x.at(new int[] {index[0], candidate, index[2]}) + 0.0);
                    order = descending ? -order : order;
                    rank += order < 0 || (order == 0 && other < candidate) ? 1 : 0;
                }
                if (rank == index[1]) {
                    return candidate;
                }
            }
            throw new IllegalStateException("no element is at rank " + index[1]);
        };
    }

    private static Element attention(Value[] x) {
        return index -> {
            double[] weights = weights(x, x.length == 5 ? x[3] : null, index);
            double sum = 0;
            for (int j = 0; j < weights.length; j++) {
                sum += weights[j] * x[2].at(new int[] {index[0], index[1], j, index[3]});
            }
            return sum;
        };
    }

    /** Returns the attention weights of the keys for a query. */
    private static double[] weights(Value[] x, Value mask, int... query) {
        double scale = x[x.length - 1].elements()[0];
        double[] weights = new double[x[1].shape()[2]];
        double sum = 0;
        for (int j = 0; j < weights.length; j++) {
            double score = scale * product(x[0], query[2], x[1], j, query);
            double added = mask == null ? 0 : mask.broadcastAt(new int[] {query[0], query[1], query[2], j});
            weights[j] = Math.exp(score + added);
            sum += weights[j];
        }
        for (int j = 0; j < weights.length; j++) {
            weights[j] /= sum;
        }
        return weights;
    }

    /** Returns the dot product of a row of a matrix with one of another, of the same head. */
    private static double product(Value a, int rowOfA, Value b, int rowOfB, int... head) {
        double sum = 0;
        for (int d = 0; d < a.shape()[3]; d++) {
            sum += a.at(new int[] {head[0], head[1], rowOfA, d}) * b.at(new int[] {head[0], head[1], rowOfB, d});
        }
        return sum;
    }

    /** Rows of the result belong to queries, then keys, then values. */
    private static Element attentionGradient(Value[] x) {
        Value query = x[0];
        Value key = x[1];
        Value dy = x[3];
        Value mask = x.length == 6 ? x[4] : null;
        double scale = x[x.length - 1].elements()[0];
        int queries = query.shape()[2];
        int keys = key.shape()[2];
        return index -> {
            int row = index[2];
            double sum = 0;
            for (int i = 0; i < queries; i++) {
                double[] weights = weights(x, mask, index[0], index[1], i);
                double[] adjoints = new double[keys];
                double mean = 0;
                for (int j = 0; j < keys; j++) {
                    adjoints[j] = product(dy, i, x[2], j, index);
                    mean += weights[j] * adjoints[j];
                }
                for (int j = 0; j < keys; j++) {
                    double dscore = weights[j] * (adjoints[j] - mean) * scale;
                    if (row == i) {
                        sum += dscore * key.at(new int[] {index[0], index[1], j, index[3]});
                    } else if (row == queries + j) {
                        sum += dscore * query.at(new int[] {index[0], index[1], i, index[3]});
                    } else if (row == queries + keys + j) {
                        sum += weights[j] * dy.at(new int[] {index[0], index[1], i, index[3]});
                    }
                }
            }
            return sum;
        };
    }
}
