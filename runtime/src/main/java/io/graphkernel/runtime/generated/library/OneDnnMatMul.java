package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.RangeFunction;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;
import io.graphkernel.runtime.internal.memory.Unscoped;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.matmul;
import org.bytedeco.dnnl.memory;

/** A matrix product by oneDNN, in parts that each one thread computes. */
final class OneDnnMatMul implements RangeFunction {
    /** A row of a tile. */
    private static final int TILE_BYTES = 64;

    /** With SVE, oneDNN 3.11 gives other sums for a b of one column: seen with vectors of 512 bits, under an emulator. */
    private static final String WRONG_FOR_ONE_COLUMN = "brg:sve";

    /** Batches, rows and columns of a part, each of the usual size or of the last one's. */
    private static final int VARIANTS = 8;

    private final MatMulShape shape;
    private final DType dtype;
    private final DType resultType;
    private final List<PostOp> epilogue;
    private final boolean relu;
    private final MatMulTiling tiling;
    private final long rowParts;
    private final long columnParts;
    private final long run;
    private final long batchParts;
    private final OneDnnProgramPool[] pools = new OneDnnProgramPool[VARIANTS];

    /** Programs that read constant weights as they want them, by the size of their parts, where it occurs. */
    private final OneDnnProgramPool[] packedPools = new OneDnnProgramPool[VARIANTS];

    /** What each thread needs at most for programs of weights as they lie. */
    private long scratchBytes;

    /** From the weights of one part to those of the next, for these programs. */
    private final long[] packedBytes = new long[VARIANTS];

    private OneDnnMatMul(MatMulShape shape, DType dtype, DType resultType, List<PostOp> epilogue, MatMulTiling tiling) {
        this.shape = shape;
        this.dtype = dtype;
        this.resultType = resultType;
        this.epilogue = epilogue;
        this.relu = StoredRelu.isIn(epilogue);
        this.tiling = tiling;
        rowParts = LaunchFrame.ceilDiv(shape.m(), tiling.rows());
        columnParts = LaunchFrame.ceilDiv(shape.n(), tiling.columns());
        run = shape.runs().isEmpty() ? 1 : innermost().extent();
        batchParts = LaunchFrame.ceilDiv(run, tiling.batch());
    }

    private MatMulShape.Run innermost() {
        return shape.runs().get(shape.runs().size() - 1);
    }

    /** The work of a shape that has elements. */
    static LibraryWork work(
            MatMulShape shape, DType dtype, DType resultType, List<PostOp> epilogue, int threads, long blocks) {
        MatMulTiling tiling = MatMulTiling.of(shape, dtype.bytes(), threads).inBlocks(shape, blocks, threads);
        OneDnnMatMul product = new OneDnnMatMul(shape, dtype, resultType, epilogue, tiling);
        int openMpThreads = OpenMp.useOneThread();
        try {
            product.prepare();
            long parts = shape.products() / product.run * product.batchParts * product.rowParts * product.columnParts;
            long rowPartsPerBlock = LaunchFrame.ceilDiv(product.rowParts, blocks);
            return new RowParts(
                    product,
                    parts,
                    product.scratchBytes,
                    rowPartsPerBlock * product.columnParts,
                    rowPartsPerBlock * tiling.rows(),
                    product.packs() ? new ConstantWeights(product::packed) : null);
        } catch (NotImplementedByOneDnnException e) {
            boolean half = dtype == DType.F16 || dtype == DType.BF16;
            return half ? product.inFloat(threads) : JavaMatMul.work(shape, dtype, resultType, epilogue, blocks);
        } finally {
            OpenMp.restore(openMpThreads);
        }
    }

    /** The same product of operands that are converted to f32. */
    private LibraryWork inFloat(int threads) {
        LibraryWork inner = work(shape, DType.F32, DType.F32, epilogue, threads, 1);
        List<Long> counts = new ArrayList<>();
        counts.add(shape.aElements());
        counts.add(shape.bElements());
        for (PostOp operation : epilogue) {
            if (operation.hasOperand()) {
                counts.add(operation.isPerChannel() ? shape.n() : shape.elementCount());
            }
        }
        counts.add(shape.elementCount());
        return new ConvertedWork(inner, dtype, counts, shape.elementCount(), shape.elementCount());
    }

    /** Makes a program for each size of a part that occurs. */
    private void prepare() {
        for (int variant = 0; variant < VARIANTS; variant++) {
            if (occurs(variant)) {
                int size = variant;
                pools[variant] = new OneDnnProgramPool(() -> program(size, false));
                packedPools[variant] = new OneDnnProgramPool(() -> program(size, true));
                OneDnnProgram first = pools[variant].take();
                scratchBytes = Math.max(scratchBytes, first.scratchBytes());
                pools[variant].giveBack(first);
            }
        }
    }

    private boolean occurs(int variant) {
        return ((variant & 4) == 0 || batchParts > 1)
                && ((variant & 2) == 0 || rowParts > 1)
                && ((variant & 1) == 0 || columnParts > 1);
    }

    private long batch(int variant) {
        return (variant & 4) == 0 ? run - (batchParts - 1) * tiling.batch() : tiling.batch();
    }

    private long rows(int variant) {
        return (variant & 2) == 0 ? shape.m() - (rowParts - 1) * tiling.rows() : tiling.rows();
    }

    private long columns(int variant) {
        return (variant & 1) == 0 ? shape.n() - (columnParts - 1) * tiling.columns() : tiling.columns();
    }

    /**
     * Whether b is worth packing if it is a constant: all products have the same one, and its dtype is one that oneDNN
     * multiplies in groups of rows. Copies of f32 were not seen to pay.
     */
    private boolean packs() {
        return dtype.bytes() < Float.BYTES && shape.runs().stream().allMatch(each -> each.bStride() == 0);
    }

    private PackedWeights packed(Constant constant, long address) {
        PackedWeights.Parts[] parts = new PackedWeights.Parts[VARIANTS];
        for (int variant = 0; variant < VARIANTS; variant++) {
            if (occurs(variant)) {
                OneDnnProgram first = packedPools[variant].take();
                packedPools[variant].giveBack(first);
                if (first.scratchBytes() > scratchBytes) {
                    return null;
                }
                parts[variant] = packedParts(variant);
            }
        }
        return PackedWeights.of(constant, address, parts);
    }

    private PackedWeights.Parts packedParts(int variant) {
        return Unscoped.make(() -> {
            Prepared prepared = prepared(variant, true);
            boolean last = (variant & 1) == 0;
            long step = tiling.columns() * shape.bColumn() * dtype.bytes();
            PackedWeights.Parts parts = new PackedWeights.Parts(
                    prepared.b(),
                    prepared.plan().weights_desc(),
                    last ? (columnParts - 1) * step : 0,
                    step,
                    last ? 1 : columnParts - 1);
            packedBytes[variant] = parts.bytes();
            return parts;
        });
    }

    /** A primitive, and how its operands lie. */
    private record Prepared(
            matmul.primitive_desc plan,
            memory.desc a,
            memory.desc wantedA,
            memory.desc b,
            memory.desc bias,
            memory.desc result,
            OneDnnPostOps tail) {}

    private Prepared prepared(int variant, boolean packed) {
        long batch = batch(variant);
        long rows = rows(variant);
        long columns = columns(variant);
        boolean batched = batch > 1;
        long aStep = batched ? innermost().aStride() : 0;
        long bStep = batched ? innermost().bStride() : 0;
        long bBatch = bStep == 0 ? 1 : batch;
        memory.desc a = matrices(dtype, aStep == 0 ? 1 : batch, rows, shape.k(), aStep, shape.aRow(), shape.aColumn());
        memory.desc b = matrices(dtype, bBatch, shape.k(), columns, bStep, shape.bRow(), shape.bColumn());
        long fullRow = rowOfTiles();
        memory.desc wantedA = fullRow == shape.k()
                ? a
                : matrices(dtype, aStep == 0 ? 1 : batch, rows, shape.k(), rows * fullRow, fullRow, 1);
        memory.desc result = matrices(resultType, batch, rows, columns, shape.m() * shape.n(), shape.n(), 1);
        memory.desc full = matrices(dtype, batch, rows, columns, shape.m() * shape.n(), shape.n(), 1);
        memory.desc bias = matrices(dtype, 1, 1, columns, columns, columns, 1);
        long[] bDims = tiling.batch() == 1 ? new long[] {shape.k(), columns} : new long[] {bBatch, shape.k(), columns};
        memory.desc wantedB = packed || tiling.packed() ? OneDnn.anyLayout(dtype, bDims) : b;
        OneDnnPostOps tail = new OneDnnPostOps(epilogue, bias, full);
        matmul.primitive_desc plan = NotImplementedByOneDnnException.unlessMade(() -> tail.hasLeadingBias()
                ? new matmul.primitive_desc(OneDnn.cpu(), wantedA, wantedB, bias, result, tail.attributes(), false)
                : new matmul.primitive_desc(OneDnn.cpu(), wantedA, wantedB, result, tail.attributes(), false));
        if (columns == 1 && plan.impl_info_str().getString().startsWith(WRONG_FOR_ONE_COLUMN)) {
            throw new NotImplementedByOneDnnException(null);
        }
        return new Prepared(plan, a, wantedA, b, bias, result, tail);
    }

    private OneDnnProgram program(int variant, boolean packed) {
        Prepared prepared = prepared(variant, packed);
        memory.desc wantedB = prepared.plan().weights_desc();
        List<OneDnnProgram.Operand> operands = new ArrayList<>();
        operands.add(new OneDnnProgram.Operand(
                dnnl.DNNL_ARG_SRC, prepared.a(), prepared.wantedA(), rowOfTiles() > shape.k()));
        operands.add(new OneDnnProgram.Operand(dnnl.DNNL_ARG_WEIGHTS, packed ? wantedB : prepared.b(), wantedB));
        operands.addAll(prepared.tail().operands(prepared.bias()));
        OneDnnProgram.Operand target =
                new OneDnnProgram.Operand(dnnl.DNNL_ARG_DST, prepared.result(), prepared.result());
        return new OneDnnProgram(new matmul(prepared.plan()), prepared.plan().scratchpad_desc(), operands, target);
    }

    /**
     * The columns of a with what lies between its rows. Where tiles are multiplied, oneDNN 3.11 reads a row of a up to the
     * end of the last tile. It multiplies what it finds there by zeros, which keeps a NaN of the next row
     * (uxlfoundation/oneDNN, issue 5717), and for bytes by what a buffer happens to hold. Zeros in this place harm nobody.
     */
    private long rowOfTiles() {
        boolean tiles = dtype.bytes() < Float.BYTES && shape.aColumn() == 1 && OneDnn.multipliesTiles();
        long columns = TILE_BYTES / dtype.bytes();
        return tiles ? LaunchFrame.ceilDiv(shape.k(), columns) * columns : shape.k();
    }

    /** Matrices that follow each other at a stride; one alone has rank 2. */
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
            for (long part = begin; part < end; part++) {
                runPart(kernel, arguments, part, scratch);
            }
        } finally {
            OpenMp.restore(openMpThreads);
        }
    }

    private void runPart(long weights, long arguments, long part, long scratch) {
        long columnPart = part % columnParts;
        long rowPart = part / columnParts % rowParts;
        long batch = part / columnParts / rowParts;
        long batchPart = batch % batchParts;
        int variant = (batchPart < batchParts - 1 ? 4 : 0)
                | (rowPart < rowParts - 1 ? 2 : 0)
                | (columnPart < columnParts - 1 ? 1 : 0);
        long product = batch / batchParts * run + batchPart * tiling.batch();
        OneDnnProgramPool pool = weights == 0 ? pools[variant] : packedPools[variant];
        OneDnnProgram program = pool.take();
        try {
            long result = locate(program, arguments, product, rowPart * tiling.rows(), columnPart * tiling.columns());
            if (weights != 0) {
                long place = (variant & 1) == 0 ? 0 : columnPart;
                program.address(1, PackedWeights.address(weights, variant) + place * packedBytes[variant]);
            }
            program.run(scratch);
            if (relu) {
                long products = Math.min(tiling.batch(), run - batchPart * tiling.batch());
                long rows = Math.min(tiling.rows(), shape.m() - rowPart * tiling.rows());
                long columns = Math.min(tiling.columns(), shape.n() - columnPart * tiling.columns());
                StoredRelu.apply(resultType, result, products * rows, columns, shape.n());
            }
        } finally {
            pool.giveBack(program);
        }
    }

    /** Gives the address of the part of the result. */
    private long locate(OneDnnProgram program, long arguments, long product, long row, long column) {
        long bytes = dtype.bytes();
        long a = Memory.getLong(arguments);
        long b = Memory.getLong(arguments + Long.BYTES);
        program.address(0, a + (shape.aOffset(product) + row * shape.aRow()) * bytes);
        program.address(1, b + (shape.bOffset(product) + column * shape.bColumn()) * bytes);
        long element = (product * shape.m() + row) * shape.n() + column;
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
