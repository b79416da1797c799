package io.graphkernel.processor.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/**
 * Text compressed with gzip, which browsers and tools decompress without a library. Generated sources shrink to a
 * tenth.
 */
final class GzipText {

    private GzipText() {}

    /**
     * Compresses a text.
     *
     * @param json ASCII text
     * @return compressed text, deterministic for a version of Java; other versions may contain another zlib, so
     *     comparisons between machines use the decompressed text
     */
    static byte[] of(String json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(json.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
