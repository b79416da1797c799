/* Post-ops of the library kernels of CPUs and GPUs. */
#ifndef GK_POST_OPS_H
#define GK_POST_OPS_H

/** The post-ops, in the order of the enum PostOp of the runtime; 0 is none. */
enum {
    GK_POST_BIAS = 1,
    GK_POST_ADD,
    GK_POST_MUL,
    GK_POST_SCALE,
    GK_POST_RELU,
    GK_POST_GELU_TANH,
    GK_POST_GELU_ERF,
    GK_POST_FAST_GELU,
    GK_POST_SILU,
    GK_POST_SIGMOID,
    GK_POST_TANH,
    GK_POST_LAST_OPERAND = GK_POST_SCALE
};

#endif
