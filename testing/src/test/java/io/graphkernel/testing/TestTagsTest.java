package io.graphkernel.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of the test sources of all modules: tags alone decide in which tiers a test runs, and {@link TestTier} how deep. */
class TestTagsTest {

    private static final Path ROOT =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

    /** Tags that select a tier. */
    private static final Set<String> TIERS = Set.of("slow", "sampled");

    /** Tags that describe tests: other processes, emulated devices, peers that compute the same, packaged artifacts. */
    private static final Set<String> KINDS = Set.of("process", "emulated", "peer", "it");

    /** Boolean properties that do not change the depth of a test. */
    private static final Set<String> SWITCHES = Set.of("\"golden.update\"", "\"interop.frameworks\"");

    private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
    private static final Pattern TAG = Pattern.compile("@Tag\\((.*)\\)");
    private static final Pattern SWITCH =
            Pattern.compile("(?:getBoolean\\(|SystemProperty\\(\\s*named = )(\"[^\"]*\")");
    private static final Pattern DEPTH = Pattern.compile("TestTier\\.(?:is|select|current)");
    private static final Pattern ASSUMED = Pattern.compile("assume\\w+\\([^;]*TestTier\\.");
    private static final Pattern OWN_SWITCH = Pattern.compile("\"[\\w.]*exhaustive[\\w.]*\"|<[\\w.]+\\.exhaustive>");

    /** A test source or the POM of a module. */
    private record Source(Path file, String text) {

        String name() {
            return file.getFileName().toString();
        }

        List<String> found(Pattern pattern) {
            return pattern.matcher(text)
                    .results()
                    .map(match -> match.groupCount() > 0 ? match.group(1) : match.group())
                    .toList();
        }

        boolean isTestClass() {
            return name().endsWith("Test.java") || name().endsWith("IT.java");
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }

    private static List<Source> sources() throws IOException {
        List<Source> sources = new ArrayList<>();
        for (String module : MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList()) {
            if (module.equals("testing")) {
                continue;
            }
            sources.add(read(ROOT.resolve(module).resolve("pom.xml")));
            Path tests = ROOT.resolve(module).resolve("src/test/java");
            if (Files.isDirectory(tests)) {
                try (Stream<Path> files = Files.walk(tests)) {
                    for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                            .sorted()
                            .toList()) {
                        sources.add(read(file));
                    }
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(500);
        return sources;
    }

    private static Source read(Path file) throws IOException {
        return new Source(ROOT.relativize(file), Files.readString(file));
    }

    /** Returns the names of sources with their findings that no predicate accepts. */
    private static List<String> findings(Pattern pattern, Predicate<String> accepted) throws IOException {
        return sources().stream()
                .flatMap(source ->
                        source.found(pattern).stream().filter(accepted.negate()).map(found -> source + ": " + found))
                .toList();
    }

    private static String unquoted(String literal) {
        return literal.replace("\"", "");
    }

    @Test
    void tags_areKnown() throws IOException {
        assertThat(findings(TAG, tag -> TIERS.contains(unquoted(tag)) || KINDS.contains(unquoted(tag))))
                .isEmpty();
    }

    @Test
    void everyTag_isUsed() throws IOException {
        assertThat(sources().stream().flatMap(source -> source.found(TAG).stream()))
                .extracting(TestTagsTest::unquoted)
                .containsAll(TIERS)
                .containsAll(KINDS);
    }

    @Test
    void depth_hasNoOtherSwitch() throws IOException {
        assertThat(findings(SWITCH, SWITCHES::contains)).isEmpty();
        assertThat(findings(OWN_SWITCH, name -> false)).isEmpty();
    }

    /** An assumption would list the test as skipped in each of the other tiers. */
    @Test
    void tier_isNoAssumption() throws IOException {
        assertThat(findings(ASSUMED, assumption -> false)).isEmpty();
    }

    @Test
    void testWithADepthPerTier_runsInSeveral() throws IOException {
        assertThat(sources().stream()
                        .filter(source ->
                                source.isTestClass() && !source.found(DEPTH).isEmpty())
                        .filter(source -> !source.text().contains("@Tag(\"sampled\")")
                                && !source.text().contains("@ExhaustiveOnly")))
                .extracting(Source::toString)
                .isEmpty();
    }

    @Test
    void integrationTests_areTagged() throws IOException {
        assertThat(sources().stream()
                        .filter(source -> source.name().endsWith("IT.java"))
                        .filter(source -> !source.text().contains("@Tag(\"it\")")))
                .extracting(Source::toString)
                .isEmpty();
    }
}
