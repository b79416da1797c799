package io.graphkernel.training;

import io.graphkernel.training.SafetensorsHeader.DamagedException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * CRC-32C of the elements of each tensor of a file, as a text of its metadata: eight hexadecimal digits for each, in the order of
 * the names. The format has none, and files of others have none.
 */
final class Checksums {

    static final String KEY = "graphkernel.crc32c";

    private static final int DIGITS = 8;

    private Checksums() {}

    /** Of checksums by name; its length depends on their number alone. */
    static String text(Map<String, Integer> checksums) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(checksums).values().forEach(each -> text.append(String.format("%08x", each)));
        return text.toString();
    }

    /**
     * The checksums of a file by name; none if it has none.
     *
     * @throws DamagedException if the text is not one of as many checksums as there are tensors
     */
    static Map<String, Integer> of(SafetensorsHeader header) throws IOException {
        Map<String, Integer> checksums = new LinkedHashMap<>();
        String text = header.metadata().get(KEY);
        if (text == null) {
            return checksums;
        }
        if (text.length() != DIGITS * header.entries().size() || !text.matches("[0-9a-f]*")) {
            throw new DamagedException("its metadata " + KEY + " are not the checksums of "
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
