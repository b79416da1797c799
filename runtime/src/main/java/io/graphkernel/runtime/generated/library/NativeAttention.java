package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.loading.InstructionSet;

/** Attention on the CPU, by our own kernels of {@code native/src/main/c/gk_attention.c}. */
final class NativeAttention {
    private static final String LIBRARY = "attention";
    private static final NativeKernels KERNELS = new NativeKernels(LIBRARY, 0, 1);

    /** The queries of an item of the kernels' range: {@code GK_ITEM_QUERIES}. */
    static final long ITEM_QUERIES = 64;

    /** The keys of a tile: {@code GK_TILE_KEYS}. */
    static final long TILE_KEYS = 144;

    /** A row of a tile has so many bytes at most, with registers of 64 bytes and with others; the kernels' text asserts it. */
    private static final long LONG_ROW_BYTES = 256;

    private static final long ROW_BYTES = 64;

    /** Largest scores, sums and decay. */
    static final long STATE_ROWS = 3;

    private NativeAttention() {}

    static LibraryWork work(AttentionShape shape, DType dtype) {
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        long function = KERNELS.function(0, dtype);
        long items = shape.batches() * shape.heads() * LaunchFrame.ceilDiv(shape.queries(), ITEM_QUERIES);
        long scratchBytes = scratchBytes(shape.size());
        return (frame, arguments) -> {
            AttentionSlots.fill(frame, shape, dtype);
            frame.run(NativeBridge::launch, function, LibrarySlots.address(frame), items, scratchBytes);
        };
    }

    /** The most bytes of a row of a tile in the kernels of a library that run here. */
    static long rowBytes(String library) {
        return InstructionSet.current(library).equals("v4") ? LONG_ROW_BYTES : ROW_BYTES;
    }

    /**
     * The memory of a thread: queries and results; scores and mask; the state; rows of elements of 16 bits as f32; keys and
     * values as f32.
     */
    static long scratchBytes(long size) {
        long tiles = rowBytes(LIBRARY) * (2 * size + 2 * TILE_KEYS + STATE_ROWS);
        long rows = rowBytes(LIBRARY) * Math.max(size, TILE_KEYS);
        return tiles + rows + 2 * TILE_KEYS * size * Float.BYTES;
    }
}
