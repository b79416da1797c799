package io.graphkernel.generation.tokenizer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Tokenizer of a {@code tokenizer.json}, by the artifact {@code ai.djl.huggingface:tokenizers}. */
public final class DjlTokenizer implements Tokenizer {

    /** DJL truncates texts by default. */
    private static final Map<String, String> OPTIONS = Map.of("truncation", "false", "padding", "false");

    private final HuggingFaceTokenizer tokenizer;

    /**
     * Creates an adapter.
     *
     * @param tokenizer DJL's tokenizer, which the adapter closes
     */
    public DjlTokenizer(HuggingFaceTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /**
     * Reads a file.
     *
     * @param path a {@code tokenizer.json}
     * @return the tokenizer
     * @throws UncheckedIOException if the file cannot be read
     */
    public static DjlTokenizer read(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the tokenizer that the text of a {@code tokenizer.json} defines. */
    static DjlTokenizer parse(String json) {
        try {
            return read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DjlTokenizer read(InputStream in) throws IOException {
        return new DjlTokenizer(HuggingFaceTokenizer.newInstance(in, OPTIONS));
    }

    @Override
    public int[] encode(String text, boolean addSpecialTokens) {
        long[] ids = tokenizer.encode(text, addSpecialTokens, false).getIds();
        return Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
    }

    @Override
    public String decode(int... tokens) {
        return tokenizer.decode(Arrays.stream(tokens).asLongStream().toArray(), true);
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
