package io.graphkernel.generation.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated files, which DJL reads, against jtokkit and against the definitions of SentencePiece. */
@Tag("peer")
class GgufTokenizerTest {

    private static final List<String> TEXTS = List.of(
            "",
            "The quick brown fox isn't 12345 years old, they'LL say.",
            "  two  blanks, a tab\tand\r\n\r\n  lines \n",
            "Grüße aus 東京! 😀👍🏽 naïve café Ωμέγα — ½ €",
            "for (int i = 0; i < n; i++) {\n    x[i] += 3.14e-10; // ok\n}\n",
            "camelCaseHTTPServer1234567 HELLOworld don't DON'T",
            "\u00a0\u200b\u0301e\u0301 नमस्ते مرحبا");

    /** Returns the fixed texts and random ones. */
    private static List<String> texts(String alphabet) {
        List<String> texts = new ArrayList<>(TEXTS);
        Random random = new Random(7);
        int[] letters = alphabet.codePoints().toArray();
        for (int i = 0; i < 100; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(30); length > 0; length--) {
                text.appendCodePoint(letters[random.nextInt(letters.length)]);
            }
            texts.add(text.toString());
        }
        return texts;
    }

    private static final String ALPHABET = "aaeinorst 'slTHE\n\t .,;!?(){}0123456789éüßλ東京😀";

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"R50K_BASE, gpt-2", "CL100K_BASE, dbrx", "CL100K_BASE, llama-bpe", "O200K_BASE, gpt-4o"})
    void byteLevelTokens_areThoseOfJtokkit(EncodingType type, String pre) {
        Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(type);
        String end = "<|endoftext|>";
        Map<String, Object> metadata = Vocabularies.published(type.getName(), pre, end);
        int[] endTokens = GgufTokenizer.endTokens(metadata);
        Tokenizer published = new JtokkitTokenizer(encoding, Map.of(end, endTokens[0]));
        try (Tokenizer tokenizer = GgufTokenizer.create(metadata)) {
            for (String text : texts(ALPHABET)) {
                int[] tokens = tokenizer.encode(text, true);
                assertThat(tokens).as(text).isEqualTo(published.encode(text, true));
                assertThat(tokens).isEqualTo(encoding.encodeOrdinary(text).toArray());
                assertThat(tokenizer.decode(tokens)).isEqualTo(text);
                assertThat(published.decode(tokens)).isEqualTo(text);
                requireFragments(tokenizer, tokens, text);
                requireFragments(published, tokens, text);
            }
            int[] tokens = tokenizer.encode("a<|endoftext|> b", false);
            assertThat(tokens).hasSize(3).contains(endTokens[0]).isEqualTo(published.encode("a<|endoftext|> b", false));
            assertThat(tokenizer.decode(tokens)).isEqualTo("a b").isEqualTo(published.decode(tokens));
        }
    }

    /** Each fragment has whole characters, and together they are the text. */
    private static void requireFragments(Tokenizer tokenizer, int[] tokens, String text) {
        TextDecoder decoder = tokenizer.decoder();
        StringBuilder joined = new StringBuilder();
        for (int token : tokens) {
            String fragment = decoder.append(token);
            assertThat(fragment).as(text).doesNotContain("\uFFFD");
            assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(fragment)).isTrue();
            joined.append(fragment);
        }
        assertThat(joined.toString()).isEqualTo(text);
        assertThat(decoder.finish()).isEmpty();
    }

    /** Pieces of words with distinct scores. */
    private static Map<String, Double> scores() {
        Map<String, Double> scores = new LinkedHashMap<>();
        String[] tokens = {
            "▁t", "he", "in", "▁a", "er", "▁the", "th", "▁th", "on", "re", "at", "▁s", "st", "en", "or", "▁ther", "ing",
            "▁in", "▁▁", "▁▁▁", "est", "▁st", "aa", "aaa", "the"
        };
        for (String token : tokens) {
            scores.put(token, -1.0 - scores.size());
        }
        for (String letter : "▁abcdefghijklmnopqrstuvwxyzTHE'.,é".split("")) {
            scores.put(letter, -1.0 - scores.size());
        }
        return scores;
    }

    /** Returns the tokens by SentencePiece's definition: the adjacent pair of the best score is merged first. */
    private static List<String> merged(String text, Map<String, Double> scores) {
        List<String> symbols = new ArrayList<>();
        text.codePoints().forEach(letter -> symbols.add(Character.toString(letter)));
        while (true) {
            int best = -1;
            for (int i = 0; i + 1 < symbols.size(); i++) {
                Double score = scores.get(symbols.get(i) + symbols.get(i + 1));
                if (score != null && (best < 0 || score > scores.get(symbols.get(best) + symbols.get(best + 1)))) {
                    best = i;
                }
            }
            if (best < 0) {
                break;
            }
            symbols.set(best, symbols.get(best) + symbols.remove(best + 1));
        }
        return bytesOfUnknown(symbols, scores);
    }

    private static List<String> bytesOfUnknown(List<String> symbols, Map<String, Double> scores) {
        List<String> tokens = new ArrayList<>();
        for (String symbol : symbols) {
            if (scores.containsKey(symbol)) {
                tokens.add(symbol);
            } else {
                for (byte value : symbol.getBytes(StandardCharsets.UTF_8)) {
                    tokens.add(String.format("<0x%02X>", value));
                }
            }
        }
        return tokens;
    }

    private static List<String> named(Map<String, Object> metadata, int[] tokens) {
        List<String> names = new ArrayList<>();
        for (int token : tokens) {
            names.add((String) ((List<?>) metadata.get("tokenizer.ggml.tokens")).get(token));
        }
        return names;
    }

    @Test
    void sentencePiecePairs_areMergedByTheirScores() {
        Map<String, Double> scores = scores();
        Map<String, Object> metadata = Vocabularies.pieces("llama", scores);
        try (Tokenizer tokenizer = GgufTokenizer.create(metadata)) {
            for (String text : texts("ttthheeeinnngaaars  TH'.é東😀\n")) {
                int[] tokens = tokenizer.encode(text, false);
                String prefixed = text.isEmpty() ? "" : ("▁" + text.replace(' ', '▁'));
                assertThat(named(metadata, tokens)).as(text).isEqualTo(merged(prefixed, scores));
                assertThat(tokenizer.decode(tokens)).isEqualTo(text);
                requireFragments(tokenizer, tokens, text);
            }
            assertThat(named(metadata, tokenizer.encode("the", true))).containsExactly("<s>", "▁the");
            assertThat(named(metadata, tokenizer.encode("<s>the</s>", false))).containsExactly("<s>", "▁the", "</s>");
        }
        metadata.put("tokenizer.ggml.add_space_prefix", false);
        metadata.put("tokenizer.ggml.add_bos_token", false);
        metadata.put("tokenizer.ggml.add_eos_token", true);
        try (Tokenizer tokenizer = GgufTokenizer.create(metadata)) {
            int[] tokens = tokenizer.encode("the the", true);
            assertThat(named(metadata, tokens)).containsExactly("the", "▁the", "</s>");
            assertThat(tokenizer.decode(tokens)).isEqualTo("the the");
        }
    }

    /** The text of a prompt and of its continuation are together that of all tokens. */
    @ParameterizedTest
    @CsvSource({"llama, the ther東京東京東京 in a東京 😀 st on", "t5, the ther in a st on"})
    void continuations_beginWithTheirBlank(String model, String text) {
        Map<String, Object> metadata = Vocabularies.pieces(model, scores());
        try (Tokenizer tokenizer = GgufTokenizer.create(metadata)) {
            int[] tokens = tokenizer.encode(text, false);
            for (int length = 0; length < tokens.length; length++) {
                int[] prompt = Arrays.copyOf(tokens, length);
                if (tokenizer.decode(prompt).contains("\uFFFD")) {
                    continue;
                }
                TextDecoder decoder = tokenizer.decoder(prompt);
                StringBuilder continued = new StringBuilder(tokenizer.decode(prompt));
                for (int i = length; i < tokens.length; i++) {
                    continued.append(decoder.append(tokens[i]));
                }
                assertThat(continued.append(decoder.finish()).toString())
                        .as(length + " tokens")
                        .isEqualTo(text);
            }
        }
    }

    /** Returns the largest sum of scores of a segmentation. */
    private static double best(String text, Map<String, Double> scores) {
        double[] best = new double[text.length() + 1];
        for (int end = 1; end <= text.length(); end++) {
            best[end] = Double.NEGATIVE_INFINITY;
            for (int begin = 0; begin < end; begin++) {
                best[end] = Math.max(
                        best[end],
                        best[begin] + scores.getOrDefault(text.substring(begin, end), Double.NEGATIVE_INFINITY));
            }
        }
        return best[text.length()];
    }

    @Test
    void unigrams_haveTheBestSegmentation() {
        Map<String, Double> scores = scores();
        Map<String, Object> metadata = Vocabularies.pieces("t5", scores);
        try (Tokenizer tokenizer = GgufTokenizer.create(metadata)) {
            Random random = new Random(3);
            for (int i = 0; i < 100; i++) {
                StringBuilder word = new StringBuilder();
                for (int length = 1 + random.nextInt(12); length > 0; length--) {
                    word.append("theinrasog".charAt(random.nextInt(10)));
                }
                int[] tokens = tokenizer.encode(word.toString(), false);
                List<String> names = named(metadata, tokens);
                assertThat(String.join("", names)).isEqualTo("▁" + word);
                assertThat(names.stream().mapToDouble(scores::get).sum()).isEqualTo(best("▁" + word, scores));
            }
            int[] tokens = tokenizer.encode("  the  on", false);
            assertThat(named(metadata, tokens)).containsExactly("▁t", "he", "▁", "on");
            assertThat(tokenizer.decode(tokens)).isEqualTo("the on");
        }
    }

    /** Closing frees native memory: a call that used it would end the process. */
    @Test
    void closing_waitsForCalls_andEndsLaterOnes() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            Tokenizer tokenizer = GgufTokenizer.create(Vocabularies.bytes("<end>"));
            List<Thread> threads = new ArrayList<>();
            List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    try {
                        while (true) {
                            tokenizer.decode(tokenizer.encode("some text", false));
                        }
                    } catch (IllegalStateException e) {
                        thrown.add(e);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            tokenizer.close();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(thrown).hasSize(4);
        }
    }

    @Test
    void publishedFile_isUsed() {
        String json = GgufTokenizer.json(Vocabularies.bytes("<end>"));
        assertThat(GgufTokenizer.json(Map.of("tokenizer.huggingface.json", json)))
                .isEqualTo(json);
    }

    @Test
    void otherVocabularies_areRejected() {
        for (Map.Entry<String, Object> change : Map.<String, Object>of(
                        "model",
                        "rwkv",
                        "pre",
                        "unheard-of",
                        "tokens",
                        "none",
                        "token_type",
                        List.of(1L),
                        "merges",
                        List.of("ab"),
                        "eos_token_id",
                        999L)
                .entrySet()) {
            Map<String, Object> metadata = Vocabularies.bytes("<end>");
            metadata.put("tokenizer.ggml." + change.getKey(), change.getValue());
            assertThatThrownBy(() -> {
                        GgufTokenizer.endTokens(metadata);
                        GgufTokenizer.json(metadata);
                    })
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("GK-6524")
                    .hasMessageContaining("tokenizer.ggml." + change.getKey());
        }
    }

    @Test
    void namedTokens_areFound() {
        Map<String, Object> metadata = Vocabularies.bytes("<begin>", "<end>", "<turn>");
        metadata.put("tokenizer.ggml.bos_token_id", 256L);
        metadata.put("tokenizer.ggml.eos_token_id", 257L);
        metadata.put("tokenizer.ggml.eot_token_id", 258L);
        metadata.put("tokenizer.ggml.eom_token_id", 258L);
        assertThat(GgufTokenizer.endTokens(metadata)).containsExactly(257, 258);
        assertThat(GgufTokenizer.specialToken(metadata, "bos_token_id")).isEqualTo("<begin>");
        assertThat(GgufTokenizer.specialToken(metadata, "unknown_token_id")).isEmpty();
    }
}
