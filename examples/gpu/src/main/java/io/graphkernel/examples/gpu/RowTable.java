package io.graphkernel.examples.gpu;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Kernels of a group and their times. Each line has tabs between {@code ROW}, system, kernel, dtype, dims, median and minimum in
 * microseconds, GB/s and GFLOP/s. A kernel that throws has a line {@code FAIL} instead.
 */
public final class RowTable {
    private static final double NANOSECONDS_PER_MICROSECOND = 1e3;
    private static final int MAX_RANDOM_VALUES = 1 << 20;

    /** First cell of a measurement. */
    static final String ROW = "ROW";
    /** First cell of a failure. */
    static final String FAIL = "FAIL";
    /** Name of the system whose kernels these are. */
    static final String SYSTEM = "graphkernel";

    private final Device device;
    private final DeviceTimer timer;
    private final PrintStream out;
    private final Map<String, Row> rows = new LinkedHashMap<>();

    /**
     * A kernel with its operands.
     *
     * @param label dtype and dims, with a tab in between
     * @param sizes repetitions
     * @param bytes bytes that a launch must read and write
     * @param flops floating-point operations of a launch
     * @param launch one launch
     */
    private record Row(String label, RowSizes sizes, double bytes, double flops, Runnable launch) {}

    RowTable(Stream stream, PrintStream out) {
        device = stream.device();
        timer = new DeviceTimer(stream);
        this.out = out;
    }

    /**
     * Adds a kernel that is bound by memory.
     *
     * @param kernel kernel name
     * @param operand tensor that names dtype and dims
     * @param sizes repetitions
     * @param bytes bytes that a launch must read and write
     * @param launch one launch
     */
    public void memory(String kernel, Tensor operand, RowSizes sizes, double bytes, Runnable launch) {
        rows.put(kernel, new Row(label(operand), sizes, bytes, 0, launch));
    }

    /**
     * Adds a kernel that is bound by arithmetic.
     *
     * @param kernel kernel name
     * @param operand tensor that names dtype and dims
     * @param sizes repetitions
     * @param flops floating-point operations of a launch
     * @param launch one launch
     */
    public void arithmetic(String kernel, Tensor operand, RowSizes sizes, double flops, Runnable launch) {
        rows.put(kernel, new Row(label(operand), sizes, 0, flops, launch));
    }

    private static String label(Tensor operand) {
        String dims =
                Arrays.stream(operand.dimensions()).mapToObj(Long::toString).collect(Collectors.joining("x"));
        return operand.dtype().toString().toLowerCase(Locale.ROOT) + "\t" + dims;
    }

    /** Prints the names of all kernels. */
    void printKernels() {
        rows.keySet().forEach(out::println);
    }

    /** Removes all kernels. */
    void clear() {
        rows.clear();
    }

    /** Measures a kernel and prints its line. */
    void measure(String kernel) {
        Row row = rows.get(kernel);
        if (row == null) {
            out.println(FAIL + "\t" + SYSTEM + "\t" + kernel + "\tno such kernel in " + rows.keySet());
            return;
        }
        try {
            double[] times =
                    timer.microseconds(row.sizes().rounds(), row.sizes().launches(), row.launch());
            double median = DeviceTimer.median(times);
            double nanoseconds = Math.max(1, median * NANOSECONDS_PER_MICROSECOND);
            out.printf(
                    Locale.ROOT,
                    "%s\t%s\t%s\t%s\t%.2f\t%.2f\t%.0f\t%.1f%n",
                    ROW,
                    SYSTEM,
                    kernel,
                    row.label(),
                    median,
                    times[0],
                    row.bytes() / nanoseconds,
                    row.flops() / nanoseconds);
        } catch (RuntimeException | Error e) {
            out.println(FAIL + "\t" + SYSTEM + "\t" + kernel + "\t" + row.label() + "\t" + e);
            e.printStackTrace(System.err);
        }
    }

    /**
     * Returns a tensor on the device with random values between -2 and 2, which repeat.
     *
     * @param dtype dtype
     * @param seed seed of the values
     * @param dims dims
     */
    public Tensor random(DType dtype, long seed, long... dims) {
        long count = Arrays.stream(dims).reduce(1, Math::multiplyExact);
        float[] values = new float[Math.toIntExact(count)];
        int period = Math.min(values.length, MAX_RANDOM_VALUES);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < values.length; i++) {
            values[i] = i < period ? (float) (random.nextDouble() * 4 - 2) : values[i - period];
        }
        return onDevice(Tensor.of(dtype, values, dims));
    }

    /**
     * Returns a tensor on the device without initial values.
     *
     * @param dtype dtype
     * @param dims dims
     */
    public Tensor empty(DType dtype, long... dims) {
        return Tensor.empty(device, dtype, dims);
    }

    /** Returns a copy of a host tensor on the device, and closes the host tensor. */
    Tensor onDevice(Tensor host) {
        try (host) {
            return host.to(device);
        }
    }
}
