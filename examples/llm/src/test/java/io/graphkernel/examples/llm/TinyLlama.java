package io.graphkernel.examples.llm;

import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.Initializer;
import java.util.Map;
import java.util.TreeMap;

/** Sizes, random tensors and GGUF tensors of the model of the tests. */
final class TinyLlama {

    static final int HEADS = 4;
    static final int SHARED = 2;
    static final int WIDTH = 96;
    private static final int HIDDEN = 160;
    static final int VOCABULARY = 101;
    static final double BASE = 10_000;
    static final LlamaSizes SIZES = new LlamaSizes(HEADS, SHARED, HIDDEN, VOCABULARY, WIDTH);

    private TinyLlama() {}

    /** Returns a random tensor, which depends on its published name alone. */
    static Tensor random(String name) {
        long[] dims = dims(name);
        return new Initializer(name.hashCode()).normal(dims.length == 1 ? 1 : 1 / Math.sqrt(dims[1]), dims);
    }

    private static long[] dims(String name) {
        int size = Compiled.HEAD_SIZE;
        if (name.contains("norm")) {
            return new long[] {WIDTH};
        } else if (name.contains("q_proj")) {
            return new long[] {HEADS * size, WIDTH};
        } else if (name.contains("k_proj") || name.contains("v_proj")) {
            return new long[] {SHARED * size, WIDTH};
        } else if (name.contains("o_proj")) {
            return new long[] {WIDTH, HEADS * size};
        } else if (name.contains("down_proj")) {
            return new long[] {WIDTH, HIDDEN};
        } else if (name.contains("gate_proj") || name.contains("up_proj")) {
            return new long[] {HIDDEN, WIDTH};
        }
        return new long[] {VOCABULARY, WIDTH};
    }

    /** Returns the model of some tensors by their published names, in double precision. */
    static PlainLlama plain(Map<String, Tensor> tensors) {
        Map<String, double[]> values = new TreeMap<>();
        tensors.forEach((name, tensor) -> values.put(name, tensor.toDoubleArray()));
        return new PlainLlama(values, WIDTH, HEADS, SHARED, BASE);
    }

    /** Returns a tensor of a model by its published name. */
    static Tensor tensor(Model model, String name) {
        String[] words = name.split("\\.");
        if (!name.contains("layers")) {
            return name.contains("embed") ? model.tokens() : name.contains("norm") ? model.norm() : model.head();
        }
        Llama.Layer layer = model.layers().get(Integer.parseInt(words[2]));
        return switch (words[words.length - 2]) {
            case "input_layernorm" -> layer.attentionNorm();
            case "q_proj" -> layer.query();
            case "k_proj" -> layer.key();
            case "v_proj" -> layer.value();
            case "o_proj" -> layer.output();
            case "post_attention_layernorm" -> layer.mlpNorm();
            case "gate_proj" -> layer.gate();
            case "up_proj" -> layer.up();
            default -> layer.down();
        };
    }

    /** Returns the tensors as llama.cpp's converter writes them: pairs of columns are adjacent in query and key. */
    static Map<String, Tensor> gguf(Map<String, Tensor> tensors) {
        Map<String, String> names = Map.of(
                "input_layernorm", "attn_norm",
                "self_attn.q_proj", "attn_q",
                "self_attn.k_proj", "attn_k",
                "self_attn.v_proj", "attn_v",
                "self_attn.o_proj", "attn_output",
                "post_attention_layernorm", "ffn_norm",
                "mlp.gate_proj", "ffn_gate",
                "mlp.up_proj", "ffn_up",
                "mlp.down_proj", "ffn_down");
        Map<String, Tensor> named = new TreeMap<>();
        tensors.forEach((name, tensor) -> {
            String renamed = name.replace("model.layers", "blk")
                    .replace("model.embed_tokens", "token_embd")
                    .replace("model.norm", "output_norm")
                    .replace("lm_head", "output");
            for (Map.Entry<String, String> entry : names.entrySet()) {
                renamed = renamed.replace(entry.getKey(), entry.getValue());
            }
            named.put(renamed, name.contains("q_proj") || name.contains("k_proj") ? pairs(tensor) : tensor);
        });
        return named;
    }

    private static Tensor pairs(Tensor weight) {
        float[] values = weight.toFloatArray();
        float[] paired = new float[values.length];
        int size = Compiled.HEAD_SIZE;
        for (int row = 0; row < values.length / WIDTH; row++) {
            int inHead = row % size;
            int to = row - inHead + 2 * (inHead % (size / 2)) + inHead / (size / 2);
            System.arraycopy(values, row * WIDTH, paired, to * WIDTH, WIDTH);
        }
        return Tensor.of(paired, weight.dimensions());
    }
}
