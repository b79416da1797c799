package io.graphkernel.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.assertj.core.api.Assertions;

/**
 * Files that hold what a stage is expected to print. {@code -Dgolden.update=true} rewrites all of them with what is
 * printed now.
 */
public final class Golden {

    private static final boolean UPDATE = Boolean.getBoolean("golden.update");
    private static final int CONTEXT = 3;
    private static final int LONGEST = 40;

    private Golden() {}

    /**
     * Compares a file with a text, or writes the text into the file.
     *
     * @param file relative to the directory of this module
     * @param actual what is printed now, with line feeds
     * @throws AssertionError if they differ or the file is missing, showing the lines that differ
     */
    public static void check(Path file, String actual) {
        if (!UPDATE) {
            compare(file, actual, "-Dgolden.update=true");
            return;
        }
        Path path = absolute(file);
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            // The tests of another process may read the file: they find the old text or the new one.
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
     * @param file relative to the directory of this module
     * @param actual what is printed now, with line feeds
     * @param rewriting what rewrites the file
     * @throws AssertionError if they differ or the file is missing, showing the lines that differ
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

    /** The lines between the common beginning and the common end, the file's with a minus. */
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
                .limit(LONGEST)
                .forEach(line -> text.append(mark).append(line).append('\n'));
        if (lines.size() > LONGEST) {
            text.append(mark).append("… ").append(lines.size() - LONGEST).append(" more lines\n");
        }
    }
}
