package io.graphkernel.runtime.internal.profile;

import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A trace in the JSON format of Chrome's trace viewer, which Perfetto reads too: a list with one complete event per
 * launch, on the line of its thread or of its stream on a device. Each launch is in the file once it has ended, so that none is lost with
 * a process that is killed. It is a whole list once it is closed, at the latest when the virtual machine ends; the viewers also read one that was
 * cut off.
 */
final class TraceFile implements AutoCloseable {
    private static final String PROPERTY = "graphkernel.trace";
    private static final String VARIABLE = "GRAPHKERNEL_TRACE";
    /** Above the numbers of threads. */
    private static final long FIRST_STREAM = 1L << 24;

    private static final Logger LOGGER = System.getLogger("io.graphkernel");

    /**
     * A line of the trace.
     *
     * @param thread the number of a thread; 0 for a stream of a device
     * @param name what it is called
     */
    record Line(long thread, String name) {
        static Line of(Thread thread) {
            return new Line(thread.getId(), thread.getName());
        }

        static Line of(String stream) {
            return new Line(0, stream);
        }
    }

    private final Path file;
    private final long origin = System.nanoTime();
    private final long process = ProcessHandle.current().pid();
    private final Map<Line, Long> lines = new HashMap<>();

    /** Null once the trace is closed. */
    private Writer out;

    /**
     * Begins a trace.
     *
     * @param file replaced if it exists
     */
    TraceFile(Path file) throws IOException {
        this.file = file;
        this.out = Files.newBufferedWriter(file);
        out.write("[\n");
        out.write(event("process_name", "M", 0) + ", \"args\": {\"name\": \"GraphKernel\"}}");
        out.flush();
    }

    /**
     * The trace that the user asks for.
     *
     * @return null if none is asked for, or if it cannot be written, which is logged
     */
    static TraceFile asked() {
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
     * Adds a launch; nothing once the trace is closed.
     *
     * @param line the thread that it ran on, or the stream
     * @param begin the moment by {@link System#nanoTime}
     * @param end likewise
     */
    synchronized void write(LaunchLabel label, long bytes, Line line, long begin, long end) {
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

    /** Ends the list. */
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
        LOGGER.log(Level.WARNING, RuntimeProblem.TRACE_FAILED.message(file, cause));
    }

    /** The beginning of an event, without the closing brace. */
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
