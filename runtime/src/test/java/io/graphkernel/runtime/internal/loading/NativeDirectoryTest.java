package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.runtime.exception.KernelLibraryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeDirectoryTest {
    private static final byte[] CONTENT = "library".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path temporary;

    @Test
    void nativeDirectory_placesAFileUnderItsHash() throws IOException {
        NativeDirectory directory = new NativeDirectory(temporary.resolve("a/b"));
        Path file = directory.store("lib.so", CONTENT);
        assertThat(file)
                .isEqualTo(temporary
                        .resolve("a/b")
                        .resolve(NativeDirectory.hash(CONTENT))
                        .resolve("lib.so"));
        assertThat(Files.readAllBytes(file)).isEqualTo(CONTENT);
        assertThat(directory.store("lib.so", CONTENT)).isEqualTo(file);
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void nativeDirectory_replacesADamagedFile() throws IOException {
        NativeDirectory directory = new NativeDirectory(temporary.resolve("a"));
        Path file = directory.store("lib.so", CONTENT);
        Files.writeString(file, "damaged");
        assertThat(Files.readAllBytes(directory.store("lib.so", CONTENT))).isEqualTo(CONTENT);
    }

    @Test
    void nativeDirectory_keepsContentByAKey() throws IOException {
        NativeDirectory directory = new NativeDirectory(temporary.resolve("a"));
        assertThat(directory.kept("device 1", "program.bin")).isNull();
        directory.keep("device 1", "program.bin", CONTENT);
        assertThat(directory.kept("device 1", "program.bin")).isEqualTo(CONTENT);
        assertThat(directory.kept("device 2", "program.bin")).isNull();
        directory.keep("device 1", "program.bin", new byte[] {1});
        assertThat(directory.kept("device 1", "program.bin")).containsExactly(1);
        Path file = temporary
                .resolve("a")
                .resolve(NativeDirectory.hash("device 1".getBytes(StandardCharsets.UTF_8)))
                .resolve("program.bin");
        Files.writeString(file, "cut off");
        assertThat(directory.kept("device 1", "program.bin")).isNull();
        Files.writeString(file, "0".repeat(64) + "not what the hash says");
        assertThat(directory.kept("device 1", "program.bin")).isNull();
    }

    @Test
    @DisplayName("B2: what is kept under one key is nothing under another, nor what others may have written")
    void nativeDirectory_isBoundToItsKey() throws IOException {
        assumeThat(posix()).isTrue();
        NativeDirectory directory = new NativeDirectory(temporary.resolve("a"));
        directory.keep("device 1", "program.bin", CONTENT);
        directory.keep("device 2", "program.bin", new byte[] {1});
        Files.copy(entry("device 1"), entry("device 2"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(directory.kept("device 2", "program.bin")).isNull();
        Files.setPosixFilePermissions(entry("device 1"), PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(directory.kept("device 1", "program.bin")).isNull();
        assertThat(entry("device 1")).doesNotExist();
    }

    private Path entry(String key) {
        return temporary
                .resolve("a")
                .resolve(NativeDirectory.hash(key.getBytes(StandardCharsets.UTF_8)))
                .resolve("program.bin");
    }

    @Test
    void nativeDirectory_isClosedToOthers() throws IOException {
        assumeThat(posix()).isTrue();
        Path root = temporary.resolve("private");
        Path file = new NativeDirectory(root).store("lib.so", CONTENT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> new NativeDirectory(root).store("lib.so", CONTENT))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContaining("[GK-6140]")
                .hasMessageContaining(root + " can be written by other users")
                .hasMessageContaining("-Dgraphkernel.native.dir");
    }

    @Test
    void nativeDirectory_rejectsAFileInItsPlace() throws IOException {
        Path root = Files.writeString(temporary.resolve("file"), "x");
        assertThatThrownBy(() -> new NativeDirectory(root).store("lib.so", CONTENT))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContaining("GK-6106");
    }

    @Test
    void nativeDirectory_copiesUnderANewName() throws IOException {
        NativeDirectory directory = new NativeDirectory(temporary.resolve("a"));
        Path file = directory.store("lib.so", CONTENT);
        Path copy = directory.storeCopy(file);
        assertThat(copy).isNotEqualTo(file);
        assertThat(Files.readAllBytes(copy)).isEqualTo(CONTENT);
    }

    private boolean posix() {
        return temporary.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
