package io.graphkernel.conformance.random;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The seed of the program that runs now, in a file: a crash of the process leaves it there. */
final class Journal {

    private static final String FILE = "running.txt";

    private Journal() {}

    static void note(Candidate candidate) {
        try {
            Files.writeString(ProgramClasses.TARGET.resolve(FILE), String.valueOf(candidate.seed()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The seed that a process noted last whose {@code conformance.directory} this is. */
    static long seed(Path directory) {
        try {
            return Long.parseLong(
                    Files.readString(directory.resolve(ProgramClasses.NAME).resolve(FILE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
