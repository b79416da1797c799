package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.nio.charset.StandardCharsets;

/**
 * Decoder of a plan file: variable-length integers with 7 bits per byte, lowest first; strings and lists preceded by
 * their length. All reads are bounds-checked.
 */
final class PlanReader {
    private static final int MAX_GROUPS = 10;

    private final String resource;
    private final byte[] bytes;
    private int position;

    /**
     * Creates a reader at the first byte.
     *
     * @param resource origin of the bytes for messages
     */
    PlanReader(String resource, byte[] bytes) {
        this.resource = resource;
        this.bytes = bytes;
    }

    /** Reads an integer. */
    long number() {
        long number = 0;
        for (int group = 0; group < MAX_GROUPS; group++) {
            byte next = next();
            number |= (long) (next & 0x7f) << (7 * group);
            if (next >= 0) {
                return number;
            }
        }
        throw damaged("a number has more than 64 bits before byte " + position);
    }

    /** Reads a nonnegative integer below a limit. */
    int below(int limit, String what) {
        long number = number();
        if (number < 0 || number >= limit) {
            throw damaged(what + " is " + number + " before byte " + position);
        }
        return (int) number;
    }

    /** Reads the length of a list whose elements take at least one byte each. */
    int count(String what) {
        long number = number();
        if (number < 0 || number > bytes.length - position) {
            throw damaged("the number of " + what + " is " + number + " before byte " + position);
        }
        return (int) number;
    }

    boolean flag() {
        return below(2, "a flag") != 0;
    }

    String text() {
        int length = count("bytes of a text");
        String text = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return text;
    }

    /** Reads an enum constant by its name. */
    <T extends Enum<T>> T constant(Class<T> type) {
        String name = text();
        for (T constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw damaged("there is no " + type.getSimpleName() + " " + name);
    }

    byte next() {
        if (position == bytes.length) {
            throw damaged("it ends after " + position + " bytes");
        }
        return bytes[position++];
    }

    /** Checks that the end is reached. */
    void requireEnd() {
        if (position < bytes.length) {
            throw damaged("it goes on after byte " + position);
        }
    }

    KernelLibraryException damaged(String detail) {
        return new KernelLibraryException(RuntimeProblem.PLAN_DAMAGED, resource, detail);
    }
}
