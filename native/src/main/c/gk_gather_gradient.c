/*
 * The gradient of gathering on the CPU. A first kernel, of one item, sorts the numbers of the slices by their index, stably: where
 * those of each position begin, then the numbers, and then into how many parts the columns are cut. An item of the second one is a
 * part of the outer indices, of the columns and of the positions. An element is summed in the order of its slices, by one thread, so
 * that the parts do not change a bit.
 */
#include "graphkernel.h"

#include "gk_gather_gradient.h"

/** The vectors of a slice that are summed at a time. */
#define GK_GATHER_VECTORS 8

/** The position that an index names, or another number. A negative index counts from the end. */
GK_INLINE gk_int64 gk_position(const gk_slot *arguments, gk_int64 i, gk_int64 size) {
    const void *indices = arguments[GK_GATHER_INDICES].pointer;
    const gk_int64 index = arguments[GK_GATHER_INDEX_BYTES].integer == 8 ? ((const gk_int64 *) indices)[i]
                                                                         : ((const int *) indices)[i];
    return index < 0 ? index + size : index;
}

/** Sorts the numbers of the slices by counting. */
static void gk_gather_order(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 count = arguments[GK_GATHER_COUNT].integer;
    const gk_int64 size = arguments[GK_GATHER_SIZE].integer;
    gk_int64 *begins = (gk_int64 *) arguments[GK_GATHER_ORDER].pointer;
    gk_int64 *slices = begins + size + 1;
    for (gk_int64 position = 0; position <= size; position++) {
        begins[position] = 0;
    }
    for (gk_int64 i = 0; i < count; i++) {
        const gk_int64 position = gk_position(arguments, i, size);
        if (position >= 0 && position < size) {
            begins[position]++;
        }
    }
    /* Where each position ends. */
    gk_int64 sum = 0;
    for (gk_int64 position = 0; position <= size; position++) {
        sum += begins[position];
        begins[position] = sum;
    }
    /* From the last slice on, so that what was an end becomes a begin. */
    for (gk_int64 i = count - 1; i >= 0; i--) {
        const gk_int64 position = gk_position(arguments, i, size);
        if (position >= 0 && position < size) {
            slices[--begins[position]] = i;
        }
    }
    /* Half rows are slower than whole ones, and worth it where a position costs more than what a thread should do. */
    gk_int64 largest = 0;
    for (gk_int64 position = 0; position < size; position++) {
        const gk_int64 owned = begins[position + 1] - begins[position];
        largest = owned > largest ? owned : largest;
    }
    const gk_int64 most = arguments[GK_GATHER_COLUMN_PARTS].integer;
    slices[count] = (largest + 1) * most > begins[size] + size ? most : 1;
}

/** Where a part of some numbers begins, all parts being about as large. */
GK_INLINE gk_int64 gk_part_begin(gk_int64 count, gk_int64 part, gk_int64 parts) {
    return count / parts * part + count % parts * part / parts;
}

/** The first position of a part: a position costs as much as a slice, and all parts cost the same. */
static gk_int64 gk_position_of_part(const gk_int64 *begins, gk_int64 size, gk_int64 part, gk_int64 parts) {
    const gk_int64 cost = gk_part_begin(begins[size] + size, part, parts);
    gk_int64 low = 0, high = size;
    while (low < high) {
        const gk_int64 middle = low + (high - low) / 2;
        if (begins[middle] + middle < cost) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/** What an item computes, and where the slices of each position begin. */
typedef struct {
    gk_int64 outer_begin, outer_end, column_begin, column_end, begin, end;
    const gk_int64 *begins;
} gk_gather_part;

/** The part of an item. Columns are cut between blocks. */
static gk_gather_part gk_gather_part_of(const gk_slot *arguments, gk_int64 item, gk_int64 block) {
    const gk_int64 before = arguments[GK_GATHER_BEFORE].integer;
    const gk_int64 after = arguments[GK_GATHER_AFTER].integer;
    const gk_int64 size = arguments[GK_GATHER_SIZE].integer;
    const gk_int64 *begins = (const gk_int64 *) arguments[GK_GATHER_ORDER].pointer;
    const gk_int64 column_parts = begins[size + 1 + arguments[GK_GATHER_COUNT].integer];
    const gk_int64 position_parts = arguments[GK_GATHER_PARTS].integer / column_parts;
    const gk_int64 outer_parts = arguments[GK_GATHER_OUTER_PARTS].integer;
    const gk_int64 column_part = item % column_parts;
    const gk_int64 position_part = item / column_parts % position_parts;
    const gk_int64 outer_part = item / column_parts / position_parts;
    const gk_int64 blocks = (after + block - 1) / block;
    const gk_int64 column_end = gk_part_begin(blocks, column_part + 1, column_parts) * block;
    gk_gather_part all;
    all.begins = begins;
    all.begin = gk_position_of_part(begins, size, position_part, position_parts);
    all.end = gk_position_of_part(begins, size, position_part + 1, position_parts);
    all.column_begin = gk_part_begin(blocks, column_part, column_parts) * block;
    all.column_end = column_end < after ? column_end : after;
    all.outer_begin = gk_part_begin(before, outer_part, outer_parts);
    all.outer_end = gk_part_begin(before, outer_part + 1, outer_parts);
    return all;
}

#define GK_DEFINE_GATHER_GRADIENT(name, element, sums)                                                                 \
    /** Some columns of a position. */                                                                                 \
    GK_INLINE void gk_position_##name(const element *dy, const gk_int64 *slices, gk_int64 count, gk_int64 after,       \
        element *result, const int vectors, const int lanes) {                                                         \
        sums sum[GK_GATHER_VECTORS];                                                                                   \
        GK_UNROLLED                                                                                                    \
        for (int v = 0; v < vectors; v++) {                                                                            \
            sum[v] = (sums) 0;                                                                                         \
        }                                                                                                              \
        for (gk_int64 i = 0; i < count; i++) {                                                                         \
            const element *slice = dy + slices[i] * after;                                                             \
            GK_UNROLLED                                                                                                \
            for (int v = 0; v < vectors; v++) {                                                                        \
                sum[v] += gk_load(slice + v * GK_LANES, lanes);                                                        \
            }                                                                                                          \
        }                                                                                                              \
        GK_UNROLLED                                                                                                    \
        for (int v = 0; v < vectors; v++) {                                                                            \
            gk_store(result + v * GK_LANES, sum[v], lanes);                                                            \
        }                                                                                                              \
    }                                                                                                                  \
    static void gk_gather_gradient_##name(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {     \
        const gk_int64 count = arguments[GK_GATHER_COUNT].integer;                                                     \
        const gk_int64 after = arguments[GK_GATHER_AFTER].integer;                                                     \
        const gk_int64 size = arguments[GK_GATHER_SIZE].integer;                                                       \
        const gk_int64 *slices = (const gk_int64 *) arguments[GK_GATHER_ORDER].pointer + size + 1;                     \
        for (gk_int64 item = begin; item < end; item++) {                                                              \
            const gk_gather_part part = gk_gather_part_of(arguments, item, GK_GATHER_VECTORS * GK_LANES);              \
            for (gk_int64 outer = part.outer_begin; outer < part.outer_end; outer++) {                                 \
                const element *dy = (const element *) arguments[GK_GATHER_DY].pointer + outer * count * after;         \
                element *result = (element *) arguments[GK_GATHER_RESULT].pointer + outer * size * after;              \
                for (gk_int64 position = part.begin; position < part.end; position++) {                                \
                    const gk_int64 *own = slices + part.begins[position];                                              \
                    const gk_int64 owned = part.begins[position + 1] - part.begins[position];                          \
                    element *row = result + position * after;                                                          \
                    gk_int64 column = part.column_begin;                                                               \
                    for (; column + GK_GATHER_VECTORS * GK_LANES <= part.column_end;                                   \
                         column += GK_GATHER_VECTORS * GK_LANES) {                                                     \
                        gk_position_##name(                                                                            \
                            dy + column, own, owned, after, row + column, GK_GATHER_VECTORS, GK_LANES);                \
                    }                                                                                                  \
                    for (; column < part.column_end; column += GK_LANES) {                                             \
                        const gk_int64 left = part.column_end - column;                                                \
                        const int lanes = left < GK_LANES ? (int) left : GK_LANES;                                     \
                        gk_position_##name(dy + column, own, owned, after, row + column, 1, lanes);                    \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

GK_DEFINE_GATHER_GRADIENT(f32, float, gk_f32)
GK_DEFINE_GATHER_GRADIENT(f64, double, gk_f64)
GK_DEFINE_GATHER_GRADIENT(f16, gk_half, gk_f32)
GK_DEFINE_GATHER_GRADIENT(bf16, gk_bfloat, gk_f32)

/* The order of NativeGatherGrad.java. */
GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    gk_gather_order,
    gk_gather_gradient_f32,
    gk_gather_gradient_f64,
    gk_gather_gradient_f16,
    gk_gather_gradient_bf16,
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = sizeof GK_TABLE / sizeof *GK_TABLE;
