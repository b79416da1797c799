package io.graphkernel.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    @Timeout(30)
    void prompt_isCachedInChunks_andRowsAreOneBatch() {
        CountingModel model = new CountingModel(2, 64);
        CountDownLatch isSubmitted = new CountDownLatch(1);
        CausalModel waiting = observed(model, tokens -> {
            if (tokens.dimension(1) == 1) {
                await(isSubmitted);
            }
        });
        try (TokenGenerator generator = new TokenGenerator(waiting, 8)) {
            try {
                Generation first = generator.submit(GenerationRequest.greedy(prompt(new Random(2), 20), 30));
                first.iterator().next();
                Generation second = generator.submit(GenerationRequest.greedy(prompt(new Random(3), 3), 10));
                isSubmitted.countDown();
                first.tokens();
                second.tokens();
            } finally {
                isSubmitted.countDown();
            }
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
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("GK-6524")
                    .hasMessageContaining("the length of the prompt is 16");
        }
    }

    @Test
    void row_ofAnEarlierSequence_isClearedOnce() {
        CountingModel model = new CountingModel(1, 64);
        try (TokenGenerator generator = new TokenGenerator(model, 2)) {
            for (int i = 0; i < 3; i++) {
                generator
                        .submit(GenerationRequest.greedy(prompt(new Random(i), 3), 2))
                        .tokens();
            }
        }
        assertThat(model.calls)
                .containsExactly("1x2", "1x1", "1x1", "clear 0", "1x2", "1x1", "1x1", "clear 0", "1x2", "1x1", "1x1");
    }

    @Test
    void stopSequence_andEndToken_endGenerations() {
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(2, 64))) {
            int[] prompt = {1, 2, 3};
            int[] continuation = CountingModel.continuation(prompt, 20);
            GenerationRequest request = GenerationRequest.greedy(prompt, 20);
            Generation stopped =
                    generator.submit(request.withStopTokens(-1, List.of(new int[] {continuation[4], continuation[5]})));
            Generation ended = generator.submit(request.withStopTokens(continuation[2], List.of()));
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
    void samples_dependOnTheSeedAlone() {
        GenerationRequest request = GenerationRequest.greedy(new int[] {5, 6}, 12)
                .withSampling(2, 9)
                .withFilters(20, 0.95f, 0.01f)
                .withRepetitionPenalty(1.2f);
        int[] alone;
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(1, 32))) {
            alone = generator.submit(request).tokens();
        }
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(3, 32))) {
            Generation other =
                    generator.submit(GenerationRequest.greedy(new int[] {7}, 9).withSampling(1, 3));
            Generation same = generator.submit(request);
            generator.submit(GenerationRequest.greedy(new int[] {1, 2, 3, 4}, 5));
            assertThat(same.tokens()).isEqualTo(alone);
            assertThat(other.tokens()).hasSize(9);
        }
    }

    @Test
    @Timeout(30)
    void subscribers_andIterators_receiveAllTokens() throws InterruptedException {
        int[] prompt = {8, 9};
        int[] expected = CountingModel.continuation(prompt, 7);
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(1, 32))) {
            Generation generation = generator.submit(GenerationRequest.greedy(prompt, 7));
            List<Integer> received = new ArrayList<>();
            CountDownLatch completed = new CountDownLatch(1);
            generation.subscribe(new Receiver(received::add, completed));
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
    @Timeout(30)
    void close_cancelsGenerations() throws InterruptedException {
        CountDownLatch isRejecting = new CountDownLatch(1);
        TokenGenerator generator = new TokenGenerator(blockedAfterPrompts(1, isRejecting));
        Generation running;
        Generation waiting;
        Thread closing = new Thread(generator::close);
        try {
            running = generator.submit(GenerationRequest.greedy(new int[] {1, 2}, 20));
            waiting = generator.submit(GenerationRequest.greedy(new int[] {1}, 5));
            running.iterator().next();
            closing.start();
            while (closing.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        } finally {
            isRejecting.countDown();
            generator.close();
            closing.join();
        }
        assertThat(running.finishReason()).isEqualTo(FinishReason.CANCELED);
        assertThat(waiting.finishReason()).isEqualTo(FinishReason.CANCELED);
        assertThatThrownBy(() -> generator.submit(GenerationRequest.greedy(new int[] {1}, 5)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("GK-6029");
    }

    /** Returns a model that waits for a latch before it predicts from a single token. */
    private static CausalModel blockedAfterPrompts(int rows, CountDownLatch latch) {
        return observed(new CountingModel(rows, 64), tokens -> {
            if (tokens.dimension(1) == 1) {
                await(latch);
            }
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A model that throws for some tokens. */
    private static CausalModel failing(int token, Runnable failure) {
        return observed(new CountingModel(2, 40), tokens -> {
            if (tokens.dimension(1) > 1 && tokens.getLong(0, 0) == token) {
                failure.run();
            }
        });
    }

    /** A model that passes the tokens of each call to an observer first. */
    private static CausalModel observed(CountingModel model, Consumer<Tensor> observer) {
        return new CausalModel() {
            @Override
            public int rows() {
                return model.rows();
            }

            @Override
            public int capacity() {
                return model.capacity();
            }

            @Override
            public int vocabulary() {
                return model.vocabulary();
            }

            @Override
            public void clear(int row) {
                model.clear(row);
            }

            @Override
            public Tensor forward(Tensor tokens, Tensor positions, int row) {
                observer.accept(tokens);
                return model.forward(tokens, positions, row);
            }
        };
    }

    @Test
    @Timeout(30)
    void exception_ofAPrompt_endsItsGenerationAlone() {
        CausalModel model = failing(90, () -> {
            throw new IllegalStateException("no memory");
        });
        try (TokenGenerator generator = new TokenGenerator(model)) {
            Generation other = generator.submit(GenerationRequest.greedy(new int[] {1, 2}, 30));
            Generation failed = generator.submit(GenerationRequest.greedy(new int[] {90, 2}, 30));
            assertThatThrownBy(failed::tokens)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no memory");
            assertThat(other.tokens()).isEqualTo(CountingModel.continuation(new int[] {1, 2}, 30));
            assertThat(generator
                            .submit(GenerationRequest.greedy(new int[] {3, 2}, 4))
                            .tokens())
                    .isEqualTo(CountingModel.continuation(new int[] {3, 2}, 4));
        }
    }

    @Test
    @Timeout(30)
    void error_ofTheModel_reachesAllCallers() {
        CountDownLatch isSubmitted = new CountDownLatch(1);
        CausalModel model = failing(90, () -> {
            await(isSubmitted);
            throw new StackOverflowError("deep");
        });
        try (TokenGenerator generator = new TokenGenerator(model)) {
            List<Generation> generations = new ArrayList<>();
            try {
                for (int i = 0; i < 4; i++) {
                    generations.add(generator.submit(GenerationRequest.greedy(new int[] {90, i}, 3)));
                }
            } finally {
                isSubmitted.countDown();
            }
            for (Generation generation : generations) {
                assertThatThrownBy(generation::tokens)
                        .isInstanceOf(StackOverflowError.class)
                        .hasMessage("deep");
            }
        }
    }

    @Test
    void tokens_thatTheModelDoesNotKnow_areRejected() {
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(1, 16))) {
            for (int token : new int[] {-1, CountingModel.VOCABULARY}) {
                assertThatThrownBy(() -> generator.submit(GenerationRequest.greedy(new int[] {1, token}, 1)))
                        .isInstanceOf(InvalidArgumentException.class)
                        .hasMessageContaining("a token of the prompt is " + token);
            }
        }
        assertThatThrownBy(() -> new TokenGenerator(new CountingModel(1, 16), 0))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("chunk is 0");
    }

    /** Prompts that almost fill their rows are cached while the rows around them decode, in all orders. */
    @Test
    @Timeout(60)
    void promptsOfNearlyTheCapacity_betweenDecodingRows_keepTheirTokensAndFinishReasons() {
        Random random = new Random(5);
        int capacity = 24;
        try (TokenGenerator generator = new TokenGenerator(new CountingModel(4, capacity), 2)) {
            List<Generation> generations = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int length = i % 3 == 1 ? capacity - 1 - random.nextInt(3) : 1 + random.nextInt(6);
                generations.add(
                        generator.submit(GenerationRequest.greedy(prompt(random, length), 1 + random.nextInt(30))));
            }
            for (Generation generation : generations) {
                GenerationRequest request = generation.request();
                int free = capacity - request.prompt().length;
                assertThat(generation.tokens())
                        .isEqualTo(CountingModel.continuation(request.prompt(), Math.min(free, request.maxTokens())));
                assertThat(generation.finishReason())
                        .isEqualTo(request.maxTokens() <= free ? FinishReason.LENGTH : FinishReason.CAPACITY);
            }
        }
    }

    @Test
    @Timeout(30)
    void canceledGenerations_end() {
        CountDownLatch isCanceled = new CountDownLatch(1);
        try (TokenGenerator generator = new TokenGenerator(blockedAfterPrompts(1, isCanceled), 4)) {
            Generation running;
            Generation waiting;
            try {
                running = generator.submit(GenerationRequest.greedy(new int[] {1, 2}, 20));
                waiting = generator.submit(GenerationRequest.greedy(new int[] {1}, 5));
                running.iterator().next();
                waiting.cancel();
                running.cancel();
            } finally {
                isCanceled.countDown();
            }
            assertThat(waiting.finishReason()).isEqualTo(FinishReason.CANCELED);
            assertThat(waiting.tokens()).isEmpty();
            assertThat(running.finishReason()).isEqualTo(FinishReason.CANCELED);
            Generation next = generator.submit(GenerationRequest.greedy(new int[] {2}, 3));
            assertThat(next.tokens()).isEqualTo(CountingModel.continuation(new int[] {2}, 3));
        }
    }

    /** A subscriber that passes each token to a function. */
    private record Receiver(Consumer<Integer> tokens, CountDownLatch completed) implements Flow.Subscriber<Integer> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer token) {
            tokens.accept(token);
        }

        @Override
        public void onError(Throwable failure) {
            completed.countDown();
        }

        @Override
        public void onComplete() {
            completed.countDown();
        }
    }

    @Test
    @Timeout(30)
    void subscribers_thatWaitOrClose_doNotStopTheGenerator() throws InterruptedException {
        CountDownLatch completed = new CountDownLatch(2);
        List<int[]> received = new ArrayList<>();
        TokenGenerator generator = new TokenGenerator(new CountingModel(2, 32));
        CountDownLatch isRead = new CountDownLatch(1);
        Generation generation = generator.submit(GenerationRequest.greedy(new int[] {8, 9}, 7));
        generation.subscribe(new Receiver(
                token -> {
                    if (received.isEmpty()) {
                        received.add(generation.tokens());
                    }
                },
                completed));
        generation.subscribe(new Receiver(
                token -> {
                    await(isRead);
                    generator.close();
                },
                completed));
        try {
            assertThat(generation.tokens()).isEqualTo(CountingModel.continuation(new int[] {8, 9}, 7));
        } finally {
            isRead.countDown();
        }
        completed.await();
        assertThat(received).hasSize(1);
        assertThat(received.get(0)).isEqualTo(generation.tokens());
    }

    @Test
    @Timeout(30)
    void close_fromTheModel_isRejected() {
        AtomicReference<TokenGenerator> closed = new AtomicReference<>();
        CausalModel model = failing(90, () -> closed.get().close());
        try (TokenGenerator generator = new TokenGenerator(model)) {
            closed.set(generator);
            Generation generation = generator.submit(GenerationRequest.greedy(new int[] {90, 1}, 2));
            assertThatThrownBy(generation::tokens)
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("TokenGenerator.close");
        }
    }
}
