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
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Tokenizer of a {@code tokenizer.json}, by the artifact {@code ai.djl.huggingface:tokenizers}. */
public final class DjlTokenizer implements Tokenizer {

    /** DJL truncates texts by default. */
    private static final Map<String, String> OPTIONS = Map.of("truncation", "false", "padding", "false");

    private final HuggingFaceTokenizer tokenizer;

    /** Closing frees native memory, which calls of other threads may use. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

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
        lock.readLock().lock();
        try {
            long[] ids = tokenizer.encode(text, addSpecialTokens, false).getIds();
            return Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public String decode(int... tokens) {
        lock.readLock().lock();
        try {
            return tokenizer.decode(Arrays.stream(tokens).asLongStream().toArray(), true);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Releases the native memory. Later calls throw an {@link IllegalStateException}. */
    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            tokenizer.close();
        } finally {
            lock.writeLock().unlock();
        }
    }
}
