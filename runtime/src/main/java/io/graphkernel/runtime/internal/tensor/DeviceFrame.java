package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceAllocation;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.parallel.Scratch;

/**
 * Per-thread launch state of one device: its current stream, its arena, the workspace of library calls, and the slots
 * of the frame that hold device addresses.
 */
public final class DeviceFrame {
    private final DeviceInUse device;
    private final boolean needsPointers;
    private DeviceStream stream;

    /** Not null while launches are captured. */
    private GraphRecording recording;

    private final CachedMemory arena = new CachedMemory();
    private final CachedMemory libraryWorkspace = new CachedMemory();

    /** Slots that were set to an address since the last launch but one. */
    private final int[] pointerSlots = new int[KernelAbi.FRAME_SLOTS];

    private int pointerCount;
    /** True if the next address begins to fill the slots of another launch. */
    private boolean filled;

    public DeviceFrame(DeviceInUse device) {
        this.device = device;
        this.needsPointers = device.driver().needsPointers();
        this.stream = device.defaultStream();
    }

    public DeviceInUse device() {
        return device;
    }

    public DeviceStream stream() {
        return stream;
    }

    public GraphRecording recording() {
        return recording;
    }

    /** Selects another stream for later launches. */
    public void use(DeviceStream next) {
        if (next != stream) {
            releaseMemory();
            stream = next;
        }
    }

    /** Begins a capture or, with null, ends it. */
    public void record(GraphRecording next) {
        releaseMemory();
        recording = next;
    }

    private void releaseMemory() {
        arena.release();
        libraryWorkspace.release();
    }

    /** Returns memory for work of the current stream. */
    DeviceAllocation acquire(long bytes) {
        DeviceAllocation block = device.memory().acquire(bytes, stream);
        if (recording != null) {
            recording.own(block);
        }
        return block;
    }

    public long arena(long bytes) {
        return arena.ensure(bytes);
    }

    /**
     * Releases a large arena to the pool, which orders later users after the launches that still use it. A capture
     * reuses one arena, since the recording retains all of its memory.
     */
    public void trimArena() {
        if (recording == null) {
            arena.trim();
        }
    }

    public long libraryWorkspace(long bytes) {
        return libraryWorkspace.ensure(bytes);
    }

    /** Memory that grows and is cached for later launches of the stream. */
    private final class CachedMemory {
        private DeviceAllocation block;

        long ensure(long bytes) {
            if (bytes > 0 && (block == null || block.bytes() < bytes)) {
                release();
                block = acquire(bytes);
            }
            return bytes > 0 ? block.address() : 0;
        }

        void trim() {
            if (block != null && block.bytes() > Scratch.MAX_RETAINED_BYTES) {
                release();
            }
        }

        void release() {
            if (block != null) {
                DeviceAllocation old = block;
                block = null;
                old.release();
            }
        }
    }

    /** Records that the next launch reads a tensor of this device. */
    public void reads(AbstractTensor tensor) {
        if (recording == null) {
            TensorMemory.deviceBlock(tensor).read(stream);
        } else {
            recording.reads(tensor);
        }
    }

    /** Records that the next launch writes a tensor of this device. */
    public void writes(AbstractTensor tensor) {
        if (recording == null) {
            TensorMemory.deviceBlock(tensor).write(stream);
        } else {
            recording.writes(tensor);
        }
    }

    /** Records that a slot is set to a device address. */
    public void pointer(int slot) {
        if (needsPointers) {
            if (filled || pointerCount == pointerSlots.length) {
                pointerCount = 0;
                filled = false;
            }
            pointerSlots[pointerCount++] = slot;
        }
    }

    /** Ends the filling of a launch; the next address belongs to another one. */
    public void endFilling() {
        filled = true;
    }

    /**
     * Launches a kernel.
     *
     * @param slots address of slot 0
     * @param list address of memory for one address per slot
     */
    public void launch(
            DeviceDriver.Function function, long chunks, long slots, int firstSlot, long slotBytes, long list) {
        int listed = 0;
        int end = firstSlot + (int) (slotBytes / Long.BYTES);
        for (int i = 0; i < pointerCount; i++) {
            int slot = pointerSlots[i];
            if (slot >= firstSlot && slot < end) {
                Memory.putLong(list + 8L * listed++, Memory.getLong(slots + 8L * slot));
            }
        }
        filled = true;
        DeviceDriver.Stream driverStream = stream.begin();
        try {
            driverStream.launch(function, chunks, slots + 8L * firstSlot, slotBytes, list, listed);
        } finally {
            stream.end();
        }
    }
}
