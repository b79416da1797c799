package io.graphkernel.conformance.damage;

import java.util.Random;

/** Ways in which bytes become wrong. */
final class Damage {
    /** The name of a resource, the bytes that a damaged one has, and a text that says what was done. */
    record Case(String resource, byte[] content, String text) {}

    private Damage() {}

    static Case flip(String resource, byte[] content, long bit) {
        byte[] flipped = content.clone();
        flipped[(int) (bit / 8)] ^= (byte) (1 << bit % 8);
        return new Case(resource, flipped, "bit " + bit % 8 + " of byte " + bit / 8 + " of " + resource);
    }

    static Case flip(String resource, byte[] content, Random random) {
        return flip(resource, content, random.nextLong(8L * content.length));
    }

    static Case cut(String resource, byte[] content, int length) {
        byte[] left = java.util.Arrays.copyOf(content, length);
        return new Case(resource, left, "the first " + length + " bytes of " + resource);
    }
}
