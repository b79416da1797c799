package io.graphkernel.doctor;

import io.graphkernel.common.names.MessageText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measurement of the footprint from which non-temporal stores are profitable on this machine.
 *
 * <p>The size of the last-level cache, on which kernels base that decision, is unreliable if other machines share the
 * cache. Copies of several sizes with both kinds of stores are measured twice; the result is valid only if it is
 * reproduced.
 */
final class StreamingMeasurement {
    /** Footprints of a copy, read plus written, in MiB, in steps of about √2. */
    private static final List<Integer> SIZES = List.of(4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128);

    private static final int KIB_PER_MIB = 1024;

    /** Maximum relative time of non-temporal stores that counts as a gain; smaller differences may be noise. */
    private static final double MAX_PROFITABLE_RATIO = 0.95;

    /** Minimum share of processor time of a thread on an idle machine. */
    private static final double MIN_PROCESSOR_SHARE = 0.9;

    private static final String AGAIN = ": measure again on an idle machine";

    private final int threads;
    private final double processorShare;
    private final double[] first;
    private final double[] second;

    /**
     * Creates the result of a measurement.
     *
     * @param threads number of threads
     * @param processorShare share of the time that they had a processor
     * @param first time with non-temporal stores relative to regular stores, by size
     * @param second the same ratios, measured again
     */
    StreamingMeasurement(int threads, double processorShare, double[] first, double[] second) {
        this.threads = threads;
        this.processorShare = processorShare;
        this.first = first;
        this.second = second;
    }

    /**
     * Runs the measurement.
     *
     * @param threads number of threads
     * @throws io.graphkernel.runtime.exception.GraphKernelException if no native library exists for this machine or
     *     not enough memory
     */
    static StreamingMeasurement make(int threads) {
        long maxBytes = (long) SIZES.get(SIZES.size() - 1) << 20;
        try (TimedCopies copies = new TimedCopies(threads, maxBytes)) {
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

    /** Returns both measurements by the name of the size. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        for (int i = 0; i < SIZES.size(); i++) {
            facts.put(name(i), String.format(Locale.ROOT, "%.2f, %.2f", first[i], second[i]));
        }
        return facts;
    }

    /** Returns true if the machine was idle and both measurements agree to within one size. */
    boolean isDecided() {
        return isUndisturbed() && Math.abs(threshold(first) - threshold(second)) <= 1;
    }

    private boolean isUndisturbed() {
        return processorShare >= MIN_PROCESSOR_SHARE;
    }

    /** Returns the recommended setting. */
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
        // Launches use three quarters of the setting.
        long setting = bytes * 4 / 3;
        return "-Dgraphkernel.llc=" + setting + "K or GRAPHKERNEL_LLC=" + setting + "K for programs on "
                + MessageText.counted(threads, "thread");
    }

    /**
     * Returns the index of the largest size before two consecutive gains, or before the largest size if it gains; else
     * the number of sizes.
     */
    private static int threshold(double[] ratios) {
        for (int i = 0; i < ratios.length; i++) {
            if (ratios[i] < MAX_PROFITABLE_RATIO && (i + 1 == ratios.length || ratios[i + 1] < MAX_PROFITABLE_RATIO)) {
                return Math.max(0, i - 1);
            }
        }
        return ratios.length;
    }

    private static String name(int size) {
        return size == SIZES.size() ? "no size" : SIZES.get(size) + " MiB";
    }
}
