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
     * @return for the same text the same bytes from the same version of Java; another one may have another zlib, which packs it
     *     otherwise, so that what is compared between machines is the unpacked text
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
