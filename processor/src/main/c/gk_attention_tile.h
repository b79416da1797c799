/*
 * Attention of one dtype. The macros that it requires are in gk_attention_dtype.h.
 */

#ifdef GK_SCORE
#include "gk_attention_score.h"
#endif

/** A block of queries of one head, in the scratch memory of the thread. */
typedef struct {
    /** [size / GK_PER_FACTOR][GK_QUERIES] */
    GK_FACTOR *queries;
    /** [size][GK_QUERIES], not yet divided by the sums of the exponentials */
    GK_SUM *results;
    /** [GK_TILE_KEYS][GK_QUERIES]; replaced by their exponentials, then by the factors */
    GK_SUM *scores;
    /** As scores. */
    GK_SUM *mask;
    /**
     * [GK_QUERIES]: the maximum score so far, the sum of the exponentials, and the factor that rescales earlier sums
     */
    GK_SUM *largest, *sums, *decay;
    /** Elements as GK_SUM: [GK_QUERIES][size or GK_TILE_KEYS] */
    GK_SUM *rows;
    /** [GK_TILE_KEYS][size], if keys and values must be converted to factors */
    GK_FACTOR *keys, *values;
    /** The chunks of keys so far, as results, largest and sums. */
    GK_SUM *joined_results, *joined_largest, *joined_sums;
    gk_int64 size;
    GK_SUM scale;
#ifdef GK_SCORE
    GK_OF(gk_positions_) positions;
#endif
} GK_OF(gk_block_);

/**
 * Converts the scores to exponentials, and those to factors of the values. On entry, the decay holds the previous
 * maximum scores.
 */
GK_APART void GK_OF(gk_exponentials_)(const GK_OF(gk_block_) *block, gk_int64 count) {
    GK_SUMS shift[GK_VECTORS], sums[GK_VECTORS];
    GK_UNROLLED
    for (int v = 0; v < GK_VECTORS; v++) {
        shift[v] = GK_OF(gk_shift_)(gk_load(block->largest + v * GK_LANES, GK_LANES));
        const GK_SUMS decay = gk_exp(gk_load(block->decay + v * GK_LANES, GK_LANES) - shift[v]);
        gk_store(block->decay + v * GK_LANES, decay, GK_LANES);
        sums[v] = gk_load(block->sums + v * GK_LANES, GK_LANES) * decay;
    }
#if GK_PER_FACTOR == 2
    if (count & 1) {
        GK_UNROLLED
        for (int v = 0; v < GK_VECTORS; v++) {
            gk_store(block->scores + count * GK_QUERIES + v * GK_LANES, (GK_SUMS) -GK_INFINITY, GK_LANES);
        }
    }
#endif
    for (gk_int64 key = 0; key < count; key += GK_PER_FACTOR) {
        GK_SUM *line = block->scores + key * GK_QUERIES;
        GK_UNROLLED
        for (int v = 0; v < GK_VECTORS; v++) {
            GK_SUM *place = line + v * GK_LANES;
            const GK_SUMS first = gk_exp(gk_load(place, GK_LANES) - shift[v]);
            sums[v] += first;
#if GK_PER_FACTOR == 2
            const GK_SUMS second = gk_exp(gk_load(place + GK_QUERIES, GK_LANES) - shift[v]);
            sums[v] += second;
            gk_store((int *) (block->scores + key / 2 * GK_QUERIES + v * GK_LANES), gk_pairs(first, second), GK_LANES);
#else
            gk_store(place, first, GK_LANES);
#endif
        }
    }
    GK_UNROLLED
    for (int v = 0; v < GK_VECTORS; v++) {
        gk_store(block->sums + v * GK_LANES, sums[v], GK_LANES);
    }
}

#if GK_IS_KEY_WIDENED && GK_PER_FACTOR == 1

/**
 * Converts the rows of a tile to factors, and multiplies them by their scales.
 *
 * @param operand 0 for keys, 1 for values
 */
GK_INLINE void GK_OF(gk_widen_tile_)(
    const GK_OF(gk_block_) *block, int operand, const GK_KEY_ELEMENT *source, GK_FACTOR *target, gk_int64 count) {
    const gk_int64 size = block->size;
#if defined(GK_SCORE) && GK_HAS_ROW_SCALES
    const GK_OF(gk_positions_) *at = &block->positions;
    for (gk_int64 row = 0; row < count; row++) {
        const GK_SUMS scale = (GK_SUMS) at->scales[operand][(at->first_key + row) * at->scale_steps[operand]];
        for (gk_int64 column = 0; column < size; column += GK_LANES) {
            const int lanes = size - column < GK_LANES ? (int) (size - column) : GK_LANES;
            const gk_int64 place = row * size + column;
            gk_store(target + place, gk_load_wide(source + place, lanes) * scale, lanes);
        }
    }
#else
    gk_widen(source, target, count * size);
#endif
}

#endif

/** The keys of a tile as factors. */
GK_INLINE const GK_FACTOR *GK_OF(gk_key_tile_)(
    const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source, gk_int64 count) {
#if GK_IS_KEY_WIDENED && GK_PER_FACTOR == 1
    GK_OF(gk_widen_tile_)(block, 0, source, block->keys, count);
    return block->keys;
#else
    return (const GK_FACTOR *) source;
#endif
}

/** The values of a tile as factors: vertically adjacent elements of two rows form a pair. */
GK_INLINE const GK_FACTOR *GK_OF(gk_value_tile_)(
    const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source, gk_int64 count) {
#if GK_PER_FACTOR == 2
    const gk_int64 size = block->size;
    for (gk_int64 key = 0; key < count; key += 2) {
        const GK_ELEMENT *row = source + key * size;
        for (gk_int64 column = 0; column < size; column += GK_LANES) {
            const int lanes = size - column < GK_LANES ? (int) (size - column) : GK_LANES;
            gk_i32 pairs = GK_CONVERT(gk_i32, gk_load_u16(row + column, lanes));
            if (key + 1 < count) {
                pairs |= GK_CONVERT(gk_i32, gk_load_u16(row + size + column, lanes)) << 16;
            }
            gk_store(block->values + key / 2 * size + column, pairs, lanes);
        }
    }
    return block->values;
#elif GK_IS_KEY_WIDENED
    GK_OF(gk_widen_tile_)(block, 1, source, block->values, count);
    return block->values;
#else
    return source;
#endif
}

/** Initializes the sums of a block, before the first key of a chunk. */
GK_INLINE void GK_OF(gk_begin_chunk_)(const GK_OF(gk_block_) *block, gk_int64 results) {
    for (gk_int64 i = 0; i < results; i++) {
        block->results[i] = 0;
    }
    for (gk_int64 i = 0; i < GK_QUERIES; i++) {
        block->largest[i] = -GK_INFINITY;
        block->sums[i] = 0;
    }
}

/**
 * Joins softmax states: factors by which sums and results of both are multiplied.
 *
 * @param largest receives the largest score of both
 */
GK_INLINE void GK_OF(gk_join_factors_)(
    GK_SUMS first, GK_SUMS second, GK_SUMS *largest, GK_SUMS *first_factor, GK_SUMS *second_factor) {
    *largest = first > second ? first : second;
    const GK_SUMS shift = GK_OF(gk_shift_)(*largest);
    *first_factor = gk_exp(first - shift);
    *second_factor = gk_exp(second - shift);
}

/** Joins the state of some queries with an earlier one, and stores their factors in its place. */
GK_INLINE void GK_OF(gk_join_states_)(GK_SUM *largest, GK_SUM *sums, const GK_SUM *next_largest, const GK_SUM *next_sums,
    GK_SUM *factors, GK_SUM *next_factors, gk_int64 query, int lanes) {
    GK_SUMS both, first, second;
    GK_OF(gk_join_factors_)(gk_load(largest + query, lanes), gk_load(next_largest + query, lanes), &both, &first, &second);
    const GK_SUMS sum = gk_load(sums + query, lanes) * first + gk_load(next_sums + query, lanes) * second;
    gk_store(sums + query, sum, lanes);
    gk_store(largest + query, both, lanes);
    gk_store(factors + query, first, lanes);
    gk_store(next_factors + query, second, lanes);
}

/** Joins a chunk of keys to the earlier ones. The first chunk is copied. */
GK_APART void GK_OF(gk_join_chunk_)(const GK_OF(gk_block_) *block, gk_int64 queries, int is_first, int is_decode) {
    const gk_int64 size = block->size;
    const gk_int64 count = is_decode ? queries * size : size * GK_QUERIES;
    if (is_first) {
        for (gk_int64 i = 0; i < count; i++) {
            block->joined_results[i] = block->results[i];
        }
        for (gk_int64 i = 0; i < GK_QUERIES; i++) {
            block->joined_largest[i] = block->largest[i];
            block->joined_sums[i] = block->sums[i];
        }
        return;
    }
    GK_SUM factors[GK_QUERIES], next_factors[GK_QUERIES];
    for (gk_int64 query = 0; query < GK_QUERIES; query += GK_LANES) {
        GK_OF(gk_join_states_)(block->joined_largest, block->joined_sums, block->largest, block->sums, factors,
            next_factors, query, GK_LANES);
    }
    if (is_decode) {
        for (gk_int64 query = 0; query < queries; query++) {
            for (gk_int64 column = 0; column < size; column += GK_LANES) {
                const int lanes = size - column < GK_LANES ? (int) (size - column) : GK_LANES;
                GK_SUM *place = block->joined_results + query * size + column;
                gk_store(place,
                    gk_load(place, lanes) * (GK_SUMS) factors[query]
                        + gk_load(block->results + query * size + column, lanes) * (GK_SUMS) next_factors[query],
                    lanes);
            }
        }
        return;
    }
    for (gk_int64 i = 0; i < count; i += GK_LANES) {
        GK_SUM *place = block->joined_results + i;
        gk_store(place,
            gk_load(place, GK_LANES) * gk_load(factors + i % GK_QUERIES, GK_LANES)
                + gk_load(block->results + i, GK_LANES) * gk_load(next_factors + i % GK_QUERIES, GK_LANES),
            GK_LANES);
    }
}

/** Replaces the sums of the last chunk by those of all chunks. */
GK_INLINE void GK_OF(gk_end_chunks_)(GK_OF(gk_block_) *block) {
    block->results = block->joined_results;
    block->largest = block->joined_largest;
    block->sums = block->joined_sums;
}

/** Initializes a block, before its first key. */
GK_INLINE void GK_OF(gk_begin_)(const GK_OF(gk_block_) *block, const GK_ELEMENT *query, gk_int64 queries) {
    if (queries < GK_QUERIES) {
        for (gk_int64 i = 0; i < block->size / GK_PER_FACTOR * GK_QUERIES; i++) {
            block->queries[i] = 0;
        }
        for (gk_int64 i = 0; i < GK_TILE_KEYS * GK_QUERIES; i++) {
            block->mask[i] = 0;
        }
    }
#if GK_PER_FACTOR == 2
    gk_transpose((const int *) query, block->size / 2, block->queries, GK_QUERIES, block->size / 2, queries);
#else
    GK_OF(gk_transpose_rows_)(block->rows, query, block->size, block->size, queries, block->queries);
#endif
}

/** Divides the results of a block by the sums of the exponentials, and stores them. */
GK_INLINE void GK_OF(gk_end_)(const GK_OF(gk_block_) *block, GK_ELEMENT *result, gk_int64 queries) {
    const gk_int64 size = block->size;
    for (gk_int64 column = 0; column < size; column++) {
        for (gk_int64 query = 0; query < GK_QUERIES; query += GK_LANES) {
            GK_SUM *place = block->results + column * GK_QUERIES + query;
            const GK_SUMS quotient = gk_load(place, GK_LANES) / gk_load(block->sums + query, GK_LANES);
            gk_store(place, quotient, GK_LANES);
        }
    }
#if GK_IS_WIDENED
    gk_transpose(block->results, GK_QUERIES, block->rows, (int) size, queries, size);
    gk_narrow(block->rows, result, queries * size);
#else
    gk_transpose(block->results, GK_QUERIES, result, (int) size, queries, size);
#endif
}

/** Processes the keys and values of a tile. */
GK_INLINE void GK_OF(gk_tile_)(const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *key, const GK_KEY_ELEMENT *value,
    const GK_ELEMENT *mask, gk_int64 query_step, gk_int64 key_step, gk_int64 queries, gk_int64 count) {
    const gk_int64 size = block->size;
    for (gk_int64 i = 0; i < GK_QUERIES; i++) {
        block->decay[i] = block->largest[i];
    }
    if (mask) {
        GK_OF(gk_put_mask_)(block->rows, mask, query_step, key_step, queries, count, block->mask);
    }
    GK_OF(gk_score_)(GK_OF(gk_key_tile_)(block, key, count), block->queries, size / GK_PER_FACTOR, block->scale,
        mask ? block->mask : 0, block->scores, GK_LARGEST_PRODUCT(block), count);
#ifdef GK_SCORE
    GK_OF(gk_apply_)(&block->positions, block->scores, 0, block->largest, count);
#endif
    GK_OF(gk_exponentials_)(block, count);
    GK_OF(gk_weigh_)(block->decay, (const GK_FACTOR *) block->scores, GK_OF(gk_value_tile_)(block, value, count), size,
        block->results, (count + GK_PER_FACTOR - 1) / GK_PER_FACTOR);
}

#include "gk_attention_decode.h"

/** Processes some keys of a block of queries, from a multiple of the tile on. */
GK_INLINE void GK_OF(gk_attend_keys_)(GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *key, const GK_KEY_ELEMENT *value,
    const GK_ELEMENT *mask, gk_int64 query_step, gk_int64 key_step, gk_int64 queries, gk_int64 begin, gk_int64 end,
    int is_decode) {
    const gk_int64 size = block->size;
    GK_OF(gk_begin_chunk_)(block, is_decode ? queries * size : size * GK_QUERIES);
    for (gk_int64 tile = begin; tile < end; tile += GK_TILE_KEYS) {
        const gk_int64 count = end - tile < GK_TILE_KEYS ? end - tile : GK_TILE_KEYS;
#ifdef GK_SCORE
        const gk_int64 first_key = block->positions.run_begin + tile;
        if (!GK_OF(gk_enter_tile_)(&block->positions, block->rows, first_key, count, is_decode)) {
            continue;
        }
#endif
        const GK_ELEMENT *tile_mask = mask ? mask + tile * key_step : 0;
        if (mask && GK_OF(gk_is_masked_)(tile_mask, query_step, key_step, queries, count)) {
            continue;
        }
        if (is_decode) {
            GK_OF(gk_decode_tile_)(block, key + tile * size, value + tile * size, tile_mask, query_step, key_step,
                queries, count);
        } else {
            GK_OF(gk_tile_)(block, key + tile * size, value + tile * size, tile_mask, query_step, key_step, queries,
                count);
        }
    }
}

/**
 * Processes a block of queries of a head.
 *
 * @param mask mask of the block's first query; null if there is none
 */
GK_INLINE void GK_OF(gk_attend_)(GK_OF(gk_block_) *block, const GK_ELEMENT *query, const GK_KEY_ELEMENT *key,
    const GK_KEY_ELEMENT *value, const GK_ELEMENT *mask, gk_int64 query_step, gk_int64 key_step, gk_int64 queries,
    gk_int64 keys, GK_ELEMENT *result) {
    const int is_decode = queries <= GK_DECODE_QUERIES;
    if (is_decode) {
        GK_OF(gk_decode_begin_)(block, query, queries);
    } else {
        GK_OF(gk_begin_)(block, query, queries);
    }
    GK_SUM *const results = block->results, *const largest = block->largest, *const sums = block->sums;
    gk_int64 chunk = 0;
    do {
        const gk_int64 end = keys - chunk < GK_CHUNK_KEYS ? keys : chunk + GK_CHUNK_KEYS;
        GK_OF(gk_attend_keys_)(block, key, value, mask, query_step, key_step, queries, chunk, end, is_decode);
        if (keys > GK_CHUNK_KEYS) {
            GK_OF(gk_join_chunk_)(block, queries, chunk == 0, is_decode);
        }
        chunk = end;
    } while (chunk < keys);
    if (keys > GK_CHUNK_KEYS) {
        GK_OF(gk_end_chunks_)(block);
    }
    /* Without keys the result is 0, the empty sum. */
    for (gk_int64 i = 0; i < queries && keys == 0; i++) {
        block->sums[i] = 1;
    }
    if (is_decode) {
        GK_OF(gk_decode_end_)(block, result, queries);
    } else {
        GK_OF(gk_end_)(block, result, queries);
    }
    block->results = results;
    block->largest = largest;
    block->sums = sums;
}

/** Returns a block in the scratch memory of the thread. */
GK_INLINE GK_OF(gk_block_) GK_OF(gk_block_of_)(const gk_slot *arguments, void *scratch) {
    const gk_int64 size = arguments[GK_ATTENTION_SIZE].integer;
    const gk_int64 longest = size > GK_TILE_KEYS ? size : GK_TILE_KEYS;
    GK_OF(gk_block_) block;
    block.size = size;
    block.scale = sizeof(GK_SUM) == 8 ? arguments[GK_ATTENTION_SCALE].wide_scalar
                                      : arguments[GK_ATTENTION_SCALE].scalar;
    block.queries = scratch;
    block.results = (GK_SUM *) block.queries + size * GK_QUERIES;
    block.scores = block.results + size * GK_QUERIES;
    block.mask = block.scores + GK_TILE_KEYS * GK_QUERIES;
    block.largest = block.mask + GK_TILE_KEYS * GK_QUERIES;
    block.sums = block.largest + GK_QUERIES;
    block.decay = block.sums + GK_QUERIES;
    block.rows = block.decay + GK_QUERIES;
    block.joined_results = block.rows + GK_QUERIES * longest;
    block.joined_largest = block.joined_results + size * GK_QUERIES;
    block.joined_sums = block.joined_largest + GK_QUERIES;
    block.keys = (GK_FACTOR *) (block.joined_sums + GK_QUERIES);
    block.values = block.keys + GK_TILE_KEYS * size;
#ifdef GK_SCORE
    GK_OF(gk_begin_positions_)(&block.positions, arguments, block.values + GK_TILE_KEYS * size);
#endif
    return block;
}

static void GK_OF(gk_attention_)(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 queries = arguments[GK_ATTENTION_QUERIES].integer;
    const gk_int64 keys = arguments[GK_ATTENTION_KEYS].integer;
    const gk_int64 size = arguments[GK_ATTENTION_SIZE].integer;
    const gk_int64 batch_heads = arguments[GK_ATTENTION_BATCH_HEADS].integer;
    const gk_slot *mask_strides = arguments + GK_ATTENTION_MASK_STRIDES;
    const int masked = arguments[GK_ATTENTION_MASKED].integer != 0;
    const gk_int64 items = (queries + GK_ITEM_QUERIES - 1) / GK_ITEM_QUERIES;
    GK_OF(gk_block_) block = GK_OF(gk_block_of_)(arguments, scratch);
    for (gk_int64 item = begin; item < end; item++) {
        const gk_int64 head = item / items;
        const gk_int64 item_end = (item % items + 1) * GK_ITEM_QUERIES;
        const GK_KEY_ELEMENT *key = (const GK_KEY_ELEMENT *) arguments[GK_ATTENTION_KEY].pointer + head * keys * size;
        const GK_KEY_ELEMENT *value =
            (const GK_KEY_ELEMENT *) arguments[GK_ATTENTION_VALUE].pointer + head * keys * size;
        const GK_ELEMENT *mask = (const GK_ELEMENT *) arguments[GK_ATTENTION_MASK].pointer
                                 + head / batch_heads * mask_strides[0].integer
                                 + head % batch_heads * mask_strides[1].integer;
        const gk_int64 last = item_end < queries ? item_end : queries;
#ifdef GK_SCORE
        GK_OF(gk_enter_head_)(&block.positions, head);
#endif
        gk_int64 count;
        for (gk_int64 first = item_end - GK_ITEM_QUERIES; first < last; first += count) {
            const gk_int64 row = (head * queries + first) * size;
            gk_int64 first_key = 0, key_end = keys;
            count = last - first < GK_QUERIES ? last - first : GK_QUERIES;
#ifdef GK_SCORE
            count = GK_OF(gk_enter_run_)(&block.positions, first, count, &key_end);
            first_key = block.positions.run_begin;
            GK_OF(gk_enter_block_)(&block.positions, head, first, count);
#endif
            GK_OF(gk_attend_)(&block, (const GK_ELEMENT *) arguments[GK_ATTENTION_QUERY].pointer + row,
                key + first_key * size, value + first_key * size,
                masked ? mask + first * mask_strides[2].integer : 0, mask_strides[2].integer,
                mask_strides[3].integer, count, key_end - first_key,
                (GK_ELEMENT *) arguments[GK_ATTENTION_RESULT].pointer + row);
        }
    }
}

#ifndef GK_SCORE

/** Address of the partial results of a chunk of keys: those of all queries, then their largest scores and their sums. */
GK_INLINE GK_SUM *GK_OF(gk_partial_)(const gk_slot *arguments, gk_int64 item) {
    const gk_int64 queries = arguments[GK_ATTENTION_QUERIES].integer;
    const gk_int64 size = arguments[GK_ATTENTION_SIZE].integer;
    return (GK_SUM *) arguments[GK_ATTENTION_PARTIALS].pointer + item * queries * (size + 2);
}

/** Attention of a few queries to one chunk of keys. An item is a chunk of a head. */
static void GK_OF(gk_attention_chunks_)(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 queries = arguments[GK_ATTENTION_QUERIES].integer;
    const gk_int64 keys = arguments[GK_ATTENTION_KEYS].integer;
    const gk_int64 size = arguments[GK_ATTENTION_SIZE].integer;
    const gk_int64 batch_heads = arguments[GK_ATTENTION_BATCH_HEADS].integer;
    const gk_slot *mask_strides = arguments + GK_ATTENTION_MASK_STRIDES;
    const gk_int64 chunks = arguments[GK_ATTENTION_CHUNKS].integer;
    GK_OF(gk_block_) block = GK_OF(gk_block_of_)(arguments, scratch);
    for (gk_int64 item = begin; item < end; item++) {
        const gk_int64 head = item / chunks;
        const gk_int64 chunk = item % chunks * GK_CHUNK_KEYS;
        const gk_int64 chunk_end = keys - chunk < GK_CHUNK_KEYS ? keys : chunk + GK_CHUNK_KEYS;
        const GK_ELEMENT *key = (const GK_ELEMENT *) arguments[GK_ATTENTION_KEY].pointer + head * keys * size;
        const GK_ELEMENT *value = (const GK_ELEMENT *) arguments[GK_ATTENTION_VALUE].pointer + head * keys * size;
        const GK_ELEMENT *mask = (const GK_ELEMENT *) arguments[GK_ATTENTION_MASK].pointer
                                 + head / batch_heads * mask_strides[0].integer
                                 + head % batch_heads * mask_strides[1].integer;
        GK_SUM *partial = GK_OF(gk_partial_)(arguments, item);
        for (gk_int64 first = 0; first < queries; first += GK_QUERIES) {
            const gk_int64 count = queries - first < GK_QUERIES ? queries - first : GK_QUERIES;
            GK_OF(gk_decode_begin_)(&block,
                (const GK_ELEMENT *) arguments[GK_ATTENTION_QUERY].pointer + (head * queries + first) * size, count);
            GK_OF(gk_attend_keys_)(&block, key, value,
                arguments[GK_ATTENTION_MASKED].integer != 0 ? mask + first * mask_strides[2].integer : 0,
                mask_strides[2].integer, mask_strides[3].integer, count, chunk, chunk_end, 1);
            for (gk_int64 i = 0; i < count * size; i++) {
                partial[first * size + i] = block.results[i];
            }
            for (gk_int64 i = 0; i < count; i++) {
                partial[queries * size + first + i] = block.largest[i];
                partial[queries * (size + 1) + first + i] = block.sums[i];
            }
        }
    }
}

/** Joins the chunks of a head in order, as gk_join_chunk_ does. An item is a head. */
static void GK_OF(gk_attention_join_)(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 queries = arguments[GK_ATTENTION_QUERIES].integer;
    const gk_int64 size = arguments[GK_ATTENTION_SIZE].integer;
    const gk_int64 chunks = arguments[GK_ATTENTION_CHUNKS].integer;
    for (gk_int64 head = begin; head < end; head++) {
        GK_SUM *joined = GK_OF(gk_partial_)(arguments, head * chunks);
        for (gk_int64 query = 0; query < queries; query++) {
            GK_SUM *largest = joined + queries * size + query, *sum = joined + queries * (size + 1) + query;
            for (gk_int64 chunk = 1; chunk < chunks; chunk++) {
                const GK_SUM *next = GK_OF(gk_partial_)(arguments, head * chunks + chunk);
                GK_SUM factor, next_factor;
                GK_OF(gk_join_states_)(largest, sum, next + queries * size + query, next + queries * (size + 1) + query,
                    &factor, &next_factor, 0, 1);
                for (gk_int64 column = 0; column < size; column += GK_LANES) {
                    const int lanes = size - column < GK_LANES ? (int) (size - column) : GK_LANES;
                    GK_SUM *place = joined + query * size + column;
                    gk_store(place,
                        gk_load(place, lanes) * (GK_SUMS) factor
                            + gk_load(next + query * size + column, lanes) * (GK_SUMS) next_factor,
                        lanes);
                }
            }
            GK_ELEMENT *result = (GK_ELEMENT *) arguments[GK_ATTENTION_RESULT].pointer + (head * queries + query) * size;
            for (gk_int64 column = 0; column < size; column += GK_LANES) {
                const int lanes = size - column < GK_LANES ? (int) (size - column) : GK_LANES;
                gk_store(result + column, gk_load(joined + query * size + column, lanes) / (GK_SUMS) *sum, lanes);
            }
        }
    }
}

#endif
