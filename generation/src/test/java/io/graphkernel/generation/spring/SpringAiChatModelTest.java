package io.graphkernel.generation.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.generation.chat.ChatFixture;
import io.graphkernel.generation.chat.ChatSettings;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.util.MimeTypeUtils;

/** The interface of Spring AI over a scripted model. */
@Tag("peer")
class SpringAiChatModelTest {

    private static final String SCRIPT = "Grüße, 世界! 😀 Ende.";
    private static final int SCRIPT_TOKENS = SCRIPT.getBytes(StandardCharsets.UTF_8).length + 1;
    private static final ChatSettings SETTINGS = ChatSettings.greedy(100);
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static Prompt prompt(ChatOptions.Builder<?> options) {
        return new Prompt("Hi", options.build());
    }

    private static String reason(ChatResponse response) {
        return response.getResult().getMetadata().getFinishReason();
    }

    private static String text(ChatResponse response) {
        return response.getResult().getOutput().getText();
    }

    @Test
    void response_hasTheGreedyTokensOfTheGenerator() {
        try (ChatFixture fixture = new ChatFixture(SCRIPT)) {
            SpringAiChatModel model = new SpringAiChatModel(fixture.chats(), SETTINGS);
            ChatResponse response = model.call(new Prompt("Hi"));
            assertThat(text(response)).isEqualTo(fixture.greedy("Hi", 100)).isEqualTo(SCRIPT);
            assertThat(reason(response)).isEqualTo("STOP");
            assertThat(response.getMetadata().getUsage().getPromptTokens()).isEqualTo(ChatFixture.prompt("Hi").length);
            assertThat(response.getMetadata().getUsage().getCompletionTokens()).isEqualTo(SCRIPT_TOKENS);
            assertThat(model.call("Hi")).isEqualTo(SCRIPT);
            assertThat(model.getOptions().getMaxTokens()).isEqualTo(100);
        }
    }

    @Test
    void options_overrideTheSettings() {
        try (ChatFixture fixture = new ChatFixture(SCRIPT)) {
            SpringAiChatModel model = new SpringAiChatModel(fixture.chats(), SETTINGS);
            ChatResponse cut = model.call(prompt(ChatOptions.builder().maxTokens(2)));
            assertThat(text(cut)).isEqualTo("Gr");
            assertThat(reason(cut)).isEqualTo("LENGTH");
            ChatResponse stopped = model.call(prompt(ChatOptions.builder().stopSequences(List.of("世界"))));
            assertThat(text(stopped)).isEqualTo("Grüße, ");
            assertThat(reason(stopped)).isEqualTo("STOP");
            assertThat(text(model.call(prompt(
                            ChatOptions.builder().temperature(0.01).topK(1).topP(0.5)))))
                    .isEqualTo(SCRIPT);
            assertThatThrownBy(() -> model.call(prompt(ChatOptions.builder().topP(0.0))))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("topP");
        }
        try (ChatFixture fixture = new ChatFixture(tokens -> 'a')) {
            ChatResponse full = new SpringAiChatModel(fixture.chats(), SETTINGS)
                    .call(prompt(ChatOptions.builder().maxTokens(1000)));
            assertThat(reason(full)).isEqualTo("LENGTH");
            assertThat(full.getMetadata().getUsage().getTotalTokens()).isEqualTo(ChatFixture.CAPACITY);
        }
    }

    @Test
    void chats_haveAllMessages() {
        try (ChatFixture fixture = new ChatFixture("ok")) {
            ChatResponse response = new SpringAiChatModel(fixture.chats(), SETTINGS)
                    .call(new Prompt(List.of(
                            new SystemMessage("s"),
                            new UserMessage("a"),
                            new AssistantMessage("b"),
                            new UserMessage("c"))));
            String prompt = "#system\ns#\n#user\na#\n#assistant\nb#\n#user\nc#\n#assistant\n";
            assertThat(response.getMetadata().getUsage().getPromptTokens()).isEqualTo(prompt.length());
        }
    }

    @Test
    void unsupportedFeatures_areRejected() {
        try (ChatFixture fixture = new ChatFixture(SCRIPT)) {
            SpringAiChatModel model = new SpringAiChatModel(fixture.chats(), SETTINGS);
            ToolResponseMessage tool = ToolResponseMessage.builder()
                    .responses(List.of(new ToolResponseMessage.ToolResponse("1", "clock", "12")))
                    .metadata(Map.of())
                    .build();
            UserMessage image = UserMessage.builder()
                    .text("a")
                    .media(new Media(MimeTypeUtils.IMAGE_PNG, URI.create("https://a.b/c.png")))
                    .build();
            ToolCallback callback = FunctionToolCallback.builder("clock", (String zone) -> "12")
                    .description("time")
                    .inputType(String.class)
                    .build();
            Stream.of(
                            new Prompt(List.of(image)),
                            new Prompt(
                                    "Hi",
                                    ToolCallingChatOptions.builder()
                                            .toolCallbacks(List.of(callback))
                                            .build()),
                            prompt(ChatOptions.builder().model("other")),
                            prompt(ChatOptions.builder().frequencyPenalty(0.5)),
                            prompt(ChatOptions.builder().presencePenalty(0.5)),
                            new Prompt(List.of(tool)))
                    .forEach(prompt -> {
                        assertThatThrownBy(() -> model.call(prompt)).isInstanceOf(UnsupportedOperationException.class);
                        assertThatThrownBy(() -> model.stream(prompt).blockLast(TIMEOUT))
                                .isInstanceOf(UnsupportedOperationException.class);
                    });
        }
    }

    @Test
    void stream_hasTheFragmentsInOrder_andThenReasonAndUsage() {
        try (ChatFixture fixture = new ChatFixture(SCRIPT)) {
            List<ChatResponse> responses = new SpringAiChatModel(fixture.chats(), SETTINGS)
                    .stream(new Prompt("Hi")).collectList().block(TIMEOUT);
            List<String> expected = new ArrayList<>();
            SCRIPT.codePoints().forEach(letter -> expected.add(Character.toString(letter)));
            expected.add("");
            assertThat(responses.stream().map(SpringAiChatModelTest::text)).containsExactlyElementsOf(expected);
            ChatResponse last = responses.get(responses.size() - 1);
            assertThat(reason(last)).isEqualTo("STOP");
            assertThat(last.getMetadata().getUsage().getCompletionTokens()).isEqualTo(SCRIPT_TOKENS);
        }
    }

    @Test
    void canceledSubscription_endsTheGeneration() {
        CountDownLatch canceled = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        try (ChatFixture fixture = ChatFixture.paused(canceled, count)) {
            SpringAiChatModel model = new SpringAiChatModel(fixture.chats(), ChatSettings.greedy(200));
            List<ChatResponse> responses =
                    model.stream(new Prompt("Hi")).take(3).collectList().block(TIMEOUT);
            canceled.countDown();
            assertThat(responses).hasSize(3);
            // The row is free for another message.
            assertThat(fixture.greedy("Hi", 3)).isEqualTo("aaa");
            assertThat(count).hasValueLessThan(12);
        }
    }

    @Test
    void exceptionOfTheModel_isPassedOn() {
        try (ChatFixture fixture = new ChatFixture(tokens -> {
            throw new IllegalStateException("model");
        })) {
            SpringAiChatModel model = new SpringAiChatModel(fixture.chats(), SETTINGS);
            assertThatThrownBy(() -> model.call("Hi")).hasMessage("model");
            assertThatThrownBy(() -> model.stream("Hi").blockLast(TIMEOUT)).hasMessage("model");
        }
    }
}
