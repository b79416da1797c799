package io.graphkernel.processor.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferencesTest {

    @TempDir
    Path root;

    static Set<String> files() {
        return References.files().keySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void checkedInFileIsWhatTheTablesGive(String file) {
        Golden.compare(
                Path.of("..").resolve(file),
                References.files().get(file),
                "mvn -q -pl processor -am process-classes -Preferences");
    }

    @Test
    void programWritesEveryFile() throws IOException {
        for (String file : files()) {
            Files.createDirectories(root.resolve(file).getParent());
        }

        References.main(new String[] {root.toString()});

        for (String file : files()) {
            assertThat(root.resolve(file)).hasContent(References.files().get(file));
        }
    }
}
