package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import java.util.Locale;

/** The gradient of gathering on Ascend, by a kernel of our own: {@code native/src/main/c/gk_gather_gradient.asc}. */
final class AscendGatherGrad {
    private static final String OP = "gather_gradient";

    /** The slots that the kernel has. */
    private static final int SLOTS = 11;

    private static final int UNIT = LibrarySlots.FIRST + 10;

    /** The devices whose copies take whole blocks alone, by the directory of their binaries. */
    private static final String CHIP_310P = "ascend-2002";

    /** The result. */
    private static final int RESULT = 2;

    /** What one copy writes at least, and where memory of several cores may meet. */
    private static final long BLOCK_BYTES = 32;

    /** What memory moves at a time. */
    private static final long LINE_BYTES = 512;

    /** So many units for each core are shared evenly. */
    private static final long UNITS_PER_CORE = 4;

    private AscendGatherGrad() {}

    /**
     * Prepares the sums.
     *
     * @throws DTypeMismatchException for dtypes that vector cores do not add
     * @throws InvalidArgumentException for positions that 32 bits do not have
     * @throws KernelLibraryException on the 310P
     */
    static LibraryWork work(String method, GatherGradShape shape, DType dtype, DeviceInUse device) {
        AclnnMatMul.requireType(method, dtype, device);
        if (device.driver().binaryDirectory().filter(CHIP_310P::equals).isPresent()) {
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
            return LibraryWork.NOTHING;
        }
        DeviceKernel kernel = device.program(NativeBridge.class, DeviceKernelWork.program(OP, dtype))
                .kernel("gk_gather_gradient_" + shape.indexType().name().toLowerCase(Locale.ROOT), SLOTS);
        long unit = unit(shape, dtype.bytes(), device.driver().properties().multiprocessors());
        long units = LaunchFrame.ceilDiv(shape.elementCount(), unit);
        long cores = kernel.parts(units, unit * dtype.bytes() * (1 + shape.count() / shape.size()));
        return (frame, arguments) -> {
            shape.fill(frame);
            frame.integer(UNIT, unit);
            // Blocks that cores share would have to be blocks of memory, too.
            boolean isAligned = frame.slot(RESULT) % BLOCK_BYTES == 0;
            kernel.launch(frame, LibrarySlots.FIRST, isAligned ? cores : 1);
        };
    }

    /**
     * The elements that one core sums at least, which fill whole blocks: the larger of them are whole, the fewer pieces have to look
     * for their slices.
     *
     * @param bytes of an element
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

    /** The least multiple of some elements that fills blocks; the elements of a block are a power of two. */
    private static long wholeBlocks(long elements, long block) {
        return elements * block / Math.min(block, Long.lowestOneBit(elements));
    }
}
