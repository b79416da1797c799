/*
 * Attention by a score function, of one dtype. It may be included several times; the macros defined before are GK_ATTENTION,
 * GK_ELEMENT and GK_IS_WIDENED of gk_attention_dtype.h, and those of gk_attention_score.h.
 */
#ifndef GK_ATTENTION_SCORED_H
#define GK_ATTENTION_SCORED_H

#define GK_WITHOUT_DTYPES
#include "gk_attention_dtypes.h"

#include "gk_attention_slots.h"

/** The body of an entry point: calls gk_attention_kernel with the slots of its arguments. */
#define gk_attention(score, removed, dtype, key_dtype, ...)                                                            \
    GK_ATTENTION_DECLARE_SLOTS(__VA_ARGS__);                                                                           \
    gk_attention_kernel(slots, begin, end, scratch)

#endif

#define GK_SUM float
#define GK_SUMS gk_f32
#define GK_FACTOR float
#define GK_PER_FACTOR 1
#include "gk_attention_dtype.h"

#undef GK_REMOVED
#undef GK_SCORE
#undef GK_FURTHER
#undef GK_HAS_ROW_SCALES
#undef GK_IS_RAGGED
