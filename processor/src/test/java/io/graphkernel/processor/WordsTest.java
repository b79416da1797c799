package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Sources and pages avoid the words of the glossary's last table that are never right, also in names; a comment describes what
 * follows it.
 */
class WordsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Folders that are not of the project. */
    private static final Set<String> SKIPPED = Set.of(".git", ".idea", ".vscode", "shared");

    /** They quote the words. */
    private static final Set<String> QUOTING = Set.of("docs/glossary.md", "LICENSE");

    private static final Pattern TEXT = Pattern.compile(".*\\.(java|md|c|h|cl|gk|js|css|html|sh|xml|yml|csv|txt)");

    /** A line of a comment goes on after its asterisks; a name may stand for something. */
    private static final Pattern AVOIDED = Pattern.compile(
            "\\b(?:behind|beside|open shapes?|open kernels?"
                    + "|turns? of (?:a|the|its) (?:\\w+ )?loops?|(?:each|one|some|several) turns?"
                    + "|pass(?:es)? over (?:a|the|its|one|each) rows?"
                    + "|(?:stands?|stood)\\b(?!-|[\\s*/#\"+]+(?:for|in\\s+for)\\b))\\b",
            Pattern.CASE_INSENSITIVE);

    /** The compiler of JDK 25 warns of the first one, and the build takes no warning. */
    private static final Pattern DETACHED =
            Pattern.compile("/\\*\\*[^/](?:(?!\\*/).)*\\*/\\s*/\\*\\*[^*/]", Pattern.DOTALL);

    @Test
    void noneIsInASourceOrPage() throws IOException {
        List<String> found = new ArrayList<>();
        walk((name, text) -> {
            if (!QUOTING.contains(name)) {
                found.addAll(matches(AVOIDED, name, text));
            }
        });
        assertThat(found).as("docs/glossary.md says what to write instead").isEmpty();
    }

    @Test
    void noDocCommentPrecedesAnother() throws IOException {
        List<String> found = new ArrayList<>();
        walk((name, text) -> {
            if (name.endsWith(".java")) {
                found.addAll(matches(DETACHED, name, text));
            }
        });
        assertThat(found).as("the first one describes nothing").isEmpty();
        assertThat(matches(DETACHED, "a", "/** One. */\n/** Another. */")).hasSize(1);
    }

    private static void walk(BiConsumer<String, String> consumer) throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return SKIPPED.contains(directory.getFileName().toString()) || isBuildOutput(directory)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = ROOT.relativize(file).toString().replace('\\', '/');
                if (TEXT.matcher(name).matches() && !name.endsWith("/WordsTest.java")) {
                    consumer.accept(name, Files.readString(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void aWordIsFoundWhereverItIsUsed() {
        assertThat(matches(
                        AVOIDED,
                        "a",
                        "/** Beside it. */\nint stands = 1; // It stands\n// for another. A stand-in.\nopen shapes\n"
                                + "turns it on. Each turn of the loop\na pass over a row"))
                .containsExactly(
                        "a:1: Beside", "a:2: stands", "a:4: open shapes", "a:5: Each turn", "a:6: pass over a row");
    }

    /** Packages are called target, too. */
    private static boolean isBuildOutput(Path directory) {
        return directory.endsWith("target") && Files.exists(directory.resolveSibling("pom.xml"));
    }

    private static List<String> matches(Pattern pattern, String name, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            long before = text.substring(0, matcher.start())
                    .chars()
                    .filter(c -> c == '\n')
                    .count();
            found.add(name + ":" + (before + 1) + ": " + matcher.group());
        }
        return found;
    }
}
