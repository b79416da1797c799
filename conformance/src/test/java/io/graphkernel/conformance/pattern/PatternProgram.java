package io.graphkernel.conformance.pattern;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Runs the compiled entries on the device of its process. */
final class PatternProgram {

    private PatternProgram() {}

    /** Prints the differences; exit status 1 if there is one. */
    public static void main(String[] arguments) throws IOException {
        List<String> differences;
        try (URLClassLoader loader = PatternClasses.load()) {
            PatternRun run = new PatternRun(loader, UnaryOperator.identity());
            differences = PatternClasses.passes().stream()
                    .map(Entry::of)
                    .flatMap(Optional::stream)
                    .flatMap(entry -> run.check(entry, entry.dtypes().get(0), 2).stream())
                    .toList();
        }
        differences.forEach(System.out::println);
        System.exit(differences.isEmpty() ? 0 : 1);
    }
}
