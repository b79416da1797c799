package io.graphkernel.bridge.accuracy;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;

/** Compares an f32 function of every instruction set with its f64 namesake, over a long sequence of operands. */
final class Sweep {

    /** Elements per call: the arrays stay in the L2 cache. */
    private static final int CHUNK = 1 << 14;

    private Sweep() {}

    /** Writes operands. */
    @FunctionalInterface
    interface Operands {
        void fill(MathKernels kernels, long first, int count, long x, long y);
    }

    /** The operands with the maximum error. */
    record Worst(String instructionSet, double ulps, float x, float y, float actual) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s %.3f ulp at %s %s: %s", instructionSet, ulps, x, y, actual);
        }

        private static Worst larger(Worst a, Worst b) {
            return a.ulps >= b.ulps ? a : b;
        }
    }

    /**
     * Returns the maximum error of each instruction set among the first operands, up to the next multiple of a chunk.
     */
    static List<Worst> run(List<MathKernels> kernels, ScalarFunction function, long operands, Operands source) {
        long chunks = (operands + CHUNK - 1) / CHUNK;
        int tasks = (int) Math.min(chunks, 4L * Runtime.getRuntime().availableProcessors());
        return IntStream.range(0, tasks)
                .parallel()
                .mapToObj(task -> part(kernels, function, chunks * task / tasks, chunks * (task + 1) / tasks, source))
                .reduce((a, b) -> IntStream.range(0, a.size())
                        .mapToObj(i -> Worst.larger(a.get(i), b.get(i)))
                        .toList())
                .orElseThrow();
    }

    private static List<Worst> part(
            List<MathKernels> kernels, ScalarFunction function, long firstChunk, long endChunk, Operands source) {
        Worst[] worst = new Worst[kernels.size()];
        try (FloatPointer x = new FloatPointer(CHUNK);
                FloatPointer y = new FloatPointer(CHUNK);
                FloatPointer actual = new FloatPointer(CHUNK);
                DoublePointer expected = new DoublePointer(CHUNK);
                DoublePointer result = new DoublePointer(2)) {
            MathKernels best = kernels.get(kernels.size() - 1);
            y.zero();
            for (long chunk = firstChunk; chunk < endChunk; chunk++) {
                source.fill(best, chunk * CHUNK, CHUNK, x.address(), y.address());
                apply(best, "wide_" + function, function, x, y, expected.address());
                for (int i = 0; i < worst.length; i++) {
                    apply(kernels.get(i), "f32_" + function, function, x, y, actual.address());
                    best.run("compare", CHUNK, actual.address(), expected.address(), result.address());
                    double ulps = result.get(0);
                    if (worst[i] == null || ulps > worst[i].ulps) {
                        long at = (long) result.get(1);
                        String name = kernels.get(i).toString();
                        worst[i] = new Worst(name, ulps, x.get(at), y.get(at), actual.get(at));
                    }
                }
            }
        }
        return List.of(worst);
    }

    private static void apply(
            MathKernels kernels, String kernel, ScalarFunction function, FloatPointer x, FloatPointer y, long target) {
        if (function.operands() == 1) {
            kernels.run(kernel, CHUNK, x.address(), target);
        } else {
            kernels.run(kernel, CHUNK, x.address(), y.address(), target);
        }
    }
}
