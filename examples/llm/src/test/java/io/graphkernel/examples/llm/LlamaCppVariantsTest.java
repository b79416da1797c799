package io.graphkernel.examples.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.GgufType;
import io.graphkernel.training.GgufWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rotary embeddings with other bases, linear scaling and factors, and tied heads, against llama.cpp; of a Gemma with
 * {@code -Dllm.gemma=true}. Plain Java is the reference where the file does not change the rotary embedding.
 */
@Tag("slow")
@Tag("peer")
class LlamaCppVariantsTest {

    private static final int CAPACITY = 256;

    private static final double PLAIN_BOUND = 2e-5;

    /** llama.cpp computes the GeLU of a Gemma by a table of f16. */
    private static final double BOUND = Compiled.GEMMA ? 5e-3 : 2 * PLAIN_BOUND;

    @TempDir
    private Path directory;

    /** A difference of the file. */
    private enum Variant {
        PLAIN(Map.of()),
        BASE(Map.of("freq_base", 500_000f)),
        LINEAR(Map.of("scaling.type", "linear", "scaling.factor", 4f)),
        FACTORS(Map.of("freq_base", 500_000f)),
        TIED(Map.of());

        private final Map<String, Object> rotary;

        Variant(Map<String, Object> rotary) {
            this.rotary = rotary;
        }
    }

    private static boolean isTied(Variant variant) {
        return variant == Variant.TIED || Compiled.GEMMA;
    }

    private Path write(Variant variant, Map<String, Tensor> tensors) {
        Map<String, Tensor> written = Compiled.GEMMA ? TinyLlama.gemmaGguf(tensors) : TinyLlama.gguf(tensors);
        if (isTied(variant)) {
            written.remove("output.weight");
        }
        if (variant == Variant.FACTORS) {
            int count = Compiled.HEAD_SIZE / 2;
            float[] factors = new float[count];
            for (int i = 0; i < count; i++) {
                factors[i] = 1 + 7f * i / count;
            }
            written.put("rope_freqs.weight", Tensor.of(factors, count));
        }
        Map<String, Object> metadata = new TreeMap<>(TinyLlama.TINY.sizes().metadata(CAPACITY));
        String prefix = metadata.get("general.architecture") + ".rope.";
        variant.rotary.forEach((key, value) -> metadata.put(prefix + key, value));
        Path path = directory.resolve("model.gguf");
        GgufWriter.write(path, written, metadata, (name, tensor) -> GgufType.F32);
        return path;
    }

    @ParameterizedTest
    @EnumSource(Variant.class)
    void variant_hasTheLogitsOfLlamaCpp(Variant variant) {
        assumeTrue(LlamaCpp.isInstalled(), "llama.cpp is not installed: add -Pllama-cpp");
        assumeTrue(Compiled.CACHE.equals("f32"), "the cache is compared as f32");
        assumeTrue(variant != Variant.FACTORS || !Compiled.GEMMA, "a Gemma has no factors");
        try (TensorScope scope = TensorScope.open()) {
            Map<String, Tensor> tensors = TinyLlama.TINY.random();
            Path path = write(variant, tensors);
            if (isTied(variant)) {
                tensors.put(LlamaWeights.HEAD, tensors.get(LlamaWeights.TOKENS));
            }
            PlainLlama plain = TinyLlama.TINY.plain(tensors);
            int[] sequence = new Random(5).ints(202, 0, TinyLlama.VOCABULARY).toArray();
            int position = 0;
            try (CachedLlama own = new CachedLlama(
                            LlamaWeights.readStored(path), LlamaWeights.frequencies(path), 1, CAPACITY);
                    LlamaCpp peer = new LlamaCpp(path, 2, CAPACITY, true)) {
                for (int count : new int[] {1, 180, 1, 20}) {
                    int[] tokens = Arrays.copyOfRange(sequence, position, position + count);
                    int[] positions =
                            IntStream.range(position, position + count).toArray();
                    position += count;
                    double[] logits = own.forward(Tensor.of(tokens, 1, count), Tensor.of(positions, 1, count), 0)
                            .toDoubleArray();
                    if (variant.rotary.isEmpty()) {
                        assertThat(logits)
                                .as("tokens up to %s", position)
                                .containsExactly(plain.logits(Arrays.copyOf(sequence, position)), within(PLAIN_BOUND));
                    }
                    float[] expected = peer.append(tokens);
                    for (int i = 0; i < expected.length; i++) {
                        assertThat(logits[i])
                                .as("%s, tokens up to %s", i, position)
                                .isCloseTo(expected[i], within(BOUND));
                    }
                }
            }
        }
    }
}
