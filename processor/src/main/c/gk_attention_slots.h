/*
 * Arguments of attention by a score function on CPUs.
 */
#ifndef GK_ATTENTION_SLOTS_H
#define GK_ATTENTION_SLOTS_H

#include "gk_attention.h"

/** Declares the slots of the templates, from the arguments of an entry point. */
#define GK_ATTENTION_DECLARE_SLOTS(heads_of_keys, rows, keys, columns, groups, head_rows, factor, query, key, value,     \
    result, x, x_batch, x_head, x_query, x_key, y, y_batch, y_head, y_query, y_key, key_scales, key_batch, key_head,   \
    key_row, value_scales, value_batch, value_head, value_row, begins, ends)                                           \
    gk_slot slots[GK_ATTENTION_SLOTS];                                                                                 \
    slots[GK_ATTENTION_QUERY].pointer = (void *) (query);                                                              \
    slots[GK_ATTENTION_KEY].pointer = (void *) (key);                                                                  \
    slots[GK_ATTENTION_VALUE].pointer = (void *) (value);                                                              \
    slots[GK_ATTENTION_RESULT].pointer = (void *) (result);                                                            \
    slots[GK_ATTENTION_HEADS].integer = heads_of_keys;                                                                 \
    slots[GK_ATTENTION_QUERIES].integer = rows;                                                                        \
    slots[GK_ATTENTION_KEYS].integer = keys;                                                                           \
    slots[GK_ATTENTION_SIZE].integer = columns;                                                                        \
    slots[GK_ATTENTION_BATCH_HEADS].integer = groups;                                                                  \
    slots[GK_ATTENTION_HEAD_QUERIES].integer = head_rows;                                                              \
    slots[GK_ATTENTION_MASKED].integer = 0;                                                                            \
    for (int axis = 0; axis < 4; axis++) {                                                                             \
        slots[GK_ATTENTION_MASK_STRIDES + axis].integer = 0;                                                           \
    }                                                                                                                  \
    slots[GK_ATTENTION_MASK].pointer = 0;                                                                              \
    slots[GK_ATTENTION_SCALE].scalar = (factor)[0];                                                                    \
    slots[GK_ATTENTION_FURTHER].pointer = (void *) (x);                                                                \
    slots[GK_ATTENTION_FURTHER + 1].pointer = (void *) (y);                                                            \
    slots[GK_ATTENTION_FURTHER_STRIDES].integer = x_batch;                                                             \
    slots[GK_ATTENTION_FURTHER_STRIDES + 1].integer = x_head;                                                          \
    slots[GK_ATTENTION_FURTHER_STRIDES + 2].integer = x_query;                                                         \
    slots[GK_ATTENTION_FURTHER_STRIDES + 3].integer = x_key;                                                           \
    slots[GK_ATTENTION_FURTHER_STRIDES + 4].integer = y_batch;                                                         \
    slots[GK_ATTENTION_FURTHER_STRIDES + 5].integer = y_head;                                                          \
    slots[GK_ATTENTION_FURTHER_STRIDES + 6].integer = y_query;                                                         \
    slots[GK_ATTENTION_FURTHER_STRIDES + 7].integer = y_key;                                                           \
    slots[GK_ATTENTION_KEY_SCALES].pointer = (void *) (key_scales);                                                    \
    slots[GK_ATTENTION_KEY_SCALES + 1].integer = key_batch;                                                            \
    slots[GK_ATTENTION_KEY_SCALES + 2].integer = key_head;                                                             \
    slots[GK_ATTENTION_KEY_SCALES + 3].integer = key_row;                                                              \
    slots[GK_ATTENTION_VALUE_SCALES].pointer = (void *) (value_scales);                                                \
    slots[GK_ATTENTION_VALUE_SCALES + 1].integer = value_batch;                                                        \
    slots[GK_ATTENTION_VALUE_SCALES + 2].integer = value_head;                                                         \
    slots[GK_ATTENTION_VALUE_SCALES + 3].integer = value_row;                                                          \
    slots[GK_ATTENTION_BEGINS].pointer = (void *) (begins);                                                            \
    slots[GK_ATTENTION_ENDS].pointer = (void *) (ends);                                                                \
    slots[GK_ATTENTION_OWN].pointer = (void *) arguments;

#endif
