package io.graphkernel.generation.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import io.graphkernel.generation.chat.ChatFixture;
import io.graphkernel.generation.chat.ChatGenerator;
import io.graphkernel.generation.chat.ChatSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example of docs/generation.md. */
@Tag("peer")
class LangChain4jPageTest {

    private static String answer(ChatGenerator chats, String question) {
        ChatModel model = new LangChain4jChatModel(chats, ChatSettings.greedy(128));
        return model.chat(question);
    }

    private static StreamingChatModel streaming(ChatGenerator chats) {
        return new LangChain4jStreamingChatModel(chats, ChatSettings.greedy(128));
    }

    @Test
    void example_answers() {
        try (ChatFixture fixture = new ChatFixture("one")) {
            assertThat(answer(fixture.chats(), "Count?")).isEqualTo("one");
            assertThat(streaming(fixture.chats()).defaultRequestParameters().maxOutputTokens())
                    .isEqualTo(128);
        }
    }
}
