package io.graphkernel.runtime.generated.library.device;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.PackedPostOps;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import java.util.List;
import java.util.Locale;

/**
 * One launch of a built-in kernel on a device.
 *
 * <p>The arguments are those of {@code gk_library.h}: addresses of the two operands and the result, the post-ops, the
 * sizes, and addresses of the post-ops' operands.
 */
public final class DeviceLibraryKernel implements LibraryKernel {
    private static final int POST_OPS = 3;
    private static final int SIZES = 5;
    private static final int POST_OPERANDS = 32;

    private final DeviceKernel kernel;
    private final long groups;
    private final int operands;
    private final int firstPostOperand;
    private final long[] postOps;
    private final long[] sizes;

    /**
     * Creates a launch.
     *
     * @param program name of the program, such as {@code matmul_f32}
     * @param name name of the kernel
     * @param items number of items that the thread blocks share
     * @param itemBytes number of bytes that an item reads and writes
     * @param epilogue all post-ops of the call
     * @param done number of post-ops that are already applied
     * @param sizes values of the kernel's own slots
     */
    DeviceLibraryKernel(
            DeviceInUse device,
            String program,
            String name,
            long items,
            long itemBytes,
            List<PostOp> epilogue,
            int done,
            long... sizes) {
        this.kernel = device.program(NativeBridge.class, program).kernel(name, LibrarySlots.COUNT);
        this.groups = kernel.parts(items, itemBytes);
        this.operands = 2 + PostOp.operands(epilogue);
        this.firstPostOperand = 2 + PostOp.operands(epilogue.subList(0, done));
        this.postOps = PackedPostOps.of(epilogue.subList(done, epilogue.size()));
        this.sizes = sizes;
    }

    /** Returns the name of the program with an op's kernels for a dtype. */
    public static String program(String op, DType dtype) {
        return op + '_' + dtype.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        frame.pointer(LibrarySlots.FIRST, frame.slot(0));
        frame.pointer(LibrarySlots.FIRST + 1, frame.slot(1));
        frame.pointer(LibrarySlots.FIRST + 2, frame.slot(operands));
        for (int i = 0; i < postOps.length; i++) {
            frame.integer(LibrarySlots.FIRST + POST_OPS + i, postOps[i]);
        }
        for (int i = 0; i < sizes.length; i++) {
            frame.integer(LibrarySlots.FIRST + SIZES + i, sizes[i]);
        }
        for (int operand = firstPostOperand; operand < operands; operand++) {
            frame.pointer(LibrarySlots.FIRST + POST_OPERANDS + operand - firstPostOperand, frame.slot(operand));
        }
        kernel.launch(frame, LibrarySlots.FIRST, groups);
    }
}
