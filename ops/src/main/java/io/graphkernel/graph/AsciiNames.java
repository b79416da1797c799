package io.graphkernel.graph;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Injective escaping of Java identifiers to names of C functions, GPU kernels and files, which are limited to ASCII
 * letters, digits and underscores. ASCII names are unchanged.
 */
public final class AsciiNames {

    /** Substrings that look like an escaped letter. */
    private static final Pattern LIKE_ESCAPED = Pattern.compile("_(?=u[0-9a-f]{4})");

    private AsciiNames() {}

    /**
     * Returns the name with non-ASCII letters escaped.
     *
     * @param java an identifier
     * @return for example {@code gr_u00f6_u00dfe}
     */
    public static String of(String java) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < java.length(); i++) {
            char letter = java.charAt(i);
            boolean plain = letter < 128 && Character.isLetterOrDigit(letter)
                    || letter == '_'
                            && !LIKE_ESCAPED
                                    .matcher(java)
                                    .region(i, java.length())
                                    .lookingAt();
            name.append(plain ? String.valueOf(letter) : String.format(Locale.ROOT, "_u%04x", (int) letter));
        }
        return name.toString();
    }
}
