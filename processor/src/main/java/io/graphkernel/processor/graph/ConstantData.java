package io.graphkernel.processor.graph;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The elements of a constant tensor, little-endian and row by row. They stay where they are, in the memory of whoever made
 * the graph or in a file: a graph knows their hash. Equal elements are equal.
 */
public final class ConstantData {

    /** Where elements are. */
    @FunctionalInterface
    public interface Content {

        /**
         * Begins to read them.
         *
         * @return at the first byte; the caller closes it
         * @throws IOException if they cannot be read
         */
        InputStream open() throws IOException;
    }

    private static final int CHUNK = 1 << 16;

    private final String sha256;
    private final long bytes;
    private final Content content;

    private ConstantData(String sha256, long bytes, Content content) {
        this.sha256 = sha256;
        this.bytes = bytes;
        this.content = content;
    }

    /**
     * Elements in memory.
     *
     * @param elements their bytes, which nobody changes any more
     * @return the data, over the array itself
     */
    public static ConstantData of(byte[] elements) {
        try {
            return read(() -> new ByteArrayInputStream(elements));
        } catch (IOException e) {
            throw new IllegalStateException("memory can be read", e);
        }
    }

    /**
     * Elements that are read now for their hash, and later, when they are written.
     *
     * @param content gives the same bytes each time
     * @return the data
     * @throws IOException if they cannot be read
     */
    public static ConstantData read(Content content) throws IOException {
        MessageDigest digest = newDigest();
        long count = 0;
        try (InputStream in = new DigestInputStream(content.open(), digest)) {
            byte[] chunk = new byte[CHUNK];
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                count += length;
            }
        }
        return new ConstantData(HexFormat.of().formatHex(digest.digest()), count, content);
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * The SHA-256 of the elements.
     *
     * @return in hexadecimal
     */
    public String sha256() {
        return sha256;
    }

    public long bytes() {
        return bytes;
    }

    /**
     * Begins to read the elements.
     *
     * @return at the first byte; the caller closes it
     * @throws IOException if they cannot be read
     */
    public InputStream open() throws IOException {
        return content.open();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConstantData data && sha256.equals(data.sha256);
    }

    @Override
    public int hashCode() {
        return sha256.hashCode();
    }
}
