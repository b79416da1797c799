package io.graphkernel.generation.spring;

import io.graphkernel.generation.chat.ChatGenerator;
import io.graphkernel.generation.chat.ChatMessage;
import io.graphkernel.generation.chat.ChatSettings;
import io.graphkernel.generation.chat.FeatureCheck;
import io.graphkernel.generation.tokenizer.TextCompletion;
import io.graphkernel.generation.tokenizer.TextGeneration;
import io.graphkernel.generation.tokenizer.TextListener;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.MediaContent;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/**
 * Chat model of Spring AI. Prompts with tools, media, penalties or the name of a model are rejected with
 * {@link UnsupportedOperationException}.
 */
public final class SpringAiChatModel implements ChatModel {

    private static final FeatureCheck FEATURES = new FeatureCheck(UnsupportedOperationException::new);

    private final ChatGenerator generator;
    private final ChatSettings settings;

    /**
     * Creates a model.
     *
     * @param generator generator of messages
     * @param settings settings that the options of prompts override
     */
    public SpringAiChatModel(ChatGenerator generator, ChatSettings settings) {
        this.generator = generator;
        this.settings = settings;
    }

    @Override
    public ChatOptions getOptions() {
        return ChatOptions.builder()
                .maxTokens(settings.maxTokens())
                .temperature((double) settings.temperature())
                .topK(settings.topK())
                .topP((double) settings.topP())
                .stopSequences(settings.stopSequences())
                .build();
    }

    /** Waits for the message. An interrupt cancels the generation. */
    @Override
    public ChatResponse call(Prompt prompt) {
        TextCompletion completion = submit(prompt).completion();
        return response(completion.text(), completion);
    }

    /**
     * Returns the fragments of the message, and a last response without text, which has the reason and the number of tokens.
     * A subscription submits the prompt, and its cancellation ends the generation.
     */
    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.create(sink -> {
            TextGeneration generation = submit(prompt);
            sink.onDispose(generation::cancel);
            generation.listen(new SinkListener(sink));
        });
    }

    private record SinkListener(FluxSink<ChatResponse> sink) implements TextListener {

        @Override
        public void onText(String fragment) {
            sink.next(new ChatResponse(List.of(new Generation(new AssistantMessage(fragment)))));
        }

        @Override
        public void onComplete(TextCompletion completion) {
            sink.next(response("", completion));
            sink.complete();
        }

        @Override
        public void onError(Throwable exception) {
            sink.error(exception);
        }
    }

    private TextGeneration submit(Prompt prompt) {
        return generator.submit(
                prompt.getInstructions().stream()
                        .map(SpringAiChatModel::message)
                        .toList(),
                settings(prompt.getOptions()));
    }

    private ChatSettings settings(@Nullable ChatOptions options) {
        if (options == null) {
            return settings;
        }
        List<ToolCallback> tools =
                options instanceof ToolCallingChatOptions calling ? calling.getToolCallbacks() : null;
        FEATURES.require(tools == null || tools.isEmpty(), "tools");
        FEATURES.require(options.getModel() == null, "the option model: there is one model");
        FEATURES.requireZero(options.getFrequencyPenalty(), "the option frequencyPenalty");
        FEATURES.requireZero(options.getPresencePenalty(), "the option presencePenalty");
        return settings.overriddenBy(
                options.getMaxTokens(),
                options.getTemperature(),
                options.getTopK(),
                options.getTopP(),
                options.getStopSequences());
    }

    private static ChatMessage message(Message message) {
        boolean hasTools = message.getMessageType() == MessageType.TOOL
                || message instanceof AssistantMessage answer && answer.hasToolCalls();
        FEATURES.require(!hasTools, "messages of tools");
        FEATURES.require(
                !(message instanceof MediaContent media) || media.getMedia().isEmpty(), "media");
        String text = message.getText();
        return new ChatMessage(message.getMessageType().getValue(), text == null ? "" : text);
    }

    private static ChatResponse response(String text, TextCompletion completion) {
        ChatGenerationMetadata generation = ChatGenerationMetadata.builder()
                .finishReason(completion.finishReason().withoutCapacity().name())
                .build();
        ChatResponseMetadata metadata = ChatResponseMetadata.builder()
                .usage(new DefaultUsage(completion.promptTokens(), completion.tokens()))
                .build();
        return new ChatResponse(List.of(new Generation(new AssistantMessage(text), generation)), metadata);
    }
}
