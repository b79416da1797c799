package io.graphkernel.conformance.pattern;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Runs compiled entries on the device of its process. */
final class PatternProgram {

    private static final int DRAWS = 2;

    private PatternProgram() {}

    /**
     * Prints the differences; exit status 1 if there is one.
     *
     * @param arguments sampling stride of entries; for a custom directory, it and its passes
     */
    public static void main(String[] arguments) throws IOException {
        int shard = Integer.parseInt(arguments[0]);
        boolean isChoice = arguments.length > 1;
        Set<String> chosen = Set.of(arguments);
        List<Entry> entries = PatternClasses.entries().stream()
                .filter(entry -> !isChoice || chosen.contains(entry.pass()))
                .toList();
        List<String> differences;
        try (URLClassLoader loader = isChoice ? PatternClasses.load(Path.of(arguments[1])) : PatternClasses.load()) {
            PatternChecker checker = new PatternChecker(loader);
            differences = IntStream.range(0, entries.size())
                    .filter(i -> i % shard == 0)
                    .mapToObj(i -> entries.get(i).instances().get(0))
                    .flatMap(instance -> checker.check(instance, DRAWS))
                    .toList();
        }
        differences.forEach(System.out::println);
        System.exit(differences.isEmpty() ? 0 : 1);
    }
}
