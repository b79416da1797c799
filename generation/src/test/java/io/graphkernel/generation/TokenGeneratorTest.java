package io.graphkernel.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenGeneratorTest {

    private static int[] prompt(Random random, int length) {
        return random.ints(length, 0, CountingModel.VOCABULARY).toArray();
    }

    @Test
    void generations_ofDifferentLengths_areTheSameAsAlone() {
        Random random = new Random(1);
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(3, 40), 5)) {
            List<Generation> generations = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                int[] prompt = prompt(random, 1 + random.nextInt(17));
                generations.add(generator.submit(GenerationRequest.greedy(prompt, 1 + random.nextInt(12))));
            }
            for (Generation generation : generations) {
                GenerationRequest request = generation.request();
                assertThat(generation.tokens())
                        .isEqualTo(CountingModel.continuation(request.prompt(), request.maxTokens()));
                assertThat(generation.finishReason()).isEqualTo(FinishReason.LENGTH);
            }
        }
    }

    @Test
    void prompt_isCachedInChunks_andRowsAreOneBatch() {
        CountingModel model = new CountingModel(2, 64);
        try (TokenGenerator generator = new TokenGenerator(model, 8)) {
            Generation first = generator.submit(GenerationRequest.greedy(prompt(new Random(2), 20), 30));
            first.iterator().next();
            Generation second = generator.submit(GenerationRequest.greedy(prompt(new Random(3), 3), 10));
            first.tokens();
            second.tokens();
        }
        assertThat(model.calls.subList(0, 3)).containsExactly("1x8", "1x8", "1x4");
        assertThat(model.calls).contains("2x1");
    }

    @Test
    void sequence_thatFillsItsRow_ends() {
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(1, 16))) {
            int[] prompt = prompt(new Random(4), 6);
            Generation generation = generator.submit(GenerationRequest.greedy(prompt, 100));
            assertThat(generation.tokens()).isEqualTo(CountingModel.continuation(prompt, 10));
            assertThat(generation.finishReason()).isEqualTo(FinishReason.CAPACITY);
            assertThatThrownBy(() -> generator.submit(GenerationRequest.greedy(new int[16], 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a prompt of 16 tokens leaves no slot of 16");
        }
    }

    @Test
    void stopSequence_andEndToken_endGenerations() {
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(2, 64))) {
            int[] prompt = {1, 2, 3};
            int[] continuation = CountingModel.continuation(prompt, 20);
            GenerationRequest request = GenerationRequest.greedy(prompt, 20);
            Generation stopped =
                    generator.submit(request.withEnds(-1, List.of(new int[] {continuation[4], continuation[5]})));
            Generation ended = generator.submit(request.withEnds(continuation[2], List.of()));
            assertThat(stopped.tokens()).isEqualTo(Arrays.copyOf(continuation, 6));
            assertThat(stopped.finishReason()).isEqualTo(FinishReason.STOP);
            int end = IntStream.range(0, 20)
                    .filter(i -> continuation[i] == continuation[2])
                    .findFirst()
                    .orElseThrow();
            assertThat(ended.tokens()).isEqualTo(Arrays.copyOf(continuation, end + 1));
        }
    }

    @Test
    void draws_dependOnTheSeedAlone() {
        GenerationRequest request = GenerationRequest.greedy(new int[] {5, 6}, 12)
                .withDraws(2, 9)
                .withFilters(20, 0.95f, 0.01f)
                .withRepetitionPenalty(1.2f);
        int[] alone;
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(1, 32))) {
            alone = generator.submit(request).tokens();
        }
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(3, 32))) {
            Generation other =
                    generator.submit(GenerationRequest.greedy(new int[] {7}, 9).withDraws(1, 3));
            Generation same = generator.submit(request);
            generator.submit(GenerationRequest.greedy(new int[] {1, 2, 3, 4}, 5));
            assertThat(same.tokens()).isEqualTo(alone);
            assertThat(other.tokens()).hasSize(9);
        }
    }

    @Test
    void subscribers_andIterators_receiveAllTokens() throws InterruptedException {
        int[] prompt = {8, 9};
        int[] expected = CountingModel.continuation(prompt, 7);
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(1, 32))) {
            Generation generation = generator.submit(GenerationRequest.greedy(prompt, 7));
            List<Integer> received = new ArrayList<>();
            CountDownLatch completed = new CountDownLatch(1);
            generation.subscribe(new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    subscription.request(Long.MAX_VALUE);
                }

                @Override
                public void onNext(Integer token) {
                    received.add(token);
                }

                @Override
                public void onError(Throwable failure) {
                    completed.countDown();
                }

                @Override
                public void onComplete() {
                    completed.countDown();
                }
            });
            List<Integer> iterated = new ArrayList<>();
            generation.forEach(iterated::add);
            completed.await();
            assertThat(iterated).isEqualTo(Arrays.stream(expected).boxed().toList());
            assertThat(received).isEqualTo(iterated);
            GenerationStatistics statistics = generation.statistics();
            assertThat(statistics.tokens()).isEqualTo(7);
            assertThat(statistics.promptTokens()).isEqualTo(2);
            assertThat(statistics.tokensPerSecond()).isPositive();
        }
    }

    @Test
    void close_cancelsGenerations() {
        TokenGenerator generator = new TokenGenerator(new CountingModel(1, 1 << 16));
        Generation running = generator.submit(GenerationRequest.greedy(new int[] {1}, 1 << 15));
        Generation waiting = generator.submit(GenerationRequest.greedy(new int[] {1}, 5));
        running.iterator().next();
        generator.close();
        assertThat(running.finishReason()).isEqualTo(FinishReason.CANCELED);
        assertThat(waiting.finishReason()).isEqualTo(FinishReason.CANCELED);
        assertThatThrownBy(() -> generator.submit(GenerationRequest.greedy(new int[] {1}, 5)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void exception_ofTheModel_reachesTheCaller() {
        CausalModel failing = new CausalModel() {
            @Override
            public int rows() {
                return 1;
            }

            @Override
            public int capacity() {
                return 8;
            }

            @Override
            public Tensor forward(Tensor tokens, Tensor positions, Tensor slotPositions, int row, int slot) {
                throw new IllegalStateException("no memory");
            }
        };
        try (TokenGenerator generator = new TokenGenerator(failing)) {
            Generation generation = generator.submit(GenerationRequest.greedy(new int[] {1}, 2));
            assertThatThrownBy(generation::tokens)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no memory");
        }
    }
}
