package io.graphkernel.runtime.generated.library.device;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import java.util.List;

/** The built-in matmul kernel of devices. It supports every dtype, and computes int8 with int32 accumulation. */
public final class DeviceMatMul {
    private static final String OP = "matmul";

    private static final GpuModel.Library MODEL = GpuModel.Library.DEFAULT;

    private DeviceMatMul() {}

    /** Returns the built-in matmul kernel. */
    public static LibraryKernel builtIn(MatMulShape shape, DType dtype, List<PostOp> epilogue, DeviceInUse device) {
        DeviceTiling tiling = DeviceTiling.of(device, dtype, shape.batchSize(), shape.m(), shape.n());
        long[] sizes = new long[9 + 3 * shape.batchLoops().size()];
        long[] head = {
            shape.m(),
            shape.n(),
            shape.k(),
            shape.aRow(),
            shape.aColumn(),
            shape.bRow(),
            shape.bColumn(),
            shape.batchSize(),
            shape.batchLoops().size()
        };
        System.arraycopy(head, 0, sizes, 0, head.length);
        int next = head.length;
        for (MatMulShape.BatchLoop loop : shape.batchLoops()) {
            sizes[next++] = loop.extent();
            sizes[next++] = loop.aStride();
            sizes[next++] = loop.bStride();
        }
        return new DeviceLibraryKernel(
                device,
                DeviceLibraryKernel.program(OP, dtype),
                "gk_matmul_" + tiling.size(),
                tiling.tiles(),
                MODEL.tileBytes(),
                epilogue,
                0,
                sizes);
    }

    /** Returns the kernel that applies the post-ops from an index on to a stored matmul result. */
    public static LibraryKernel epilogue(
            MatMulShape shape, DType dtype, List<PostOp> epilogue, int done, DeviceInUse device) {
        int operands = PostOp.operands(epilogue.subList(done, epilogue.size()));
        return new DeviceLibraryKernel(
                device,
                DeviceLibraryKernel.program(OP, dtype),
                "gk_matmul_finish",
                shape.elementCount(),
                (2L + operands) * dtype.bytes(),
                epilogue,
                done,
                shape.elementCount(),
                shape.n());
    }
}
