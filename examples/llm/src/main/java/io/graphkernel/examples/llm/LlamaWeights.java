package io.graphkernel.examples.llm;

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
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Parameters in files, by the names that published weights have. */
public final class LlamaWeights {

    static final String HEAD = "lm_head.weight";
    static final String TOKENS = "model.embed_tokens.weight";
    static final String NORM = "model.norm.weight";

    /** Names of a layer's tensors, between {@code model.layers.0.} and {@code .weight}. */
    private static final List<String> LAYER_NAMES = List.of(
            "input_layernorm",
            "self_attn.q_proj",
            "self_attn.k_proj",
            "self_attn.v_proj",
            "self_attn.o_proj",
            "post_attention_layernorm",
            "mlp.gate_proj",
            "mlp.up_proj",
            "mlp.down_proj");

    private LlamaWeights() {}

    /**
     * Returns the model in a file. Its layers and its head size must be those that {@link Compiled} has; a GGUF file also
     * states the epsilon of its norms.
     *
     * @param path a GGUF file, a safetensors file, or the index of several
     * @return the model, whose tensors belong to the caller
     * @throws io.graphkernel.runtime.exception.GraphKernelException if it is not such a file
     * @throws UnsupportedModelException if it is another model than the compiled one
     */
    public static Model read(Path path) {
        String name = String.valueOf(path.getFileName());
        if (name.endsWith(".gguf")) {
            try (GgufFile file = GgufFile.open(path)) {
                return LlamaGguf.read(path, file, Compiled.GEMMA);
            }
        }
        if (name.endsWith(".json")) {
            try (ShardedCheckpoint file = ShardedCheckpoint.open(path)) {
                return read(path, file.names(), tensor -> floats(file.tensor(tensor)));
            }
        }
        try (Checkpoint file = Checkpoint.open(path)) {
            return read(path, file.names(), tensor -> floats(file.tensor(tensor)));
        }
    }

    /** Returns the model in a file with published names, of which all must be read. */
    static Model read(Path path, Set<String> names, Source source) {
        Set<String> unread = new TreeSet<>(names);
        Set<String> missing = new TreeSet<>();
        forEachName(names.contains(HEAD), name -> {
            if (!unread.remove(name)) {
                missing.add(name);
            }
        });
        // Frequencies of old files, which follow from the base.
        unread.removeIf(name -> name.endsWith("rotary_emb.inv_freq"));
        if (!unread.isEmpty() || !missing.isEmpty()) {
            throw new UnsupportedModelException(path + ": the model of " + Compiled.LAYERS + " layers does not read "
                    + unread + ", and misses " + missing);
        }
        Model model = model(names.contains(HEAD), source);
        long rows = model.layers().get(0).key().dimension(0);
        if (rows % Compiled.HEAD_SIZE != 0) {
            throw new UnsupportedModelException(
                    path + ": keys of " + rows + " columns have no heads of " + Compiled.HEAD_SIZE);
        }
        return model;
    }

    private static void forEachName(boolean hasHead, Consumer<String> names) {
        names.accept(TOKENS);
        names.accept(NORM);
        if (hasHead) {
            names.accept(HEAD);
        }
        for (int i = 0; i < Compiled.LAYERS; i++) {
            for (String name : LAYER_NAMES) {
                names.accept("model.layers." + i + "." + name + ".weight");
            }
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
            List<Tensor> tensors = LAYER_NAMES.stream()
                    .map(name -> source.tensor(prefix + name + ".weight"))
                    .toList();
            layers.add(new Layer(
                    tensors.get(0),
                    tensors.get(1),
                    tensors.get(2),
                    tensors.get(3),
                    tensors.get(4),
                    tensors.get(5),
                    tensors.get(6),
                    tensors.get(7),
                    tensors.get(8)));
        }
        Tensor tokens = source.tensor(TOKENS);
        return new Model(tokens, layers, source.tensor(NORM), hasHead ? source.tensor(HEAD) : tokens);
    }
}
