/*
 * The gradient of attention, of one dtype. The macros that it requires are in gk_attention_dtype.h, its formulas in
 * gk_attention_gradient.c.
 */

#ifdef GK_SCORE
#include "gk_attention_score.h"
#endif

/** A block of queries of one head, and the partial sums of its head, in the scratch memory of the thread. */
typedef struct {
    /** [size][GK_QUERIES]; also of the result */
    GK_SUM *queries, *dys, *dqueries;
    /** [GK_QUERIES][pitch], zeros beyond the size */
    GK_SUM *query_rows, *dy_rows;
    /** [keys][GK_QUERIES]: the scores, then their exponentials, then the weights */
    GK_SUM *scores;
    /** [keys][GK_QUERIES]: the adjoints of the weights, then those of the dot products of queries and keys */
    GK_SUM *adjoints;
    /** [GK_TILE_KEYS][GK_QUERIES] */
    GK_SUM *mask;
    /**
     * [GK_QUERIES]: the maximum score, the sum of the exponentials, and the sum of the exponentials times their
     * adjoints
     */
    GK_SUM *largest, *sums, *dots;
    /** Elements as GK_SUM: [GK_QUERIES][size or GK_TILE_KEYS] */
    GK_SUM *rows;
    /** Of the head, as GK_SUM: [key_count][size] */
    const GK_SUM *keys, *values;
    /** [key_count][pitch] */
    GK_SUM *dkeys, *dvalues;
#ifdef GK_SCORE
    GK_OF(gk_positions_) positions;
    /** [keys][GK_QUERIES]: the derivatives of the score function */
    GK_SUM *slopes;
    /** For each tile of keys, whether a query sees a key of it. */
    int *visible;
#endif
    gk_int64 key_count, size, pitch;
    GK_SUM scale;
} GK_OF(gk_gradient_block_);

/** Widens rows of elements to rows of sums, with zeros up to the pitch, and transposes them. */
GK_INLINE void GK_OF(gk_take_rows_)(
    const GK_ELEMENT *source, gk_int64 size, gk_int64 pitch, gk_int64 count, GK_SUM *rows, GK_SUM *transposed) {
    for (gk_int64 row = 0; row < count; row++) {
        for (gk_int64 column = 0; column < pitch; column += GK_LANES) {
            const gk_int64 left = size - column;
            const int lanes = left < 0 ? 0 : left < GK_LANES ? (int) left : GK_LANES;
            GK_SUMS line = (GK_SUMS) 0;
            if (lanes > 0) {
                line = gk_load(source + row * size + column, lanes);
            }
            for (int lane = lanes; lane < GK_LANES; lane++) {
                line[lane] = 0;
            }
            gk_store(rows + row * pitch + column, line, GK_LANES);
        }
    }
    for (gk_int64 i = 0; i < size * GK_QUERIES && count < GK_QUERIES; i++) {
        transposed[i] = 0;
    }
    gk_transpose(rows, pitch, transposed, GK_QUERIES, size, count);
}

/** Converts the scores of a tile to exponentials, sums them, and multiplies them by their adjoints. */
GK_APART void GK_OF(gk_sum_weights_)(const GK_OF(gk_gradient_block_) *block, gk_int64 tile, gk_int64 count) {
    GK_SUMS shift[GK_VECTORS], sums[GK_VECTORS], dots[GK_VECTORS];
    GK_UNROLLED
    for (int v = 0; v < GK_VECTORS; v++) {
        shift[v] = GK_OF(gk_shift_)(gk_load(block->largest + v * GK_LANES, GK_LANES));
        sums[v] = gk_load(block->sums + v * GK_LANES, GK_LANES);
        dots[v] = gk_load(block->dots + v * GK_LANES, GK_LANES);
    }
    for (gk_int64 key = tile; key < tile + count; key++) {
        GK_UNROLLED
        for (int v = 0; v < GK_VECTORS; v++) {
            const gk_int64 place = key * GK_QUERIES + v * GK_LANES;
            const GK_SUMS weight = gk_exp(gk_load(block->scores + place, GK_LANES) - shift[v]);
            sums[v] += weight;
            dots[v] = gk_fma(weight, gk_load(block->adjoints + place, GK_LANES), dots[v]);
            gk_store(block->scores + place, weight, GK_LANES);
        }
    }
    GK_UNROLLED
    for (int v = 0; v < GK_VECTORS; v++) {
        gk_store(block->sums + v * GK_LANES, sums[v], GK_LANES);
        gk_store(block->dots + v * GK_LANES, dots[v], GK_LANES);
    }
}

/**
 * Converts the exponentials of a tile to weights, and the adjoints of the weights to those of the dot products of
 * queries and keys.
 */
GK_APART void GK_OF(gk_adjoin_)(const GK_OF(gk_gradient_block_) *block, gk_int64 tile, gk_int64 count) {
    GK_SUMS factor[GK_VECTORS], mean[GK_VECTORS];
    GK_UNROLLED
    for (int v = 0; v < GK_VECTORS; v++) {
        factor[v] = (GK_SUMS) 1 / gk_load(block->sums + v * GK_LANES, GK_LANES);
        mean[v] = gk_load(block->dots + v * GK_LANES, GK_LANES) * factor[v];
    }
    for (gk_int64 key = tile; key < tile + count; key++) {
        GK_UNROLLED
        for (int v = 0; v < GK_VECTORS; v++) {
            const gk_int64 place = key * GK_QUERIES + v * GK_LANES;
            const GK_SUMS weight = gk_load(block->scores + place, GK_LANES) * factor[v];
            GK_SUMS adjoint = gk_load(block->adjoints + place, GK_LANES) - mean[v];
#ifdef GK_SCORE
            adjoint *= gk_load(block->slopes + place, GK_LANES);
#endif
            gk_store(block->scores + place, weight, GK_LANES);
            gk_store(block->adjoints + place, weight * adjoint * block->scale, GK_LANES);
        }
    }
}

/** Adds products of lines and rows to some columns of some rows. */
GK_INLINE void GK_OF(gk_accumulate_block_)(const GK_SUM *lines, const GK_SUM *source, gk_int64 pitch, GK_SUM *target,
    gk_int64 queries, const int rows, const int vectors) {
    GK_SUMS sums[GK_BLOCK_ROWS][GK_VECTORS];
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            sums[i][v] = gk_load(target + i * pitch + v * GK_LANES, GK_LANES);
        }
    }
    GK_OF(gk_multiply_)(lines, GK_QUERIES, 1, source, pitch, queries, rows, vectors, sums);
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            gk_store(target + i * pitch + v * GK_LANES, sums[i][v], GK_LANES);
        }
    }
}

/**
 * Adds to each row of the target, for each query, the query's row times the query's factor in the row's line.
 *
 * @param lines [count][GK_QUERIES]
 * @param source [queries][pitch]
 * @param target [count][pitch]
 */
GK_APART void GK_OF(gk_accumulate_)(const GK_SUM *lines, const GK_SUM *source, gk_int64 pitch, GK_SUM *target,
    gk_int64 queries, gk_int64 count) {
    gk_int64 column = 0;
    for (; column + GK_QUERIES <= pitch; column += GK_QUERIES) {
        GK_FOR_BLOCKS(count, GK_OF(gk_accumulate_block_)(lines + first * GK_QUERIES, source + column, pitch,
            target + first * pitch + column, queries, rows, GK_VECTORS))
    }
    for (; column < pitch; column += GK_LANES) {
        GK_FOR_BLOCKS(count, GK_OF(gk_accumulate_block_)(lines + first * GK_QUERIES, source + column, pitch,
            target + first * pitch + column, queries, rows, 1))
    }
}

/** Stores rows that are sums over the chunks. */
GK_INLINE void GK_OF(gk_store_rows_)(const GK_SUM *partials, gk_int64 pitch, gk_int64 chunks, gk_int64 chunk_step,
    gk_int64 rows, gk_int64 size, GK_ELEMENT *target) {
    for (gk_int64 row = 0; row < rows; row++) {
        for (gk_int64 column = 0; column < size; column += GK_LANES) {
            const int lanes = size - column < GK_LANES ? (int) (size - column) : GK_LANES;
            const GK_SUM *place = partials + row * pitch + column;
            GK_SUMS sum = gk_load(place, GK_LANES);
            for (gk_int64 chunk = 1; chunk < chunks; chunk++) {
                sum += gk_load(place + chunk * chunk_step, GK_LANES);
            }
            gk_store(target + row * size + column, sum, lanes);
        }
    }
}

#ifdef GK_SCORE

/** Computes the scores of a block of queries. Returns true if each of them sees a key. */
GK_INLINE int GK_OF(gk_gradient_scores_)(GK_OF(gk_gradient_block_) *block, gk_int64 queries, int skips_tiles) {
    const gk_int64 size = block->size;
    for (gk_int64 tile = 0; tile < block->key_count; tile += GK_TILE_KEYS) {
        const gk_int64 count = gk_min_int64(block->key_count - tile, GK_TILE_KEYS);
        const gk_int64 first_key = block->positions.run_begin + tile;
        const int is_visible =
            GK_OF(gk_enter_tile_)(&block->positions, block->rows, first_key, count, 0) || !skips_tiles;
        block->visible[tile / GK_TILE_KEYS] = is_visible;
        if (is_visible) {
            GK_OF(gk_score_)(block->keys + tile * size, block->queries, size, block->scale, 0,
                block->scores + tile * GK_QUERIES, block->positions.unused, count);
            GK_OF(gk_apply_)(&block->positions, block->scores + tile * GK_QUERIES, block->slopes + tile * GK_QUERIES,
                block->largest, count);
        }
    }
    for (gk_int64 query = 0; query < queries; query++) {
        if (block->largest[query] == -GK_INFINITY) {
            return 0;
        }
    }
    return 1;
}

#endif

/** Returns true if each query of a block has a key. The weights of a query without one are NaN in all tiles. */
GK_INLINE int GK_OF(gk_has_keys_)(
    const GK_ELEMENT *mask, gk_int64 mask_row, gk_int64 mask_column, gk_int64 queries, gk_int64 keys) {
    for (gk_int64 query = 0; query < queries; query++) {
        if (GK_OF(gk_is_masked_)(mask + query * mask_row, mask_row, mask_column, 1, keys)) {
            return 0;
        }
    }
    return 1;
}

/**
 * Computes the adjoints of a block of queries, and adds its contribution to those of keys and values.
 *
 * @param mask mask of the block's first query; null if there is none
 */
GK_INLINE void GK_OF(gk_gradient_of_block_)(GK_OF(gk_gradient_block_) *block, const GK_ELEMENT *mask,
    gk_int64 mask_row, gk_int64 mask_column, gk_int64 queries, GK_ELEMENT *result) {
    const gk_int64 size = block->size;
    for (gk_int64 i = 0; i < GK_QUERIES; i++) {
        block->largest[i] = -GK_INFINITY;
        block->sums[i] = 0;
        block->dots[i] = 0;
    }
    for (gk_int64 i = 0; i < size * GK_QUERIES; i++) {
        block->dqueries[i] = 0;
    }
    for (gk_int64 i = 0; i < GK_TILE_KEYS * GK_QUERIES && mask && queries < GK_QUERIES; i++) {
        block->mask[i] = 0;
    }
#ifdef GK_SCORE
    /* The weights of a query without keys are NaN in all tiles. */
    if (!GK_OF(gk_gradient_scores_)(block, queries, 1)) {
        GK_OF(gk_gradient_scores_)(block, queries, 0);
    }
#define GK_IS_SKIPPED(tile, count) (!block->visible[(tile) / GK_TILE_KEYS])
#else
    const int skips_tiles = mask && GK_OF(gk_has_keys_)(mask, mask_row, mask_column, queries, block->key_count);
#define GK_IS_SKIPPED(tile, count)                                                                                     \
    (skips_tiles && GK_OF(gk_is_masked_)(mask + (tile) * mask_column, mask_row, mask_column, queries, count))
    for (gk_int64 tile = 0; tile < block->key_count; tile += GK_TILE_KEYS) {
        const gk_int64 count = gk_min_int64(block->key_count - tile, GK_TILE_KEYS);
        if (GK_IS_SKIPPED(tile, count)) {
            continue;
        }
        if (mask) {
            GK_OF(gk_put_mask_)(
                block->rows, mask + tile * mask_column, mask_row, mask_column, queries, count, block->mask);
        }
        GK_OF(gk_score_)(block->keys + tile * size, block->queries, size, block->scale, mask ? block->mask : 0,
            block->scores + tile * GK_QUERIES, block->largest, count);
    }
#endif
    GK_SUM unused[GK_QUERIES] = {0};
    for (gk_int64 tile = 0; tile < block->key_count; tile += GK_TILE_KEYS) {
        const gk_int64 count = gk_min_int64(block->key_count - tile, GK_TILE_KEYS);
        if (GK_IS_SKIPPED(tile, count)) {
            continue;
        }
        GK_OF(gk_score_)(block->values + tile * size, block->dys, size, 1, 0, block->adjoints + tile * GK_QUERIES,
            unused, count);
        GK_OF(gk_sum_weights_)(block, tile, count);
    }
    for (gk_int64 tile = 0; tile < block->key_count; tile += GK_TILE_KEYS) {
        const gk_int64 count = gk_min_int64(block->key_count - tile, GK_TILE_KEYS);
        if (GK_IS_SKIPPED(tile, count)) {
            continue;
        }
        const GK_SUM *weights = block->scores + tile * GK_QUERIES, *adjoints = block->adjoints + tile * GK_QUERIES;
        GK_OF(gk_adjoin_)(block, tile, count);
        GK_OF(gk_weigh_)(0, adjoints, block->keys + tile * size, size, block->dqueries, count);
        GK_OF(gk_accumulate_)(
            adjoints, block->query_rows, block->pitch, block->dkeys + tile * block->pitch, queries, count);
        GK_OF(gk_accumulate_)(
            weights, block->dy_rows, block->pitch, block->dvalues + tile * block->pitch, queries, count);
    }
#undef GK_IS_SKIPPED
#if GK_IS_WIDENED
    gk_transpose(block->dqueries, GK_QUERIES, block->rows, (int) size, queries, size);
    gk_narrow(block->rows, result, queries * size);
#else
    gk_transpose(block->dqueries, GK_QUERIES, result, (int) size, queries, size);
#endif
}

/** The elements of a head, widened to the type of the sums. */
GK_INLINE const GK_SUM *GK_OF(gk_head_)(const GK_ELEMENT *source, gk_int64 count, GK_SUM *buffer) {
#if GK_IS_WIDENED
    gk_widen(source, buffer, count);
    return buffer;
#else
    return source;
#endif
}

/** Processes an item: a chunk of the queries of a head. */
static void GK_OF(gk_attention_gradient_)(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 queries = arguments[GK_ATTENTION_QUERIES].integer;
    const gk_int64 keys = arguments[GK_ATTENTION_KEYS].integer;
    const gk_int64 size = arguments[GK_ATTENTION_SIZE].integer;
    const gk_int64 pitch = GK_ATTENTION_PITCH(size);
    const gk_int64 batch_heads = arguments[GK_ATTENTION_BATCH_HEADS].integer;
    const gk_slot *mask_strides = arguments + GK_ATTENTION_MASK_STRIDES;
    const gk_int64 chunk_queries = arguments[GK_ATTENTION_CHUNK_QUERIES].integer;
    const gk_int64 chunks = arguments[GK_ATTENTION_CHUNKS].integer;
    const gk_int64 longest = size > GK_TILE_KEYS ? size : GK_TILE_KEYS;
    const gk_int64 adjoints = 2 * keys * pitch;
    GK_OF(gk_gradient_block_) block;
    block.size = size;
    block.pitch = pitch;
    block.scale = sizeof(GK_SUM) == 8 ? arguments[GK_ATTENTION_SCALE].wide_scalar
                                      : arguments[GK_ATTENTION_SCALE].scalar;
    block.queries = scratch;
    block.dys = block.queries + size * GK_QUERIES;
    block.dqueries = block.dys + size * GK_QUERIES;
    block.query_rows = block.dqueries + size * GK_QUERIES;
    block.dy_rows = block.query_rows + pitch * GK_QUERIES;
    block.scores = block.dy_rows + pitch * GK_QUERIES;
    block.adjoints = block.scores + keys * GK_QUERIES;
    block.mask = block.adjoints + keys * GK_QUERIES;
    block.largest = block.mask + GK_TILE_KEYS * GK_QUERIES;
    block.sums = block.largest + GK_QUERIES;
    block.dots = block.sums + GK_QUERIES;
    block.rows = block.dots + GK_QUERIES;
    GK_SUM *key_sums = block.rows + longest * GK_QUERIES;
    GK_SUM *value_sums = key_sums + (GK_IS_WIDENED ? keys * size : 0);
    GK_SUM *own = value_sums + (GK_IS_WIDENED ? keys * size : 0);
#ifdef GK_SCORE
    block.slopes = own + adjoints;
    block.visible = (int *) (block.slopes + keys * GK_QUERIES);
    GK_OF(gk_begin_positions_)(&block.positions, arguments, block.visible + (keys + 15) / 16 * 16);
#endif
    for (gk_int64 item = begin; item < end; item++) {
        const gk_int64 head = item / chunks;
        const gk_int64 chunk_begin = item % chunks * chunk_queries;
        const gk_int64 chunk_end = gk_min_int64(chunk_begin + chunk_queries, queries);
        const gk_int64 offset = head * keys * size;
        const GK_SUM *head_keys = GK_OF(gk_head_)(
            (const GK_ELEMENT *) arguments[GK_ATTENTION_KEY].pointer + offset, keys * size, key_sums);
        const GK_SUM *head_values = GK_OF(gk_head_)(
            (const GK_ELEMENT *) arguments[GK_ATTENTION_VALUE].pointer + offset, keys * size, value_sums);
        GK_SUM *head_adjoints =
            chunks == 1 ? own : (GK_SUM *) arguments[GK_ATTENTION_PARTIALS].pointer + item * adjoints;
        for (gk_int64 i = 0; i < adjoints; i++) {
            head_adjoints[i] = 0;
        }
        const GK_ELEMENT *mask = 0;
        if (arguments[GK_ATTENTION_MASKED].integer != 0) {
            mask = (const GK_ELEMENT *) arguments[GK_ATTENTION_MASK].pointer
                   + head / batch_heads * mask_strides[0].integer + head % batch_heads * mask_strides[1].integer;
        }
        GK_ELEMENT *result =
            (GK_ELEMENT *) arguments[GK_ATTENTION_RESULT].pointer + head * (queries + 2 * keys) * size;
        gk_int64 count;
        for (gk_int64 first = chunk_begin; first < chunk_end; first += count) {
            const gk_int64 row = (head * queries + first) * size;
            gk_int64 first_key = 0, key_end = keys;
            count = gk_min_int64(chunk_end - first, GK_QUERIES);
#ifdef GK_SCORE
            count = GK_OF(gk_enter_run_)(&block.positions, first, count, &key_end);
            first_key = block.positions.run_begin;
#endif
            block.keys = head_keys + first_key * size;
            block.values = head_values + first_key * size;
            block.dkeys = head_adjoints + first_key * pitch;
            block.dvalues = block.dkeys + keys * pitch;
            block.key_count = key_end - first_key;
            GK_OF(gk_take_rows_)((const GK_ELEMENT *) arguments[GK_ATTENTION_QUERY].pointer + row, size, pitch, count,
                block.query_rows, block.queries);
            GK_OF(gk_take_rows_)((const GK_ELEMENT *) arguments[GK_ATTENTION_DY].pointer + row, size, pitch, count,
                block.dy_rows, block.dys);
#ifdef GK_SCORE
            GK_OF(gk_enter_block_)(&block.positions, head, first, count);
#endif
            GK_OF(gk_gradient_of_block_)(&block, mask ? mask + first * mask_strides[2].integer : 0,
                mask_strides[2].integer, mask_strides[3].integer, count, result + first * size);
        }
        if (chunks == 1) {
            GK_OF(gk_store_rows_)(head_adjoints, pitch, 1, 0, 2 * keys, size, result + queries * size);
        }
    }
}

#ifndef GK_SCORE

/** Reduces the adjoints of keys and values over the chunks of a head. An item is GK_ITEM_QUERIES rows of a head. */
static void GK_OF(gk_attention_gradient_sums_)(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 queries = arguments[GK_ATTENTION_QUERIES].integer;
    const gk_int64 rows = 2 * arguments[GK_ATTENTION_KEYS].integer;
    const gk_int64 size = arguments[GK_ATTENTION_SIZE].integer;
    const gk_int64 pitch = GK_ATTENTION_PITCH(size);
    const gk_int64 chunks = arguments[GK_ATTENTION_CHUNKS].integer;
    const gk_int64 items = (rows + GK_ITEM_QUERIES - 1) / GK_ITEM_QUERIES;
    for (gk_int64 item = begin; item < end; item++) {
        const gk_int64 head = item / items;
        const gk_int64 first = item % items * GK_ITEM_QUERIES;
        GK_OF(gk_store_rows_)(
            (const GK_SUM *) arguments[GK_ATTENTION_PARTIALS].pointer + (head * chunks * rows + first) * pitch, pitch,
            chunks, rows * pitch, gk_min_int64(rows - first, GK_ITEM_QUERIES), size,
            (GK_ELEMENT *) arguments[GK_ATTENTION_RESULT].pointer + (head * (queries + rows) + queries + first) * size);
    }
}

#endif
