package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.runtime.generated.library.PostOp;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.post_ops;
import org.bytedeco.dnnl.primitive_attr;

/**
 * Post-ops as oneDNN attributes. A leading bias is passed to the primitive itself; other operands become binary
 * post-ops.
 */
final class OneDnnPostOps {
    private final primitive_attr attributes = new primitive_attr();
    private final List<PostOpArgument> arguments = new ArrayList<>();
    private final boolean leadingBias;

    /** An operand with its oneDNN argument index. */
    private record PostOpArgument(int kind, memory.desc descriptor) {}

    /**
     * Creates the post-ops of a primitive.
     *
     * @param operations post-ops in order
     * @param bias descriptor of a per-channel operand, with the rank of the result
     * @param full descriptor of an operand with the shape of the result
     */
    OneDnnPostOps(List<PostOp> operations, memory.desc bias, memory.desc full) {
        leadingBias = !operations.isEmpty() && operations.get(0) == PostOp.BIAS;
        post_ops chain = new post_ops();
        for (PostOp operation : operations.subList(leadingBias ? 1 : 0, operations.size())) {
            switch (operation) {
                case BIAS, SCALE -> binary(chain, algorithm(operation), bias);
                case ADD, MUL -> binary(chain, algorithm(operation), full);
                case ACCUMULATE -> sum(chain, full);
                case RELU -> {
                    // The last post-op, which ReluEpilogue applies.
                }
                case GELU_TANH, GELU_ERF, FAST_GELU, SILU, SIGMOID, TANH ->
                    chain.append_eltwise(algorithm(operation), slope(operation), 0);
            }
        }
        attributes.set_post_ops(chain);
        attributes.set_scratchpad_mode(dnnl.scratchpad_mode.user);
    }

    /** Returns the algorithm of a binary or eltwise primitive for a post-op. */
    static dnnl.algorithm algorithm(PostOp operation) {
        return switch (operation) {
            case BIAS, ADD -> dnnl.algorithm.binary_add;
            case SCALE, MUL -> dnnl.algorithm.binary_mul;
            case GELU_TANH -> dnnl.algorithm.eltwise_gelu_tanh;
            case GELU_ERF -> dnnl.algorithm.eltwise_gelu_erf;
            case FAST_GELU, SILU -> dnnl.algorithm.eltwise_swish;
            case SIGMOID -> dnnl.algorithm.eltwise_logistic;
            case TANH -> dnnl.algorithm.eltwise_tanh;
            case RELU, ACCUMULATE -> throw new IllegalArgumentException(operation.toString());
        };
    }

    /** Returns the parameter alpha of an eltwise primitive. */
    static float slope(PostOp operation) {
        return switch (operation) {
            case FAST_GELU -> (float) PostOp.FAST_GELU_SLOPE;
            case SILU -> 1;
            default -> 0;
        };
    }

    /** Adds the contents of the result's memory; oneDNN ignores the operand. */
    private void sum(post_ops chain, memory.desc operand) {
        int kind = dnnl.DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE * (chain.len() + 1) | dnnl.DNNL_ARG_SRC_1;
        chain.append_sum();
        arguments.add(new PostOpArgument(kind, operand));
    }

    private void binary(post_ops chain, dnnl.algorithm algorithm, memory.desc operand) {
        int kind = dnnl.DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE * (chain.len() + 1) | dnnl.DNNL_ARG_SRC_1;
        chain.append_binary(algorithm, operand);
        arguments.add(new PostOpArgument(kind, operand));
    }

    primitive_attr attributes() {
        return attributes;
    }

    boolean hasLeadingBias() {
        return leadingBias;
    }

    /**
     * Returns the operands in the order of the post-ops.
     *
     * @param bias descriptor of the bias of the primitive itself
     */
    List<OneDnnProgram.Operand> operands(memory.desc bias) {
        List<OneDnnProgram.Operand> operands = new ArrayList<>();
        if (leadingBias) {
            operands.add(new OneDnnProgram.Operand(dnnl.DNNL_ARG_BIAS, bias, bias));
        }
        for (PostOpArgument argument : arguments) {
            operands.add(new OneDnnProgram.Operand(argument.kind(), argument.descriptor(), argument.descriptor()));
        }
        return operands;
    }
}
