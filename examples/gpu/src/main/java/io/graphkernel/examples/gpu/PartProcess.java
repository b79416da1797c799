package io.graphkernel.examples.gpu;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process of a part, with a log and a time limit. */
final class PartProcess {
    /** Status of a process that was stopped at its time limit. */
    static final int TIMED_OUT = 124;

    private final String name;
    private final Duration limit;
    private final Path log;
    private final Process process;
    private int status;

    private PartProcess(String name, Duration limit, Path log, Process process) {
        this.name = name;
        this.limit = limit;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts a process.
     *
     * @param name name of the log
     * @param directory directory of the log
     * @param limit time limit
     * @param environment additional environment variables
     * @param command command line
     */
    static PartProcess start(
            String name, Path directory, Duration limit, Map<String, String> environment, List<String> command)
            throws IOException {
        Path log = directory.resolve(name + ".txt");
        File file = log.toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file);
        builder.environment().putAll(environment);
        return new PartProcess(name, limit, log, builder.start());
    }

    /** Waits for the process; returns its exit status, or {@link #TIMED_OUT}. */
    int await() throws InterruptedException {
        if (process.waitFor(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS)) {
            status = process.exitValue();
        } else {
            stop();
            status = TIMED_OUT;
        }
        return status;
    }

    /** Returns the status of the process that {@link #await} waited for. */
    int status() {
        return status;
    }

    /** Returns the lines of the log. */
    List<String> lines() throws IOException {
        // Output of a native library can have bytes that are not UTF-8.
        try (Stream<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines()) {
            return lines.toList();
        }
    }

    /** Stops the process with its descendants, and waits for its end. */
    void stop() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    /** Returns true if the process has not ended. */
    boolean isRunning() {
        return process.isAlive();
    }

    /** Returns the name of the log. */
    String name() {
        return name;
    }
}
