package io.graphkernel.runtime.generated.library.cpu;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.PackedPostOps;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Matmul on the CPU by the built-in kernels of {@code native/src/main/c/gk_matmul.c}: for programs without oneDNN, for f64,
 * and for few rows of f32 if oneDNN has the same order of sums. The order depends on k alone: blocks of a number of terms,
 * each accumulated by fused multiply-adds where the instruction set has them, are added in the order of k.
 */
public final class NativeMatMul implements LibraryKernel {
    /** The kernel of int8 precedes those of the floats. */
    private static final NativeKernels KERNELS = new NativeKernels("matmul", 1, 1);

    private static final CpuLibraryModel MODEL = CpuLibraryModel.DEFAULT;

    private static final int RESULT = 2;
    private static final int POST_OPS = 3;
    private static final int SIZES = 5;
    private static final int POST_OPERANDS = 32;

    /** First of the slots of the terms per block, and of the rows and columns per tile. */
    private static final int TERMS = 61;

    private final long function;
    private final long tileRows;
    private final long tileColumns;
    private final long scratchBytes;
    private final long items;
    private final long[] postOps;
    private final long[] sizes;
    private final long[] tiles;
    private final int postOperands;

    private NativeMatMul(MatMulShape shape, DType dtype, List<PostOp> epilogue, int threads, long terms) {
        function = dtype == DType.I8 ? KERNELS.function(0) : KERNELS.function(0, dtype);
        long chunks = LaunchFrame.ceilDiv(MODEL.matMulItemsPerThread() * threads, shape.batchSize());
        long columns = Math.min(MODEL.matMulColumns(), aligned(LaunchFrame.ceilDiv(shape.n(), chunks)));
        long rowChunks = LaunchFrame.ceilDiv(chunks, LaunchFrame.ceilDiv(shape.n(), columns));
        tileColumns = columns;
        tileRows = Math.min(
                MODEL.matMulRows(),
                Math.max(
                        Math.min(shape.m(), MODEL.minMatMulRows()),
                        LaunchFrame.ceilDiv(shape.m(), Math.max(1, rowChunks))));
        long sumBytes = dtype == DType.F64 ? Double.BYTES : Float.BYTES;
        scratchBytes = terms * MODEL.matMulPanelBytes() * 2 + tileRows * (terms + aligned(tileColumns)) * sumBytes;
        sizes = sizes(shape);
        items = shape.batchSize()
                * LaunchFrame.ceilDiv(shape.m(), tileRows)
                * LaunchFrame.ceilDiv(shape.n(), tileColumns);
        tiles = new long[] {terms, tileRows, tileColumns};
        postOps = PackedPostOps.of(epilogue);
        postOperands = PostOp.operands(epilogue);
    }

    /** Rounds a number of columns up to whole panels of any dtype. */
    private static long aligned(long columns) {
        long panel = MODEL.matMulPanelBytes() / Float.BYTES;
        return LaunchFrame.ceilDiv(columns, panel) * panel;
    }

    /** Returns true if there is a kernel of a dtype: of floats, and of int8 with int32 results and no post-ops. */
    public static boolean computes(DType dtype, DType resultType, List<PostOp> epilogue) {
        return dtype.isFloat() || dtype == DType.I8 && resultType == DType.I32 && epilogue.isEmpty();
    }

    /** Returns the kernel of a shape with terms. */
    public static LibraryKernel kernel(MatMulShape shape, DType dtype, List<PostOp> epilogue, int threads) {
        return kernel(shape, dtype, epilogue, threads, MODEL.matMulTerms());
    }

    /**
     * Returns the kernel of a shape with terms.
     *
     * @param terms number of terms per block of a sum
     */
    public static LibraryKernel kernel(MatMulShape shape, DType dtype, List<PostOp> epilogue, int threads, long terms) {
        return shape.elementCount() == 0
                ? LibraryKernel.NOTHING
                : new NativeMatMul(shape, dtype, epilogue, threads, terms);
    }

    /**
     * Returns the kernel of a shape of f32 with terms that runs on the calling thread, without its frame.
     *
     * @param terms number of terms per block of a sum
     */
    public static LibraryKernel onCallingThread(MatMulShape shape, List<PostOp> epilogue, long terms) {
        NativeMatMul matMul = new NativeMatMul(shape, DType.F32, epilogue, 1, terms);
        return (frame, arguments) -> matMul.run(arguments);
    }

    private void run(long arguments) {
        HostBlock block = MemoryPool.shared().acquire(LibrarySlots.COUNT * Long.BYTES + scratchBytes);
        try {
            long scratch = block.address() + LibrarySlots.COUNT * Long.BYTES;
            fill(block.address(), arguments);
            NativeBridge.launch(function, block.address(), 0, items, scratch);
        } finally {
            MemoryPool.shared().release(block);
        }
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        long slots = LibrarySlots.address(frame);
        fill(slots, arguments);
        frame.run(NativeBridge::launch, function, slots, items, scratchBytes);
    }

    /** Allocates nothing: a step of training calls it for each product. */
    private void fill(long slots, long arguments) {
        int operands = 2 + postOperands;
        for (int i = 0; i < operands; i++) {
            int slot = i < 2 ? i : POST_OPERANDS + i - 2;
            Memory.putLong(slots + (long) slot * Long.BYTES, Memory.getLong(arguments + (long) i * Long.BYTES));
        }
        long result = Memory.getLong(arguments + (long) operands * Long.BYTES);
        Memory.putLong(slots + (long) RESULT * Long.BYTES, result);
        put(slots, POST_OPS, postOps);
        put(slots, SIZES, sizes);
        put(slots, TERMS, tiles);
    }

    /** Returns the sizes and strides, then those of the batch loops. */
    private static long[] sizes(MatMulShape shape) {
        LongStream.Builder sizes = LongStream.builder()
                .add(shape.m())
                .add(shape.n())
                .add(shape.k())
                .add(shape.aRow())
                .add(shape.aColumn())
                .add(shape.bRow())
                .add(shape.bColumn())
                .add(shape.batchLoops().size());
        for (MatMulShape.BatchLoop loop : shape.batchLoops()) {
            sizes.add(loop.extent()).add(loop.aStride()).add(loop.bStride());
        }
        return sizes.build().toArray();
    }

    private static void put(long slots, int first, long[] values) {
        for (int i = 0; i < values.length; i++) {
            Memory.putLong(slots + (long) (first + i) * Long.BYTES, values[i]);
        }
    }
}
