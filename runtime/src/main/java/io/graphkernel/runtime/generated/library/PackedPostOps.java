package io.graphkernel.runtime.generated.library;

import java.util.List;

/** The post-ops of a built-in kernel as slots: 4 bits each, in order from the lowest on, terminated by 0. */
public final class PackedPostOps {
    private static final int BITS = 4;

    private static final int SLOTS = 2;

    private static final int PER_SLOT = Long.SIZE / BITS;

    private PackedPostOps() {}

    /**
     * Returns the slots.
     *
     * @throws IllegalArgumentException if there are too many post-ops
     */
    public static long[] of(List<PostOp> operations) {
        // A kernel reads an element of an operand before it stores that of the result.
        List<PostOp> applied = PostOp.outOfPlace(operations);
        long[] slots = new long[SLOTS];
        if (operations.size() > slots.length * PER_SLOT) {
            throw new IllegalArgumentException("too many post-ops: " + operations);
        }
        for (int i = 0; i < operations.size(); i++) {
            long code = applied.get(i).ordinal() + 1L;
            slots[i / PER_SLOT] |= code << i % PER_SLOT * BITS;
        }
        return slots;
    }
}
