package io.graphkernel.examples.bert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleSupplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A step: its time, its loss, and its launches in Java Flight Recorder.
 *
 * @param seconds time of the whole step
 */
record StepProfile(double seconds, double loss, List<Launch> launches) {

    private static final String EVENT = "io.graphkernel.KernelLaunch";

    /**
     * A launch.
     *
     * @param kernel its name, or that of the library op, with " + " between several
     * @param isLibraryCall true for a library call
     * @param bytes bytes read and written
     */
    record Launch(String kernel, boolean isLibraryCall, long bytes, double seconds) {

        private static Launch of(RecordedEvent event) {
            return new Launch(
                    event.getString("kernel"),
                    event.getString("owner").isEmpty(),
                    event.getLong("bytes"),
                    event.getDuration().toNanos() * 1e-9);
        }
    }

    /** Profiles a step that returns its loss. */
    static StepProfile of(DoubleSupplier step) throws IOException {
        Path file = Files.createTempFile("step", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(EVENT).withoutThreshold().withoutStackTrace();
            recording.start();
            long begin = System.nanoTime();
            double loss = step.getAsDouble();
            double seconds = (System.nanoTime() - begin) * 1e-9;
            recording.stop();
            recording.dump(file);
            return new StepProfile(
                    seconds,
                    loss,
                    RecordingFile.readAllEvents(file).stream().map(Launch::of).toList());
        } finally {
            Files.delete(file);
        }
    }

    static double secondsOf(List<Launch> launches) {
        return launches.stream().mapToDouble(Launch::seconds).sum();
    }

    static double bytesOf(List<Launch> launches) {
        return launches.stream().mapToLong(Launch::bytes).sum();
    }
}
