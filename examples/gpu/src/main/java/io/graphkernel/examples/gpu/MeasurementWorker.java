package io.graphkernel.examples.gpu;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process that measures on request. A request is a line on its standard input; it answers with lines on its standard
 * output, of which the last one is {@link #DONE}. Its error stream and its answers are in a log.
 */
final class MeasurementWorker implements Closeable {
    /** Last line of an answer. */
    static final String DONE = "DONE";
    /** Line that the reader adds at the end of the output. */
    private static final String END = "END OF OUTPUT";

    private final String name;
    private final Process process;
    private final Writer requests;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Thread reader;
    /** Number of requests without an answer. */
    private int late;

    private MeasurementWorker(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        requests = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        reader = new Thread(() -> read(log), name);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a worker.
     *
     * @param name name of the worker and of its log
     * @param directory directory of the log
     * @param command command line
     */
    static MeasurementWorker start(String name, Path directory, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(directory.resolve(name + "-errors.txt").toFile());
        return new MeasurementWorker(name, builder.start(), directory.resolve(name + ".txt"));
    }

    private void read(Path log) {
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                BufferedWriter copy = Files.newBufferedWriter(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.write(line);
                copy.newLine();
                copy.flush();
                answers.add(line);
            }
        } catch (IOException e) {
            answers.add(new UncheckedIOException(e).getMessage());
        } finally {
            answers.add(END);
        }
    }

    /**
     * Sends a request and waits for its answer. An answer that is late is discarded by the next request.
     *
     * @param request one line
     * @param deadline latest time of the answer
     * @return lines of the answer without {@link #DONE}
     * @throws IOException if the worker has ended or does not answer in time
     */
    List<String> request(String request, Deadline deadline) throws IOException, InterruptedException {
        requests.write(request + "\n");
        requests.flush();
        late++;
        List<String> lines = new ArrayList<>();
        while (true) {
            String line = answers.poll(Math.max(1, deadline.remaining().toMillis()), TimeUnit.MILLISECONDS);
            if (line == null) {
                throw new IOException(name + " did not answer in time: " + request);
            }
            if (line.equals(END)) {
                throw new IOException(name + " ended at: " + request);
            }
            if (!line.equals(DONE)) {
                lines.add(line);
                continue;
            }
            late--;
            if (late == 0) {
                return lines;
            }
            lines.clear();
        }
    }

    /** Returns true if the process runs. */
    boolean isRunning() {
        return process.isAlive();
    }

    /** Ends the process by the end of its input; stops it if it continues. */
    @Override
    public void close() {
        try {
            requests.close();
        } catch (IOException e) {
            // The process has ended.
        }
        try {
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            reader.join();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
