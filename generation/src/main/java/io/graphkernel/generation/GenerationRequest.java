package io.graphkernel.generation;

import java.util.Arrays;
import java.util.List;

/**
 * A prompt and the settings of its continuation.
 *
 * @param prompt tokens, at least one
 * @param maxTokens maximum number of generated tokens
 * @param temperature 0 selects the most probable token
 * @param topK number of tokens to sample from; 0 for all
 * @param topP probability of the tokens to sample from; 1 for all
 * @param minP share of the largest probability that a token must have; 0 for all
 * @param repetitionPenalty divisor of the logits of tokens that the sequence has; 1 for none
 * @param seed seed of the samples
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

    /**
     * Copies the arrays, and checks the settings.
     *
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if a setting is out of its range
     */
    public GenerationRequest {
        require(prompt.length > 0, "the length of the prompt", 0, "1 token or more");
        require(maxTokens > 0, "maxTokens", maxTokens, "1 or more");
        require(temperature >= 0 && temperature < Float.POSITIVE_INFINITY, "temperature", temperature, "0 or more");
        require(topK >= 0, "topK", topK, "0 or more");
        require(topP > 0, "topP", topP, "more than 0");
        require(minP >= 0 && minP <= 1, "minP", minP, "a share from 0 to 1");
        require(
                repetitionPenalty >= 1 && repetitionPenalty < Float.POSITIVE_INFINITY,
                "repetitionPenalty",
                repetitionPenalty,
                "1 or more");
        prompt = prompt.clone();
        stopSequences = copied(stopSequences);
    }

    private static void require(boolean condition, String parameter, Object value, String alternative) {
        if (!condition) {
            throw TokenGenerator.invalid("GenerationRequest", parameter, value, "it is out of its range", alternative);
        }
    }

    private static List<int[]> copied(List<int[]> sequences) {
        return sequences.stream().map(int[]::clone).toList();
    }

    /** Returns a copy of the prompt. */
    @Override
    public int[] prompt() {
        return prompt.clone();
    }

    /** Returns a copy of the stop sequences. */
    @Override
    public List<int[]> stopSequences() {
        return copied(stopSequences);
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
     * Returns the same request with sampling.
     *
     * @param newTemperature temperature of the probabilities; 0 selects the most probable token
     * @param newSeed seed of the samples
     * @return the request
     */
    public GenerationRequest withSampling(float newTemperature, long newSeed) {
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
     * @param newTopK number of tokens to sample from; 0 for all
     * @param newTopP probability of the tokens to sample from; 1 for all
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
     * @param penalty divisor of the logits of tokens that the sequence has
     * @return the request
     */
    public GenerationRequest withRepetitionPenalty(float penalty) {
        return new GenerationRequest(
                prompt, maxTokens, temperature, topK, topP, minP, penalty, seed, endToken, stopSequences);
    }

    /**
     * Returns the same request with other stop tokens.
     *
     * @param newEndToken token that ends the generation; -1 for none
     * @param newStopSequences sequences of tokens, each of which ends the generation
     * @return the request
     */
    public GenerationRequest withStopTokens(int newEndToken, List<int[]> newStopSequences) {
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

    /**
     * Returns the same request with other end tokens, in place of an end token and stop sequences.
     *
     * @param endTokens tokens, each of which ends the generation; of a GGUF file by
     *     {@link io.graphkernel.generation.tokenizer.GgufTokenizer#endTokens}
     * @return the request
     */
    public GenerationRequest withEndTokens(int... endTokens) {
        return withStopTokens(
                -1,
                Arrays.stream(endTokens).mapToObj(token -> new int[] {token}).toList());
    }

    /** Returns true if the tokens are filtered before sampling. */
    boolean hasFilters() {
        return topK > 0 || topP < 1 || minP > 0;
    }
}
