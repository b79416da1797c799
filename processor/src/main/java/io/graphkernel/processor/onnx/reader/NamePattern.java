package io.graphkernel.processor.onnx.reader;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Pattern of names in a model, in which {@code *} stands for any text. */
public final class NamePattern {

    /** Maximum number of names in a message. */
    private static final int MAX_NAMED = 8;

    private final Pattern pattern;

    /**
     * Creates a pattern.
     *
     * @param text the pattern
     */
    public NamePattern(String text) {
        pattern = Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q"), Pattern.DOTALL);
    }

    /** Returns true if it matches a whole name. */
    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }

    /** Returns the first names for a message. */
    public static String list(Set<String> names) {
        String text =
                names.stream().limit(MAX_NAMED).map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        if (names.isEmpty()) {
            return "none";
        }
        return names.size() > MAX_NAMED ? text + " and " + (names.size() - MAX_NAMED) + " more" : text;
    }
}
