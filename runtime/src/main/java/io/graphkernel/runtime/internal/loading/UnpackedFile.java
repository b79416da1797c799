package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.files.PrivateDirectory;
import io.graphkernel.common.files.UnsafePathException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A file that is unpacked once, and may exceed the size of memory; the checksums of its blocks are in the same
 * directory.
 */
final class UnpackedFile {
    private static final String CHECKSUMS_SUFFIX = ".crc32c";

    private final PrivateDirectory directory;
    private final String name;
    private final String sha256;

    /**
     * Creates the handle of a file with a known hash.
     *
     * @param directory its directory
     * @param name its name without directories
     * @param sha256 SHA-256 of its content in hexadecimal
     */
    UnpackedFile(PrivateDirectory directory, String name, String sha256) {
        this.directory = directory;
        this.name = name;
        this.sha256 = sha256;
    }

    /**
     * Returns the file if it exists and passes a check; null otherwise.
     *
     * @throws IOException if it cannot be read
     */
    Path find(ContentCheck check) throws IOException {
        Path file = safe(name);
        return file != null && isIntact(file, check) ? file : null;
    }

    /** Deletes a file that another user could have written. */
    private Path safe(String fileName) throws IOException {
        try {
            return directory.find(fileName);
        } catch (UnsafePathException e) {
            Files.deleteIfExists(directory.path().resolve(fileName));
            return null;
        }
    }

    private boolean isIntact(Path file, ContentCheck check) throws IOException {
        Path recorded = safe(name + CHECKSUMS_SUFFIX);
        if (recorded == null || check == ContentCheck.FULL) {
            boolean intact = NativeDirectory.hash(file).equals(sha256);
            if (intact && recorded == null && Files.isWritable(directory.path())) {
                directory.write(name + CHECKSUMS_SUFFIX, BlockChecksums.of(file));
            }
            return intact;
        }
        byte[] sums = Files.readAllBytes(recorded);
        return BlockChecksums.isOfSize(sums, Files.size(file))
                && (check == ContentCheck.NONE || Arrays.equals(BlockChecksums.of(file), sums));
    }

    /**
     * Writes the file and its checksums, replacing existing ones.
     *
     * @param content writer of the content, which throws unless it has the hash
     * @return the file
     * @throws IOException if it cannot be written, or if the writer throws
     */
    Path write(PrivateDirectory.Content content) throws IOException {
        byte[][] checksums = new byte[1][];
        Path file = directory.write(name, out -> {
            BlockChecksums.ChecksumOutputStream summing = new BlockChecksums.ChecksumOutputStream(out);
            content.writeTo(summing);
            summing.flush();
            checksums[0] = summing.checksums();
        });
        directory.write(name + CHECKSUMS_SUFFIX, checksums[0]);
        return file;
    }
}
