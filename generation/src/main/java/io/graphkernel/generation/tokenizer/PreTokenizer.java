package io.graphkernel.generation.tokenizer;

import java.util.List;
import java.util.Map;

/**
 * Split of a text before byte pairs are merged, as the published {@code tokenizer.json} of its models defines it.
 *
 * @param patterns regular expressions, each of which splits the parts of the one before it
 * @param ignoresMerges true if a part that is a token is not merged from its bytes
 * @param addsBeginning true if texts begin with a token by default
 * @param isNormalized true if texts are in the normal form C
 */
record PreTokenizer(List<String> patterns, boolean ignoresMerges, boolean addsBeginning, boolean isNormalized) {

    private static final String GPT_2 =
            "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

    /** The split of GPT-4: {@code %s} stands for the digits. */
    private static final String GPT_4 = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|%s"
            + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    private static final String UPPER = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
    private static final String LOWER = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";

    /** The split of words by case: {@code %1$s} stands for the end of a word, {@code %2$s} for the digits. */
    private static final String CASED = "[^\\r\\n\\p{L}\\p{N}]?" + UPPER + "*" + LOWER + "+%1$s|[^\\r\\n\\p{L}\\p{N}]?"
            + UPPER + "+" + LOWER + "*%1$s|%2$s| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    private static final String DIGIT = "\\p{N}";
    private static final String THREE_DIGITS = "\\p{N}{1,3}";

    private static final PreTokenizer LIKE_GPT_2 = new PreTokenizer(List.of(GPT_2), false, false, false);
    private static final PreTokenizer LIKE_LLAMA_3 =
            new PreTokenizer(List.of(GPT_4.formatted(THREE_DIGITS)), true, true, false);
    private static final PreTokenizer LIKE_QWEN_2 =
            new PreTokenizer(List.of(GPT_4.formatted(DIGIT)), false, false, true);
    private static final PreTokenizer LIKE_STARCODER = new PreTokenizer(List.of(DIGIT, GPT_2), false, false, false);

    /** The pre-tokenizers by the names that GGUF files have. */
    private static final Map<String, PreTokenizer> NAMED = Map.ofEntries(
            Map.entry("gpt-2", LIKE_GPT_2),
            Map.entry("phi-2", LIKE_GPT_2),
            Map.entry("mpt", LIKE_GPT_2),
            Map.entry("olmo", LIKE_GPT_2),
            Map.entry("llama-bpe", LIKE_LLAMA_3),
            Map.entry("llama3", LIKE_LLAMA_3),
            Map.entry("llama-v3", LIKE_LLAMA_3),
            Map.entry("falcon3", LIKE_LLAMA_3),
            Map.entry("dbrx", new PreTokenizer(List.of(GPT_4.formatted(THREE_DIGITS)), false, false, false)),
            Map.entry("qwen2", LIKE_QWEN_2),
            Map.entry("deepseek-r1-qwen", LIKE_QWEN_2),
            Map.entry("stablelm2", new PreTokenizer(List.of(GPT_4.formatted(DIGIT)), false, false, false)),
            Map.entry("starcoder", LIKE_STARCODER),
            Map.entry("refact", LIKE_STARCODER),
            Map.entry("smollm", LIKE_STARCODER),
            Map.entry("command-r", LIKE_STARCODER),
            Map.entry("exaone", LIKE_STARCODER),
            Map.entry("tekken", new PreTokenizer(List.of(CASED.formatted("", DIGIT)), true, true, false)),
            Map.entry(
                    "gpt-4o",
                    new PreTokenizer(
                            List.of(CASED.formatted("(?i:'s|'t|'re|'ve|'m|'ll|'d)?", THREE_DIGITS)),
                            false,
                            false,
                            false)));

    /** Returns the pre-tokenizer of a vocabulary. */
    static PreTokenizer of(GgufVocabulary vocabulary) {
        String name = vocabulary.text("pre", "missing");
        PreTokenizer named = NAMED.get(name);
        if (named == null) {
            throw GgufVocabulary.invalid(
                    "pre",
                    name,
                    "the supported values are "
                            + NAMED.keySet().stream().sorted().toList());
        }
        return named;
    }
}
