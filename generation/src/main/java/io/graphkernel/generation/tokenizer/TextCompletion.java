package io.graphkernel.generation.tokenizer;

import io.graphkernel.generation.FinishReason;

/**
 * The result of a completed generation of text.
 *
 * @param text text without a stop sequence or end token
 * @param finishReason the reason why the generation has ended
 * @param promptTokens number of tokens of the prompt
 * @param tokens number of generated tokens, up to the one that ends it
 */
public record TextCompletion(String text, FinishReason finishReason, int promptTokens, int tokens) {}
