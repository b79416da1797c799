package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.parallel.ThreadSplitPolicy;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.profile.LaunchRecord;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several kernels in one launch: sequential phases, each with kernels that share one parallel region. The range of each
 * kernel is split into chunks large enough for a thread, and the threads share the chunks of all kernels. The object is
 * reused without allocation.
 */
final class LaunchBatch implements RangeFunction {
    private static final int INITIAL_CAPACITY = 8;

    private LaunchLabel[] labels = new LaunchLabel[INITIAL_CAPACITY];
    private RangeFunction[] functions = new RangeFunction[INITIAL_CAPACITY];
    private long[] kernels = new long[INITIAL_CAPACITY];
    private long[] arguments = new long[INITIAL_CAPACITY];
    private long[] ranges = new long[INITIAL_CAPACITY];
    private long[] bytesPerItem = new long[INITIAL_CAPACITY];
    private long[] chunkItems = new long[INITIAL_CAPACITY];
    private long[] scratchBytes = new long[INITIAL_CAPACITY];
    /** For each kernel of a phase, the number of chunks before its own. */
    private long[] chunksBefore = new long[INITIAL_CAPACITY];

    private int[] phases = new int[INITIAL_CAPACITY];
    private int count;

    /** The policy of all kernels of a batch, which belong to one class. */
    private ThreadSplitPolicy splitPolicy;

    /** Range of the kernels of the current phase. */
    private int first;

    private int end;

    /**
     * Adds a kernel.
     *
     * @param phase phase of the kernel, at least that of the kernel added before
     */
    void add(
            int phase,
            LaunchLabel label,
            RangeFunction function,
            long kernel,
            long slots,
            long range,
            long grainSize,
            long bytes,
            long scratch,
            ThreadSplitPolicy kind) {
        if (count == phases.length) {
            grow();
        }
        long perChunk = kind.itemsPerPart(bytes);
        splitPolicy = kind;
        labels[count] = label;
        functions[count] = function;
        kernels[count] = kernel;
        arguments[count] = slots;
        ranges[count] = range;
        bytesPerItem[count] = bytes;
        chunkItems[count] = ((perChunk - 1) / grainSize + 1) * grainSize;
        scratchBytes[count] = scratch;
        phases[count++] = phase;
    }

    /** Runs the kernels and clears the batch. */
    void run(LaunchFrame frame) {
        try {
            for (first = 0; first < count; first = end) {
                end = first;
                while (end < count && phases[end] == phases[first]) {
                    end++;
                }
                runPhase(frame);
            }
        } finally {
            Arrays.fill(functions, 0, count, null);
            count = 0;
        }
    }

    private void runPhase(LaunchFrame frame) {
        long chunks = 0;
        double bytes = 0;
        long scratch = 0;
        for (int i = first; i < end; i++) {
            chunksBefore[i] = chunks;
            chunks += ranges[i] <= 0 ? 0 : (ranges[i] - 1) / chunkItems[i] + 1;
            bytes += (double) Math.max(0, ranges[i]) * bytesPerItem[i];
            scratch = Math.max(scratch, ranges[i] <= 0 ? 0 : scratchBytes[i]);
        }
        if (chunks == 0) {
            return;
        }
        LaunchRecord profiled = LaunchProfile.isOn() ? LaunchProfile.begin(label(), (long) bytes, null) : null;
        try {
            if (splitPolicy.of((long) bytes, 1) == 1) {
                run(0, 0, 0, chunks, frame.scratch(scratch));
            } else {
                KernelTeam.run(this, 0, 0, chunks, 1, scratch, chunks, frame.threadScratch());
            }
        } finally {
            if (profiled != null) {
                profiled.end();
            }
        }
    }

    /** Returns the label of the current phase in a profile, with all its kernels. */
    private LaunchLabel label() {
        LaunchLabel one = labels[first];
        String kernels = IntStream.range(first, end)
                .filter(i -> ranges[i] > 0)
                .mapToObj(i -> labels[i].kernel())
                .collect(Collectors.joining(" + "));
        return new LaunchLabel(one.owner(), one.method(), kernels, one.device());
    }

    /** Runs a range of the chunks of the current phase. */
    @Override
    public void run(long kernel, long slots, long begin, long endChunk, long scratch) {
        for (int i = first; i < end; i++) {
            long from = Math.max(0, begin - chunksBefore[i]);
            long to = endChunk - chunksBefore[i];
            if (to > 0 && ranges[i] > 0 && from <= (ranges[i] - 1) / chunkItems[i]) {
                long last = to > (ranges[i] - 1) / chunkItems[i] ? ranges[i] : to * chunkItems[i];
                functions[i].run(kernels[i], arguments[i], from * chunkItems[i], last, scratch);
            }
        }
    }

    private void grow() {
        int capacity = 2 * count;
        labels = Arrays.copyOf(labels, capacity);
        functions = Arrays.copyOf(functions, capacity);
        kernels = Arrays.copyOf(kernels, capacity);
        arguments = Arrays.copyOf(arguments, capacity);
        ranges = Arrays.copyOf(ranges, capacity);
        bytesPerItem = Arrays.copyOf(bytesPerItem, capacity);
        chunkItems = Arrays.copyOf(chunkItems, capacity);
        scratchBytes = Arrays.copyOf(scratchBytes, capacity);
        chunksBefore = Arrays.copyOf(chunksBefore, capacity);
        phases = Arrays.copyOf(phases, capacity);
    }
}
