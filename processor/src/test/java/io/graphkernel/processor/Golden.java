package io.graphkernel.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.assertj.core.api.Assertions;

/** Golden files with the expected output of a stage. {@code -Dgolden.update=true} rewrites all of them. */
public final class Golden {

    private static final boolean UPDATE = Boolean.getBoolean("golden.update");
    private static final int CONTEXT = 3;
    private static final int MAX_DIFFERENCE_LINES = 40;

    private Golden() {}

    /**
     * Compares a file with a text, or updates the file.
     *
     * @param file path relative to the directory of this module
     * @param actual current output, with line feeds
     * @throws AssertionError if they differ or the file is missing; the message shows the lines that differ
     */
    public static void check(Path file, String actual) {
        if (!UPDATE) {
            compare(file, actual, "-Dgolden.update=true");
            return;
        }
        Path path = absolute(file);
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            // Tests in another process may read the file: an atomic move shows the old or the new text.
            Path written = path.resolveSibling(
                    path.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
            Files.writeString(written, actual);
            Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Compares a file with a text.
     *
     * @param file path relative to the directory of this module
     * @param actual current output, with line feeds
     * @param rewriting command that rewrites the file
     * @throws AssertionError if they differ or the file is missing; the message shows the lines that differ
     */
    public static void compare(Path file, String actual, String rewriting) {
        Path path = absolute(file);
        try {
            String expected = Files.exists(path) ? Files.readString(path).replace("\r\n", "\n") : "";
            if (!expected.equals(actual)) {
                Assertions.fail(path.getFileName() + " differs from what is printed now (" + rewriting
                        + " rewrites it):\n" + difference(expected, actual));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path absolute(Path file) {
        return Path.of(System.getProperty("basedir", "")).resolve(file).normalize();
    }

    /** Returns the lines between the common prefix and the common suffix; expected lines have a minus. */
    static String difference(String expected, String actual) {
        List<String> before = List.of(expected.split("\n", -1));
        List<String> after = List.of(actual.split("\n", -1));
        int shorter = Math.min(before.size(), after.size());
        int head = 0;
        while (head < shorter && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        StringBuilder text = new StringBuilder("at line " + (head + 1) + "\n");
        append(text, "  ", before.subList(Math.max(0, head - CONTEXT), head));
        append(text, "- ", before.subList(head, before.size() - tail));
        append(text, "+ ", after.subList(head, after.size() - tail));
        append(
                text,
                "  ",
                before.subList(before.size() - tail, Math.min(before.size(), before.size() - tail + CONTEXT)));
        return text.toString();
    }

    private static void append(StringBuilder text, String mark, List<String> lines) {
        lines.stream()
                .limit(MAX_DIFFERENCE_LINES)
                .forEach(line -> text.append(mark).append(line).append('\n'));
        if (lines.size() > MAX_DIFFERENCE_LINES) {
            text.append(mark)
                    .append("… ")
                    .append(lines.size() - MAX_DIFFERENCE_LINES)
                    .append(" more lines\n");
        }
    }
}
