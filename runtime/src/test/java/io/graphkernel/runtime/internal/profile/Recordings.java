package io.graphkernel.runtime.internal.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Records what this process does. */
public final class Recordings {
    private static final String LAUNCH = "io.graphkernel.KernelLaunch";

    private Recordings() {}

    /**
     * The launches that something makes.
     *
     * @return in the order of their begin
     */
    public static List<RecordedEvent> of(Runnable calls) {
        return of(LAUNCH, calls);
    }

    /**
     * The events of a kind that something makes.
     *
     * @return in the order of their begin
     */
    public static List<RecordedEvent> of(String event, Runnable calls) {
        try (Recording recording = new Recording()) {
            recording.enable(event);
            recording.start();
            try {
                calls.run();
            } finally {
                recording.stop();
            }
            Path file = Files.createTempFile("launches", ".jfr");
            try {
                recording.dump(file);
                return RecordingFile.readAllEvents(file).stream()
                        .sorted((a, b) -> a.getStartTime().compareTo(b.getStartTime()))
                        .toList();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
