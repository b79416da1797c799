/*
 * Attention by a score function in the programs of classes. Before each inclusion of the templates, a program defines
 *     GK_OWN_ARGUMENTS  the declaration of the parameter `own`, the argument block of the kernel
 *     GK_SCORE          the function of own, score, batch, head, query, key and two further elements
 *     GK_SLOPE          its derivative by the score, for a gradient
 *     GK_FURTHER        number of further operands, 0 to 2
 *     GK_ELEMENT        an element in memory
 *     GK_KEY_ELEMENT    an element of keys and values; undefined if it is GK_ELEMENT, without scales of rows
 *     GK_HAS_ROW_SCALES 1 if the rows of keys and values have scales, else 0
 *     GK_IS_RAGGED      1 if each query has bounds of its keys, else 0
 *     GK_TILE           the size of tiles
 *     GK_TILE_NAME      suffix of the names
 */
#ifndef GK_ATTENTION_SCORED_GPU_H
#define GK_ATTENTION_SCORED_GPU_H

#include "gk_attention.h"

#define GK_JOIN_EXPANDED(a, b) a##b
#define GK_JOIN(a, b) GK_JOIN_EXPANDED(a, b)

#define GK_SUM float

#define gk_read(address, element) gk_load((__global const GK_ELEMENT *) (address) + (element))

GK_INLINE float gk_multiply_add(float x, float y, float sum) {
    return gk_fma(x, y, sum);
}

GK_INLINE float gk_attention_scale(const gk_arguments_64 *arguments) {
    return gk_from_bits((gk_i32) arguments->slot[GK_ATTENTION_SCALE]);
}

/** There is no mask. */
#define gk_attention_mask_offset(arguments, head) 0

/** Declares shared memory and the slots of the templates, from the arguments of an entry point. */
#define GK_ATTENTION_DECLARE_SLOTS(heads_of_keys, rows, keys, columns, groups, head_rows, factor, query, key, value,   \
    result, x, x_batch, x_head, x_query, x_key, y, y_batch, y_head, y_query, y_key, key_scales, key_batch, key_head,   \
    key_row, value_scales, value_batch, value_head, value_row, begins, ends)                                           \
    __local GK_SUM slices[GK_ATTENTION_SHARED] __attribute__((aligned(16)));                                           \
    gk_arguments_64 slots;                                                                                             \
    slots.slot[GK_ATTENTION_QUERY] = (gk_uint64) (query);                                                              \
    slots.slot[GK_ATTENTION_KEY] = (gk_uint64) (key);                                                                  \
    slots.slot[GK_ATTENTION_VALUE] = (gk_uint64) (value);                                                              \
    slots.slot[GK_ATTENTION_RESULT] = (gk_uint64) (result);                                                            \
    slots.slot[GK_ATTENTION_HEADS] = heads_of_keys;                                                                    \
    slots.slot[GK_ATTENTION_QUERIES] = rows;                                                                           \
    slots.slot[GK_ATTENTION_KEYS] = keys;                                                                              \
    slots.slot[GK_ATTENTION_SIZE] = columns;                                                                           \
    slots.slot[GK_ATTENTION_BATCH_HEADS] = groups;                                                                     \
    slots.slot[GK_ATTENTION_HEAD_QUERIES] = head_rows;                                                                 \
    slots.slot[GK_ATTENTION_MASKED] = 0;                                                                               \
    slots.slot[GK_ATTENTION_SCALE] = (gk_uint64) (gk_uint32) gk_bits(factor);                                       \
    slots.slot[GK_ATTENTION_FURTHER] = (gk_uint64) (x);                                                                \
    slots.slot[GK_ATTENTION_FURTHER + 1] = (gk_uint64) (y);                                                            \
    slots.slot[GK_ATTENTION_FURTHER_STRIDES] = x_batch;                                                                \
    slots.slot[GK_ATTENTION_FURTHER_STRIDES + 1] = x_head;                                                             \
    slots.slot[GK_ATTENTION_FURTHER_STRIDES + 2] = x_query;                                                            \
    slots.slot[GK_ATTENTION_FURTHER_STRIDES + 3] = x_key;                                                              \
    slots.slot[GK_ATTENTION_FURTHER_STRIDES + 4] = y_batch;                                                            \
    slots.slot[GK_ATTENTION_FURTHER_STRIDES + 5] = y_head;                                                             \
    slots.slot[GK_ATTENTION_FURTHER_STRIDES + 6] = y_query;                                                            \
    slots.slot[GK_ATTENTION_FURTHER_STRIDES + 7] = y_key;                                                              \
    slots.slot[GK_ATTENTION_KEY_SCALES] = (gk_uint64) (key_scales);                                                    \
    slots.slot[GK_ATTENTION_KEY_SCALES + 1] = key_batch;                                                               \
    slots.slot[GK_ATTENTION_KEY_SCALES + 2] = key_head;                                                                \
    slots.slot[GK_ATTENTION_KEY_SCALES + 3] = key_row;                                                                 \
    slots.slot[GK_ATTENTION_VALUE_SCALES] = (gk_uint64) (value_scales);                                                \
    slots.slot[GK_ATTENTION_VALUE_SCALES + 1] = value_batch;                                                           \
    slots.slot[GK_ATTENTION_VALUE_SCALES + 2] = value_head;                                                            \
    slots.slot[GK_ATTENTION_VALUE_SCALES + 3] = value_row;                                                             \
    slots.slot[GK_ATTENTION_BEGINS] = (gk_uint64) (begins);                                                            \
    slots.slot[GK_ATTENTION_ENDS] = (gk_uint64) (ends)

/** The body of an entry point: computes the items of the thread block. */
#define gk_attention(score, removed, dtype, key_dtype, heads_of_keys, rows, keys, columns, groups, head_rows, factor,  \
    query, key, value, result, x, x_batch, x_head, x_query, x_key, y, y_batch, y_head, y_query, y_key, key_scales,     \
    key_batch, key_head, key_row, value_scales, value_batch, value_head, value_row, begins, ends)                      \
    GK_ATTENTION_DECLARE_SLOTS(heads_of_keys, rows, keys, columns, groups, head_rows, factor, query, key, value,       \
        result, x, x_batch, x_head, x_query, x_key, y, y_batch, y_head, y_query, y_key, key_scales, key_batch,         \
        key_head, key_row, value_scales, value_batch, value_head, value_row, begins, ends);                            \
    GK_TILED(gk_attention_items_)(slots, arguments, slices)

/** The entry point of the adjoints of queries, which stores three numbers per query. */
#define gk_attention_gradient(score, slope, dtype, key_dtype, heads_of_keys, rows, keys, columns, groups, head_rows,   \
    factor, query, key, value, dy, result, partials, x, x_batch, x_head, x_query, x_key, y, y_batch, y_head, y_query,  \
    y_key, key_scales, key_batch, key_head, key_row, value_scales, value_batch, value_head, value_row, begins, ends)   \
    GK_ATTENTION_DECLARE_SLOTS(heads_of_keys, rows, keys, columns, groups, head_rows, factor, query, key, value,       \
        result, x, x_batch, x_head, x_query, x_key, y, y_batch, y_head, y_query, y_key, key_scales, key_batch,         \
        key_head, key_row, value_scales, value_batch, value_head, value_row, begins, ends);                            \
    slots.slot[GK_ATTENTION_DY] = (gk_uint64) (dy);                                                                    \
    slots.slot[GK_ATTENTION_PARTIALS] = (gk_uint64) (partials);                                                        \
    GK_TILED(gk_gradient_queries_)(slots, arguments, slices)

/** The entry point of the adjoints of keys and values. */
#define gk_attention_keys(score, slope, dtype, key_dtype, heads_of_keys, rows, keys, columns, groups, head_rows,       \
    factor, query, key, value, dy, result, partials, x, x_batch, x_head, x_query, x_key, y, y_batch, y_head, y_query,  \
    y_key, key_scales, key_batch, key_head, key_row, value_scales, value_batch, value_head, value_row, begins, ends)   \
    GK_ATTENTION_DECLARE_SLOTS(heads_of_keys, rows, keys, columns, groups, head_rows, factor, query, key, value,       \
        result, x, x_batch, x_head, x_query, x_key, y, y_batch, y_head, y_query, y_key, key_scales, key_batch,         \
        key_head, key_row, value_scales, value_batch, value_head, value_row, begins, ends);                            \
    slots.slot[GK_ATTENTION_DY] = (gk_uint64) (dy);                                                                    \
    slots.slot[GK_ATTENTION_PARTIALS] = (gk_uint64) (partials);                                                        \
    GK_TILED(gk_gradient_keys_)(slots, arguments, slices)

#endif
