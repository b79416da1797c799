package io.graphkernel.common.safetensors;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * A tensor of a file.
 *
 * @param dtype name of the dtype in the format
 * @param dims its dims
 * @param begin offset of the first byte from the start of the elements
 * @param end offset after the last byte
 */
public record SafetensorsEntry(String dtype, long[] dims, long begin, long end) {

    private static final Map<String, Integer> ELEMENT_BYTES = Map.ofEntries(
            Map.entry("BOOL", 1),
            Map.entry("U8", 1),
            Map.entry("I8", 1),
            Map.entry("F8_E4M3", 1),
            Map.entry("F8_E5M2", 1),
            Map.entry("U16", 2),
            Map.entry("I16", 2),
            Map.entry("F16", 2),
            Map.entry("BF16", 2),
            Map.entry("U32", 4),
            Map.entry("I32", 4),
            Map.entry("F32", 4),
            Map.entry("U64", 8),
            Map.entry("I64", 8),
            Map.entry("F64", 8));

    /** Returns the size of an element of a dtype; 0 for a dtype that is not known here. */
    static int elementBytes(String dtype) {
        return ELEMENT_BYTES.getOrDefault(dtype, 0);
    }

    /** Returns the size in bytes. */
    public long bytes() {
        return end - begin;
    }

    /** Formatted as {@code f32[2, 3]}. */
    @Override
    public String toString() {
        return dtype.toLowerCase(Locale.ROOT) + Arrays.toString(dims);
    }
}
