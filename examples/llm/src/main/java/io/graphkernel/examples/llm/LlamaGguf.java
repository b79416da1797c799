package io.graphkernel.examples.llm;

import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.sub;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.GgufFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parameters in GGUF files of llama.cpp. Its converter permutes query and key of a Llama, and adds 1 to the weights of
 * the norms of a Gemma.
 */
final class LlamaGguf {

    /** Published names of the tensors outside the layers, by those of GGUF. */
    private static final Map<String, String> NAMES = Map.of(
            "token_embd.weight", LlamaWeights.TOKENS,
            "output_norm.weight", LlamaWeights.NORM,
            "output.weight", LlamaWeights.HEAD);

    /** Published names of a layer's tensors, after {@code model.layers.0.}, by those of GGUF, after {@code blk.0.}. */
    private static final Map<String, String> LAYER_NAMES = Map.of(
            "attn_norm", "input_layernorm",
            "attn_q", "self_attn.q_proj",
            "attn_k", "self_attn.k_proj",
            "attn_v", "self_attn.v_proj",
            "attn_output", "self_attn.o_proj",
            "ffn_norm", "post_attention_layernorm",
            "ffn_gate", "mlp.gate_proj",
            "ffn_up", "mlp.up_proj",
            "ffn_down", "mlp.down_proj");

    private LlamaGguf() {}

    /**
     * Returns the model in a file.
     *
     * @param isGemma true for the architecture gemma, false for llama
     */
    static Model read(Path path, GgufFile file, boolean isGemma) {
        String architecture = isGemma ? "gemma" : "llama";
        require(path, file, "general.architecture", architecture);
        require(path, file, architecture + ".block_count", (long) Compiled.LAYERS);
        String epsilon = architecture + ".attention.layer_norm_rms_epsilon";
        Object stated = file.metadata().get(epsilon);
        // Files have it in single precision.
        if (!(stated instanceof Double number) || number.floatValue() != (float) Compiled.EPSILON) {
            throw different(path, epsilon, stated, Compiled.EPSILON);
        }
        long heads = count(path, file, architecture + ".attention.head_count", null);
        long shared = count(path, file, architecture + ".attention.head_count_kv", heads);
        Map<String, String> names = new HashMap<>();
        Set<String> unread = new TreeSet<>();
        for (String name : file.names()) {
            String published = published(name);
            if (published == null) {
                unread.add(name);
            } else {
                names.put(published, name);
            }
        }
        // Factors of scaled frequencies, which Rotary computes.
        unread.remove("rope_freqs.weight");
        if (!unread.isEmpty()) {
            throw new UnsupportedModelException(path + ": the model does not read " + unread);
        }
        requireHeads(path, file, names, "q_proj", heads);
        requireHeads(path, file, names, "k_proj", shared);
        return LlamaWeights.read(path, names.keySet(), name -> {
            Tensor value = file.converted(names.get(name));
            if (isGemma) {
                return name.contains("norm") ? sub(value, 1) : value;
            }
            return name.contains("q_proj")
                    ? halves(value, heads)
                    : name.contains("k_proj") ? halves(value, shared) : value;
        });
    }

    private static void require(Path path, GgufFile file, String key, Object expected) {
        Object value = file.metadata().get(key);
        if (!expected.equals(value)) {
            throw different(path, key, value, expected);
        }
    }

    private static UnsupportedModelException different(Path path, String key, Object value, Object expected) {
        return new UnsupportedModelException(
                path + ": " + key + " is " + value + ", but the model is compiled for " + expected);
    }

    private static long count(Path path, GgufFile file, String key, Object missing) {
        Object value = file.metadata().getOrDefault(key, missing);
        if (value instanceof Long count && count > 0) {
            return count;
        }
        throw different(path, key, value, "one number of heads");
    }

    private static void requireHeads(Path path, GgufFile file, Map<String, String> names, String suffix, long heads) {
        names.forEach((published, name) -> {
            if (published.contains(suffix) && file.dimensions(name)[0] != heads * Compiled.HEAD_SIZE) {
                throw different(
                        path,
                        "the size of the " + heads + " heads of " + name,
                        (double) file.dimensions(name)[0] / heads,
                        Compiled.HEAD_SIZE);
            }
        });
    }

    /** Returns the published name of a tensor; null if the model does not have it. */
    private static String published(String name) {
        String[] words = name.split("\\.");
        if (words.length == 4
                && words[0].equals("blk")
                && words[3].equals("weight")
                && LAYER_NAMES.containsKey(words[2])) {
            return "model.layers." + words[1] + "." + LAYER_NAMES.get(words[2]) + ".weight";
        }
        return NAMES.get(name);
    }

    /** Moves the rows of adjacent pairs into the halves of each head. */
    private static Tensor halves(Tensor weight, long heads) {
        long rows = weight.dimension(0);
        long columns = weight.dimension(1);
        Tensor split = reshape(weight, heads, rows / heads / 2, 2, columns);
        return reshape(transpose(split, 0, 2, 1, 3), rows, columns);
    }
}
