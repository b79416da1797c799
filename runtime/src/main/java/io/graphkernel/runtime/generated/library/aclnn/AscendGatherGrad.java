package io.graphkernel.runtime.generated.library.aclnn;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.target.AscendModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.device.DeviceLibraryKernel;
import io.graphkernel.runtime.generated.library.shape.GatherGradShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import java.util.Locale;

/** The gradient of a gather on Ascend, by the built-in kernel {@code native/src/main/c/gk_gather_gradient.asc}. */
public final class AscendGatherGrad {
    private static final String OP = "gather_gradient";

    /** Number of slots of the kernel. */
    private static final int SLOTS = 11;

    private static final int UNIT = LibrarySlots.FIRST + 10;

    /** Binary directory of the devices that copy only whole blocks. */
    private static final String CHIP_310P = "ascend-2002";

    /** Slot of the result. */
    private static final int RESULT = 2;

    /** Minimum size of a copy in bytes, and the alignment of memory written by different cores. */
    private static final long BLOCK_BYTES = AscendModel.Memory.DEFAULT.blockBytes();

    /** Size of a memory transaction in bytes. */
    private static final long LINE_BYTES = AscendModel.Memory.DEFAULT.alignmentBytes();

    /** Number of units per core that balances the load. */
    private static final long UNITS_PER_CORE = AscendModel.Tiling.DEFAULT.gatherGradientUnitsPerCore();

    private AscendGatherGrad() {}

    /**
     * Prepares the kernel.
     *
     * @throws DTypeMismatchException if vector cores do not add the dtype
     * @throws InvalidArgumentException if a position does not fit into 32 bits
     * @throws KernelLibraryException if the device is a 310P
     */
    public static LibraryKernel kernel(String method, GatherGradShape shape, DType dtype, DeviceInUse device) {
        AclnnMatMul.requireType(method, dtype, device);
        if (device.driver().variantDirectory().filter(CHIP_310P::equals).isPresent()) {
            throw new KernelLibraryException(
                    RuntimeProblem.TARGET_LEFT_OUT,
                    method,
                    device,
                    "the kernel needs copies of single elements, which the 310P has not");
        }
        if (shape.size() > Integer.MAX_VALUE) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    method,
                    "size",
                    shape.size(),
                    "vector cores of " + device + " compare positions of 32 bits",
                    "pass " + Integer.MAX_VALUE + " or less there, or move the tensors to the host");
        }
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        DeviceKernel kernel = device.program(NativeBridge.class, DeviceLibraryKernel.program(OP, dtype))
                .kernel("gk_gather_gradient_" + shape.indexType().name().toLowerCase(Locale.ROOT), SLOTS);
        long unit = unit(shape, dtype.bytes(), device.driver().properties().multiprocessors());
        long units = LaunchFrame.ceilDiv(shape.elementCount(), unit);
        long cores = kernel.parts(units, unit * dtype.bytes() * (1 + shape.count() / shape.size()));
        return (frame, arguments) -> {
            shape.fill(frame);
            frame.integer(UNIT, unit);
            // Each core writes whole memory blocks.
            boolean isAligned = frame.slot(RESULT) % BLOCK_BYTES == 0;
            kernel.launch(frame, LibrarySlots.FIRST, isAligned ? cores : 1);
        };
    }

    /**
     * Returns the minimum number of elements that one core sums, a multiple of the block size. Larger units mean fewer
     * searches for their slices.
     *
     * @param bytes size of an element
     */
    static long unit(GatherGradShape shape, long bytes, int cores) {
        long block = BLOCK_BYTES / bytes;
        long[] units = {
            wholeBlocks(shape.size() * shape.after(), block), wholeBlocks(shape.after(), block), LINE_BYTES / bytes
        };
        for (long unit : units) {
            if (LaunchFrame.ceilDiv(shape.elementCount(), unit) >= UNITS_PER_CORE * cores) {
                return unit;
            }
        }
        return block;
    }

    /**
     * Returns the smallest multiple of {@code elements} that fills whole blocks. The elements per block are a power of
     * two.
     */
    private static long wholeBlocks(long elements, long block) {
        return elements * block / Math.min(block, Long.lowestOneBit(elements));
    }
}
