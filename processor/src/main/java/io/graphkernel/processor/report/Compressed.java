package io.graphkernel.processor.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Text in the format of gzip, which browsers and tools unpack without a library. Generated sources shrink to a tenth. */
final class Compressed {

    private Compressed() {}

    /**
     * Compresses a text.
     *
     * @param json its letters are ASCII
     * @return the same bytes for the same text
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
