package io.graphkernel.processor.launch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Bytes of a plan file: whole numbers in groups of 7 bits, the lowest first; texts and lists after their lengths. */
final class PlanWriter {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** A whole number; a negative one takes ten bytes. */
    PlanWriter number(long number) {
        long rest = number;
        while ((rest & ~0x7fL) != 0) {
            bytes.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
        return this;
    }

    PlanWriter flag(boolean flag) {
        return number(flag ? 1 : 0);
    }

    PlanWriter text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        bytes.writeBytes(encoded);
        return this;
    }

    /** The length of a list, then its elements. */
    <T> PlanWriter list(List<T> list, Consumer<T> element) {
        number(list.size());
        list.forEach(element);
        return this;
    }

    PlanWriter raw(byte[] raw) {
        bytes.writeBytes(raw);
        return this;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
