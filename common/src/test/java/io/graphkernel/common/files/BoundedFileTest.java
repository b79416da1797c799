package io.graphkernel.common.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedFileTest {
    @TempDir
    Path directory;

    @Test
    void file_upToTheLimit_isRead() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[100]);
        assertThat(BoundedFile.read(file, 100)).hasSize(100);
        assertThatThrownBy(() -> BoundedFile.read(file, 99))
                .isInstanceOf(BoundedFile.TooLargeException.class)
                .hasMessageContaining("more than 99 bytes");
    }

    @Test
    void deviceWithoutEnd_isRefused() {
        Path zeros = Path.of("/dev/zero");
        assumeThat(zeros).exists();
        assertThatThrownBy(() -> BoundedFile.readText(zeros)).isInstanceOf(BoundedFile.TooLargeException.class);
    }
}
