package io.graphkernel.examples.llm;

import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.Initializer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Random tensors of a model, by published names and by those of GGUF.
 *
 * @param sizes sizes of the model
 */
record TinyLlama(LlamaSizes sizes) {

    static final int HEADS = 4;
    static final int SHARED = 2;
    static final int WIDTH = 96;
    static final int VOCABULARY = 101;
    static final double BASE = 10_000;

    /** The model of most tests. Its heads have more columns than the embedding. */
    static final TinyLlama TINY = new TinyLlama(new LlamaSizes(HEADS, SHARED, 160, VOCABULARY, WIDTH));

    /** Returns all tensors by their published names. */
    Map<String, Tensor> random() {
        Map<String, Tensor> tensors = new TreeMap<>();
        LlamaWeights.model(true, name -> tensors.computeIfAbsent(name, this::random));
        return tensors;
    }

    /** Returns a random tensor, which depends on its published name alone. */
    Tensor random(String name) {
        long[] dims = dims(name);
        return new Initializer(name.hashCode()).normal(dims.length == 1 ? 1 : 1 / Math.sqrt(dims[1]), dims);
    }

    private long[] dims(String name) {
        int size = Compiled.HEAD_SIZE;
        if (name.contains("norm")) {
            return new long[] {sizes.width()};
        } else if (name.contains("q_proj")) {
            return new long[] {sizes.heads() * size, sizes.width()};
        } else if (name.contains("k_proj") || name.contains("v_proj")) {
            return new long[] {sizes.shared() * size, sizes.width()};
        } else if (name.contains("o_proj")) {
            return new long[] {sizes.width(), sizes.heads() * size};
        } else if (name.contains("down_proj")) {
            return new long[] {sizes.width(), sizes.hidden()};
        } else if (name.contains("gate_proj") || name.contains("up_proj")) {
            return new long[] {sizes.hidden(), sizes.width()};
        }
        return new long[] {sizes.vocabulary(), sizes.width()};
    }

    /** Returns the model of some tensors by their published names, in double precision. */
    PlainLlama plain(Map<String, Tensor> tensors) {
        Map<String, double[]> values = new TreeMap<>();
        tensors.forEach((name, tensor) -> values.put(name, tensor.toDoubleArray()));
        return new PlainLlama(values, sizes.width(), sizes.heads(), sizes.shared(), BASE);
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

    /** Returns the tensors of a Gemma: the converter adds 1 to norms, and does not permute query and key. */
    static Map<String, Tensor> gemmaGguf(Map<String, Tensor> tensors) {
        Map<String, Tensor> named = gguf(tensors);
        tensors.forEach((name, tensor) -> {
            if (name.contains("q_proj") || name.contains("k_proj")) {
                String layer = name.split("\\.")[2];
                named.put("blk." + layer + (name.contains("q_proj") ? ".attn_q.weight" : ".attn_k.weight"), tensor);
            }
        });
        named.replaceAll((name, tensor) -> name.contains("norm") ? Ops.add(tensor, 1) : tensor);
        return named;
    }

    private static Tensor pairs(Tensor weight) {
        float[] values = weight.toFloatArray();
        float[] paired = new float[values.length];
        int width = (int) weight.dimension(-1);
        int size = Compiled.HEAD_SIZE;
        for (int row = 0; row < values.length / width; row++) {
            int inHead = row % size;
            int to = row - inHead + 2 * (inHead % (size / 2)) + inHead / (size / 2);
            System.arraycopy(values, row * width, paired, to * width, width);
        }
        return Tensor.of(paired, weight.dimensions());
    }
}
