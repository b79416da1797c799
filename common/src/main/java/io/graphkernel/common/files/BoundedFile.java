package io.graphkernel.common.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reading of files that a user names with a size limit, since one may be an endless device, or a wrong file of
 * gigabytes.
 */
public final class BoundedFile {
    /** Size limit of files that are written by hand. */
    public static final int MAX_TEXT_BYTES = 1 << 20;

    /** Thrown if a file exceeds its size limit. */
    public static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLargeException(Path file, long limit) {
            super("it has more than " + limit + " bytes: " + file);
        }
    }

    private BoundedFile() {}

    /**
     * Reads a file without allocating more memory than the limit.
     *
     * @param limit maximum number of bytes, below 2 GiB
     * @throws TooLargeException if it has more
     */
    public static byte[] read(Path file, int limit) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(limit);
            if (content.length == limit && in.read() >= 0) {
                throw new TooLargeException(file, limit);
            }
            return content;
        }
    }

    /**
     * Reads a text file in UTF-8.
     *
     * @throws TooLargeException if it has more than {@link #MAX_TEXT_BYTES}
     * @throws java.nio.charset.CharacterCodingException if it is not in UTF-8
     */
    public static String readText(Path file) throws IOException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(read(file, MAX_TEXT_BYTES)))
                .toString();
    }
}
