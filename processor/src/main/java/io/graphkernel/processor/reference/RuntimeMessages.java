package io.graphkernel.processor.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The messages of the run time, read from the source of their enum: the compiler does not have the run time on its class path. */
final class RuntimeMessages {

    private static final String SOURCE = "runtime/src/main/java/io/graphkernel/runtime/exception/RuntimeProblem.java";

    /** A string, also one that is put together of several. */
    private static final String STRING = "(\"(?:[^\"\\\\]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\]|\\\\.)*\")*)";

    private static final Pattern CONSTANT =
            Pattern.compile("[A-Z_0-9]+\\(\\s*(\\d+),\\s*" + STRING + ",\\s*" + STRING + ",\\s*" + STRING + "\\)[,;]");
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern PLACEHOLDER = Pattern.compile("%(\\d)\\$s");

    private RuntimeMessages() {}

    /**
     * The messages.
     *
     * @param root of the project
     * @return the three lines of each, by its number; {@code {1}} is its first argument
     * @throws IOException if the source cannot be read
     */
    static SortedMap<Integer, String> read(Path root) throws IOException {
        SortedMap<Integer, String> messages = new TreeMap<>();
        Matcher constant = CONSTANT.matcher(Files.readString(root.resolve(SOURCE)));
        while (constant.find()) {
            int number = Integer.parseInt(constant.group(1));
            String text = "[GK-" + number + "] " + text(constant.group(2)) + "\nbecause: " + text(constant.group(3))
                    + "\nfix: " + text(constant.group(4));
            if (messages.put(number, text) != null) {
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
