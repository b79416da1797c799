package io.graphkernel.processor.frontend;

import io.graphkernel.processor.graph.ValueType;
import java.util.List;

/** What a comment for Javadoc says of tensors. The names of a model may be anything. */
public final class CommentText {

    /** A name longer than this is no help. */
    private static final int LONGEST = 200;

    private CommentText() {}

    /** A name as code. Nothing in it ends the comment or is a tag. */
    public static String code(String name) {
        StringBuilder text = new StringBuilder("<code>");
        name.codePoints().limit(LONGEST).forEach(letter -> {
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
     * A tensor with its dtype and dims.
     *
     * @param name as a parameter or a result is called; empty for the only result
     * @param type the declared type; of a shape that only the call knows it says so
     */
    public static String item(String name, ValueType type) {
        String text = type.shape().isRankless() ? type.dtype().text() + "[...]" : type.toString();
        return (name.isEmpty() ? "" : code(name) + ", ") + code(text);
    }

    /** A list. */
    public static String list(List<String> items) {
        StringBuilder text = new StringBuilder("<ul>\n");
        items.forEach(item -> text.append("<li>").append(item).append("\n"));
        return text.append("</ul>\n").toString();
    }
}
