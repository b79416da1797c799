package io.graphkernel.examples.llm;

import java.util.HashMap;
import java.util.Map;

/**
 * Sizes of a model that are not compiled into it.
 *
 * @param heads number of heads of the query
 * @param shared number of heads of keys and values
 * @param hidden number of columns of the perceptron
 * @param vocabulary number of tokens
 * @param width number of columns of the embedding
 */
record LlamaSizes(int heads, int shared, int hidden, int vocabulary, int width) {

    /**
     * Returns the metadata of a GGUF file with the model, without a tokenizer. llama.cpp requires all of them.
     *
     * @param positions maximum number of tokens of a sequence
     */
    Map<String, Object> metadata(int positions) {
        String architecture = Compiled.GEMMA ? "gemma" : "llama";
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("block_count", Compiled.LAYERS);
        metadata.put("context_length", positions);
        metadata.put("embedding_length", width);
        metadata.put("feed_forward_length", hidden);
        metadata.put("vocab_size", vocabulary);
        metadata.put("rope.dimension_count", Compiled.HEAD_SIZE);
        metadata.put("attention.head_count", heads);
        metadata.put("attention.head_count_kv", shared);
        metadata.put("attention.key_length", Compiled.HEAD_SIZE);
        metadata.put("attention.value_length", Compiled.HEAD_SIZE);
        metadata.put("attention.layer_norm_rms_epsilon", (float) Compiled.EPSILON);
        Map<String, Object> prefixed = new HashMap<>();
        metadata.forEach((key, value) -> prefixed.put(architecture + "." + key, value));
        prefixed.put("general.architecture", architecture);
        prefixed.put("tokenizer.ggml.model", "none");
        return prefixed;
    }
}
