package io.graphkernel.generation.langchain4j;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import dev.langchain4j.model.chat.response.CompleteResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import io.graphkernel.generation.chat.ChatGenerator;
import io.graphkernel.generation.chat.ChatSettings;
import io.graphkernel.generation.tokenizer.TextCompletion;
import io.graphkernel.generation.tokenizer.TextGeneration;
import io.graphkernel.generation.tokenizer.TextListener;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/**
 * Streaming chat model of LangChain4j, with the requests of {@link LangChain4jChatModel}. Handlers are called on a thread of
 * their own, and never after they have canceled the stream.
 */
public final class LangChain4jStreamingChatModel implements StreamingChatModel {

    private final ChatRequests requests;
    private final List<ChatModelListener> listeners;

    /**
     * Creates a model.
     *
     * @param generator generator of messages
     * @param settings settings that requests override
     * @param listeners listeners of requests and responses
     */
    public LangChain4jStreamingChatModel(
            ChatGenerator generator, ChatSettings settings, ChatModelListener... listeners) {
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

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        TextGeneration generation = requests.submit(request);
        generation.listen(new HandlerListener(generation, handler));
    }

    /**
     * Returns the fragments of the message and the whole response. A subscription submits the request, and its cancellation
     * ends the generation.
     */
    @Override
    public Flow.Publisher<ChatModelStreamingEvent> doChat(ChatRequest request) {
        return subscriber -> {
            SubmissionPublisher<ChatModelStreamingEvent> publisher = new SubmissionPublisher<>();
            publisher.subscribe(subscriber);
            try {
                TextGeneration generation = requests.submit(request);
                generation.listen(new PublisherListener(generation, publisher));
            } catch (RuntimeException e) {
                publisher.closeExceptionally(e);
            }
        };
    }

    /** Passes text to a subscriber, and waits for one that is slow. */
    private record PublisherListener(TextGeneration generation, SubmissionPublisher<ChatModelStreamingEvent> publisher)
            implements TextListener {

        @Override
        public void onText(String fragment) {
            publisher.submit(new PartialResponse(fragment));
            if (!publisher.hasSubscribers()) {
                generation.cancel();
            }
        }

        @Override
        public void onComplete(TextCompletion completion) {
            publisher.submit(new CompleteResponse(ChatRequests.response(completion)));
            publisher.close();
        }

        @Override
        public void onError(Throwable exception) {
            publisher.closeExceptionally(exception);
        }
    }

    /** Passes text to a handler until it cancels the stream. */
    private static final class HandlerListener implements TextListener, StreamingHandle {

        private final TextGeneration generation;
        private final StreamingChatResponseHandler handler;
        private volatile boolean isCanceled;

        HandlerListener(TextGeneration generation, StreamingChatResponseHandler handler) {
            this.generation = generation;
            this.handler = handler;
        }

        @Override
        public void cancel() {
            isCanceled = true;
            generation.cancel();
        }

        @Override
        public boolean isCancelled() {
            return isCanceled;
        }

        @Override
        public void onText(String fragment) {
            if (!isCanceled) {
                handler.onPartialResponse(new PartialResponse(fragment), new PartialResponseContext(this));
            }
        }

        @Override
        public void onComplete(TextCompletion completion) {
            if (!isCanceled) {
                handler.onCompleteResponse(ChatRequests.response(completion));
            }
        }

        @Override
        public void onError(Throwable exception) {
            if (!isCanceled) {
                handler.onError(exception);
            }
        }
    }
}
