package io.graphkernel.runtime.generated.library.cpu;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.generated.library.shape.AttentionSlots;
import io.graphkernel.runtime.internal.loading.HostInstructionSet;

/** Attention on the CPU by the built-in kernels of {@code native/src/main/c/gk_attention.c}. */
public final class NativeAttention {
    private static final String LIBRARY = "attention";
    private static final NativeKernels KERNELS = new NativeKernels(LIBRARY, 0, 1);

    private static final CpuModel.Library MODEL = CpuModel.Library.DEFAULT;

    /** Rows of softmax state: maximum score, sum and decay. */
    static final long STATE_ROWS = 3;

    private NativeAttention() {}

    public static LibraryKernel kernel(AttentionShape shape, DType dtype) {
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        long function = KERNELS.function(0, dtype);
        long items = shape.batches() * shape.heads() * LaunchFrame.ceilDiv(shape.queries(), MODEL.attentionQueries());
        long scratchBytes = scratchBytes(shape.size());
        return (frame, arguments) -> {
            AttentionSlots.fill(frame, shape, dtype);
            frame.run(NativeBridge::launch, function, LibrarySlots.address(frame), items, scratchBytes);
        };
    }

    /** Returns the maximum size of a row of a tile in bytes, for the variant of a library that runs here. */
    static long rowBytes(String library) {
        return HostInstructionSet.current(library).equals("v4")
                ? MODEL.longAttentionRowBytes()
                : MODEL.attentionRowBytes();
    }

    /**
     * Returns the scratch size per thread: queries and results, scores and mask, softmax state, 16-bit rows as f32,
     * keys and values as f32.
     */
    static long scratchBytes(long size) {
        long tiles = rowBytes(LIBRARY) * (2 * size + 2 * MODEL.attentionKeys() + STATE_ROWS);
        long rows = rowBytes(LIBRARY) * Math.max(size, MODEL.attentionKeys());
        return tiles + rows + 2 * MODEL.attentionKeys() * size * Float.BYTES;
    }
}
