package io.graphkernel.runtime.generated.library.shape;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibrarySlots;

/** Arguments of attention kernels on the host and on devices: the slots of {@code gk_attention.h}. */
public final class AttentionSlots {
    private static final int RESULT = 2;
    private static final int HEADS = 5;
    private static final int MASK_STRIDES = 11;
    private static final int SCALE = 15;
    private static final int VALUE = 32;
    private static final int MASK = 33;
    private static final int DY = 34;

    /** Slot of the partial results of the gradient. */
    public static final int PARTIALS = LibrarySlots.FIRST + 35;

    /** Slot of the number of queries per chunk. */
    public static final int CHUNK_QUERIES = LibrarySlots.FIRST + 36;

    /** Slot of the number of chunks per head. */
    public static final int CHUNKS = LibrarySlots.FIRST + 37;

    /** Slot of the cotangent of a call. */
    private static final int DY_SLOT = 3;

    private AttentionSlots() {}

    /** Fills the slots of a kernel from those of a call. */
    public static void fill(LaunchFrame frame, AttentionShape shape, DType dtype) {
        frame.pointer(LibrarySlots.FIRST, frame.slot(0));
        frame.pointer(LibrarySlots.FIRST + 1, frame.slot(1));
        frame.pointer(LibrarySlots.FIRST + RESULT, frame.slot(shape.operands()));
        frame.integer(LibrarySlots.FIRST + HEADS, shape.batches() * shape.heads());
        frame.integer(LibrarySlots.FIRST + HEADS + 1, shape.queries());
        frame.integer(LibrarySlots.FIRST + HEADS + 2, shape.keys());
        frame.integer(LibrarySlots.FIRST + HEADS + 3, shape.size());
        frame.integer(LibrarySlots.FIRST + HEADS + 4, shape.heads());
        frame.integer(LibrarySlots.FIRST + HEADS + 5, shape.isMasked() ? 1 : 0);
        for (int axis = 0; axis < AttentionShape.RANK; axis++) {
            frame.integer(LibrarySlots.FIRST + MASK_STRIDES + axis, shape.isMasked() ? shape.mask()[axis] : 0);
        }
        double scale = Double.longBitsToDouble(frame.slot(shape.scaleSlot()));
        if (dtype == DType.F64) {
            frame.scalar(LibrarySlots.FIRST + SCALE, scale);
        } else {
            frame.scalar(LibrarySlots.FIRST + SCALE, (float) scale);
        }
        frame.pointer(LibrarySlots.FIRST + VALUE, frame.slot(2));
        frame.pointer(LibrarySlots.FIRST + MASK, frame.slot(shape.isMasked() ? shape.maskSlot() : 2));
        if (shape.isGradient()) {
            frame.pointer(LibrarySlots.FIRST + DY, frame.slot(DY_SLOT));
        }
    }
}
