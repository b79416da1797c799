package io.graphkernel.common.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Operations on whole files and directory trees. */
public final class FileTree {
    private static final int BLOCK = 1 << 16;

    private FileTree() {}

    /**
     * Deletes a file, or a directory recursively, if it exists. Links are deleted, not their targets.
     *
     * @throws IOException if an entry cannot be deleted
     */
    public static void delete(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        for (Path path : entries(root, Integer.MAX_VALUE)
                .sorted(Comparator.reverseOrder())
                .toList()) {
            Files.deleteIfExists(path);
        }
    }

    /**
     * Returns the files, links and directories in a directory.
     *
     * @return paths in a fixed order
     * @throws IOException if it cannot be read
     */
    public static List<Path> list(Path directory) throws IOException {
        return entries(directory, 1)
                .filter(path -> !path.equals(directory))
                .sorted()
                .toList();
    }

    /**
     * Returns the regular files in a directory and its subdirectories.
     *
     * @return paths in a fixed order
     * @throws IOException if one of the directories cannot be read
     */
    public static List<Path> regularFiles(Path root) throws IOException {
        return entries(root, Integer.MAX_VALUE)
                .filter(Files::isRegularFile)
                .sorted()
                .toList();
    }

    /** Returns a directory and its contents, without those that are deleted concurrently: {@link Files#walk} fails for them. */
    private static Stream<Path> entries(Path root, int depth) throws IOException {
        List<Path> paths = new ArrayList<>();
        Files.walkFileTree(root, Set.of(), depth, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                paths.add(directory);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                paths.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException && !file.equals(root)) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return paths.stream();
    }

    /**
     * Returns true if the content of a file equals a stream. All bytes are compared, since the checksum of a jar can be
     * forged.
     *
     * @param content expected content, read as far as needed and not closed
     */
    public static boolean holds(Path file, InputStream content) throws IOException {
        try (InputStream actual = Files.newInputStream(file)) {
            byte[] block = new byte[BLOCK];
            while (true) {
                byte[] expected = content.readNBytes(BLOCK);
                int length = actual.readNBytes(block, 0, BLOCK);
                if (!Arrays.equals(expected, 0, expected.length, block, 0, length)) {
                    return false;
                }
                if (length == 0) {
                    return true;
                }
            }
        }
    }
}
