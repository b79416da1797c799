package io.graphkernel.conformance.rank;

import io.graphkernel.runtime.Device;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs compiled kernels on the device of its process. */
final class RankProgram {

    static final long SEED = Long.getLong("conformance.rank.seed", 14);
    static final int BODIES = Integer.getInteger("conformance.rank.bodies", TestTier.isExhaustive() ? 400 : 16);

    private RankProgram() {}

    /**
     * Prints the differences; exit status 1 if there is one.
     *
     * @param arguments the directory of the classes, and of how many cases one is taken
     */
    public static void main(String[] arguments) throws IOException {
        List<String> wrong = check(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
        wrong.forEach(System.out::println);
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    /** The differences between kernels and methods on the default device. */
    static List<String> check(Path directory, int shard) throws IOException {
        List<RankCase> cases = Stream.concat(RankCase.fixed().stream(), RandomBodies.of(SEED, BODIES).cases().stream())
                .toList();
        URL[] path = {directory.toUri().toURL()};
        try (URLClassLoader classes = new URLClassLoader(path, RankProgram.class.getClassLoader())) {
            RankComparison comparison = new RankComparison(classes, Device.defaultDevice());
            return IntStream.range(0, cases.size())
                    .filter(i -> i % shard == 0)
                    .mapToObj(cases::get)
                    .flatMap(tested -> comparison.check(tested).stream())
                    .toList();
        }
    }
}
