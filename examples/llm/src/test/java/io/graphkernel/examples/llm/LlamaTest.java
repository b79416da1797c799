package io.graphkernel.examples.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.generation.Generation;
import io.graphkernel.generation.GenerationRequest;
import io.graphkernel.generation.TokenGenerator;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.GgufFile;
import io.graphkernel.training.GgufType;
import io.graphkernel.training.GgufWriter;
import io.graphkernel.training.Initializer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A small model with random weights, against plain Java, from each kind of file. */
@Tag("slow")
class LlamaTest {

    private static final int HEADS = 4;
    private static final int SHARED = 2;
    private static final int WIDTH = 96;
    private static final int HIDDEN = 160;
    private static final int VOCABULARY = 101;
    private static final double BASE = 10_000;
    private static final int CAPACITY = 32;

    private final TensorScope scope = TensorScope.open();
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private final Model model = LlamaWeights.model(true, this::random);

    @TempDir
    private Path directory;

    private Tensor random(String name) {
        Initializer initial = new Initializer(name.hashCode());
        long[] dims = dims(name);
        return tensors.computeIfAbsent(
                name, key -> initial.normal(dims.length == 1 ? 1 : 1 / Math.sqrt(dims[1]), dims));
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

    @BeforeEach
    void requireLlama() {
        assumeFalse(Compiled.GEMMA, "the reference is a Llama");
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private static PlainLlama plain(Map<String, Tensor> tensors) {
        Map<String, double[]> values = new TreeMap<>();
        tensors.forEach((name, tensor) -> values.put(name, tensor.toDoubleArray()));
        return new PlainLlama(values, WIDTH, HEADS, SHARED, BASE);
    }

    private static CachedLlama cached(Model model, int rows) {
        return new CachedLlama(model, Rotary.frequencies(Compiled.HEAD_SIZE, BASE), rows, CAPACITY);
    }

    private static int[] prompt(long seed, int length) {
        return new Random(seed).ints(length, 0, VOCABULARY).toArray();
    }

    private static void requireScores(Model model, PlainLlama plain, double bound) {
        int[] tokens = prompt(3, 9);
        int[] positions = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        int[] slots = Arrays.copyOf(positions, CAPACITY);
        Arrays.fill(slots, 9, CAPACITY, -1);
        try (CachedLlama cached = cached(model, 1)) {
            double[] scores = cached.forward(
                            Tensor.of(tokens, 1, 9), Tensor.of(positions, 1, 9), Tensor.of(slots, 1, CAPACITY), 0, 0)
                    .toDoubleArray();
            assertThat(scores).containsExactly(plain.scores(tokens), within(bound));
        }
    }

    @Test
    void scores_areThoseOfPlainJava() {
        requireScores(model, plain(tensors), 1e-3);
    }

    @Test
    void generations_haveTheTokensOfPlainJava() {
        PlainLlama plain = plain(tensors);
        try (CachedLlama cached = cached(model, 2);
                TokenGenerator generator = new TokenGenerator(cached, 4)) {
            List<Generation> generations = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                generations.add(generator.submit(GenerationRequest.greedy(prompt(i, 2 + 4 * i), 8)));
            }
            for (Generation generation : generations) {
                int[] tokens = generation.request().prompt();
                for (int token : generation.tokens()) {
                    double[] scores = plain.scores(tokens);
                    double largest = Arrays.stream(scores).max().orElseThrow();
                    assertThat(scores[token]).isCloseTo(largest, within(2e-3));
                    tokens = Arrays.copyOf(tokens, tokens.length + 1);
                    tokens[tokens.length - 1] = token;
                }
            }
        }
    }

    @Test
    void safetensors_areRead() {
        Path path = directory.resolve("model.safetensors");
        Checkpoint.write(path, tensors, Map.of());
        requireScores(LlamaWeights.read(path), plain(tensors), 1e-3);
    }

    @ParameterizedTest
    @EnumSource(
            value = GgufType.class,
            names = {"F32", "Q8_0", "Q4_0"})
    void gguf_isRead(GgufType type) {
        Path path = directory.resolve("model.gguf");
        GgufWriter.write(
                path,
                LlamaWeights.gguf(tensors, HEADS, SHARED),
                Map.of("llama.attention.head_count", (long) HEADS, "llama.attention.head_count_kv", (long) SHARED),
                (name, tensor) -> tensor.rank() == 1 ? GgufType.F32 : type);
        Map<String, Tensor> rounded = new TreeMap<>();
        Model read = LlamaWeights.read(path);
        LlamaWeights.model(true, name -> rounded.computeIfAbsent(name, key -> tensor(read, name)));
        requireScores(read, plain(rounded), 1e-3);
        try (GgufFile file = GgufFile.open(path)) {
            assertThat(file.type("blk.1.ffn_up.weight")).isEqualTo(type);
        }
    }

    /** Returns a tensor of a model by its published name. */
    private static Tensor tensor(Model model, String name) {
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
