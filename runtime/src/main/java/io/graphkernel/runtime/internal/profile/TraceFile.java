package io.graphkernel.runtime.internal.profile;

import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.io.IOException;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A trace in the JSON format of Chrome's trace viewer, also supported by Perfetto: a list with one complete event per
 * launch, on the track of its thread or of its stream on a device.
 *
 * <p>Each launch is written when it has ended, so that a killed process does not lose it. The list is terminated when
 * the trace is closed, at the latest when the JVM exits; viewers accept truncated ones as well.
 */
final class TraceFile implements AutoCloseable {
    private static final String PROPERTY = "graphkernel.trace";
    private static final String VARIABLE = "GRAPHKERNEL_TRACE";
    /** First track id of streams, above those of threads. */
    private static final long FIRST_STREAM = 1L << 24;

    /**
     * A track of the trace.
     *
     * @param thread id of a thread; 0 for a stream of a device
     * @param name name of the track
     */
    record Track(long thread, String name) {
        static Track of(Thread thread) {
            return new Track(thread.getId(), thread.getName());
        }

        static Track of(String stream) {
            return new Track(0, stream);
        }
    }

    private final Path file;
    private final long origin = System.nanoTime();
    private final long process = ProcessHandle.current().pid();
    private final Map<Track, Long> lines = new HashMap<>();

    /** Null once the trace is closed. */
    private Writer out;

    /**
     * Starts a trace.
     *
     * @param file path, replaced if it exists
     */
    TraceFile(Path file) throws IOException {
        this.file = file;
        this.out = Files.newBufferedWriter(file);
        out.write("[\n");
        out.write(event("process_name", "M", 0) + ", \"args\": {\"name\": \"GraphKernel\"}}");
        out.flush();
    }

    /**
     * Returns the trace that the settings request.
     *
     * @return null if none is requested, or if it cannot be written, which is logged
     */
    static TraceFile requested() {
        String text = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return new TraceFile(Path.of(text.strip()));
        } catch (IOException | InvalidPathException e) {
            failed(text, e);
            return null;
        }
    }

    /**
     * Adds a launch; ignored once the trace is closed.
     *
     * @param label label of the launch
     * @param bytes number of bytes that it reads and writes
     * @param line track of the thread or stream that it ran on
     * @param begin start by {@link System#nanoTime}
     * @param end end by {@link System#nanoTime}
     */
    synchronized void write(LaunchLabel label, long bytes, Track line, long begin, long end) {
        if (out == null) {
            return;
        }
        try {
            Long number = lines.get(line);
            if (number == null) {
                number = line.thread() == 0 ? FIRST_STREAM + lines.size() : line.thread();
                lines.put(line, number);
                out.write(",\n" + event("thread_name", "M", number));
                out.write(", \"args\": {\"name\": " + quoted(line.name()) + "}}");
            }
            out.write(",\n" + event(label.kernel(), "X", number));
            out.write(", \"cat\": " + quoted(label.device()));
            out.write(", \"ts\": " + microseconds(begin - origin) + ", \"dur\": " + microseconds(end - begin));
            out.write(", \"args\": {\"class\": " + quoted(label.owner()) + ", \"method\": " + quoted(label.method()));
            out.write(", \"device\": " + quoted(label.device()) + ", \"bytes\": " + bytes + "}}");
            out.flush();
        } catch (IOException e) {
            out = null;
            failed(file, e);
        }
    }

    /** Terminates the list. */
    @Override
    public synchronized void close() {
        if (out == null) {
            return;
        }
        try (Writer last = out) {
            last.write("\n]\n");
        } catch (IOException e) {
            failed(file, e);
        } finally {
            out = null;
        }
    }

    private static void failed(Object file, Exception cause) {
        FailureCause failure = FailureCause.of(cause);
        RuntimeLogger.get()
                .log(
                        Level.WARNING,
                        RuntimeProblem.TRACE_FAILED.message(
                                file, failure.cause(), failure.fixOr("name another file with graphkernel.trace")));
    }

    /** Returns the start of an event without the closing brace. */
    private String event(String name, String phase, long thread) {
        return "{\"name\": " + quoted(name) + ", \"ph\": \"" + phase + "\", \"pid\": " + process + ", \"tid\": "
                + thread;
    }

    private static String microseconds(long nanoseconds) {
        return BigDecimal.valueOf(nanoseconds, 3).toPlainString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
