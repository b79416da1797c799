package io.graphkernel.examples.llm;

import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.GgufType;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Time per token, and of a prompt of 512 tokens, beside llama.cpp on the same files of random weights, with one and two
 * threads.
 *
 * <p>Prints the second table of docs/bench/decoding.md. The processes of both alternate, and the best one of each counts.
 * Arguments are those of {@link DecodeBenchmark}, formats, and the number of processes, such as {@code processes=1}.
 */
public final class PeerDecodeBenchmark {

    private static final String PROCESSES = "processes=";
    private static final int DEFAULT_PROCESSES = 5;
    private static final String OWN = "GraphKernel";
    private static final String PEER = "llama.cpp";
    private static final String WRITER = "write";
    private static final int PROMPT_TOKENS = 512;
    private static final int PROMPTS = 3;
    private static final int DECODE_CAPACITY = 128;
    private static final int WARM_UP_TOKENS = 8;
    private static final int TOKENS = 24;

    /** One sequence of one of the two. */
    private interface Decoder extends AutoCloseable {

        /** Returns the milliseconds of reading the bytes of a token, 0 if it is not measured. */
        double reading();

        /** Removes all tokens. */
        void clear();

        /** Appends tokens at a position, and returns the logits after the last one. */
        float[] append(int position, int... tokens);

        @Override
        void close();
    }

    private static final class OwnDecoder implements Decoder {

        private final TensorScope weights = TensorScope.open();
        private final LlamaModel stored;
        private final CachedLlama model;

        OwnDecoder(Path path, int capacity) {
            this.stored = LlamaWeights.readStored(path);
            this.model = new CachedLlama(stored, LlamaWeights.frequencies(path), 1, capacity);
        }

        @Override
        public double reading() {
            Tensor values = DecodeBenchmark.readable(DecodeBenchmark.bytes(stored));
            return IntStream.range(0, TOKENS)
                    .mapToDouble(i -> DecodeBenchmark.read(values))
                    .min()
                    .orElseThrow();
        }

        @Override
        public void clear() {
            model.clear(0);
        }

        @Override
        public float[] append(int position, int... tokens) {
            int count = tokens.length;
            try (TensorScope scope = TensorScope.open()) {
                int[] positions = IntStream.range(position, position + count).toArray();
                return model.forward(Tensor.of(tokens, 1, count), Tensor.of(positions, 1, count), 0)
                        .toFloatArray();
            }
        }

        @Override
        public void close() {
            model.close();
            weights.close();
        }
    }

    /** llama.cpp with its default settings; positions follow each other. */
    private static final class PeerDecoder implements Decoder {

        private final LlamaCpp model;

        PeerDecoder(Path path, int threads, int capacity) {
            this.model = new LlamaCpp(path, threads, capacity, false);
        }

        @Override
        public double reading() {
            return 0;
        }

        @Override
        public void clear() {
            model.clear();
        }

        @Override
        public float[] append(int position, int... tokens) {
            return model.append(tokens);
        }

        @Override
        public void close() {
            model.close();
        }
    }

    private static Decoder decoder(String name, Path path, int threads, int capacity) {
        return name.equals(OWN) ? new OwnDecoder(path, capacity) : new PeerDecoder(path, threads, capacity);
    }

    /**
     * Times of a process.
     *
     * @param token milliseconds of a token
     * @param prompt milliseconds of a prompt
     * @param reading milliseconds of reading the bytes of a token
     */
    private record Times(double token, double prompt, double reading) {

        Times best(Times other) {
            return new Times(
                    Math.min(token, other.token), Math.min(prompt, other.prompt), Math.min(reading, other.reading));
        }
    }

    private PeerDecodeBenchmark() {}

    /**
     * Prints the table, or in a child process writes a file or prints the times of one of the two.
     *
     * @param arguments see the class; in a child process its task, the file, and the format and sizes or the number of threads
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String task = arguments.length == 0 ? "" : arguments[0];
        if (task.equals(WRITER)) {
            DecodeBenchmark.of(Arrays.copyOfRange(arguments, 3, arguments.length))
                    .write(Path.of(arguments[1]), GgufType.valueOf(arguments[2]));
        } else if (task.equals(OWN) || task.equals(PEER)) {
            Times times = times(task, Path.of(arguments[1]), Integer.parseInt(arguments[2]));
            System.out.println(times.token + " " + times.prompt + " " + times.reading);
        } else {
            printTable(arguments);
        }
    }

    private static void printTable(String... arguments) throws IOException, InterruptedException {
        if (!LlamaCpp.isInstalled()) {
            throw new IllegalStateException("llama.cpp is not installed: add -Pllama-cpp");
        }
        int processes = DEFAULT_PROCESSES;
        List<String> sizes = new ArrayList<>();
        List<GgufType> types = new ArrayList<>();
        for (String argument : arguments) {
            if (argument.startsWith(PROCESSES)) {
                processes = Integer.parseInt(argument.substring(PROCESSES.length()));
            } else if (Character.isDigit(argument.charAt(0))) {
                sizes.add(argument);
            } else {
                types.add(GgufType.valueOf(argument));
            }
        }
        System.out.println("| format | threads | ms per token | reading / decoding | llama.cpp | llama.cpp / ours"
                + " | prompt of 512, tokens per second | llama.cpp | ours / llama.cpp |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (GgufType type : types.isEmpty() ? List.of(GgufType.F32, GgufType.Q8_0, GgufType.Q4_0) : types) {
            Path path = Files.createTempFile("decode", ".gguf");
            try {
                List<String> writing = new ArrayList<>(List.of(WRITER, path.toString(), type.name()));
                writing.addAll(sizes);
                output(writing, KernelThreads.count());
                for (int threads = 1; threads <= 2; threads++) {
                    print(type, threads, path, processes);
                }
            } finally {
                Files.deleteIfExists(path);
            }
        }
    }

    private static void print(GgufType type, int threads, Path path, int processes)
            throws IOException, InterruptedException {
        Times own = new Times(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE);
        Times peer = own;
        for (int i = 0; i < processes; i++) {
            own = own.best(process(OWN, path, threads));
            peer = peer.best(process(PEER, path, threads));
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.2f | %.2f | %.2f | %.2f | %.1f | %.1f | %.2f |%n",
                type,
                threads,
                own.token,
                own.reading / own.token,
                peer.token,
                peer.token / own.token,
                1e3 * PROMPT_TOKENS / own.prompt,
                1e3 * PROMPT_TOKENS / peer.prompt,
                peer.prompt / own.prompt);
    }

    private static Times process(String name, Path path, int threads) throws IOException, InterruptedException {
        String[] times = output(List.of(name, path.toString(), String.valueOf(threads)), threads)
                .strip()
                .split(" ");
        return new Times(Double.parseDouble(times[0]), Double.parseDouble(times[1]), Double.parseDouble(times[2]));
    }

    /** Returns the output of a child process, whose memory is free afterwards. */
    private static String output(List<String> arguments, int threads) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-Dgraphkernel.threads=" + threads);
        command.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        command.add(PeerDecodeBenchmark.class.getName());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(arguments + " failed: " + output);
        }
        return output;
    }

    /** Returns the median of some tokens, and the best of some prompts. */
    private static Times times(String name, Path path, int threads) {
        double prompt = Double.MAX_VALUE;
        int[] tokens = IntStream.range(0, PROMPT_TOKENS).toArray();
        try (Decoder decoder = decoder(name, path, threads, PROMPT_TOKENS)) {
            for (int i = 0; i < PROMPTS; i++) {
                decoder.clear();
                prompt = Math.min(prompt, milliseconds(decoder, 0, tokens));
            }
        }
        double[] decoding = new double[TOKENS];
        double reading;
        try (Decoder decoder = decoder(name, path, threads, DECODE_CAPACITY)) {
            for (int i = -WARM_UP_TOKENS; i < TOKENS; i++) {
                double time = milliseconds(decoder, WARM_UP_TOKENS + i, WARM_UP_TOKENS + i);
                if (i >= 0) {
                    decoding[i] = time;
                }
            }
            reading = decoder.reading();
        }
        Arrays.sort(decoding);
        return new Times(decoding[TOKENS / 2], prompt, reading);
    }

    private static double milliseconds(Decoder decoder, int position, int... tokens) {
        long start = System.nanoTime();
        decoder.append(position, tokens);
        return (System.nanoTime() - start) / 1e6;
    }
}
