package io.graphkernel.examples.llm;

import io.graphkernel.examples.llm.Llama.Layer;
import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.GgufFile;
import io.graphkernel.training.ShardedCheckpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Parameters in files, by the names that published weights have. */
public final class LlamaWeights {

    static final String HEAD = "lm_head.weight";
    static final String TOKENS = "model.embed_tokens.weight";
    static final String NORM = "model.norm.weight";

    /** Names of a layer's norms, between {@code model.layers.0.} and {@code .weight}. */
    private static final List<String> NORMS = List.of("input_layernorm", "post_attention_layernorm");

    /** Names of a layer's matrices, like those of the norms. */
    private static final List<String> MATRICES = List.of(
            "self_attn.q_proj",
            "self_attn.k_proj",
            "self_attn.v_proj",
            "self_attn.o_proj",
            "mlp.gate_proj",
            "mlp.up_proj",
            "mlp.down_proj");

    private LlamaWeights() {}

    /**
     * Returns the model in a file as f32. Its layers and its head size must be those that {@link Compiled} has; a GGUF
     * file and a directory also state the epsilon of its norms.
     *
     * @param path a GGUF file, a safetensors file, the index of several, or a directory with weights and a
     *     {@code config.json}
     * @return the model, whose tensors belong to the caller
     * @throws io.graphkernel.runtime.exception.GraphKernelException if it is not such a file
     * @throws UnsupportedModelException if it is another model than the compiled one
     */
    public static Model read(Path path) {
        if (Files.isDirectory(path)) {
            return read(LlamaConfig.read(path).weights());
        }
        if (isGguf(path)) {
            try (GgufFile file = GgufFile.open(path)) {
                return new LlamaGguf(path, file, Compiled.GEMMA).model();
            }
        }
        return read(path, (names, source) -> {
            Source<Tensor> floats = name -> floats(source.tensor(name));
            Model model = model(names.contains(HEAD), floats);
            requireHeads(path, model);
            return model;
        });
    }

    /** Constructor of a model from the names and tensors of a file. */
    private interface ModelReader<M> {
        M read(Set<String> names, Source<Tensor> source);
    }

    private static <M> M read(Path path, ModelReader<M> reader) {
        if (String.valueOf(path.getFileName()).endsWith(".json")) {
            try (ShardedCheckpoint file = ShardedCheckpoint.open(path)) {
                requireNames(path, file.names());
                return reader.read(file.names(), file::tensor);
            }
        }
        try (Checkpoint file = Checkpoint.open(path)) {
            requireNames(path, file.names());
            return reader.read(file.names(), file::tensor);
        }
    }

    /**
     * Returns the model in a file like {@link #read}, but with the matrices of a GGUF file in their formats, and those of a
     * directory in half precision if its {@code config.json} says so. If all are Q8_0, all Q4_0 or all f32, one plan computes
     * the model, else one per product.
     *
     * @param path a file that {@link #read} accepts
     * @return the model, whose tensors belong to the caller
     * @throws io.graphkernel.runtime.exception.GraphKernelException if it is not such a file
     * @throws UnsupportedModelException if it is another model than the compiled one
     */
    public static LlamaModel readStored(Path path) {
        if (Files.isDirectory(path)) {
            LlamaConfig config = LlamaConfig.read(path);
            return config.isHalf() ? readHalf(config.weights()) : read(config.weights());
        }
        if (!isGguf(path)) {
            return read(path);
        }
        try (GgufFile file = GgufFile.open(path)) {
            return new LlamaGguf(path, file, Compiled.GEMMA).stored();
        }
    }

    /**
     * Returns the frequencies of the rotary embedding of a GGUF file, by its base, divided by its factors and by its
     * linear scaling, or those of the {@code config.json} in a directory.
     *
     * @param path a GGUF file or directory that {@link #read} accepts
     * @return f32 [head size / 2], which belongs to the caller
     * @throws io.graphkernel.runtime.exception.GraphKernelException if it is not such a file
     * @throws UnsupportedModelException if it is another model than the compiled one, or has another scaling
     */
    public static Tensor frequencies(Path path) {
        if (Files.isDirectory(path)) {
            return LlamaConfig.read(path).frequencies();
        }
        try (GgufFile file = GgufFile.open(path)) {
            return new LlamaGguf(path, file, Compiled.GEMMA).frequencies();
        }
    }

    private static boolean isGguf(Path path) {
        return String.valueOf(path.getFileName()).endsWith(".gguf");
    }

    private static LlamaModel readHalf(Path path) {
        return read(path, (names, source) -> {
            Source<Tensor> norms = name -> floats(source.tensor(name));
            LlamaModel model =
                    MixedLlama.model(names.contains(HEAD), norms, name -> StoredMatrix.of(source.tensor(name)));
            requireHeads(path, model);
            return model;
        });
    }

    private static void requireHeads(Path path, LlamaModel model) {
        if (model.keyColumns() % Compiled.HEAD_SIZE != 0) {
            throw new UnsupportedModelException(
                    path + ": keys of " + model.keyColumns() + " columns have no heads of " + Compiled.HEAD_SIZE);
        }
    }

    /** Checks that the model has the published names of a file, and reads all of them. */
    static void requireNames(Path path, Set<String> names) {
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
    }

    private static void forEachName(boolean hasHead, Consumer<String> names) {
        names.accept(TOKENS);
        names.accept(NORM);
        if (hasHead) {
            names.accept(HEAD);
        }
        for (int i = 0; i < Compiled.LAYERS; i++) {
            for (String name : NORMS) {
                names.accept(inLayer(i, name));
            }
            for (String name : MATRICES) {
                names.accept(inLayer(i, name));
            }
        }
    }

    private static Tensor floats(Tensor tensor) {
        return tensor.dtype() == DType.F32 ? tensor : Ops.cast(tensor, DType.F32);
    }

    private static String inLayer(int layer, String name) {
        return "model.layers." + layer + "." + name + ".weight";
    }

    /** Source of tensors by their published names. */
    @FunctionalInterface
    interface Source<T> {
        T tensor(String name);
    }

    /** Constructor of a layer from its norms and matrices, in the order of the model. */
    @FunctionalInterface
    interface LayerBuilder<T, L> {
        L layer(List<Tensor> norms, List<T> matrices);
    }

    /** Returns the layers of some norms and matrices. */
    static <T, L> List<L> layers(Source<Tensor> norms, Source<T> matrices, LayerBuilder<T, L> builder) {
        return IntStream.range(0, Compiled.LAYERS)
                .mapToObj(i -> builder.layer(
                        NORMS.stream()
                                .map(name -> norms.tensor(inLayer(i, name)))
                                .toList(),
                        MATRICES.stream()
                                .map(name -> matrices.tensor(inLayer(i, name)))
                                .toList()))
                .toList();
    }

    /** Returns the model of some tensors. */
    static Model model(boolean hasHead, Source<Tensor> source) {
        List<Layer> layers = layers(
                source,
                source,
                (norms, matrices) -> new Layer(
                        norms.get(0),
                        matrices.get(0),
                        matrices.get(1),
                        matrices.get(2),
                        matrices.get(3),
                        norms.get(1),
                        matrices.get(4),
                        matrices.get(5),
                        matrices.get(6)));
        Tensor tokens = source.tensor(TOKENS);
        return new Model(tokens, layers, source.tensor(NORM), hasHead ? source.tensor(HEAD) : tokens);
    }
}
