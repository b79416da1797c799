package io.graphkernel.runtime.internal.device;

import java.util.ArrayList;
import java.util.List;

/** The device memory acquired during a capture, which the recorded launches use. */
public final class DeviceRecording {
    private final List<DeviceAllocation> blocks = new ArrayList<>();

    /** Retains newly acquired memory. */
    public void own(DeviceAllocation block) {
        block.keepFor(this);
        blocks.add(block);
    }

    /** Declares that the launches, submitted to a stream, write the memory. */
    public void write(DeviceStream stream) {
        for (int i = 0; i < blocks.size(); i++) {
            blocks.get(i).write(stream);
        }
    }

    /** Releases all memory; blocks without another owner return to the pool. */
    public void release() {
        blocks.forEach(DeviceAllocation::forgetRecording);
        blocks.clear();
    }
}
