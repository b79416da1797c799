package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Attention and its gradient by the flash attention of aclnn. The scale is a part of a prepared call there: those for the
 * latest scales are kept. The gradient takes the result of the forward computation, which 16 bits would round: gradients of f16
 * and bf16 are computed in f32.
 */
final class AclnnAttention implements LibraryWork {
    private static final String LAYOUT = "BNSD";
    private static final double KEEP_ALL = 1;
    private static final long ALL_TOKENS = Integer.MAX_VALUE;

    /** How many numbers aclnn keeps of a query, twice. */
    private static final long STATISTICS = 8;

    private static final long MOST_HEADS = 256;
    private static final long MOST_SIZE = 768;
    private static final int KEPT_SCALES = 8;

    private static final int DY_SLOT = 3;

    private final Aclnn library;
    private final AttentionShape shape;
    private final DType dtype;
    /** What is computed with. */
    private final DType inner;

    private final List<Scaled> programs = new ArrayList<>();

    private record Scaled(double scale, LibraryWork program) {}

    private AclnnAttention(Aclnn library, AttentionShape shape, DType dtype) {
        this.library = library;
        this.shape = shape;
        this.dtype = dtype;
        this.inner = shape.isGradient() ? DType.F32 : dtype;
    }

    static LibraryWork work(Aclnn library, String method, AttentionShape shape, DType dtype) {
        AclnnMatMul.requireType(method, dtype, library.device());
        if (shape.elementCount() == 0) {
            return NOTHING;
        }
        boolean fits = shape.heads() <= MOST_HEADS && shape.size() <= MOST_SIZE;
        if (!fits) {
            throw new ShapeMismatchException(
                    RuntimeProblem.ACLNN_ATTENTION,
                    method,
                    shape.heads(),
                    shape.size(),
                    library.device(),
                    MOST_HEADS,
                    MOST_SIZE);
        }
        return new AclnnAttention(library, shape, dtype);
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        program(Double.longBitsToDouble(frame.slot(shape.scaleSlot()))).launch(frame, arguments);
    }

    private synchronized LibraryWork program(double scale) {
        for (Scaled each : programs) {
            if (Double.compare(each.scale(), scale) == 0) {
                return each.program();
            }
        }
        LibraryWork made = make(scale);
        if (programs.size() == KEPT_SCALES) {
            programs.remove(0);
        }
        programs.add(new Scaled(scale, made));
        return made;
    }

    private LibraryWork make(double scale) {
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
        AclnnTensor most = statistics(program);
        AclnnTensor sums = statistics(program);
        AclnnTensor attended = shape.isGradient() ? program.temporary(inner, query.dims()) : result;
        AclnnOp forward = program.call("FlashAttentionScoreV2")
                .tensor(query)
                .tensor(key)
                .tensor(value)
                .tensor(mask)
                .none(3);
        attributes(forward, scale)
                .tensor(most)
                .tensor(sums)
                .tensor(program.temporary(inner, 0))
                .tensor(attended);
        if (shape.isGradient()) {
            gradient(program, scale, result, List.of(query, key, value, most, sums, attended), mask);
        }
        return program.build();
    }

    private AclnnTensor matrix(AclnnProgram.Builder program, int slot, long rows) {
        return converted(program, AclnnTensor.of(slot, dtype, shape.batches(), shape.heads(), rows, shape.size()));
    }

    private AclnnTensor converted(AclnnProgram.Builder program, AclnnTensor operand) {
        return inner == dtype ? operand : copied(program, operand, operand.dims());
    }

    /** A copy of what is computed with, repeated along axes. */
    private AclnnTensor copied(AclnnProgram.Builder program, AclnnTensor operand, long... dims) {
        AclnnTensor copy = program.temporary(inner, dims);
        program.call("InplaceCopy").tensor(copy).tensor(operand);
        return copy;
    }

    private AclnnTensor statistics(AclnnProgram.Builder program) {
        return program.temporary(DType.F32, shape.batches(), shape.heads(), shape.queries(), STATISTICS);
    }

    private AclnnOp attributes(AclnnOp op, double scale) {
        return op.noWholes()
                .noWholes()
                .noWholes()
                .real(scale)
                .real(KEEP_ALL)
                .whole(ALL_TOKENS)
                .whole(ALL_TOKENS)
                .whole(shape.heads())
                .text(LAYOUT)
                .whole(0)
                .whole(0)
                .whole(0);
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
        for (AclnnTensor part : List.of(dq, dk, dv)) {
            program.call("InplaceCopy")
                    .tensor(result.view(row * shape.size(), part.dims(), result.strides()))
                    .tensor(part);
            row += part.dims()[2];
        }
    }

    /** The mask with dims that aclnn takes: those along which it is repeated are written out, but for one of the first and the third. */
    private AclnnTensor mask(AclnnProgram.Builder program) {
        long[] scores = {shape.batches(), shape.heads(), shape.queries(), shape.keys()};
        long[] strides = shape.mask();
        long[] given = new long[AttentionShape.RANK];
        for (int axis = 0; axis < given.length; axis++) {
            given[axis] = strides[axis] == 0 ? 1 : scores[axis];
        }
        AclnnTensor mask = AclnnTensor.of(shape.maskSlot(), dtype, given);
        long[] wanted = scores.clone();
        if (given[2] == 1) {
            wanted[2] = 1;
        } else if (given[0] == 1) {
            wanted[0] = 1;
        }
        return Arrays.equals(given, wanted) ? converted(program, mask) : copied(program, mask, wanted);
    }
}
