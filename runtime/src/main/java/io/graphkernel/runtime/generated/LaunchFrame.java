package io.graphkernel.runtime.generated;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.memory.EpochGuard;
import io.graphkernel.runtime.internal.memory.PerThread;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.parallel.Scratch;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.DeviceFrame;
import io.graphkernel.runtime.internal.tensor.DeviceFrames;

/**
 * Per-thread launch state: the slots of the {@link ArgumentBlock}, the {@linkplain BroadcastArguments broadcast} and the
 * device of the current call, the arena and scratch memory. A frame is confined to its thread; nothing allocates after the
 * first calls.
 */
public final class LaunchFrame extends BroadcastArguments implements DeviceKernel.Launcher {
    /** Maximum total size of arrays that are pinned instead of copied into tensors. */
    public static final long ARRAY_PIN_LIMIT = CpuModel.Caches.DEFAULT.maxPinnedArrayBytes();

    private static final PerThread<LaunchFrame> CURRENT = new PerThread<>(LaunchFrame::new, LaunchFrame::reset);

    private EpochGuard mark = EpochGuard.ofThread();
    private final Scratch arena = new Scratch();
    private final Scratch scratch = new Scratch();
    private final LaunchBatch joint = new LaunchBatch();
    private final ArrayMemory arrays = new ArrayMemory();

    /** Device of the current call. */
    private Device device = Device.cpu();

    private DeviceFrames deviceFrames;

    /** Number of nested calls that use this frame. */
    private int calls;
    /** Frame of calls nested in one that uses this frame; null before the first one. */
    private LaunchFrame inner;

    /** Cached call of an interpreted plan; null before the first one and while it runs. */
    private Object planCall;

    private LaunchFrame() {
        this(DeviceFrames.ofThread());
    }

    private LaunchFrame(DeviceFrames deviceFrames) {
        this.deviceFrames = deviceFrames;
    }

    /** Resets the frame of a terminated thread for the calling one. */
    private void reset() {
        mark = EpochGuard.ofThread();
        deviceFrames = DeviceFrames.ofThread();
        device = Device.cpu();
        deviceFrame = null;
        calls = 0;
        inner = null;
        planCall = null;
        arena.trim();
        scratch.trim();
        arrays.clear();
    }

    /** Returns the frame of the calling thread. A nested call has its own frame. */
    public static LaunchFrame current() {
        LaunchFrame frame = CURRENT.get();
        return frame.calls == 0 ? frame : frame.within();
    }

    /** Returns the frame of the calling thread, like {@link #current()}, for a call that runs on a device. */
    public static LaunchFrame current(Device device) {
        LaunchFrame frame = current();
        if (frame.device != device) {
            frame.moveTo(device);
        }
        if (frame.deviceFrame != null) {
            frame.deviceFrame.endFilling();
        }
        return frame;
    }

    /**
     * Returns the frame of a nested call. A communicator's backend may compute on the thread of its rank while a kernel
     * method waits for it; the slots and the arena of that method must not change.
     */
    private LaunchFrame within() {
        LaunchFrame frame = this;
        while (frame.calls > 0) {
            if (frame.inner == null) {
                frame.inner = new LaunchFrame(frame.deviceFrames.within());
            }
            frame = frame.inner;
        }
        // The thread may have selected another stream of the device.
        frame.moveTo(frame.device);
        return frame;
    }

    private void moveTo(Device next) {
        deviceFrame = next.isHost() ? null : deviceFrames.on(next);
        device = next;
    }

    /** Returns the device of the current call. */
    public Device device() {
        return device;
    }

    /** Returns the device of the current call; null on the host. */
    public DeviceInUse deviceInUse() {
        return deviceFrame == null ? null : deviceFrame.device();
    }

    /** Returns the stream of the current call; null on the host. */
    public DeviceStream stream() {
        return deviceFrame == null ? null : deviceFrame.stream();
    }

    /** Null if the current call runs on the host. */
    DeviceFrame deviceFrame() {
        return deviceFrame;
    }

    /**
     * Returns memory for the temporaries of one call on its device, which all its launches share. It is 64-byte
     * aligned. {@link #leave} ends the call and releases memory of more than {@link Scratch#MAX_RETAINED_BYTES} to the pool.
     *
     * @param bytes size of the arena
     * @return the address, valid until then; 0 for no bytes
     */
    public long arena(long bytes) {
        return deviceFrame == null ? arena.ensure(bytes) : deviceFrame.arena(bytes);
    }

    /**
     * Returns device memory for one library call, disjoint from {@link #arena}. It has the alignment of the driver's
     * allocations, 256 bytes for CUDA. Later calls reuse it and invalidate the address.
     *
     * @param bytes size of the workspace
     * @return the address; 0 for no bytes
     */
    public long libraryWorkspace(long bytes) {
        return deviceFrame == null ? scratch.ensure(bytes) : deviceFrame.libraryWorkspace(bytes);
    }

    /** Returns the next multiple of 64 bytes, the alignment of allocations in the arena. */
    public static long aligned(long bytes) {
        return (bytes + KernelAbi.MEMORY_ALIGNMENT - 1) & -KernelAbi.MEMORY_ALIGNMENT;
    }

    /** Returns the quotient of two counts, rounded up. */
    public static long ceilDiv(long count, long divisor) {
        return (count + divisor - 1) / divisor;
    }

    /** Returns true if arrays of a given total size are pinned instead of copied into tensors. */
    public static boolean pins(long bytes) {
        return bytes <= ARRAY_PIN_LIMIT;
    }

    /**
     * Runs the kernels added by {@link Kernel#join}, phase by phase. The kernels of one phase run in parallel, on
     * several threads if they access enough memory.
     */
    public void launchBatch() {
        joint.run(this);
    }

    /**
     * Runs a function of a library call over {@code [0, range)} on the kernel threads, item by item.
     *
     * @param function function to run
     * @param kernel first argument of the function
     * @param slots second argument of the function
     * @param range number of items, at least 1
     * @param scratchBytes scratch size per thread
     */
    public void run(RangeFunction function, long kernel, long slots, long range, long scratchBytes) {
        enter();
        try {
            KernelTeam.run(function, kernel, slots, range, 1, scratchBytes, range, scratch);
        } finally {
            exit();
        }
    }

    /** Returns the address in a slot that no launch reads. */
    public long address(int slot) {
        if (deviceFrame != null) {
            deviceFrame.endFilling();
        }
        return Memory.getLong(arguments + (long) slot * Long.BYTES);
    }

    /**
     * Returns a bool in memory of the call's device, after the launches so far.
     *
     * @param address address of one byte
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException during a capture
     */
    public boolean readBoolean(long address) {
        return Memory.getByte(onHost(address, 1)) != 0;
    }

    /** Returns an {@code i64} in memory of the call's device, like {@link #readBoolean}. */
    public long readLong(long address) {
        return Memory.getLong(onHost(address, Long.BYTES));
    }

    /** Returns the address of a scalar in host memory: on a device of a copy, in a slot that the next launch fills. */
    private long onHost(long address, long bytes) {
        if (deviceFrame == null) {
            return address;
        }
        DeviceCopies.requireNoCapture(deviceFrame, "a loop with a condition");
        deviceFrame.stream().download(arguments, address, bytes);
        return arguments;
    }

    @Override
    public void launchOnDevice(DeviceDriver.Function function, long chunks, int firstSlot, long slotBytes) {
        deviceFrame.launch(
                function, chunks, arguments, firstSlot, slotBytes, arguments + KernelAbi.FRAME_SLOTS * Long.BYTES);
    }

    /** Returns the list of arrays for {@link Kernel#launchArrays}, which is empty. */
    public ArrayMemory arrays() {
        return arrays.begin();
    }

    LaunchBatch joint() {
        return joint;
    }

    long scratch(long bytes) {
        return scratch.ensure(bytes);
    }

    public Scratch threadScratch() {
        return scratch;
    }

    /**
     * Begins a call, before the first address is read. Until {@link #exit}, memory whose address the frame holds is not
     * unmapped, even if another thread closes the tensor. Stubs call {@link KernelLibrary#enter}. Calls may be nested.
     */
    public void enter() {
        mark.enter();
        calls++;
    }

    /** Ends the most recent call. */
    public void exit() {
        mark.exit();
        if (--calls == 0) {
            scratch.trim();
        }
    }

    /** Ends a call that has allocated an {@link #arena}. */
    public void leave() {
        exit();
        if (calls == 0) {
            releaseArena();
        }
    }

    /** Returns the cached call of an interpreted plan and removes it from the frame; null if there is none. */
    public Object takePlanCall() {
        Object cached = planCall;
        planCall = null;
        return cached;
    }

    /** Caches the call of a plan that has run and cleared its references. */
    public void keepPlanCall(Object call) {
        planCall = call;
    }

    /** Ends the use of an {@link #arena} by sequential calls. */
    public void releaseArena() {
        if (deviceFrame == null) {
            arena.trim();
        } else {
            deviceFrame.trimArena();
        }
    }
}
