package io.graphkernel.examples.gpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Training.Moments;
import io.graphkernel.generation.Generation;
import io.graphkernel.generation.GenerationRequest;
import io.graphkernel.generation.TokenGenerator;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.GgufFile;
import io.graphkernel.training.GgufType;
import io.graphkernel.training.GgufWriter;
import io.graphkernel.training.Initializer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generation with a cache: the tokens are those of recomputation, in any batch. */
@Tag("slow")
class Gpt2GenerationTest {

    private static final int VOCABULARY = 211;
    private static final int POSITIONS = 48;
    private static final int WIDTH = 2 * Gpt2.HEAD_SIZE;

    @TempDir
    private Path directory;

    private final TensorScope scope = TensorScope.open();
    private final Model model = model();

    private static Model model() {
        // Of this deviation, scores differ by more than roundings.
        Initializer initial = new Initializer(3);
        Weights weights = (name, dims) -> initial.normal(1 / Math.sqrt(WIDTH), dims);
        return weights.model(VOCABULARY, POSITIONS, WIDTH);
    }

    @BeforeEach
    void requireExactValues() {
        assumeTrue(Compiled.VALUES.equals("f32"), "tokens of 16-bit values differ where scores are close");
        assumeTrue(Compiled.TENSOR_RANKS == 1, "a rank generates alone");
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private static int[] prompt(long seed, int length) {
        return new Random(seed).ints(length, 0, VOCABULARY).toArray();
    }

    @Test
    void sampler_generatesTheTokensOfRecomputation() {
        int[] prompt = prompt(1, 5);

        assertThat(new Sampler(model, 0, 0).continuation(prompt, POSITIONS - 5))
                .isEqualTo(new RecomputingSampler(model).continuation(prompt, POSITIONS - 5));
    }

    @Test
    void generations_inBatches_haveTheTokensOfRecomputation() {
        RecomputingSampler recomputing = new RecomputingSampler(model);
        try (CachedGpt2 cached = new CachedGpt2(model, 3, POSITIONS);
                TokenGenerator generator = new TokenGenerator(cached, 4)) {
            List<Generation> generations = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                generations.add(generator.submit(GenerationRequest.greedy(prompt(i, 1 + 3 * i), 20 - 2 * i)));
            }
            for (Generation generation : generations) {
                GenerationRequest request = generation.request();
                int[] expected = recomputing.continuation(request.prompt(), request.maxTokens());
                assertThat(generation.tokens())
                        .isEqualTo(Arrays.copyOfRange(expected, request.prompt().length, expected.length));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = GgufType.class,
            names = {"F32", "Q8_0", "Q4_0"})
    void trainedModel_savedAndQuantized_generatesTheTextThatItLearned(GgufType type) {
        List<Integer> shuffled = new ArrayList<>(IntStream.range(0, 32).boxed().toList());
        Collections.shuffle(shuffled, new Random(4));
        int[] text = shuffled.stream().limit(25).mapToInt(Integer::intValue).toArray();
        Path path = directory.resolve("model.gguf");
        GgufWriter.write(path, Parameters.of(trained(text)), Map.of(), (name, tensor) -> type);

        try (GgufFile file = GgufFile.open(path)) {
            Model read = Parameters.map(trained(null), (name, tensor) -> file.converted(name));
            assertThat(new Sampler(read, 0, 0).continuation(Arrays.copyOf(text, 3), 22))
                    .isEqualTo(text);
        }
    }

    /** Returns a tiny model that was trained on a text; without a text one that was not trained. */
    private static Model trained(int[] text) {
        Model tiny = Weights.random(2).model(32, 32, Gpt2.HEAD_SIZE);
        if (text == null) {
            return tiny;
        }
        Moments moments = new Moments(zeros(tiny), zeros(tiny));
        Tensor tokens = Tensor.of(Arrays.copyOf(text, 24), 1, 24);
        Tensor targets = Tensor.of(Arrays.copyOfRange(text, 1, 25), 1, 24);
        for (int step = 1; step <= 60; step++) {
            Gpt2TrainingKernels.trainStep(tiny, moments, tokens, targets, 2e-3f, step, step);
        }
        return tiny;
    }

    private static Model zeros(Model model) {
        return Parameters.map(model, (name, tensor) -> Tensor.zeros(tensor.dimensions()));
    }

    @Test
    void sampler_continuesBeyondThePositions() {
        int[] prompt = prompt(2, 30);

        assertThat(new Sampler(model, 7, 0.8f).continuation(prompt, 2 * POSITIONS))
                .hasSize(30 + 2 * POSITIONS);
    }
}
