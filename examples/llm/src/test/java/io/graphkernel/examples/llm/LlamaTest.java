package io.graphkernel.examples.llm;

import static io.graphkernel.examples.llm.TinyLlama.BASE;
import static io.graphkernel.examples.llm.TinyLlama.HEADS;
import static io.graphkernel.examples.llm.TinyLlama.SHARED;
import static io.graphkernel.examples.llm.TinyLlama.TINY;
import static io.graphkernel.examples.llm.TinyLlama.VOCABULARY;
import static io.graphkernel.examples.llm.TinyLlama.WIDTH;
import static io.graphkernel.examples.llm.TinyLlama.gguf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.generation.Generation;
import io.graphkernel.generation.GenerationRequest;
import io.graphkernel.generation.TokenGenerator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.GgufFile;
import io.graphkernel.training.GgufType;
import io.graphkernel.training.GgufWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A small model with random weights, against plain Java, from each kind of file. */
@Tag("slow")
class LlamaTest {

    /** Difference of logits by the rounding of keys and values in the cache. */
    private static final double CACHE_BOUND = switch (Compiled.CACHE) {
        case "f32" -> 0;
        case "f16" -> 5e-3;
        default -> 4e-2;
    };

    private static final int CAPACITY = 32;

    private final TensorScope scope = TensorScope.open();
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private final Model model = LlamaWeights.model(true, this::random);

    @TempDir
    private Path directory;

    private Tensor random(String name) {
        return tensors.computeIfAbsent(name, TINY::random);
    }

    @BeforeEach
    void requireLlama() {
        assumeFalse(Compiled.GEMMA, "the reference is a Llama");
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private static CachedLlama cached(LlamaModel model, int rows) {
        return new CachedLlama(model, Rotary.frequencies(Compiled.HEAD_SIZE, BASE), rows, CAPACITY);
    }

    private static int[] prompt(long seed, int length) {
        return new Random(seed).ints(length, 0, VOCABULARY).toArray();
    }

    private static void requireLogits(LlamaModel model, PlainLlama plain, double bound) {
        int[] tokens = prompt(3, 9);
        int[] positions = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        try (CachedLlama cached = cached(model, 1)) {
            double[] logits = cached.forward(Tensor.of(tokens, 1, 9), Tensor.of(positions, 1, 9), 0)
                    .toDoubleArray();
            assertThat(logits).containsExactly(plain.logits(tokens), within(bound + CACHE_BOUND));
        }
    }

    @Test
    void logits_areThoseOfPlainJava() {
        requireLogits(model, TINY.plain(tensors), 1e-3);
    }

    /** Appends tokens to a row, and returns the logits after the last one. */
    private static float[] appended(CachedLlama cached, int row, int first, int... tokens) {
        int[] positions = IntStream.range(first, first + tokens.length).toArray();
        return cached.forward(Tensor.of(tokens, 1, tokens.length), Tensor.of(positions, 1, tokens.length), row)
                .toFloatArray();
    }

    @Test
    void rowsOfDifferentLengths_haveTheBitsOfTheirSequencesAlone() {
        int[] lengths = {9, 2, 5};
        try (CachedLlama together = cached(model, 3);
                CachedLlama alone = cached(model, 1)) {
            for (int row = 0; row < lengths.length; row++) {
                appended(together, row, 0, prompt(row, lengths[row]));
            }
            float[] logits = together.forward(Tensor.of(new int[] {7, 8, 9}, 3, 1), Tensor.of(lengths, 3, 1), 0)
                    .toFloatArray();
            for (int row = 0; row < lengths.length; row++) {
                appended(alone, 0, 0, prompt(row, lengths[row]));
                assertThat(Arrays.copyOfRange(logits, row * VOCABULARY, (row + 1) * VOCABULARY))
                        .isEqualTo(appended(alone, 0, lengths[row], 7 + row));
            }
        }
    }

    @Test
    void generations_haveTheTokensOfPlainJava() {
        PlainLlama plain = TINY.plain(tensors);
        try (CachedLlama cached = cached(model, 2);
                TokenGenerator generator = new TokenGenerator(cached, 4)) {
            List<Generation> generations = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                generations.add(generator.submit(GenerationRequest.greedy(prompt(i, 2 + 4 * i), 8)));
            }
            for (Generation generation : generations) {
                int[] tokens = generation.request().prompt();
                for (int token : generation.tokens()) {
                    double[] logits = plain.logits(tokens);
                    double largest = Arrays.stream(logits).max().orElseThrow();
                    assertThat(logits[token]).isCloseTo(largest, within(2e-3));
                    tokens = Arrays.copyOf(tokens, tokens.length + 1);
                    tokens[tokens.length - 1] = token;
                }
            }
        }
    }

    /** The embedding of a token is NaN, and with it the keys and values of its sequence. */
    @Test
    void sequence_afterNotANumber_hasTheTokensOfAFreshModel() {
        int bad = VOCABULARY - 1;
        GenerationRequest request =
                GenerationRequest.greedy(IntStream.range(1, 8).toArray(), 3);
        List<int[]> tokens = new ArrayList<>();
        model.tokens().slice(bad, bad + 1L).copyFrom(filled(WIDTH, Float.NaN));
        for (boolean isReused : new boolean[] {false, true}) {
            try (CachedLlama cached = cached(model, 1);
                    TokenGenerator generator = new TokenGenerator(cached, 4)) {
                if (isReused) {
                    int[] prompt = IntStream.generate(() -> bad).limit(20).toArray();
                    generator.submit(GenerationRequest.greedy(prompt, 1)).tokens();
                }
                tokens.add(generator.submit(request).tokens());
            }
        }
        assertThat(tokens.get(1)).isEqualTo(tokens.get(0)).doesNotContain(bad);
        assertThat(tokens.get(0)).isNotEqualTo(new int[3]);
    }

    private static float[] filled(int count, float value) {
        float[] elements = new float[count];
        Arrays.fill(elements, value);
        return elements;
    }

    @Test
    void safetensors_areRead() {
        Path path = directory.resolve("model.safetensors");
        Checkpoint.write(path, tensors, Map.of());
        requireLogits(LlamaWeights.read(path), TINY.plain(tensors), 1e-3);
    }

    /** Writes a directory of published weights, in a dtype. */
    private void writeDirectory(String dtype, String... more) throws IOException {
        Map<String, Tensor> written = new TreeMap<>();
        tensors.forEach(
                (name, tensor) -> written.put(name, dtype.equals("bfloat16") ? Ops.cast(tensor, DType.BF16) : tensor));
        Checkpoint.write(directory.resolve("model.safetensors"), written, Map.of());
        String config = "{\"model_type\": \"llama\", \"num_hidden_layers\": " + Compiled.LAYERS
                + ", \"hidden_size\": " + WIDTH + ", \"num_attention_heads\": " + HEADS + ", \"head_dim\": "
                + Compiled.HEAD_SIZE + ", \"rms_norm_eps\": " + Compiled.EPSILON
                + ", \"hidden_act\": \"silu\", \"sliding_window\": null, \"torch_dtype\": \"" + dtype + "\""
                + String.join("", more) + "}";
        Files.writeString(directory.resolve("config.json"), config);
    }

    @Test
    void config_choosesTheRecord_andTheFrequencies() throws IOException {
        int size = Compiled.HEAD_SIZE;
        writeDirectory("float32");
        assertThat(LlamaWeights.readStored(directory)).isInstanceOf(Model.class);
        requireLogits(LlamaWeights.read(directory), TINY.plain(tensors), 1e-3);
        assertThat(LlamaWeights.frequencies(directory).toFloatArray())
                .isEqualTo(Rotary.frequencies(size, 10_000).toFloatArray());
        writeDirectory(
                "bfloat16",
                ", \"rope_theta\": 500000.0, \"rope_scaling\": {\"rope_type\": \"llama3\", \"factor\": 8.0,",
                " \"low_freq_factor\": 1.0, \"high_freq_factor\": 4.0, \"original_max_position_embeddings\": 8192}");
        LlamaModel stored = LlamaWeights.readStored(directory);
        assertThat(stored).isInstanceOf(MixedLlama.MixedModel.class);
        Map<String, Tensor> rounded = new TreeMap<>();
        tensors.forEach((name, tensor) -> rounded.put(name, Ops.cast(Ops.cast(tensor, DType.BF16), DType.F32)));
        requireLogits(stored, TINY.plain(rounded), 1e-3);
        Tensor base = Rotary.frequencies(size, 500_000);
        assertThat(LlamaWeights.frequencies(directory).toFloatArray())
                .isEqualTo(Rotary.llama3(base, 8, 1, 4, 8192).toFloatArray());
        writeDirectory("float16", ", \"rope_scaling\": {\"type\": \"linear\", \"factor\": 4}");
        assertThat(LlamaWeights.frequencies(directory).toFloatArray())
                .isEqualTo(
                        Rotary.interpolated(Rotary.frequencies(size, 10_000), 4).toFloatArray());
    }

    @Test
    void otherConfigs_areRejectedByTheirDifference() throws IOException {
        // The last one of two members with the same name counts.
        for (String other : List.of(
                "\"model_type\": \"qwen2\"",
                "\"num_hidden_layers\": 99",
                "\"rms_norm_eps\": 0.5",
                "\"head_dim\": 8",
                "\"hidden_act\": \"relu\"",
                "\"sliding_window\": 4096",
                "\"torch_dtype\": \"int4\"",
                "\"rope_scaling\": {\"rope_type\": \"yarn\"}")) {
            writeDirectory("float32", ", ", other);
            String key = other.contains("head_dim") ? "size of a head" : other.replaceAll(".*\"(\\w+)\": [^{].*", "$1");
            assertThatThrownBy(() -> {
                        LlamaWeights.readStored(directory);
                        LlamaWeights.frequencies(directory);
                    })
                    .isInstanceOf(UnsupportedModelException.class)
                    .hasMessageContaining(key);
        }
        Files.writeString(directory.resolve("config.json"), "[]");
        assertThatThrownBy(() -> LlamaWeights.read(directory)).isInstanceOf(UnsupportedModelException.class);
    }

    private static Map<String, Object> metadata() {
        return new TreeMap<>(Map.of(
                "general.architecture",
                "llama",
                "llama.block_count",
                Compiled.LAYERS,
                "llama.attention.head_count",
                HEADS,
                "llama.attention.head_count_kv",
                SHARED,
                "llama.attention.layer_norm_rms_epsilon",
                (float) Compiled.EPSILON));
    }

    private Path write(Map<String, Tensor> written, Map<String, Object> metadata, GgufType type) {
        Path path = directory.resolve("model.gguf");
        GgufWriter.write(path, written, metadata, (name, tensor) -> tensor.rank() == 1 ? GgufType.F32 : type);
        return path;
    }

    /** A code of 8 bits has 127 steps to the largest value of its block of 32, one of 4 bits 7 or 8. */
    @ParameterizedTest
    @CsvSource({"F32, 0", "Q8_0, 0.00445", "Q4_0, 0.1255"})
    void gguf_isRead(GgufType type, double bound) {
        Path path = write(gguf(tensors), metadata(), type);
        Model read = LlamaWeights.read(path);
        Map<String, Tensor> rounded = new TreeMap<>();
        tensors.forEach((name, original) -> {
            Tensor tensor = TinyLlama.tensor(read, name);
            rounded.put(name, tensor);
            requireRounded(name, tensor.toFloatArray(), original, original.rank() == 1 ? 0 : bound);
        });
        requireLogits(read, TINY.plain(type == GgufType.F32 ? tensors : rounded), 1e-3);
        try (GgufFile file = GgufFile.open(path)) {
            assertThat(file.type("blk.1.ffn_up.weight")).isEqualTo(type);
        }
        requireStored(path, type, read, rounded);
    }

    /** Requires the format of a file in memory, the logits of plain Java, and the tokens of the f32 model. */
    private static void requireStored(Path path, GgufType type, Model read, Map<String, Tensor> rounded) {
        LlamaModel stored = LlamaWeights.readStored(path);
        Map<GgufType, Class<?>> formats =
                Map.of(GgufType.Q8_0, Q8Llama.Q8Model.class, GgufType.Q4_0, Q4Llama.Q4Model.class);
        assertThat(stored).isInstanceOf(formats.getOrDefault(type, Model.class));
        requireLogits(stored, TINY.plain(rounded), 1e-3);
        List<int[]> tokens = new ArrayList<>();
        for (LlamaModel model : List.of(read, stored)) {
            try (CachedLlama cached = cached(model, 2);
                    TokenGenerator generator = new TokenGenerator(cached, 4)) {
                Generation first = generator.submit(GenerationRequest.greedy(prompt(5, 3), 12));
                tokens.add(generator
                        .submit(GenerationRequest.greedy(prompt(6, 7), 12))
                        .tokens());
                tokens.add(first.tokens());
            }
        }
        assertThat(tokens.get(2)).isEqualTo(tokens.get(0));
        assertThat(tokens.get(3)).isEqualTo(tokens.get(1));
    }

    @Test
    void ggufOfGemma_isRead() {
        Map<String, Tensor> written = TinyLlama.gemmaGguf(tensors);
        Map<String, Object> metadata = new TreeMap<>();
        metadata().forEach((key, value) -> metadata.put(key.replace("llama", "gemma"), value));
        metadata.put("general.architecture", "gemma");
        Path path = write(written, metadata, GgufType.F32);
        try (GgufFile file = GgufFile.open(path)) {
            Model read = new LlamaGguf(path, file, true).model();
            tensors.forEach(
                    (name, original) -> assertThat(TinyLlama.tensor(read, name).toFloatArray())
                            .as(name)
                            .containsExactly(original.toFloatArray(), within(name.contains("norm") ? 1e-6f : 0)));
            assertThatThrownBy(() -> new LlamaGguf(path, file, false)).isInstanceOf(UnsupportedModelException.class);
        }
    }

    private static void requireRounded(String name, float[] actual, Tensor original, double bound) {
        float[] expected = original.toFloatArray();
        assertThat(actual).hasSameSizeAs(expected);
        for (int block = 0; block < expected.length; block += 32) {
            float largest = 0;
            for (int i = block; i < Math.min(expected.length, block + 32); i++) {
                largest = Math.max(largest, Math.abs(expected[i]));
            }
            for (int i = block; i < Math.min(expected.length, block + 32); i++) {
                assertThat(actual[i]).as("%s, element %s", name, i).isCloseTo(expected[i], within((float)
                        (bound * largest)));
            }
        }
    }

    @Test
    void otherModels_areRejectedByTheirDifference() {
        for (Map.Entry<String, Object> other : Map.<String, Object>of(
                        "general.architecture",
                        "qwen2",
                        "llama.block_count",
                        Compiled.LAYERS + 1,
                        "llama.attention.head_count",
                        2 * HEADS,
                        "llama.attention.layer_norm_rms_epsilon",
                        1e-3f)
                .entrySet()) {
            Map<String, Object> metadata = metadata();
            metadata.put(other.getKey(), other.getValue());
            Path path = write(gguf(tensors), metadata, GgufType.F32);
            assertThatThrownBy(() -> LlamaWeights.read(path))
                    .isInstanceOf(UnsupportedModelException.class)
                    .hasMessageContaining(
                            other.getKey().equals("llama.attention.head_count") ? "heads of" : other.getKey());
        }
        for (String extra : List.of("model.layers.0.self_attn.q_proj.bias", "model.layers.2.input_layernorm.weight")) {
            Map<String, Tensor> more = new TreeMap<>(tensors);
            more.put(extra, Tensor.zeros(WIDTH));
            Path path = write(gguf(more), metadata(), GgufType.F32);
            assertThatThrownBy(() -> LlamaWeights.read(path)).isInstanceOf(UnsupportedModelException.class);
            Path published = directory.resolve("more.safetensors");
            Checkpoint.write(published, more, Map.of());
            assertThatThrownBy(() -> LlamaWeights.read(published))
                    .isInstanceOf(UnsupportedModelException.class)
                    .hasMessageContaining(extra);
        }
    }

    @Test
    void cache_createdInAClosedScope_staysOpen_andOpensNone() {
        CachedLlama cached;
        try (TensorScope inner = TensorScope.open()) {
            cached = cached(model, 1);
        }
        try (cached;
                TokenGenerator generator = new TokenGenerator(cached)) {
            assertThat(generator
                            .submit(GenerationRequest.greedy(new int[] {1}, 3))
                            .tokens())
                    .hasSize(3);
            TensorScope.open().close();
        }
    }

    /** Returns the frequencies of a file with further metadata, and with factors if there are any. */
    private float[] frequencies(Map<String, Object> further, Tensor factors) {
        Map<String, Object> metadata = metadata();
        further.forEach((key, value) -> metadata.put("llama.rope." + key, value));
        Map<String, Tensor> written = gguf(tensors);
        if (factors != null) {
            written.put("rope_freqs.weight", factors);
        }
        return LlamaWeights.frequencies(write(written, metadata, GgufType.F32)).toFloatArray();
    }

    @Test
    void frequenciesOfAGguf_haveItsBaseAndScaling() {
        int size = Compiled.HEAD_SIZE;
        float[] base = Rotary.frequencies(size, 500_000).toFloatArray();
        assertThat(frequencies(Map.of(), null))
                .isEqualTo(Rotary.frequencies(size, 10_000).toFloatArray());
        assertThat(frequencies(Map.of("freq_base", 500_000f, "dimension_count", size), null))
                .isEqualTo(base);
        float[] linear =
                frequencies(Map.of("freq_base", 500_000f, "scaling.type", "linear", "scaling.factor", 4f), null);
        float[] factors = new float[size / 2];
        for (int i = 0; i < factors.length; i++) {
            factors[i] = 1 + i;
        }
        float[] divided = frequencies(Map.of("freq_base", 500_000f), Tensor.of(factors, size / 2));
        for (int i = 0; i < size / 2; i++) {
            assertThat(linear[i]).isEqualTo(base[i] / 4);
            assertThat(divided[i]).isEqualTo(base[i] / factors[i]);
        }
        assertThatThrownBy(() -> frequencies(Map.of("scaling.type", "yarn"), null))
                .isInstanceOf(UnsupportedModelException.class)
                .hasMessageContaining("llama.rope.scaling.type is yarn");
        assertThatThrownBy(() -> frequencies(Map.of("dimension_count", 2 * size), null))
                .isInstanceOf(UnsupportedModelException.class)
                .hasMessageContaining("dimension_count");
    }

    @Test
    void frequencies_areScaled() {
        Tensor frequencies = Rotary.frequencies(64, 500_000);
        float[] plain = frequencies.toFloatArray();
        float[] scaled = Rotary.llama3(frequencies, 8, 1, 4, 8192).toFloatArray();
        assertThat(scaled[0]).isEqualTo(plain[0]);
        assertThat(scaled[31]).isCloseTo(plain[31] / 8, within(1e-9f));
        assertThat(Rotary.interpolated(frequencies, 4).toFloatArray()[5]).isEqualTo(plain[5] / 4);
    }
}
