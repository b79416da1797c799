/*
 * Attention of one dtype. Before this text:
 *     GK_ATTENTION      what the names here end in
 *     GK_ELEMENT        an element in memory
 *     GK_SUM, GK_SUMS   what is summed, and a vector of it
 *     GK_FACTOR         what is multiplied: a GK_SUM, or two elements as one gk_pair
 *     GK_PER_FACTOR     the elements of a factor
 *     GK_IS_WIDENED     whether GK_ELEMENT and GK_SUM differ
 */
#define GK_VECTORS (GK_BLOCK_REGISTERS * 4 / (int) sizeof(GK_SUM))
#define GK_QUERIES (GK_VECTORS * GK_LANES)

/* ROW_BYTES and ITEM_QUERIES of NativeAttention.java, which counts the scratch memory and the items. */
_Static_assert(GK_QUERIES * sizeof(GK_SUM) <= 256, "a row of a tile has ROW_BYTES bytes at most");
_Static_assert(GK_ITEM_QUERIES % GK_QUERIES == 0, "an item is whole blocks of queries");

/** A block of queries of one head; what is in the scratch memory of the thread. */
typedef struct {
    /** [size / GK_PER_FACTOR][GK_QUERIES] */
    GK_FACTOR *queries;
    /** [size][GK_QUERIES], not yet divided by the sums of the exponentials */
    GK_SUM *results;
    /** [GK_TILE_KEYS][GK_QUERIES]; then their exponentials, and in place of those the factors */
    GK_SUM *scores;
    /** As scores. */
    GK_SUM *mask;
    /** The largest score so far, the sum of the exponentials, and what earlier ones are multiplied by; [GK_QUERIES] */
    GK_SUM *largest, *sums, *decay;
    /** Elements as GK_SUM: [GK_QUERIES][size or GK_TILE_KEYS] */
    GK_SUM *rows;
    /** [GK_TILE_KEYS][size], where keys and values are not factors as they lie */
    GK_FACTOR *keys, *values;
    gk_int64 size;
    GK_SUM scale;
} GK_OF(gk_block_);

/**
 * Adds products: row i of the sums gets left(i, k) times row k of the right factors, for all k.
 *
 * @param left the factor (i, k) is at i * row_step + k * step
 */
GK_INLINE void GK_OF(gk_multiply_)(const GK_FACTOR *left, gk_int64 row_step, gk_int64 step, const GK_FACTOR *right,
    gk_int64 count, const int rows, GK_SUMS (*sums)[GK_VECTORS]) {
    for (gk_int64 k = 0; k < count; k++) {
        __typeof__(gk_load(right, GK_LANES)) line[GK_VECTORS];
        GK_UNROLLED
        for (int v = 0; v < GK_VECTORS; v++) {
            line[v] = gk_load(right + k * GK_QUERIES + v * GK_LANES, GK_LANES);
        }
        GK_UNROLLED
        for (int i = 0; i < rows; i++) {
            const __typeof__(line[0]) factor = left[i * row_step + k * step];
            GK_UNROLLED
            for (int v = 0; v < GK_VECTORS; v++) {
#if GK_PER_FACTOR == 2
                sums[i][v] = gk_fma_pairs(factor, line[v], sums[i][v]);
#else
                sums[i][v] = gk_fma(factor, line[v], sums[i][v]);
#endif
            }
        }
    }
}

/** The scores of some keys, and the largest ones. */
GK_INLINE void GK_OF(gk_score_block_)(const GK_OF(gk_block_) *block, const GK_FACTOR *keys, const GK_SUM *mask,
    GK_SUM *scores, const int rows) {
    const gk_int64 depth = block->size / GK_PER_FACTOR;
    GK_SUMS sums[GK_BLOCK_ROWS][GK_VECTORS] = {0};
    GK_OF(gk_multiply_)(keys, depth, 1, block->queries, depth, rows, sums);
    GK_UNROLLED
    for (int v = 0; v < GK_VECTORS; v++) {
        GK_SUMS largest = gk_load(block->largest + v * GK_LANES, GK_LANES);
        GK_UNROLLED
        for (int i = 0; i < rows; i++) {
            const gk_int64 place = i * GK_QUERIES + v * GK_LANES;
            GK_SUMS score = sums[i][v] * block->scale;
            if (mask) {
                score += gk_load(mask + place, GK_LANES);
            }
            largest = score > largest ? score : largest;
            gk_store(scores + place, score, GK_LANES);
        }
        gk_store(block->largest + v * GK_LANES, largest, GK_LANES);
    }
}

GK_APART void GK_OF(gk_score_)(
    const GK_OF(gk_block_) *block, const GK_FACTOR *keys, const GK_SUM *mask, gk_int64 count) {
    const gk_int64 depth = block->size / GK_PER_FACTOR;
    GK_FOR_BLOCKS(count, GK_OF(gk_score_block_)(block, keys + first * depth, mask ? mask + first * GK_QUERIES : 0,
        block->scores + first * GK_QUERIES, rows))
}

/** Where all scores so far are -infinity, their exponentials are 0 and not NaN. */
GK_INLINE GK_SUMS GK_OF(gk_shift_)(GK_SUMS largest) {
    return largest == (GK_SUMS) -GK_INFINITY ? (GK_SUMS) 0 : largest;
}

/** The scores become exponentials, and those factors of the values. The decay holds the largest scores of before. */
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

/** Adds the values of a tile, weighed by the factors, to some columns of the results. */
GK_INLINE void GK_OF(gk_weigh_block_)(
    const GK_OF(gk_block_) *block, const GK_FACTOR *values, GK_SUM *results, gk_int64 count, const int rows) {
    GK_SUMS sums[GK_BLOCK_ROWS][GK_VECTORS];
    GK_UNROLLED
    for (int v = 0; v < GK_VECTORS; v++) {
        const GK_SUMS decay = gk_load(block->decay + v * GK_LANES, GK_LANES);
        GK_UNROLLED
        for (int i = 0; i < rows; i++) {
            sums[i][v] = gk_load(results + i * GK_QUERIES + v * GK_LANES, GK_LANES) * decay;
        }
    }
    GK_OF(gk_multiply_)(
        values, 1, block->size, (const GK_FACTOR *) block->scores, (count + GK_PER_FACTOR - 1) / GK_PER_FACTOR, rows,
        sums);
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < GK_VECTORS; v++) {
            gk_store(results + i * GK_QUERIES + v * GK_LANES, sums[i][v], GK_LANES);
        }
    }
}

GK_APART void GK_OF(gk_weigh_)(const GK_OF(gk_block_) *block, const GK_FACTOR *values, gk_int64 count) {
    GK_FOR_BLOCKS(block->size,
        GK_OF(gk_weigh_block_)(block, values + first, block->results + first * GK_QUERIES, count, rows))
}

/** Puts the transpose of some rows of elements into a buffer with GK_QUERIES columns. */
GK_INLINE void GK_OF(gk_turn_rows_)(const GK_OF(gk_block_) *block, const GK_ELEMENT *source, gk_int64 row_step,
    gk_int64 length, gk_int64 rows, GK_SUM *target) {
#if GK_IS_WIDENED
    for (gk_int64 row = 0; row < rows; row++) {
        gk_widen(source + row * row_step, block->rows + row * length, length);
    }
    gk_turn(block->rows, length, target, GK_QUERIES, length, rows);
#else
    gk_turn(source, row_step, target, GK_QUERIES, length, rows);
#endif
}

/**
 * Lays out the mask of a tile as the scores are.
 *
 * @param source the element of the block's first query and the tile's first key
 */
GK_APART void GK_OF(gk_put_mask_)(const GK_OF(gk_block_) *block, const GK_ELEMENT *source, gk_int64 query_step,
    gk_int64 key_step, gk_int64 queries, gk_int64 keys) {
    if (query_step != 0 && key_step != 0) {
        GK_OF(gk_turn_rows_)(block, source, query_step, keys, queries, block->mask);
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
            gk_store(block->mask + key * GK_QUERIES + query, line, GK_LANES);
        }
    }
}

/** The keys of a tile as factors. */
GK_INLINE const GK_FACTOR *GK_OF(gk_key_tile_)(
    const GK_OF(gk_block_) *block, const GK_ELEMENT *source, gk_int64 count) {
#if GK_IS_WIDENED && GK_PER_FACTOR == 1
    gk_widen(source, block->keys, count * block->size);
    return block->keys;
#else
    return (const GK_FACTOR *) source;
#endif
}

/** The values of a tile as factors: the elements of two rows, one above the other, are a pair. */
GK_INLINE const GK_FACTOR *GK_OF(gk_value_tile_)(
    const GK_OF(gk_block_) *block, const GK_ELEMENT *source, gk_int64 count) {
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
#elif GK_IS_WIDENED
    gk_widen(source, block->values, count * block->size);
    return block->values;
#else
    return source;
#endif
}

/** Begins a block: no key has been seen. */
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
    gk_turn((const int *) query, block->size / 2, block->queries, GK_QUERIES, block->size / 2, queries);
#else
    GK_OF(gk_turn_rows_)(block, query, block->size, block->size, queries, block->queries);
#endif
    for (gk_int64 i = 0; i < block->size * GK_QUERIES; i++) {
        block->results[i] = 0;
    }
    for (gk_int64 i = 0; i < GK_QUERIES; i++) {
        block->largest[i] = -GK_INFINITY;
        block->sums[i] = 0;
    }
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
    gk_turn(block->results, GK_QUERIES, block->rows, (int) size, queries, size);
    gk_narrow(block->rows, result, queries * size);
#else
    gk_turn(block->results, GK_QUERIES, result, (int) size, queries, size);
#endif
}

static void GK_OF(gk_attention_)(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 queries = arguments[GK_ATTENTION_QUERIES].integer;
    const gk_int64 keys = arguments[GK_ATTENTION_KEYS].integer;
    const gk_int64 size = arguments[GK_ATTENTION_SIZE].integer;
    const gk_int64 batch_heads = arguments[GK_ATTENTION_BATCH_HEADS].integer;
    const gk_slot *mask_strides = arguments + GK_ATTENTION_MASK_STRIDES;
    const int masked = arguments[GK_ATTENTION_MASKED].integer != 0;
    const gk_int64 items = (queries + GK_ITEM_QUERIES - 1) / GK_ITEM_QUERIES;
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
    block.keys = (GK_FACTOR *) (block.rows + GK_QUERIES * longest);
    block.values = block.keys + GK_TILE_KEYS * size;
    for (gk_int64 item = begin; item < end; item++) {
        const gk_int64 head = item / items;
        const gk_int64 item_end = (item % items + 1) * GK_ITEM_QUERIES;
        const GK_ELEMENT *key = (const GK_ELEMENT *) arguments[GK_ATTENTION_KEY].pointer + head * keys * size;
        const GK_ELEMENT *value = (const GK_ELEMENT *) arguments[GK_ATTENTION_VALUE].pointer + head * keys * size;
        const GK_ELEMENT *mask = (const GK_ELEMENT *) arguments[GK_ATTENTION_MASK].pointer
                                 + head / batch_heads * mask_strides[0].integer
                                 + head % batch_heads * mask_strides[1].integer;
        for (gk_int64 first = item_end - GK_ITEM_QUERIES; first < item_end && first < queries; first += GK_QUERIES) {
            const gk_int64 count = queries - first < GK_QUERIES ? queries - first : GK_QUERIES;
            const gk_int64 row = (head * queries + first) * size;
            GK_OF(gk_begin_)(&block, (const GK_ELEMENT *) arguments[GK_ATTENTION_QUERY].pointer + row, count);
            for (gk_int64 tile = 0; tile < keys; tile += GK_TILE_KEYS) {
                const gk_int64 tile_keys = keys - tile < GK_TILE_KEYS ? keys - tile : GK_TILE_KEYS;
                for (gk_int64 i = 0; i < GK_QUERIES; i++) {
                    block.decay[i] = block.largest[i];
                }
                if (masked) {
                    GK_OF(gk_put_mask_)(&block,
                        mask + first * mask_strides[2].integer + tile * mask_strides[3].integer,
                        mask_strides[2].integer, mask_strides[3].integer, count, tile_keys);
                }
                GK_OF(gk_score_)(&block, GK_OF(gk_key_tile_)(&block, key + tile * size, tile_keys),
                    masked ? block.mask : 0, tile_keys);
                GK_OF(gk_exponentials_)(&block, tile_keys);
                GK_OF(gk_weigh_)(&block, GK_OF(gk_value_tile_)(&block, value + tile * size, tile_keys), tile_keys);
            }
            /* Of no keys the result is 0, as that of a product over nothing. */
            for (gk_int64 i = 0; i < GK_QUERIES && keys == 0; i++) {
                block.sums[i] = 1;
            }
            GK_OF(gk_end_)(&block, (GK_ELEMENT *) arguments[GK_ATTENTION_RESULT].pointer + row, count);
        }
    }
}

#undef GK_QUERIES
#undef GK_VECTORS
#undef GK_IS_WIDENED
#undef GK_PER_FACTOR
#undef GK_FACTOR
#undef GK_SUMS
#undef GK_SUM
#undef GK_ELEMENT
#undef GK_ATTENTION
