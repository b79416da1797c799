package io.graphkernel.examples.llm;

import static io.graphkernel.runtime.Ops.div;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.sub;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.GgufFile;
import io.graphkernel.training.GgufType;
import io.graphkernel.training.QuantizedTensor;
import java.nio.file.Path;
import java.util.EnumSet;
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

    /** Divisors of the frequencies, of a Llama 3.1 and later ones. */
    private static final String FACTORS = "rope_freqs.weight";

    private static final double DEFAULT_BASE = 10_000;

    private final Path path;
    private final GgufFile file;
    private final boolean isGemma;
    private final long heads;
    private final long shared;
    /** Names in the file by published ones. */
    private final Map<String, String> names = new HashMap<>();

    /**
     * Checks that the compiled model reads a file.
     *
     * @param isGemma true for the architecture gemma, false for llama
     */
    LlamaGguf(Path path, GgufFile file, boolean isGemma) {
        this.path = path;
        this.file = file;
        this.isGemma = isGemma;
        String architecture = isGemma ? "gemma" : "llama";
        require("general.architecture", architecture);
        require(architecture + ".block_count", (long) Compiled.LAYERS);
        String epsilon = architecture + ".attention.layer_norm_rms_epsilon";
        Object stated = file.metadata().get(epsilon);
        // Files have it in single precision.
        if (!(stated instanceof Double number) || number.floatValue() != (float) Compiled.EPSILON) {
            throw different(epsilon, stated, Compiled.EPSILON);
        }
        this.heads = count(architecture + ".attention.head_count", null);
        this.shared = count(architecture + ".attention.head_count_kv", heads);
        Set<String> unread = new TreeSet<>();
        for (String name : file.names()) {
            String published = published(name);
            if (published == null) {
                unread.add(name);
            } else {
                names.put(published, name);
            }
        }
        unread.remove(FACTORS);
        if (!unread.isEmpty()) {
            throw new UnsupportedModelException(path + ": the model does not read " + unread);
        }
        requireHeads("q_proj", heads);
        requireHeads("k_proj", shared);
        LlamaWeights.requireNames(path, names.keySet());
    }

    /** Returns the parameters as f32. */
    Model model() {
        return LlamaWeights.model(hasHead(), this::tensor);
    }

    /** Returns the parameters in the formats of the matrices. */
    LlamaModel stored() {
        Set<GgufType> types = EnumSet.noneOf(GgufType.class);
        for (String name : names.values()) {
            if (file.dimensions(name).length > 1) {
                types.add(file.type(name));
            }
        }
        if (types.equals(Set.of(GgufType.Q8_0))) {
            return Q8Llama.model(hasHead(), this::tensor, this::quantized);
        }
        if (types.equals(Set.of(GgufType.Q4_0))) {
            return Q4Llama.model(hasHead(), this::tensor, this::quantized);
        }
        if (types.equals(Set.of(GgufType.F32))) {
            return model();
        }
        return MixedLlama.model(hasHead(), this::tensor, this::stored);
    }

    /** Returns the frequencies of the rotary embedding. */
    Tensor frequencies() {
        String rope = (isGemma ? "gemma" : "llama") + ".rope.";
        Object columns = file.metadata().get(rope + "dimension_count");
        if (columns != null && !columns.equals((long) Compiled.HEAD_SIZE)) {
            throw different(rope + "dimension_count", columns, Compiled.HEAD_SIZE);
        }
        Tensor frequencies = Rotary.frequencies(Compiled.HEAD_SIZE, number(rope + "freq_base", DEFAULT_BASE));
        if (file.names().contains(FACTORS)) {
            frequencies = div(frequencies, file.converted(FACTORS));
        }
        Object scaling = file.metadata().getOrDefault(rope + "scaling.type", "none");
        return switch (String.valueOf(scaling)) {
            case "none" -> Rotary.interpolated(frequencies, number(rope + "scale_linear", 1));
            case "linear" -> Rotary.interpolated(frequencies, number(rope + "scaling.factor", 1));
            default -> throw different(rope + "scaling.type", scaling, "linear scaling");
        };
    }

    private double number(String key, double missing) {
        Object value = file.metadata().getOrDefault(key, missing);
        if (value instanceof Double number && number > 0) {
            return number;
        }
        throw different(key, value, "positive numbers");
    }

    private boolean hasHead() {
        return names.containsKey(LlamaWeights.HEAD);
    }

    private Tensor tensor(String name) {
        Tensor value = file.converted(names.get(name));
        return isGemma && name.contains("norm") ? sub(value, 1) : inHalves(name, value);
    }

    private QuantizedTensor quantized(String name) {
        QuantizedTensor value = file.quantized(names.get(name));
        return new QuantizedTensor(inHalves(name, value.codes()), inHalves(name, value.scales()), null);
    }

    private StoredMatrix stored(String name) {
        return StoredMatrix.read(file, names.get(name), tensor -> inHalves(name, tensor));
    }

    /** Moves the rows of adjacent pairs into the halves of each head, in query and key of a Llama. */
    private Tensor inHalves(String name, Tensor value) {
        if (isGemma || !name.contains("q_proj") && !name.contains("k_proj")) {
            return value;
        }
        long count = name.contains("q_proj") ? heads : shared;
        Tensor split = reshape(value, count, value.dimension(0) / count / 2, 2, -1);
        return reshape(transpose(split, 0, 2, 1, 3), value.dimensions());
    }

    private void require(String key, Object expected) {
        Object value = file.metadata().get(key);
        if (!expected.equals(value)) {
            throw different(key, value, expected);
        }
    }

    private UnsupportedModelException different(String key, Object value, Object expected) {
        return new UnsupportedModelException(
                path + ": " + key + " is " + value + ", but the model is compiled for " + expected);
    }

    private long count(String key, Object missing) {
        Object value = file.metadata().getOrDefault(key, missing);
        if (value instanceof Long count && count > 0) {
            return count;
        }
        throw different(key, value, "one number of heads");
    }

    private void requireHeads(String suffix, long heads) {
        names.forEach((published, name) -> {
            if (published.contains(suffix) && file.dimensions(name)[0] != heads * Compiled.HEAD_SIZE) {
                throw different(
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
}
