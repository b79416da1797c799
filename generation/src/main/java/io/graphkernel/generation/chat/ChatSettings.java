package io.graphkernel.generation.chat;

import io.graphkernel.generation.GenerationRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a model's message, checked as those of {@link GenerationRequest}.
 *
 * @param maxTokens maximum number of generated tokens
 * @param temperature 0 selects the most probable token
 * @param topK number of tokens to sample from; 0 for all
 * @param topP probability of the tokens to sample from; 1 for all
 * @param seed seed of the samples; equal requests with equal seeds have equal messages
 * @param stopSequences texts, each of which ends the message
 */
public record ChatSettings(
        int maxTokens, float temperature, int topK, float topP, long seed, List<String> stopSequences) {

    /** Copies the stop sequences. */
    public ChatSettings {
        stopSequences = List.copyOf(stopSequences);
    }

    /**
     * Returns settings for the most probable tokens.
     *
     * @param maxTokens maximum number of generated tokens
     * @return the settings
     */
    public static ChatSettings greedy(int maxTokens) {
        return new ChatSettings(maxTokens, 0, 0, 1, 0, List.of());
    }

    /**
     * Returns the same settings with those of a request, which may lack some.
     *
     * @param newMaxTokens maximum number of generated tokens, or null
     * @param newTemperature temperature, or null
     * @param newTopK number of tokens to sample from, or null
     * @param newTopP probability of the tokens to sample from, or null
     * @param newStopSequences texts, each of which ends the message, or null
     * @return the settings
     */
    public ChatSettings overriddenBy(
            @Nullable Integer newMaxTokens,
            @Nullable Double newTemperature,
            @Nullable Integer newTopK,
            @Nullable Double newTopP,
            @Nullable List<String> newStopSequences) {
        return new ChatSettings(
                newMaxTokens == null ? maxTokens : newMaxTokens,
                newTemperature == null ? temperature : newTemperature.floatValue(),
                newTopK == null ? topK : newTopK,
                newTopP == null ? topP : newTopP.floatValue(),
                seed,
                newStopSequences == null ? stopSequences : newStopSequences);
    }

    /** Returns the request for the tokens that follow a prompt. */
    GenerationRequest request(int[] prompt, int... endTokens) {
        return GenerationRequest.greedy(prompt, maxTokens)
                .withSampling(temperature, seed)
                .withFilters(topK, topP, 0)
                .withEndTokens(endTokens);
    }
}
