package io.graphkernel.processor;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Shared results of tests in several processes: one process creates them, and the others wait. */
public final class OncePerBuild {

    /** Creates or finds a result in a directory. */
    @FunctionalInterface
    public interface Making<T> {
        /** Returns the result. */
        T in(Path directory) throws Exception;
    }

    private OncePerBuild() {}

    /**
     * Runs an action under an interprocess lock.
     *
     * @param name directory below {@code target/tests}
     * @param making creates the result, or finds the one that an earlier process left in the directory
     */
    public static <T> T at(String name, Making<T> making) throws Exception {
        Path directory = Files.createDirectories(
                Path.of(System.getProperty("basedir", ""), "target/tests", name).toAbsolutePath());
        try (FileChannel channel = FileChannel.open(
                        directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            return making.in(directory);
        }
    }
}
