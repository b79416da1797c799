package io.graphkernel.runtime.generated.library.aclnn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Attention and its gradient by the flash attention of aclnn.
 *
 * <p>The scale belongs to a prepared call, so calls are cached for the most recent scales. The gradient needs the
 * unrounded result of the forward computation. Gradients of f16 and bf16 are therefore computed in f32.
 */
public final class AclnnAttention implements LibraryKernel {
    private static final String LAYOUT = "BNSD";
    private static final double KEEP_ALL = 1;
    private static final long ALL_TOKENS = Integer.MAX_VALUE;

    /** Number of statistics that aclnn stores per query, for each of two tensors. */
    private static final long STATISTICS = 8;

    private static final long MAX_HEADS = 256;
    private static final long MAX_SIZE = 768;
    private static final int KEPT_SCALES = 8;

    private static final int DY_SLOT = 3;

    private final Aclnn library;
    private final AttentionShape shape;
    private final DType dtype;
    /** The dtype of the computation. */
    private final DType inner;

    private final List<ScaledProgram> programs = new ArrayList<>();

    private record ScaledProgram(double scale, LibraryKernel program) {}

    private AclnnAttention(Aclnn library, AttentionShape shape, DType dtype) {
        this.library = library;
        this.shape = shape;
        this.dtype = dtype;
        this.inner = shape.isGradient() ? DType.F32 : dtype;
    }

    public static LibraryKernel kernel(Aclnn library, String method, AttentionShape shape, DType dtype) {
        AclnnMatMul.requireType(method, dtype, library.device());
        if (shape.elementCount() == 0) {
            return NOTHING;
        }
        boolean fits = shape.heads() <= MAX_HEADS && shape.size() <= MAX_SIZE;
        if (!fits) {
            throw new ShapeMismatchException(
                    RuntimeProblem.ACLNN_ATTENTION,
                    method,
                    shape.heads(),
                    shape.size(),
                    library.device(),
                    MAX_HEADS,
                    MAX_SIZE);
        }
        return new AclnnAttention(library, shape, dtype);
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        program(Double.longBitsToDouble(frame.slot(shape.scaleSlot()))).launch(frame, arguments);
    }

    private synchronized LibraryKernel program(double scale) {
        for (ScaledProgram cached : programs) {
            if (Double.compare(cached.scale(), scale) == 0) {
                return cached.program();
            }
        }
        LibraryKernel program = make(scale);
        if (programs.size() == KEPT_SCALES) {
            programs.remove(0);
        }
        programs.add(new ScaledProgram(scale, program));
        return program;
    }

    private LibraryKernel make(double scale) {
        AclnnProgram.Builder program = new AclnnProgram.Builder(library);
        long rows = shape.resultRows();
        AclnnTensor result =
                AclnnTensor.of(shape.operands(), dtype, shape.batches(), shape.heads(), rows, shape.size());
        if (shape.keys() == 0 || shape.queries() == 0) {
            program.call("InplaceZero").tensor(result);
            return program.build();
        }
        AclnnTensor query = matrix(program, 0, shape.queries());
        AclnnTensor key = matrix(program, 1, shape.keys());
        AclnnTensor value = matrix(program, 2, shape.keys());
        AclnnTensor mask = shape.isMasked() ? mask(program) : null;
        AclnnTensor maxima = statistics(program);
        AclnnTensor sums = statistics(program);
        AclnnTensor attended = shape.isGradient() ? program.temporary(inner, query.dims()) : result;
        AclnnOp forward = program.call("FlashAttentionScoreV2")
                .tensor(query)
                .tensor(key)
                .tensor(value)
                .tensor(mask)
                .none(3);
        attributes(forward, scale)
                .tensor(maxima)
                .tensor(sums)
                .tensor(program.temporary(inner, 0))
                .tensor(attended);
        if (shape.isGradient()) {
            gradient(program, scale, result, List.of(query, key, value, maxima, sums, attended), mask);
        }
        return program.build();
    }

    private AclnnTensor matrix(AclnnProgram.Builder program, int slot, long rows) {
        return converted(program, AclnnTensor.of(slot, dtype, shape.batches(), shape.heads(), rows, shape.size()));
    }

    private AclnnTensor converted(AclnnProgram.Builder program, AclnnTensor operand) {
        return inner == dtype ? operand : copied(program, operand, operand.dims());
    }

    /** Returns a contiguous copy of an operand in the dtype of the computation, expanded along its broadcast axes. */
    private AclnnTensor copied(AclnnProgram.Builder program, AclnnTensor operand, long... dims) {
        AclnnTensor copy = program.temporary(inner, dims);
        program.call("InplaceCopy").tensor(copy).tensor(operand);
        return copy;
    }

    private AclnnTensor statistics(AclnnProgram.Builder program) {
        return program.temporary(DType.F32, shape.batches(), shape.heads(), shape.queries(), STATISTICS);
    }

    private AclnnOp attributes(AclnnOp op, double scale) {
        return op.noIntegers()
                .noIntegers()
                .noIntegers()
                .real(scale)
                .real(KEEP_ALL)
                .integer(ALL_TOKENS)
                .integer(ALL_TOKENS)
                .integer(shape.heads())
                .text(LAYOUT)
                .integer(0)
                .integer(0)
                .integer(0);
    }

    private void gradient(
            AclnnProgram.Builder program,
            double scale,
            AclnnTensor result,
            List<AclnnTensor> forward,
            AclnnTensor mask) {
        AclnnTensor query = forward.get(0);
        AclnnTensor key = forward.get(1);
        AclnnTensor dq = program.temporary(inner, query.dims());
        AclnnTensor dk = program.temporary(inner, key.dims());
        AclnnTensor dv = program.temporary(inner, key.dims());
        AclnnTensor dy = matrix(program, DY_SLOT, shape.queries());
        AclnnOp op = program.call("FlashAttentionScoreGradV2")
                .tensor(query)
                .tensor(key)
                .tensor(forward.get(2))
                .tensor(dy)
                .tensor(mask)
                .none(3)
                .tensor(forward.get(3))
                .tensor(forward.get(4))
                .none(1)
                .tensor(forward.get(5));
        attributes(op, scale).tensor(dq).tensor(dk).tensor(dv).none(1);
        long row = 0;
        for (AclnnTensor gradient : List.of(dq, dk, dv)) {
            program.call("InplaceCopy")
                    .tensor(result.view(row * shape.size(), gradient.dims(), result.strides()))
                    .tensor(gradient);
            row += gradient.dims()[2];
        }
    }

    /**
     * Returns the mask with the dims that aclnn supports: broadcast axes are materialized, except for one of the first
     * and the third.
     */
    private AclnnTensor mask(AclnnProgram.Builder program) {
        long[] scores = {shape.batches(), shape.heads(), shape.queries(), shape.keys()};
        long[] strides = shape.mask();
        long[] maskDims = new long[AttentionShape.RANK];
        for (int axis = 0; axis < maskDims.length; axis++) {
            maskDims[axis] = strides[axis] == 0 ? 1 : scores[axis];
        }
        AclnnTensor mask = AclnnTensor.of(shape.maskSlot(), dtype, maskDims);
        long[] expandedDims = scores.clone();
        if (maskDims[2] == 1) {
            expandedDims[2] = 1;
        } else if (maskDims[0] == 1) {
            expandedDims[0] = 1;
        }
        return Arrays.equals(maskDims, expandedDims) ? converted(program, mask) : copied(program, mask, expandedDims);
    }
}
