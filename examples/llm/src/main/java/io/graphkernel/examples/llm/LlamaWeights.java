package io.graphkernel.examples.llm;

import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.examples.llm.Llama.Layer;
import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.GgufFile;
import io.graphkernel.training.ShardedCheckpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Parameters in files, by the names that published weights have. */
public final class LlamaWeights {

    private static final String HEAD = "lm_head.weight";
    private static final String TOKENS = "model.embed_tokens.weight";

    /** Names of a layer's tensors, after {@code model.layers.0.}, with those of GGUF, after {@code blk.0.}. */
    private static final Map<String, String> LAYER_NAMES = Map.of(
            "input_layernorm", "attn_norm",
            "self_attn.q_proj", "attn_q",
            "self_attn.k_proj", "attn_k",
            "self_attn.v_proj", "attn_v",
            "self_attn.o_proj", "attn_output",
            "post_attention_layernorm", "ffn_norm",
            "mlp.gate_proj", "ffn_gate",
            "mlp.up_proj", "ffn_up",
            "mlp.down_proj", "ffn_down");

    private LlamaWeights() {}

    /**
     * Returns the model in a file.
     *
     * @param path a GGUF file, a safetensors file, or the index of several
     * @return the model, whose tensors belong to the caller
     * @throws io.graphkernel.runtime.exception.GraphKernelException if it is not such a file
     */
    public static Model read(Path path) {
        String name = String.valueOf(path.getFileName());
        if (name.endsWith(".gguf")) {
            try (GgufFile file = GgufFile.open(path)) {
                long heads = (Long) file.metadata().get("llama.attention.head_count");
                Object shared = file.metadata().getOrDefault("llama.attention.head_count_kv", heads);
                return model(file.names().contains("output.weight"), tensor -> {
                    Tensor value = file.converted(gguf(tensor));
                    return tensor.contains("q_proj")
                            ? halves(value, heads)
                            : tensor.contains("k_proj") ? halves(value, (Long) shared) : value;
                });
            }
        }
        if (name.endsWith(".json")) {
            try (ShardedCheckpoint file = ShardedCheckpoint.open(path)) {
                return model(file.names().contains(HEAD), tensor -> floats(file.tensor(tensor)));
            }
        }
        try (Checkpoint file = Checkpoint.open(path)) {
            return model(file.names().contains(HEAD), tensor -> floats(file.tensor(tensor)));
        }
    }

    private static Tensor floats(Tensor tensor) {
        return tensor.dtype() == DType.F32 ? tensor : Ops.cast(tensor, DType.F32);
    }

    /** Source of a tensor by its name. */
    @FunctionalInterface
    interface Source {
        Tensor tensor(String name);
    }

    /** Returns the model of some tensors. */
    static Model model(boolean hasHead, Source source) {
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < Compiled.LAYERS; i++) {
            String prefix = "model.layers." + i + ".";
            UnaryOperator<String> name = tensor -> prefix + tensor + ".weight";
            layers.add(new Layer(
                    source.tensor(name.apply("input_layernorm")),
                    source.tensor(name.apply("self_attn.q_proj")),
                    source.tensor(name.apply("self_attn.k_proj")),
                    source.tensor(name.apply("self_attn.v_proj")),
                    source.tensor(name.apply("self_attn.o_proj")),
                    source.tensor(name.apply("post_attention_layernorm")),
                    source.tensor(name.apply("mlp.gate_proj")),
                    source.tensor(name.apply("mlp.up_proj")),
                    source.tensor(name.apply("mlp.down_proj"))));
        }
        Tensor tokens = source.tensor(TOKENS);
        return new Model(tokens, layers, source.tensor("model.norm.weight"), hasHead ? source.tensor(HEAD) : tokens);
    }

    /** Returns the tensors as a GGUF file has them: pairs of columns are adjacent there. */
    static Map<String, Tensor> gguf(Map<String, Tensor> tensors, long heads, long shared) {
        Map<String, Tensor> named = new TreeMap<>();
        tensors.forEach((name, tensor) -> named.put(
                gguf(name),
                name.contains("q_proj")
                        ? pairs(tensor, heads)
                        : name.contains("k_proj") ? pairs(tensor, shared) : tensor));
        return named;
    }

    /** Returns the name in a GGUF file. */
    static String gguf(String name) {
        switch (name) {
            case TOKENS:
                return "token_embd.weight";
            case "model.norm.weight":
                return "output_norm.weight";
            case HEAD:
                return "output.weight";
            default:
                String[] words =
                        name.substring(0, name.length() - ".weight".length()).split("\\.", 4);
                return "blk." + words[2] + "." + LAYER_NAMES.get(words[3]) + ".weight";
        }
    }

    /** Moves the rows of adjacent pairs into the halves of each head. */
    private static Tensor halves(Tensor weight, long heads) {
        long rows = weight.dimension(0);
        long columns = weight.dimension(1);
        Tensor split = reshape(weight, heads, rows / heads / 2, 2, columns);
        return reshape(transpose(split, 0, 2, 1, 3), rows, columns);
    }

    private static Tensor pairs(Tensor weight, long heads) {
        long rows = weight.dimension(0);
        long columns = weight.dimension(1);
        Tensor split = reshape(weight, heads, 2, rows / heads / 2, columns);
        return reshape(transpose(split, 0, 2, 1, 3), rows, columns);
    }
}
