package io.graphkernel.generation.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.generation.FinishReason;
import io.graphkernel.generation.Generation;
import io.graphkernel.generation.GenerationRequest;
import io.graphkernel.generation.ScriptedModel;
import io.graphkernel.generation.TokenGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Text of generations whose tokens are the bytes of a script. */
@Tag("peer")
class TextGenerationTest {

    private static final int BEGIN = 256;
    private static final int END = 257;
    private static final int VOCABULARY = 258;
    private static final String SCRIPT = "Grüße, 世界! 😀 Ende. \uFFFD STOPP";

    private final Tokenizer tokenizer = GgufTokenizer.create(Vocabularies.bytes("<begin>", "<end>"));

    @AfterEach
    void close() {
        tokenizer.close();
    }

    private static TokenGenerator generator(ToIntFunction<int[]> next) {
        return new TokenGenerator(new ScriptedModel(2, 128, VOCABULARY, next));
    }

    private static TokenGenerator generator(String script) {
        return generator(ScriptedModel.script(script, BEGIN, 0, END));
    }

    private TextGeneration text(TokenGenerator generator, int maxTokens, List<int[]> stopTokens, String... stops) {
        GenerationRequest request =
                GenerationRequest.greedy(new int[] {BEGIN}, maxTokens).withStopTokens(END, stopTokens);
        return new TextGeneration(generator.submit(request), tokenizer, List.of(stops));
    }

    private static List<String> fragments(TextGeneration text) {
        List<String> fragments = new ArrayList<>();
        text.forEach(fragments::add);
        return fragments;
    }

    @Test
    void fragments_areWholeCharacters() {
        try (TokenGenerator generator = generator(SCRIPT)) {
            TextGeneration text = text(generator, 100, List.of());
            List<String> expected = new ArrayList<>();
            SCRIPT.codePoints().forEach(letter -> expected.add(Character.toString(letter)));
            // A replacement character is returned with the next one, which proves that it is not incomplete.
            int replacement = expected.indexOf("\uFFFD");
            expected.set(replacement, "\uFFFD" + expected.remove(replacement + 1));
            assertThat(fragments(text)).isEqualTo(expected);
            TextCompletion completion = text.completion();
            assertThat(completion.text()).isEqualTo(SCRIPT);
            assertThat(completion.finishReason()).isEqualTo(FinishReason.STOP);
            assertThat(completion.promptTokens()).isEqualTo(1);
            assertThat(completion.tokens())
                    .isEqualTo(text.generation().tokens().length)
                    .isEqualTo(SCRIPT.getBytes(UTF_8).length + 1);
        }
    }

    @Test
    void textCutInACharacter_endsWithAReplacement() {
        try (TokenGenerator generator = generator(SCRIPT)) {
            TextCompletion completion = text(generator, 3, List.of()).completion();
            assertThat(completion).isEqualTo(new TextCompletion("Gr\uFFFD", FinishReason.LENGTH, 1, 3));
        }
    }

    @Test
    void stopSequence_endsTheTextBeforeIt() {
        try (TokenGenerator generator = generator(SCRIPT)) {
            TextGeneration text = text(generator, 100, List.of(), "never", " Ende", "Ende.");
            assertThat(fragments(text)).endsWith("!", " 😀").doesNotContain("E");
            TextCompletion completion = text.completion();
            assertThat(completion.text()).isEqualTo("Grüße, 世界! 😀");
            assertThat(completion.finishReason()).isEqualTo(FinishReason.STOP);
            assertThat(completion.tokens()).isEqualTo("Grüße, 世界! 😀 Ende".getBytes(UTF_8).length);
            // A sequence whose beginning repeats, one that is only begun, and one that ends with the text.
            assertThat(text(generator, 100, List.of(), "STOPPED").completion().text())
                    .isEqualTo(SCRIPT);
            assertThat(text(generator, 100, List.of(), "OPP", "STOPP").completion())
                    .isEqualTo(new TextCompletion(
                            SCRIPT.substring(0, SCRIPT.length() - 5),
                            FinishReason.STOP,
                            1,
                            SCRIPT.getBytes(UTF_8).length));
        }
        try (TokenGenerator generator = generator("aabaabaac")) {
            assertThat(text(generator, 100, List.of(), "aabaac").completion())
                    .isEqualTo(new TextCompletion("aab", FinishReason.STOP, 1, 9));
        }
    }

    @Test
    void stopTokens_areNotInTheText() {
        try (TokenGenerator generator = generator("one two three")) {
            TextCompletion completion =
                    text(generator, 100, List.of(new int[] {' ', 't', 'h'})).completion();
            assertThat(completion).isEqualTo(new TextCompletion("one two", FinishReason.STOP, 1, 10));
        }
    }

    @Test
    void canceledText_ends() {
        try (TokenGenerator generator = generator(tokens -> 'a')) {
            TextGeneration text = text(generator, 120, List.of());
            int count = 0;
            for (String fragment : text) {
                assertThat(fragment).isEqualTo("a");
                if (++count == 3) {
                    text.cancel();
                }
            }
            assertThat(text.completion().finishReason()).isIn(FinishReason.CANCELED, FinishReason.LENGTH);
            assertThat(text.completion().text()).hasSize(count);
        }
    }

    @Test
    void interrupt_cancelsTheGeneration() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (TokenGenerator generator = generator(tokens -> {
            blocked.countDown();
            await(release);
            return 'a';
        })) {
            TextGeneration text = text(generator, 100, List.of());
            List<Throwable> thrown = new ArrayList<>();
            Thread thread = new Thread(() -> {
                try {
                    text.completion();
                } catch (CancellationException e) {
                    thrown.add(e);
                }
            });
            thread.start();
            await(blocked);
            thread.interrupt();
            thread.join();
            release.countDown();
            assertThat(thrown).hasSize(1);
            assertThat(text.generation().finishReason()).isEqualTo(FinishReason.CANCELED);
        }
    }

    @Test
    void exceptionOfTheTokenizer_cancelsTheGeneration() {
        Tokenizer failing = new Tokenizer() {
            @Override
            public int[] encode(String text, boolean addSpecialTokens) {
                return tokenizer.encode(text, addSpecialTokens);
            }

            @Override
            public String decode(int... tokens) {
                throw new IllegalStateException("closed");
            }
        };
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        try (TokenGenerator generator = generator(tokens -> {
            if (count.incrementAndGet() > 2) {
                await(release);
            }
            return 'a';
        })) {
            GenerationRequest request = GenerationRequest.greedy(new int[] {BEGIN}, 100);
            TextGeneration text = new TextGeneration(generator.submit(request), failing, List.of());
            assertThatThrownBy(text::completion).hasMessage("closed");
            release.countDown();
            assertThat(text.generation().finishReason()).isEqualTo(FinishReason.CANCELED);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Records calls, and fails at a fragment. */
    private static final class Recorder implements TextListener {
        private final String failing;
        private final List<Object> calls = new ArrayList<>();
        private final CountDownLatch end = new CountDownLatch(1);

        Recorder(String failing) {
            this.failing = failing;
        }

        @Override
        public void onText(String fragment) {
            calls.add(fragment);
            if (fragment.equals(failing)) {
                throw new IllegalStateException(failing);
            }
        }

        @Override
        public void onComplete(TextCompletion completion) {
            calls.add(completion);
            end.countDown();
        }

        @Override
        public void onError(Throwable exception) {
            calls.add(exception);
            end.countDown();
        }
    }

    @Test
    void listener_receivesFragmentsAndAResultOrAnException() {
        try (TokenGenerator generator = generator("abc")) {
            Recorder recorder = new Recorder("none");
            text(generator, 100, List.of()).listen(recorder);
            await(recorder.end);
            assertThat(recorder.calls)
                    .containsExactly("a", "b", "c", new TextCompletion("abc", FinishReason.STOP, 1, 4));
        }
        try (TokenGenerator generator = generator(tokens -> 'a' + tokens.length)) {
            Recorder recorder = new Recorder("c");
            Generation generation;
            TextGeneration text = text(generator, 100, List.of());
            generation = text.generation();
            text.listen(recorder);
            await(recorder.end);
            assertThat(recorder.calls).startsWith("b", "c").hasSize(3);
            assertThat(recorder.calls.get(2)).isInstanceOf(IllegalStateException.class);
            assertThat(generation.finishReason()).isIn(FinishReason.CANCELED, FinishReason.LENGTH);
        }
        try (TokenGenerator generator = generator(tokens -> {
            throw new IllegalStateException("model");
        })) {
            Recorder recorder = new Recorder("none");
            TextGeneration text = text(generator, 100, List.of());
            text.listen(recorder);
            await(recorder.end);
            assertThat(recorder.calls).singleElement().isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(text::completion).hasMessage("model");
        }
    }
}
