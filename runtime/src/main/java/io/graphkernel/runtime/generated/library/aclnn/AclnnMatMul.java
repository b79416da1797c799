package io.graphkernel.runtime.generated.library.aclnn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Matmul by aclnn: f32 in full precision, f16 and bf16 with f32 accumulation.
 *
 * <p>aclnn does not return int32 sums of int8. An int8 matmul is therefore computed exactly as f16 matmuls with f32
 * accumulation, over blocks of columns.
 */
public final class AclnnMatMul {
    private static final String OP = "Matmul";

    /** A single batch loop, along which both operands advance. */
    private static final String BATCHED_OP = "BatchMatMul";

    /** The cube units compute in the dtype of the operands and do not round f32. */
    private static final int KEEP_DTYPE = 0;

    /** Number of int8 products whose sum f32 represents exactly. */
    private static final long EXACT_COLUMNS = 1 << 10;

    /** Maximum number of batch loops of one call, which accepts tensors of up to six dims. */
    private static final int MAX_BATCH_LOOPS = 4;

    /** Consecutive columns of a, and the corresponding rows of b. */
    private record ColumnRange(long first, long count) {}

    private AclnnMatMul() {}

    public static LibraryKernel kernel(
            Aclnn library, String method, MatMulShape shape, DType dtype, List<PostOp> epilogue) {
        if (dtype == DType.I8) {
            return integers(library, shape);
        }
        requireType(method, dtype, library.device());
        AclnnProgram.Builder program = new AclnnProgram.Builder(library);
        AclnnTensor a = AclnnTensor.of(0, dtype, shape.aElements());
        AclnnTensor b = AclnnTensor.of(1, dtype, shape.bElements());
        long rows = shape.batchSize() * shape.m();
        AclnnTensor result = AclnnTensor.of(2 + PostOp.operands(epilogue), dtype, rows, shape.n());
        AclnnTensor target = AclnnEpilogue.source(program, result, epilogue);
        if (shape.k() == 0) {
            program.call("InplaceZero").tensor(target);
        } else {
            multiply(program, shape, a, b, target, new ColumnRange(0, shape.k()));
        }
        AclnnEpilogue.apply(program, target, result, epilogue, shape.n());
        return program.build();
    }

    private static LibraryKernel integers(Aclnn library, MatMulShape shape) {
        AclnnProgram.Builder program = new AclnnProgram.Builder(library);
        AclnnTensor result = AclnnTensor.of(2, DType.I32, shape.batchSize() * shape.m(), shape.n());
        if (shape.k() == 0) {
            program.call("InplaceZero").tensor(result);
            return program.build();
        }
        AclnnTensor a = converted(program, AclnnTensor.of(0, DType.I8, shape.aElements()), DType.F16);
        AclnnTensor b = converted(program, AclnnTensor.of(1, DType.I8, shape.bElements()), DType.F16);
        AclnnTensor sums = program.temporary(DType.F32, result.dims());
        AclnnTensor addend = shape.k() > EXACT_COLUMNS ? program.temporary(DType.I32, result.dims()) : null;
        for (long first = 0; first < shape.k(); first += EXACT_COLUMNS) {
            multiply(program, shape, a, b, sums, new ColumnRange(first, Math.min(EXACT_COLUMNS, shape.k() - first)));
            program.call("InplaceCopy").tensor(first == 0 ? result : addend).tensor(sums);
            if (first > 0) {
                program.call("InplaceAdd").tensor(result).tensor(addend).number(1);
            }
        }
        return program.build();
    }

    private static AclnnTensor converted(AclnnProgram.Builder program, AclnnTensor from, DType dtype) {
        AclnnTensor copy = program.temporary(dtype, from.dims());
        program.call("InplaceCopy").tensor(copy).tensor(from);
        return copy;
    }

    /** Checks that the cores support the dtype. */
    static void requireType(String method, DType dtype, DeviceInUse device) {
        if (!dtype.isFloat() || dtype == DType.F64) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_UNSUPPORTED,
                    method,
                    "the operands of " + dtype + " on " + device,
                    "f32, f16 and bf16");
        }
    }

    private static void multiply(
            AclnnProgram.Builder program,
            MatMulShape shape,
            AclnnTensor a,
            AclnnTensor b,
            AclnnTensor target,
            ColumnRange columns) {
        List<MatMulShape.BatchLoop> batchLoops = shape.batchLoops();
        int loops = Math.max(0, batchLoops.size() - MAX_BATCH_LOOPS);
        List<MatMulShape.BatchLoop> inner = batchLoops.subList(loops, batchLoops.size());
        long batchSize = inner.stream().mapToLong(MatMulShape.BatchLoop::extent).reduce(1, (x, y) -> x * y);
        for (long first = 0; first < shape.batchSize(); first += batchSize) {
            boolean batched = inner.size() == 1
                    && inner.get(0).aStride() != 0
                    && inner.get(0).bStride() != 0;
            program.call(batched ? BATCHED_OP : OP)
                    .tensor(left(a, shape.aOffset(first), inner, shape, columns))
                    .tensor(right(b, shape.bOffset(first), inner, shape, columns))
                    .tensor(result(target, first, inner, shape))
                    .integer(KEEP_DTYPE);
        }
    }

    private static AclnnTensor left(
            AclnnTensor whole,
            long first,
            List<MatMulShape.BatchLoop> batchLoops,
            MatMulShape shape,
            ColumnRange columns) {
        long[] strides =
                batchLoops.stream().mapToLong(MatMulShape.BatchLoop::aStride).toArray();
        return whole.view(
                first + columns.first() * shape.aColumn(),
                dims(batchLoops, strides, shape.m(), columns.count()),
                with(strides, shape.aRow(), shape.aColumn()));
    }

    private static AclnnTensor right(
            AclnnTensor whole,
            long first,
            List<MatMulShape.BatchLoop> batchLoops,
            MatMulShape shape,
            ColumnRange columns) {
        long[] strides =
                batchLoops.stream().mapToLong(MatMulShape.BatchLoop::bStride).toArray();
        return whole.view(
                first + columns.first() * shape.bRow(),
                dims(batchLoops, strides, columns.count(), shape.n()),
                with(strides, shape.bRow(), shape.bColumn()));
    }

    /** Returns the dims of an operand; a broadcast axis has size 1. */
    private static long[] dims(List<MatMulShape.BatchLoop> batchLoops, long[] strides, long rows, long columns) {
        long[] dims = new long[strides.length];
        for (int axis = 0; axis < dims.length; axis++) {
            dims[axis] = strides[axis] == 0 ? 1 : batchLoops.get(axis).extent();
        }
        return with(dims, rows, columns);
    }

    private static long[] with(long[] outer, long... inner) {
        return LongStream.concat(Arrays.stream(outer), Arrays.stream(inner)).toArray();
    }

    private static AclnnTensor result(
            AclnnTensor whole, long batchIndex, List<MatMulShape.BatchLoop> batchLoops, MatMulShape shape) {
        long[] dims = new long[batchLoops.size() + 2];
        for (int axis = 0; axis < batchLoops.size(); axis++) {
            dims[axis] = batchLoops.get(axis).extent();
        }
        dims[batchLoops.size()] = shape.m();
        dims[batchLoops.size() + 1] = shape.n();
        return whole.reshaped(batchIndex * shape.m() * shape.n(), dims);
    }
}
