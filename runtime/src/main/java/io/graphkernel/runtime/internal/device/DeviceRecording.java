package io.graphkernel.runtime.internal.device;

import java.util.ArrayList;
import java.util.List;

/** The device memory that recorded launches use and that was acquired while they were recorded. */
public final class DeviceRecording {
    private final List<DeviceBlock> blocks = new ArrayList<>();

    /** Keeps memory that was just acquired. */
    public void own(DeviceBlock block) {
        block.keepFor(this);
        blocks.add(block);
    }

    /** What the recorded launches are given to a stream for writes their memory. */
    public void write(DeviceStream stream) {
        for (int i = 0; i < blocks.size(); i++) {
            blocks.get(i).write(stream);
        }
    }

    /** Lets go of all memory: what nobody holds any more goes back to its pool. */
    public void release() {
        blocks.forEach(DeviceBlock::forgetRecording);
        blocks.clear();
    }
}
