package io.graphkernel.examples.benchmarks.onnx;

import ai.onnxruntime.OrtSession;
import io.graphkernel.runtime.KernelThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The main class of a process that makes one result of a model, and says how long that took and how much memory. */
final class FirstResult {

    private FirstResult() {}

    /**
     * Computes the first result.
     *
     * @param arguments model, runtime, folder of images, directory of classes, threads, and dims
     */
    public static void main(String[] arguments) throws Exception {
        Model model = Model.valueOf(arguments[0]);
        boolean ours = arguments[1].equals("ours");
        Path folder = Path.of(arguments[2]);
        int threads = Integer.parseInt(arguments[4]);
        long[] dims =
                Stream.of(arguments[5].split("x")).mapToLong(Long::parseLong).toArray();
        long start = System.nanoTime();
        double session = 0;
        if (ours) {
            KernelThreads.setCount(threads);
            OwnOperands.call(new Compilation(Path.of(arguments[3]), folder), model, dims);
        } else {
            try (OrtSession ortSession = ModelContest.session(model.bytes(folder), threads)) {
                session = (System.nanoTime() - start) / 1e6;
                try (ModelContest contest = new ModelContest(null, ortSession, model, dims)) {
                    contest.theirs();
                }
            }
        }
        double first = (System.nanoTime() - start) / 1e6;
        System.out.printf("%.0f %.0f %d%n", session, first, peakMegabytes());
        System.exit(0);
    }

    /** The most memory that the process has had; 0 where the system does not say. */
    private static long peakMegabytes() {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
