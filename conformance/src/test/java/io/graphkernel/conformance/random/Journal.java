package io.graphkernel.conformance.random;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The seed of the program that runs now, in a file: a crash of the process leaves it there. */
final class Journal {

    private static final Path FILE = ProgramClasses.TARGET.resolve("running.txt");

    private Journal() {}

    static void note(Candidate candidate) {
        try {
            Files.writeString(FILE, String.valueOf(candidate.seed()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The seed that was noted last. */
    static long seed() {
        try {
            return Long.parseLong(Files.readString(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
