package io.graphkernel.generation.tokenizer;

import io.graphkernel.common.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tokenizer of a GGUF file, whose metadata have its vocabulary. It is written as a {@code tokenizer.json}, which DJL's
 * tokenizer reads: byte-level byte pairs ({@code gpt2}), byte pairs of SentencePiece ({@code llama}) and unigrams of
 * SentencePiece ({@code t5}).
 */
public final class GgufTokenizer {

    /** Keys of the tokens that end a text or the turn of a chat. */
    private static final List<String> END_TOKENS = List.of("eos_token_id", "eot_token_id", "eom_token_id");

    private GgufTokenizer() {}

    /**
     * Creates the tokenizer of a file.
     *
     * @param metadata metadata of a GGUF file
     * @return the tokenizer
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the metadata have no vocabulary, or one of another
     *     model
     */
    public static DjlTokenizer create(Map<String, Object> metadata) {
        return DjlTokenizer.parse(json(metadata));
    }

    /**
     * Returns the {@code tokenizer.json} of a file: the one that it contains, or else one with its vocabulary.
     *
     * @param metadata metadata of a GGUF file
     * @return text in JSON
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the metadata have no vocabulary, or one of another
     *     model
     */
    public static String json(Map<String, Object> metadata) {
        if (metadata.get("tokenizer.huggingface.json") instanceof String published) {
            return published;
        }
        GgufVocabulary vocabulary = new GgufVocabulary(metadata);
        String model = vocabulary.text("model", "missing");
        JsonWriter json = new JsonWriter();
        json.object().member("version", "1.0");
        writeAddedTokens(json, vocabulary);
        switch (model) {
            case "gpt2" -> new ByteLevelJson(json, vocabulary).write();
            case "llama" -> new SentencePieceJson(json, vocabulary).writePairs();
            case "t5" -> new SentencePieceJson(json, vocabulary).writeUnigrams();
            default -> throw GgufVocabulary.invalid("model", model, "the supported models are gpt2, llama and t5");
        }
        return json.endObject().toString();
    }

    /**
     * Returns the tokens that end a generation.
     *
     * @param metadata metadata of a GGUF file
     * @return tokens, without duplicates
     */
    public static int[] endTokens(Map<String, Object> metadata) {
        GgufVocabulary vocabulary = new GgufVocabulary(metadata);
        return END_TOKENS.stream()
                .mapToInt(vocabulary::id)
                .filter(id -> id >= 0)
                .distinct()
                .toArray();
    }

    /**
     * Returns the text of a token that is named in the metadata, for templates.
     *
     * @param metadata metadata of a GGUF file
     * @param key such as {@code bos_token_id}
     * @return its text; empty if the metadata have no such token
     */
    public static String specialToken(Map<String, Object> metadata, String key) {
        GgufVocabulary vocabulary = new GgufVocabulary(metadata);
        int id = vocabulary.id(key);
        return id < 0 ? "" : vocabulary.tokens().get(id);
    }

    private static void writeAddedTokens(JsonWriter json, GgufVocabulary vocabulary) {
        json.name("added_tokens").array();
        for (int id = 0; id < vocabulary.tokens().size(); id++) {
            if (vocabulary.isAdded(id)) {
                json.object()
                        .member("id", id)
                        .member("content", vocabulary.tokens().get(id))
                        .member("single_word", false)
                        .member("lstrip", false)
                        .member("rstrip", false)
                        .member("normalized", false)
                        .member("special", vocabulary.isSpecial(id))
                        .endObject();
            }
        }
        json.endArray();
    }

    /** Writes the tokens around a text. */
    static void writeTemplate(JsonWriter json, GgufVocabulary vocabulary, boolean beginsByDefault) {
        Map<String, Integer> special = new LinkedHashMap<>();
        json.name("post_processor").object().member("type", "TemplateProcessing");
        json.name("single").array();
        if (vocabulary.flag("add_bos_token", beginsByDefault)) {
            writeSpecial(json, vocabulary, "bos_token_id", special);
        }
        json.object().name("Sequence").object().member("id", "A").member("type_id", 0);
        json.endObject().endObject();
        if (vocabulary.flag("add_eos_token", false)) {
            writeSpecial(json, vocabulary, "eos_token_id", special);
        }
        json.endArray();
        json.name("pair").array();
        json.object().name("Sequence").object().member("id", "A").member("type_id", 0);
        json.endObject().endObject();
        json.object().name("Sequence").object().member("id", "B").member("type_id", 1);
        json.endObject().endObject().endArray();
        json.name("special_tokens").object();
        special.forEach((token, id) -> json.name(token)
                .object()
                .member("id", token)
                .name("ids")
                .array()
                .value(id)
                .endArray()
                .name("tokens")
                .array()
                .value(token)
                .endArray()
                .endObject());
        json.endObject().endObject();
    }

    private static void writeSpecial(
            JsonWriter json, GgufVocabulary vocabulary, String key, Map<String, Integer> special) {
        int id = vocabulary.id(key);
        if (id < 0) {
            throw GgufVocabulary.invalid(key, "missing", "texts have this token at an end");
        }
        String token = vocabulary.tokens().get(id);
        special.put(token, id);
        json.object().name("SpecialToken").object().member("id", token).member("type_id", 0);
        json.endObject().endObject();
    }

    /** Writes the vocabulary of byte pairs. */
    static void writeIds(JsonWriter json, List<String> tokens) {
        json.name("vocab").object();
        for (int id = 0; id < tokens.size(); id++) {
            json.member(tokens.get(id), id);
        }
        json.endObject();
    }

    /** Writes a pair of tokens. */
    static void writePair(JsonWriter json, String left, String right) {
        json.array().value(left).value(right).endArray();
    }
}
