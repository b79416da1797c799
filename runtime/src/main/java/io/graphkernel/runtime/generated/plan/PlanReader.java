package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a plan file: whole numbers in groups of 7 bits, the lowest first; texts and lists after their lengths.
 * What is read is bounded by what is there.
 */
final class PlanReader {
    private static final int MOST_GROUPS = 10;

    private final String resource;
    private final byte[] bytes;
    private int position;

    /**
     * A reader at the first byte.
     *
     * @param resource where the bytes are from, for messages
     */
    PlanReader(String resource, byte[] bytes) {
        this.resource = resource;
        this.bytes = bytes;
    }

    /** Any whole number. */
    long number() {
        long number = 0;
        for (int group = 0; group < MOST_GROUPS; group++) {
            byte next = next();
            number |= (long) (next & 0x7f) << (7 * group);
            if (next >= 0) {
                return number;
            }
        }
        throw damaged("a number has more than 64 bits before byte " + position);
    }

    /** A whole number from 0 on, below a limit. */
    int below(int limit, String what) {
        long number = number();
        if (number < 0 || number >= limit) {
            throw damaged(what + " is " + number + " before byte " + position);
        }
        return (int) number;
    }

    /** The length of a list, of whose elements each takes a byte at least. */
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

    /** A constant of an enum by its name. */
    <T extends Enum<T>> T constant(Class<T> type) {
        String name = text();
        for (T each : type.getEnumConstants()) {
            if (each.name().equals(name)) {
                return each;
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

    /** Fails unless everything has been read. */
    void requireEnd() {
        if (position < bytes.length) {
            throw damaged("it goes on after byte " + position);
        }
    }

    KernelLibraryException damaged(String detail) {
        return new KernelLibraryException(RuntimeProblem.PLAN_DAMAGED, resource, detail);
    }
}
