package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/** The gradient of attention on the CPU, by our own kernels of {@code native/src/main/c/gk_attention_gradient.c}. */
final class NativeAttentionGradient implements LibraryWork {
    private static final String LIBRARY = "attention_gradient";
    private static final NativeKernels KERNELS = new NativeKernels(LIBRARY, 0, 2);

    /** The heads of several chunks are as many items as this, so that many threads have work. */
    private static final long FEWEST_ITEMS = 32;

    /** The rows of sums are whole vectors: {@code GK_ATTENTION_PITCH}. */
    private static final long PITCH_UNIT = 16;

    private final AttentionShape shape;
    private final DType dtype;
    private final long function;
    private final long sumFunction;
    private final long chunkQueries;
    private final long chunks;
    private final long scratchBytes;
    private final long partialBytes;

    private NativeAttentionGradient(AttentionShape shape, DType dtype) {
        this.shape = shape;
        this.dtype = dtype;
        function = KERNELS.function(0, dtype);
        sumFunction = KERNELS.function(1, dtype);
        long pitch = LaunchFrame.ceilDiv(shape.size(), PITCH_UNIT) * PITCH_UNIT;
        long items = LaunchFrame.ceilDiv(shape.queries(), NativeAttention.ITEM_QUERIES);
        // The sums of a chunk, of keys and values, are as large as the scores of 2 * pitch queries.
        long chunksAsLargeAsScores = shape.queries() / (2 * pitch);
        long wanted = Math.min(items, LaunchFrame.ceilDiv(FEWEST_ITEMS, heads()));
        wanted = Math.max(1, Math.min(wanted, chunksAsLargeAsScores));
        chunkQueries = Math.max(1, LaunchFrame.ceilDiv(items, wanted)) * NativeAttention.ITEM_QUERIES;
        chunks = Math.max(1, LaunchFrame.ceilDiv(shape.queries(), chunkQueries));
        long sumBytes = Math.max(dtype.bytes(), Float.BYTES);
        long adjointBytes = 2 * shape.keys() * pitch * sumBytes;
        partialBytes = chunks == 1 ? 0 : heads() * chunks * adjointBytes;
        scratchBytes = blockBytes(pitch) + widenedBytes() + (chunks == 1 ? adjointBytes : 0);
    }

    /** What the chunks keep until they are added up: no more than the scores would take. */
    long partialBytes() {
        return partialBytes;
    }

    static LibraryWork work(AttentionShape shape, DType dtype) {
        return shape.elementCount() == 0 ? LibraryWork.NOTHING : new NativeAttentionGradient(shape, dtype);
    }

    private long heads() {
        return shape.batches() * shape.heads();
    }

    /**
     * Of a block of queries: they, their cotangents and adjoints; the first two as rows, too; scores and their adjoints for all
     * keys; the mask; the state; rows of elements of 16 bits as f32.
     */
    private long blockBytes(long pitch) {
        long tile = NativeAttention.TILE_KEYS;
        long lines = 3 * shape.size() + 2 * pitch + 2 * shape.keys() + tile + NativeAttention.STATE_ROWS;
        return NativeAttention.rowBytes(LIBRARY) * (lines + Math.max(shape.size(), tile));
    }

    /** Keys and values of a head as f32. */
    private long widenedBytes() {
        return dtype.bytes() < Float.BYTES ? 2 * shape.keys() * shape.size() * Float.BYTES : 0;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        if (partialBytes == 0) {
            compute(frame, 0);
            return;
        }
        Block partials = MemoryPool.shared().acquire(partialBytes);
        try {
            compute(frame, partials.address());
        } finally {
            MemoryPool.shared().release(partials);
        }
    }

    private void compute(LaunchFrame frame, long partials) {
        AttentionSlots.fill(frame, shape, dtype);
        frame.pointer(AttentionSlots.PARTIALS, partials);
        frame.integer(AttentionSlots.CHUNK_QUERIES, chunkQueries);
        frame.integer(AttentionSlots.CHUNKS, chunks);
        long slots = LibrarySlots.address(frame);
        frame.run(NativeBridge::launch, function, slots, heads() * chunks, scratchBytes);
        if (partialBytes > 0) {
            long sums = LaunchFrame.ceilDiv(2 * shape.keys(), NativeAttention.ITEM_QUERIES);
            frame.run(NativeBridge::launch, sumFunction, slots, heads() * sums, 0);
        }
    }
}
