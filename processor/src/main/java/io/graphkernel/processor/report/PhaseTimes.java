package io.graphkernel.processor.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Wall time of each phase of one javac invocation, summed over its classes. Builds of targets run in background
 * threads, so their times overlap with those of other phases. Thread-safe.
 */
public final class PhaseTimes {

    /** File in the report directory of the module. */
    public static final String FILE = "times.txt";

    /** Phase of a compilation, in the order of the table. */
    public enum Phase {
        LOOKUP("look up unchanged classes"),
        RESTORE("restore unchanged classes"),
        READ("read methods"),
        PLAN("passes and schedule"),
        PRINT("print kernel sources"),
        BUILD("build for"),
        AWAIT("wait for builds"),
        WRITE("write stubs and kernels"),
        STORE("store classes for later builds"),
        REPORT("write the report");

        private final String label;

        Phase(String label) {
            this.label = label;
        }
    }

    /** Sum of the times of a row. */
    private record Sum(int count, long nanoseconds) {
        Sum and(long more) {
            return new Sum(count + 1, nanoseconds + more);
        }
    }

    /** Row of the table: the phase, and the target for builds. */
    private record Row(Phase phase, String target) implements Comparable<Row> {
        @Override
        public int compareTo(Row other) {
            int order = phase.compareTo(other.phase);
            return order != 0 ? order : target.compareTo(other.target);
        }

        String label() {
            return target.isEmpty() ? phase.label : phase.label + " " + target;
        }
    }

    /** Timed execution of a phase, until it is closed. */
    public final class Timer implements AutoCloseable {
        private final Row row;
        private final long start = System.nanoTime();

        private Timer(Row row) {
            this.row = row;
        }

        @Override
        public void close() {
            long elapsed = System.nanoTime() - start;
            synchronized (sums) {
                sums.merge(row, new Sum(1, elapsed), (sum, more) -> sum.and(elapsed));
            }
        }
    }

    private final SortedMap<Row, Sum> sums = new TreeMap<>();
    private final long start = System.nanoTime();

    /**
     * Starts a phase.
     *
     * @param phase the phase, other than {@link Phase#BUILD}
     * @return timer to be closed at the end of the phase
     */
    public Timer start(Phase phase) {
        return new Timer(new Row(phase, ""));
    }

    /**
     * Starts a build for a target.
     *
     * @param target id of the target
     * @return timer to be closed at the end of the build
     */
    public Timer startBuild(String target) {
        return new Timer(new Row(Phase.BUILD, target));
    }

    /**
     * Returns the table: milliseconds, number of executions and phase per line.
     *
     * @return lines of text, the last one with the time since the first class
     */
    public String text() {
        StringBuilder text = new StringBuilder("GraphKernel, ms and number of times per phase:\n");
        synchronized (sums) {
            sums.forEach((row, sum) -> text.append(line(sum.nanoseconds(), sum.count(), row.label())));
        }
        return text.append(line(System.nanoTime() - start, 1, "all, with javac's work in between"))
                .toString();
    }

    private static String line(long nanoseconds, int count, String label) {
        return String.format(Locale.ROOT, "%7.1f %5d  %s\n", nanoseconds / 1e6, count, label);
    }

    /**
     * Writes the table to the report directory of the module.
     *
     * @param root the directory, which may be absent
     * @throws IOException if the file cannot be written
     */
    public void write(Path root) throws IOException {
        if (Files.isDirectory(root)) {
            Files.writeString(root.resolve(FILE), text());
        }
    }
}
