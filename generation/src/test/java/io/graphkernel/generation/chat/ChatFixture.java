package io.graphkernel.generation.chat;

import io.graphkernel.generation.GenerationRequest;
import io.graphkernel.generation.ScriptedModel;
import io.graphkernel.generation.TokenGenerator;
import io.graphkernel.generation.tokenizer.GgufTokenizer;
import io.graphkernel.generation.tokenizer.Tokenizer;
import io.graphkernel.generation.tokenizer.Vocabularies;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;

/** A model of one row in the format ChatML, whose tokens are bytes. Its messages are a script. */
public final class ChatFixture implements AutoCloseable {

    /** Number of slots of a row. */
    public static final int CAPACITY = 256;

    private static final int START = 256;
    private static final int END = 257;

    private final Tokenizer tokenizer;
    private final TokenGenerator generator;
    private final ChatGenerator chats;

    /** Creates a model with a script. */
    public ChatFixture(String script) {
        this(ScriptedModel.script(script, START, "assistant\n".length(), END));
    }

    /** Creates a model by the next token of a sequence. */
    public ChatFixture(ToIntFunction<int[]> next) {
        Map<String, Object> metadata = Vocabularies.bytes("<|im_start|>", "<|im_end|>");
        metadata.put("tokenizer.ggml.eos_token_id", (long) END);
        metadata.put("tokenizer.chat_template", JinjaChatTemplateTest.CHAT_ML);
        tokenizer = GgufTokenizer.create(metadata);
        generator = new TokenGenerator(new ScriptedModel(1, CAPACITY, END + 1, next));
        chats = new ChatGenerator(
                generator, tokenizer, JinjaChatTemplate.of(metadata), GgufTokenizer.endTokens(metadata));
    }

    /**
     * Creates a model that generates 5 tokens before an event, and counts all of them.
     *
     * @param event end of the pause
     * @param count number of generated tokens
     */
    public static ChatFixture paused(CountDownLatch event, AtomicInteger count) {
        return new ChatFixture(tokens -> {
            if (count.incrementAndGet() > 5) {
                try {
                    if (!event.await(1, TimeUnit.MINUTES)) {
                        throw new AssertionError("no event");
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return 'a';
        });
    }

    /** Returns the generator of messages. */
    public ChatGenerator chats() {
        return chats;
    }

    /** Returns the prompt of a message of the user, by the definition of ChatML. */
    public static int[] prompt(String message) {
        List<Integer> tokens = new ArrayList<>();
        tokens.add(START);
        append(tokens, "user\n" + message);
        tokens.add(END);
        append(tokens, "\n");
        tokens.add(START);
        append(tokens, "assistant\n");
        return tokens.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void append(List<Integer> tokens, String text) {
        for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
            tokens.add(value & 0xff);
        }
    }

    /** Returns the text of the greedy tokens that the generator itself generates, without the end token. */
    public String greedy(String message, int maxTokens) {
        int[] tokens = generator
                .submit(GenerationRequest.greedy(prompt(message), maxTokens).withStopTokens(END, List.of()))
                .tokens();
        return tokenizer.decode(tokens);
    }

    @Override
    public void close() {
        generator.close();
        tokenizer.close();
    }
}
