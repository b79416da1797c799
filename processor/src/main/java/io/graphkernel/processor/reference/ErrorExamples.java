package io.graphkernel.processor.reference;

import io.graphkernel.common.files.FileTree;
import io.graphkernel.processor.diagnostic.Diagnostic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Example lines for compiler messages, from the programs that its tests compile. */
final class ErrorExamples {

    private static final String PROGRAMS = "processor/src/test/resources/error";

    /** Placeholder line for problems with options, which are reported at the class. */
    private static final String CLASS = "final class ";

    private ErrorExamples() {}

    /**
     * Returns the line that causes a message, with a caret below the reported position.
     *
     * @param root root of the project
     * @param diagnostic the message
     * @return unindented lines of the first program with a caret
     * @throws IOException if a program cannot be read
     */
    static Optional<String> of(Path root, Diagnostic diagnostic) throws IOException {
        Pattern caret = Pattern.compile("//( *\\^) " + diagnostic.id() + "\\b.*");
        List<Path> programs = FileTree.list(root.resolve(PROGRAMS)).stream()
                .filter(file -> file.getFileName().toString().startsWith(diagnostic.id() + "-"))
                .filter(Files::isRegularFile)
                .toList();
        for (Path program : programs) {
            List<String> lines = Files.readAllLines(program);
            for (int i = 1; i < lines.size(); i++) {
                if (caret.matcher(lines.get(i)).matches()
                        && !lineAbove(lines, i).startsWith(CLASS)) {
                    String indent = lines.get(i).substring(0, lines.get(i).indexOf('^') + 1);
                    return Optional.of((lineAbove(lines, i) + "\n" + indent.replace("//", "  ")).stripIndent());
                }
            }
        }
        return Optional.empty();
    }

    /** A line may have several carets. */
    private static String lineAbove(List<String> lines, int caret) {
        int line = caret - 1;
        while (lines.get(line).startsWith("//")) {
            line--;
        }
        return lines.get(line);
    }
}
