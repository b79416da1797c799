package io.graphkernel.examples.llm;

import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The model in plain Java and double precision, over a whole sequence and without a cache. */
final class PlainLlama {

    private final Map<String, double[]> tensors;
    private final int width;
    private final int heads;
    private final int shared;
    private final double base;
    private final UnaryOperator<double[]> rounding;

    PlainLlama(Map<String, double[]> tensors, int width, int heads, int shared, double base) {
        this(tensors, width, heads, shared, base, UnaryOperator.identity());
    }

    private PlainLlama(
            Map<String, double[]> tensors,
            int width,
            int heads,
            int shared,
            double base,
            UnaryOperator<double[]> rounding) {
        this.tensors = tensors;
        this.width = width;
        this.heads = heads;
        this.shared = shared;
        this.base = base;
        this.rounding = rounding;
    }

    /** Returns the same model, which rounds the vectors that are multiplied by matrices. */
    PlainLlama withRounding(UnaryOperator<double[]> rounding) {
        return new PlainLlama(tensors, width, heads, shared, base, rounding);
    }

    /** Returns the logits after the last token. */
    double[] logits(int... tokens) {
        double[][] x = new double[tokens.length][];
        double[] embedding = tensors.get("model.embed_tokens.weight");
        for (int i = 0; i < tokens.length; i++) {
            x[i] = Arrays.copyOfRange(embedding, tokens[i] * width, (tokens[i] + 1) * width);
            if (Compiled.GEMMA) {
                x[i] = Arrays.stream(x[i])
                        .map(value -> value * Math.sqrt(width))
                        .toArray();
            }
        }
        for (int layer = 0; layer < Compiled.LAYERS; layer++) {
            String prefix = "model.layers." + layer + ".";
            attention(x, prefix);
            for (double[] row : x) {
                double[] y = norm(row, prefix + "post_attention_layernorm.weight");
                double[] gate = product(prefix + "mlp.gate_proj.weight", y);
                double[] up = product(prefix + "mlp.up_proj.weight", y);
                for (int i = 0; i < gate.length; i++) {
                    up[i] *= Compiled.GEMMA ? gelu(gate[i]) : gate[i] / (1 + Math.exp(-gate[i]));
                }
                add(row, product(prefix + "mlp.down_proj.weight", up));
            }
        }
        return product("lm_head.weight", norm(x[tokens.length - 1], "model.norm.weight"));
    }

    private void attention(double[][] x, String prefix) {
        int size = Compiled.HEAD_SIZE;
        double[][] queries = new double[x.length][];
        double[][] keys = new double[x.length][];
        double[][] values = new double[x.length][];
        for (int i = 0; i < x.length; i++) {
            double[] y = norm(x[i], prefix + "input_layernorm.weight");
            queries[i] = rotated(product(prefix + "self_attn.q_proj.weight", y), i);
            keys[i] = rotated(product(prefix + "self_attn.k_proj.weight", y), i);
            values[i] = product(prefix + "self_attn.v_proj.weight", y);
        }
        for (int i = 0; i < x.length; i++) {
            double[] mixed = new double[heads * size];
            for (int head = 0; head < heads; head++) {
                int source = head / (heads / shared) * size;
                double[] weights = new double[i + 1];
                double sum = 0;
                for (int j = 0; j <= i; j++) {
                    double score = 0;
                    for (int e = 0; e < size; e++) {
                        score += queries[i][head * size + e] * keys[j][source + e];
                    }
                    weights[j] = Math.exp(score / Math.sqrt(size));
                    sum += weights[j];
                }
                for (int j = 0; j <= i; j++) {
                    for (int e = 0; e < size; e++) {
                        mixed[head * size + e] += weights[j] / sum * values[j][source + e];
                    }
                }
            }
            add(x[i], product(prefix + "self_attn.o_proj.weight", mixed));
        }
    }

    private double[] rotated(double[] x, int position) {
        int size = Compiled.HEAD_SIZE;
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            int inHead = i % size;
            int pair = inHead % (size / 2);
            double angle = position * Math.pow(base, -2.0 * pair / size);
            double other = inHead < size / 2 ? -x[i + size / 2] : x[i - size / 2];
            y[i] = x[i] * Math.cos(angle) + other * Math.sin(angle);
        }
        return y;
    }

    private double[] norm(double[] x, String name) {
        double square = Arrays.stream(x).map(value -> value * value).average().orElseThrow();
        double[] weight = tensors.get(name);
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double factor = Compiled.GEMMA ? 1 + weight[i] : weight[i];
            y[i] = x[i] * factor / Math.sqrt(square + Compiled.EPSILON);
        }
        return y;
    }

    private static double gelu(double x) {
        return 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
    }

    private double[] product(String name, double[] exact) {
        double[] x = rounding.apply(exact);
        double[] weight = tensors.get(name);
        double[] y = new double[weight.length / x.length];
        for (int i = 0; i < weight.length; i++) {
            y[i / x.length] += weight[i] * x[i % x.length];
        }
        return y;
    }

    private static void add(double[] x, double[] y) {
        for (int i = 0; i < x.length; i++) {
            x[i] += y[i];
        }
    }
}
