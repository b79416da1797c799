package io.graphkernel.generation.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.generation.GenerationRequest;
import io.graphkernel.generation.ScriptedModel;
import io.graphkernel.generation.TokenGenerator;
import io.graphkernel.generation.tokenizer.GgufTokenizer;
import io.graphkernel.generation.tokenizer.TextCompletion;
import io.graphkernel.generation.tokenizer.TextGeneration;
import io.graphkernel.generation.tokenizer.Tokenizer;
import io.graphkernel.generation.tokenizer.Vocabularies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The examples of docs/generation.md. */
@Tag("peer")
class ChatPageTest {

    private static TextCompletion print(TokenGenerator generator, Map<String, Object> metadata, String prompt) {
        try (Tokenizer tokenizer = GgufTokenizer.create(metadata)) { // metadata of a GgufFile
            GenerationRequest request = GenerationRequest.greedy(tokenizer.encode(prompt, true), 128)
                    .withEndTokens(GgufTokenizer.endTokens(metadata));
            TextGeneration text = new TextGeneration(generator.submit(request), tokenizer, List.of("\n\n"));
            for (String fragment : text) {
                System.out.print(fragment);
            }
            return text.completion(); // text, reason and numbers of tokens
        }
    }

    private static String answer(
            TokenGenerator generator, Tokenizer tokenizer, Map<String, Object> metadata, String question) {
        ChatTemplate template = JinjaChatTemplate.of(metadata);
        ChatGenerator chats = new ChatGenerator(generator, tokenizer, template, GgufTokenizer.endTokens(metadata));
        List<ChatMessage> messages = List.of(ChatMessage.system("Be brief."), ChatMessage.user(question));
        return chats.submit(messages, ChatSettings.greedy(128)).completion().text();
    }

    @Test
    void examples_generateText() {
        Map<String, Object> metadata = Vocabularies.bytes("<|im_start|>", "<|im_end|>");
        metadata.put("tokenizer.ggml.eos_token_id", 257L);
        metadata.put("tokenizer.chat_template", JinjaChatTemplateTest.CHAT_ML);
        ScriptedModel model = new ScriptedModel(1, 256, 258, ScriptedModel.script("one\n\ntwo", '?', 0, 257));
        try (TokenGenerator generator = new TokenGenerator(model)) {
            assertThat(print(generator, metadata, "Count?").text()).isEqualTo("one");
        }
        // The end of a turn, which is not the end token, and a vocabulary without an end token.
        metadata.put("tokenizer.ggml.eot_token_id", 256L);
        model = new ScriptedModel(1, 256, 258, ScriptedModel.script("one", '?', 0, 256));
        try (TokenGenerator generator = new TokenGenerator(model)) {
            TextCompletion turn = print(generator, metadata, "Count?");
            assertThat(turn.text()).isEqualTo("one");
            assertThat(turn.tokens()).isEqualTo(4);
        }
        metadata.remove("tokenizer.ggml.eos_token_id");
        metadata.remove("tokenizer.ggml.eot_token_id");
        model = new ScriptedModel(1, 256, 258, ScriptedModel.script("one\n\ntwo", '?', 0, 257));
        try (TokenGenerator generator = new TokenGenerator(model)) {
            assertThat(print(generator, metadata, "Count?").text()).isEqualTo("one");
        }
        metadata.put("tokenizer.ggml.eos_token_id", 257L);
        model = new ScriptedModel(1, 256, 258, ScriptedModel.script("one", 256, "assistant\n".length(), 257));
        try (TokenGenerator generator = new TokenGenerator(model);
                Tokenizer tokenizer = GgufTokenizer.create(metadata)) {
            assertThat(answer(generator, tokenizer, metadata, "Count?")).isEqualTo("one");
        }
    }
}
