package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.MemoryUsage;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Leaks tensors until a number is counted; arguments: the device, the number. */
public final class LeakingProgram {
    private static final int MAX_ROUNDS = 500;

    private LeakingProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        Device device = Device.of(arguments[0]);
        long leaks = Long.parseLong(arguments[1]);
        try (Tensor one = Tensor.full(1, 1);
                Tensor sum = Ops.add(one, one)) {
            // A closed tensor, and one that is used later, are not leaks.
        }
        allocate(device, leaks);
        for (int i = 0; i < MAX_ROUNDS && device.memory().leakedTensors() < leaks; i++) {
            System.gc();
            Thread.sleep(5);
        }
        System.out.println("leaks " + device.memory().leakedTensors());
        MemoryUsage usage = device.memory();
        for (int i = 0; i < MAX_ROUNDS && usage.usedBytes() >= 4096 * leaks; i++) {
            Thread.sleep(5);
            usage = device.memory();
        }
        System.out.println("freed " + (usage.usedBytes() < 4096 * leaks));
    }

    private static void allocate(Device device, long count) {
        for (int i = 0; i < count; i++) {
            leak(device);
        }
    }

    private static void leak(Device device) {
        // The tensor, and a view that keeps its memory, are one leak.
        Tensor tensor = Tensor.empty(device, DType.F32, 1024);
        tensor.reshape(32, 32);
        tensor.close();
    }
}
