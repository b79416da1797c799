package io.graphkernel.generation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.generation.chat.ChatFixture;
import io.graphkernel.generation.chat.ChatGenerator;
import io.graphkernel.generation.chat.ChatSettings;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatModel;
import reactor.core.publisher.Flux;

/** The example of docs/generation.md. */
@Tag("peer")
class SpringAiPageTest {

    private static Flux<String> answer(ChatGenerator chats, String question) {
        ChatModel model = new SpringAiChatModel(chats, ChatSettings.greedy(128));
        return model.stream(question);
    }

    @Test
    void example_answers() {
        try (ChatFixture fixture = new ChatFixture("one")) {
            assertThat(answer(fixture.chats(), "Count?").collectList().block(Duration.ofMinutes(1)))
                    .containsSubsequence("o", "n", "e");
        }
    }
}
