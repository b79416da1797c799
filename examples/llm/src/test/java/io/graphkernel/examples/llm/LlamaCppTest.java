package io.graphkernel.examples.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.GgufType;
import io.graphkernel.training.GgufWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Logits and tokens of a trained model against llama.cpp on the same GGUF file, and of both against plain Java in double
 * precision over the dequantized weights.
 */
@Tag("slow")
@Tag("peer")
class LlamaCppTest {

    private static final int CAPACITY = 256;
    private static final int LEARNED = 25;
    private static final int PROMPT = 3;
    private static final int BLOCK = 32;
    /** Maximum difference from double precision of logits whose products are f32. */
    private static final double F32_BOUND = 2e-5;
    /** Maximum difference of llama.cpp's logits by 8-bit activations. */
    private static final double ACTIVATION_BOUND = 0.25;
    /** The same from double precision with such activations: a value halfway between two codes has one or the other. */
    private static final double ROUNDED_BOUND = 0.1;

    private final TensorScope scope = TensorScope.open();

    @TempDir
    private Path directory;

    @BeforeEach
    void requirePeer() {
        assumeTrue(LlamaCpp.isInstalled(), "llama.cpp is not installed: add -Pllama-cpp");
        assumeTrue(!Compiled.GEMMA && Compiled.CACHE.equals("f32"), "the reference is a Llama with a cache of f32");
    }

    @AfterEach
    void close() {
        scope.close();
    }

    /** Computes the same file by three implementations. */
    private final class Comparison implements AutoCloseable {

        private final GgufType type;
        private final double bound;
        private final PlainLlama plain;
        private final PlainLlama rounded;
        private final CachedLlama own;
        private final LlamaCpp peer;
        private double ownDifference;
        private double peerDifference;
        private double roundedDifference;
        private int decided;
        private int[] sequence = {};

        Comparison(Map<String, Tensor> tensors, GgufType type) {
            Path path = directory.resolve(type + ".gguf");
            GgufWriter.write(
                    path,
                    TinyLlama.gguf(tensors),
                    TinyLlama.TINY.sizes().metadata(CAPACITY),
                    (name, tensor) -> tensor.rank() == 1 ? GgufType.F32 : type);
            Llama.Model read = LlamaWeights.read(path);
            Map<String, Tensor> dequantized = new TreeMap<>();
            tensors.keySet().forEach(name -> dequantized.put(name, TinyLlama.tensor(read, name)));
            this.type = type;
            this.bound = type == GgufType.F32 ? F32_BOUND : ACTIVATION_BOUND;
            this.plain = TinyLlama.TINY.plain(dequantized);
            this.rounded = type == GgufType.F32 ? plain : plain.withRounding(LlamaCppTest::rounded);
            this.own = new CachedLlama(LlamaWeights.readStored(path), LlamaWeights.frequencies(path), 1, CAPACITY);
            this.peer = new LlamaCpp(path, 2, CAPACITY, true);
        }

        /** Appends tokens to all three, requires equal logits after them, and returns the next token of ours. */
        int append(int... tokens) {
            int first = sequence.length;
            int count = tokens.length;
            sequence = Arrays.copyOf(sequence, first + count);
            System.arraycopy(tokens, 0, sequence, first, count);
            int[] positions = IntStream.range(first, first + count).toArray();
            double[] exact = plain.logits(sequence);
            double[] ours = own.forward(Tensor.of(tokens, 1, count), Tensor.of(positions, 1, count), 0)
                    .toDoubleArray();
            float[] logits = peer.append(tokens);
            double[] theirs = IntStream.range(0, logits.length)
                    .mapToDouble(i -> logits[i])
                    .toArray();
            ownDifference = Math.max(ownDifference, difference(ours, exact));
            peerDifference = Math.max(peerDifference, difference(theirs, exact));
            roundedDifference = Math.max(roundedDifference, difference(theirs, rounded.logits(sequence)));
            int next = largest(ours);
            if (margin(exact) > 2 * bound) {
                decided++;
                assertThat(next).as("token at %s", first + count).isEqualTo(largest(exact));
                assertThat(largest(theirs))
                        .as("token at %s of llama.cpp", first + count)
                        .isEqualTo(next);
            }
            return next;
        }

        /** Requires the stated bounds, and prints the differences. */
        void requireBounds() {
            System.out.printf(
                    Locale.ROOT,
                    "%s: ours %.1e from float64; llama.cpp %.1e, and %.1e with its rounding of activations%n",
                    type,
                    ownDifference,
                    peerDifference,
                    roundedDifference);
            assertThat(ownDifference).as("ours").isLessThan(F32_BOUND);
            assertThat(peerDifference).as("llama.cpp").isLessThan(bound);
            assertThat(roundedDifference)
                    .as("llama.cpp from rounded activations")
                    .isLessThan(type == GgufType.F32 ? F32_BOUND : ROUNDED_BOUND);
        }

        @Override
        public void close() {
            own.close();
            peer.close();
        }
    }

    /** Returns the values of 8-bit codes with an f16 scale per block, as llama.cpp encodes activations. */
    private static double[] rounded(double... x) {
        double[] y = new double[x.length];
        for (int block = 0; block < x.length; block += BLOCK) {
            double largest =
                    Arrays.stream(x, block, block + BLOCK).map(Math::abs).max().orElseThrow();
            double scale = Half.fromF16(Half.toF16((float) (largest / 127)));
            for (int i = block; i < block + BLOCK; i++) {
                y[i] = largest == 0 ? 0 : Math.rint(x[i] / (largest / 127)) * scale;
            }
        }
        return y;
    }

    private static double difference(double[] actual, double[] expected) {
        return IntStream.range(0, expected.length)
                .mapToDouble(i -> Math.abs(actual[i] - expected[i]))
                .max()
                .orElseThrow();
    }

    private static int largest(double[] logits) {
        return IntStream.range(0, logits.length)
                .reduce((i, j) -> logits[j] > logits[i] ? j : i)
                .orElseThrow();
    }

    /** Returns the difference of the best two logits. */
    private static double margin(double... logits) {
        double[] sorted = logits.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length - 1] - sorted[sorted.length - 2];
    }

    /** A prompt at once, then a token at a time. */
    @ParameterizedTest
    @EnumSource(
            value = GgufType.class,
            names = {"F32", "Q8_0", "Q4_0"})
    void trainedModel_hasTheLogitsAndTokensOfLlamaCpp(GgufType type) {
        List<Integer> tokens = IntStream.range(0, TinyLlama.VOCABULARY).boxed().collect(Collectors.toList());
        Collections.shuffle(tokens, new Random(4));
        int[] text = tokens.stream().limit(LEARNED).mapToInt(Integer::intValue).toArray();
        try (Comparison comparison = new Comparison(TrainedLlama.learn(text), type)) {
            int[] generated = Arrays.copyOf(text, LEARNED);
            generated[PROMPT] = comparison.append(Arrays.copyOf(text, PROMPT));
            for (int i = PROMPT + 1; i < LEARNED; i++) {
                generated[i] = comparison.append(generated[i - 1]);
            }
            assertThat(generated).isEqualTo(text);
            assertThat(comparison.decided).as("tokens with a large margin").isEqualTo(LEARNED - PROMPT);
            comparison.requireBounds();
        }
    }

    /** Random weights, and positions with large angles. */
    @ParameterizedTest
    @EnumSource(
            value = GgufType.class,
            names = {"F32", "Q8_0", "Q4_0"})
    void longPrompt_hasTheLogitsOfLlamaCpp(GgufType type) {
        Map<String, Tensor> tensors = TinyLlama.TINY.random();
        Random random = new Random(7);
        try (Comparison comparison = new Comparison(tensors, type)) {
            for (int count : new int[] {200, 1, 17}) {
                comparison.append(random.ints(count, 0, TinyLlama.VOCABULARY).toArray());
            }
            comparison.requireBounds();
        }
    }
}
