package io.graphkernel.examples.blocks;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.TemporaryDirectory;
import io.graphkernel.examples.blocks.CompiledBlocks.Call;
import io.graphkernel.examples.blocks.CompiledBlocks.Host;
import io.graphkernel.examples.blocks.Measured.Row;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.global.torch;

/**
 * Benchmark of each block, fused, against itself unfused and against PyTorch's eager mode, all on the same operands and
 * interleaved, which writes the results and the page. The libraries' OpenMP reads its number of threads when a process
 * starts: each number of threads has a process of its own.
 */
public final class BlocksBenchmark {
    private static final String USAGE = String.join(
            System.lineSeparator(),
            "arguments, with their defaults:",
            "  threads=1,2   rounds=5   slot=60 (milliseconds)   blocks= (parts of their names, separated by commas; all)");

    private static final String FUSED = "fused";
    private static final String UNFUSED = "unfused";
    private static final String TORCH = "PyTorch";
    /** Of the largest element, for sums of thousands of terms. */
    private static final double TOLERANCE = 5e-5;

    private static final long MILLISECOND = 1_000_000;

    private final Harness harness;
    private final int threads;
    private final CompiledBlocks.Loaded fused;
    private final CompiledBlocks.Loaded unfused;

    private BlocksBenchmark(Harness harness, int threads, Path compiled) {
        this.harness = harness;
        this.threads = threads;
        this.fused = CompiledBlocks.at(compiled.resolve(FUSED)).on(Host.CPU);
        this.unfused = CompiledBlocks.at(compiled.resolve(UNFUSED)).on(Host.CPU);
    }

    /** Runs the benchmark with the arguments of the usage text; the process of a thread count gets a directory too. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> settings = new LinkedHashMap<>(
                Map.of("threads", "1,2", "rounds", "5", "slot", "60", "blocks", "", "directory", ""));
        for (String argument : arguments) {
            String[] fields = argument.split("=", 2);
            if (fields.length < 2 || settings.replace(fields[0], fields[1]) == null) {
                System.out.println(USAGE);
                System.exit(2);
            }
        }
        if (!Torch.isHere()) {
            System.out.println(Torch.reason());
            System.exit(1);
        }
        List<Workload> workloads = Workloads.realistic().stream()
                .filter(workload -> Arrays.stream(settings.get("blocks").split(","))
                        .anyMatch(block ->
                                workload.title().toLowerCase(Locale.ROOT).contains(block.toLowerCase(Locale.ROOT))))
                .toList();
        if (ChildProcess.isThis()) {
            measure(settings, workloads);
        } else {
            System.exit(start(settings));
        }
    }

    private static int start(Map<String, String> settings) throws IOException, InterruptedException {
        try (TemporaryDirectory directory = new TemporaryDirectory("blocks-benchmark")) {
            List<Workload> workloads = Workloads.realistic();
            CompiledBlocks.of(directory.path(), FUSED, workloads, "", "cpu").close();
            CompiledBlocks.of(directory.path(), UNFUSED, workloads, "--opt_level=0", "cpu")
                    .close();
            Measured measured = Measured.read(Measured.FILE);
            for (String threads : settings.get("threads").split(",")) {
                Map<String, String> ofChild = new LinkedHashMap<>(settings);
                ofChild.putAll(
                        Map.of("threads", threads, "directory", directory.path().toString()));
                List<String> arguments = new ArrayList<>();
                ofChild.forEach((key, value) -> arguments.add(key + "=" + value));
                int status = ChildProcess.run(
                        BlocksBenchmark.class, arguments, Integer.parseInt(threads), Torch.ENVIRONMENT);
                if (status != 0) {
                    return status;
                }
                Measured ofThreads = Measured.read(directory.path().resolve(Measured.FILE));
                measured = measured.with(machine(), ofThreads.rows());
            }
            measured.write(Measured.FILE);
            Path unfused = CompiledBlocks.report(directory.path(), UNFUSED);
            Files.writeString(BlocksPage.FILE, BlocksPage.print(BlockReport.ofThisModule(), unfused, measured));
            return 0;
        }
    }

    private static void measure(Map<String, String> settings, List<Workload> workloads) {
        int threads = Integer.parseInt(settings.get("threads"));
        KernelThreads.setCount(threads);
        torch.set_num_threads(threads);
        long slot = Long.parseLong(settings.get("slot")) * MILLISECOND;
        Harness harness = new Harness(Integer.parseInt(settings.get("rounds")), slot / 4, slot, threads);
        Path directory = Path.of(settings.get("directory"));
        BlocksBenchmark benchmark = new BlocksBenchmark(harness, threads, directory);
        List<Row> rows = new ArrayList<>();
        for (Workload workload : workloads) {
            rows.add(benchmark.measure(workload));
        }
        new Measured(machine(), rows).write(directory.resolve(Measured.FILE));
    }

    private Row measure(Workload workload) {
        try (TensorScope scope = TensorScope.open();
                PointerScope pointers = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            compare(workload);
            List<Tensor> operands = workload.tensors();
            List<org.bytedeco.pytorch.Tensor> peers = Torch.tensors(workload, operands);
            Map<String, Double> times = harness.measure(List.of(
                    contestant(FUSED, fused.call(workload, operands)),
                    contestant(UNFUSED, unfused.call(workload, operands)),
                    new Contestant(TORCH, () -> torch(workload, peers))));
            Row row = new Row(
                    workload.title(),
                    workload.size(),
                    threads,
                    times.get(FUSED) / 1e3,
                    times.get(UNFUSED) / 1e3,
                    times.get(TORCH) / 1e3);
            System.out.printf(
                    Locale.ROOT,
                    "%-30s %d  fused %10.1f us  unfused/fused %5.2f  PyTorch/fused %5.2f%n",
                    workload.title(),
                    threads,
                    row.fused(),
                    row.unfused() / row.fused(),
                    row.torch() / row.fused());
            return row;
        }
    }

    /** The results go back to the pool, as those of PyTorch do. */
    private static Contestant contestant(String name, Call call) {
        return new Contestant(name, () -> call.run().forEach(Tensor::close));
    }

    private static void torch(Workload workload, List<org.bytedeco.pytorch.Tensor> peers) {
        try (PointerScope scope = new PointerScope()) {
            workload.torch(peers);
        }
    }

    /** A time says nothing about a wrong result. */
    private void compare(Workload workload) {
        List<Values> ours = fused.run(workload, Device.cpu());
        Closeness.check(workload + ", unfused", unfused.run(workload, Device.cpu()), ours, TOLERANCE);
        try (PointerScope scope = new PointerScope()) {
            List<Values> peer = workload.torch(Torch.tensors(workload, workload.tensors())).stream()
                    .map(Torch::values)
                    .toList();
            Closeness.check(workload + ", PyTorch", peer, ours, TOLERANCE);
        }
    }

    private static String machine() {
        String processor = System.getProperty("os.arch");
        Path description = Path.of("/proc/cpuinfo");
        try {
            if (Files.exists(description)) {
                processor = Files.readAllLines(description).stream()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse(processor);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return processor + ", " + Runtime.getRuntime().availableProcessors() + " virtual cores, "
                + System.getProperty("os.name") + ", JDK " + Runtime.version().feature() + ", PyTorch "
                + Torch.version();
    }
}
