/*
 * Attention of a few queries, such as that of the last token of a decoder. The lanes of a vector are keys for the
 * scores, and columns for the results: keys and values are loaded once for all queries. Sums have the order of
 * gk_attention_tile.h, and the same bits. The macros that it requires are in gk_attention_dtype.h.
 *
 * Groups of keys are transposed: for one query in registers, whose columns are multiplied at once, for more in a buffer
 * of L1. The sum of the exponentials is one more column of the values.
 *
 * Of a block, the queries are [count][size / GK_PER_FACTOR], the results [count][size], and the scores
 * [count][GK_TILE_KEYS].
 */

/** Maximum number of queries: of more, vectors of queries take fewer instructions. */
#define GK_DECODE_QUERIES (GK_QUERIES / 4)

/** Maximum number of queries whose sums are held in registers. */
#define GK_DECODE_ROWS 4

/** Number of vectors of keys whose scores are computed at a time, and their keys: a tile is whole groups. */
#define GK_DECODE_VECTORS (GK_BLOCK_REGISTERS == 4 ? 3 : 2)
#define GK_DECODE_KEYS (GK_DECODE_VECTORS * GK_LANES)
_Static_assert(GK_TILE_KEYS % GK_DECODE_KEYS == 0, "a tile is whole groups of keys");

/** Number of rows that are prefetched ahead for one query: more would leave L1. */
#define GK_DECODE_AHEAD 48

/** Runs a statement for each block of queries, the largest blocks first. */
#define GK_FOR_DECODE_BLOCKS(count, statement)                                                                         \
    {                                                                                                                  \
        gk_int64 first = 0;                                                                                            \
        GK_FOR_BLOCKS_OF(GK_DECODE_ROWS, count, statement)                                                             \
        GK_FOR_BLOCKS_OF(3, count, statement)                                                                          \
        GK_FOR_BLOCKS_OF(2, count, statement)                                                                          \
        GK_FOR_BLOCKS_OF(1, count, statement)                                                                          \
    }

/** A vector of factors. */
#define GK_FACTORS __typeof__(gk_load((const GK_FACTOR *) 0, GK_LANES))

/** Initializes a block, before its first key. */
GK_INLINE void GK_OF(gk_decode_begin_)(const GK_OF(gk_block_) *block, const GK_ELEMENT *query, gk_int64 queries) {
#if GK_IS_WIDENED && GK_PER_FACTOR == 1
    gk_widen(query, block->queries, queries * block->size);
#else
    for (gk_int64 i = 0; i < queries * block->size / GK_PER_FACTOR; i++) {
        block->queries[i] = ((const GK_FACTOR *) query)[i];
    }
#endif
}

/** Multiplies factors, and adds the products to sums. */
GK_INLINE GK_SUMS GK_OF(gk_decode_multiply_)(GK_FACTORS first, GK_FACTORS second, GK_SUMS sums) {
#if GK_PER_FACTOR == 2
    return gk_fma_pairs(first, second, sums);
#else
    return gk_fma(first, second, sums);
#endif
}

/**
 * Some elements of a row of a tile, times its scale.
 *
 * @param operand 0 for keys, 1 for values
 * @param column the first one, in factors
 */
GK_INLINE GK_FACTORS GK_OF(gk_decode_row_)(const GK_OF(gk_block_) *block, int operand, const GK_KEY_ELEMENT *source,
    gk_int64 row, gk_int64 column, int lanes) {
    const GK_KEY_ELEMENT *line = source + row * block->size;
#if GK_PER_FACTOR == 2
    return gk_load((const GK_FACTOR *) line + column, lanes);
#elif GK_IS_KEY_WIDENED
    const GK_SUMS elements = gk_load_wide(line + column, lanes);
#if defined(GK_SCORE) && GK_HAS_ROW_SCALES
    const GK_OF(gk_positions_) *at = &block->positions;
    return elements * (GK_SUMS) at->scales[operand][(at->first_key + row) * at->scale_steps[operand]];
#else
    return elements;
#endif
#else
    return gk_load(line + column, lanes);
#endif
}

/** Prefetches a vector of a row, once per cache line. */
GK_INLINE void GK_OF(gk_decode_prefetch_)(
    const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source, gk_int64 row, gk_int64 column) {
    if (column * sizeof(GK_KEY_ELEMENT) % 64 == 0) {
        __builtin_prefetch(source + row * block->size + column, 0, 3);
    }
}

/**
 * The rows to prefetch with those of a tile, relative to the tile: some rows ahead for one query, the same rows of the
 * next tile for more, which take longer.
 *
 * @param next the keys or values that are read after the tile
 */
GK_INLINE const GK_KEY_ELEMENT *GK_OF(gk_decode_ahead_)(const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source,
    const GK_KEY_ELEMENT *next, gk_int64 row, gk_int64 queries, gk_int64 count) {
    if (queries > 1) {
        return next;
    }
    return row + GK_DECODE_AHEAD < count ? source + GK_DECODE_AHEAD * block->size
                                       : next + (GK_DECODE_AHEAD - count) * block->size;
}

/** Stores the scores of some queries for a group of keys. */
GK_INLINE void GK_OF(gk_decode_put_scores_)(const GK_OF(gk_block_) *block, gk_int64 query, gk_int64 key,
    GK_SUMS (*sums)[GK_DECODE_VECTORS], const int rows) {
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < GK_DECODE_VECTORS; v++) {
            gk_store(block->scores + (query + i) * GK_TILE_KEYS + key + v * GK_LANES, sums[i][v] * block->scale,
                GK_LANES);
        }
    }
}

/** Scores of one query for a whole group of keys, squares of which are transposed in registers. */
GK_APART void GK_OF(gk_decode_score_one_)(
    const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source, const GK_KEY_ELEMENT *ahead, gk_int64 key) {
    GK_SUMS sums[1][GK_DECODE_VECTORS] = {0};
    for (gk_int64 column = 0; column < block->size / GK_PER_FACTOR; column += GK_LANES) {
        GK_UNROLLED
        for (int v = 0; v < GK_DECODE_VECTORS; v++) {
            GK_FACTORS square[GK_LANES];
            GK_UNROLLED
            for (int k = 0; k < GK_LANES; k++) {
                const gk_int64 row = key + v * GK_LANES + k;
                square[k] = GK_OF(gk_decode_row_)(block, 0, source, row, column, GK_LANES);
                GK_OF(gk_decode_prefetch_)(block, ahead, row, column * GK_PER_FACTOR);
            }
            GK_TRANSPOSE_SQUARE(square)
            GK_UNROLLED
            for (int k = 0; k < GK_LANES; k++) {
                const GK_FACTOR factor = block->queries[column + k];
                sums[0][v] = GK_OF(gk_decode_multiply_)((GK_FACTORS) factor, square[k], sums[0][v]);
            }
        }
    }
    GK_OF(gk_decode_put_scores_)(block, 0, key, sums, 1);
}

/** Transposes a group of keys: [size / GK_PER_FACTOR][GK_DECODE_KEYS]. */
GK_INLINE void GK_OF(gk_decode_keys_)(
    const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source, gk_int64 key, gk_int64 keys) {
    const gk_int64 depth = block->size / GK_PER_FACTOR;
#if GK_IS_KEY_WIDENED && GK_PER_FACTOR == 1
    const GK_FACTOR *rows = block->values;
    for (gk_int64 row = 0; row < keys; row++) {
        for (gk_int64 column = 0; column < depth; column += GK_LANES) {
            const int lanes = depth - column < GK_LANES ? (int) (depth - column) : GK_LANES;
            gk_store(block->values + row * depth + column,
                GK_OF(gk_decode_row_)(block, 0, source, key + row, column, lanes), lanes);
        }
    }
#elif GK_PER_FACTOR == 2
    const int *rows = (const int *) (source + key * block->size);
#else
    const GK_FACTOR *rows = source + key * depth;
#endif
    gk_transpose(rows, depth, block->keys, GK_DECODE_KEYS, depth, keys);
}

/** Scores of some queries for the transposed keys of a group. */
GK_INLINE void GK_OF(gk_decode_score_block_)(
    const GK_OF(gk_block_) *block, gk_int64 query, gk_int64 key, const int rows) {
    const gk_int64 depth = block->size / GK_PER_FACTOR;
    const GK_FACTOR *queries = block->queries + query * depth;
    GK_SUMS sums[GK_DECODE_ROWS][GK_DECODE_VECTORS] = {0};
    for (gk_int64 k = 0; k < depth; k++) {
        GK_UNROLLED
        for (int v = 0; v < GK_DECODE_VECTORS; v++) {
            const GK_FACTORS line = gk_load(block->keys + k * GK_DECODE_KEYS + v * GK_LANES, GK_LANES);
            GK_UNROLLED
            for (int i = 0; i < rows; i++) {
                sums[i][v] = GK_OF(gk_decode_multiply_)((GK_FACTORS) queries[i * depth + k], line, sums[i][v]);
            }
        }
    }
    GK_OF(gk_decode_put_scores_)(block, query, key, sums, rows);
}

/** Scores of the queries for a group of keys. */
GK_APART void GK_OF(gk_decode_score_)(
    const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source, gk_int64 queries, gk_int64 key, gk_int64 keys) {
    GK_OF(gk_decode_keys_)(block, source, key, keys);
    GK_FOR_DECODE_BLOCKS(queries, GK_OF(gk_decode_score_block_)(block, first, key, rows))
}

/** Scores of the queries for the keys of a tile: dot products times the scale, -infinity beyond the keys. */
GK_INLINE void GK_OF(gk_decode_scores_)(const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source,
    const GK_KEY_ELEMENT *next, gk_int64 queries, gk_int64 count) {
    /* Squares of f64 do not fit into registers. */
    const int is_square = queries == 1 && sizeof(GK_SUM) == 4 && block->size % (GK_LANES * GK_PER_FACTOR) == 0;
    for (gk_int64 key = 0; key < count; key += GK_DECODE_KEYS) {
        const gk_int64 keys = count - key < GK_DECODE_KEYS ? count - key : GK_DECODE_KEYS;
        if (is_square && keys == GK_DECODE_KEYS) {
            GK_OF(gk_decode_score_one_)(
                block, source, GK_OF(gk_decode_ahead_)(block, source, next, key, queries, count), key);
        } else {
            GK_OF(gk_decode_score_)(block, source, queries, key, keys);
        }
    }
    for (gk_int64 query = 0; query < queries; query++) {
        for (gk_int64 i = count; i < GK_TILE_KEYS; i++) {
            block->scores[query * GK_TILE_KEYS + i] = -GK_INFINITY;
        }
    }
}

/** Adds the mask of a tile to the scores. */
GK_INLINE void GK_OF(gk_decode_mask_)(const GK_OF(gk_block_) *block, const GK_ELEMENT *mask, gk_int64 query_step,
    gk_int64 key_step, gk_int64 queries, gk_int64 count) {
    for (gk_int64 query = 0; query < queries; query++) {
        const GK_ELEMENT *line = mask + query * query_step;
        for (gk_int64 key = 0; key < count; key += GK_LANES) {
            const int lanes = count - key < GK_LANES ? (int) (count - key) : GK_LANES;
            GK_SUM *place = block->scores + query * GK_TILE_KEYS + key;
            const GK_SUMS addend = key_step == 0 ? (GK_SUMS) gk_load(line, 1)[0] : gk_load(line + key, lanes);
            gk_store(place, GK_OF(gk_masked_)(gk_load(place, GK_LANES), addend), lanes);
        }
    }
}

/**
 * Converts the scores of a query to exponentials, and those to factors of the values. Only those
 * of pairs are summed, before they are rounded.
 */
GK_APART void GK_OF(gk_decode_exponentials_)(const GK_OF(gk_block_) *block, gk_int64 query, gk_int64 count) {
    GK_SUM *scores = block->scores + query * GK_TILE_KEYS;
    GK_SUMS lanes = (GK_SUMS) block->largest[query];
    for (gk_int64 key = 0; key < count; key += GK_LANES) {
        const GK_SUMS score = gk_load(scores + key, GK_LANES);
        lanes = score > lanes ? score : lanes;
    }
    const GK_SUM largest = __builtin_reduce_max(lanes);
    const GK_SUMS shift = GK_OF(gk_shift_)((GK_SUMS) largest);
    const GK_SUM decay = gk_exp((GK_SUMS) block->largest[query] - shift)[0];
    GK_SUM sum = block->sums[query] * decay;
    for (gk_int64 key = 0; key < count; key += GK_LANES * GK_PER_FACTOR) {
#if GK_PER_FACTOR == 2
        GK_SUMS exponentials[2];
        GK_UNROLLED
        for (int v = 0; v < 2; v++) {
            /* A tile is no multiple of two vectors. */
            const gk_int64 place = key + v * GK_LANES;
            exponentials[v] =
                place < GK_TILE_KEYS ? gk_exp(gk_load(scores + place, GK_LANES) - shift) : (GK_SUMS) 0;
            for (int lane = 0; lane < GK_LANES && place + lane < count; lane++) {
                sum += exponentials[v][lane];
            }
        }
        gk_store((int *) scores + key / 2, gk_adjacent_pairs(exponentials[0], exponentials[1]), GK_LANES);
#else
        gk_store(scores + key, gk_exp(gk_load(scores + key, GK_LANES) - shift), GK_LANES);
#endif
    }
    block->largest[query] = largest;
    block->decay[query] = decay;
    block->sums[query] = sum;
}

/**
 * Some values of a row of a tile as factors; pairs are of two rows.
 *
 * @param is_converted true if the tile has been converted to pairs
 */
GK_INLINE GK_FACTORS GK_OF(gk_decode_value_)(const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source,
    gk_int64 row, gk_int64 count, gk_int64 column, int lanes, const int is_converted) {
#if GK_PER_FACTOR == 2
    if (is_converted) {
        return gk_load(block->values + row / 2 * block->size + column, lanes);
    }
    const GK_ELEMENT *line = source + row * block->size + column;
    GK_FACTORS pairs = GK_CONVERT(gk_i32, gk_load_u16(line, lanes));
    if (row + 1 < count) {
        pairs |= GK_CONVERT(gk_i32, gk_load_u16(line + block->size, lanes)) << 16;
    }
    return pairs;
#else
    return GK_OF(gk_decode_row_)(block, 1, source, row, column, lanes);
#endif
}

/** Adds rows of values, weighted by the factors of each query, to some columns of the results of some queries. */
GK_INLINE void GK_OF(gk_decode_weigh_block_)(const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *values,
    const GK_KEY_ELEMENT *next, gk_int64 queries, gk_int64 count, gk_int64 query, gk_int64 column, int lanes,
    const int rows, const int vectors, const int is_converted) {
    GK_SUM *results = block->results + query * block->size + column;
    const GK_FACTOR *weights = (const GK_FACTOR *) (block->scores + query * GK_TILE_KEYS);
    GK_SUMS sums[GK_DECODE_ROWS][2 * GK_VECTORS];
    GK_SUM exponentials[GK_DECODE_ROWS];
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        exponentials[i] = block->sums[query + i];
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            sums[i][v] = gk_load(results + i * block->size + v * GK_LANES, lanes) * (GK_SUMS) block->decay[query + i];
        }
    }
    for (gk_int64 row = 0; row < count; row += GK_PER_FACTOR) {
        const GK_KEY_ELEMENT *ahead = GK_OF(gk_decode_ahead_)(block, values, next, row, queries, count);
        GK_FACTORS line[2 * GK_VECTORS];
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            line[v] = GK_OF(gk_decode_value_)(block, values, row, count, column + v * GK_LANES, lanes, is_converted);
            GK_UNROLLED
            for (int i = 0; i < GK_PER_FACTOR; i++) {
                GK_OF(gk_decode_prefetch_)(block, ahead, row + i, column + v * GK_LANES);
            }
        }
        GK_UNROLLED
        for (int i = 0; i < rows; i++) {
            const GK_FACTOR weight = weights[i * GK_TILE_KEYS + row / GK_PER_FACTOR];
#if GK_PER_FACTOR == 1
            exponentials[i] += weight;
#endif
            GK_UNROLLED
            for (int v = 0; v < vectors; v++) {
                sums[i][v] = GK_OF(gk_decode_multiply_)((GK_FACTORS) weight, line[v], sums[i][v]);
            }
        }
    }
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        if (column + vectors * GK_LANES >= block->size) {
            block->sums[query + i] = exponentials[i];
        }
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            gk_store(results + i * block->size + v * GK_LANES, sums[i][v], lanes);
        }
    }
}

/** Adds rows of values, weighted by the factors of some queries, to their results, and the factors to their sums. */
GK_INLINE void GK_OF(gk_decode_weigh_rows_)(const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *values,
    const GK_KEY_ELEMENT *next, gk_int64 queries, gk_int64 count, gk_int64 query, const int rows,
    const int is_converted) {
    const gk_int64 size = block->size;
    gk_int64 column = 0;
    for (; rows <= 2 && column + 2 * GK_QUERIES <= size; column += 2 * GK_QUERIES) {
        GK_OF(gk_decode_weigh_block_)(
            block, values, next, queries, count, query, column, GK_LANES, rows, rows <= 2 ? 2 * GK_VECTORS : 1,
            is_converted);
    }
    for (; column + GK_QUERIES <= size; column += GK_QUERIES) {
        GK_OF(gk_decode_weigh_block_)(
            block, values, next, queries, count, query, column, GK_LANES, rows, GK_VECTORS, is_converted);
    }
    for (; column + GK_LANES <= size; column += GK_LANES) {
        GK_OF(gk_decode_weigh_block_)(
            block, values, next, queries, count, query, column, GK_LANES, rows, 1, is_converted);
    }
    if (column < size) {
        GK_OF(gk_decode_weigh_block_)(
            block, values, next, queries, count, query, column, (int) (size - column), rows, 1, is_converted);
    }
}

/** Adds rows of values, weighted by the factors of each query, to the results. */
GK_APART void GK_OF(gk_decode_weigh_)(const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *values,
    const GK_KEY_ELEMENT *next, gk_int64 queries, gk_int64 count) {
#if GK_PER_FACTOR == 2
    if (queries == 1) {
        GK_OF(gk_decode_weigh_rows_)(block, values, next, 1, count, 0, 1, 0);
        return;
    }
    GK_OF(gk_value_tile_)(block, values, count);
#endif
    GK_FOR_DECODE_BLOCKS(
        queries, GK_OF(gk_decode_weigh_rows_)(block, values, next, queries, count, first, rows, 1))
}

/** Divides the results of a block by the sums of the exponentials, and stores them. */
GK_INLINE void GK_OF(gk_decode_end_)(const GK_OF(gk_block_) *block, GK_ELEMENT *result, gk_int64 queries) {
    const gk_int64 size = block->size;
    for (gk_int64 query = 0; query < queries; query++) {
        for (gk_int64 column = 0; column < size; column += GK_LANES) {
            const int lanes = size - column < GK_LANES ? (int) (size - column) : GK_LANES;
            const gk_int64 place = query * size + column;
            gk_store(result + place, gk_load(block->results + place, lanes) / (GK_SUMS) block->sums[query], lanes);
        }
    }
}

/** Processes the keys and values of a tile. */
GK_INLINE void GK_OF(gk_decode_tile_)(const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *key,
    const GK_KEY_ELEMENT *value, const GK_ELEMENT *mask, gk_int64 query_step, gk_int64 key_step,
    gk_int64 queries, gk_int64 count) {
    GK_OF(gk_decode_scores_)(block, key, value, queries, count);
    if (mask) {
        GK_OF(gk_decode_mask_)(block, mask, query_step, key_step, queries, count);
    }
#ifdef GK_SCORE
    GK_OF(gk_decode_apply_)(&block->positions, block->scores, count);
#endif
    for (gk_int64 query = 0; query < queries; query++) {
        GK_OF(gk_decode_exponentials_)(block, query, count);
    }
    GK_OF(gk_decode_weigh_)(block, value, key + count * block->size, queries, count);
}
