/*
 * The gradient of attention on the CPU. Of o = p · v with p = softmax(s), s = q · kᵀ · scale + mask, and the cotangent do:
 * dv = pᵀ · do, dp = do · vᵀ, ds = p · (dp - Σ p · dp), dq = ds · k · scale, dk = dsᵀ · q · scale (Dao, FlashAttention-2, 2023).
 *
 * The queries of a head pass by in blocks, as in gk_attention.c. Of the scores and of their adjoints there are those of a block
 * with all keys, so that neither is computed twice. Adjoints of keys and values are summed over the blocks. An item of a
 * kernel's range is a chunk of the queries of a head: where there are fewer heads than threads may need, a head has several
 * chunks, whose sums a second kernel adds up. Chunks follow from the shape alone, and so do the bits of the result. The scratch
 * memory that a thread needs is in NativeAttentionGradient.java.
 */
#include "graphkernel.h"

#define GK_IS_GRADIENT

/** Number of elements per row of sums: whole vectors. PITCH of NativeAttentionGradient.java. */
#define GK_ATTENTION_PITCH(size) (((size) + 15) / 16 * 16)

GK_INLINE gk_int64 gk_min_int64(gk_int64 a, gk_int64 b) {
    return a < b ? a : b;
}

#include "gk_attention_dtypes.h"

/* In the order of NativeAttentionGradient.java. */
GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    gk_attention_gradient_f32,
    gk_attention_gradient_f64,
    gk_attention_gradient_f16,
    gk_attention_gradient_bf16,
    gk_attention_gradient_sums_f32,
    gk_attention_gradient_sums_f64,
    gk_attention_gradient_sums_f16,
    gk_attention_gradient_sums_bf16,
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = sizeof GK_TABLE / sizeof *GK_TABLE;
