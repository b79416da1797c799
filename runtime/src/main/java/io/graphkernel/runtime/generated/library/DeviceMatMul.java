package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * Matrix products on a device: by cuBLASLt where it is found and has the product, else by our own kernel, which has
 * everything; those of i8, which are summed in i32, always by our own kernel. On Ascend aclnn computes them.
 */
final class DeviceMatMul {
    private static final String OP = "matmul";

    /** A group of a product has enough to do with one tile. */
    private static final long TILE_BYTES = 1 << 16;

    private static final Logger LOGGER = System.getLogger("io.graphkernel");

    private DeviceMatMul() {}

    static LibraryWork work(String method, MatMulShape shape, DType dtype, List<PostOp> epilogue, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        Optional<Aclnn> aclnn = Aclnn.of(device);
        if (aclnn.isPresent()) {
            return AclnnMatMul.work(aclnn.get(), method, shape, dtype, epilogue);
        }
        Optional<CublasLt> library = shape.k() == 0 || !dtype.isFloat() ? Optional.empty() : CublasLt.of(device);
        Optional<LibraryWork> work =
                library.flatMap(cublas -> CublasLtMatMul.work(cublas, shape, dtype, epilogue, device));
        LOGGER.log(
                Level.DEBUG,
                () -> method + ": the product " + shape.m() + " x " + shape.k() + " x " + shape.n()
                        + " of " + dtype + " on " + device + " is computed by "
                        + (work.isPresent() ? library.get().toString() : "our own kernel"));
        return work.orElseGet(() -> own(shape, dtype, epilogue, device));
    }

    /** The product by our own kernel. */
    static LibraryWork own(MatMulShape shape, DType dtype, List<PostOp> epilogue, DeviceInUse device) {
        DeviceTiling tiling = DeviceTiling.of(device, dtype, shape.products(), shape.m(), shape.n());
        long[] sizes = new long[9 + 3 * shape.runs().size()];
        long[] head = {
            shape.m(),
            shape.n(),
            shape.k(),
            shape.aRow(),
            shape.aColumn(),
            shape.bRow(),
            shape.bColumn(),
            shape.products(),
            shape.runs().size()
        };
        System.arraycopy(head, 0, sizes, 0, head.length);
        int next = head.length;
        for (MatMulShape.Run run : shape.runs()) {
            sizes[next++] = run.extent();
            sizes[next++] = run.aStride();
            sizes[next++] = run.bStride();
        }
        return new DeviceKernelWork(
                device,
                DeviceKernelWork.program(OP, dtype),
                "gk_matmul_" + tiling.size(),
                tiling.tiles(),
                TILE_BYTES,
                epilogue,
                0,
                sizes);
    }

    /** Applies the post-ops from a number on to the result of a product, as it lies in memory. */
    static LibraryWork finish(MatMulShape shape, DType dtype, List<PostOp> epilogue, int done, DeviceInUse device) {
        int operands = PostOp.operands(epilogue.subList(done, epilogue.size()));
        return new DeviceKernelWork(
                device,
                DeviceKernelWork.program(OP, dtype),
                "gk_matmul_finish",
                shape.elementCount(),
                (2L + operands) * dtype.bytes(),
                epilogue,
                done,
                shape.elementCount(),
                shape.n());
    }
}
