package io.graphkernel.processor.toolchain;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 over bytes and over sequences of fields. */
final class Digests {
    private final MessageDigest digest = newSha256();

    /** Adds a field with its length, so that adjacent fields remain distinguishable. */
    Digests add(byte[] field) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(field.length).flip());
        digest.update(field);
        return this;
    }

    Digests add(String field) {
        return add(field.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the hash of all fields in lower-case hexadecimal. */
    String hexadecimal() {
        return HexFormat.of().formatHex(bytes());
    }

    /** Returns the 32-byte hash of all fields. */
    byte[] bytes() {
        return digest.digest();
    }

    static byte[] sha256(byte[] bytes) {
        return newSha256().digest(bytes);
    }

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
