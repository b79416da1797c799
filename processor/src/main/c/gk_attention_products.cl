/*
 * The matmuls of attention and of its gradient. A thread holds GK_BLOCK x GK_BLOCK scores of a tile of GK_TILE x
 * GK_TILE in registers. They are exchanged through the slices of shared memory that matmuls use anyway.
 */

/** Number of elements of shared memory of a thread block. */
#undef GK_ATTENTION_SHARED
#define GK_ATTENTION_SHARED (2 * GK_DEPTH * GK_PITCH)

#undef GK_KEY_SLICES
#undef GK_LOAD_KEYS
#undef GK_SLICES_OF

#ifdef GK_KEY_ELEMENT

/** The slice loads of keys or values in their storage dtype, and the scales of their rows. */
typedef struct {
    gk_slices slices;
    /** Address of the scale of the next slice's first row. */
    gk_uint64 scales;
    /** Steps of the scales along the axis that is not summed, and along the summed axis. */
    gk_int64 scale_line, scale_depth;
} GK_TILED(gk_key_slices_);

#define GK_KEY_SLICES GK_TILED(gk_key_slices_)
#define GK_LOAD_KEYS GK_TILED(gk_load_key_slice_)
#define GK_SLICES_OF(keys) (&(keys)->slices)

/** Loads the next slice into registers as f32, times the scales; beyond the matrix it is 0. */
GK_INLINE void GK_LOAD_KEYS(GK_KEY_SLICES *keys, gk_int64 rest, GK_SUM *values) {
    gk_slices *slices = &keys->slices;
#pragma unroll
    for (int i = 0; i < GK_SLICE_LOADS; i++) {
        const int line = slices->line + i * slices->line_step;
        const int depth = slices->depth + i * slices->depth_step;
        values[i] = 0;
        if (line < slices->lines && depth < rest) {
            values[i] = (GK_SUM) gk_load((__global const GK_KEY_ELEMENT *) slices->address + i * slices->step);
#if GK_HAS_ROW_SCALES
            values[i] *=
                ((__global const float *) keys->scales)[line * keys->scale_line + depth * keys->scale_depth];
#endif
        }
    }
    slices->address += (gk_uint64) slices->slice_step * sizeof(GK_KEY_ELEMENT);
    keys->scales += (gk_uint64) (GK_DEPTH * keys->scale_depth) * sizeof(float);
}

#else
#define GK_KEY_SLICES gk_slices
#define GK_LOAD_KEYS GK_TILED(gk_load_slice_)
#define GK_SLICES_OF(keys) (keys)
#endif

/** The parameter with the argument block of the kernel of a class, of which its score function has the numbers. */
#undef GK_OWN
#ifdef GK_SCORE
#define GK_OWN own,
#else
#undef GK_OWN_ARGUMENTS
#define GK_OWN_ARGUMENTS
#define GK_OWN
#endif

#ifdef GK_SCORE

/** A further operand of the score function; 0 if there is none. */
GK_INLINE GK_SUM GK_TILED(gk_further_)(const gk_arguments_64 *arguments, int operand, gk_int64 batch, gk_int64 head,
    gk_int64 query, gk_int64 key) {
    const int strides = GK_ATTENTION_FURTHER_STRIDES + 4 * operand;
    return operand >= GK_FURTHER
               ? (GK_SUM) 0
               : ((__global const float *) arguments->slot[GK_ATTENTION_FURTHER + operand])[
                     batch * (gk_int64) arguments->slot[strides] + head * (gk_int64) arguments->slot[strides + 1]
                     + query * (gk_int64) arguments->slot[strides + 2] + key * (gk_int64) arguments->slot[strides + 3]];
}

#if GK_IS_RAGGED

/** True if a key is one of the sequence of a query. */
GK_INLINE int GK_TILED(gk_is_inside_)(const gk_arguments_64 *arguments, gk_int64 query, gk_int64 key) {
    return key >= ((__global const int *) arguments->slot[GK_ATTENTION_BEGINS])[query]
           && key < ((__global const int *) arguments->slot[GK_ATTENTION_ENDS])[query];
}

#endif

/**
 * The score function of a row of the queries that share keys, or its derivative by the score. Rows and keys beyond the
 * matrices repeat the last ones.
 *
 * @param slope 1 for the derivative, which only gradients have, else 0
 */
GK_INLINE GK_SUM GK_TILED(gk_scored_)(const gk_arguments_64 *arguments, GK_OWN_ARGUMENTS int slope, GK_SUM score,
    gk_int64 head, gk_int64 row, gk_int64 column) {
    const gk_int64 rows = (gk_int64) arguments->slot[GK_ATTENTION_QUERIES];
    const gk_int64 keys = (gk_int64) arguments->slot[GK_ATTENTION_KEYS];
    const gk_int64 queries = (gk_int64) arguments->slot[GK_ATTENTION_HEAD_QUERIES];
    const gk_int64 groups = (gk_int64) arguments->slot[GK_ATTENTION_BATCH_HEADS];
    const gk_int64 inside = row < rows ? row : rows - 1;
    const gk_int64 batch = head / groups;
    const gk_int64 of_query = head % groups * (rows / queries) + inside / queries;
    const gk_int64 query = inside % queries;
    const gk_int64 key = column < keys ? column : keys - 1;
    const GK_SUM x = GK_TILED(gk_further_)(arguments, 0, batch, of_query, query, key);
    const GK_SUM y = GK_TILED(gk_further_)(arguments, 1, batch, of_query, query, key);
#if GK_IS_RAGGED
    if (!slope && !GK_TILED(gk_is_inside_)(arguments, query, key)) {
        return -GK_INFINITY;
    }
#endif
#ifdef GK_SLOPE
    if (slope) {
        return GK_SLOPE(own, score, (int) batch, (int) of_query, (int) query, (int) key, x, y);
    }
#endif
    return GK_SCORE(own, score, (int) batch, (int) of_query, (int) query, (int) key, x, y);
}

#endif

/** The keys of a tile of rows of queries: from the first one of any of them to the end of those of any. */
GK_INLINE void GK_TILED(gk_key_range_)(
    const gk_arguments_64 *arguments, gk_int64 first_row, gk_int64 *begin, gk_int64 *end) {
#if defined(GK_SCORE) && GK_IS_RAGGED
    const gk_int64 rows = (gk_int64) arguments->slot[GK_ATTENTION_QUERIES];
    const gk_int64 queries = (gk_int64) arguments->slot[GK_ATTENTION_HEAD_QUERIES];
    *begin = (gk_int64) arguments->slot[GK_ATTENTION_KEYS];
    *end = 0;
    for (gk_int64 row = first_row; row < rows && row < first_row + GK_TILE; row++) {
        const gk_int64 first = ((__global const int *) arguments->slot[GK_ATTENTION_BEGINS])[row % queries];
        const gk_int64 last = ((__global const int *) arguments->slot[GK_ATTENTION_ENDS])[row % queries];
        *begin = first < *begin ? first : *begin;
        *end = last > *end ? last : *end;
    }
#else
    *begin = 0;
    *end = (gk_int64) arguments->slot[GK_ATTENTION_KEYS];
#endif
}

/** A score with its mask: -infinity if the mask is, even if the product is infinite or NaN. */
GK_INLINE GK_SUM GK_TILED(gk_masked_)(GK_SUM score, GK_SUM mask) {
    return mask == -GK_INFINITY ? mask : score + mask;
}

/** Reduces a value per row over the 16 threads that hold the same rows: the maximum, or else the sum. */
GK_INLINE void GK_TILED(gk_join_rows_)(GK_SUM *values, int maximum, __local GK_SUM *buffer) {
    GK_BARRIER();
#pragma unroll
    for (int i = 0; i < GK_BLOCK; i++) {
        buffer[GK_THREAD % 16 * GK_PITCH + GK_TILED(gk_line_)(GK_THREAD / 16, i)] = values[i];
    }
    GK_BARRIER();
#pragma unroll
    for (int i = 0; i < GK_BLOCK; i++) {
        GK_SUM joined = buffer[GK_TILED(gk_line_)(GK_THREAD / 16, i)];
        for (int thread = 1; thread < 16; thread++) {
            const GK_SUM other = buffer[thread * GK_PITCH + GK_TILED(gk_line_)(GK_THREAD / 16, i)];
            joined = maximum ? (other > joined ? other : joined) : joined + other;
        }
        values[i] = joined;
    }
    GK_BARRIER();
}

/** Adds the dot products of rows of queries and of keys to the sums. */
GK_INLINE void GK_TILED(gk_add_scores_)(
    gk_slices *queries, GK_KEY_SLICES *keys, gk_int64 size, __local GK_SUM *left, __local GK_SUM *right,
    GK_SUM (*scores)[GK_BLOCK]) {
    GK_SUM next_left[GK_SLICE_LOADS], next_right[GK_SLICE_LOADS];
    for (gk_int64 depth = 0; depth < size; depth += GK_DEPTH) {
        GK_TILED(gk_load_slice_)(queries, size - depth, next_left);
        GK_LOAD_KEYS(keys, size - depth, next_right);
        GK_BARRIER();
        GK_TILED(gk_put_slice_)(queries, next_left, left);
        GK_TILED(gk_put_slice_)(GK_SLICES_OF(keys), next_right, right);
        GK_BARRIER();
        GK_TILED(gk_multiply_slices_)(left, right, scores);
    }
}

/** Adds the values of a tile, weighted by the exponentials of the scores, to the sums. */
GK_INLINE void GK_TILED(gk_add_values_)(
    GK_SUM (*weights)[GK_BLOCK], GK_KEY_SLICES *values, gk_int64 rest, __local GK_SUM *left, __local GK_SUM *right,
    GK_SUM (*sums)[GK_BLOCK]) {
    GK_SUM next[GK_SLICE_LOADS];
    for (int depth = 0; depth < GK_TILE; depth += GK_DEPTH) {
        GK_LOAD_KEYS(values, rest - depth, next);
        GK_BARRIER();
        GK_TILED(gk_put_slice_)(GK_SLICES_OF(values), next, right);
#pragma unroll
        for (int j = 0; j < GK_BLOCK; j++) {
            const int key = GK_TILED(gk_line_)(GK_THREAD % 16, j) - depth;
            if (key >= 0 && key < GK_DEPTH) {
#pragma unroll
                for (int i = 0; i < GK_BLOCK; i++) {
                    left[key * GK_PITCH + GK_TILED(gk_line_)(GK_THREAD / 16, i)] = weights[i][j];
                }
            }
        }
        GK_BARRIER();
        GK_TILED(gk_multiply_slices_)(left, right, sums);
    }
}
