package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.loading.LibraryFunctions;
import java.util.List;

/** Attention on the CPU, by our own kernels of {@code native/src/main/c/gk_attention.c}. */
final class NativeAttention {
    private static final String LIBRARY = "attention";

    /** In the order of the kernel table. */
    static final List<DType> DTYPES = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);

    /** The queries of an item of the kernels' range: {@code GK_ITEM_QUERIES}. */
    static final long ITEM_QUERIES = 64;

    /** The keys of a tile: {@code GK_TILE_KEYS}. */
    static final long TILE_KEYS = 144;

    /** A row of a tile has so many bytes at most, which the kernels' text asserts. */
    static final long ROW_BYTES = 256;

    /** Largest scores, sums and decay. */
    static final long STATE_ROWS = 3;

    private static volatile long[] functions;

    private NativeAttention() {}

    static LibraryWork work(AttentionShape shape, DType dtype) {
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        long function = functions()[DTYPES.indexOf(dtype)];
        long items = shape.batches() * shape.heads() * LaunchFrame.ceilDiv(shape.queries(), ITEM_QUERIES);
        long scratchBytes = scratchBytes(shape.size());
        return (frame, arguments) -> {
            AttentionSlots.fill(frame, shape, dtype);
            long slots = frame.arguments() + (long) AttentionSlots.FIRST * Long.BYTES;
            frame.run(NativeBridge::launch, function, slots, items, scratchBytes);
        };
    }

    private static long[] functions() {
        long[] loaded = functions;
        if (loaded == null) {
            loaded = LibraryFunctions.load(LIBRARY, DTYPES.size());
            functions = loaded;
        }
        return loaded;
    }

    /**
     * The memory of a thread: queries and results; scores and mask; the state; rows of elements of 16 bits as f32; keys and
     * values as f32.
     */
    static long scratchBytes(long size) {
        long tiles = ROW_BYTES * (2 * size + 2 * TILE_KEYS + STATE_ROWS);
        long rows = ROW_BYTES * Math.max(size, TILE_KEYS);
        return tiles + rows + 2 * TILE_KEYS * size * Float.BYTES;
    }
}
