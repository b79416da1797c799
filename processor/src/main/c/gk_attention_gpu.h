/*
 * Arguments of the GPU kernels of attention and its gradient.
 */
#ifndef GK_ATTENTION_GPU_H
#define GK_ATTENTION_GPU_H

#include "gk_library.h"

#include "gk_attention.h"

/** A scalar in the accumulator type. */
GK_INLINE GK_SUM gk_attention_scale(const gk_arguments_64 *arguments) {
#if GK_HAS_F64
    return gk_from_bits((gk_i64) arguments->slot[GK_ATTENTION_SCALE]);
#else
    return gk_from_bits((gk_i32) arguments->slot[GK_ATTENTION_SCALE]);
#endif
}

/** Offset of the mask of a head. */
GK_INLINE gk_int64 gk_attention_mask_offset(const gk_arguments_64 *arguments, gk_int64 head) {
    const gk_int64 heads = (gk_int64) arguments->slot[GK_ATTENTION_BATCH_HEADS];
    return head / heads * (gk_int64) arguments->slot[GK_ATTENTION_MASK_STRIDES]
           + head % heads * (gk_int64) arguments->slot[GK_ATTENTION_MASK_STRIDES + 1];
}

#endif
