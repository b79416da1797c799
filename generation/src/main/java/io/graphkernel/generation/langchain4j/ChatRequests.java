package io.graphkernel.generation.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ContentType;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.graphkernel.generation.chat.ChatGenerator;
import io.graphkernel.generation.chat.ChatMessage;
import io.graphkernel.generation.chat.ChatSettings;
import io.graphkernel.generation.chat.FeatureCheck;
import io.graphkernel.generation.tokenizer.TextCompletion;
import io.graphkernel.generation.tokenizer.TextGeneration;
import java.util.stream.Collectors;

/** Conversion of requests and responses. */
record ChatRequests(ChatGenerator generator, ChatSettings settings) {

    private static final FeatureCheck FEATURES = new FeatureCheck(UnsupportedFeatureException::new);

    /** Returns the settings as the parameters that requests override. */
    ChatRequestParameters parameters() {
        return ChatRequestParameters.builder()
                .maxOutputTokens(settings.maxTokens())
                .temperature((double) settings.temperature())
                .topK(settings.topK())
                .topP((double) settings.topP())
                .stopSequences(settings.stopSequences())
                .build();
    }

    TextGeneration submit(ChatRequest request) {
        ChatRequestParameters parameters = request.parameters();
        requireSupported(parameters);
        return generator.submit(
                request.messages().stream().map(ChatRequests::message).toList(),
                settings.overriddenBy(
                        parameters.maxOutputTokens(),
                        parameters.temperature(),
                        parameters.topK(),
                        parameters.topP(),
                        parameters.stopSequences()));
    }

    private static void requireSupported(ChatRequestParameters parameters) {
        FEATURES.require(parameters.modelName() == null, "modelName: there is one model");
        FEATURES.requireZero(parameters.frequencyPenalty(), "frequencyPenalty");
        FEATURES.requireZero(parameters.presencePenalty(), "presencePenalty");
        FEATURES.require(parameters.toolSpecifications().isEmpty(), "tools");
        FEATURES.require(parameters.toolChoice() == null || parameters.toolChoice() == ToolChoice.NONE, "toolChoice");
        FEATURES.require(
                parameters.responseFormat() == null
                        || parameters.responseFormat().type() == ResponseFormatType.TEXT,
                "a response format other than text");
    }

    private static ChatMessage message(dev.langchain4j.data.message.ChatMessage message) {
        if (message instanceof SystemMessage system) {
            return ChatMessage.system(system.text());
        }
        if (message instanceof UserMessage user) {
            return ChatMessage.user(user.contents().stream()
                    .map(content -> {
                        FEATURES.require(content.type() == ContentType.TEXT, "content of type " + content.type());
                        return ((TextContent) content).text();
                    })
                    .collect(Collectors.joining("\n")));
        }
        FEATURES.require(message instanceof AiMessage, "messages of type " + message.type());
        AiMessage answer = (AiMessage) message;
        FEATURES.require(!answer.hasToolExecutionRequests(), "messages of type AI with tools");
        return ChatMessage.assistant(answer.text() == null ? "" : answer.text());
    }

    static ChatResponse response(TextCompletion completion) {
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(completion.text()))
                .finishReason(
                        switch (completion.finishReason().withoutCapacity()) {
                            case STOP -> FinishReason.STOP;
                            case CANCELED -> FinishReason.OTHER;
                            default -> FinishReason.LENGTH;
                        })
                .tokenUsage(new TokenUsage(completion.promptTokens(), completion.tokens()))
                .build();
    }
}
