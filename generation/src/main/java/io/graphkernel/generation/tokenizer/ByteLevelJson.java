package io.graphkernel.generation.tokenizer;

import io.graphkernel.common.json.JsonWriter;

/** Members of a {@code tokenizer.json} for byte-level byte pairs. */
record ByteLevelJson(JsonWriter json, GgufVocabulary vocabulary) {

    void write() {
        PreTokenizer split = PreTokenizer.of(vocabulary);
        if (split.isNormalized()) {
            json.name("normalizer").object().member("type", "NFC").endObject();
        }
        json.name("pre_tokenizer").object().member("type", "Sequence");
        json.name("pretokenizers").array();
        for (String pattern : split.patterns()) {
            json.object().member("type", "Split");
            json.name("pattern").object().member("Regex", pattern).endObject();
            json.member("behavior", "Isolated").member("invert", false).endObject();
        }
        json.object();
        writeByteLevel();
        json.endObject().endArray().endObject();
        GgufTokenizer.writeTemplate(json, vocabulary, split.addsBeginning());
        json.name("decoder").object();
        writeByteLevel();
        json.endObject();
        json.name("model").object().member("type", "BPE").member("ignore_merges", split.ignoresMerges());
        GgufTokenizer.writeIds(json, vocabulary.tokens());
        json.name("merges").array();
        for (String merge : vocabulary.merges()) {
            // The left token has at least one character, which may be a blank in vocabularies that are not byte-level.
            int blank = merge.indexOf(' ', 1);
            if (blank < 0) {
                throw GgufVocabulary.invalid("merges", "a list with " + merge, "a merge is of two tokens");
            }
            GgufTokenizer.writePair(json, merge.substring(0, blank), merge.substring(blank + 1));
        }
        json.endArray().endObject();
    }

    private void writeByteLevel() {
        json.member("type", "ByteLevel")
                .member("add_prefix_space", false)
                .member("trim_offsets", true)
                .member("use_regex", false);
    }
}
