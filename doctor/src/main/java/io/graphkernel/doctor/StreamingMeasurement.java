package io.graphkernel.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * From how many bytes on it pays that results bypass the caches of this machine. The size of the last-level cache, by which
 * kernels decide, does not tell where others share it. Copies to and fro of some sizes do, with both kinds of stores, measured
 * twice: one measurement that another does not repeat says nothing.
 */
final class StreamingMeasurement {
    /** What a copy reads and writes, in MiB: steps of about √2. */
    private static final List<Integer> SIZES = List.of(4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128);

    private static final int KIB_PER_MIB = 1024;

    /** What stores past the caches must gain: less may be chance. */
    private static final double GAIN = 0.95;

    /** The least part of the time that a thread of an idle machine has a processor. */
    private static final double UNDISTURBED = 0.9;

    private static final String AGAIN = ": measure again on an idle machine";

    private final int threads;
    private final double processorShare;
    private final double[] first;
    private final double[] second;

    /**
     * What was measured.
     *
     * @param threads the number of threads that copied
     * @param processorShare for what part of the time they had a processor
     * @param first the time with stores past the caches as a part of the other, by size
     * @param second the same, measured once more
     */
    StreamingMeasurement(int threads, double processorShare, double[] first, double[] second) {
        this.threads = threads;
        this.processorShare = processorShare;
        this.first = first;
        this.second = second;
    }

    /**
     * Measures.
     *
     * @param threads the number of threads that copy
     * @throws io.graphkernel.runtime.exception.GraphKernelException if there is no native library for this machine or not
     *     enough memory
     */
    static StreamingMeasurement make(int threads) {
        long most = (long) SIZES.get(SIZES.size() - 1) << 20;
        try (TimedCopies copies = new TimedCopies(threads, most)) {
            double[] first = ratios(copies);
            double[] second = ratios(copies);
            return new StreamingMeasurement(threads, copies.processorShare(), first, second);
        }
    }

    private static double[] ratios(TimedCopies copies) {
        return SIZES.stream()
                .mapToDouble(size -> copies.ratio((long) size << 20))
                .toArray();
    }

    /** Both measurements, by the name of the size. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        for (int i = 0; i < SIZES.size(); i++) {
            facts.put(name(i), String.format(Locale.ROOT, "%.2f, %.2f", first[i], second[i]));
        }
        return facts;
    }

    /** Whether the machine was idle and both measurements say the same, or sizes next to each other. */
    boolean isDecided() {
        return isUndisturbed() && Math.abs(threshold(first) - threshold(second)) <= 1;
    }

    private boolean isUndisturbed() {
        return processorShare >= UNDISTURBED;
    }

    /** What the user should do. */
    String advice() {
        if (!isUndisturbed()) {
            return String.format(
                    Locale.ROOT, "the copies had a processor for %.2f of the time%s", processorShare, AGAIN);
        }
        if (!isDecided()) {
            return name(threshold(first)) + " by one measurement, " + name(threshold(second)) + " by the other" + AGAIN;
        }
        int threshold = Math.max(threshold(first), threshold(second));
        if (threshold == SIZES.size()) {
            return "leave it to the size of the cache: stores past it do not pay up to " + name(threshold - 1);
        }
        long bytes = (long) SIZES.get(threshold) * KIB_PER_MIB;
        // Launches take three quarters of the setting.
        long setting = bytes * 4 / 3;
        return "-Dgraphkernel.llc=" + setting + "K or GRAPHKERNEL_LLC=" + setting + "K for programs on " + threads
                + (threads == 1 ? " thread" : " threads");
    }

    /** The largest size before two in a row that gain, or before the largest if it gains; else the number of sizes. */
    private static int threshold(double[] ratios) {
        for (int i = 0; i < ratios.length; i++) {
            if (ratios[i] < GAIN && (i + 1 == ratios.length || ratios[i + 1] < GAIN)) {
                return Math.max(0, i - 1);
            }
        }
        return ratios.length;
    }

    private static String name(int size) {
        return size == SIZES.size() ? "no size" : SIZES.get(size) + " MiB";
    }
}
