package io.graphkernel.examples.benchmarks.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.NamedSettings;
import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.examples.benchmarks.TemporaryDirectory;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.RaggedBatch;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Benchmark of a language model over texts of different lengths: as a ragged batch, padded to the longest text, and padded
 * with ONNX Runtime. The contestants take turns in one process per number of threads.
 */
public final class RaggedModelBenchmark {
    private static final String USAGE =
            "arguments, with their defaults:  models=minilm (also bge)  texts=32  shortest=5"
                    + "  longest=256  threads=2,1  rounds=9  slot=1500 (milliseconds)";

    private static final int WORDS = 30_000;
    private static final double MAX_APART = 1e-4;

    /** Required speed-up over ONNX Runtime with padding. */
    private static final OptionalDouble FASTER = OptionalDouble.of(2);

    private static final String RAGGED = "ragged";
    private static final String PADDED = "padded";
    private static final String PEER = "ONNX Runtime, padded";

    private final NamedSettings settings;
    private final Compilation compilation;
    private final Report report;

    private RaggedModelBenchmark(NamedSettings settings, Report report) {
        this.settings = settings;
        this.report = report;
        this.compilation = new Compilation(Path.of(settings.text("classes")), Path.of("."));
    }

    /** Runs the benchmark with the arguments of the usage text. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("models", "minilm");
        defaults.put("texts", "32");
        defaults.put("shortest", "5");
        defaults.put("longest", "256");
        defaults.put("threads", "2,1");
        defaults.put("rounds", "9");
        defaults.put("slot", "1500");
        defaults.put("classes", "");
        if (ChildProcess.isThis()) {
            new RaggedModelBenchmark(NamedSettings.read(defaults, arguments, USAGE, out), new Report(out)).measure();
            System.exit(0);
        }
        try (TemporaryDirectory classes = new TemporaryDirectory("ragged-benchmark")) {
            String[] with = Arrays.copyOf(arguments, arguments.length + 1);
            with[arguments.length] = "classes=" + classes.path();
            NamedSettings settings = NamedSettings.read(defaults, with, USAGE, out);
            RaggedModelBenchmark benchmark = new RaggedModelBenchmark(settings, new Report(out));
            for (String name : settings.items("models")) {
                Model model = model(name);
                benchmark.compilation.run(model);
                benchmark.compilation.run(raggedName(model), model.file(), ", ragged = \"attention_mask\"");
            }
            int status = settings.startProcesses(RaggedModelBenchmark.class);
            if (status != 0) {
                throw new IOException("a process ended with " + status);
            }
        }
    }

    private static Model model(String name) {
        return Model.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static String raggedName(Model model) {
        return model.interfaceName() + "Ragged";
    }

    private void measure() throws Exception {
        int threads = settings.number("threads");
        KernelThreads.setCount(threads);
        report.heading(settings.number("texts") + " texts of " + settings.number("shortest") + " to "
                + settings.number("longest") + " tokens, threads: " + threads);
        report.row(
                "model", "ragged ms", "padded ms", "ONNX Runtime ms", "padded/ragged", "ONNX Runtime/ragged", "apart");
        report.row("---", "---:", "---:", "---:", "---:", "---:", "---:");
        for (String name : settings.items("models")) {
            Model model = model(name);
            try (OrtSession session = ModelContest.session(model.bytes(Path.of(".")), threads);
                    TensorScope scope = TensorScope.open()) {
                measure(model, session);
            }
        }
    }

    /** Returns the lengths of the texts, from the shortest to the longest in equal steps. */
    private int[] lengths() {
        int shortest = settings.number("shortest");
        int range = settings.number("longest") - shortest;
        int last = settings.number("texts") - 1;
        return IntStream.rangeClosed(0, last)
                .map(i -> shortest + range * i / Math.max(1, last))
                .toArray();
    }

    private void measure(Model model, OrtSession session) throws Exception {
        int[] lengths = lengths();
        int longest = IntStream.of(lengths).max().orElseThrow();
        int total = IntStream.of(lengths).sum();
        Random random = new Random(total);
        long[] ids = random.ints(total, 0, WORDS).asLongStream().toArray();
        long[] dims = {lengths.length, longest};
        long[] paddedIds = new long[lengths.length * longest];
        long[] mask = new long[paddedIds.length];
        int at = 0;
        for (int i = 0; i < lengths.length; i++) {
            System.arraycopy(ids, at, paddedIds, i * longest, lengths[i]);
            Arrays.fill(mask, i * longest, i * longest + lengths[i], 1);
            at += lengths[i];
        }
        Map<String, long[]> elements =
                Map.of("input_ids", paddedIds, "attention_mask", mask, "token_type_ids", new long[paddedIds.length]);
        List<String> names = List.copyOf(session.getInputNames());
        Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
        Object[] operands = new Object[names.size()];
        for (int i = 0; i < operands.length; i++) {
            long[] values = elements.get(names.get(i));
            inputs.put(
                    names.get(i), OnnxTensor.createTensor(ModelContest.environment(), LongBuffer.wrap(values), dims));
            operands[i] = Tensor.of(values, dims);
        }
        Object[] raggedOperands = names.stream()
                .map(name -> name.equals("attention_mask")
                        ? null
                        : Tensor.of(name.equals("input_ids") ? ids : new long[total], total))
                .filter(tensor -> tensor != null)
                .toArray();
        raggedOperands = Arrays.copyOf(raggedOperands, raggedOperands.length + 1, Object[].class);
        raggedOperands[raggedOperands.length - 1] = RaggedBatch.ofLengths(lengths);
        Class<?>[] types = new Class<?>[raggedOperands.length];
        Arrays.fill(types, Tensor.class);
        types[types.length - 1] = RaggedBatch.class;
        Method ragged = compilation.method(raggedName(model), types);
        Method padded = compilation.method(model, operands.length);
        double apart = difference(call(ragged, raggedOperands), session, inputs, lengths);
        if (!(apart < MAX_APART)) {
            throw new IllegalStateException(model + ": results differ by " + apart);
        }
        Object[] rows = raggedOperands;
        long slot = settings.number("slot") * 1_000_000L;
        Harness harness = new Harness(settings.number("rounds"), slot / 4, slot, settings.number("threads"));
        Map<String, Harness.Times> times = harness.measureRounds(List.of(
                new Contestant(RAGGED, () -> discard(ragged, rows)),
                new Contestant(PADDED, () -> discard(padded, operands)),
                new Contestant(PEER, () -> run(session, inputs))));
        report.row(
                model.interfaceName(),
                Report.format("%.1f", times.get(RAGGED).best() / 1e6),
                Report.format("%.1f", times.get(PADDED).best() / 1e6),
                Report.format("%.1f", times.get(PEER).best() / 1e6),
                Report.format("%.2f", times.get(PADDED).over(times.get(RAGGED))),
                Report.atLeast(times.get(PEER).over(times.get(RAGGED)), FASTER),
                Report.format("%.1e", apart));
        inputs.values().forEach(OnnxTensor::close);
    }

    /** Returns the first result, the states of the tokens. */
    private static Tensor call(Method method, Object... operands) {
        try {
            Object returned = method.invoke(null, operands);
            return returned instanceof Record several
                    ? Parameters.of(several).values().iterator().next()
                    : (Tensor) returned;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void discard(Method method, Object... operands) {
        try (TensorScope scope = TensorScope.open()) {
            call(method, operands);
        }
    }

    private static void run(OrtSession session, Map<String, OnnxTensor> inputs) {
        try (OrtSession.Result result = session.run(inputs)) {
            // The results are discarded.
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the largest difference of the states of tokens, over the largest state. */
    private static double difference(Tensor ragged, OrtSession session, Map<String, OnnxTensor> inputs, int[] lengths)
            throws Exception {
        float[] actual = ragged.toFloatArray();
        int size = actual.length / IntStream.of(lengths).sum();
        int longest = IntStream.of(lengths).max().orElseThrow();
        double largest = 1;
        double apart = 0;
        try (OrtSession.Result result = session.run(inputs)) {
            FloatBuffer expected = ((OnnxTensor) result.get(0)).getFloatBuffer();
            int row = 0;
            for (int i = 0; i < lengths.length; i++) {
                for (int element = 0; element < lengths[i] * size; element++) {
                    double other = expected.get(i * longest * size + element);
                    largest = Math.max(largest, Math.abs(other));
                    apart = Math.max(apart, Math.abs(actual[row * size + element] - other));
                }
                row += lengths[i];
            }
        }
        return apart / largest;
    }
}
