package io.graphkernel.generation;

import java.time.Duration;

/**
 * Counts and times of a generation.
 *
 * @param promptTokens number of tokens of the prompt
 * @param tokens number of generated tokens
 * @param timeToFirstToken time from the submission to the first token; zero without tokens
 * @param total time from the submission to the last token
 */
public record GenerationStatistics(int promptTokens, int tokens, Duration timeToFirstToken, Duration total) {

    /**
     * Returns the speed after the first token.
     *
     * @return tokens per second; 0 with fewer than two tokens
     */
    public double tokensPerSecond() {
        double seconds = total.minus(timeToFirstToken).toNanos() * 1e-9;
        return tokens < 2 || seconds <= 0 ? 0 : (tokens - 1) / seconds;
    }
}
