package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.RowSlices;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;

/**
 * A matmul of one shape that produces its rows in blocks, prepared lazily when an asynchronous communicator first needs
 * it.
 */
final class BlockedMatMul {
    private final MatMulCall matMul;
    private final MatMulShape shape;
    private final int threads;
    private final boolean onJvm;
    private final long blocks;

    /** Null before the first use. */
    private LibraryKernel kernel;

    /**
     * Creates an unprepared matmul.
     *
     * @param blocks maximum number of blocks, subject to profitability
     */
    BlockedMatMul(MatMulCall matMul, MatMulShape shape, int threads, boolean onJvm, long blocks) {
        this.matMul = matMul;
        this.shape = shape;
        this.threads = threads;
        this.onJvm = onJvm;
        this.blocks = blocks;
    }

    /** Returns the matmul, as {@link RowSlices} if it can be computed in blocks. */
    synchronized LibraryKernel kernel() {
        if (kernel == null) {
            kernel = matMul.kernel(shape, threads, onJvm, blocks);
        }
        return kernel;
    }
}
