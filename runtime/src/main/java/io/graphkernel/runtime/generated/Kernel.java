package io.graphkernel.runtime.generated;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import io.graphkernel.runtime.internal.device.ThreadParts;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.profile.LaunchRecord;

/**
 * One compiled kernel. Its launches neither allocate nor check: the stub has checked the arguments and filled the
 * frame.
 *
 * <p>The call has {@linkplain LaunchFrame#enter entered} the frame before it takes the first address. A tensor whose
 * address is in the frame must stay reachable until the launch returns; a stub holds it with
 * {@link java.lang.ref.Reference#reachabilityFence}.
 */
public final class Kernel {
    private static final RangeFunction NATIVE = NativeBridge::launch;

    private final LaunchLabel label;
    private final RangeFunction function;
    private final long address;
    /** Null on a device other than the host, which has parts of its own. */
    private final ThreadParts parts;
    /** Not null if the kernel runs on a device other than the host. */
    private final DeviceKernel onDevice;

    private Kernel(LaunchLabel label, RangeFunction function, long address, ThreadParts parts, DeviceKernel onDevice) {
        this.label = label;
        this.function = function;
        this.address = address;
        this.parts = parts;
        this.onDevice = onDevice;
    }

    /** A kernel of a native library, by its address; it is launched through the bridge. */
    static Kernel ofLibrary(LaunchLabel label, long address, ThreadParts parts) {
        BridgeLibrary.ensureLoaded();
        return new Kernel(label, NATIVE, address, parts, null);
    }

    /** A kernel that Java runs, by its number in the kernel table. */
    static Kernel ofJvm(LaunchLabel label, RangeFunction kernels, int index, ThreadParts parts) {
        return new Kernel(label, kernels, index, parts, null);
    }

    /** A kernel on a device other than the host. */
    static Kernel ofDevice(LaunchLabel label, DeviceKernel kernel) {
        return new Kernel(label, null, 0, null, kernel);
    }

    /**
     * Runs the kernel over {@code [0, range)}, on several threads if it touches enough memory. On a device other than the
     * host this returns when the launch is in the frame's stream.
     *
     * @param frame the calling thread's frame, its slots filled
     * @param range the number of items of the kernel's parallel range; for 0 nothing runs
     * @param granule the items that are not split, at least 1: each part begins at a multiple
     * @param bytesPerItem the memory that an item reads and writes, in bytes
     * @param scratchBytes the scratch memory that each thread needs, in bytes
     */
    public void launch(LaunchFrame frame, long range, long granule, long bytesPerItem, long scratchBytes) {
        if (onDevice != null) {
            launchOnDevice(frame, 0, range, bytesPerItem);
            return;
        }
        if (range <= 0) {
            return;
        }
        LaunchRecord profiled = LaunchProfile.isOn() ? LaunchProfile.begin(label, range * bytesPerItem, null) : null;
        try {
            long count = parts.of(range, bytesPerItem);
            if (count == 1) {
                run(frame.arguments(), range, frame.scratch(scratchBytes));
            } else {
                KernelTeam.run(
                        function,
                        address,
                        frame.arguments(),
                        range,
                        granule,
                        scratchBytes,
                        count,
                        frame.threadScratch());
            }
        } finally {
            if (profiled != null) {
                profiled.end();
            }
        }
    }

    private void launchOnDevice(LaunchFrame frame, int slot, long range, long bytesPerItem) {
        if (range > 0) {
            LaunchRecord profiled =
                    LaunchProfile.isOn() ? LaunchProfile.begin(label, range * bytesPerItem, frame.stream()) : null;
            try {
                onDevice.launch(frame, slot, onDevice.parts(range, bytesPerItem));
            } finally {
                if (profiled != null) {
                    profiled.end();
                }
            }
        } else {
            frame.deviceFrame().endFilling();
        }
    }

    /**
     * Joins the kernels that {@link LaunchFrame#launchJoined} runs next. On a device other than the host it is launched
     * at once: its stream runs kernels in the order in which they join.
     *
     * @param frame the calling thread's frame, the kernel's slots filled
     * @param slot the first of its slots; kernels of one launch have slots of their own
     * @param phase when it runs: after all kernels of smaller numbers, not below that of the kernel that joined before
     * @param range the number of items of the kernel's parallel range; for 0 nothing runs
     * @param granule the items that are not split, at least 1: each part begins at a multiple
     * @param bytesPerItem the memory that an item reads and writes, in bytes
     * @param scratchBytes the scratch memory that each thread needs, in bytes
     */
    public void join(
            LaunchFrame frame, int slot, int phase, long range, long granule, long bytesPerItem, long scratchBytes) {
        if (onDevice != null) {
            launchOnDevice(frame, slot, range, bytesPerItem);
            return;
        }
        long slots = frame.arguments() + ((long) slot << 3);
        frame.joint().add(phase, label, function, address, slots, range, granule, bytesPerItem, scratchBytes, parts);
    }

    /** The native launch is called directly: it is the common case, and small launches are all call path. */
    private void run(long arguments, long range, long scratch) {
        if (function == NATIVE) {
            NativeBridge.launch(address, arguments, 0, range, scratch);
        } else {
            function.run(address, arguments, 0, range, scratch);
        }
    }

    /**
     * Runs a native kernel over {@code [0, range)} on the calling thread, on pinned arrays; see
     * {@link KernelLibrary#pins}.
     *
     * <p>The arrays' addresses are stored in the slots from 0 on; a null array leaves its slot as it is. An array that is
     * in several slots has one address in all of them. The garbage collector may have to wait for the end of the launch,
     * so arrays of more than {@link LaunchFrame#ARRAY_PIN_LIMIT} bytes in all are better copied into tensors.
     *
     * @param frame the calling thread's frame, its further slots filled
     * @param range the number of items of the kernel's parallel range; for 0 nothing runs
     * @param scratchBytes the scratch memory that the kernel needs, in bytes
     * @param written the slots whose arrays the kernel writes: bit i for slot i
     * @param array0 the array for slot 0; the overloads take more
     */
    public void launchArrays(LaunchFrame frame, long range, long scratchBytes, int written, float[] array0) {
        launchArrays(frame, range, scratchBytes, written, array0, null);
    }

    /** See {@link #launchArrays(LaunchFrame, long, long, int, float[])}. */
    public void launchArrays(
            LaunchFrame frame, long range, long scratchBytes, int written, float[] array0, float[] array1) {
        if (range > 0) {
            LaunchRecord profiled =
                    LaunchProfile.isOn() ? LaunchProfile.begin(label, bytes(array0, array1), null) : null;
            try {
                NativeBridge.launchArrays(
                        address, frame.arguments(), 0, range, frame.scratch(scratchBytes), written, array0, array1);
            } finally {
                if (profiled != null) {
                    profiled.end();
                }
            }
        }
    }

    /** See {@link #launchArrays(LaunchFrame, long, long, int, float[])}. */
    public void launchArrays(
            LaunchFrame frame,
            long range,
            long scratchBytes,
            int written,
            float[] array0,
            float[] array1,
            float[] array2) {
        if (range > 0) {
            LaunchRecord profiled =
                    LaunchProfile.isOn() ? LaunchProfile.begin(label, bytes(array0, array1, array2), null) : null;
            try {
                NativeBridge.launchArrays(
                        address,
                        frame.arguments(),
                        0,
                        range,
                        frame.scratch(scratchBytes),
                        written,
                        array0,
                        array1,
                        array2);
            } finally {
                if (profiled != null) {
                    profiled.end();
                }
            }
        }
    }

    /** See {@link #launchArrays(LaunchFrame, long, long, int, float[])}. */
    public void launchArrays(
            LaunchFrame frame,
            long range,
            long scratchBytes,
            int written,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3) {
        if (range > 0) {
            LaunchRecord profiled = LaunchProfile.isOn()
                    ? LaunchProfile.begin(label, bytes(array0, array1, array2, array3), null)
                    : null;
            try {
                NativeBridge.launchArrays(
                        address,
                        frame.arguments(),
                        0,
                        range,
                        frame.scratch(scratchBytes),
                        written,
                        array0,
                        array1,
                        array2,
                        array3);
            } finally {
                if (profiled != null) {
                    profiled.end();
                }
            }
        }
    }

    /** See {@link #launchArrays(LaunchFrame, long, long, int, float[])}. */
    public void launchArrays(
            LaunchFrame frame,
            long range,
            long scratchBytes,
            int written,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3,
            float[] array4) {
        launchArrays(frame, range, scratchBytes, written, array0, array1, array2, array3, array4, null, null, null);
    }

    /** See {@link #launchArrays(LaunchFrame, long, long, int, float[])}. */
    public void launchArrays(
            LaunchFrame frame,
            long range,
            long scratchBytes,
            int written,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3,
            float[] array4,
            float[] array5) {
        launchArrays(frame, range, scratchBytes, written, array0, array1, array2, array3, array4, array5, null, null);
    }

    /** See {@link #launchArrays(LaunchFrame, long, long, int, float[])}. */
    public void launchArrays(
            LaunchFrame frame,
            long range,
            long scratchBytes,
            int written,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3,
            float[] array4,
            float[] array5,
            float[] array6) {
        launchArrays(frame, range, scratchBytes, written, array0, array1, array2, array3, array4, array5, array6, null);
    }

    /** See {@link #launchArrays(LaunchFrame, long, long, int, float[])}. */
    public void launchArrays(
            LaunchFrame frame,
            long range,
            long scratchBytes,
            int written,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3,
            float[] array4,
            float[] array5,
            float[] array6,
            float[] array7) {
        if (range > 0) {
            LaunchRecord profiled = LaunchProfile.isOn()
                    ? LaunchProfile.begin(
                            label, bytes(array0, array1, array2, array3, array4, array5, array6, array7), null)
                    : null;
            try {
                NativeBridge.launchArrays(
                        address,
                        frame.arguments(),
                        0,
                        range,
                        frame.scratch(scratchBytes),
                        written,
                        array0,
                        array1,
                        array2,
                        array3,
                        array4,
                        array5,
                        array6,
                        array7);
            } finally {
                if (profiled != null) {
                    profiled.end();
                }
            }
        }
    }

    /** What a launch over arrays moves: it reads or writes each of them. */
    private static long bytes(float[]... arrays) {
        long bytes = 0;
        for (float[] array : arrays) {
            bytes += array == null ? 0 : (long) Float.BYTES * array.length;
        }
        return bytes;
    }
}
