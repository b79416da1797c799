package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.internal.device.ThreadParts;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.profile.LaunchRecord;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several kernels in one launch: phases one after the other, and within a phase kernels that share one parallel region.
 * Each kernel's range is cut into chunks that are worth a thread, and the threads share out the chunks of all of them.
 * The object is reused from launch to launch without allocation.
 */
final class JointLaunch implements RangeFunction {
    private static final int INITIAL_CAPACITY = 8;

    private LaunchLabel[] labels = new LaunchLabel[INITIAL_CAPACITY];
    private RangeFunction[] functions = new RangeFunction[INITIAL_CAPACITY];
    private long[] kernels = new long[INITIAL_CAPACITY];
    private long[] arguments = new long[INITIAL_CAPACITY];
    private long[] ranges = new long[INITIAL_CAPACITY];
    private long[] bytesPerItem = new long[INITIAL_CAPACITY];
    private long[] chunkItems = new long[INITIAL_CAPACITY];
    private long[] scratchBytes = new long[INITIAL_CAPACITY];
    /** The chunks of the kernels of a phase before each one's own. */
    private long[] chunksBefore = new long[INITIAL_CAPACITY];

    private int[] phases = new int[INITIAL_CAPACITY];
    private int count;

    /** The same for all kernels of a launch, which are of one class. */
    private ThreadParts parts;

    /** The kernels of the phase that runs now. */
    private int first;

    private int end;

    /**
     * Adds a kernel.
     *
     * @param phase not below that of the kernel added before
     */
    void add(
            int phase,
            LaunchLabel label,
            RangeFunction function,
            long kernel,
            long slots,
            long range,
            long granule,
            long bytes,
            long scratch,
            ThreadParts kind) {
        if (count == phases.length) {
            grow();
        }
        long perChunk = kind.itemsPerPart(bytes);
        parts = kind;
        labels[count] = label;
        functions[count] = function;
        kernels[count] = kernel;
        arguments[count] = slots;
        ranges[count] = range;
        bytesPerItem[count] = bytes;
        chunkItems[count] = ((perChunk - 1) / granule + 1) * granule;
        scratchBytes[count] = scratch;
        phases[count++] = phase;
    }

    /** Runs what was added, and forgets it. */
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
            if (parts.of((long) bytes, 1) == 1) {
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

    /** The current phase in a profile: all its kernels. */
    private LaunchLabel label() {
        LaunchLabel one = labels[first];
        String kernels = IntStream.range(first, end)
                .filter(i -> ranges[i] > 0)
                .mapToObj(i -> labels[i].kernel())
                .collect(Collectors.joining(" + "));
        return new LaunchLabel(one.owner(), one.method(), kernels, one.device());
    }

    /** Runs some of the chunks of the current phase. */
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
