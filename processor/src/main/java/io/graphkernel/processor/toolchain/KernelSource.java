package io.graphkernel.processor.toolchain;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * C source of one kernel library.
 *
 * @param tag letters and digits that make the library's symbols unique: it exports {@code gk_<tag>_<variant>}
 * @param fileName a plain ASCII file name such as {@code MyOps.c}; compiler messages and the library name it
 * @param text the C source; includes with quotes find the headers of the kernel ABI
 */
public record KernelSource(String tag, String fileName, String text) {
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_]+");
    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.$-]*\\.c");

    /**
     * Validates the names.
     *
     * @throws IllegalArgumentException if the tag has other letters or the file name is not plain ASCII ending in .c
     */
    public KernelSource {
        requireMatch(TAG, tag, "tag");
        requireMatch(FILE_NAME, fileName, "file name");
        Objects.requireNonNull(text, "text");
    }

    private static void requireMatch(Pattern pattern, String value, String what) {
        if (!pattern.matcher(value).matches()) {
            throw new IllegalArgumentException(what + " '" + value + "' does not match " + pattern);
        }
    }
}
