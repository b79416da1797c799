/*
 * The gradient of attention by a score function, of one dtype, as gk_attention_scored.h. An item is a block of
 * GK_ITEM_QUERIES queries; the first block of a head computes all of them, since the adjoints of its keys are one sum.
 */
#ifndef GK_ATTENTION_GRADIENT_SCORED_H
#define GK_ATTENTION_GRADIENT_SCORED_H

/** Number of elements per row of sums: whole vectors. */
#define GK_ATTENTION_PITCH(size) (((size) + 15) / 16 * 16)

GK_INLINE gk_int64 gk_min_int64(gk_int64 a, gk_int64 b) {
    return a < b ? a : b;
}

#define GK_WITHOUT_DTYPES
#include "gk_attention_dtypes.h"

#include "gk_attention_slots.h"

/** The body of the first entry point: calls gk_attention_gradient_kernel for the heads whose first block is in the range. */
#define gk_attention_gradient(score, slope, dtype, key_dtype, heads_of_keys, rows, keys, columns, groups, head_rows,    \
    factor, query, key, value, dy, result, partials, ...)                                                              \
    GK_ATTENTION_DECLARE_SLOTS(heads_of_keys, rows, keys, columns, groups, head_rows, factor, query, key, value, result, \
        __VA_ARGS__);                                                                                                  \
    slots[GK_ATTENTION_DY].pointer = (void *) (dy);                                                                    \
    slots[GK_ATTENTION_PARTIALS].pointer = 0;                                                                          \
    slots[GK_ATTENTION_CHUNK_QUERIES].integer = rows;                                                                  \
    slots[GK_ATTENTION_CHUNKS].integer = 1;                                                                            \
    const gk_int64 blocks = (slots[GK_ATTENTION_QUERIES].integer + GK_ITEM_QUERIES) / GK_ITEM_QUERIES;                 \
    for (gk_int64 item = begin; item < end; item++) {                                                                  \
        if (item % blocks == 0) {                                                                                      \
            gk_attention_gradient_kernel(slots, item / blocks, item / blocks + 1, scratch);                            \
        }                                                                                                              \
    }

/** The second entry point, of which only GPUs have a use. */
#define gk_attention_keys(...)

#endif

#define GK_IS_GRADIENT
#define GK_SUM float
#define GK_SUMS gk_f32
#define GK_FACTOR float
#define GK_PER_FACTOR 1
#include "gk_attention_dtype.h"
#undef GK_IS_GRADIENT

#undef GK_REMOVED
#undef GK_SLOPE
#undef GK_SCORE
#undef GK_FURTHER
#undef GK_HAS_ROW_SCALES
#undef GK_IS_RAGGED
