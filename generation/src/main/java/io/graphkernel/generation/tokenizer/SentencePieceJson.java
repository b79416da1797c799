package io.graphkernel.generation.tokenizer;

import io.graphkernel.common.json.JsonWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Members of a {@code tokenizer.json} for vocabularies of SentencePiece, which has its scores in place of merges. */
record SentencePieceJson(JsonWriter json, GgufVocabulary vocabulary) {

    /** Stands for a blank. */
    private static final String BLANK = "\u2581";

    /** A pair of tokens that are merged to one of the vocabulary. */
    private record Merge(String left, String right, double score) {}

    /** Writes byte pairs, with bytes in place of unknown characters. */
    void writePairs() {
        boolean hasPrefix = vocabulary.flag("add_space_prefix", true);
        json.name("normalizer").object().member("type", "Sequence");
        json.name("normalizers").array();
        if (hasPrefix) {
            json.object().member("type", "Prepend").member("prepend", BLANK).endObject();
        }
        writeReplace("String", " ", BLANK);
        json.endArray().endObject();
        GgufTokenizer.writeTemplate(json, vocabulary, true);
        json.name("decoder").object().member("type", "Sequence");
        json.name("decoders").array();
        writeReplace("String", BLANK, " ");
        json.object().member("type", "ByteFallback").endObject();
        json.object().member("type", "Fuse").endObject();
        if (hasPrefix) {
            json.object()
                    .member("type", "Strip")
                    .member("content", " ")
                    .member("start", 1)
                    .member("stop", 0)
                    .endObject();
        }
        json.endArray().endObject();
        json.name("model").object().member("type", "BPE");
        int unknown = vocabulary.id("unknown_token_id");
        if (unknown >= 0) {
            json.member("unk_token", vocabulary.tokens().get(unknown));
        }
        json.member("fuse_unk", true).member("byte_fallback", true);
        GgufTokenizer.writeIds(json, vocabulary.tokens());
        json.name("merges").array();
        for (Merge merge : merges()) {
            GgufTokenizer.writePair(json, merge.left(), merge.right());
        }
        json.endArray().endObject();
    }

    /** Returns the pairs whose merge is a token, in the order of the scores of these tokens. */
    private List<Merge> merges() {
        List<String> tokens = vocabulary.tokens();
        List<Double> scores = vocabulary.scores();
        Map<String, Integer> ids = new HashMap<>();
        for (int id = 0; id < tokens.size(); id++) {
            if (vocabulary.isNormal(id)) {
                ids.put(tokens.get(id), id);
            }
        }
        List<Merge> merges = new ArrayList<>();
        ids.values().stream().sorted().forEach(id -> {
            String token = tokens.get(id);
            for (int at = 1; at < token.length(); at++) {
                String left = token.substring(0, at);
                String right = token.substring(at);
                if (ids.containsKey(left) && ids.containsKey(right)) {
                    merges.add(new Merge(left, right, scores.get(id)));
                }
            }
        });
        merges.sort(Comparator.comparingDouble(Merge::score).reversed());
        return merges;
    }

    /** Writes unigrams. */
    void writeUnigrams() {
        byte[] characters = vocabulary.bytes("precompiled_charsmap");
        json.name("normalizer").object().member("type", "Sequence");
        json.name("normalizers").array();
        if (characters != null && characters.length > 0) {
            json.object()
                    .member("type", "Precompiled")
                    .member("precompiled_charsmap", Base64.getEncoder().encodeToString(characters))
                    .endObject();
        }
        if (vocabulary.flag("remove_extra_whitespaces", true)) {
            json.object()
                    .member("type", "Strip")
                    .member("strip_left", true)
                    .member("strip_right", true)
                    .endObject();
            writeReplace("Regex", " {2,}", " ");
        }
        json.endArray().endObject();
        json.name("pre_tokenizer").object();
        writeBlanks();
        json.endObject();
        GgufTokenizer.writeTemplate(json, vocabulary, false);
        json.name("decoder").object();
        writeBlanks();
        json.endObject();
        json.name("model").object().member("type", "Unigram");
        json.member("unk_id", Math.max(0, vocabulary.id("unknown_token_id")));
        json.member("byte_fallback", vocabulary.tokens().contains("<0x00>"));
        List<Double> scores = vocabulary.scores();
        json.name("vocab").array();
        for (int id = 0; id < scores.size(); id++) {
            json.array()
                    .value(vocabulary.tokens().get(id))
                    .value(scores.get(id))
                    .endArray();
        }
        json.endArray().endObject();
    }

    private void writeBlanks() {
        json.member("type", "Metaspace")
                .member("replacement", BLANK)
                .member("prepend_scheme", vocabulary.flag("add_space_prefix", true) ? "always" : "never")
                .member("split", true);
    }

    private void writeReplace(String kind, String pattern, String content) {
        json.object().member("type", "Replace");
        json.name("pattern").object().member(kind, pattern).endObject();
        json.member("content", content).endObject();
    }
}
