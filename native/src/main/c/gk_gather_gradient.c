/*
 * The gradient of gather on the CPU. The first kernel, with one item, sorts the slice numbers by index, stably. It
 * writes the offset of each position, the slice numbers, and the number of chunks of the columns. An item of the second
 * kernel is a chunk of the outer indices, of the columns and of the positions. An element is summed in the order of its
 * slices, by one thread, so that the split does not affect the bits of the result.
 */
#include "graphkernel.h"

#include "gk_gather_gradient.h"

/** Number of vectors of a slice that are summed at a time. */
#define GK_GATHER_VECTORS 8

/** The position of an index, or another number if it is out of range. A negative index counts from the end. */
GK_INLINE gk_int64 gk_position(const gk_slot *arguments, gk_int64 i, gk_int64 size) {
    const void *indices = arguments[GK_GATHER_INDICES].pointer;
    const gk_int64 index = arguments[GK_GATHER_INDEX_BYTES].integer == 8 ? ((const gk_int64 *) indices)[i]
                                                                         : ((const int *) indices)[i];
    return index < 0 ? index + size : index;
}

/** Sorts the slice numbers by counting sort. */
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
    /* End offset of each position. */
    gk_int64 sum = 0;
    for (gk_int64 position = 0; position <= size; position++) {
        sum += begins[position];
        begins[position] = sum;
    }
    /* In descending order of slices, so that end offsets become begin offsets. */
    for (gk_int64 i = count - 1; i >= 0; i--) {
        const gk_int64 position = gk_position(arguments, i, size);
        if (position >= 0 && position < size) {
            slices[--begins[position]] = i;
        }
    }
    /*
     * Half rows are slower than whole ones. They are profitable if a position costs more than the target work of a
     * thread.
     */
    gk_int64 largest = 0;
    for (gk_int64 position = 0; position < size; position++) {
        const gk_int64 owned = begins[position + 1] - begins[position];
        largest = owned > largest ? owned : largest;
    }
    const gk_int64 most = arguments[GK_GATHER_COLUMN_PARTS].integer;
    slices[count] = (largest + 1) * most > begins[size] + size ? most : 1;
}

/** Begin of a chunk of some numbers, split into chunks of nearly equal size. */
GK_INLINE gk_int64 gk_chunk_begin(gk_int64 count, gk_int64 chunk, gk_int64 chunks) {
    return count / chunks * chunk + count % chunks * chunk / chunks;
}

/** First position of a chunk. A position costs as much as a slice, and all chunks cost the same. */
static gk_int64 gk_first_position(const gk_int64 *begins, gk_int64 size, gk_int64 chunk, gk_int64 chunks) {
    const gk_int64 cost = gk_chunk_begin(begins[size] + size, chunk, chunks);
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

/** Ranges of an item, and the first slice of each position. */
typedef struct {
    gk_int64 outer_begin, outer_end, column_begin, column_end, begin, end;
    const gk_int64 *begins;
} gk_gather_chunk;

/** The chunk of an item. Columns are split between blocks. */
static gk_gather_chunk gk_gather_chunk_of(const gk_slot *arguments, gk_int64 item, gk_int64 block) {
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
    const gk_int64 column_end = gk_chunk_begin(blocks, column_part + 1, column_parts) * block;
    gk_gather_chunk all;
    all.begins = begins;
    all.begin = gk_first_position(begins, size, position_part, position_parts);
    all.end = gk_first_position(begins, size, position_part + 1, position_parts);
    all.column_begin = gk_chunk_begin(blocks, column_part, column_parts) * block;
    all.column_end = column_end < after ? column_end : after;
    all.outer_begin = gk_chunk_begin(before, outer_part, outer_parts);
    all.outer_end = gk_chunk_begin(before, outer_part + 1, outer_parts);
    return all;
}

#define GK_DEFINE_GATHER_GRADIENT(name, element, sums)                                                                 \
    /** Sums some columns of a position. */                                                                            \
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
            const gk_gather_chunk chunk = gk_gather_chunk_of(arguments, item, GK_GATHER_VECTORS * GK_LANES);           \
            for (gk_int64 outer = chunk.outer_begin; outer < chunk.outer_end; outer++) {                               \
                const element *dy = (const element *) arguments[GK_GATHER_DY].pointer + outer * count * after;         \
                element *result = (element *) arguments[GK_GATHER_RESULT].pointer + outer * size * after;              \
                for (gk_int64 position = chunk.begin; position < chunk.end; position++) {                              \
                    const gk_int64 *own = slices + chunk.begins[position];                                             \
                    const gk_int64 owned = chunk.begins[position + 1] - chunk.begins[position];                        \
                    element *row = result + position * after;                                                          \
                    gk_int64 column = chunk.column_begin;                                                              \
                    for (; column + GK_GATHER_VECTORS * GK_LANES <= chunk.column_end;                                  \
                         column += GK_GATHER_VECTORS * GK_LANES) {                                                     \
                        gk_position_##name(                                                                            \
                            dy + column, own, owned, after, row + column, GK_GATHER_VECTORS, GK_LANES);                \
                    }                                                                                                  \
                    for (; column < chunk.column_end; column += GK_LANES) {                                            \
                        const gk_int64 left = chunk.column_end - column;                                               \
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

/* In the order of NativeGatherGrad.java. */
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
