package io.graphkernel.generation.tokenizer;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The vocabulary in the metadata of a GGUF file. */
final class GgufVocabulary {

    static final String PREFIX = "tokenizer.ggml.";

    /** Types of tokens, numbered by the format. */
    private static final long NORMAL = 1;

    private static final long UNKNOWN = 2;
    private static final long CONTROL = 3;
    private static final long USER_DEFINED = 4;

    private final Map<String, Object> metadata;
    private final List<String> tokens;
    private final List<Long> types;

    GgufVocabulary(Map<String, Object> metadata) {
        this.metadata = metadata;
        this.tokens = list("tokens", String.class);
        this.types = metadata.containsKey(PREFIX + "token_type") ? list("token_type", Long.class) : List.of();
        requireSize("token_type", types.size());
    }

    /** Returns the tokens; the index of a token is its id. */
    List<String> tokens() {
        return tokens;
    }

    List<String> merges() {
        return list("merges", String.class);
    }

    /** Returns a score per token. */
    List<Double> scores() {
        List<Double> scores = list("scores", Double.class);
        if (scores.size() != tokens.size()) {
            throw invalid("scores", scores.size() + " values", "there are " + tokens.size() + " tokens");
        }
        return scores;
    }

    private void requireSize(String key, int size) {
        if (size != 0 && size != tokens.size()) {
            throw invalid(key, size + " values", "there are " + tokens.size() + " tokens");
        }
    }

    /** Returns true if merges create the token. */
    boolean isNormal(int id) {
        return types.isEmpty() || types.get(id) == NORMAL;
    }

    /** Returns true if the text of the token is a token wherever it is. */
    boolean isAdded(int id) {
        return isSpecial(id) || !types.isEmpty() && types.get(id) == USER_DEFINED;
    }

    /** Returns true if the token has no text of its own. */
    boolean isSpecial(int id) {
        return !types.isEmpty() && (types.get(id) == CONTROL || types.get(id) == UNKNOWN);
    }

    String text(String key, String missing) {
        Object value = metadata.getOrDefault(PREFIX + key, missing);
        if (value instanceof String text) {
            return text;
        }
        throw invalid(key, value, "the key has a text");
    }

    boolean flag(String key, boolean missing) {
        Object value = metadata.getOrDefault(PREFIX + key, missing);
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw invalid(key, value, "the key has a boolean");
    }

    /** Returns the id of a token; -1 if the metadata has none. */
    int id(String key) {
        Object value = metadata.get(PREFIX + key);
        if (value == null) {
            return -1;
        }
        if (value instanceof Long id && id >= 0 && id < tokens.size()) {
            return id.intValue();
        }
        throw invalid(key, value, "there are " + tokens.size() + " tokens");
    }

    /** Returns the bytes of a list; null if the metadata has none. */
    byte @Nullable [] bytes(String key) {
        if (!metadata.containsKey(PREFIX + key)) {
            return null;
        }
        List<Long> values = list(key, Long.class);
        byte[] bytes = new byte[values.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = values.get(i).byteValue();
        }
        return bytes;
    }

    private <T> List<T> list(String key, Class<T> type) {
        if (!(metadata.get(PREFIX + key) instanceof List<?> values)) {
            throw invalid(key, metadata.containsKey(PREFIX + key) ? "no list" : "missing", "the model needs it");
        }
        List<T> elements = new ArrayList<>(values.size());
        for (Object value : values) {
            if (!type.isInstance(value)) {
                throw invalid(key, "a list with " + value, "its values are of type " + type.getSimpleName());
            }
            elements.add(type.cast(value));
        }
        return elements;
    }

    static InvalidArgumentException invalid(String key, Object value, String cause) {
        return new InvalidArgumentException(
                RuntimeProblem.GENERATION_ARGUMENT,
                "GgufTokenizer",
                PREFIX + key,
                value,
                cause,
                "the tokenizer.json of the model to DjlTokenizer.read");
    }
}
