package io.graphkernel.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What is done with whole files and with directories of them. */
public final class FileTree {
    private static final int BLOCK = 1 << 16;

    private FileTree() {}

    /**
     * Deletes a file, or a directory with all that it holds; nothing if there is none. Links are deleted, not what they
     * lead to.
     *
     * @throws IOException if something cannot be deleted
     */
    public static void delete(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> paths;
        try (Stream<Path> tree = Files.walk(root)) {
            paths = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }

    /**
     * Whether a file holds some bytes and no others. All are compared: a checksum such as that of a jar can be met on purpose.
     *
     * @param wanted read as far as needed, and not closed
     */
    public static boolean holds(Path file, InputStream wanted) throws IOException {
        try (InputStream actual = Files.newInputStream(file)) {
            byte[] block = new byte[BLOCK];
            while (true) {
                byte[] expected = wanted.readNBytes(BLOCK);
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
