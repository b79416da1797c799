package io.graphkernel.processor.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Golden;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferencesTest {

    private static final Path ROOT = Path.of("..");
    private static SortedMap<String, String> files;

    @TempDir
    Path destination;

    @BeforeAll
    static void derive() throws IOException {
        files = References.files(ROOT);
    }

    static Set<String> files() {
        return files.keySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void checkedInFile_isWhatTheTablesGive(String file) {
        Golden.compare(ROOT.resolve(file), files.get(file), "mvn -q -pl processor -am test-compile -Preferences");
    }

    /** Hosting platforms fold the changes of such files. */
    @Test
    void gitAttributes_markEveryFileAsGenerated() throws IOException {
        List<PathMatcher> generated = Files.readAllLines(ROOT.resolve(".gitattributes")).stream()
                .filter(line -> line.endsWith(" linguist-generated"))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .map(pattern -> pattern.startsWith("/") ? pattern.substring(1) : "**/" + pattern)
                .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
                .toList();
        assertThat(files())
                .allSatisfy(file -> assertThat(generated).as(file).anyMatch(matcher -> matcher.matches(Path.of(file))));
    }

    @Test
    void program_writesEveryFile() throws IOException {
        for (String file : files()) {
            Files.createDirectories(destination.resolve(file).getParent());
        }

        References.write(ROOT, destination);

        for (String file : files()) {
            assertThat(destination.resolve(file)).hasContent(files.get(file));
        }
    }
}
