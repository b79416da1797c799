package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * A matrix product {@code [..., m, k] x [..., k, n] -> [..., m, n]}, whose leading dims broadcast. The slots are those
 * of {@link LibraryCall}: operands a, b and those of the post-ops.
 */
public final class MatMulCall extends LibraryCall {
    private final String aName;
    private final String bName;
    private final boolean transposeA;
    private final boolean transposeB;
    private final boolean batched;

    /**
     * A call site.
     *
     * @param method the kernel method, for messages, and so are the names of the operands
     * @param dtype the dtype of all operands
     * @param resultType the same, or for i8 and u8 also i32
     * @param aRank the number of a's dims, 2 or more
     * @param bRank the number of b's dims, 2 or more
     * @param transposeA whether a is {@code [..., k, m]}
     * @param transposeB whether b is {@code [..., n, k]}
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
    String op() {
        if (isIntegerSum()) {
            return "MatMulInteger";
        }
        return batched ? "BatchMatMul" : "MatMul";
    }

    @Override
    long resultElements(long[] a, long[] b, long[] resultSizes) {
        return shape(a, b).elementCount();
    }

    @Override
    LibraryWork work(long[] a, long[] b, long[] resultSizes, int threads, boolean onJvm) {
        return work(shape(a, b), threads, onJvm, 1);
    }

    /** Prepares a product that gives its rows in so many blocks, if it is worth being split so far. */
    LibraryWork work(MatMulShape shape, int threads, boolean onJvm, long blocks) {
        boolean trivial = shape.k() == 0 || shape.elementCount() == 0;
        if (onJvm || trivial || !OneDnnLibrary.computes(method(), dtype(), resultType(), epilogue())) {
            return JavaMatMul.work(shape, dtype(), resultType(), epilogue(), blocks);
        }
        return OneDnnMatMul.work(shape, dtype(), resultType(), epilogue(), threads, blocks);
    }

    /** In floats, and from i8 to i32. */
    @Override
    boolean runsOnDevices() {
        return super.runsOnDevices() || isIntegerSum();
    }

    private boolean isIntegerSum() {
        return dtype() == DType.I8 && resultType() == DType.I32 && epilogue().isEmpty();
    }

    @Override
    LibraryWork deviceWork(long[] a, long[] b, long[] resultSizes, DeviceInUse device) {
        return DeviceMatMul.work(method(), shape(a, b), dtype(), epilogue(), device);
    }

    MatMulShape shape(long[] a, long[] b) {
        return MatMulShape.of(method(), aName, a, transposeA, bName, b, transposeB);
    }
}
