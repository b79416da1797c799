package io.graphkernel.runtime.internal.device.opencl;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/** A list of launches. */
final class OpenClGraph implements DeviceDriver.Graph {
    /** A launch; the addresses among its slots are stored after them. */
    private record Launch(OpenClFunction function, long groups, HostBlock slots, long bytes, int pointerCount) {}

    private final List<Launch> launches = new ArrayList<>();

    void add(OpenClFunction function, long groups, long arguments, long bytes, long pointers, int pointerCount) {
        long pointerBytes = (long) pointerCount * Long.BYTES;
        HostBlock slots = MemoryPool.shared().acquire(bytes + pointerBytes);
        copy(slots.address(), arguments, bytes);
        copy(slots.address() + bytes, pointers, pointerBytes);
        launches.add(new Launch(function, groups, slots, bytes, pointerCount));
    }

    private static void copy(long target, long source, long bytes) {
        for (long offset = 0; offset < bytes; offset += Long.BYTES) {
            Memory.putLong(target + offset, Memory.getLong(source + offset));
        }
    }

    int size() {
        return launches.size();
    }

    void launch(long queue) {
        for (int i = 0; i < launches.size(); i++) {
            Launch launch = launches.get(i);
            long slots = launch.slots().address();
            launch.function()
                    .launch(
                            queue,
                            launch.groups(),
                            slots,
                            launch.bytes(),
                            slots + launch.bytes(),
                            launch.pointerCount());
        }
    }

    @Override
    public void close() {
        launches.forEach(launch -> launch.slots().release());
        launches.clear();
    }
}
