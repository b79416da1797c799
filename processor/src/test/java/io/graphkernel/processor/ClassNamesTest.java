package io.graphkernel.processor;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Simple names of top-level classes identify a class across the main code of all modules; nested classes are not compared. */
class ClassNamesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Names that may occur in several packages, with the reason. */
    private static final Map<String, String> EXCEPTIONS =
            Map.of("package-info", "Java requires the name in each package");

    @Test
    void topLevelClass_mainCodeOfAllModules_hasAUniqueSimpleName() throws IOException {
        Map<String, TreeSet<String>> paths = sources().stream()
                .filter(path -> !EXCEPTIONS.containsKey(simpleName(path)))
                .collect(groupingBy(
                        ClassNamesTest::simpleName, TreeMap::new, mapping(Path::toString, toCollection(TreeSet::new))));
        assertThat(paths).hasSizeGreaterThan(1000);
        assertThat(paths.values().stream().filter(same -> same.size() > 1)).isEmpty();
    }

    @Test
    void exceptionFromUniqueNames_mainCode_isStillNeeded() throws IOException {
        List<String> names = sources().stream().map(ClassNamesTest::simpleName).toList();
        assertThat(EXCEPTIONS.keySet())
                .allMatch(name -> names.stream().filter(name::equals).count() > 1);
    }

    private static String simpleName(Path path) {
        return path.getFileName().toString().replace(".java", "");
    }

    /** Returns the main sources of the modules; examples are programs of users, and modules are directories with a POM. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.filter(directory -> Files.exists(directory.resolve("pom.xml")))
                    .toList()) {
                Path main = module.resolve("src/main/java");
                if (Files.isDirectory(main)) {
                    try (Stream<Path> files = Files.walk(main)) {
                        files.filter(file -> file.toString().endsWith(".java"))
                                .map(ROOT::relativize)
                                .forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }
}
