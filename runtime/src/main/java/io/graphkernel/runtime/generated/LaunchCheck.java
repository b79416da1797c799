package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.DeviceFrame;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * The check of one launch under {@code --enable_debug_mode}. It logs a launch that fails, and one that produces a NaN
 * or an infinity from finite tensors, with the kernel's name. Propagated NaNs and infinities are not logged. Generated
 * code calls it. Device memory is copied to the host, which synchronizes with the stream.
 */
public final class LaunchCheck {
    private static final Logger LOGGER = RuntimeLogger.get();

    private static final Set<DType> FLOATS =
            EnumSet.of(DType.F8E4M3, DType.F8E5M2, DType.F16, DType.BF16, DType.F32, DType.F64);

    private final LaunchFrame frame;
    private final String method;
    private final String kernel;
    private final String ops;
    private final List<String> found = new ArrayList<>();
    private boolean finite = true;

    /**
     * Creates the check of a launch.
     *
     * @param frame frame of the calling thread
     * @param method method name
     * @param kernel name of the kernel
     * @param ops ops of the kernel with their lines of Java
     */
    public LaunchCheck(LaunchFrame frame, String method, String kernel, String ops) {
        this.frame = frame;
        this.method = method;
        this.kernel = kernel;
        this.ops = ops;
    }

    /** Checks a tensor that the launch reads, before the launch and after writes by other streams. */
    public void reads(Tensor tensor) {
        DeviceFrame device = frame.deviceFrame();
        if (finite && device != null) {
            device.reads(tensor);
        }
        try (Tensor held = Tensors.hold(tensor)) {
            reads(held.dtype(), held.address(), held.elementCount());
        }
    }

    /** Checks elements that the launch reads, before the launch. */
    public void reads(DType dtype, long address, long count) {
        if (finite) {
            look(dtype, address, count, host -> finite = firstNotFinite(dtype, host, count) == count);
        }
    }

    /** Checks a tensor that the launch has stored, by its name in the method. */
    public void stored(String name, Tensor tensor) {
        try (Tensor held = Tensors.hold(tensor)) {
            stored(name, held.dtype(), held.address(), held.elementCount());
        }
    }

    /** Checks elements that the launch has stored, by their name in the method. */
    public void stored(String name, DType dtype, long address, long count) {
        if (finite) {
            look(dtype, address, count, host -> {
                long first = firstNotFinite(dtype, host, count);
                if (first < count) {
                    String value = isNaN(dtype, host, first) ? "NaN" : "an infinity";
                    found.add(value + " into " + name + ", at element " + first);
                }
            });
        }
    }

    /** Ends the check after all results have been checked. */
    public void end() {
        if (!found.isEmpty()) {
            log(RuntimeProblem.NOT_FINITE.message(method, kernel, String.join(", and ", found), ops));
        }
    }

    /** Applies a check to elements in host memory. */
    private void look(DType dtype, long address, long count, LongConsumer action) {
        DeviceFrame device = frame.deviceFrame();
        if (device == null) {
            action.accept(address);
            return;
        }
        long bytes = count * dtype.bytes();
        HostBlock copy = MemoryPool.shared().acquire(bytes);
        try {
            DeviceCopies.download(device, copy.address(), address, bytes);
            action.accept(copy.address());
        } finally {
            copy.release();
        }
    }

    /** Logs the failure of a launch. */
    public void failed(Throwable failure) {
        log(RuntimeProblem.LAUNCH_FAILED.message(method, kernel, failure));
    }

    private static void log(String message) {
        LOGGER.log(Level.WARNING, message);
    }

    /** Returns the row-major position of the first NaN or infinity, or the number of elements. */
    private static long firstNotFinite(DType dtype, long address, long count) {
        if (!FLOATS.contains(dtype)) {
            return count;
        }
        long position = 0;
        while (position < count && (bits(dtype, address, position) & exponent(dtype)) != exponent(dtype)) {
            position++;
        }
        return position;
    }

    private static boolean isNaN(DType dtype, long address, long position) {
        return dtype == DType.F8E4M3 || (bits(dtype, address, position) & fraction(dtype)) != 0;
    }

    private static long bits(DType dtype, long address, long position) {
        return switch (dtype.bytes()) {
            case 1 -> Memory.getByte(address + position);
            case 2 -> Memory.getShort(address + 2 * position);
            case 4 -> Memory.getInt(address + 4 * position);
            default -> Memory.getLong(address + 8 * position);
        };
    }

    /** Returns the mask of the bits that are all ones in a NaN or an infinity: the exponent; of f8e4m3 also the rest. */
    private static long exponent(DType dtype) {
        return switch (dtype) {
            case F8E4M3 -> 0x7fL;
            case F8E5M2 -> 0x7cL;
            case F16 -> 0x7c00L;
            case BF16 -> 0x7f80L;
            case F32 -> 0x7f80_0000L;
            default -> 0x7ff0_0000_0000_0000L;
        };
    }

    /** Returns the mask of the fraction bits, which are all zeros in an infinity. */
    private static long fraction(DType dtype) {
        return Long.lowestOneBit(exponent(dtype)) - 1;
    }
}
