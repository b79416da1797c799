package io.graphkernel.examples.llm;

import static io.graphkernel.runtime.Ops.reduceSum;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.GgufType;
import io.graphkernel.training.GgufWriter;
import io.graphkernel.training.Initializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Time per token of a model with random weights in each storage format, and of reading as many bytes.
 *
 * <p>Prints the table of docs/bench/decoding.md. Arguments are the numbers of heads, of heads of keys, of inner columns and
 * of tokens; the default is a model of 134 million parameters with 30 layers.
 */
public final class DecodeBenchmark {

    private static final int ROUNDS = 5;
    private static final int TOKENS_PER_ROUND = 8;
    private static final int CAPACITY = 128;
    private static final int MAX_POSITIONS = 2048;
    private static final double BASE = 10_000;
    private static final long READ_COLUMNS = 4096;

    private final LlamaSizes sizes;

    private DecodeBenchmark(LlamaSizes sizes) {
        this.sizes = sizes;
    }

    /** The loop that only reads. */
    @GraphKernel
    static Tensor sum(@TensorType("f32[n, k]") Tensor x) {
        return reduceSum(x, 1);
    }

    /**
     * Prints the table.
     *
     * @param arguments numbers of heads, of heads of keys, of inner columns and of tokens; or none
     */
    public static void main(String[] arguments) throws IOException {
        DecodeBenchmark benchmark = of(arguments);
        System.out.println("| format, " + KernelThreads.count() + " threads | MB | ms per token | tokens per second |"
                + " reading ms | reading / decoding |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        for (GgufType type : List.of(GgufType.F32, GgufType.Q8_0, GgufType.Q4_0)) {
            Path path = Files.createTempFile("decode", ".gguf");
            try {
                benchmark.write(path, type);
                benchmark.measure(path, type);
            } finally {
                Files.deleteIfExists(path);
            }
        }
    }

    /** Returns the benchmark of the sizes of {@link #main}. */
    static DecodeBenchmark of(String... arguments) {
        int[] sizes = arguments.length == 0
                ? new int[] {9, 3, 1536, 49152}
                : Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
        return new DecodeBenchmark(
                new LlamaSizes(sizes[0], sizes[1], sizes[2], sizes[3], sizes[0] * Compiled.HEAD_SIZE));
    }

    /** Writes random weights; the head is tied. */
    void write(Path path, GgufType type) {
        long width = sizes.width();
        long hidden = sizes.hidden();
        Map<String, Tensor> tensors = new TreeMap<>();
        try (TensorScope scope = TensorScope.open()) {
            Initializer initial = new Initializer(7);
            tensors.put("token_embd.weight", initial.normal(0.02, sizes.vocabulary(), width));
            tensors.put("output_norm.weight", Tensor.full(1, width));
            for (int layer = 0; layer < Compiled.LAYERS; layer++) {
                String prefix = "blk." + layer + ".";
                long keys = (long) sizes.shared() * Compiled.HEAD_SIZE;
                tensors.put(prefix + "attn_norm.weight", Tensor.full(1, width));
                tensors.put(prefix + "ffn_norm.weight", Tensor.full(1, width));
                tensors.put(prefix + "attn_q.weight", initial.normal(0.02, width, width));
                tensors.put(prefix + "attn_k.weight", initial.normal(0.02, keys, width));
                tensors.put(prefix + "attn_v.weight", initial.normal(0.02, keys, width));
                tensors.put(prefix + "attn_output.weight", initial.normal(0.02, width, width));
                tensors.put(prefix + "ffn_gate.weight", initial.normal(0.02, hidden, width));
                tensors.put(prefix + "ffn_up.weight", initial.normal(0.02, hidden, width));
                tensors.put(prefix + "ffn_down.weight", initial.normal(0.02, width, hidden));
            }
            GgufWriter.write(
                    path,
                    tensors,
                    sizes.metadata(MAX_POSITIONS),
                    (key, tensor) -> tensor.rank() == 1 ? GgufType.F32 : type);
        }
    }

    private void measure(Path path, GgufType type) {
        try (TensorScope scope = TensorScope.open()) {
            LlamaModel model = LlamaWeights.readStored(path);
            long bytes = bytes(model);
            Tensor read = readable(bytes);
            Tensor frequencies = Rotary.frequencies(Compiled.HEAD_SIZE, BASE);
            double decoding = Double.MAX_VALUE;
            double reading = Double.MAX_VALUE;
            try (CachedLlama cached = new CachedLlama(model, frequencies, 1, CAPACITY)) {
                for (int round = 0; round < ROUNDS; round++) {
                    for (int i = 0; i < TOKENS_PER_ROUND; i++) {
                        int position = round * TOKENS_PER_ROUND + i;
                        decoding = Math.min(decoding, decode(cached, position));
                        reading = Math.min(reading, read(read));
                    }
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.0f | %.2f | %.1f | %.2f | %.2f |%n",
                    type,
                    bytes / 1e6,
                    decoding,
                    1e3 / decoding,
                    reading,
                    reading / decoding);
        }
    }

    /** Returns the bytes of the weights that a token reads. */
    static long bytes(LlamaModel model) {
        // The tied head is listed as the embedding, and as the head.
        return Parameters.of((Record) model).entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith("tokens"))
                .mapToLong(entry -> entry.getValue().elementCount()
                        * entry.getValue().dtype().bytes())
                .sum();
    }

    /** Returns a tensor of a number of bytes. */
    static Tensor readable(long bytes) {
        return Tensor.full(1, bytes / Float.BYTES / READ_COLUMNS, READ_COLUMNS);
    }

    private static double decode(CachedLlama cached, int position) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor token = Tensor.of(new int[] {position}, 1, 1);
            long start = System.nanoTime();
            cached.forward(token, token, 0).toFloatArray();
            return (System.nanoTime() - start) / 1e6;
        }
    }

    /** Returns the milliseconds of reading a tensor. */
    static double read(Tensor values) {
        try (TensorScope scope = TensorScope.open()) {
            long start = System.nanoTime();
            DecodeBenchmarkKernels.sum(values).toFloatArray();
            return (System.nanoTime() - start) / 1e6;
        }
    }
}
