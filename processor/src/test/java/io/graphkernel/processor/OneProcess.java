package io.graphkernel.processor;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The tests run in several processes. What each of them needs one makes, and the others wait for it. */
public final class OneProcess {

    /** Makes something in a directory, or finds it there. */
    @FunctionalInterface
    public interface Making<T> {
        /** Gives it. */
        T in(Path directory) throws Exception;
    }

    private OneProcess() {}

    /**
     * Does something while no other process of the tests does anything of this name.
     *
     * @param name of the directory below {@code target/tests}
     * @param making finds what an earlier process has left in the directory
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
