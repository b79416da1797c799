package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.ArrayList;
import java.util.List;

/**
 * A matmul of a single row, computed as two equal rows. oneDNN 3.11 sums a single row of f32 in another order than a row
 * of a batch; two rows have the bits of any number of them. See docs/bench/contractions.md.
 */
final class PaddedRowKernel implements LibraryKernel {
    private static final int COPIES = 2;

    private final LibraryKernel inner;
    private final List<PaddedOperand> operands;
    private final long bytes;

    /**
     * An operand or the result.
     *
     * @param rows number of rows to copy; 0 for an operand that is not padded
     * @param rowBytes size of a row
     * @param unitBytes size of the units that alternate between both copies: a row, or an element
     */
    private record PaddedOperand(long rows, long rowBytes, long unitBytes) {

        long paddedBytes() {
            return LaunchFrame.aligned(COPIES * rows * rowBytes);
        }
    }

    /**
     * Creates the kernel.
     *
     * @param shape the matmul of single rows
     * @param inner the matmul of the {@linkplain #padded padded shape}
     */
    PaddedRowKernel(MatMulShape shape, DType dtype, DType resultType, List<PostOp> epilogue, LibraryKernel inner) {
        this.inner = inner;
        this.operands = new ArrayList<>();
        long batches = shape.batchSize();
        long rowBytes = shape.k() * dtype.bytes();
        // A transposed a has one element per row in memory.
        boolean transposed = isTransposed(shape);
        operands.add(new PaddedOperand(shape.aElements() / shape.k(), rowBytes, transposed ? dtype.bytes() : rowBytes));
        operands.add(new PaddedOperand(0, 0, 0));
        for (PostOp operation : epilogue) {
            if (operation.hasOperand()) {
                long size = shape.n() * dtype.bytes();
                operands.add(new PaddedOperand(operation.isPerChannel() ? 0 : batches, size, size));
            }
        }
        long resultBytes = shape.n() * resultType.bytes();
        operands.add(new PaddedOperand(batches, resultBytes, resultBytes));
        bytes = LaunchFrame.aligned((long) operands.size() * Long.BYTES)
                + operands.stream().mapToLong(PaddedOperand::paddedBytes).sum();
    }

    private static boolean isTransposed(MatMulShape shape) {
        return shape.aRow() == 1 && shape.k() > 1;
    }

    /** Returns the shape with two rows, each of a's rows twice. */
    static MatMulShape padded(MatMulShape shape) {
        List<MatMulShape.BatchLoop> loops = shape.batchLoops().stream()
                .map(loop -> new MatMulShape.BatchLoop(loop.extent(), COPIES * loop.aStride(), loop.bStride()))
                .toList();
        List<Long> dims = new ArrayList<>(shape.resultDims());
        dims.set(dims.size() - 2, (long) COPIES);
        boolean transposed = isTransposed(shape);
        return new MatMulShape(
                List.copyOf(dims),
                COPIES,
                shape.n(),
                shape.k(),
                transposed ? 1 : shape.k(),
                transposed ? COPIES : 1,
                shape.bRow(),
                shape.bColumn(),
                loops);
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        HostBlock block = MemoryPool.shared().acquire(bytes);
        try {
            long slots = block.address();
            long next = slots + LaunchFrame.aligned((long) operands.size() * Long.BYTES);
            int last = operands.size() - 1;
            for (int i = 0; i <= last; i++) {
                PaddedOperand operand = operands.get(i);
                long address = Memory.getLong(arguments + i * 8L);
                Memory.putLong(slots + i * 8L, operand.rows() == 0 ? address : next);
                if (operand.rows() > 0 && i < last) {
                    duplicate(operand, address, next);
                }
                next += operand.paddedBytes();
            }
            inner.launch(frame, slots);
            PaddedOperand result = operands.get(last);
            long source = Memory.getLong(slots + last * 8L);
            long target = Memory.getLong(arguments + last * 8L);
            for (long row = 0; row < result.rows(); row++) {
                RawElements.copy(
                        source + COPIES * row * result.rowBytes(), target + row * result.rowBytes(), result.rowBytes());
            }
        } finally {
            MemoryPool.shared().release(block);
        }
    }

    private static void duplicate(PaddedOperand operand, long source, long target) {
        long unit = operand.unitBytes();
        long units = operand.rows() * operand.rowBytes() / unit;
        for (long i = 0; i < units; i++) {
            for (int copy = 0; copy < COPIES; copy++) {
                RawElements.copy(source + i * unit, target + (COPIES * i + copy) * unit, unit);
            }
        }
    }
}
