package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.aclnn.Aclnn;
import io.graphkernel.runtime.generated.library.aclnn.AclnnMatMul;
import io.graphkernel.runtime.generated.library.cpu.NativeMatMul;
import io.graphkernel.runtime.generated.library.cublas.CublasLt;
import io.graphkernel.runtime.generated.library.cublas.CublasLtMatMul;
import io.graphkernel.runtime.generated.library.device.DeviceMatMul;
import io.graphkernel.runtime.generated.library.jvm.JavaMatMul;
import io.graphkernel.runtime.generated.library.onednn.OneDnnLibrary;
import io.graphkernel.runtime.generated.library.onednn.OneDnnMatMul;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * Call site of a matmul {@code [..., m, k] x [..., k, n] -> [..., m, n]}, whose batch dims broadcast. The slots are
 * those of {@link LibraryCall}: operands a, b and those of the post-ops.
 */
public final class MatMulCall extends LibraryCall {
    private static final Logger LOGGER = RuntimeLogger.get();

    private final String aName;
    private final String bName;
    private final boolean transposeA;
    private final boolean transposeB;
    private final boolean batched;

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param aName name of the first operand for messages
     * @param bName name of the second operand for messages
     * @param dtype dtype of all operands
     * @param resultType dtype of the result: that of the operands, or i32 for i8 and u8
     * @param aRank number of dims of a, at least 2
     * @param bRank number of dims of b, at least 2
     * @param transposeA true if a is {@code [..., k, m]}
     * @param transposeB true if b is {@code [..., n, k]}
     */
    public MatMulCall(
            String method,
            String aName,
            String bName,
            DType dtype,
            DType resultType,
            int aRank,
            int bRank,
            boolean transposeA,
            boolean transposeB,
            PostOp... epilogue) {
        super(method, dtype, resultType, aRank, bRank, 0, epilogue);
        this.aName = aName;
        this.bName = bName;
        this.transposeA = transposeA;
        this.transposeB = transposeB;
        this.batched = aRank > 2 || bRank > 2;
    }

    @Override
    protected String op() {
        if (isIntegerSum()) {
            return "MatMulInteger";
        }
        return batched ? "BatchMatMul" : "MatMul";
    }

    @Override
    protected long resultElements(long[] a, long[] b, long[] resultSizes) {
        return shape(a, b).elementCount();
    }

    @Override
    protected LibraryKernel kernel(long[] a, long[] b, long[] resultSizes, int threads, boolean onJvm) {
        return kernel(shape(a, b), threads, onJvm, 1);
    }

    /** Prepares a matmul that produces its rows in up to a given number of blocks, subject to profitability. */
    LibraryKernel kernel(MatMulShape shape, int threads, boolean onJvm, long blocks) {
        boolean trivial = shape.k() == 0 || shape.elementCount() == 0;
        if (onJvm || trivial) {
            return JavaMatMul.kernel(shape, dtype(), resultType(), epilogue(), blocks);
        }
        if (OneDnnLibrary.computesMatMul(method(), dtype(), resultType(), epilogue())) {
            return OneDnnMatMul.kernel(shape, dtype(), resultType(), epilogue(), threads, blocks);
        }
        LOGGER.log(Level.DEBUG, () -> method() + ": a product of " + dtype() + " is computed without oneDNN");
        return NativeMatMul.computes(dtype(), resultType(), epilogue())
                ? NativeMatMul.kernel(shape, dtype(), epilogue(), threads)
                : JavaMatMul.kernel(shape, dtype(), resultType(), epilogue(), blocks);
    }

    /** Floats, and int8 with int32 accumulation. */
    @Override
    protected boolean runsOnDevices() {
        return super.runsOnDevices() || isIntegerSum();
    }

    private boolean isIntegerSum() {
        return dtype() == DType.I8 && resultType() == DType.I32 && epilogue().isEmpty();
    }

    @Override
    protected LibraryKernel deviceKernel(long[] a, long[] b, long[] resultSizes, DeviceInUse device) {
        return deviceKernel(method(), shape(a, b), dtype(), epilogue(), device);
    }

    /**
     * Prepares the matmul of aclnn on Ascend, of cuBLASLt if it is available and supports the matmul, or the built-in
     * kernel.
     */
    static LibraryKernel deviceKernel(
            String method, MatMulShape shape, DType dtype, List<PostOp> epilogue, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        Optional<Aclnn> aclnn = Aclnn.of(device);
        if (aclnn.isPresent()) {
            return AclnnMatMul.kernel(aclnn.get(), method, shape, dtype, epilogue);
        }
        Optional<CublasLt> library = shape.k() == 0 || !dtype.isFloat() ? Optional.empty() : CublasLt.of(device);
        Optional<LibraryKernel> kernel =
                library.flatMap(cublas -> CublasLtMatMul.kernel(cublas, shape, dtype, epilogue, device));
        LOGGER.log(
                Level.DEBUG,
                () -> method + ": the product " + shape.m() + " x " + shape.k() + " x " + shape.n()
                        + " of " + dtype + " on " + device + " is computed by "
                        + (kernel.isPresent() ? library.get().toString() : "our own kernel"));
        return kernel.orElseGet(() -> DeviceMatMul.builtIn(shape, dtype, epilogue, device));
    }

    MatMulShape shape(long[] a, long[] b) {
        return MatMulShape.of(method(), aName, a, transposeA, bName, b, transposeB);
    }
}
