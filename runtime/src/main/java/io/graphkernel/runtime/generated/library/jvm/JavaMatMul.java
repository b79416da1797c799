package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.common.target.JvmModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.RowSlices;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;
import java.util.List;

/**
 * Matmul in plain Java. Sums are accumulated in double, or in long for integers, which wrap around like the dtype of
 * the result.
 *
 * <p>Every element is summed in the order of k and rounded once, so that the result does not depend on the tiles.
 */
public final class JavaMatMul implements RangeFunction {
    private static final int TILE_ROWS = JvmModel.LibraryTiles.DEFAULT.matMulRows();
    private static final int TILE_COLUMNS = JvmModel.LibraryTiles.DEFAULT.matMulColumns();

    private final MatMulShape shape;
    private final DType dtype;
    private final DType resultType;
    private final List<PostOp> epilogue;
    private final long rowTiles;
    private final int resultSlot;

    private JavaMatMul(MatMulShape shape, DType dtype, DType resultType, List<PostOp> epilogue) {
        this.shape = shape;
        this.dtype = dtype;
        this.resultType = resultType;
        this.epilogue = epilogue;
        this.rowTiles = LaunchFrame.ceilDiv(shape.m(), TILE_ROWS);
        this.resultSlot = 2 + PostOp.operands(epilogue);
    }

    public static LibraryKernel kernel(MatMulShape shape, DType dtype, DType resultType, List<PostOp> epilogue) {
        return kernel(shape, dtype, resultType, epilogue, 1);
    }

    /** Returns a kernel that produces its rows in up to a given number of blocks. */
    public static LibraryKernel kernel(
            MatMulShape shape, DType dtype, DType resultType, List<PostOp> epilogue, long blocks) {
        JavaMatMul matMul = new JavaMatMul(shape, dtype, resultType, epilogue);
        long chunks = shape.elementCount() == 0 ? 0 : shape.batchSize() * matMul.rowTiles;
        long chunksPerBlock = Math.max(1, LaunchFrame.ceilDiv(chunks, blocks));
        return new RowSlices(matMul, chunks, 0, chunksPerBlock, chunksPerBlock * TILE_ROWS, null);
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        int columns = (int) Math.min(shape.n(), TILE_COLUMNS);
        Tile tile = dtype.isFloat() ? new DoubleTile(columns) : new LongTile(columns);
        for (long chunk = begin; chunk < end; chunk++) {
            long row = chunk % rowTiles * TILE_ROWS;
            for (long column = 0; column < shape.n(); column += columns) {
                tile.compute(arguments, chunk / rowTiles, row, column);
            }
        }
    }

    /** A tile of the result that is accumulated in local memory. */
    private abstract class Tile {
        private final int capacity;

        Tile(int capacity) {
            this.capacity = capacity;
        }

        void compute(long arguments, long batchIndex, long row, long column) {
            int rows = (int) Math.min(TILE_ROWS, shape.m() - row);
            int columns = (int) Math.min(capacity, shape.n() - column);
            int bytes = dtype.bytes();
            long a = Memory.getLong(arguments) + (shape.aOffset(batchIndex) + row * shape.aRow()) * bytes;
            long b = Memory.getLong(arguments + Long.BYTES)
                    + (shape.bOffset(batchIndex) + column * shape.bColumn()) * bytes;
            clear();
            for (long k = 0; k < shape.k(); k++) {
                accumulate(a + k * shape.aColumn() * bytes, rows, b + k * shape.bRow() * bytes, columns);
            }
            long result = Memory.getLong(arguments + (long) resultSlot * Long.BYTES);
            for (int i = 0; i < rows; i++) {
                long element = (batchIndex * shape.m() + row + i) * shape.n() + column;
                store(i, columns, arguments + 2 * Long.BYTES, element, column, result);
            }
        }

        abstract void clear();

        /** Adds the outer product of a column of a and a row of b. */
        abstract void accumulate(long a, int rows, long b, int columns);

        abstract void store(int row, int columns, long operands, long element, long column, long result);
    }

    private final class DoubleTile extends Tile {
        private final double[] left = new double[TILE_ROWS];
        private final double[] right;
        private final double[][] sums;
        private final JavaEpilogue tail;

        DoubleTile(int columns) {
            super(columns);
            right = new double[columns];
            sums = new double[TILE_ROWS][columns];
            tail = new JavaEpilogue(epilogue, dtype, columns);
        }

        @Override
        void clear() {
            for (double[] line : sums) {
                Arrays.fill(line, 0);
            }
        }

        @Override
        void accumulate(long a, int rows, long b, int columns) {
            RawElements.read(dtype, a, shape.aRow(), left, rows);
            RawElements.read(dtype, b, shape.bColumn(), right, columns);
            for (int i = 0; i < rows; i++) {
                double factor = left[i];
                double[] line = sums[i];
                for (int j = 0; j < columns; j++) {
                    line[j] += factor * right[j];
                }
            }
        }

        @Override
        void store(int row, int columns, long operands, long element, long column, long result) {
            tail.apply(sums[row], columns, operands, element, column, 1);
            RawElements.write(resultType, result + element * resultType.bytes(), sums[row], columns);
        }
    }

    private final class LongTile extends Tile {
        private final long[] left = new long[TILE_ROWS];
        private final long[] right;
        private final long[][] sums;
        private final JavaEpilogue tail;

        LongTile(int columns) {
            super(columns);
            right = new long[columns];
            sums = new long[TILE_ROWS][columns];
            tail = new JavaEpilogue(epilogue, dtype, columns);
        }

        @Override
        void clear() {
            for (long[] line : sums) {
                Arrays.fill(line, 0);
            }
        }

        @Override
        void accumulate(long a, int rows, long b, int columns) {
            RawElements.read(dtype, a, shape.aRow(), left, rows);
            RawElements.read(dtype, b, shape.bColumn(), right, columns);
            for (int i = 0; i < rows; i++) {
                long factor = left[i];
                long[] line = sums[i];
                for (int j = 0; j < columns; j++) {
                    line[j] += factor * right[j];
                }
            }
        }

        @Override
        void store(int row, int columns, long operands, long element, long column, long result) {
            tail.apply(sums[row], columns, operands, element, column, 1);
            RawElements.write(resultType, result + element * resultType.bytes(), sums[row], columns);
        }
    }
}
