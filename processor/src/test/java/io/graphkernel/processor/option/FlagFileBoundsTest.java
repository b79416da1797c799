package io.graphkernel.processor.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.common.files.BoundedFile;
import io.graphkernel.common.names.MessageText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invalid files of flags, by mistake or by malice. */
class FlagFileBoundsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();

    private void read(Path file) {
        ProblemSink sink = (diagnostic, arguments) -> problems.add(diagnostic.message(arguments));
        Assertions.assertTimeout(SOON, () -> {
            FlagFile.readJson(file.toString(), sink);
            FlagFile.readConfiguration(file.toString(), sink);
            FusionSwitchFile.read(file.toString(), TestVocabulary.VOCABULARY.switches(), sink);
        });
    }

    private void assertCannotRead(String because) {
        assertThat(problems)
                .hasSize(3)
                .allSatisfy(problem -> assertThat(problem)
                        .startsWith("[GK-0112] cannot read configuration file:")
                        .contains(because)
                        .hasSizeLessThan(1000));
    }

    @Test
    void deviceWithoutEnd_isRefused() {
        Path zeros = Path.of("/dev/zero");
        assumeThat(zeros).exists();
        read(zeros);
        assertCannotRead("it has more than " + BoundedFile.MAX_TEXT_BYTES + " bytes");
    }

    @Test
    void fileOfMegabytes_isRefused() throws IOException {
        read(Files.write(directory.resolve("large"), new byte[BoundedFile.MAX_TEXT_BYTES + 1]));
        assertCannotRead("it has more than " + BoundedFile.MAX_TEXT_BYTES + " bytes");
    }

    @Test
    void otherFiles_areRefusedWithTheReason() throws IOException {
        read(directory);
        assertCannotRead("is a directory");
        problems.clear();
        read(directory.resolve("absent"));
        assertCannotRead("the file does not exist in ");
        problems.clear();
        read(Files.write(directory.resolve("latin"), new byte[] {(byte) 0xe4}));
        assertCannotRead("it is not text in UTF-8");
    }

    @Test
    void namesOfHalfAMegabyte_areCutInMessagesAndTakeNoTime() throws IOException {
        String name = "x".repeat(BoundedFile.MAX_TEXT_BYTES / 2);
        read(Files.writeString(
                directory.resolve("names"),
                "{\"Switch\": {\"GraphFusion\": {\"" + name + "\": \"on\"}}, \"" + name.substring(100) + "\": 1}"));
        assertThat(problems)
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem).hasSizeLessThan(3 * MessageText.MAX_ARGUMENT_CHARACTERS));
    }
}
