package io.graphkernel.graph;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The elements of a constant tensor, little-endian and row-major. A graph holds only their hash; the elements stay in
 * the caller's memory or in a file. Instances with equal elements are equal.
 */
public final class ConstantData {

    /** Source of the elements. */
    @FunctionalInterface
    public interface Content {

        /**
         * Opens a stream of the elements.
         *
         * @return a stream at the first byte, which the caller closes
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
     * Creates constant data in memory.
     *
     * @param elements the bytes, which must not change afterwards
     * @return the data, backed by the array
     */
    public static ConstantData of(byte[] elements) {
        try {
            return read(() -> new ByteArrayInputStream(elements));
        } catch (IOException e) {
            throw new IllegalStateException("memory can be read", e);
        }
    }

    /**
     * Creates constant data of floats.
     *
     * @param dtype {@code f32} or {@code f64}
     * @param elements the elements, which are rounded to the dtype
     * @return the data
     */
    public static ConstantData of(DataType dtype, double... elements) {
        boolean isDouble = dtype == DataType.F64;
        ByteBuffer bytes = ByteBuffer.allocate(elements.length * (isDouble ? Double.BYTES : Float.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (double element : elements) {
            if (isDouble) {
                bytes.putDouble(element);
            } else {
                bytes.putFloat((float) element);
            }
        }
        return of(bytes.array());
    }

    /**
     * Creates constant data that is read now for its hash, and again when it is written.
     *
     * @param content a source that returns the same bytes each time
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
     * Returns the SHA-256 of the elements.
     *
     * @return the hash in hexadecimal
     */
    public String sha256() {
        return sha256;
    }

    public long bytes() {
        return bytes;
    }

    /** Checks that the elements are those of a tensor with constant dims. */
    void requireBytesOf(ValueType type) {
        Dim elements =
                type.shape().isUnranked() ? null : Dim.product(type.shape().dims());
        boolean complete = elements instanceof Dim.Constant count
                && count.size() * type.dtype().byteSize() == bytes;
        if (!complete) {
            throw new IllegalArgumentException("a constant tensor of " + type + " has " + bytes + " bytes");
        }
    }

    /**
     * Opens a stream of the elements.
     *
     * @return a stream at the first byte, which the caller closes
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
