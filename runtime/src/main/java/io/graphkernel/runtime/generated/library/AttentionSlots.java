package io.graphkernel.runtime.generated.library;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;

/** The arguments of attention kernels, on the host and on devices: the slots of {@code gk_attention.h}. */
final class AttentionSlots {
    /** Those of all kernels of library ops. */
    static final int COUNT = 64;

    /** Where the kernel's slots begin in the frame: they are its last ones, after those of the call. */
    static final int FIRST = KernelAbi.FRAME_SLOTS - COUNT;

    private static final int RESULT = 2;
    private static final int HEADS = 5;
    private static final int MASK_STRIDES = 11;
    private static final int SCALE = 15;
    private static final int VALUE = 32;
    private static final int MASK = 33;
    private static final int DY = 34;

    /** Memory for partial results of the gradient. */
    static final int PARTIALS = FIRST + 35;

    /** The queries of a chunk. */
    static final int CHUNK_QUERIES = FIRST + 36;

    /** The chunks of a head. */
    static final int CHUNKS = FIRST + 37;

    /** The slot of a call's cotangent. */
    private static final int DY_SLOT = 3;

    private AttentionSlots() {}

    /** Fills a kernel's slots from those of a call. */
    static void fill(LaunchFrame frame, AttentionShape shape, DType dtype) {
        frame.pointer(FIRST, frame.slot(0));
        frame.pointer(FIRST + 1, frame.slot(1));
        frame.pointer(FIRST + RESULT, frame.slot(shape.operands()));
        frame.integer(FIRST + HEADS, shape.batches() * shape.heads());
        frame.integer(FIRST + HEADS + 1, shape.queries());
        frame.integer(FIRST + HEADS + 2, shape.keys());
        frame.integer(FIRST + HEADS + 3, shape.size());
        frame.integer(FIRST + HEADS + 4, shape.heads());
        frame.integer(FIRST + HEADS + 5, shape.isMasked() ? 1 : 0);
        for (int axis = 0; axis < AttentionShape.RANK; axis++) {
            frame.integer(FIRST + MASK_STRIDES + axis, shape.isMasked() ? shape.mask()[axis] : 0);
        }
        double scale = Double.longBitsToDouble(frame.slot(shape.scaleSlot()));
        if (dtype == DType.F64) {
            frame.scalar(FIRST + SCALE, scale);
        } else {
            frame.scalar(FIRST + SCALE, (float) scale);
        }
        frame.pointer(FIRST + VALUE, frame.slot(2));
        frame.pointer(FIRST + MASK, frame.slot(shape.isMasked() ? shape.maskSlot() : 2));
        if (shape.isGradient()) {
            frame.pointer(FIRST + DY, frame.slot(DY_SLOT));
        }
    }
}
