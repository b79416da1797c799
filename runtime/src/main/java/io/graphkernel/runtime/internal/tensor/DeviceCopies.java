package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.device.DeviceAllocation;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.setting.Devices;
import java.lang.ref.Reference;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;

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
    private static DeviceFrame frame(AbstractTensor tensor) {
        DeviceFrame frame = DeviceFrames.current(tensor.device());
        requireNoCapture(frame, "copy of " + Tensors.describe(tensor));
        return frame;
    }

    /** Copies all bytes of a tensor into another of the same dtype and dims, on any devices. */
    static void copy(AbstractTensor source, AbstractTensor target) {
        try (AbstractTensor from = Tensors.hold(source);
                AbstractTensor to = Tensors.hold(target)) {
            copyHeld(from, to);
        }
    }

    private static void copyHeld(AbstractTensor source, AbstractTensor target) {
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
                try (AbstractTensor host = to(DeviceStates.host(), source)) {
                    copy(host, target);
                }
            }
        }
    }

    private static void copyOnDevice(AbstractTensor source, long from, AbstractTensor target, long to, long bytes) {
        if (source.device().isHost()) {
            TensorData.move(source, target);
        } else if (from != to && from < to + bytes && to < from + bytes) {
            // A device copies in arbitrary order.
            try (AbstractTensor apart = to(source.device(), source)) {
                copy(apart, target);
            }
        } else if (from != to) {
            DeviceStream stream = frame(source).stream();
            TensorMemory.deviceBlock(source).read(stream);
            TensorMemory.deviceBlock(target).write(stream);
            stream.run(queue -> queue.copy(to, from, bytes));
        }
    }

    /**
     * Enqueues an operation from a tensor to another on the same device into the calling thread's stream.
     *
     * @param operation operation on the driver's handle of the stream
     */
    public static void enqueue(AbstractTensor source, AbstractTensor target, LongConsumer operation) {
        DeviceStream stream = frame(source).stream();
        TensorMemory.deviceBlock(source).read(stream);
        TensorMemory.deviceBlock(target).write(stream);
        stream.run(queue -> operation.accept(queue.handle()));
    }

    private static void download(AbstractTensor source, long offset, long to, long bytes) {
        DeviceStream stream = frame(source).stream();
        TensorMemory.deviceBlock(source).read(stream);
        stream.download(to, source.address() + offset, bytes);
        LaunchProfile.collect();
    }

    /** Returns one element of a device tensor, by its row-major position, as a host tensor of rank 0. */
    static AbstractTensor element(AbstractTensor tensor, long position) {
        AbstractTensor host = TensorMemory.allocate(DeviceStates.host(), tensor.dtype(), new long[0]);
        long width = tensor.dtype().bytes();
        try (AbstractTensor held = Tensors.hold(tensor)) {
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
    static void fill(AbstractTensor tensor, AbstractTensor pattern) {
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
    static long patternElements(AbstractTensor tensor) {
        return Math.min(tensor.elementCount(), FILL_BYTES / tensor.dtype().bytes());
    }

    /** Returns a copy of a tensor on a device, which is not recorded on a tape. */
    public static <T extends AbstractTensor> T to(AbstractDevice target, T source) {
        @SuppressWarnings("unchecked") // All tensors are instances of the public class, which is final.
        T copy = (T) TensorMemory.allocate(target, source.dtype, source.dims);
        try {
            copy(source, copy);
        } catch (RuntimeException | Error failure) {
            copy.close();
            throw failure;
        }
        return copy;
    }

    /** Returns a copy of a tensor on a device and closes the original. */
    public static <T extends AbstractTensor> T moved(T tensor, AbstractDevice device) {
        try (T created = tensor) {
            return to(device, created);
        }
    }

    /** Moves a host result that was computed without operands to the default device. */
    public static <T extends AbstractTensor> T toDefaultDevice(T result) {
        AbstractDevice device = Devices.byDefault();
        return device.isHost() ? result : moved(result, device);
    }

    /** Reads a tensor, through a host copy if it is on a device; returns the target. */
    public static <T> T read(AbstractTensor tensor, T target, BiConsumer<AbstractTensor, T> reader) {
        Operands.attribute("copyTo", "target", target);
        if (tensor.device().isHost()) {
            try (AbstractTensor held = Tensors.hold(tensor)) {
                reader.accept(held, target);
            }
        } else {
            try (AbstractTensor host = to(DeviceStates.host(), tensor)) {
                reader.accept(host, target);
            }
        }
        return target;
    }

    /** Writes a tensor, through host memory if it is on a device. */
    public static <T> void write(AbstractTensor tensor, T source, BiConsumer<AbstractTensor, T> writer) {
        Operands.attribute("copyFrom", "source", source);
        Tensors.requireWritable(tensor, "copyFrom", "tensor");
        if (tensor.device().isHost()) {
            try (AbstractTensor held = Tensors.hold(tensor)) {
                writer.accept(held, source);
            }
            Tensors.recordWrite(tensor);
        } else {
            tensor.address();
            try (AbstractTensor host =
                    TensorMemory.allocate(DeviceStates.host(), tensor.dtype(), Tensors.dims(tensor))) {
                writer.accept(host, source);
                Tensors.recordWrite(tensor);
                copy(host, tensor);
            }
        }
    }
}
