package io.graphkernel.generation.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import io.graphkernel.generation.chat.ChatFixture;
import io.graphkernel.generation.chat.ChatSettings;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The interfaces of LangChain4j over a scripted model. */
@Tag("peer")
class LangChain4jChatModelTest {

    private static final String SCRIPT = "Grüße, 世界! 😀 Ende.";
    private static final ChatSettings SETTINGS = ChatSettings.greedy(100);

    private static ChatRequest.Builder request(String message) {
        return ChatRequest.builder().messages(UserMessage.from(message));
    }

    @Test
    void response_hasTheGreedyTokensOfTheGenerator() {
        List<ChatModelResponseContext> contexts = new ArrayList<>();
        ChatModelListener listener = new ChatModelListener() {
            @Override
            public void onResponse(ChatModelResponseContext context) {
                contexts.add(context);
            }
        };
        try (ChatFixture fixture = new ChatFixture(SCRIPT)) {
            LangChain4jChatModel model = new LangChain4jChatModel(fixture.chats(), SETTINGS, listener);
            ChatResponse response = model.chat(request("Hi").build());
            assertThat(response.aiMessage().text())
                    .isEqualTo(fixture.greedy("Hi", 100))
                    .isEqualTo(SCRIPT);
            assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
            assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(ChatFixture.prompt("Hi").length);
            assertThat(response.tokenUsage().outputTokenCount()).isEqualTo(SCRIPT.getBytes(UTF_8).length + 1);
            assertThat(contexts).hasSize(1);
            assertThat(model.chat("Hi")).isEqualTo(SCRIPT);
            assertThat(model.chatAsync("Hi").join()).isEqualTo(SCRIPT);
        }
    }

    @Test
    void parameters_overrideTheSettings() {
        try (ChatFixture fixture = new ChatFixture(SCRIPT)) {
            LangChain4jChatModel model = new LangChain4jChatModel(fixture.chats(), SETTINGS);
            ChatResponse cut = model.chat(request("Hi").maxOutputTokens(2).build());
            assertThat(cut.aiMessage().text()).isEqualTo("Gr");
            assertThat(cut.finishReason()).isEqualTo(FinishReason.LENGTH);
            assertThat(cut.tokenUsage().outputTokenCount()).isEqualTo(2);
            ChatResponse stopped =
                    model.chat(request("Hi").stopSequences(List.of("世界")).build());
            assertThat(stopped.aiMessage().text()).isEqualTo("Grüße, ");
            assertThat(stopped.finishReason()).isEqualTo(FinishReason.STOP);
            ChatResponse sampled =
                    model.chat(request("Hi").temperature(0.01).topK(1).topP(0.5).build());
            assertThat(sampled.aiMessage().text()).isEqualTo(SCRIPT);
            assertThatThrownBy(() -> model.chat(request("Hi").temperature(-1.0).build()))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("temperature");
            assertThatThrownBy(() -> model.chat("x".repeat(ChatFixture.CAPACITY)))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("length of the prompt");
        }
    }

    @Test
    void messageThatFillsTheCache_isCut() {
        try (ChatFixture fixture = new ChatFixture(tokens -> 'a')) {
            ChatResponse response = new LangChain4jChatModel(fixture.chats(), ChatSettings.greedy(1000))
                    .chat(request("Hi").build());
            assertThat(response.finishReason()).isEqualTo(FinishReason.LENGTH);
            assertThat(response.tokenUsage().totalTokenCount()).isEqualTo(ChatFixture.CAPACITY);
        }
    }

    @Test
    void chats_haveAllMessages() {
        try (ChatFixture fixture = new ChatFixture("ok")) {
            ChatResponse response = new LangChain4jChatModel(fixture.chats(), SETTINGS)
                    .chat(SystemMessage.from("s"), UserMessage.from("a"), AiMessage.from("b"), UserMessage.from("c"));
            String prompt = "#system\ns#\n#user\na#\n#assistant\nb#\n#user\nc#\n#assistant\n";
            assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(prompt.length());
        }
    }

    @Test
    void messageWithoutText_isEmpty_andACustomOneIsRejected() {
        try (ChatFixture fixture = new ChatFixture("ok")) {
            LangChain4jChatModel model = new LangChain4jChatModel(fixture.chats(), SETTINGS);
            AiMessage thinking = AiMessage.builder().thinking("b").build();
            ChatResponse response = model.chat(UserMessage.from("a"), thinking, UserMessage.from("c"));
            String prompt = "#user\na#\n#assistant\n#\n#user\nc#\n#assistant\n";
            assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(prompt.length());
            assertThatThrownBy(() -> model.chat(CustomMessage.from(Map.of("a", "b"))))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageEndingWith("messages of type CUSTOM");
        }
    }

    @Test
    void unsupportedFeatures_areRejected() {
        try (ChatFixture fixture = new ChatFixture(SCRIPT)) {
            LangChain4jChatModel model = new LangChain4jChatModel(fixture.chats(), SETTINGS);
            ToolSpecification tool = ToolSpecification.builder().name("clock").build();
            Stream.of(
                            request("a").modelName("other"),
                            request("a").frequencyPenalty(0.5),
                            request("a").presencePenalty(0.5),
                            request("a").toolSpecifications(tool),
                            request("a").responseFormat(ResponseFormat.JSON),
                            ChatRequest.builder().messages(UserMessage.from(ImageContent.from("https://a.b/c.png"))),
                            ChatRequest.builder().messages(ToolExecutionResultMessage.from("1", "clock", "12")))
                    .forEach(request -> assertThatThrownBy(() -> model.chat(request.build()))
                            .isInstanceOf(UnsupportedFeatureException.class));
        }
    }

    /** Records the calls of a stream. */
    private static class Recorder implements StreamingChatResponseHandler {
        final List<Object> calls = new ArrayList<>();
        final CountDownLatch end = new CountDownLatch(1);

        @Override
        public void onPartialResponse(String text) {
            calls.add(text);
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            calls.add(response);
            end.countDown();
        }

        @Override
        public void onError(Throwable exception) {
            calls.add(exception);
            end.countDown();
        }

        void await() throws InterruptedException {
            assertThat(end.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void stream_hasTheFragmentsInOrder_andThenTheResponse() throws InterruptedException {
        try (ChatFixture fixture = new ChatFixture(SCRIPT)) {
            LangChain4jStreamingChatModel model = new LangChain4jStreamingChatModel(fixture.chats(), SETTINGS);
            Recorder recorder = new Recorder();
            model.chat("Hi", recorder);
            recorder.await();
            List<Object> expected = new ArrayList<>();
            SCRIPT.codePoints().forEach(letter -> expected.add(Character.toString(letter)));
            ChatResponse response = (ChatResponse) recorder.calls.get(expected.size());
            assertThat(recorder.calls.subList(0, expected.size())).isEqualTo(expected);
            assertThat(recorder.calls).hasSize(expected.size() + 1);
            assertThat(response.aiMessage().text()).isEqualTo(SCRIPT);
            assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
            assertThat(response.tokenUsage().outputTokenCount()).isEqualTo(SCRIPT.getBytes(UTF_8).length + 1);
        }
    }

    @Test
    void canceledStream_callsTheHandlerNoMore() throws InterruptedException {
        CountDownLatch canceled = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        try (ChatFixture fixture = ChatFixture.paused(canceled, count)) {
            Recorder recorder = new Recorder() {
                @Override
                public void onPartialResponse(PartialResponse text, PartialResponseContext context) {
                    calls.add(text.text());
                    if (calls.size() == 3) {
                        assertThat(context.streamingHandle().isCancelled()).isFalse();
                        context.streamingHandle().cancel();
                        assertThat(context.streamingHandle().isCancelled()).isTrue();
                        canceled.countDown();
                    }
                }
            };
            new LangChain4jStreamingChatModel(fixture.chats(), SETTINGS).chat("Hi", recorder);
            assertThat(canceled.await(1, TimeUnit.MINUTES)).isTrue();
            // The row is free for another message.
            assertThat(fixture.greedy("Hi", 3)).isEqualTo("aaa");
            assertThat(count).hasValueLessThan(12);
            assertThat(recorder.calls).containsExactly("a", "a", "a");
            assertThat(recorder.end.getCount()).isEqualTo(1);
        }
    }

    /** Records the events of a publisher, and cancels the subscription after some. */
    private record Subscriber(Recorder recorder, int maxEvents, AtomicReference<Flow.Subscription> subscription)
            implements Flow.Subscriber<ChatModelStreamingEvent> {

        static Subscriber of(Flow.Publisher<ChatModelStreamingEvent> publisher, int maxEvents) {
            Subscriber subscriber = new Subscriber(new Recorder(), maxEvents, new AtomicReference<>());
            publisher.subscribe(subscriber);
            return subscriber;
        }

        @Override
        public void onSubscribe(Flow.Subscription started) {
            subscription.set(started);
            started.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ChatModelStreamingEvent event) {
            recorder.calls.add(event instanceof PartialResponse text ? text.text() : event);
            if (recorder.calls.size() == maxEvents) {
                subscription.get().cancel();
                recorder.end.countDown();
            }
        }

        @Override
        public void onError(Throwable exception) {
            recorder.onError(exception);
        }

        @Override
        public void onComplete() {
            recorder.end.countDown();
        }
    }

    @Test
    void publisher_hasTheFragmentsAndTheResponse() throws InterruptedException {
        ChatRequest request = request("Hi").build();
        try (ChatFixture fixture = new ChatFixture("abc")) {
            LangChain4jStreamingChatModel model = new LangChain4jStreamingChatModel(fixture.chats(), SETTINGS);
            Subscriber subscriber = Subscriber.of(model.chat(request), 100);
            subscriber.recorder().await();
            assertThat(subscriber.recorder().calls).startsWith("a", "b", "c").hasSize(4);
            CompleteResponse last =
                    (CompleteResponse) subscriber.recorder().calls.get(3);
            assertThat(last.chatResponse().aiMessage().text()).isEqualTo("abc");
            Subscriber rejected =
                    Subscriber.of(model.chat(request("Hi").modelName("other").build()), 100);
            rejected.recorder().await();
            assertThat(rejected.recorder().calls).singleElement().isInstanceOf(UnsupportedFeatureException.class);
        }
        CountDownLatch canceled = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        try (ChatFixture fixture = ChatFixture.paused(canceled, count)) {
            LangChain4jStreamingChatModel model =
                    new LangChain4jStreamingChatModel(fixture.chats(), ChatSettings.greedy(200));
            Subscriber subscriber = Subscriber.of(model.chat(request), 2);
            subscriber.recorder().await();
            canceled.countDown();
            assertThat(fixture.greedy("Hi", 3)).isEqualTo("aaa");
            assertThat(subscriber.recorder().calls).containsExactly("a", "a");
        }
    }

    @Test
    void exceptionOfTheModel_isPassedOn() throws InterruptedException {
        try (ChatFixture fixture = new ChatFixture(tokens -> {
            throw new IllegalStateException("model");
        })) {
            Recorder recorder = new Recorder();
            new LangChain4jStreamingChatModel(fixture.chats(), SETTINGS).chat("Hi", recorder);
            recorder.await();
            assertThat(recorder.calls).singleElement().isInstanceOf(IllegalStateException.class);
            LangChain4jChatModel model = new LangChain4jChatModel(fixture.chats(), SETTINGS);
            assertThatThrownBy(() -> model.chat("Hi")).hasMessage("model");
            assertThatThrownBy(() -> model.chatAsync("Hi").join()).hasRootCauseMessage("model");
        }
    }

    @Test
    void canceledFuture_endsTheGeneration() {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        try (ChatFixture fixture = ChatFixture.paused(release, count)) {
            var future = new LangChain4jChatModel(fixture.chats(), ChatSettings.greedy(200))
                    .chatAsync(request("Hi").build());
            assertThat(future.cancel(true)).isTrue();
            release.countDown();
            assertThat(fixture.greedy("Hi", 2)).isEqualTo("aa");
            assertThat(count).hasValueLessThan(12);
            assertThat(future).isCancelled();
        }
    }
}
