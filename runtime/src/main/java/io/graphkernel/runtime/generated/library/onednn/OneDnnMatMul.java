package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.RowSlices;
import io.graphkernel.runtime.generated.library.cpu.NativeMatMul;
import io.graphkernel.runtime.generated.library.jvm.JavaMatMul;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;
import io.graphkernel.runtime.internal.memory.DetachedFromScope;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.matmul;
import org.bytedeco.dnnl.memory;

/** Matmul by oneDNN, split into chunks that are computed by one thread each. */
public final class OneDnnMatMul implements RangeFunction {
    /** Size of a row of an AMX tile in bytes. */
    private static final int TILE_BYTES = 64;

    /** With SVE of 512 bits, oneDNN 3.11 returns wrong sums if b has one column. */
    private static final String WRONG_FOR_ONE_COLUMN = "brg:sve";

    /** Number of chunk sizes: batches, rows and columns each have the regular size or that of the last chunk. */
    private static final int VARIANTS = 8;

    private final MatMulShape shape;
    private final DType dtype;
    private final DType resultType;
    private final List<PostOp> epilogue;
    private final boolean relu;
    private final MatMulTiling tiling;
    private final long rowChunks;
    private final long columnChunks;
    private final long innerBatch;
    private final long batchChunks;
    private final OneDnnProgramPool[] pools = new OneDnnProgramPool[VARIANTS];
    /** Programs that read constant weights in the preferred layout, by chunk size; null for sizes that do not occur. */
    private final OneDnnProgramPool[] packedPools = new OneDnnProgramPool[VARIANTS];

    /** Maximum scratch bytes per thread for programs over unpacked weights. */
    private long scratchBytes;

    /** Distance between the packed weights of consecutive chunks. */
    private final long[] packedBytes = new long[VARIANTS];

    private OneDnnMatMul(MatMulShape shape, DType dtype, DType resultType, List<PostOp> epilogue, MatMulTiling tiling) {
        this.shape = shape;
        this.dtype = dtype;
        this.resultType = resultType;
        this.epilogue = epilogue;
        this.relu = ReluEpilogue.isIn(epilogue);
        this.tiling = tiling;
        rowChunks = LaunchFrame.ceilDiv(shape.m(), tiling.rows());
        columnChunks = LaunchFrame.ceilDiv(shape.n(), tiling.columns());
        innerBatch = shape.batchLoops().isEmpty() ? 1 : innermost().extent();
        batchChunks = LaunchFrame.ceilDiv(innerBatch, tiling.batch());
    }

    private MatMulShape.BatchLoop innermost() {
        return shape.batchLoops().get(shape.batchLoops().size() - 1);
    }

    /**
     * Returns the kernel of a non-empty shape. Neither the number of rows nor that of threads changes the bits of a row:
     * oneDNN multiplies at least two rows, and two columns unless b has one.
     */
    public static LibraryKernel kernel(
            MatMulShape shape, DType dtype, DType resultType, List<PostOp> epilogue, int threads, long blocks) {
        OptionalLong terms = OneDnnSumOrder.ofFewRows(shape, dtype, epilogue);
        if (terms.isPresent()) {
            try {
                return ActivatedRowsKernel.kernel(
                        shape,
                        epilogue,
                        earlier -> NativeMatMul.kernel(shape, dtype, earlier, threads, terms.getAsLong()));
            } catch (NotImplementedByOneDnnException e) {
                // The matmul of oneDNN has the same bits.
            }
        }
        if (shape.m() == 1 && dtype.isFloat()) {
            MatMulShape padded = PaddedRowKernel.padded(shape);
            return new PaddedRowKernel(
                    shape,
                    dtype,
                    resultType,
                    epilogue,
                    kernel(padded, dtype, resultType, PostOp.outOfPlace(epilogue), threads, 1));
        }
        MatMulTiling tiling = MatMulTiling.of(shape, dtype.bytes(), threads).inBlocks(shape, blocks, threads);
        OneDnnMatMul matMul = new OneDnnMatMul(shape, dtype, resultType, epilogue, tiling);
        int openMpThreads = OpenMp.useOneThread();
        try {
            matMul.prepare();
            long chunks =
                    shape.batchSize() / matMul.innerBatch * matMul.batchChunks * matMul.rowChunks * matMul.columnChunks;
            long rowPartsPerBlock = LaunchFrame.ceilDiv(matMul.rowChunks, blocks);
            return new RowSlices(
                    matMul,
                    chunks,
                    matMul.scratchBytes,
                    rowPartsPerBlock * matMul.columnChunks,
                    rowPartsPerBlock * tiling.rows(),
                    matMul.isPackingProfitable() ? new ConstantWeights(matMul::packed)::table : null);
        } catch (NotImplementedByOneDnnException e) {
            boolean half = dtype == DType.F16 || dtype == DType.BF16;
            return half ? matMul.inFloat(threads) : JavaMatMul.kernel(shape, dtype, resultType, epilogue, blocks);
        } finally {
            OpenMp.restore(openMpThreads);
        }
    }

    /**
     * Computes a matmul of f32 on the calling thread.
     *
     * @param epilogue post-ops without ReLU
     * @param arguments address of the addresses of a, b, the operands of the post-ops and the result
     * @return false if oneDNN does not support it
     */
    static boolean run(MatMulShape shape, List<PostOp> epilogue, long arguments) {
        MatMulTiling tiling = new MatMulTiling(1, shape.m(), shape.n(), false);
        OneDnnMatMul matMul = new OneDnnMatMul(shape, DType.F32, DType.F32, epilogue, tiling);
        int openMpThreads = OpenMp.useOneThread();
        try {
            matMul.prepare();
        } catch (NotImplementedByOneDnnException e) {
            return false;
        } finally {
            OpenMp.restore(openMpThreads);
        }
        HostBlock scratch = MemoryPool.shared().acquire(Math.max(1, matMul.scratchBytes));
        try {
            matMul.run(0, arguments, 0, 1, scratch.address());
        } finally {
            MemoryPool.shared().release(scratch);
        }
        return true;
    }

    /** Returns the same matmul on operands that are converted to f32. */
    private LibraryKernel inFloat(int threads) {
        LibraryKernel inner = kernel(shape, DType.F32, DType.F32, PostOp.outOfPlace(epilogue), threads, 1);
        long elements = shape.elementCount();
        List<Long> counts = MixedPrecisionKernel.counts(
                List.of(shape.aElements(), shape.bElements()), epilogue, shape.n(), elements);
        return new MixedPrecisionKernel(inner, dtype, counts, elements, elements);
    }

    /** Prepares a program for each chunk size that occurs. */
    private void prepare() {
        for (int variant = 0; variant < VARIANTS; variant++) {
            if (occurs(variant)) {
                int size = variant;
                pools[variant] = new OneDnnProgramPool(() -> program(size, false));
                packedPools[variant] = new OneDnnProgramPool(() -> program(size, true));
                OneDnnProgram first = pools[variant].acquire();
                scratchBytes = Math.max(scratchBytes, first.scratchBytes());
                pools[variant].release(first);
            }
        }
    }

    private boolean occurs(int variant) {
        return ((variant & 4) == 0 || batchChunks > 1)
                && ((variant & 2) == 0 || rowChunks > 1)
                && ((variant & 1) == 0 || columnChunks > 1);
    }

    /** Returns the size of a chunk along an axis: the regular size, or that of the last chunk. */
    private static long size(int variant, int regularBit, long whole, long chunks, long regular) {
        return (variant & regularBit) == 0 ? whole - (chunks - 1) * regular : regular;
    }

    /**
     * Returns true if packing a constant b is profitable: the batch shares it, and oneDNN multiplies its dtype in
     * groups of rows. Packing f32 was not profitable.
     */
    private boolean isPackingProfitable() {
        return dtype.bytes() < Float.BYTES && shape.batchLoops().stream().allMatch(loop -> loop.bStride() == 0);
    }

    private PackedWeights packed(Constant constant, long address) {
        PackedWeights.ChunkLayout[] chunks = new PackedWeights.ChunkLayout[VARIANTS];
        for (int variant = 0; variant < VARIANTS; variant++) {
            if (occurs(variant)) {
                OneDnnProgram first = packedPools[variant].acquire();
                packedPools[variant].release(first);
                if (first.scratchBytes() > scratchBytes) {
                    return null;
                }
                chunks[variant] = packedChunks(variant);
            }
        }
        return PackedWeights.of(constant, address, chunks);
    }

    private PackedWeights.ChunkLayout packedChunks(int variant) {
        return DetachedFromScope.create(() -> {
            PreparedPrimitive prepared = prepared(variant, true);
            boolean last = (variant & 1) == 0;
            long step = tiling.columns() * shape.bColumn() * dtype.bytes();
            PackedWeights.ChunkLayout chunks = new PackedWeights.ChunkLayout(
                    prepared.b(),
                    prepared.plan().weights_desc(),
                    last ? (columnChunks - 1) * step : 0,
                    step,
                    last ? 1 : columnChunks - 1);
            packedBytes[variant] = chunks.bytes();
            return chunks;
        });
    }

    /** A primitive descriptor and the layouts of its operands. */
    private record PreparedPrimitive(
            matmul.primitive_desc plan,
            memory.desc a,
            memory.desc preferredA,
            memory.desc b,
            memory.desc bias,
            memory.desc result,
            OneDnnPostOps tail) {}

    private PreparedPrimitive prepared(int variant, boolean packed) {
        long batch = size(variant, 4, innerBatch, batchChunks, tiling.batch());
        long rows = size(variant, 2, shape.m(), rowChunks, tiling.rows());
        long columns = size(variant, 1, shape.n(), columnChunks, tiling.columns());
        long aStep = batch > 1 ? innermost().aStride() : 0;
        long bStep = batch > 1 ? innermost().bStride() : 0;
        long bBatch = bStep == 0 ? 1 : batch;
        memory.desc a = matrices(dtype, aStep == 0 ? 1 : batch, rows, shape.k(), aStep, shape.aRow(), shape.aColumn());
        memory.desc b = matrices(dtype, bBatch, shape.k(), columns, bStep, shape.bRow(), shape.bColumn());
        long paddedRow = paddedColumns();
        memory.desc preferredA = paddedRow == shape.k()
                ? a
                : matrices(dtype, aStep == 0 ? 1 : batch, rows, shape.k(), rows * paddedRow, paddedRow, 1);
        memory.desc result = matrices(resultType, batch, rows, columns, shape.m() * shape.n(), shape.n(), 1);
        memory.desc full = matrices(dtype, batch, rows, columns, shape.m() * shape.n(), shape.n(), 1);
        memory.desc bias = matrices(dtype, 1, 1, columns, columns, columns, 1);
        long[] bDims = tiling.batch() == 1 ? new long[] {shape.k(), columns} : new long[] {bBatch, shape.k(), columns};
        memory.desc preferredB = packed || tiling.packed() ? OneDnn.anyLayout(dtype, bDims) : b;
        OneDnnPostOps tail = new OneDnnPostOps(epilogue, bias, full);
        matmul.primitive_desc plan = NotImplementedByOneDnnException.create(() -> tail.hasLeadingBias()
                ? new matmul.primitive_desc(
                        OneDnn.cpu(), preferredA, preferredB, bias, result, tail.attributes(), false)
                : new matmul.primitive_desc(OneDnn.cpu(), preferredA, preferredB, result, tail.attributes(), false));
        if (columns == 1 && plan.impl_info_str().getString().startsWith(WRONG_FOR_ONE_COLUMN)) {
            throw new NotImplementedByOneDnnException(null);
        }
        return new PreparedPrimitive(plan, a, preferredA, b, bias, result, tail);
    }

    private OneDnnProgram program(int variant, boolean packed) {
        PreparedPrimitive prepared = prepared(variant, packed);
        memory.desc preferredB = prepared.plan().weights_desc();
        List<OneDnnProgram.Operand> operands = new ArrayList<>();
        operands.add(new OneDnnProgram.Operand(
                dnnl.DNNL_ARG_SRC, prepared.a(), prepared.preferredA(), paddedColumns() > shape.k()));
        operands.add(new OneDnnProgram.Operand(dnnl.DNNL_ARG_WEIGHTS, packed ? preferredB : prepared.b(), preferredB));
        operands.addAll(prepared.tail().operands(prepared.bias()));
        OneDnnProgram.Operand target =
                new OneDnnProgram.Operand(dnnl.DNNL_ARG_DST, prepared.result(), prepared.result());
        return new OneDnnProgram(new matmul(prepared.plan()), prepared.plan().scratchpad_desc(), operands, target);
    }

    /**
     * Returns the number of columns of a including the padding of its rows. With AMX, oneDNN 3.11 reads each row of a
     * up to the end of the last tile and multiplies the excess by zero. This propagates a NaN of the next row
     * (uxlfoundation/oneDNN, issue 5717), or uninitialized int8 values. Zeros there are harmless.
     */
    private long paddedColumns() {
        boolean tiles = dtype.bytes() < Float.BYTES && shape.aColumn() == 1 && OneDnn.hasMatrixTiles();
        long columns = TILE_BYTES / dtype.bytes();
        return tiles ? LaunchFrame.ceilDiv(shape.k(), columns) * columns : shape.k();
    }

    /** Returns the descriptor of matrices with a batch stride; a single matrix has rank 2. */
    private memory.desc matrices(
            DType type, long batch, long rows, long columns, long step, long rowStride, long columnStride) {
        if (tiling.batch() == 1) {
            return OneDnn.descriptor(type, new long[] {rows, columns}, new long[] {rowStride, columnStride});
        }
        long batchStride = batch == 1 ? rows * columns : step;
        return OneDnn.descriptor(
                type, new long[] {batch, rows, columns}, new long[] {batchStride, rowStride, columnStride});
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        int openMpThreads = OpenMp.useOneThread();
        try {
            for (long chunk = begin; chunk < end; chunk++) {
                runChunk(kernel, arguments, chunk, scratch);
            }
        } finally {
            OpenMp.restore(openMpThreads);
        }
    }

    private void runChunk(long weights, long arguments, long chunk, long scratch) {
        long columnChunk = chunk % columnChunks;
        long rowChunk = chunk / columnChunks % rowChunks;
        long batch = chunk / columnChunks / rowChunks;
        long batchChunk = batch % batchChunks;
        int variant = (batchChunk < batchChunks - 1 ? 4 : 0)
                | (rowChunk < rowChunks - 1 ? 2 : 0)
                | (columnChunk < columnChunks - 1 ? 1 : 0);
        long batchIndex = batch / batchChunks * innerBatch + batchChunk * tiling.batch();
        OneDnnProgramPool pool = weights == 0 ? pools[variant] : packedPools[variant];
        OneDnnProgram program = pool.acquire();
        try {
            long result =
                    locate(program, arguments, batchIndex, rowChunk * tiling.rows(), columnChunk * tiling.columns());
            if (weights != 0) {
                long columnIndex = (variant & 1) == 0 ? 0 : columnChunk;
                program.address(1, PackedWeights.address(weights, variant) + columnIndex * packedBytes[variant]);
            }
            program.run(scratch);
            if (relu) {
                long batchCount = Math.min(tiling.batch(), innerBatch - batchChunk * tiling.batch());
                long rows = Math.min(tiling.rows(), shape.m() - rowChunk * tiling.rows());
                long columns = Math.min(tiling.columns(), shape.n() - columnChunk * tiling.columns());
                ReluEpilogue.apply(resultType, result, batchCount * rows, columns, shape.n());
            }
        } finally {
            pool.release(program);
        }
    }

    /** Sets the addresses of a chunk, and returns that of its result. */
    private long locate(OneDnnProgram program, long arguments, long batchIndex, long row, long column) {
        long bytes = dtype.bytes();
        long a = Memory.getLong(arguments);
        long b = Memory.getLong(arguments + Long.BYTES);
        program.address(0, a + (shape.aOffset(batchIndex) + row * shape.aRow()) * bytes);
        program.address(1, b + (shape.bOffset(batchIndex) + column * shape.bColumn()) * bytes);
        long element = (batchIndex * shape.m() + row) * shape.n() + column;
        int operand = 2;
        for (int i = 0; i < epilogue.size(); i++) {
            PostOp operation = epilogue.get(i);
            if (operation.hasOperand()) {
                long offset = operation.isPerChannel() ? column : element;
                program.address(operand, Memory.getLong(arguments + operand * 8L) + offset * bytes);
                operand++;
            }
        }
        long result = Memory.getLong(arguments + operand * 8L) + element * resultType.bytes();
        program.address(operand, result);
        return result;
    }
}
