package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests of the language of sources and pages. {@code withdrawn-words.tsv} lists the words of former names, with the field's
 * words that replace them; none of them occurs. Heads of comments and names of variables are checked by Checkstyle.
 */
class WordsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Directories that are not part of the project. */
    private static final Set<String> SKIPPED = Set.of(".git", ".idea", ".vscode", "shared");

    /** Files that quote the words: the glossary and the history of names. */
    private static final Set<String> QUOTING = Set.of(
            "docs/glossary.md",
            "CHANGELOG.md",
            "LICENSE",
            "config/checkstyle/checkstyle.xml",
            "processor/src/test/resources/io/graphkernel/processor/withdrawn-words.tsv");

    private static final Pattern TEXT =
            Pattern.compile(".*\\.(java|md|c|h|cl|asc|gk|js|css|html|sh|xml|yml|csv|txt|tsv)");

    private static final Pattern WORD = Pattern.compile("[\\w-]+");

    private static final int MAX_PHRASE_WORDS = 3;

    /** The compiler of JDK 25 warns of the first one, and the build allows no warnings. */
    private static final Pattern DETACHED =
            Pattern.compile("/\\*\\*[^/](?:(?!\\*/).)*\\*/\\s*/\\*\\*[^*/]", Pattern.DOTALL);

    @Test
    void withdrawnWords_areInNoSourceOrPage() throws IOException {
        Map<String, String> withdrawn = withdrawnWords();
        List<String> found = new ArrayList<>();
        walk((name, text) -> {
            if (!QUOTING.contains(name)) {
                found.addAll(uses(withdrawn, name, text));
            }
        });
        assertThat(found).isEmpty();
    }

    @Test
    void withdrawnWords_areFoundInNamesCommentsAndAcrossLines() {
        Map<String, String> withdrawn = Map.of("SideBySide", "ParallelTasks", "whole number", "integer", "mend", "fix");
        assertThat(uses(withdrawn, "a", "new SideBySide();\n/** A whole\n * number. */\nrecommend amend\n// mend it"))
                .containsExactlyInAnyOrder(
                        "a:1: SideBySide, better: ParallelTasks",
                        "a:2: whole number, better: integer",
                        "a:5: mend, better: fix");
    }

    /** Returns the withdrawn words, each with its replacement. */
    private static Map<String, String> withdrawnWords() throws IOException {
        try (InputStream resource = WordsTest.class.getResourceAsStream("withdrawn-words.tsv")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .collect(Collectors.toMap(cells -> cells[0], cells -> cells[1]));
        }
    }

    /** Returns the uses of withdrawn words and of phrases of up to three words, whose lines may continue after an asterisk. */
    private static List<String> uses(Map<String, String> withdrawn, String name, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = WORD.matcher(text);
        List<String> last = new ArrayList<>();
        List<Integer> starts = new ArrayList<>();
        int end = 0;
        while (matcher.find()) {
            if (!text.substring(end, matcher.start()).matches("[\\s*/#]*")) {
                last.clear();
                starts.clear();
            }
            last.add(matcher.group());
            starts.add(matcher.start());
            end = matcher.end();
            for (int length = 1; length <= Math.min(MAX_PHRASE_WORDS, last.size()); length++) {
                String phrase = String.join(" ", last.subList(last.size() - length, last.size()));
                String better = withdrawn.get(phrase);
                if (better != null) {
                    found.add(name + ":" + line(text, starts.get(starts.size() - length)) + ": " + phrase + ", better: "
                            + better);
                }
            }
            if (last.size() == MAX_PHRASE_WORDS) {
                last.remove(0);
                starts.remove(0);
            }
        }
        return found;
    }

    private static long line(String text, int offset) {
        return 1 + text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    @Test
    void docComment_neverPrecedesAnother() throws IOException {
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

    /** Returns true for build outputs; packages are also called target. */
    private static boolean isBuildOutput(Path directory) {
        return directory.endsWith("target") && Files.exists(directory.resolveSibling("pom.xml"));
    }

    private static List<String> matches(Pattern pattern, String name, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(name + ":" + line(text, matcher.start()) + ": " + matcher.group());
        }
        return found;
    }
}
