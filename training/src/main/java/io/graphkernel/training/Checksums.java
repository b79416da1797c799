package io.graphkernel.training;

import io.graphkernel.common.safetensors.SafetensorsException;
import io.graphkernel.common.safetensors.SafetensorsHeader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * CRC-32C of the elements of each tensor of a file, as a metadata string of eight hexadecimal digits per tensor, in the
 * order of the names. The format itself does not define checksums; files of other programs do not have them.
 */
final class Checksums {

    static final String KEY = "graphkernel.crc32c";

    private static final int DIGITS = 8;

    private Checksums() {}

    /** Formats checksums by name; the length only depends on their number. */
    static String text(Map<String, Integer> checksums) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(checksums).values().forEach(checksum -> text.append(String.format("%08x", checksum)));
        return text.toString();
    }

    /**
     * Returns the checksums of a file by name; empty if it has none.
     *
     * @throws SafetensorsException if the string does not have one checksum per tensor
     */
    static Map<String, Integer> of(SafetensorsHeader header) throws IOException {
        Map<String, Integer> checksums = new LinkedHashMap<>();
        String text = header.metadata().get(KEY);
        if (text == null) {
            return checksums;
        }
        if (text.length() != DIGITS * header.entries().size() || !text.matches("[0-9a-f]*")) {
            throw new SafetensorsException("its metadata " + KEY + " are not the checksums of "
                    + header.entries().size() + " tensors");
        }
        int begin = 0;
        for (String name : new TreeSet<>(header.entries().keySet())) {
            checksums.put(name, Integer.parseUnsignedInt(text.substring(begin, begin + DIGITS), 16));
            begin += DIGITS;
        }
        return checksums;
    }
}
