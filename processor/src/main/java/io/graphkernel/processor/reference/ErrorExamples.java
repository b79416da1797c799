package io.graphkernel.processor.reference;

import io.graphkernel.processor.diagnostic.Diagnostic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Lines that get a message of the compiler, from the programs that its tests compile. */
final class ErrorExamples {

    private static final String PROGRAMS = "processor/src/test/resources/error";

    /** What is wrong with an option is told at the class, which shows nothing. */
    private static final String CLASS = "final class ";

    private ErrorExamples() {}

    /**
     * The line that gets a message, with a caret below the place that the message names.
     *
     * @param root of the project
     * @param diagnostic the message
     * @return the lines, without the indentation that they share, of the first program with a caret
     * @throws IOException if a program cannot be read
     */
    static Optional<String> of(Path root, Diagnostic diagnostic) throws IOException {
        Pattern caret = Pattern.compile("//( *\\^) " + diagnostic.id() + "\\b.*");
        List<Path> programs;
        try (Stream<Path> files = Files.list(root.resolve(PROGRAMS))) {
            programs = files.filter(file -> file.getFileName().toString().startsWith(diagnostic.id() + "-"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
        for (Path program : programs) {
            List<String> lines = Files.readAllLines(program);
            for (int i = 1; i < lines.size(); i++) {
                if (caret.matcher(lines.get(i)).matches()
                        && !lineAbove(lines, i).startsWith(CLASS)) {
                    String place = lines.get(i).substring(0, lines.get(i).indexOf('^') + 1);
                    return Optional.of((lineAbove(lines, i) + "\n" + place.replace("//", "  ")).stripIndent());
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
