package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceBlock;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.parallel.Scratch;

/**
 * What one thread needs to launch on one device: its current stream, its arena and the memory of library calls there, and
 * which slots of the frame hold addresses of the device.
 */
public final class DeviceFrame {
    private final DeviceInUse device;
    private final boolean needsPointers;
    private DeviceStream stream;

    /** Not null while launches are captured. */
    private GraphRecording recording;

    private final KeptMemory arena = new KeptMemory();
    private final KeptMemory libraryWorkspace = new KeptMemory();

    /** The slots that were set to an address since the last launch but one. */
    private final int[] pointerSlots = new int[KernelAbi.FRAME_SLOTS];

    private int pointerCount;
    /** Whether the next address begins to fill the slots of another launch. */
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

    /** Launches on another stream from now on. */
    public void use(DeviceStream next) {
        if (next != stream) {
            releaseMemory();
            stream = next;
        }
    }

    /** Begins or, with null, ends a capture. */
    public void record(GraphRecording next) {
        releaseMemory();
        recording = next;
    }

    private void releaseMemory() {
        arena.release();
        libraryWorkspace.release();
    }

    /** Memory for work of the current stream. */
    DeviceBlock acquire(long bytes) {
        DeviceBlock block = device.memory().acquire(bytes, stream);
        if (recording != null) {
            recording.own(block);
        }
        return block;
    }

    public long arena(long bytes) {
        return arena.ensure(bytes);
    }

    /**
     * Gives a large arena back to the pool, where the launches that still use it order those that get it next. What is
     * recorded uses one memory in turn, because the recording keeps all that it has had.
     */
    public void trimArena() {
        if (recording == null) {
            arena.trim();
        }
    }

    public long libraryWorkspace(long bytes) {
        return libraryWorkspace.ensure(bytes);
    }

    /** Memory that grows and is kept for later launches of the stream. */
    private final class KeptMemory {
        private DeviceBlock block;

        long ensure(long bytes) {
            if (bytes > 0 && (block == null || block.bytes() < bytes)) {
                release();
                block = acquire(bytes);
            }
            return bytes > 0 ? block.address() : 0;
        }

        void trim() {
            if (block != null && block.bytes() > Scratch.KEPT_BYTES) {
                release();
            }
        }

        void release() {
            if (block != null) {
                DeviceBlock old = block;
                block = null;
                old.release();
            }
        }
    }

    /** What is launched next reads a tensor of this device. */
    public void reads(Tensor tensor) {
        if (recording == null) {
            TensorMemory.deviceBlock(tensor).read(stream);
        } else {
            recording.reads(tensor);
        }
    }

    /** What is launched next writes a tensor of this device. */
    public void writes(Tensor tensor) {
        if (recording == null) {
            TensorMemory.deviceBlock(tensor).write(stream);
        } else {
            recording.writes(tensor);
        }
    }

    /** A slot is set to an address of the device. */
    public void pointer(int slot) {
        if (needsPointers) {
            if (filled || pointerCount == pointerSlots.length) {
                pointerCount = 0;
                filled = false;
            }
            pointerSlots[pointerCount++] = slot;
        }
    }

    /** The next address begins to fill the slots of another launch. */
    public void endFilling() {
        filled = true;
    }

    /**
     * Launches a kernel.
     *
     * @param slots the address of slot 0
     * @param list the address of memory for as many addresses as there are slots
     */
    public void launch(
            DeviceDriver.Function function, long parts, long slots, int firstSlot, long slotBytes, long list) {
        int listed = 0;
        int end = firstSlot + (int) (slotBytes / Long.BYTES);
        for (int i = 0; i < pointerCount; i++) {
            int slot = pointerSlots[i];
            if (slot >= firstSlot && slot < end) {
                Memory.putLong(list + 8L * listed++, Memory.getLong(slots + 8L * slot));
            }
        }
        filled = true;
        DeviceDriver.Queue queue = stream.begin();
        try {
            queue.launch(function, parts, slots + 8L * firstSlot, slotBytes, list, listed);
        } finally {
            stream.end();
        }
    }
}
