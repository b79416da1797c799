package io.graphkernel.generation.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.graphkernel.generation.chat.ChatGenerator;
import io.graphkernel.generation.chat.ChatSettings;
import io.graphkernel.generation.tokenizer.TextCompletion;
import io.graphkernel.generation.tokenizer.TextGeneration;
import io.graphkernel.generation.tokenizer.TextListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Chat model of LangChain4j. Requests with tools, a response format, penalties or contents other than text are rejected with
 * {@link dev.langchain4j.exception.UnsupportedFeatureException}.
 */
public final class LangChain4jChatModel implements ChatModel {

    private final ChatRequests requests;
    private final List<ChatModelListener> listeners;

    /**
     * Creates a model.
     *
     * @param generator generator of messages
     * @param settings settings that requests override
     * @param listeners listeners of requests and responses
     */
    public LangChain4jChatModel(ChatGenerator generator, ChatSettings settings, ChatModelListener... listeners) {
        this.requests = new ChatRequests(generator, settings);
        this.listeners = List.of(listeners);
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return requests.parameters();
    }

    @Override
    public List<ChatModelListener> listeners() {
        return listeners;
    }

    /** Waits for the message. An interrupt cancels the generation. */
    @Override
    public ChatResponse doChat(ChatRequest request) {
        return ChatRequests.response(requests.submit(request).completion());
    }

    /** Returns a future message. The generation ends if the future is canceled. */
    @Override
    public CompletableFuture<ChatResponse> doChatAsync(ChatRequest request) {
        TextGeneration generation = requests.submit(request);
        CompletableFuture<ChatResponse> future = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                generation.cancel();
                return super.cancel(mayInterruptIfRunning);
            }
        };
        generation.listen(new TextListener() {
            @Override
            public void onText(String fragment) {
                // The response has the whole text.
            }

            @Override
            public void onComplete(TextCompletion completion) {
                future.complete(ChatRequests.response(completion));
            }

            @Override
            public void onError(Throwable exception) {
                future.completeExceptionally(exception);
            }
        });
        return future;
    }
}
