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

/**
 * Simple names of top-level classes identify a class across the main code of all modules. Examples, which are programs of
 * users, and nested classes are not compared.
 */
class ClassNamesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String MAIN = "src/main/java";

    /** Names that may occur in several packages, with the reason. */
    private static final Map<String, String> EXCEPTIONS =
            Map.of("package-info", "Java requires the name in each package");

    @Test
    void topLevelClass_mainCodeOfAllModules_hasAUniqueSimpleName() throws IOException {
        Map<String, TreeSet<String>> paths = sources(ROOT, MAIN).stream()
                .filter(path -> !EXCEPTIONS.containsKey(simpleName(path)))
                .collect(groupingBy(
                        ClassNamesTest::simpleName, TreeMap::new, mapping(Path::toString, toCollection(TreeSet::new))));
        assertThat(paths).hasSizeGreaterThan(1000);
        assertThat(paths.values().stream().filter(same -> same.size() > 1)).isEmpty();
    }

    @Test
    void exceptionFromUniqueNames_mainCode_isStillNeeded() throws IOException {
        List<String> names =
                sources(ROOT, MAIN).stream().map(ClassNamesTest::simpleName).toList();
        assertThat(EXCEPTIONS.keySet())
                .allMatch(name -> names.stream().filter(name::equals).count() > 1);
    }

    /** A class path may have the main classes and the tests of several modules, where a class of the same name hides the other. */
    @Test
    void topLevelClass_allCodeOfModulesAndExamples_hasAUniqueQualifiedName() throws IOException {
        Map<String, TreeSet<String>> paths = new TreeMap<>();
        for (Path directory : List.of(ROOT, ROOT.resolve("examples"))) {
            for (String root : List.of(MAIN, "src/test/java")) {
                for (Path source : sources(directory, root)) {
                    String path = source.toString().replace('\\', '/');
                    String qualifiedName = path.substring(path.indexOf(root) + root.length());
                    paths.computeIfAbsent(qualifiedName, name -> new TreeSet<>())
                            .add(path);
                }
            }
        }
        paths.keySet().removeIf(name -> name.endsWith("/package-info.java"));
        assertThat(paths).hasSizeGreaterThan(2000);
        assertThat(paths.values().stream().filter(same -> same.size() > 1)).isEmpty();
    }

    private static String simpleName(Path path) {
        return path.getFileName().toString().replace(".java", "");
    }

    /**
     * Returns the sources of the modules in a directory; modules are directories with a POM.
     *
     * @param root the source root inside a module
     */
    private static List<Path> sources(Path directory, String root) throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> children = Files.list(directory)) {
            List<Path> modules = children.filter(child -> Files.exists(child.resolve("pom.xml")))
                    .toList();
            for (Path module : modules) {
                Path sourceRoot = module.resolve(root);
                if (Files.isDirectory(sourceRoot)) {
                    try (Stream<Path> files = Files.walk(sourceRoot)) {
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
