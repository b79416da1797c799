package io.graphkernel.examples.benchmarks.fourier;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Data;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.Harness.Times;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Time of complex and real Fourier transforms of rows, relative to JTransforms and Apache Commons Math.
 *
 * <p>Prints the tables of docs/bench/fft.md. Arguments are the numbers of threads, each of which is measured in its own
 * process; the default is one and two.
 */
public final class FourierBenchmark {
    private static final int ROUNDS = 5;
    private static final long WARM_UP_NANOSECONDS = 50_000_000;
    private static final long SLOT_NANOSECONDS = 20_000_000;
    private static final int[] BATCHES = {1, 16, 1024};
    private static final double TOLERANCE = 1e-6;

    private static final String COMPLEX = "complex";
    private static final String REAL = "real";
    private static final String COMPLEX_LIBRARY = "JTransforms, complex";
    private static final String REAL_LIBRARY = "JTransforms, real";
    private static final String COMMONS = "Commons Math";

    private final int threads;
    private final Harness harness;

    private FourierBenchmark(int threads) {
        this.threads = threads;
        this.harness = new Harness(ROUNDS, WARM_UP_NANOSECONDS, SLOT_NANOSECONDS, threads);
    }

    /**
     * Prints the tables.
     *
     * @param arguments numbers of threads
     */
    public static void main(String[] arguments) throws Exception {
        ChildProcess.runPerThreadCount(FourierBenchmark.class, arguments, FourierBenchmark::measure);
    }

    private static void measure(int threads) {
        KernelThreads.setCount(threads);
        FourierBenchmark benchmark = new FourierBenchmark(threads);
        System.out.println(
                "| length × rows, " + threads
                        + " threads | complex µs | JTransforms µs | Commons Math µs | ratio | real µs | JTransforms µs | ratio |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (int rows : BATCHES) {
            benchmark.measure(256, rows, SpectrumOpsKernels::complex256, SpectrumOpsKernels::real256);
            benchmark.measure(1000, rows, SpectrumOpsKernels::complex1000, SpectrumOpsKernels::real1000);
            benchmark.measure(1024, rows, SpectrumOpsKernels::complex1024, SpectrumOpsKernels::real1024);
            benchmark.measure(4096, rows, SpectrumOpsKernels::complex4096, SpectrumOpsKernels::real4096);
        }
    }

    /** Transform of a complex tensor into two results. */
    @FunctionalInterface
    private interface OfComplex {
        void into(Tensor real, Tensor imaginary, Tensor realOut, Tensor imaginaryOut);
    }

    /** Transform of a real tensor into two results. */
    @FunctionalInterface
    private interface OfReal {
        void into(Tensor x, Tensor realOut, Tensor imaginaryOut);
    }

    private void measure(int length, int rows, OfComplex ofComplex, OfReal ofReal) {
        try (Tensor real = Data.uniform(1, -1, 1, rows, length);
                Tensor imaginary = Data.uniform(2, -1, 1, rows, length);
                Tensor realOut = Tensor.empty(rows, length);
                Tensor imaginaryOut = Tensor.empty(rows, length);
                Tensor half = Tensor.empty(rows, length / 2 + 1);
                Tensor imaginaryHalf = Tensor.empty(rows, length / 2 + 1)) {
            LibraryTransforms libraries =
                    new LibraryTransforms(rows, length, threads, real.toFloatArray(), imaginary.toFloatArray());
            ofComplex.into(real, imaginary, realOut, imaginaryOut);
            double difference = libraries.difference(realOut.toFloatArray(), imaginaryOut.toFloatArray());
            if (difference > TOLERANCE) {
                throw new IllegalStateException("results of length " + length + " differ by " + difference);
            }
            List<Contestant> contestants = new ArrayList<>(List.of(
                    new Contestant(COMPLEX, () -> ofComplex.into(real, imaginary, realOut, imaginaryOut)),
                    new Contestant(COMPLEX_LIBRARY, libraries::complex),
                    new Contestant(REAL, () -> ofReal.into(real, half, imaginaryHalf)),
                    new Contestant(REAL_LIBRARY, libraries::real)));
            if (libraries.hasCommons()) {
                contestants.add(new Contestant(COMMONS, libraries::commons));
            }
            print(length, rows, harness.measureRounds(contestants));
        }
    }

    private static void print(int length, int rows, Map<String, Times> times) {
        System.out.printf(
                Locale.ROOT,
                "| %d × %d | %s | %s | %s | %.2f | %s | %s | %.2f |%n",
                length,
                rows,
                microseconds(times.get(COMPLEX)),
                microseconds(times.get(COMPLEX_LIBRARY)),
                times.containsKey(COMMONS) ? microseconds(times.get(COMMONS)) : "-",
                times.get(COMPLEX).over(times.get(COMPLEX_LIBRARY)),
                microseconds(times.get(REAL)),
                microseconds(times.get(REAL_LIBRARY)),
                times.get(REAL).over(times.get(REAL_LIBRARY)));
    }

    private static String microseconds(Times times) {
        return String.format(Locale.ROOT, "%.1f", times.best() / 1e3);
    }
}
