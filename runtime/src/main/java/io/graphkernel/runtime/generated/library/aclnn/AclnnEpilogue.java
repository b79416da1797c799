package io.graphkernel.runtime.generated.library.aclnn;

import io.graphkernel.runtime.generated.library.PostOp;
import java.util.List;

/**
 * The post-ops of a call as one aclnn call each, every one rounding to the dtype of the result. Intermediate results
 * are stored in memory.
 */
final class AclnnEpilogue {
    private static final double ADDED_ONCE = 1;

    private AclnnEpilogue() {}

    /** Returns the tensor in which the op itself stores its result. */
    static AclnnTensor source(AclnnProgram.Builder program, AclnnTensor result, List<PostOp> epilogue) {
        return epilogue.isEmpty() ? result : like(program, result);
    }

    private static AclnnTensor like(AclnnProgram.Builder program, AclnnTensor result) {
        AclnnTensor temporary = program.temporary(result.dtype(), result.dims());
        return result.isNchw() ? temporary.asNchw() : temporary;
    }

    /**
     * Applies post-ops.
     *
     * @param source the tensor that {@link #source} returned
     * @param channels dims of an operand with one element per channel
     */
    static void apply(
            AclnnProgram.Builder program,
            AclnnTensor source,
            AclnnTensor result,
            List<PostOp> epilogue,
            long... channels) {
        AclnnTensor from = source;
        AclnnTensor free = epilogue.size() > 1 ? like(program, result) : null;
        int operand = 2;
        for (int i = 0; i < epilogue.size(); i++) {
            PostOp applied = epilogue.get(i);
            boolean isLast = i == epilogue.size() - 1;
            AclnnTensor to = isLast ? result : free;
            if (applied.hasOperand()) {
                long[] dims = applied.isPerChannel() ? channels : result.dims();
                binary(program, applied, from, AclnnTensor.of(operand++, result.dtype(), dims), to);
            } else {
                unary(program, applied, from, to);
            }
            free = from;
            from = to;
        }
    }

    private static void binary(
            AclnnProgram.Builder program, PostOp applied, AclnnTensor from, AclnnTensor other, AclnnTensor to) {
        switch (applied) {
            case BIAS, ADD, ACCUMULATE ->
                program.call("Add")
                        .tensor(from)
                        .tensor(other)
                        .number(ADDED_ONCE)
                        .tensor(to);
            case MUL, SCALE -> program.call("Mul").tensor(from).tensor(other).tensor(to);
            default -> throw new IllegalArgumentException(applied.toString());
        }
    }

    private static void unary(AclnnProgram.Builder program, PostOp applied, AclnnTensor from, AclnnTensor to) {
        switch (applied) {
            case RELU -> program.call("Relu").tensor(from).tensor(to);
            case GELU_TANH -> program.call("GeluV2").tensor(from).integer(1).tensor(to);
            case GELU_ERF -> program.call("GeluV2").tensor(from).integer(0).tensor(to);
            case FAST_GELU -> program.call("FastGelu").tensor(from).tensor(to);
            case SILU -> program.call("Silu").tensor(from).tensor(to);
            case SIGMOID -> program.call("Sigmoid").tensor(from).tensor(to);
            case TANH -> program.call("Tanh").tensor(from).tensor(to);
            default -> throw new IllegalArgumentException(applied.toString());
        }
    }
}
