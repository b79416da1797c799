package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Training.Moments;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.openblas.presets.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;

/**
 * Benchmark of a training step against PyTorch's, in f32, and against the bound of the machine, interleaved in one
 * process, with a breakdown of the time. With one contestant alone it prints the peak memory of its process.
 */
public final class StepBenchmark {

    private static final int POSITIONS = 1024;
    private static final float RATE = 1e-4f;
    private static final int PROFILED = 3;

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final int width;
    private final int vocabulary;
    private final int batch;
    private final int rounds;
    private final List<String> lengths;
    private final List<String> threads;
    private final List<String> contestants;
    /** Null unless it is a contestant. */
    private final TorchGpt2 other;

    private final long parameters;
    private final Model model;
    /** Null unless ours is a contestant. */
    private final Moments moments;

    private int step;

    private StepBenchmark(Settings settings) {
        width = settings.positive("width", 768);
        vocabulary = settings.positive("vocabulary", Text.VOCABULARY);
        batch = settings.positive("batch", 4);
        rounds = settings.positive("rounds", 5);
        lengths = items(settings, "lengths", "64,256");
        threads = items(settings, "threads", "1,2");
        contestants = items(settings, "contestants", "ours,bound,torch");
        settings.requireAllRead();
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        Weights random = Weights.random(1);
        Weights kept = (name, dims) -> {
            Tensor tensor = random.tensor(name, dims);
            tensors.put(name, tensor);
            return tensor;
        };
        model = kept.model(vocabulary, POSITIONS, width);
        parameters = tensors.values().stream().mapToLong(Tensor::elementCount).sum();
        other = has("torch") ? new TorchGpt2(tensors, torch.ScalarType.Float) : null;
        if (has("ours")) {
            moments = new Moments(zeros(), zeros());
        } else {
            moments = null;
            tensors.values().forEach(Tensor::close);
        }
    }

    private boolean has(String contestant) {
        return contestants.contains(contestant);
    }

    private Model zeros() {
        Weights zeros = (name, dims) -> Tensor.zeros(dims);
        return zeros.model(vocabulary, POSITIONS, width);
    }

    /**
     * Measures.
     *
     * @param arguments settings: {@code batch}; {@code lengths} of its texts and numbers of {@code threads}, each with commas between
     *     them; {@code rounds}, of two steps each; {@code width}; {@code vocabulary}; {@code contestants}, {@code ours,bound,torch}
     *     or some of them
     * @throws IOException if the profile can't be kept on the disk for a moment
     */
    public static void main(String[] arguments) throws IOException {
        Settings settings = new Settings(Arrays.asList(arguments));
        try (TensorScope scope = TensorScope.open()) {
            new StepBenchmark(settings).measure();
        }
    }

    private static List<String> items(Settings settings, String name, String otherwise) {
        return Arrays.asList(settings.text(name).orElse(otherwise).split(","));
    }

    private void measure() throws IOException {
        System.gc();
        resetPeak();
        for (String length : lengths) {
            Tensor tokens = tokens(Integer.parseInt(length));
            Tensor targets = tokens(Integer.parseInt(length));
            for (String count : threads) {
                measure(tokens, targets, Integer.parseInt(count));
            }
        }
    }

    private void measure(Tensor tokens, Tensor targets, int count) throws IOException {
        KernelThreads.setCount(count);
        if (other != null) {
            torch.set_num_threads(count);
            openblas_nolapack.blas_set_num_threads(count);
            // Its optimizers are created in the first step, and would be closed with the scope of a later one.
            other.step(TorchGpt2.tokens(tokens), TorchGpt2.tokens(targets), RATE);
        }
        Runnable ours = () -> ours(tokens, targets);
        String arena = has("ours") ? StepProfile.arenaOf(ours) : "none";
        List<Double> times = new ArrayList<>();
        List<Double> torchTimes = new ArrayList<>();
        boolean bounded = has("bound");
        try (StepBound bound =
                bounded ? new StepBound(batch, tokens.dimension(1), vocabulary, width, parameters, count) : null) {
            for (int round = 0; round < rounds; round++) {
                if (has("ours")) {
                    ours.run();
                    times.add(nanoseconds(ours));
                    times.add(nanoseconds(ours));
                }
                if (bounded) {
                    bound.measure();
                }
                if (other != null) {
                    torchTimes.add(nanoseconds(() -> theirs(tokens, targets)));
                    torchTimes.add(nanoseconds(() -> theirs(tokens, targets)));
                }
            }
            out.printf(
                    "%n## %d × %d tokens, values of %s, threads: %d%n%nThe process: %s. Temporaries: %s.%n",
                    batch, tokens.dimension(1), Compiled.VALUES, count, peak(), arena);
            out.printf("%n| what | ms | ours over it |%n| --- | ---: | ---: |%n");
            double best = times.stream().min(Double::compare).orElse(Double.NaN);
            if (has("ours")) {
                row("ours", best, best);
                row("ours, median", median(times), best);
                row("ours, worst", Collections.max(times), best);
            }
            if (bounded) {
                row("products at oneDNN's speed", bound.productNanoseconds(), best);
                row("all else at the copy's speed", bound.restNanoseconds(), best);
                row("bound", bound.productNanoseconds() + bound.restNanoseconds(), best);
            }
            if (other != null) {
                row("PyTorch", Collections.min(torchTimes), best);
                row("PyTorch, median", median(torchTimes), best);
            }
            if (bounded && has("ours")) {
                StepProfile.of(ours, PROFILED).print(out, bound);
            }
        }
    }

    private void row(String what, double nanoseconds, double ours) {
        out.printf("| %s | %.1f | %.2f |%n", what, nanoseconds / 1e6, ours / nanoseconds);
    }

    private void ours(Tensor tokens, Tensor targets) {
        try (TensorScope scope = TensorScope.open()) {
            step++;
            Gpt2TrainingKernels.trainStep(model, moments, tokens, targets, RATE, step, step)
                    .loss()
                    .getDouble();
        }
    }

    /** Garbage of a step would stay in memory for many steps. */
    private void theirs(Tensor tokens, Tensor targets) {
        try (PointerScope scope = new PointerScope()) {
            other.step(TorchGpt2.tokens(tokens), TorchGpt2.tokens(targets), RATE);
        }
    }

    private Tensor tokens(int length) {
        return Tensor.of(new Random(length).ints(batch * length, 0, vocabulary).toArray(), batch, length);
    }

    /** The time that a call takes. */
    static double nanoseconds(Runnable call) {
        long begin = System.nanoTime();
        call.run();
        return System.nanoTime() - begin;
    }

    private static double median(List<Double> times) {
        double[] sorted =
                times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** The most memory that this process has had, as Linux tells. */
    private static String peak() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                ? Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .findFirst()
                        .orElseThrow()
                : "unknown peak memory";
    }

    /** Forgets what the preparations needed. */
    private static void resetPeak() throws IOException {
        Path references = Path.of("/proc/self/clear_refs");
        if (Files.isWritable(references)) {
            Files.writeString(references, "5");
        }
    }
}
