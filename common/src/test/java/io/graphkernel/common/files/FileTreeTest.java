package io.graphkernel.common.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {

    private static final int DIRECTORIES = 50;

    @TempDir
    Path root;

    @Test
    void list_directory_hasEntriesInOrder() throws IOException {
        Files.writeString(root.resolve("b"), "");
        Files.createDirectories(root.resolve("a/inner"));
        assertThat(FileTree.list(root)).containsExactly(root.resolve("a"), root.resolve("b"));
    }

    @Test
    void regularFiles_subdirectories_hasFilesAlone() throws IOException {
        Files.createDirectories(root.resolve("a/inner"));
        Files.writeString(root.resolve("a/inner/x"), "");
        Files.writeString(root.resolve("y"), "");
        assertThat(FileTree.regularFiles(root)).containsExactly(root.resolve("a/inner/x"), root.resolve("y"));
    }

    @Test
    void list_missingDirectory_throwsCheckedException() {
        assertThatThrownBy(() -> FileTree.list(root.resolve("missing"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void delete_link_keepsItsTarget() throws IOException {
        Path target = Files.createDirectories(root.resolve("target"));
        Files.writeString(target.resolve("kept"), "");
        Path tree = Files.createDirectories(root.resolve("tree"));
        Files.createSymbolicLink(tree.resolve("link"), target);
        FileTree.delete(tree);
        assertThat(target.resolve("kept")).exists();
        assertThat(tree).doesNotExist();
    }

    @Test
    void regularFiles_directoriesThatVanish_leavesThemOut() throws Exception {
        AtomicBoolean stopped = new AtomicBoolean();
        Thread builder = new Thread(() -> {
            while (!stopped.get()) {
                rebuild();
            }
        });
        Path kept = Files.writeString(root.resolve("kept"), "");
        builder.start();
        try {
            for (int i = 0; i < 200; i++) {
                assertThat(FileTree.regularFiles(root)).contains(kept);
            }
        } finally {
            stopped.set(true);
            builder.join();
        }
    }

    private void rebuild() {
        try {
            for (int i = 0; i < DIRECTORIES; i++) {
                Files.createDirectories(root.resolve("build").resolve("directory" + i));
            }
            FileTree.delete(root.resolve("build"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
