package io.graphkernel.processor.launch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Writer of plan files: integers in 7-bit groups, lowest first; strings and lists prefixed with their lengths. */
final class PlanWriter {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Writes an integer; a negative one takes ten bytes. */
    PlanWriter number(long number) {
        long remaining = number;
        while ((remaining & ~0x7fL) != 0) {
            bytes.write((int) (remaining & 0x7f | 0x80));
            remaining >>>= 7;
        }
        bytes.write((int) remaining);
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

    /** Writes the length of a list, then its elements. */
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
