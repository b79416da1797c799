package io.graphkernel.runtime.generated;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.generated.jvm.NativeArrays;
import io.graphkernel.runtime.internal.parallel.Scratch;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * The Java arrays of one launch, and their off-heap copies.
 *
 * <p>Pinned arrays block the garbage collector of older JVMs, so that allocations of several pinning threads fail in an
 * almost empty heap. Arrays are therefore copied, unless they are large and the garbage collector supports region
 * pinning.
 */
public final class ArrayMemory {
    /** Maximum total size for which a copy is cheaper than pinning. */
    private static final long MAX_COPIED_BYTES = CpuModel.Caches.DEFAULT.maxCopiedArrayBytes();

    private final float[][] arrays = new float[KernelAbi.PINNED_ARRAYS][];
    private final Scratch memory = new Scratch();

    private int count;

    /** Lazy holder of the properties of the garbage collector, queried by the first launch over large arrays. */
    private static final class GarbageCollector {
        /** True if the garbage collector pins single regions: G1 from JDK 22 on (JEP 423). */
        static final boolean PINS_REGIONS = Runtime.version().feature() >= 22 && isG1();

        private static boolean isG1() {
            try {
                return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .anyMatch(name -> name.startsWith("G1"));
            } catch (LinkageError e) {
                // The JVM lacks the module java.management.
                return false;
            }
        }
    }

    ArrayMemory() {}

    /** Returns the empty list of arrays, also after a call that failed before its launch. */
    ArrayMemory begin() {
        count = 0;
        return this;
    }

    /**
     * Adds the array of the next slot.
     *
     * @param array the array; null leaves the slot unchanged
     * @return this list
     */
    public ArrayMemory add(float[] array) {
        arrays[count++] = array;
        return this;
    }

    /** Returns the number of bytes that a launch over the arrays moves; it reads or writes each of them. */
    long bytes() {
        long floats = 0;
        for (int i = 0; i < count; i++) {
            floats += arrays[i] == null ? 0 : arrays[i].length;
        }
        return floats * Float.BYTES;
    }

    /** Runs a native kernel over {@code [0, range)} on the arrays, as {@link Kernel#launchArrays} documents. */
    void launch(long kernel, LaunchFrame frame, long range, long scratch, int written) {
        long bytes = bytes();
        if (bytes > MAX_COPIED_BYTES && GarbageCollector.PINS_REGIONS) {
            launchPinned(kernel, frame.arguments(), range, scratch, written);
            return;
        }
        copyIn(frame, memory.ensure(bytes + (long) KernelAbi.MEMORY_ALIGNMENT * KernelAbi.PINNED_ARRAYS));
        NativeBridge.launch(kernel, frame.arguments(), 0, range, scratch);
        copyOut(frame, written);
    }

    private void launchPinned(long kernel, long arguments, long range, long scratch, int written) {
        // Inside a critical region, arrays cannot be compared for identity.
        long first = 0;
        for (int i = 0; i < count; i++) {
            first |= (long) first(i) << NativeBridge.FIRST_SLOT_BITS * i;
        }
        NativeBridge.launchPinned(
                kernel, arguments, 0, range, scratch, written, first, count, arrays[0], arrays[1], arrays[2], arrays[3],
                arrays[4], arrays[5], arrays[6], arrays[7]);
    }

    /** Copies the arrays and sets their slots. An array in several slots has one copy. */
    private void copyIn(LaunchFrame frame, long address) {
        long next = address;
        for (int i = 0; i < count; i++) {
            float[] array = arrays[i];
            if (array == null) {
                continue;
            }
            int same = first(i);
            if (same < i) {
                frame.integer(i, frame.slot(same));
                continue;
            }
            NativeArrays.write(array, next);
            frame.integer(i, next);
            next = LaunchFrame.aligned(next + (long) array.length * Float.BYTES);
        }
    }

    /** Copies the arrays of some slots back. */
    private void copyOut(LaunchFrame frame, int written) {
        for (int i = 0; i < count; i++) {
            if ((written >> i & 1) != 0 && arrays[i] != null) {
                NativeArrays.read(arrays[i], frame.slot(i));
            }
        }
    }

    /** Clears the references to the arrays. */
    void clear() {
        for (int i = 0; i < count; i++) {
            arrays[i] = null;
        }
        count = 0;
        memory.trim();
    }

    private int first(int slot) {
        int first = 0;
        while (arrays[first] != arrays[slot]) {
            first++;
        }
        return first;
    }
}
