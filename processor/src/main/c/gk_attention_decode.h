/*
 * Attention of a few queries, such as that of the last token of a decoder. The lanes of a vector are keys for the
 * scores, and columns for the results: keys and values are loaded once for all queries. Sums have the order of
 * gk_attention_tile.h, and the same bits. The macros that it requires are in gk_attention_dtype.h.
 *
 * Of a block, the queries are [count][size / GK_PER_FACTOR], the results [count][size], and the scores
 * [count][GK_TILE_KEYS].
 */

/** Maximum number of queries: of more, vectors of queries take fewer instructions. */
#define GK_DECODE_QUERIES (GK_QUERIES / 4)

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

/** Transposes the keys of a tile: [size / GK_PER_FACTOR][GK_TILE_KEYS]. */
GK_INLINE const GK_FACTOR *GK_OF(gk_decode_keys_)(
    const GK_OF(gk_block_) *block, const GK_KEY_ELEMENT *source, gk_int64 count) {
    const gk_int64 depth = block->size / GK_PER_FACTOR;
    const GK_FACTOR *keys = GK_OF(gk_key_tile_)(block, source, count);
#if GK_PER_FACTOR == 2
    gk_transpose((const int *) keys, depth, block->keys, GK_TILE_KEYS, depth, count);
    return block->keys;
#else
    /* The values are converted afterwards. */
    GK_FACTOR *transposed = GK_IS_KEY_WIDENED ? block->values : block->keys;
    gk_transpose(keys, depth, transposed, GK_TILE_KEYS, depth, count);
    return transposed;
#endif
}

/** Dot products of some queries with a few vectors of keys, times the scale. */
GK_INLINE void GK_OF(gk_decode_score_block_)(const GK_OF(gk_block_) *block, const GK_FACTOR *keys, gk_int64 query,
    gk_int64 key, const int rows, const int vectors) {
    const gk_int64 depth = block->size / GK_PER_FACTOR;
    GK_SUMS sums[GK_BLOCK_ROWS][GK_VECTORS] = {0};
    GK_OF(gk_multiply_)(
        block->queries + query * depth, depth, 1, keys + key, GK_TILE_KEYS, depth, rows, vectors, sums);
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            gk_store(block->scores + (query + i) * GK_TILE_KEYS + key + v * GK_LANES, sums[i][v] * block->scale,
                GK_LANES);
        }
    }
}

/** Dot products of the queries with the keys of a tile, times the scale; -infinity beyond the keys. */
GK_APART void GK_OF(gk_decode_score_)(
    const GK_OF(gk_block_) *block, const GK_FACTOR *keys, gk_int64 queries, gk_int64 count) {
    gk_int64 key = 0;
    for (; key < count && key + GK_QUERIES <= GK_TILE_KEYS; key += GK_QUERIES) {
        GK_FOR_BLOCKS(queries, GK_OF(gk_decode_score_block_)(block, keys, first, key, rows, GK_VECTORS))
    }
    for (; key < count; key += GK_LANES) {
        GK_FOR_BLOCKS(queries, GK_OF(gk_decode_score_block_)(block, keys, first, key, rows, 1))
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

/** Converts the scores of a query to exponentials, and those to factors of the values. */
GK_APART void GK_OF(gk_decode_exponentials_)(const GK_OF(gk_block_) *block, gk_int64 query, gk_int64 count) {
    GK_SUM *scores = block->scores + query * GK_TILE_KEYS;
    GK_SUMS lanes = (GK_SUMS) block->largest[query];
    for (gk_int64 key = 0; key < count; key += GK_LANES) {
        const GK_SUMS score = gk_load(scores + key, GK_LANES);
        lanes = score > lanes ? score : lanes;
    }
    GK_SUM largest = lanes[0];
    for (int lane = 1; lane < GK_LANES; lane++) {
        largest = lanes[lane] > largest ? lanes[lane] : largest;
    }
    const GK_SUMS shift = GK_OF(gk_shift_)((GK_SUMS) largest);
    const GK_SUM decay = gk_exp((GK_SUMS) block->largest[query] - shift)[0];
    GK_SUM sum = block->sums[query] * decay;
    for (gk_int64 key = 0; key < count; key += GK_LANES * GK_PER_FACTOR) {
        GK_SUMS exponentials[GK_PER_FACTOR];
        GK_UNROLLED
        for (int v = 0; v < GK_PER_FACTOR; v++) {
            /* A tile is no multiple of two vectors. */
            const gk_int64 place = key + v * GK_LANES;
            exponentials[v] =
                place < GK_TILE_KEYS ? gk_exp(gk_load(scores + place, GK_LANES) - shift) : (GK_SUMS) 0;
            for (int lane = 0; lane < GK_LANES && place + lane < count; lane++) {
                sum += exponentials[v][lane];
            }
        }
#if GK_PER_FACTOR == 2
        gk_store((int *) scores + key / 2, gk_adjacent_pairs(exponentials[0], exponentials[1]), GK_LANES);
#else
        gk_store(scores + key, exponentials[0], GK_LANES);
#endif
    }
    block->largest[query] = largest;
    block->sums[query] = sum;
    block->decay[query] = decay;
}

/** Adds rows of values, weighted by the factors of each query, to some columns of the results of some queries. */
GK_INLINE void GK_OF(gk_decode_weigh_block_)(const GK_OF(gk_block_) *block, const GK_FACTOR *values, gk_int64 step,
    gk_int64 count, gk_int64 query, gk_int64 column, int lanes, const int rows, const int vectors) {
    GK_SUM *results = block->results + query * block->size + column;
    GK_SUMS sums[GK_BLOCK_ROWS][GK_VECTORS];
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            sums[i][v] = gk_load(results + i * block->size + v * GK_LANES, lanes) * (GK_SUMS) block->decay[query + i];
        }
    }
    GK_OF(gk_multiply_)((const GK_FACTOR *) (block->scores + query * GK_TILE_KEYS), GK_TILE_KEYS, 1, values, step, count,
        rows, vectors, sums);
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            gk_store(results + i * block->size + v * GK_LANES, sums[i][v], lanes);
        }
    }
}

/**
 * Adds rows of values, weighted by the factors of each query, to the results.
 *
 * @param values [count][size]
 */
GK_APART void GK_OF(gk_decode_weigh_)(
    const GK_OF(gk_block_) *block, const GK_FACTOR *values, gk_int64 queries, gk_int64 count) {
    const gk_int64 size = block->size;
    gk_int64 column = 0;
    for (; column + GK_QUERIES <= size; column += GK_QUERIES) {
        GK_FOR_BLOCKS(queries, GK_OF(gk_decode_weigh_block_)(
            block, values + column, size, count, first, column, GK_LANES, rows, GK_VECTORS))
    }
    for (; column + GK_LANES <= size; column += GK_LANES) {
        GK_FOR_BLOCKS(queries, GK_OF(gk_decode_weigh_block_)(
            block, values + column, size, count, first, column, GK_LANES, rows, 1))
    }
    if (column < size) {
        /* Whole vectors would end behind the last row. */
        const int lanes = (int) (size - column);
        GK_FACTOR *padded = (GK_FACTOR *) block->mask;
        for (gk_int64 row = 0; row < count; row++) {
            gk_store(padded + row * GK_LANES, gk_load(values + row * size + column, lanes), GK_LANES);
        }
        GK_FOR_BLOCKS(queries, GK_OF(gk_decode_weigh_block_)(
            block, padded, GK_LANES, count, first, column, lanes, rows, 1))
    }
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
    const GK_KEY_ELEMENT *value, const GK_ELEMENT *mask, gk_int64 query_step, gk_int64 key_step, gk_int64 queries, gk_int64 count) {
    GK_OF(gk_decode_score_)(block, GK_OF(gk_decode_keys_)(block, key, count), queries, count);
    if (mask) {
        GK_OF(gk_decode_mask_)(block, mask, query_step, key_step, queries, count);
    }
#ifdef GK_SCORE
    GK_OF(gk_decode_apply_)(&block->positions, block->scores, count);
#endif
    for (gk_int64 query = 0; query < queries; query++) {
        GK_OF(gk_decode_exponentials_)(block, query, count);
    }
    GK_OF(gk_decode_weigh_)(block, GK_OF(gk_value_tile_)(block, value, count), queries,
        (count + GK_PER_FACTOR - 1) / GK_PER_FACTOR);
}
