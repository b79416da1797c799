package io.graphkernel.runtime.generated.library.cpu;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.generated.library.shape.AttentionSlots;
import io.graphkernel.runtime.internal.loading.HostInstructionSet;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/** Attention on the CPU by the built-in kernels of {@code native/src/main/c/gk_attention.c}. */
public final class NativeAttention {
    private static final String LIBRARY = "attention";
    private static final NativeKernels KERNELS = new NativeKernels(LIBRARY, 0, 3);

    private static final CpuLibraryModel MODEL = CpuLibraryModel.DEFAULT;

    /** Rows of softmax state: maximum score, sum and decay. */
    static final long STATE_ROWS = 3;

    private NativeAttention() {}

    /**
     * Returns the kernel of a shape. The result has the same bits for every number of threads.
     *
     * @param threads number of threads of a launch
     */
    public static LibraryKernel kernel(AttentionShape shape, DType dtype, int threads) {
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        long heads = shape.batches() * shape.heads();
        long chunks = LaunchFrame.ceilDiv(shape.keys(), MODEL.attentionChunkKeys());
        boolean hasFewHeads = heads < threads * MODEL.minAttentionItemsPerThread();
        if (threads > 1 && chunks > 1 && hasFewHeads && shape.queries() <= MODEL.maxChunkedQueries()) {
            return chunked(shape, dtype, chunks);
        }
        long function = KERNELS.function(0, dtype);
        long items = shape.batches() * shape.heads() * LaunchFrame.ceilDiv(shape.queries(), MODEL.attentionQueries());
        long scratchBytes = scratchBytes(shape.size());
        return (frame, arguments) -> {
            AttentionSlots.fill(frame, shape, dtype);
            frame.run(NativeBridge::launch, function, LibrarySlots.address(frame), items, scratchBytes);
        };
    }

    /** Returns the kernel in which threads share the chunks of keys of a head. */
    private static LibraryKernel chunked(AttentionShape shape, DType dtype, long chunks) {
        long function = KERNELS.function(1, dtype);
        long join = KERNELS.function(2, dtype);
        long heads = shape.batches() * shape.heads();
        long scratchBytes = scratchBytes(shape.size());
        // For each query the results, the largest score and the sum.
        long partials = heads * chunks * shape.queries() * (shape.size() + 2);
        long partialBytes = partials * Math.max(dtype.bytes(), Float.BYTES);
        return (frame, arguments) -> {
            HostBlock memory = MemoryPool.shared().acquire(partialBytes);
            try {
                AttentionSlots.fill(frame, shape, dtype);
                frame.pointer(AttentionSlots.PARTIALS, memory.address());
                frame.integer(AttentionSlots.CHUNKS, chunks);
                long slots = LibrarySlots.address(frame);
                frame.run(NativeBridge::launch, function, slots, heads * chunks, scratchBytes);
                frame.run(NativeBridge::launch, join, slots, heads, 0);
            } finally {
                MemoryPool.shared().release(memory);
            }
        };
    }

    /** Returns the maximum size of a row of a tile in bytes, for the variant of a library that runs here. */
    static long rowBytes(String library) {
        return HostInstructionSet.current(library).equals("v4")
                ? MODEL.longAttentionRowBytes()
                : MODEL.attentionRowBytes();
    }

    /**
     * Returns the scratch size per thread: queries and results, scores and mask, softmax state, joined chunks, 16-bit
     * rows as f32, keys and values as f32.
     */
    static long scratchBytes(long size) {
        long joined = size + 2;
        long tiles = rowBytes(LIBRARY) * (2 * size + 2 * MODEL.attentionKeys() + STATE_ROWS + joined);
        long rows = rowBytes(LIBRARY) * Math.max(size, MODEL.attentionKeys());
        return tiles + rows + 2 * MODEL.attentionKeys() * size * Float.BYTES;
    }
}
