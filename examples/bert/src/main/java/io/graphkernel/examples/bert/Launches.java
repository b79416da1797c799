package io.graphkernel.examples.bert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The launches of a step, as Java Flight Recorder sees them. */
final class Launches {

    private static final String EVENT = "io.graphkernel.KernelLaunch";

    /**
     * A launch.
     *
     * @param kernel its name, or that of the library op, with " + " between several
     * @param isLibraryCall whether it is one
     * @param bytes what it reads and writes
     * @param nanoseconds what it took
     */
    record Launch(String kernel, boolean isLibraryCall, long bytes, long nanoseconds) {}

    private Launches() {}

    /** What something launches. */
    static List<Launch> of(Runnable calls) throws IOException {
        Path file = Files.createTempFile("launches", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(EVENT);
            recording.start();
            calls.run();
            recording.stop();
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .map(Launches::launch)
                    .toList();
        } finally {
            Files.delete(file);
        }
    }

    private static Launch launch(RecordedEvent event) {
        return new Launch(
                event.getString("kernel"),
                event.getString("owner").isEmpty(),
                event.getLong("bytes"),
                event.getDuration().toNanos());
    }
}
