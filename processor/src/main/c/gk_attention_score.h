/*
 * Application of a score function to a tile of scores. Macros defined before the inclusion, with vectors as arguments:
 *     GK_SCORE(own, score, batch, head, query, key, x, y)    the function of a score
 *     GK_REMOVED(own, batch, head, query, key, x, y)         -infinity where the function is, whatever the score, else
 *                                                            0; undefined if it removes no keys
 *     GK_SLOPE(own, score, batch, head, query, key, x, y)    its derivative by the score, for a gradient
 *     GK_FURTHER                                             number of further operands, 0 to 2
 *     GK_HAS_ROW_SCALES                                      1 if the rows of keys and values have scales, else 0
 *     GK_IS_RAGGED                                           1 if each query has bounds of its keys, else 0
 * Arguments that a function does not have are not evaluated.
 */

/** The positions of a block's queries and of a tile's keys, with the further operands of the function there. */
typedef struct {
    const gk_slot *slots;
    const gk_slot *own;
    int batch;
    /** [GK_QUERIES]: head, and query within the head. Those after the last query repeat it. */
    int *heads, *queries;
    gk_int64 count, first_key;
    /** The first key of the queries of a run, from which tiles are counted. */
    gk_int64 run_begin;
    /** Scales of the rows of keys and of values of the head, and their steps. */
    const GK_SUM *scales[2];
    gk_int64 scale_steps[2];
    /** [GK_TILE_KEYS][GK_QUERIES], or one row of GK_QUERIES for all keys if the step is 0. */
    GK_SUM *further[2];
    gk_int64 steps[2];
    /** [GK_QUERIES] */
    GK_SUM *unused;
} GK_OF(gk_positions_);

GK_INLINE void GK_OF(gk_begin_positions_)(GK_OF(gk_positions_) *at, const gk_slot *slots, void *scratch) {
    at->slots = slots;
    at->own = slots[GK_ATTENTION_OWN].pointer;
    at->run_begin = 0;
    at->heads = scratch;
    at->queries = at->heads + GK_QUERIES;
    at->unused = (GK_SUM *) (at->queries + GK_QUERIES);
    at->further[0] = at->unused + GK_QUERIES;
    at->further[1] = at->further[0] + GK_TILE_KEYS * GK_QUERIES;
}

/** Sets the scales of the rows of keys and values of a head. */
GK_INLINE void GK_OF(gk_enter_head_)(GK_OF(gk_positions_) *at, gk_int64 head) {
    const gk_int64 groups = at->slots[GK_ATTENTION_BATCH_HEADS].integer;
    for (int operand = 0; operand < 2 && GK_HAS_ROW_SCALES; operand++) {
        const gk_slot *scales =
            at->slots + (operand == 0 ? GK_ATTENTION_KEY_SCALES : GK_ATTENTION_VALUE_SCALES);
        at->scales[operand] = (const GK_SUM *) scales[0].pointer + head / groups * scales[1].integer
                              + head % groups * scales[2].integer;
        at->scale_steps[operand] = scales[3].integer;
    }
}

/**
 * Returns the number of queries from a first one on that have the same keys, and sets the first and the end of these.
 *
 * @param count maximum number
 */
GK_INLINE gk_int64 GK_OF(gk_enter_run_)(GK_OF(gk_positions_) *at, gk_int64 first, gk_int64 count, gk_int64 *end) {
#if GK_IS_RAGGED
    const int *begins = at->slots[GK_ATTENTION_BEGINS].pointer, *ends = at->slots[GK_ATTENTION_ENDS].pointer;
    const gk_int64 queries = at->slots[GK_ATTENTION_HEAD_QUERIES].integer;
    const gk_int64 query = first % queries;
    gk_int64 run = 1;
    while (run < count && begins[(first + run) % queries] == begins[query]
           && ends[(first + run) % queries] == ends[query]) {
        run++;
    }
    at->run_begin = begins[query];
    *end = ends[query];
    return run;
#else
    return count;
#endif
}

/** Address of a further operand for the first key of a query. */
GK_INLINE const GK_SUM *GK_OF(gk_further_row_)(const GK_OF(gk_positions_) *at, int operand, gk_int64 query) {
    const gk_slot *strides = at->slots + GK_ATTENTION_FURTHER_STRIDES + 4 * operand;
    return (const GK_SUM *) at->slots[GK_ATTENTION_FURTHER + operand].pointer + at->batch * strides[0].integer
           + at->heads[query] * strides[1].integer + at->queries[query] * strides[2].integer;
}

/** Stride of a further operand along the keys, 0 or 1. */
GK_INLINE gk_int64 GK_OF(gk_further_step_)(const GK_OF(gk_positions_) *at, int operand) {
    return at->slots[GK_ATTENTION_FURTHER_STRIDES + 4 * operand + 3].integer;
}

/** Sets the positions of a block of queries. */
GK_INLINE void GK_OF(gk_enter_block_)(GK_OF(gk_positions_) *at, gk_int64 head, gk_int64 first, gk_int64 count) {
    const gk_int64 groups = at->slots[GK_ATTENTION_BATCH_HEADS].integer;
    const gk_int64 queries = at->slots[GK_ATTENTION_HEAD_QUERIES].integer;
    const gk_int64 sharing = at->slots[GK_ATTENTION_QUERIES].integer / queries;
    at->batch = (int) (head / groups);
    at->count = count;
    for (gk_int64 i = 0; i < GK_QUERIES; i++) {
        const gk_int64 row = first + (i < count ? i : count - 1);
        at->heads[i] = (int) (head % groups * sharing + row / queries);
        at->queries[i] = (int) (row % queries);
    }
    for (int operand = 0; operand < GK_FURTHER; operand++) {
        at->steps[operand] = GK_OF(gk_further_step_)(at, operand) * GK_QUERIES;
        for (gk_int64 i = 0; i < GK_QUERIES && at->steps[operand] == 0; i++) {
            at->further[operand][i] = *GK_OF(gk_further_row_)(at, operand, i);
        }
    }
}

/** Sets the further operands of a tile of keys, whose lanes are queries. */
GK_INLINE void GK_OF(gk_put_further_)(GK_OF(gk_positions_) *at, GK_SUM *rows, int operand, gk_int64 keys) {
    if (at->steps[operand] == 0) {
        return;
    }
    const GK_SUM *source = GK_OF(gk_further_row_)(at, operand, 0) + at->first_key;
    int same = 1;
    for (gk_int64 i = 0; i < at->count; i++) {
        const GK_SUM *row = GK_OF(gk_further_row_)(at, operand, i) + at->first_key;
        same &= row == source;
        for (gk_int64 key = 0; key < keys; key += GK_LANES) {
            const int lanes = keys - key < GK_LANES ? (int) (keys - key) : GK_LANES;
            gk_store(rows + i * keys + key, gk_load(row + key, lanes), lanes);
        }
    }
    if (!same) {
        for (gk_int64 i = at->count; i < GK_QUERIES; i++) {
            for (gk_int64 key = 0; key < keys; key++) {
                at->further[operand][key * GK_QUERIES + i] = rows[(at->count - 1) * keys + key];
            }
        }
        gk_transpose(rows, keys, at->further[operand], GK_QUERIES, keys, at->count);
        return;
    }
    for (gk_int64 key = 0; key < keys; key++) {
        for (gk_int64 i = 0; i < GK_QUERIES; i += GK_LANES) {
            gk_store(at->further[operand] + key * GK_QUERIES + i, (GK_SUMS) source[key], GK_LANES);
        }
    }
}

/** Further operand of queries and one key of a tile. */
GK_INLINE GK_SUMS GK_OF(gk_further_)(const GK_OF(gk_positions_) *at, int operand, gk_int64 key, gk_int64 query) {
    return gk_load(at->further[operand] + key * at->steps[operand] + query, GK_LANES);
}

/** Further operand of one query and some keys of a tile. */
GK_INLINE GK_SUMS GK_OF(gk_decode_further_)(
    const GK_OF(gk_positions_) *at, int operand, gk_int64 query, gk_int64 key, int lanes) {
    const GK_SUM *row = GK_OF(gk_further_row_)(at, operand, query);
    return at->steps[operand] == 0 ? (GK_SUMS) *row : gk_load(row + at->first_key + key, lanes);
}

#ifdef GK_REMOVED

/** Returns true if the function removes all keys of a tile for all queries. */
GK_APART int GK_OF(gk_is_removed_)(const GK_OF(gk_positions_) *at, gk_int64 keys, int is_decode) {
    const GK_SUMS none = (GK_SUMS) -GK_INFINITY;
    const gk_i32 batch = gk_splat_i32(at->batch);
    if (is_decode) {
        for (gk_int64 query = 0; query < at->count; query++) {
            for (gk_int64 key = 0; key < keys; key += GK_LANES) {
                const int lanes = keys - key < GK_LANES ? (int) (keys - key) : GK_LANES;
                const GK_SUMS removed = GK_REMOVED(at->own, batch, gk_splat_i32(at->heads[query]),
                    gk_splat_i32(at->queries[query]),
                    gk_splat_i32((int) (at->first_key + key)) + gk_lane_numbers(),
                    GK_OF(gk_decode_further_)(at, 0, query, key, lanes),
                    GK_OF(gk_decode_further_)(at, 1, query, key, lanes));
                for (int lane = 0; lane < lanes; lane++) {
                    if (removed[lane] != none[lane]) {
                        return 0;
                    }
                }
            }
        }
        return 1;
    }
    for (gk_int64 key = 0; key < keys; key++) {
        for (gk_int64 query = 0; query < GK_QUERIES; query += GK_LANES) {
            const GK_SUMS removed = GK_REMOVED(at->own, batch, gk_load(at->heads + query, GK_LANES),
                gk_load(at->queries + query, GK_LANES), gk_splat_i32((int) (at->first_key + key)),
                GK_OF(gk_further_)(at, 0, key, query), GK_OF(gk_further_)(at, 1, key, query));
            if (__builtin_reduce_or(removed != none) != 0) {
                return 0;
            }
        }
    }
    return 1;
}

#endif

/**
 * Sets the positions of a tile.
 *
 * @param rows elements as GK_SUM: [GK_QUERIES][GK_TILE_KEYS]
 * @return false if no query sees a key of the tile
 */
GK_INLINE int GK_OF(gk_enter_tile_)(
    GK_OF(gk_positions_) *at, GK_SUM *rows, gk_int64 first_key, gk_int64 keys, int is_decode) {
    at->first_key = first_key;
    for (int operand = 0; operand < GK_FURTHER && !is_decode; operand++) {
        GK_OF(gk_put_further_)(at, rows, operand, keys);
    }
#ifdef GK_REMOVED
    return !GK_OF(gk_is_removed_)(at, keys, is_decode);
#else
    return 1;
#endif
}

/**
 * Applies the function to a tile of scaled products, and updates the largest scores.
 *
 * @param scores [keys][GK_QUERIES]
 * @param slopes receives the derivatives, in the layout of the scores; null if there are none
 * @param largest [GK_QUERIES]
 */
GK_APART void GK_OF(gk_apply_)(
    const GK_OF(gk_positions_) *at, GK_SUM *scores, GK_SUM *slopes, GK_SUM *largest, gk_int64 keys) {
    const gk_i32 batch = gk_splat_i32(at->batch);
    for (gk_int64 query = 0; query < GK_QUERIES; query += GK_LANES) {
        const gk_i32 heads = gk_load(at->heads + query, GK_LANES);
        const gk_i32 queries = gk_load(at->queries + query, GK_LANES);
        GK_SUMS greatest = gk_load(largest + query, GK_LANES);
        for (gk_int64 key = 0; key < keys; key++) {
            GK_SUM *place = scores + key * GK_QUERIES + query;
            const GK_SUMS product = gk_load(place, GK_LANES);
            const gk_i32 keys_of_lanes = gk_splat_i32((int) (at->first_key + key));
            const GK_SUMS score = GK_SCORE(at->own, product, batch, heads, queries, keys_of_lanes,
                GK_OF(gk_further_)(at, 0, key, query), GK_OF(gk_further_)(at, 1, key, query));
#ifdef GK_SLOPE
            gk_store(slopes + key * GK_QUERIES + query,
                GK_SLOPE(at->own, product, batch, heads, queries, keys_of_lanes,
                    GK_OF(gk_further_)(at, 0, key, query), GK_OF(gk_further_)(at, 1, key, query)),
                GK_LANES);
#endif
            greatest = score > greatest ? score : greatest;
            gk_store(place, score, GK_LANES);
        }
        gk_store(largest + query, greatest, GK_LANES);
    }
}

/**
 * Applies the function to scaled products of a few queries, whose lanes are keys.
 *
 * @param scores [at->count][GK_TILE_KEYS]
 */
GK_APART void GK_OF(gk_decode_apply_)(const GK_OF(gk_positions_) *at, GK_SUM *scores, gk_int64 count) {
    const gk_i32 batch = gk_splat_i32(at->batch);
    for (gk_int64 query = 0; query < at->count; query++) {
        const gk_i32 head = gk_splat_i32(at->heads[query]);
        const gk_i32 place = gk_splat_i32(at->queries[query]);
        for (gk_int64 key = 0; key < count; key += GK_LANES) {
            const int lanes = count - key < GK_LANES ? (int) (count - key) : GK_LANES;
            GK_SUM *score = scores + query * GK_TILE_KEYS + key;
            gk_store(score,
                GK_SCORE(at->own, gk_load(score, GK_LANES), batch, head, place,
                    gk_splat_i32((int) (at->first_key + key)) + gk_lane_numbers(),
                    GK_OF(gk_decode_further_)(at, 0, query, key, lanes),
                    GK_OF(gk_decode_further_)(at, 1, query, key, lanes)),
                lanes);
        }
    }
}
