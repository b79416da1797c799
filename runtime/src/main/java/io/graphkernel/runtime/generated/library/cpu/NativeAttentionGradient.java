package io.graphkernel.runtime.generated.library.cpu;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.generated.library.shape.AttentionSlots;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/**
 * The gradient of attention on the CPU by the built-in kernels of {@code native/src/main/c/gk_attention_gradient.c}.
 */
public final class NativeAttentionGradient implements LibraryKernel {
    private static final String LIBRARY = "attention_gradient";
    private static final NativeKernels KERNELS = new NativeKernels(LIBRARY, 0, 2);

    private static final CpuLibraryModel MODEL = CpuLibraryModel.DEFAULT;

    /** Alignment of rows of sums in elements: {@code GK_ATTENTION_PITCH}. */
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
        long items = LaunchFrame.ceilDiv(shape.queries(), MODEL.attentionQueries());
        // The key and value sums of a chunk are as large as the scores of 2 * pitch queries.
        long chunksAsLargeAsScores = shape.queries() / (2 * pitch);
        // Of one batch, so that a batch has the same sums alone and among others.
        long chunkCount = Math.min(items, LaunchFrame.ceilDiv(MODEL.minAttentionGradientItems(), shape.heads()));
        chunkCount = Math.max(1, Math.min(chunkCount, chunksAsLargeAsScores));
        chunkQueries = Math.max(1, LaunchFrame.ceilDiv(items, chunkCount)) * MODEL.attentionQueries();
        chunks = Math.max(1, LaunchFrame.ceilDiv(shape.queries(), chunkQueries));
        long sumBytes = Math.max(dtype.bytes(), Float.BYTES);
        long adjointBytes = 2 * shape.keys() * pitch * sumBytes;
        partialBytes = chunks == 1 ? 0 : heads() * chunks * adjointBytes;
        scratchBytes = blockBytes(pitch) + widenedBytes() + (chunks == 1 ? adjointBytes : 0);
    }

    /** Returns the size of the partial results of the chunks, which does not exceed the size of the scores. */
    long partialBytes() {
        return partialBytes;
    }

    public static LibraryKernel kernel(AttentionShape shape, DType dtype) {
        return shape.elementCount() == 0 ? LibraryKernel.NOTHING : new NativeAttentionGradient(shape, dtype);
    }

    private long heads() {
        return shape.batches() * shape.heads();
    }

    /**
     * Returns the scratch size of a block of queries: queries, cotangents and adjoints, the first two also as rows,
     * scores and their adjoints for all keys, the mask, the state, and 16-bit rows as f32.
     */
    private long blockBytes(long pitch) {
        long tile = MODEL.attentionKeys();
        long lines = 3 * shape.size() + 2 * pitch + 2 * shape.keys() + tile + NativeAttention.STATE_ROWS;
        return NativeAttention.rowBytes(LIBRARY) * (lines + Math.max(shape.size(), tile));
    }

    /** Returns the size of keys and values of a head as f32. */
    private long widenedBytes() {
        return dtype.bytes() < Float.BYTES ? 2 * shape.keys() * shape.size() * Float.BYTES : 0;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        if (partialBytes == 0) {
            compute(frame, 0);
            return;
        }
        HostBlock partials = MemoryPool.shared().acquire(partialBytes);
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
            long sums = LaunchFrame.ceilDiv(2 * shape.keys(), MODEL.attentionQueries());
            frame.run(NativeBridge::launch, sumFunction, slots, heads() * sums, 0);
        }
    }
}
