package io.graphkernel.generation.tokenizer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Metadata as {@code GgufFile} returns them. */
public final class Vocabularies {

    private Vocabularies() {}

    /** Returns the letter of a byte in byte-level vocabularies. */
    private static char letter(int value) {
        int next = 256;
        for (int other = 0; other < 256; other++) {
            boolean isPrintable = other >= '!' && other <= '~' || other >= 0xa1 && other <= 0xac || other >= 0xae;
            if (other == value) {
                return (char) (isPrintable ? other : next);
            }
            next += isPrintable ? 0 : 1;
        }
        throw new IllegalArgumentException();
    }

    /** Returns bytes as letters of byte-level vocabularies. */
    static String letters(byte[] bytes) {
        StringBuilder letters = new StringBuilder();
        for (byte value : bytes) {
            letters.append(letter(value & 0xff));
        }
        return letters.toString();
    }

    /** Returns the metadata of an encoding of jtokkit, whose ranks are those of its merges. */
    static Map<String, Object> published(String encoding, String pre, String end) {
        String[] letters = new String[256];
        for (int i = 0; i < 256; i++) {
            letters[i] = String.valueOf(letter(i));
        }
        Map<String, Integer> ranks = new HashMap<>();
        List<String> tokens = new ArrayList<>();
        List<String> merges = new ArrayList<>();
        for (String line : resource("/com/knuddels/jtokkit/" + encoding + ".tiktoken")
                .lines()
                .toList()) {
            StringBuilder token = new StringBuilder();
            for (byte value : Base64.getDecoder().decode(line.substring(0, line.indexOf(' ')))) {
                token.append(letters[value & 0xff]);
            }
            if (token.length() > 1) {
                merges.add(merge(token.toString(), ranks));
            }
            ranks.put(token.toString(), tokens.size());
            tokens.add(token.toString());
        }
        List<Long> types = new ArrayList<>(java.util.Collections.nCopies(tokens.size(), 1L));
        tokens.add(end);
        types.add(3L);
        return Map.of(
                "tokenizer.ggml.model", "gpt2",
                "tokenizer.ggml.pre", pre,
                "tokenizer.ggml.tokens", tokens,
                "tokenizer.ggml.token_type", types,
                "tokenizer.ggml.merges", merges,
                "tokenizer.ggml.add_bos_token", false,
                "tokenizer.ggml.eos_token_id", (long) tokens.size() - 1);
    }

    /** Returns the last merge of a token: what earlier ones leave of its letters. */
    private static String merge(String token, Map<String, Integer> ranks) {
        List<String> symbols = new ArrayList<>(List.of(token.split("")));
        while (symbols.size() > 2) {
            int best = -1;
            int bestRank = Integer.MAX_VALUE;
            for (int i = 0; i + 1 < symbols.size(); i++) {
                int rank = ranks.getOrDefault(symbols.get(i) + symbols.get(i + 1), Integer.MAX_VALUE);
                if (rank < bestRank) {
                    best = i;
                    bestRank = rank;
                }
            }
            symbols.set(best, symbols.get(best) + symbols.remove(best + 1));
        }
        return symbols.get(0) + " " + symbols.get(1);
    }

    private static String resource(String name) {
        try (InputStream in = Vocabularies.class.getResourceAsStream(name)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            in.transferTo(bytes);
            return bytes.toString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the metadata of a vocabulary of bytes: token {@code b} is byte {@code b}, and special tokens follow.
     *
     * @param special texts of special tokens
     */
    public static Map<String, Object> bytes(String... special) {
        List<String> tokens = new ArrayList<>();
        List<Long> types = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            tokens.add(String.valueOf(letter(i)));
            types.add(1L);
        }
        for (String token : special) {
            tokens.add(token);
            types.add(3L);
        }
        return new HashMap<>(Map.of(
                "tokenizer.ggml.model",
                "gpt2",
                "tokenizer.ggml.pre",
                "gpt-2",
                "tokenizer.ggml.tokens",
                tokens,
                "tokenizer.ggml.token_type",
                types,
                "tokenizer.ggml.merges",
                List.of()));
    }

    /** Returns the metadata of a vocabulary of SentencePiece, with all bytes. */
    static Map<String, Object> pieces(String model, Map<String, Double> scores) {
        List<String> tokens = new ArrayList<>(List.of("<unk>", "<s>", "</s>"));
        List<Long> types = new ArrayList<>(List.of(2L, 3L, 3L));
        List<Double> values = new ArrayList<>(List.of(0.0, 0.0, 0.0));
        for (int i = 0; i < 256; i++) {
            tokens.add(String.format("<0x%02X>", i));
            types.add(6L);
            values.add(0.0);
        }
        scores.forEach((token, score) -> {
            tokens.add(token);
            types.add(1L);
            values.add(score);
        });
        return new HashMap<>(Map.of(
                "tokenizer.ggml.model", model,
                "tokenizer.ggml.tokens", tokens,
                "tokenizer.ggml.token_type", types,
                "tokenizer.ggml.scores", values,
                "tokenizer.ggml.bos_token_id", 1L,
                "tokenizer.ggml.eos_token_id", 2L,
                "tokenizer.ggml.unknown_token_id", 0L));
    }
}
