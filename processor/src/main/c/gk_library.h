/*
 * Arguments and epilogues shared by the matmul and convolution kernels.
 *
 * A program is compiled for one dtype. Before this header it includes graphkernel_gpu.h, or for f64
 * graphkernel_gpu_f64.h, and defines
 *     GK_ELEMENT        the type of an element in memory
 *     GK_SUM            what is multiplied and summed: double for f64, int for i8, else float
 *     GK_RESULT         an element of the result: int for i8, else GK_ELEMENT
 *     GK_SUMS_INTEGERS  1 for i8, whose results have no post-ops; else 0
 */
#ifndef GK_LIBRARY_H
#define GK_LIBRARY_H

/** Slots of every library kernel. Those from GK_SLOT_SIZES up to GK_SLOT_POST_OPERANDS are specific to the kernel. */
enum {
    GK_SLOT_FIRST = 0,
    GK_SLOT_SECOND = 1,
    GK_SLOT_RESULT = 2,
    /** The post-ops, in order, 4 bits each from the lowest on, terminated by 0. Two slots. */
    GK_SLOT_POST_OPS = 3,
    GK_SLOT_SIZES = 5,
    /** Addresses of the operands of the post-ops, in order. */
    GK_SLOT_POST_OPERANDS = 32
};

GK_DECLARE_SLOTS(64)

/** A kernel of a library op. */
#define GK_LIBRARY_KERNEL(name) GK_KERNEL(name, 64)

#define GK_JOIN_EXPANDED(a, b) a##b
#define GK_JOIN(a, b) GK_JOIN_EXPANDED(a, b)

GK_INLINE GK_SUM gk_read(gk_uint64 address, gk_int64 element) {
    return gk_load((__global const GK_ELEMENT *) address + element);
}

#if GK_SUMS_INTEGERS

GK_INLINE GK_SUM gk_multiply_add(GK_SUM x, GK_SUM y, GK_SUM sum) {
    return (GK_SUM) ((unsigned) x * (unsigned) y + (unsigned) sum);
}

/** Stores an element of the result; integer sums have no post-ops. */
GK_INLINE void gk_finish(const gk_arguments_64 *arguments, GK_SUM x, gk_int64 element, gk_int64 channel, gk_int64 place) {
    (void) element;
    (void) channel;
    gk_store((__global GK_RESULT *) arguments->slot[GK_SLOT_RESULT] + place, x);
}

#else

GK_INLINE GK_SUM gk_multiply_add(GK_SUM x, GK_SUM y, GK_SUM sum) {
    return gk_fma(x, y, sum);
}

#include "gk_post_ops.h"

/** A scalar in the accumulator type. */
#define GK_NUMBER(value) ((GK_SUM) value)

GK_INLINE GK_SUM gk_logistic(GK_SUM x) {
    return GK_NUMBER(1) / (GK_NUMBER(1) + gk_exp(-x));
}

/** x times the logistic function of y. */
GK_INLINE GK_SUM gk_gated(GK_SUM x, GK_SUM y) {
    return x / (GK_NUMBER(1) + gk_exp(-y));
}

/** The post-ops without an operand. ReLU compares such that NaN is preserved. */
GK_INLINE GK_SUM gk_activated(int operation, GK_SUM x) {
    switch (operation) {
    case GK_POST_RELU:
        return x < GK_NUMBER(0) ? GK_NUMBER(0) : x;
    case GK_POST_GELU_TANH:
        /* 2 sqrt(2 / pi) (x + 0.044715 x^3) */
        return gk_gated(x, x * gk_fma(x * x, GK_NUMBER(0.071354816272600145), GK_NUMBER(1.5957691216057308)));
    case GK_POST_GELU_ERF:
        return GK_NUMBER(0.5) * x * gk_erfc(GK_NUMBER(-0.70710678118654752) * x);
    case GK_POST_FAST_GELU:
        return gk_gated(x, GK_NUMBER(1.702) * x);
    case GK_POST_SILU:
        return gk_gated(x, x);
    case GK_POST_SIGMOID:
        return gk_logistic(x);
    default:
        return gk_tanh(x);
    }
}

/**
 * Applies the post-ops to an element of the result and stores it.
 *
 * @param element index of the element
 * @param channel column of a matmul or channel of a convolution
 * @param place offset in memory: the result may be a region of a larger tensor
 */
GK_INLINE void gk_finish(const gk_arguments_64 *arguments, GK_SUM x, gk_int64 element, gk_int64 channel, gk_int64 place) {
    int operand = GK_SLOT_POST_OPERANDS;
    for (int slot = 0; slot < 2; slot++) {
        for (gk_uint64 rest = arguments->slot[GK_SLOT_POST_OPS + slot]; rest != 0; rest >>= 4) {
            int operation = (int) (rest & 15);
            if (operation <= GK_POST_LAST_OPERAND) {
                int per_channel = operation == GK_POST_BIAS || operation == GK_POST_SCALE;
                GK_SUM y = gk_read(arguments->slot[operand++], per_channel ? channel : element);
                x = operation == GK_POST_MUL || operation == GK_POST_SCALE ? x * y : x + y;
            } else {
                x = gk_activated(operation, x);
            }
        }
    }
    gk_store((__global GK_RESULT *) arguments->slot[GK_SLOT_RESULT] + place, x);
}

#endif

#endif
