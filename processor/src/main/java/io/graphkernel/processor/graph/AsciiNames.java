package io.graphkernel.processor.graph;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Java identifiers as names of C functions, GPU kernels and files, which take letters a to z, digits and underscores
 * alone. Names that are so already stay; no two names become one.
 */
public final class AsciiNames {

    /** What a name could take for an escaped letter. */
    private static final Pattern LIKE_ESCAPED = Pattern.compile("_(?=u[0-9a-f]{4})");

    private AsciiNames() {}

    /**
     * The name with other letters escaped.
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
