package io.graphkernel.processor.onnx;

import java.util.List;

/** Text of a model, which may be anything, in a comment for Javadoc. */
final class ModelText {

    /** A name longer than this is no help. */
    private static final int LONGEST = 200;

    private ModelText() {}

    /** A name as code. Nothing in it ends the comment or is a tag. */
    static String code(String name) {
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

    /** A list. */
    static String list(List<String> items) {
        StringBuilder text = new StringBuilder("<ul>\n");
        items.forEach(item -> text.append("<li>").append(item).append("\n"));
        return text.append("</ul>\n").toString();
    }
}
