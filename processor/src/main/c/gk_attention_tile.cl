/*
 * Attention with an online softmax: a thread block computes GK_TILE rows and GK_TILE columns of a result. It iterates
 * over keys and values in tiles of GK_TILE rows. A thread holds GK_BLOCK x GK_BLOCK scores of a tile, and as many sums
 * of the result, of the same rows. For rows longer than GK_TILE the scores are computed once for each GK_TILE columns
 * of the result.
 */

#ifdef GK_KEY_ELEMENT

/** Sets the address of slices that were created at address 0, whose offset is one of elements of GK_ELEMENT. */
GK_INLINE void GK_TILED(gk_move_to_)(
    const gk_arguments_64 *arguments, int slot, gk_uint64 offset, gk_slices *slices) {
    slices->address = arguments->slot[slot] + (offset + slices->address / sizeof(GK_ELEMENT)) * sizeof(GK_KEY_ELEMENT);
}

/** Address of the scale of a row of a head. */
GK_INLINE gk_uint64 GK_TILED(gk_scales_of_)(
    const gk_arguments_64 *arguments, int slot, gk_int64 head, gk_int64 first_key) {
    const gk_int64 groups = (gk_int64) arguments->slot[GK_ATTENTION_BATCH_HEADS];
    const gk_int64 offset = head / groups * (gk_int64) arguments->slot[slot + 1]
                            + head % groups * (gk_int64) arguments->slot[slot + 2]
                            + first_key * (gk_int64) arguments->slot[slot + 3];
    return arguments->slot[slot] + (gk_uint64) offset * sizeof(float);
}

#endif

/** The slice loads of rows of keys, from a first one on. */
GK_INLINE GK_KEY_SLICES GK_TILED(gk_keys_of_)(const gk_arguments_64 *arguments, gk_int64 head, gk_int64 first_key) {
    const gk_int64 keys = (gk_int64) arguments->slot[GK_ATTENTION_KEYS];
    const gk_int64 size = (gk_int64) arguments->slot[GK_ATTENTION_SIZE];
    const gk_uint64 offset = (gk_uint64) (head * keys * size);
#ifdef GK_KEY_ELEMENT
    GK_KEY_SLICES slices;
    slices.slices = GK_TILED(gk_slices_of_)(0, size, 1, first_key, keys);
    GK_TILED(gk_move_to_)(arguments, GK_ATTENTION_KEY, offset, &slices.slices);
    slices.scales = GK_TILED(gk_scales_of_)(arguments, GK_ATTENTION_KEY_SCALES, head, first_key);
    slices.scale_line = (gk_int64) arguments->slot[GK_ATTENTION_KEY_SCALES + 3];
    slices.scale_depth = 0;
    return slices;
#else
    return GK_TILED(gk_slices_of_)(
        arguments->slot[GK_ATTENTION_KEY] + offset * sizeof(GK_ELEMENT), size, 1, first_key, keys);
#endif
}

/** The slice loads of columns of values, from a first row on. */
GK_INLINE GK_KEY_SLICES GK_TILED(gk_values_of_)(
    const gk_arguments_64 *arguments, gk_int64 head, gk_int64 first_key, gk_int64 first_column) {
    const gk_int64 keys = (gk_int64) arguments->slot[GK_ATTENTION_KEYS];
    const gk_int64 size = (gk_int64) arguments->slot[GK_ATTENTION_SIZE];
    const gk_uint64 offset = (gk_uint64) ((head * keys + first_key) * size);
#ifdef GK_KEY_ELEMENT
    GK_KEY_SLICES slices;
    slices.slices = GK_TILED(gk_slices_of_)(0, 1, size, first_column, size);
    GK_TILED(gk_move_to_)(arguments, GK_ATTENTION_VALUE, offset, &slices.slices);
    slices.scales = GK_TILED(gk_scales_of_)(arguments, GK_ATTENTION_VALUE_SCALES, head, first_key);
    slices.scale_line = 0;
    slices.scale_depth = (gk_int64) arguments->slot[GK_ATTENTION_VALUE_SCALES + 3];
    return slices;
#else
    return GK_TILED(gk_slices_of_)(
        arguments->slot[GK_ATTENTION_VALUE] + offset * sizeof(GK_ELEMENT), 1, size, first_column, size);
#endif
}

/**
 * Computes the items of a thread block.
 *
 * @param slices shared memory of GK_ATTENTION_SHARED elements
 */
GK_INLINE void GK_TILED(gk_attention_items_)(const gk_arguments_64 arguments, GK_OWN_ARGUMENTS __local GK_SUM *slices) {
    __local GK_SUM *left = slices;
    __local GK_SUM *right = slices + GK_DEPTH * GK_PITCH;
    const gk_int64 queries = (gk_int64) arguments.slot[GK_ATTENTION_QUERIES];
    const gk_int64 keys = (gk_int64) arguments.slot[GK_ATTENTION_KEYS];
    const gk_int64 size = (gk_int64) arguments.slot[GK_ATTENTION_SIZE];
    const int masked = arguments.slot[GK_ATTENTION_MASKED] != 0;
    const gk_int64 mask_row = (gk_int64) arguments.slot[GK_ATTENTION_MASK_STRIDES + 2];
    const gk_int64 mask_column = (gk_int64) arguments.slot[GK_ATTENTION_MASK_STRIDES + 3];
    const GK_SUM scale = gk_attention_scale(&arguments);
    const gk_int64 row_tiles = (queries + GK_TILE - 1) / GK_TILE;
    const gk_int64 column_tiles = (size + GK_TILE - 1) / GK_TILE;
    const gk_int64 items = (gk_int64) arguments.slot[GK_ATTENTION_HEADS] * row_tiles * column_tiles;
    for (gk_int64 item = GK_BLOCK_INDEX; item < items; item += GK_BLOCK_COUNT) {
        const gk_int64 head = item / (row_tiles * column_tiles);
        const gk_int64 first_query = item / column_tiles % row_tiles * GK_TILE;
        const gk_int64 first_column = item % column_tiles * GK_TILE;
        const gk_uint64 query = arguments.slot[GK_ATTENTION_QUERY] + head * queries * size * sizeof(GK_ELEMENT);
        const gk_int64 mask = gk_attention_mask_offset(&arguments, head);
        GK_SUM sums[GK_BLOCK][GK_BLOCK] = {{0}};
        GK_SUM largest[GK_BLOCK], weight_sums[GK_BLOCK];
#pragma unroll
        for (int i = 0; i < GK_BLOCK; i++) {
            largest[i] = -GK_INFINITY;
            weight_sums[i] = 0;
        }
        gk_int64 begin, end;
        GK_TILED(gk_key_range_)(&arguments, first_query, &begin, &end);
        for (gk_int64 first_key = begin; first_key < end; first_key += GK_TILE) {
            GK_SUM scores[GK_BLOCK][GK_BLOCK] = {{0}};
            gk_slices query_slices = GK_TILED(gk_slices_of_)(query, size, 1, first_query, queries);
            GK_KEY_SLICES key_slices = GK_TILED(gk_keys_of_)(&arguments, head, first_key);
            GK_TILED(gk_add_scores_)(&query_slices, &key_slices, size, left, right, scores);
            GK_SUM next[GK_BLOCK];
#pragma unroll
            for (int i = 0; i < GK_BLOCK; i++) {
                const gk_int64 row = first_query + GK_TILED(gk_line_)(GK_THREAD / 16, i);
                next[i] = -GK_INFINITY;
#pragma unroll
                for (int j = 0; j < GK_BLOCK; j++) {
                    const gk_int64 column = first_key + GK_TILED(gk_line_)(GK_THREAD % 16, j);
                    GK_SUM score = scores[i][j] * scale;
#ifdef GK_SCORE
                    score = GK_TILED(gk_scored_)(&arguments, own, 0, score, head, row, column);
#endif
                    if (masked && row < queries && column < keys) {
                        score = GK_TILED(gk_masked_)(score,
                            gk_read(arguments.slot[GK_ATTENTION_MASK], mask + row * mask_row + column * mask_column));
                    }
                    scores[i][j] = column < end ? score : -GK_INFINITY;
                    next[i] = scores[i][j] > next[i] ? scores[i][j] : next[i];
                }
            }
            GK_TILED(gk_join_rows_)(next, 1, slices);
#pragma unroll
            for (int i = 0; i < GK_BLOCK; i++) {
                next[i] = next[i] > largest[i] ? next[i] : largest[i];
                /* If all scores so far are -infinity, their exponentials are 0, not NaN. */
                const GK_SUM shift = next[i] == -GK_INFINITY ? 0 : next[i];
                const GK_SUM decay = gk_exp(largest[i] - shift);
                largest[i] = next[i];
                weight_sums[i] *= decay;
#pragma unroll
                for (int j = 0; j < GK_BLOCK; j++) {
                    scores[i][j] = gk_exp(scores[i][j] - shift);
                    weight_sums[i] += scores[i][j];
                    sums[i][j] *= decay;
                }
            }
            GK_KEY_SLICES value_slices = GK_TILED(gk_values_of_)(&arguments, head, first_key, first_column);
            GK_TILED(gk_add_values_)(scores, &value_slices, end - first_key, left, right, sums);
        }
        GK_TILED(gk_join_rows_)(weight_sums, 0, slices);
#pragma unroll
        for (int i = 0; i < GK_BLOCK; i++) {
            const gk_int64 row = first_query + GK_TILED(gk_line_)(GK_THREAD / 16, i);
#pragma unroll
            for (int j = 0; j < GK_BLOCK; j++) {
                const gk_int64 column = first_column + GK_TILED(gk_line_)(GK_THREAD % 16, j);
                if (row < queries && column < size) {
                    /* Without keys the result is 0, the empty sum. */
                    gk_store((__global GK_ELEMENT *) arguments.slot[GK_ATTENTION_RESULT]
                                 + (head * queries + row) * size + column,
                        end <= begin ? (GK_SUM) 0 : sums[i][j] / weight_sums[i]);
                }
            }
        }
        GK_BARRIER();
    }
}

#ifndef GK_SCORE

GK_LIBRARY_KERNEL(GK_TILED(gk_attention_)) {
    __local GK_SUM slices[GK_ATTENTION_SHARED] __attribute__((aligned(16)));
    GK_TILED(gk_attention_items_)(arguments, slices);
}

#endif
