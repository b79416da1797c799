package io.graphkernel.runtime.generated.library.device;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.generated.library.shape.AttentionSlots;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;

/** Attention on a device by a built-in kernel. */
public final class DeviceAttention {
    private static final GpuModel.Library MODEL = GpuModel.Library.DEFAULT;
    private static final GpuModel.TensorCores TENSOR_CORES = GpuModel.TensorCores.DEFAULT;
    private static final String OP = "attention";
    private static final String TENSOR_CORE_OP = "attention_mma";
    private static final String KERNEL = "gk_attention_" + MODEL.attentionTile();

    private DeviceAttention() {}

    public static LibraryKernel kernel(AttentionShape shape, DType dtype, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        String tensorCores = DeviceLibraryKernel.program(TENSOR_CORE_OP, dtype);
        return shape.size() <= TENSOR_CORES.maxAttentionSize() && device.hasVariant(NativeBridge.class, tensorCores)
                ? kernel(shape, dtype, device, tensorCores, tensorCoreKernel(shape), tensorCoreItems(shape))
                : kernel(
                        shape,
                        dtype,
                        device,
                        DeviceLibraryKernel.program(OP, dtype),
                        KERNEL,
                        items(shape, shape.queries()));
    }

    private static LibraryKernel kernel(
            AttentionShape shape, DType dtype, DeviceInUse device, String program, String name, long items) {
        DeviceKernel kernel = device.program(NativeBridge.class, program).kernel(name, LibrarySlots.COUNT);
        long groups = kernel.parts(items, MODEL.tileBytes());
        return (frame, arguments) -> {
            AttentionSlots.fill(frame, shape, dtype);
            kernel.launch(frame, LibrarySlots.FIRST, groups);
        };
    }

    /** Returns the name of the kernel for rows of a size. */
    private static String tensorCoreKernel(AttentionShape shape) {
        boolean isSmall = shape.size() <= TENSOR_CORES.attentionSize();
        return "gk_attention_mma_" + (isSmall ? TENSOR_CORES.attentionSize() : TENSOR_CORES.maxAttentionSize());
    }

    private static long tensorCoreItems(AttentionShape shape) {
        return shape.batches() * shape.heads() * LaunchFrame.ceilDiv(shape.queries(), TENSOR_CORES.attentionQueries());
    }

    /** Returns the number of tiles of all heads, each with a given number of rows. */
    static long items(AttentionShape shape, long rows) {
        long heads = shape.batches() * shape.heads();
        return heads
                * LaunchFrame.ceilDiv(rows, MODEL.attentionTile())
                * LaunchFrame.ceilDiv(shape.size(), MODEL.attentionTile());
    }
}
