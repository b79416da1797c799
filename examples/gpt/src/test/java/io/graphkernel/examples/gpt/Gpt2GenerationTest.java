package io.graphkernel.examples.gpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.generation.Generation;
import io.graphkernel.generation.GenerationRequest;
import io.graphkernel.generation.TokenGenerator;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Initializer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Generation with a cache: the tokens are those of recomputation, in any batch. */
@Tag("slow")
class Gpt2GenerationTest {

    private static final int VOCABULARY = 211;
    private static final int POSITIONS = 48;
    private static final int WIDTH = 2 * Gpt2.HEAD_SIZE;

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

    @Test
    void sampler_continuesBeyondThePositions() {
        int[] prompt = prompt(2, 30);

        assertThat(new Sampler(model, 7, 0.8f).continuation(prompt, 2 * POSITIONS))
                .hasSize(30 + 2 * POSITIONS);
    }
}
