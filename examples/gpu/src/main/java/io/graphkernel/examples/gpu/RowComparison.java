package io.graphkernel.examples.gpu;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurements of the same kernels by GraphKernel and by PyTorch, interleaved: while one worker measures, the other one waits.
 */
final class RowComparison implements Closeable {
    /** Memory-bound rows, the most valuable first. */
    static final List<String> ROW_GROUPS =
            List.of("large-f32", "large-bf16", "large-f16", "small-f32", "small-bf16", "small-f16");
    /** Rows of matmuls and attention. */
    static final List<String> MATMUL_GROUPS = List.of("matmul-bf16", "matmul-f16", "matmul-f32");

    private static final String COPY = "copy";

    private final KitCommands commands;
    private final KitSettings settings;
    private final CheckResults results;
    private MeasurementWorker own;
    private MeasurementWorker peer;

    /**
     * Creates a comparison without workers.
     *
     * @param commands command lines
     * @param settings settings of the workers
     * @param results output
     */
    RowComparison(KitCommands commands, KitSettings settings, CheckResults results) {
        this.commands = commands;
        this.settings = settings;
        this.results = results;
    }

    /** Starts the compilation of PyTorch's kernels, which continues until {@link #hold}. */
    void startPeer() throws SkippedPartException, IOException, InterruptedException {
        String versions = commands.requirePyTorch(results.directory());
        results.add("machine", "property", "PyTorch", "value", versions);
        peer = MeasurementWorker.start("torch-rows", results.directory(), commands.python("torch_rows.py"));
    }

    /** Returns true if PyTorch's worker has been started. */
    boolean hasPeer() {
        return peer != null;
    }

    /** Waits until PyTorch's kernels are compiled, or until the deadline. */
    void awaitCompilation(Deadline deadline) throws IOException, InterruptedException {
        while (!deadline.isOver() && requestPeer("status", deadline).contains("compiling")) {
            Thread.sleep(200);
        }
    }

    /** Ends the compilation of PyTorch's kernels but for those that a request needs. */
    void hold(Deadline deadline) throws IOException, InterruptedException {
        requestPeer("hold", deadline);
    }

    /** Measures the copy of a large matrix. */
    void measureCopy(Deadline deadline) throws IOException, InterruptedException {
        String group = ROW_GROUPS.get(0);
        requestOwn(group, deadline);
        record(requestOwn(group + " " + COPY, deadline));
    }

    /**
     * Measures groups of kernels until the deadline.
     *
     * @param groups names of groups
     * @param deadline end of the measurements
     * @return number of kernels that are not measured
     */
    int measure(List<String> groups, Deadline deadline) throws IOException, InterruptedException {
        int missing = 0;
        for (String group : groups) {
            if (deadline.isOver()) {
                missing++;
                continue;
            }
            requestPeer(group, deadline);
            List<String> kernels = requestOwn(group, deadline);
            for (String kernel : kernels) {
                if (deadline.isOver()) {
                    missing++;
                    continue;
                }
                record(requestOwn(group + " " + kernel, deadline));
                record(requestPeer(group + " " + kernel, deadline));
            }
        }
        return missing;
    }

    private List<String> requestOwn(String request, Deadline deadline) throws IOException, InterruptedException {
        if (own == null || !own.isRunning()) {
            own = MeasurementWorker.start(
                    "rows",
                    results.directory(),
                    commands.java(
                            RowBenchmark.class.getName(),
                            settings.argument("device"),
                            settings.argument("scale"),
                            settings.argument("rounds")));
        }
        return own.request(request, deadline);
    }

    /** Sends a request to PyTorch, if its worker runs. A request that fails is recorded. */
    private List<String> requestPeer(String request, Deadline deadline) throws IOException, InterruptedException {
        if (peer == null) {
            return List.of();
        }
        try {
            return peer.request(request, deadline);
        } catch (IOException e) {
            results.add("failure", "part", "torch", "message", e.getMessage());
            if (!peer.isRunning()) {
                peer.close();
                peer = null;
            }
            return List.of();
        }
    }

    private void record(List<String> lines) throws IOException {
        for (String line : lines) {
            String[] cells = line.split("\t");
            if (cells[0].equals(RowTable.ROW)) {
                results.add(
                        "row",
                        "system",
                        cells[1],
                        "kernel",
                        cells[2],
                        "dtype",
                        cells[3],
                        "dims",
                        cells[4],
                        "microseconds",
                        Double.valueOf(cells[5]),
                        "minimum",
                        Double.valueOf(cells[6]),
                        "gigabytesPerSecond",
                        Double.valueOf(cells[7]),
                        "gigaflopPerSecond",
                        Double.valueOf(cells[8]));
            } else if (cells[0].equals(RowTable.FAIL)) {
                List<String> message = new ArrayList<>(List.of(cells));
                message.remove(0);
                results.add("failure", "part", "rows", "message", String.join(" ", message));
            }
        }
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
            own = null;
        }
        if (peer != null) {
            peer.close();
            peer = null;
        }
    }
}
