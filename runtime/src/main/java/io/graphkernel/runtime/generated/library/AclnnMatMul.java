package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Matrix products by aclnn: of f32 in full precision, of f16 and bf16 with sums in f32. Those of i8, which are summed in i32, are
 * computed exactly as products of f16 that are summed in f32, some columns at a time: aclnn gives no sums of i8 as they are.
 */
final class AclnnMatMul {
    private static final String OP = "Matmul";

    /** One loop over products, along which both operands advance. */
    private static final String BATCHED_OP = "BatchMatMul";

    /** Cubes compute with the dtype of the operands, and do not narrow f32. */
    private static final int KEEP_DTYPE = 0;

    /** A sum of so many products of i8 is a number of f32. */
    private static final long EXACT_COLUMNS = 1 << 10;

    /** The loops over products that one call takes: it has tensors of up to six dims. */
    private static final int MOST_RUNS = 4;

    /** Some neighbouring columns of a, and as many rows of b. */
    private record Part(long first, long count) {}

    private AclnnMatMul() {}

    static LibraryWork work(Aclnn library, String method, MatMulShape shape, DType dtype, List<PostOp> epilogue) {
        if (dtype == DType.I8) {
            return integers(library, shape);
        }
        requireType(method, dtype, library.device());
        AclnnProgram.Builder program = new AclnnProgram.Builder(library);
        AclnnTensor a = AclnnTensor.of(0, dtype, shape.aElements());
        AclnnTensor b = AclnnTensor.of(1, dtype, shape.bElements());
        long rows = shape.products() * shape.m();
        AclnnTensor result = AclnnTensor.of(2 + PostOp.operands(epilogue), dtype, rows, shape.n());
        AclnnTensor product = AclnnEpilogue.source(program, result, epilogue);
        if (shape.k() == 0) {
            program.call("InplaceZero").tensor(product);
        } else {
            multiply(program, shape, a, b, product, new Part(0, shape.k()));
        }
        AclnnEpilogue.apply(program, product, result, epilogue, shape.n());
        return program.build();
    }

    private static LibraryWork integers(Aclnn library, MatMulShape shape) {
        AclnnProgram.Builder program = new AclnnProgram.Builder(library);
        AclnnTensor result = AclnnTensor.of(2, DType.I32, shape.products() * shape.m(), shape.n());
        if (shape.k() == 0) {
            program.call("InplaceZero").tensor(result);
            return program.build();
        }
        AclnnTensor a = converted(program, AclnnTensor.of(0, DType.I8, shape.aElements()), DType.F16);
        AclnnTensor b = converted(program, AclnnTensor.of(1, DType.I8, shape.bElements()), DType.F16);
        AclnnTensor sums = program.temporary(DType.F32, result.dims());
        AclnnTensor addend = shape.k() > EXACT_COLUMNS ? program.temporary(DType.I32, result.dims()) : null;
        for (long first = 0; first < shape.k(); first += EXACT_COLUMNS) {
            multiply(program, shape, a, b, sums, new Part(first, Math.min(EXACT_COLUMNS, shape.k() - first)));
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

    /** Throws for what no core computes. */
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
            AclnnTensor product,
            Part part) {
        List<MatMulShape.Run> runs = shape.runs();
        int loops = Math.max(0, runs.size() - MOST_RUNS);
        List<MatMulShape.Run> inner = runs.subList(loops, runs.size());
        long products = inner.stream().mapToLong(MatMulShape.Run::extent).reduce(1, (x, y) -> x * y);
        for (long first = 0; first < shape.products(); first += products) {
            boolean batched = inner.size() == 1
                    && inner.get(0).aStride() != 0
                    && inner.get(0).bStride() != 0;
            program.call(batched ? BATCHED_OP : OP)
                    .tensor(left(a, shape.aOffset(first), inner, shape, part))
                    .tensor(right(b, shape.bOffset(first), inner, shape, part))
                    .tensor(result(product, first, inner, shape))
                    .whole(KEEP_DTYPE);
        }
    }

    private static AclnnTensor left(
            AclnnTensor whole, long first, List<MatMulShape.Run> runs, MatMulShape shape, Part part) {
        long[] strides = runs.stream().mapToLong(MatMulShape.Run::aStride).toArray();
        return whole.view(
                first + part.first() * shape.aColumn(),
                dims(runs, strides, shape.m(), part.count()),
                with(strides, shape.aRow(), shape.aColumn()));
    }

    private static AclnnTensor right(
            AclnnTensor whole, long first, List<MatMulShape.Run> runs, MatMulShape shape, Part part) {
        long[] strides = runs.stream().mapToLong(MatMulShape.Run::bStride).toArray();
        return whole.view(
                first + part.first() * shape.bRow(),
                dims(runs, strides, part.count(), shape.n()),
                with(strides, shape.bRow(), shape.bColumn()));
    }

    /** An operand that is used again has one matrix along an axis. */
    private static long[] dims(List<MatMulShape.Run> runs, long[] strides, long rows, long columns) {
        long[] dims = new long[strides.length];
        for (int axis = 0; axis < dims.length; axis++) {
            dims[axis] = strides[axis] == 0 ? 1 : runs.get(axis).extent();
        }
        return with(dims, rows, columns);
    }

    private static long[] with(long[] outer, long... inner) {
        return LongStream.concat(Arrays.stream(outer), Arrays.stream(inner)).toArray();
    }

    private static AclnnTensor result(AclnnTensor whole, long product, List<MatMulShape.Run> runs, MatMulShape shape) {
        long[] dims = new long[runs.size() + 2];
        for (int axis = 0; axis < runs.size(); axis++) {
            dims[axis] = runs.get(axis).extent();
        }
        dims[runs.size()] = shape.m();
        dims[runs.size() + 1] = shape.n();
        return whole.reshaped(product * shape.m() * shape.n(), dims);
    }
}
