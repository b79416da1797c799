package io.graphkernel.runtime.generated;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.parallel.ThreadSplitPolicy;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.profile.LaunchRecord;

/**
 * One compiled kernel. Launches neither allocate nor check arguments: the stub has checked them and filled the frame.
 *
 * <p>The call must have {@linkplain LaunchFrame#enter entered} the frame before it reads the first address. A tensor
 * whose address is in the frame must stay reachable until the launch returns; a stub ensures that with
 * {@link java.lang.ref.Reference#reachabilityFence}.
 */
public final class Kernel {
    private static final RangeFunction NATIVE = NativeBridge::launch;

    private final LaunchLabel label;
    private final RangeFunction function;
    private final long address;
    /** Null on a device, which splits ranges itself. */
    private final ThreadSplitPolicy splitPolicy;
    /** Null if the kernel runs on the host. */
    private final DeviceKernel onDevice;

    private Kernel(
            LaunchLabel label,
            RangeFunction function,
            long address,
            ThreadSplitPolicy splitPolicy,
            DeviceKernel onDevice) {
        this.label = label;
        this.function = function;
        this.address = address;
        this.splitPolicy = splitPolicy;
        this.onDevice = onDevice;
    }

    /** Returns the kernel of a native library at an address, launched through the bridge. */
    static Kernel ofLibrary(LaunchLabel label, long address, ThreadSplitPolicy splitPolicy) {
        BridgeLibrary.ensureLoaded();
        return new Kernel(label, NATIVE, address, splitPolicy, null);
    }

    /** Returns a kernel that runs in Java, by its index in the kernel table. */
    static Kernel ofJvm(LaunchLabel label, RangeFunction kernels, int index, ThreadSplitPolicy splitPolicy) {
        return new Kernel(label, kernels, index, splitPolicy, null);
    }

    /** Returns a kernel on a device other than the host. */
    static Kernel ofDevice(LaunchLabel label, DeviceKernel kernel) {
        return new Kernel(label, null, 0, null, kernel);
    }

    /**
     * Runs the kernel over {@code [0, range)}, on several threads if it accesses enough memory. On a device, this
     * method returns when the launch is enqueued in the frame's stream.
     *
     * @param frame frame of the calling thread with its slots filled
     * @param range number of items of the kernel's parallel range; nothing runs for 0
     * @param grainSize alignment of chunks in items, at least 1
     * @param bytesPerItem number of bytes that an item reads and writes
     * @param scratchBytes scratch size per thread
     */
    public void launch(LaunchFrame frame, long range, long grainSize, long bytesPerItem, long scratchBytes) {
        if (onDevice != null) {
            launchOnDevice(frame, 0, range, bytesPerItem);
            return;
        }
        if (range <= 0) {
            return;
        }
        LaunchRecord profiled = LaunchProfile.isOn() ? LaunchProfile.begin(label, range * bytesPerItem, null) : null;
        try {
            long count = splitPolicy.of(range, bytesPerItem);
            if (count == 1) {
                run(frame.arguments(), range, frame.scratch(scratchBytes));
            } else {
                KernelTeam.run(
                        function,
                        address,
                        frame.arguments(),
                        range,
                        grainSize,
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

    /** Returns true if one launch runs all iterations of a loop that is inside a kernel. */
    public boolean runsLoops() {
        return onDevice == null || onDevice.runsLoops();
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
     * Adds the kernel to the batch that {@link LaunchFrame#launchBatch} runs. On a device, it is launched immediately:
     * the stream runs kernels in order.
     *
     * @param frame frame of the calling thread with the kernel's slots filled
     * @param slot first slot of the kernel; the kernels of a batch have disjoint slots
     * @param phase phase of the kernel, which runs after all smaller phases; at least that of the kernel added before
     * @param range number of items of the kernel's parallel range; nothing runs for 0
     * @param grainSize alignment of chunks in items, at least 1
     * @param bytesPerItem number of bytes that an item reads and writes
     * @param scratchBytes scratch size per thread
     */
    public void join(
            LaunchFrame frame, int slot, int phase, long range, long grainSize, long bytesPerItem, long scratchBytes) {
        if (onDevice != null) {
            launchOnDevice(frame, slot, range, bytesPerItem);
            return;
        }
        long slots = frame.arguments() + ((long) slot << 3);
        frame.joint()
                .add(phase, label, function, address, slots, range, grainSize, bytesPerItem, scratchBytes, splitPolicy);
    }

    /** The native launch is called directly: it is the common case, and overhead dominates small launches. */
    private void run(long arguments, long range, long scratch) {
        if (function == NATIVE) {
            NativeBridge.launch(address, arguments, 0, range, scratch);
        } else {
            function.run(address, arguments, 0, range, scratch);
        }
    }

    /**
     * Runs a native kernel over {@code [0, range)} on the calling thread, on copies of arrays, or on pinned arrays if
     * they do not block the garbage collector; see {@link KernelLibrary#pins}.
     *
     * <p>The addresses of the arrays are stored in the slots from 0 on. The garbage collector may have to wait for the
     * end of the launch, so arrays of more than {@link LaunchFrame#ARRAY_PIN_LIMIT} bytes in total should be copied
     * into tensors.
     *
     * @param frame frame of the calling thread with its other slots filled
     * @param range number of items of the kernel's parallel range; nothing runs for 0
     * @param scratchBytes scratch size of the kernel
     * @param written bit mask of the slots whose arrays the kernel writes
     * @param arrays arrays of the first slots, cleared by this method
     */
    public void launchArrays(LaunchFrame frame, long range, long scratchBytes, int written, ArrayMemory arrays) {
        LaunchRecord profiled =
                range > 0 && LaunchProfile.isOn() ? LaunchProfile.begin(label, arrays.bytes(), null) : null;
        try {
            if (range > 0) {
                arrays.launch(address, frame, range, frame.scratch(scratchBytes), written);
            }
        } finally {
            arrays.clear();
            if (profiled != null) {
                profiled.end();
            }
        }
    }
}
