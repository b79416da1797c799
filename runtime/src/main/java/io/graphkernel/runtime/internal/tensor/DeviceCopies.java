package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceAllocation;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import java.lang.ref.Reference;
import java.util.function.BiConsumer;

/** Copies between tensors on different devices, on the calling thread's current streams. */
public final class DeviceCopies {
    /** Maximum size that a fill writes from the host; the rest is copied on the device. */
    private static final long FILL_BYTES = 1 << 20;

    private DeviceCopies() {}

    public static void requireNoCapture(DeviceFrame frame, String what) {
        if (frame.recording() != null) {
            throw new InvalidArgumentException(RuntimeProblem.CAPTURE_MISUSE, what);
        }
    }

    /** Returns the calling thread's frame of a tensor's device for a copy. */
    private static DeviceFrame frame(Tensor tensor) {
        DeviceFrame frame = DeviceFrames.current(tensor.device());
        requireNoCapture(frame, "copy of " + Tensors.describe(tensor));
        return frame;
    }

    /** Copies all bytes of a tensor into another of the same dtype and dims, on any devices. */
    static void copy(Tensor source, Tensor target) {
        try (Tensor from = Tensors.hold(source);
                Tensor to = Tensors.hold(target)) {
            copyHeld(from, to);
        }
    }

    private static void copyHeld(Tensor source, Tensor target) {
        long from = source.address();
        long to = target.address();
        long bytes = source.byteCount();
        if (bytes > 0) {
            if (source.device() == target.device()) {
                copyOnDevice(source, from, target, to, bytes);
            } else if (source.device().isHost()) {
                DeviceStream stream = frame(target).stream();
                TensorMemory.deviceBlock(target).write(stream);
                stream.upload(to, from, bytes);
            } else if (target.device().isHost()) {
                download(source, 0, to, bytes);
            } else {
                try (Tensor host = to(Device.cpu(), source)) {
                    copy(host, target);
                }
            }
        }
    }

    private static void copyOnDevice(Tensor source, long from, Tensor target, long to, long bytes) {
        if (source.device().isHost()) {
            TensorData.move(source, target);
        } else if (from != to && from < to + bytes && to < from + bytes) {
            // A device copies in arbitrary order.
            try (Tensor apart = to(source.device(), source)) {
                copy(apart, target);
            }
        } else if (from != to) {
            DeviceStream stream = frame(source).stream();
            TensorMemory.deviceBlock(source).read(stream);
            TensorMemory.deviceBlock(target).write(stream);
            stream.run(queue -> queue.copy(to, from, bytes));
        }
    }

    /** Enqueues a collective over two tensors of the communicator's device into the calling thread's stream. */
    public static void enqueue(Communicator ranks, CollectiveRequest request, Tensor source, Tensor target) {
        DeviceStream stream = frame(source).stream();
        TensorMemory.deviceBlock(source).read(stream);
        TensorMemory.deviceBlock(target).write(stream);
        stream.run(queue -> ranks.enqueue(request, source.address(), target.address(), queue.handle()));
    }

    private static void download(Tensor source, long offset, long to, long bytes) {
        DeviceStream stream = frame(source).stream();
        TensorMemory.deviceBlock(source).read(stream);
        stream.download(to, source.address() + offset, bytes);
        LaunchProfile.collect();
    }

    /** Returns one element of a device tensor, by its row-major position, as a host tensor of rank 0. */
    static Tensor element(Tensor tensor, long position) {
        Tensor host = TensorMemory.allocate(Device.cpu(), tensor.dtype(), new long[0]);
        long width = tensor.dtype().bytes();
        try (Tensor held = Tensors.hold(tensor)) {
            download(held, position * width, host.address(), width);
        }
        return host;
    }

    /** Copies device memory to the host, after the launches of the calling thread. */
    public static void download(DeviceFrame frame, long target, long source, long bytes) {
        if (bytes > 0) {
            requireNoCapture(frame, "check of a launch");
            frame.stream().download(target, source, bytes);
        }
    }

    /**
     * Fills a new tensor of a device.
     *
     * @param pattern host tensor with the first {@link #patternElements} elements
     */
    static void fill(Tensor tensor, Tensor pattern) {
        long bytes = tensor.byteCount();
        if (bytes == 0) {
            return;
        }
        DeviceStream stream = frame(tensor).stream();
        DeviceAllocation block = TensorMemory.deviceBlock(tensor);
        block.write(stream);
        long done = pattern.byteCount();
        long address = tensor.address();
        stream.upload(address, pattern.address(), done);
        for (; done < bytes; done += Math.min(done, bytes - done)) {
            long filled = done;
            stream.run(queue -> queue.copy(address + filled, address, Math.min(filled, bytes - filled)));
        }
        Reference.reachabilityFence(pattern);
        Reference.reachabilityFence(tensor);
    }

    /** Returns the number of elements in the pattern of a fill. */
    static long patternElements(Tensor tensor) {
        return Math.min(tensor.elementCount(), FILL_BYTES / tensor.dtype().bytes());
    }

    /** Returns a copy of a tensor on a device, which is not recorded on a tape. */
    public static Tensor to(Device target, Tensor source) {
        Tensor copy = TensorMemory.allocate(target, source.dtype(), Tensors.dims(source));
        try {
            copy(source, copy);
        } catch (RuntimeException | Error failure) {
            copy.close();
            throw failure;
        }
        return copy;
    }

    /** Returns a copy of a tensor on a device and closes the original. */
    public static Tensor moved(Tensor tensor, Device device) {
        try (Tensor created = tensor) {
            return to(device, created);
        }
    }

    /** Moves a host result that was computed without operands to the default device. */
    public static Tensor toDefaultDevice(Tensor result) {
        Device device = Device.defaultDevice();
        return device.isHost() ? result : moved(result, device);
    }

    /** Reads a tensor, through a host copy if it is on a device; returns the target. */
    public static <T> T read(Tensor tensor, T target, BiConsumer<Tensor, T> reader) {
        Operands.attribute("copyTo", "target", target);
        if (tensor.device().isHost()) {
            try (Tensor held = Tensors.hold(tensor)) {
                reader.accept(held, target);
            }
        } else {
            try (Tensor host = to(Device.cpu(), tensor)) {
                reader.accept(host, target);
            }
        }
        return target;
    }

    /** Writes a tensor, through host memory if it is on a device. */
    public static <T> void write(Tensor tensor, T source, BiConsumer<Tensor, T> writer) {
        Operands.attribute("copyFrom", "source", source);
        Tensors.requireWritable(tensor, "copyFrom", "tensor");
        if (tensor.device().isHost()) {
            try (Tensor held = Tensors.hold(tensor)) {
                writer.accept(held, source);
            }
            Tensors.recordWrite(tensor);
        } else {
            tensor.address();
            try (Tensor host = TensorMemory.allocate(Device.cpu(), tensor.dtype(), Tensors.dims(tensor))) {
                writer.accept(host, source);
                Tensors.recordWrite(tensor);
                copy(host, tensor);
            }
        }
    }
}
