/*
 * The matmuls of attention and of its gradient, of one dtype, and the layout of masks. The macros that it requires are
 * in gk_attention_dtype.h.
 */
#define GK_VECTORS (GK_BLOCK_REGISTERS * 4 / (int) sizeof(GK_SUM))
#define GK_QUERIES (GK_VECTORS * GK_LANES)

/*
 * LONG_ROW_BYTES, ROW_BYTES and ITEM_QUERIES of NativeAttention.java, which computes the sizes of the scratch memory
 * and of the range.
 */
_Static_assert(GK_QUERIES * sizeof(GK_SUM) <= (GK_LANES == 16 ? 256 : 64), "a row of a tile has ROW_BYTES bytes at most");
_Static_assert(GK_ITEM_QUERIES % GK_QUERIES == 0, "an item is whole blocks of queries");

/**
 * Accumulates a matmul: row i of the sums += left(i, k) * row k of the right factors, for all k.
 *
 * @param left left factors: (i, k) is at i * row_step + k * step
 * @param right_step step from one row of the right factors to the next
 */
GK_INLINE void GK_OF(gk_multiply_)(const GK_FACTOR *left, gk_int64 row_step, gk_int64 step, const GK_FACTOR *right,
    gk_int64 right_step, gk_int64 count, const int rows, const int vectors, GK_SUMS (*sums)[GK_VECTORS]) {
    for (gk_int64 k = 0; k < count; k++) {
        __typeof__(gk_load(right, GK_LANES)) line[GK_VECTORS];
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            line[v] = gk_load(right + k * right_step + v * GK_LANES, GK_LANES);
        }
        GK_UNROLLED
        for (int i = 0; i < rows; i++) {
            const __typeof__(line[0]) factor = left[i * row_step + k * step];
            GK_UNROLLED
            for (int v = 0; v < vectors; v++) {
#if GK_PER_FACTOR == 2
                sums[i][v] = gk_fma_pairs(factor, line[v], sums[i][v]);
#else
                sums[i][v] = gk_fma(factor, line[v], sums[i][v]);
#endif
            }
        }
    }
}

/** Scores with their mask: -infinity where the mask is, even if the product is infinite or NaN. */
GK_INLINE GK_SUMS GK_OF(gk_masked_)(GK_SUMS score, GK_SUMS mask) {
    return mask == (GK_SUMS) -GK_INFINITY ? mask : score + mask;
}

/** Dot products of some rows of factors with each query, times a scalar. */
GK_INLINE void GK_OF(gk_score_block_)(const GK_FACTOR *factors, const GK_FACTOR *queries, gk_int64 depth, GK_SUM scale,
    const GK_SUM *mask, GK_SUM *scores, GK_SUM *largest, const int rows) {
    GK_SUMS sums[GK_BLOCK_ROWS][GK_VECTORS] = {0};
    GK_OF(gk_multiply_)(factors, depth, 1, queries, GK_QUERIES, depth, rows, GK_VECTORS, sums);
    GK_UNROLLED
    for (int v = 0; v < GK_VECTORS; v++) {
        GK_SUMS greatest = gk_load(largest + v * GK_LANES, GK_LANES);
        GK_UNROLLED
        for (int i = 0; i < rows; i++) {
            const gk_int64 place = i * GK_QUERIES + v * GK_LANES;
            GK_SUMS score = sums[i][v] * scale;
            if (mask) {
                score = GK_OF(gk_masked_)(score, gk_load(mask + place, GK_LANES));
            }
            greatest = score > greatest ? score : greatest;
            gk_store(scores + place, score, GK_LANES);
        }
        gk_store(largest + v * GK_LANES, greatest, GK_LANES);
    }
}

/**
 * Dot products of rows of factors with each query, times a scalar.
 *
 * @param factors [count][depth]
 * @param queries [depth][GK_QUERIES]
 * @param mask addend in the layout of the scores; null if there is none
 * @param scores [count][GK_QUERIES]
 * @param largest running maximum of the scores of each query, which is updated
 */
GK_APART void GK_OF(gk_score_)(const GK_FACTOR *factors, const GK_FACTOR *queries, gk_int64 depth, GK_SUM scale,
    const GK_SUM *mask, GK_SUM *scores, GK_SUM *largest, gk_int64 count) {
    GK_FOR_BLOCKS(count, GK_OF(gk_score_block_)(factors + first * depth, queries, depth, scale,
        mask ? mask + first * GK_QUERIES : 0, scores + first * GK_QUERIES, largest, rows))
}

/** If all scores so far are -infinity, their exponentials are 0, not NaN. */
GK_INLINE GK_SUMS GK_OF(gk_shift_)(GK_SUMS largest) {
    return largest == (GK_SUMS) -GK_INFINITY ? (GK_SUMS) 0 : largest;
}

/** Adds rows, weighted by the factors of each query, to some columns of the results. */
GK_INLINE void GK_OF(gk_weigh_block_)(const GK_SUM *decay, const GK_FACTOR *weights, const GK_FACTOR *values,
    gk_int64 size, GK_SUM *results, gk_int64 count, const int rows) {
    GK_SUMS sums[GK_BLOCK_ROWS][GK_VECTORS];
    GK_UNROLLED
    for (int v = 0; v < GK_VECTORS; v++) {
        const GK_SUMS factor = decay ? gk_load(decay + v * GK_LANES, GK_LANES) : (GK_SUMS) 1;
        GK_UNROLLED
        for (int i = 0; i < rows; i++) {
            sums[i][v] = gk_load(results + i * GK_QUERIES + v * GK_LANES, GK_LANES) * factor;
        }
    }
    GK_OF(gk_multiply_)(values, 1, size, weights, GK_QUERIES, count, rows, GK_VECTORS, sums);
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < GK_VECTORS; v++) {
            gk_store(results + i * GK_QUERIES + v * GK_LANES, sums[i][v], GK_LANES);
        }
    }
}

/**
 * Adds rows of values, weighted per query, to the results.
 *
 * @param decay factor by which the results of each query are multiplied first; null for 1
 * @param weights [count][GK_QUERIES]
 * @param values [count][size]
 * @param results [size][GK_QUERIES]
 */
GK_APART void GK_OF(gk_weigh_)(const GK_SUM *decay, const GK_FACTOR *weights, const GK_FACTOR *values, gk_int64 size,
    GK_SUM *results, gk_int64 count) {
    GK_FOR_BLOCKS(size,
        GK_OF(gk_weigh_block_)(decay, weights, values + first, size, results + first * GK_QUERIES, count, rows))
}

/**
 * Transposes rows of elements into a buffer with GK_QUERIES columns.
 *
 * @param buffer elements as GK_SUM: [rows][length]
 */
GK_INLINE void GK_OF(gk_transpose_rows_)(GK_SUM *buffer, const GK_ELEMENT *source, gk_int64 row_step, gk_int64 length,
    gk_int64 rows, GK_SUM *target) {
#if GK_IS_WIDENED
    for (gk_int64 row = 0; row < rows; row++) {
        gk_widen(source + row * row_step, buffer + row * length, length);
    }
    gk_transpose(buffer, length, target, GK_QUERIES, length, rows);
#else
    gk_transpose(source, row_step, target, GK_QUERIES, length, rows);
#endif
}

/**
 * Converts the mask of a tile to the layout of the scores.
 *
 * @param buffer elements as GK_SUM: [queries][keys]
 * @param source the element of the block's first query and the tile's first key
 * @param mask [keys][GK_QUERIES]
 */
GK_APART void GK_OF(gk_put_mask_)(GK_SUM *buffer, const GK_ELEMENT *source, gk_int64 query_step, gk_int64 key_step,
    gk_int64 queries, gk_int64 keys, GK_SUM *mask) {
    if (query_step != 0 && key_step != 0) {
        GK_OF(gk_transpose_rows_)(buffer, source, query_step, keys, queries, mask);
        return;
    }
    for (gk_int64 key = 0; key < keys; key++) {
        for (gk_int64 query = 0; query < GK_QUERIES; query += GK_LANES) {
            GK_SUMS line;
            if (query_step == 0) {
                line = (GK_SUMS) gk_load(source + key * key_step, 1)[0];
            } else {
                line = (GK_SUMS) 0;
                for (gk_int64 lane = 0; lane < GK_LANES && query + lane < queries; lane++) {
                    line[lane] = gk_load(source + (query + lane) * query_step, 1)[0];
                }
            }
            gk_store(mask + key * GK_QUERIES + query, line, GK_LANES);
        }
    }
}

/** Returns true if the mask of a tile is -infinity for all queries: all weights are 0, and nothing needs to be computed. */
GK_APART int GK_OF(gk_is_masked_)(
    const GK_ELEMENT *mask, gk_int64 query_step, gk_int64 key_step, gk_int64 queries, gk_int64 keys) {
    const GK_SUMS masked = (GK_SUMS) -GK_INFINITY;
    const gk_int64 rows = query_step == 0 ? 1 : queries;
    const gk_int64 columns = key_step == 0 ? 1 : keys;
    for (gk_int64 row = 0; row < rows; row++) {
        const GK_ELEMENT *line = mask + row * query_step;
        __typeof__(masked != masked) visible = masked != masked;
        gk_int64 column = 0;
        for (; column + GK_LANES <= columns; column += GK_LANES) {
            visible |= gk_load(line + column, GK_LANES) != masked;
        }
        int is_visible = __builtin_reduce_or(visible) != 0;
        const int lanes = (int) (columns - column);
        if (lanes > 0) {
            const GK_SUMS last = gk_load(line + column, lanes);
            for (int lane = 0; lane < lanes; lane++) {
                is_visible |= last[lane] != (GK_SUM) -GK_INFINITY;
            }
        }
        if (is_visible) {
            return 0;
        }
    }
    return 1;
}
