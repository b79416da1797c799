package io.graphkernel.processor.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of the runtime's messages, whose enum is not on the class path of the compiler. */
final class RuntimeMessages {

    private static final String SOURCE = "runtime/src/main/java/io/graphkernel/runtime/exception/RuntimeProblem.java";

    /** String literal, or a concatenation of literals. */
    private static final String STRING = "(\"(?:[^\"\\\\]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\]|\\\\.)*\")*)";

    private static final Pattern CONSTANT =
            Pattern.compile("[A-Z_0-9]+\\(\\s*(\\d+)" + (",\\s*" + STRING).repeat(4) + "\\)[,;]");
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern PLACEHOLDER = Pattern.compile("%(\\d)\\$s");

    /**
     * Message of the runtime.
     *
     * @param title stable title
     * @param text three lines of the message; {@code {1}} is its first argument
     */
    record RuntimeMessage(String title, String text) {}

    private RuntimeMessages() {}

    /**
     * Returns the messages of the runtime.
     *
     * @param root directory of the project
     * @return the messages by number
     * @throws IOException if the source cannot be read
     */
    static SortedMap<Integer, RuntimeMessage> read(Path root) throws IOException {
        SortedMap<Integer, RuntimeMessage> messages = new TreeMap<>();
        Matcher constant = CONSTANT.matcher(Files.readString(root.resolve(SOURCE)));
        while (constant.find()) {
            int number = Integer.parseInt(constant.group(1));
            String title = text(constant.group(2));
            String detail = text(constant.group(3));
            String text = "[GK-" + number + "] " + title + (detail.isEmpty() ? "" : ": " + detail) + "\nbecause: "
                    + text(constant.group(4)) + "\nfix: " + text(constant.group(5));
            if (messages.put(number, new RuntimeMessage(title, text)) != null) {
                throw new IllegalStateException("two messages have the id " + number);
            }
        }
        return messages;
    }

    private static String text(String strings) {
        String joined = JOINT.matcher(strings).replaceAll("").translateEscapes();
        String whole = joined.substring(1, joined.length() - 1);
        return PLACEHOLDER.matcher(whole).replaceAll("{$1}").replace("%%", "%");
    }
}
