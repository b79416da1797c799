package io.graphkernel.generation;

import java.util.List;

/**
 * A prompt and the settings of its continuation.
 *
 * @param prompt tokens, at least one
 * @param maxTokens maximum number of generated tokens
 * @param temperature 0 selects the most probable token
 * @param topK number of tokens to choose from; 0 for all
 * @param topP probability of the tokens to choose from; 1 for all
 * @param minP share of the largest probability that a token must have; 0 for all
 * @param repetitionPenalty divisor of the scores of tokens that the sequence has; 1 for none
 * @param seed seed of the draws
 * @param endToken token that ends the generation; -1 for none
 * @param stopSequences sequences of tokens, each of which ends the generation
 */
public record GenerationRequest(
        int[] prompt,
        int maxTokens,
        float temperature,
        int topK,
        float topP,
        float minP,
        float repetitionPenalty,
        long seed,
        int endToken,
        List<int[]> stopSequences) {

    /** Copies the arrays, and checks the settings. */
    public GenerationRequest {
        require(prompt.length > 0, "the prompt is empty");
        require(maxTokens > 0, "maxTokens is " + maxTokens);
        require(temperature >= 0, "temperature is " + temperature);
        require(topK >= 0, "topK is " + topK);
        require(topP > 0, "topP is " + topP);
        require(minP >= 0 && minP <= 1, "minP is " + minP);
        require(repetitionPenalty >= 1, "repetitionPenalty is " + repetitionPenalty);
        prompt = prompt.clone();
        stopSequences = stopSequences.stream().map(int[]::clone).toList();
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }

    /**
     * Returns a request for the most probable tokens.
     *
     * @param prompt tokens, at least one
     * @param maxTokens maximum number of generated tokens
     * @return the request
     */
    public static GenerationRequest greedy(int[] prompt, int maxTokens) {
        return new GenerationRequest(prompt, maxTokens, 0, 0, 1, 0, 1, 0, -1, List.of());
    }

    /**
     * Returns the same request with draws.
     *
     * @param newTemperature greater than 0
     * @param newSeed seed of the draws
     * @return the request
     */
    public GenerationRequest withDraws(float newTemperature, long newSeed) {
        return new GenerationRequest(
                prompt,
                maxTokens,
                newTemperature,
                topK,
                topP,
                minP,
                repetitionPenalty,
                newSeed,
                endToken,
                stopSequences);
    }

    /**
     * Returns the same request with other filters.
     *
     * @param newTopK number of tokens to choose from; 0 for all
     * @param newTopP probability of the tokens to choose from; 1 for all
     * @param newMinP share of the largest probability that a token must have; 0 for all
     * @return the request
     */
    public GenerationRequest withFilters(int newTopK, float newTopP, float newMinP) {
        return new GenerationRequest(
                prompt,
                maxTokens,
                temperature,
                newTopK,
                newTopP,
                newMinP,
                repetitionPenalty,
                seed,
                endToken,
                stopSequences);
    }

    /**
     * Returns the same request with another penalty.
     *
     * @param penalty divisor of the scores of tokens that the sequence has
     * @return the request
     */
    public GenerationRequest withRepetitionPenalty(float penalty) {
        return new GenerationRequest(
                prompt, maxTokens, temperature, topK, topP, minP, penalty, seed, endToken, stopSequences);
    }

    /**
     * Returns the same request with other ends.
     *
     * @param newEndToken token that ends the generation; -1 for none
     * @param newStopSequences sequences of tokens, each of which ends the generation
     * @return the request
     */
    public GenerationRequest withEnds(int newEndToken, List<int[]> newStopSequences) {
        return new GenerationRequest(
                prompt,
                maxTokens,
                temperature,
                topK,
                topP,
                minP,
                repetitionPenalty,
                seed,
                newEndToken,
                newStopSequences);
    }

    /** Returns true if the tokens are filtered before a draw. */
    boolean hasFilters() {
        return topK > 0 || topP < 1 || minP > 0;
    }
}
