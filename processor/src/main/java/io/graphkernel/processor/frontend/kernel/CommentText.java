package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.graph.ValueType;
import java.util.List;

/** Javadoc text for the tensors of a method. Names of a model may contain any characters. */
public final class CommentText {

    /** Maximum number of characters of a name; longer names are omitted. */
    private static final int MAX_NAME_CHARS = 200;

    private CommentText() {}

    /** Returns a name as code, escaped so that it cannot end the comment or form a tag. */
    public static String code(String name) {
        StringBuilder text = new StringBuilder("<code>");
        name.codePoints().limit(MAX_NAME_CHARS).forEach(letter -> {
            boolean plain = letter < 128 && Character.isLetterOrDigit(letter) || " .,:;_-+[]()/=".indexOf(letter) >= 0;
            if (plain) {
                text.append((char) letter);
            } else if (Character.isISOControl(letter) || Character.getType(letter) == Character.SURROGATE) {
                text.append('?');
            } else {
                text.append("&#").append(letter).append(';');
            }
        });
        return text.append("</code>").toString();
    }

    /**
     * Returns a tensor with its dtype and dims.
     *
     * @param name name of a parameter or result; empty for the only result
     * @param type the declared type; an unranked shape is stated as such
     */
    public static String item(String name, ValueType type) {
        String text = type.shape().isUnranked() ? type.dtype().text() + "[...]" : type.toString();
        return (name.isEmpty() ? "" : code(name) + ", ") + code(text);
    }

    /** Returns a list. */
    public static String list(List<String> items) {
        StringBuilder text = new StringBuilder("<ul>\n");
        items.forEach(item -> text.append("<li>").append(item).append("\n"));
        return text.append("</ul>\n").toString();
    }
}
