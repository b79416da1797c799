package io.graphkernel.conformance.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static io.graphkernel.processor.onnx.ModelBytes.INT64;

import io.graphkernel.processor.onnx.ModelBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * A small text encoder over padded batches, with the nodes that PyTorch's exporter writes, and its definition for one
 * sequence in double precision. Its outputs are the states of the tokens, a normalized mean of each sequence, and the
 * state of its first token.
 */
final class EncoderModel {

    static final int SIZE = 16;
    static final int WORDS = 40;
    static final int MAX_LENGTH = 24;
    private static final int HEADS = 2;
    private static final int HEAD = SIZE / HEADS;
    private static final int INNER = 32;
    private static final int LAYERS = 2;
    private static final double EPSILON = 1e-5f;
    private static final float LOWEST = -Float.MAX_VALUE;

    private final Map<String, float[]> weights = new LinkedHashMap<>();
    private final Map<String, long[]> dims = new LinkedHashMap<>();
    private final Random random = new Random(17);

    EncoderModel() {
        add("words", WORDS, SIZE);
        add("types", 2, SIZE);
        add("positions", MAX_LENGTH, SIZE);
        addNorm("norm");
        for (int layer = 0; layer < LAYERS; layer++) {
            for (String name : new String[] {"query", "key", "value", "output"}) {
                add("layer." + layer + "." + name + ".weight", SIZE, SIZE);
                add("layer." + layer + "." + name + ".bias", SIZE);
            }
            add("layer." + layer + ".up.weight", SIZE, INNER);
            add("layer." + layer + ".up.bias", INNER);
            add("layer." + layer + ".down.weight", INNER, SIZE);
            add("layer." + layer + ".down.bias", SIZE);
            addNorm("layer." + layer + ".first");
            addNorm("layer." + layer + ".second");
        }
    }

    private void addNorm(String name) {
        add(name + ".gamma", SIZE);
        add(name + ".beta", SIZE);
    }

    private void add(String name, long... shape) {
        int count = 1;
        for (long dim : shape) {
            count *= (int) dim;
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (random.nextFloat() - 0.5f) * 1.5f + (name.endsWith("gamma") ? 1 : 0);
        }
        weights.put(name, values);
        dims.put(name, shape);
    }

    /** Returns the file of the model. */
    byte[] bytes() {
        ModelBytes graph = ModelBytes.message();
        embeddings(graph);
        mask(graph);
        String x = "embedded";
        for (int layer = 0; layer < LAYERS; layer++) {
            x = layer(graph, "layer." + layer, x, layer == LAYERS - 1 ? "states" : "states" + layer);
        }
        pooling(graph);
        graph.node("Gather states head -> first", ModelBytes.integer("axis", 1));
        weights.forEach((name, values) -> graph.weight(name, dims.get(name), values));
        long[] positions = new long[MAX_LENGTH];
        for (int i = 0; i < MAX_LENGTH; i++) {
            positions[i] = i;
        }
        ByteBuffer ids = ByteBuffer.allocate(Long.BYTES * MAX_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        for (long position : positions) {
            ids.putLong(position);
        }
        graph.message(5, ModelBytes.tensor("position_ids", INT64, ids.array(), 1, MAX_LENGTH))
                .message(5, ModelBytes.tensor("head", INT64, new byte[Long.BYTES]))
                .numbers("zero", 0)
                .numbers("one", 1)
                .numbers("two", 2)
                .numbers("last", -1)
                .numbers("split", HEADS, HEAD)
                .numbers("joined", SIZE)
                .weight("epsilon", new long[0], (float) EPSILON)
                .weight("square", new long[0], 2)
                .weight("half", new long[0], 0.5f)
                .weight("unit", new long[0], 1)
                .weight("lowest", new long[0], LOWEST)
                .weight("root", new long[0], (float) Math.sqrt(2))
                .weight("size", new long[0], (float) Math.sqrt(HEAD))
                .weight("least", new long[0], 1e-9f)
                .weight("tiny", new long[0], 1e-12f);
        graph.input("input_ids", INT64, "batch", "sequence")
                .input("attention_mask", INT64, "batch", "sequence")
                .input("token_type_ids", INT64, "batch", "sequence")
                .output("states", FLOAT)
                .output("embedding", FLOAT)
                .output("first", FLOAT);
        return ModelBytes.model(graph, 17);
    }

    private static void embeddings(ModelBytes graph) {
        graph.node("Shape input_ids -> shape")
                .node("Gather shape zero -> batch", ModelBytes.integer("axis", 0))
                .node("Gather shape one -> length", ModelBytes.integer("axis", 0))
                .node("Slice position_ids zero length one one -> selected")
                .node("Gather words input_ids -> word")
                .node("Gather types token_type_ids -> type")
                .node("Gather positions selected -> position")
                .node("Add word type -> typed")
                .node("Add typed position -> summed");
        norm(graph, "norm", "summed", "embedded");
    }

    private static void norm(ModelBytes graph, String name, String x, String y) {
        graph.node("ReduceMean " + x + " -> " + name + "/mean", ModelBytes.integers("axes", -1))
                .node("Sub " + x + " " + name + "/mean -> " + name + "/centered")
                .node("Pow " + name + "/centered square -> " + name + "/squares")
                .node("ReduceMean " + name + "/squares -> " + name + "/variance", ModelBytes.integers("axes", -1))
                .node("Add " + name + "/variance epsilon -> " + name + "/positive")
                .node("Sqrt " + name + "/positive -> " + name + "/deviation")
                .node("Div " + name + "/centered " + name + "/deviation -> " + name + "/standard")
                .node("Mul " + name + "/standard " + name + ".gamma -> " + name + "/scaled")
                .node("Add " + name + "/scaled " + name + ".beta -> " + y);
    }

    private static void mask(ModelBytes graph) {
        graph.node("Unsqueeze attention_mask one -> mask/heads")
                .node("Unsqueeze mask/heads two -> mask/wide")
                .node("Cast mask/wide -> mask/float", ModelBytes.integer("to", FLOAT))
                .node("Sub unit mask/float -> mask/padding")
                .node("Mul mask/padding lowest -> mask/scores");
    }

    private static void linear(ModelBytes graph, String name, String x, String y) {
        graph.node("MatMul " + x + " " + name + ".weight -> " + name + "/product")
                .node("Add " + name + ".bias " + name + "/product -> " + y);
    }

    private static String layer(ModelBytes graph, String layer, String x, String y) {
        graph.node("Concat batch length split -> " + layer + "/heads", ModelBytes.integer("axis", 0))
                .node("Concat batch length joined -> " + layer + "/rows", ModelBytes.integer("axis", 0));
        for (String name : new String[] {"query", "key", "value"}) {
            String path = layer + "." + name;
            linear(graph, path, x, path + "/flat");
            graph.node("Reshape " + path + "/flat " + layer + "/heads -> " + path + "/split")
                    .node(
                            "Transpose " + path + "/split -> " + path + "/heads",
                            name.equals("key")
                                    ? ModelBytes.integers("perm", 0, 2, 3, 1)
                                    : ModelBytes.integers("perm", 0, 2, 1, 3));
        }
        graph.node("MatMul " + layer + ".query/heads " + layer + ".key/heads -> " + layer + "/scores")
                .node("Div " + layer + "/scores size -> " + layer + "/scaled")
                .node("Add " + layer + "/scaled mask/scores -> " + layer + "/masked")
                .node("Softmax " + layer + "/masked -> " + layer + "/weights", ModelBytes.integer("axis", -1))
                .node("MatMul " + layer + "/weights " + layer + ".value/heads -> " + layer + "/attended")
                .node(
                        "Transpose " + layer + "/attended -> " + layer + "/turned",
                        ModelBytes.integers("perm", 0, 2, 1, 3))
                .node("Reshape " + layer + "/turned " + layer + "/rows -> " + layer + "/context");
        linear(graph, layer + ".output", layer + "/context", layer + "/projected");
        graph.node("Add " + layer + "/projected " + x + " -> " + layer + "/residual");
        norm(graph, layer + ".first", layer + "/residual", layer + "/normed");
        linear(graph, layer + ".up", layer + "/normed", layer + "/inner");
        graph.node("Div " + layer + "/inner root -> " + layer + "/quotient")
                .node("Erf " + layer + "/quotient -> " + layer + "/erf")
                .node("Add " + layer + "/erf unit -> " + layer + "/shifted")
                .node("Mul " + layer + "/inner " + layer + "/shifted -> " + layer + "/doubled")
                .node("Mul " + layer + "/doubled half -> " + layer + "/gelu");
        linear(graph, layer + ".down", layer + "/gelu", layer + "/outer");
        graph.node("Add " + layer + "/outer " + layer + "/normed -> " + layer + "/last");
        norm(graph, layer + ".second", layer + "/last", y);
        return y;
    }

    private static void pooling(ModelBytes graph) {
        graph.node("Unsqueeze attention_mask last -> pool/mask")
                .node("Shape states -> pool/shape")
                .node("Expand pool/mask pool/shape -> pool/expanded")
                .node("Cast pool/expanded -> pool/float", ModelBytes.integer("to", FLOAT))
                .node("Mul states pool/float -> pool/masked")
                .node("ReduceSum pool/masked one -> pool/sum", ModelBytes.integer("keepdims", 0))
                .node("ReduceSum pool/float one -> pool/count", ModelBytes.integer("keepdims", 0))
                .node("Clip pool/count least -> pool/positive")
                .node("Div pool/sum pool/positive -> pool/mean")
                .node(
                        "ReduceL2 pool/mean -> pool/length",
                        ModelBytes.integers("axes", 1),
                        ModelBytes.integer("keepdims", 1))
                .node("Clip pool/length tiny -> pool/least")
                .node("Shape pool/mean -> pool/size")
                .node("Expand pool/least pool/size -> pool/lengths")
                .node("Div pool/mean pool/lengths -> embedding");
    }

    /** Returns the states of a sequence in double precision. */
    double[][] states(int[] ids, int[] types) {
        double[][] x = new double[ids.length][SIZE];
        for (int t = 0; t < ids.length; t++) {
            for (int i = 0; i < SIZE; i++) {
                x[t][i] = weights.get("words")[ids[t] * SIZE + i]
                        + weights.get("types")[types[t] * SIZE + i]
                        + weights.get("positions")[t * SIZE + i];
            }
        }
        x = normed(x, "norm");
        for (int layer = 0; layer < LAYERS; layer++) {
            String name = "layer." + layer;
            double[][] attended = linear(attended(x, name), name + ".output");
            double[][] first = normed(sum(attended, x), name + ".first");
            double[][] inner = linear(first, name + ".up");
            for (double[] row : inner) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = row[i] * (1 + erf(row[i] / Math.sqrt(2))) / 2;
                }
            }
            x = normed(sum(linear(inner, name + ".down"), first), name + ".second");
        }
        return x;
    }

    private double[][] attended(double[][] x, String name) {
        double[][] query = linear(x, name + ".query");
        double[][] key = linear(x, name + ".key");
        double[][] value = linear(x, name + ".value");
        double[][] result = new double[x.length][SIZE];
        for (int head = 0; head < HEADS; head++) {
            for (int q = 0; q < x.length; q++) {
                double[] scores = new double[x.length];
                double total = 0;
                for (int k = 0; k < x.length; k++) {
                    for (int i = head * HEAD; i < (head + 1) * HEAD; i++) {
                        scores[k] += query[q][i] * key[k][i];
                    }
                    scores[k] = Math.exp(scores[k] / Math.sqrt(HEAD));
                    total += scores[k];
                }
                for (int k = 0; k < x.length; k++) {
                    for (int i = head * HEAD; i < (head + 1) * HEAD; i++) {
                        result[q][i] += scores[k] / total * value[k][i];
                    }
                }
            }
        }
        return result;
    }

    private double[][] linear(double[][] x, String name) {
        float[] weight = weights.get(name + ".weight");
        float[] bias = weights.get(name + ".bias");
        double[][] y = new double[x.length][bias.length];
        for (int t = 0; t < x.length; t++) {
            for (int o = 0; o < bias.length; o++) {
                y[t][o] = bias[o];
                for (int i = 0; i < x[t].length; i++) {
                    y[t][o] += x[t][i] * weight[i * bias.length + o];
                }
            }
        }
        return y;
    }

    private static double[][] sum(double[][] x, double[][] y) {
        double[][] sum = new double[x.length][SIZE];
        for (int t = 0; t < x.length; t++) {
            for (int i = 0; i < SIZE; i++) {
                sum[t][i] = x[t][i] + y[t][i];
            }
        }
        return sum;
    }

    private double[][] normed(double[][] x, String name) {
        double[][] y = new double[x.length][SIZE];
        for (int t = 0; t < x.length; t++) {
            double mean = 0;
            double variance = 0;
            for (double element : x[t]) {
                mean += element / SIZE;
            }
            for (double element : x[t]) {
                variance += (element - mean) * (element - mean) / SIZE;
            }
            for (int i = 0; i < SIZE; i++) {
                y[t][i] = (x[t][i] - mean) / Math.sqrt(variance + EPSILON) * weights.get(name + ".gamma")[i]
                        + weights.get(name + ".beta")[i];
            }
        }
        return y;
    }

    /** Returns the error function, by its series or by a continued fraction. */
    private static double erf(double x) {
        double z = Math.abs(x);
        if (z < 3) {
            double term = z;
            double sum = z;
            for (int n = 1; n < 100; n++) {
                term *= -z * z / n;
                sum += term / (2 * n + 1);
            }
            return Math.signum(x) * 2 / Math.sqrt(Math.PI) * sum;
        }
        double fraction = 0;
        for (int n = 60; n > 0; n--) {
            fraction = n / 2.0 / (z + fraction);
        }
        return Math.signum(x) * (1 - Math.exp(-z * z) / Math.sqrt(Math.PI) / (z + fraction));
    }

    /** Returns the normalized mean of states. */
    static double[] embedding(double[][] states) {
        double[] mean = new double[SIZE];
        double length = 0;
        for (int i = 0; i < SIZE; i++) {
            for (double[] state : states) {
                mean[i] += state[i] / states.length;
            }
            length += mean[i] * mean[i];
        }
        for (int i = 0; i < SIZE; i++) {
            mean[i] /= Math.sqrt(length);
        }
        return mean;
    }
}
