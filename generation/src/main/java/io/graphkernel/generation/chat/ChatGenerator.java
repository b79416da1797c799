package io.graphkernel.generation.chat;

import io.graphkernel.generation.TokenGenerator;
import io.graphkernel.generation.tokenizer.TextGeneration;
import io.graphkernel.generation.tokenizer.Tokenizer;
import java.util.List;

/** Generator of a model's messages: a generator of tokens with a tokenizer and the format of chats. */
public final class ChatGenerator {

    private final TokenGenerator generator;
    private final Tokenizer tokenizer;
    private final ChatTemplate template;
    private final int[] endTokens;

    /**
     * Creates a generator.
     *
     * @param generator generator of tokens, which the caller closes
     * @param tokenizer tokenizer of the model, which the caller closes
     * @param template format of the chats
     * @param endTokens tokens, each of which ends a message; of a GGUF file by
     *     {@link io.graphkernel.generation.tokenizer.GgufTokenizer#endTokens}
     */
    public ChatGenerator(TokenGenerator generator, Tokenizer tokenizer, ChatTemplate template, int... endTokens) {
        this.generator = generator;
        this.tokenizer = tokenizer;
        this.template = template;
        this.endTokens = endTokens.clone();
    }

    /**
     * Submits a chat.
     *
     * @param messages messages, the last one of the user
     * @param settings settings of the model's message
     * @return the model's message, as it is generated
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the template rejects the messages, a setting is out
     *     of its range, or the prompt leaves no slot of a row
     */
    public TextGeneration submit(List<ChatMessage> messages, ChatSettings settings) {
        int[] prompt = tokenizer.encode(template.render(messages), false);
        return new TextGeneration(
                generator.submit(settings.request(prompt, endTokens)), tokenizer, settings.stopSequences());
    }
}
