package io.graphkernel.conformance.pattern;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.List;
import java.util.stream.IntStream;

/** Runs compiled entries on the device of its process. */
final class PatternProgram {

    private static final int DRAWS = 2;

    private PatternProgram() {}

    /**
     * Prints the differences; exit status 1 if there is one.
     *
     * @param arguments of how many entries one is taken
     */
    public static void main(String[] arguments) throws IOException {
        int part = Integer.parseInt(arguments[0]);
        List<Entry> entries = PatternClasses.entries();
        List<String> differences;
        try (URLClassLoader loader = PatternClasses.load()) {
            PatternChecker checker = new PatternChecker(loader);
            differences = IntStream.range(0, entries.size())
                    .filter(i -> i % part == 0)
                    .mapToObj(i -> entries.get(i).instances().get(0))
                    .flatMap(instance -> checker.check(instance, DRAWS))
                    .toList();
        }
        differences.forEach(System.out::println);
        System.exit(differences.isEmpty() ? 0 : 1);
    }
}
