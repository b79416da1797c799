/*
 * Attention on tensor cores, for rows of at most GK_ROW_ELEMENTS elements: a thread block computes the rows of
 * GK_MMA_QUERIES queries, 16 of them by a warp, which holds their scores for a tile of GK_MMA_KEYS keys and their sums
 * in registers. While values are multiplied, the next keys are copied to shared memory, and vice versa. The slots are
 * those of gk_attention_tile.cl.
 *
 * The weights of a tile are rounded to the dtype before they are multiplied by values, as products on tensor cores
 * require; their sum is not. The order of all sums depends on the size of rows and the number of keys alone.
 *
 * A program includes this file once for each GK_ROW_ELEMENTS.
 */
#undef GK_ROW_BYTES
#undef GK_ROW_CHUNKS
#undef GK_ROWS

/** Bytes and chunks of a row in shared memory. */
#define GK_ROW_BYTES (GK_ROW_ELEMENTS * (int) sizeof(GK_ELEMENT))
#define GK_ROW_CHUNKS (GK_ROW_BYTES / GK_CHUNK_BYTES)

/** A name of the row size. */
#define GK_ROWS(name) GK_JOIN(name, GK_ROW_ELEMENTS)

#ifndef GK_MMA_KEYS

/** Number of keys per tile. Shared memory has a tile of keys and one of values, or the queries. */
#define GK_MMA_KEYS (GK_MMA_QUERIES / 2)

_Static_assert(GK_MMA_QUERIES == GK_BLOCK_THREADS / 32 * GK_FRAGMENT_LINES, "each warp has the rows of a fragment");

/** A score with its mask: -infinity if the mask is, even if the product is infinite or NaN. */
GK_INLINE GK_SUM gk_masked(GK_SUM score, GK_SUM mask) {
    return mask == -GK_INFINITY ? mask : score + mask;
}

/** Packs two weights as elements of the dtype, the first one in the lower half. */
GK_INLINE gk_uint32 gk_pack(GK_SUM first, GK_SUM second) {
    gk_uint32 packed;
    __asm__("cvt.rn." GK_PACKED ".f32 %0, %1, %2;" : "=r"(packed) : "f"(second), "f"(first));
    return packed;
}

/** The maximum of a row, whose scores are in 4 adjacent threads. */
GK_INLINE GK_SUM gk_join_maxima(GK_SUM value) {
#pragma unroll
    for (int mask = 1; mask < 4; mask *= 2) {
        const GK_SUM other = gk_shuffle(value, mask);
        value = other > value ? other : value;
    }
    return value;
}

/** The sum of a row, whose weights are in 4 adjacent threads. */
GK_INLINE GK_SUM gk_join_sums(GK_SUM value) {
    value += gk_shuffle(value, 1);
    return value + gk_shuffle(value, 2);
}

#endif

/**
 * Offset in bytes of a chunk. The chunks of 8 adjacent rows use different banks. Rows are aligned such that the
 * permutation, an exclusive or, applies to addresses.
 */
GK_INLINE int GK_ROWS(gk_row_chunk_)(int row, int chunk) {
    return row * GK_ROW_BYTES + (chunk ^ row % 8) * GK_CHUNK_BYTES;
}

/**
 * Starts the copy of rows of a matrix; beyond it they are 0.
 *
 * @param address address of the first row
 * @param size number of elements of a row
 * @param rest number of rows from the first one on
 * @param count number of rows in shared memory
 */
GK_INLINE void GK_ROWS(gk_copy_rows_)(
    gk_uint64 address, gk_int64 size, gk_int64 rest, const int count, __local char *rows) {
    /* Between the rows of a thread. */
    const int step = GK_BLOCK_THREADS / GK_ROW_CHUNKS;
    _Static_assert(GK_BLOCK_THREADS / GK_ROW_CHUNKS % 8 == 0, "the chunks of a thread are permuted alike");
    const int row = GK_THREAD / GK_ROW_CHUNKS, chunk = GK_THREAD % GK_ROW_CHUNKS;
    const int following = (int) size - chunk * GK_CHUNK;
    const int elements = following < 0 ? 0 : following < GK_CHUNK ? following : GK_CHUNK;
    const int inside = rest < count ? (int) rest : count;
    __local char *target = rows + GK_ROWS(gk_row_chunk_)(row, chunk);
    if (size % GK_CHUNK == 0 && address % GK_CHUNK_BYTES == 0) {
#pragma unroll
        for (int i = 0; i < count / step; i++) {
            const int bytes = row + i * step < inside ? elements * (int) sizeof(GK_ELEMENT) : 0;
            const gk_uint64 offset = (gk_uint64) ((row + i * step) * size + chunk * GK_CHUNK) * sizeof(GK_ELEMENT);
            gk_copy_async(
                gk_shared_address(target + i * step * GK_ROW_BYTES), bytes == 0 ? address : address + offset, bytes);
        }
    } else {
#pragma unroll 1
        for (int i = row; i < count; i += step) {
            __global const GK_ELEMENT_BITS *source =
                (__global const GK_ELEMENT_BITS *) address + (i * size + chunk * GK_CHUNK);
            gk_uint32 words[4] = {0, 0, 0, 0};
#pragma unroll
            for (int j = 0; j < GK_CHUNK; j++) {
                if (i < inside && j < elements) {
                    words[j / 2] |= (gk_uint32) source[j] << j % 2 * 16;
                }
            }
            *(__local gk_chunk *) target = (gk_chunk) (words[0], words[1], words[2], words[3]);
            target += step * GK_ROW_BYTES;
        }
    }
    gk_commit_copies();
}

/** Computes the items of a thread block: the rows of GK_MMA_QUERIES queries of a head. */
GK_INLINE void GK_ROWS(gk_attention_rows_)(const gk_arguments_64 arguments, __local char *shared) {
    const int lane = GK_THREAD % 32, warp = GK_THREAD / 32;
    __local char *keys_tile = shared;
    __local char *values_tile = shared + GK_MMA_KEYS * GK_ROW_BYTES;
    const gk_int64 queries = (gk_int64) arguments.slot[GK_ATTENTION_QUERIES];
    const gk_int64 keys = (gk_int64) arguments.slot[GK_ATTENTION_KEYS];
    const gk_int64 size = (gk_int64) arguments.slot[GK_ATTENTION_SIZE];
    const int masked = arguments.slot[GK_ATTENTION_MASKED] != 0;
    const gk_int64 mask_row = (gk_int64) arguments.slot[GK_ATTENTION_MASK_STRIDES + 2];
    const gk_int64 mask_column = (gk_int64) arguments.slot[GK_ATTENTION_MASK_STRIDES + 3];
    const GK_SUM scale = gk_attention_scale(&arguments);
    const gk_int64 row_tiles = (queries + GK_MMA_QUERIES - 1) / GK_MMA_QUERIES;
    const gk_int64 items = (gk_int64) arguments.slot[GK_ATTENTION_HEADS] * row_tiles;
    /* Addresses of the chunks of the first fragments: those of queries and values begin with both halves of the rows. */
    const gk_uint32 query_chunk =
        gk_shared_address(shared) + GK_ROWS(gk_row_chunk_)(warp * GK_FRAGMENT_LINES + lane % 16, lane / 16);
    const gk_uint32 key_chunk =
        gk_shared_address(keys_tile) + GK_ROWS(gk_row_chunk_)(lane / 16 * 8 + lane % 8, lane / 8 % 2);
    const gk_uint32 value_chunk = gk_shared_address(values_tile) + GK_ROWS(gk_row_chunk_)(lane % 16, lane / 16);
    for (gk_int64 item = GK_BLOCK_INDEX; item < items; item += GK_BLOCK_COUNT) {
        const gk_int64 head = item / row_tiles;
        const gk_int64 first_query = item % row_tiles * GK_MMA_QUERIES;
        const gk_uint64 matrix = (gk_uint64) (head * keys * size) * sizeof(GK_ELEMENT);
        const gk_uint64 key = arguments.slot[GK_ATTENTION_KEY] + matrix;
        const gk_uint64 value = arguments.slot[GK_ATTENTION_VALUE] + matrix;
        const gk_int64 mask = gk_attention_mask_offset(&arguments, head);
        gk_uint32 query_fragments[GK_ROW_ELEMENTS / 16][4];
        GK_ROWS(gk_copy_rows_)(arguments.slot[GK_ATTENTION_QUERY]
                                   + (gk_uint64) ((head * queries + first_query) * size) * sizeof(GK_ELEMENT),
            size, queries - first_query, GK_MMA_QUERIES, shared);
        GK_AWAIT_COPIES(0);
        GK_BARRIER();
#pragma unroll
        for (int i = 0; i < GK_ROW_ELEMENTS / 16; i++) {
            gk_load_fragment(query_chunk ^ i * GK_FRAGMENT_BYTES, 0, query_fragments[i]);
        }
        GK_BARRIER();
        GK_SUM sums[GK_ROW_ELEMENTS / 8][4] = {{0}};
        GK_SUM largest[2] = {-GK_INFINITY, -GK_INFINITY}, weight_sums[2] = {0, 0};
        if (keys > 0) {
            GK_ROWS(gk_copy_rows_)(key, size, keys, GK_MMA_KEYS, keys_tile);
        }
        for (gk_int64 first_key = 0; first_key < keys; first_key += GK_MMA_KEYS) {
            const gk_int64 rest = keys - first_key;
            const int count = rest < GK_MMA_KEYS ? (int) rest : GK_MMA_KEYS;
            const gk_uint64 tile = (gk_uint64) (first_key * size) * sizeof(GK_ELEMENT);
            GK_ROWS(gk_copy_rows_)(value + tile, size, rest, GK_MMA_KEYS, values_tile);
            GK_AWAIT_COPIES(1);
            GK_BARRIER();
            GK_SUM scores[GK_MMA_KEYS / 8][4] = {{0}};
#pragma unroll
            for (int i = 0; i < GK_ROW_ELEMENTS / 16; i++) {
#pragma unroll
                for (int j = 0; j < GK_MMA_KEYS / 16; j++) {
                    gk_uint32 fragment[4];
                    gk_load_fragment(
                        (key_chunk ^ i * GK_FRAGMENT_BYTES) + j * GK_FRAGMENT_LINES * GK_ROW_BYTES, 0, fragment);
                    gk_multiply_fragments(query_fragments[i], fragment[0], fragment[1], scores[j * 2]);
                    gk_multiply_fragments(query_fragments[i], fragment[2], fragment[3], scores[j * 2 + 1]);
                }
            }
            GK_BARRIER();
            if (rest > GK_MMA_KEYS) {
                GK_ROWS(gk_copy_rows_)(key + tile + GK_MMA_KEYS * (gk_uint64) size * sizeof(GK_ELEMENT), size,
                    rest - GK_MMA_KEYS, GK_MMA_KEYS, keys_tile);
            } else {
                gk_commit_copies();
            }
#pragma unroll
            for (int i = 0; i < 2; i++) {
                const gk_int64 row = first_query + warp * GK_FRAGMENT_LINES + lane / 4 + i * 8;
#pragma unroll
                for (int j = 0; j < GK_MMA_KEYS / 4; j++) {
                    scores[j / 2][i * 2 + j % 2] *= scale;
                }
                if (masked && row < queries) {
                    gk_int64 element = mask + row * mask_row + (first_key + lane % 4 * 2) * mask_column;
                    gk_int64 step = mask_column;
                    GK_RECOMPUTE("+l", step);
#pragma unroll
                    for (int j = 0; j < GK_MMA_KEYS / 4; j++) {
                        if (j / 2 * 8 + lane % 4 * 2 + j % 2 < count) {
                            scores[j / 2][i * 2 + j % 2] = gk_masked(scores[j / 2][i * 2 + j % 2],
                                gk_read(arguments.slot[GK_ATTENTION_MASK], element));
                        }
                        element += j % 2 == 0 ? step : step * 7;
                    }
                }
                GK_SUM next = -GK_INFINITY;
#pragma unroll
                for (int j = 0; j < GK_MMA_KEYS / 4; j++) {
                    if (j / 2 * 8 + lane % 4 * 2 + j % 2 >= count) {
                        scores[j / 2][i * 2 + j % 2] = -GK_INFINITY;
                    }
                    next = scores[j / 2][i * 2 + j % 2] > next ? scores[j / 2][i * 2 + j % 2] : next;
                }
                next = gk_join_maxima(next);
                next = next > largest[i] ? next : largest[i];
                /* If all scores so far are -infinity, their exponentials are 0, not NaN. */
                const GK_SUM shift = next == -GK_INFINITY ? 0 : next;
                const GK_SUM decay = gk_exp(largest[i] - shift);
                largest[i] = next;
                weight_sums[i] *= decay;
#pragma unroll
                for (int j = 0; j < GK_MMA_KEYS / 4; j++) {
                    const GK_SUM weight = gk_exp(scores[j / 2][i * 2 + j % 2] - shift);
                    weight_sums[i] += weight;
                    scores[j / 2][i * 2 + j % 2] = weight;
                }
#pragma unroll
                for (int j = 0; j < GK_ROW_ELEMENTS / 8; j++) {
                    sums[j][i * 2] *= decay;
                    sums[j][i * 2 + 1] *= decay;
                }
            }
            GK_AWAIT_COPIES(1);
            GK_BARRIER();
#pragma unroll
            for (int i = 0; i < GK_MMA_KEYS / 16; i++) {
                const gk_uint32 weights[4] = {gk_pack(scores[i * 2][0], scores[i * 2][1]),
                    gk_pack(scores[i * 2][2], scores[i * 2][3]), gk_pack(scores[i * 2 + 1][0], scores[i * 2 + 1][1]),
                    gk_pack(scores[i * 2 + 1][2], scores[i * 2 + 1][3])};
#pragma unroll
                for (int j = 0; j < GK_ROW_ELEMENTS / 16; j++) {
                    gk_uint32 fragment[4];
                    gk_load_fragment(
                        (value_chunk ^ j * GK_FRAGMENT_BYTES) + i * GK_FRAGMENT_LINES * GK_ROW_BYTES, 1, fragment);
                    gk_multiply_fragments(weights, fragment[0], fragment[1], sums[j * 2]);
                    gk_multiply_fragments(weights, fragment[2], fragment[3], sums[j * 2 + 1]);
                }
            }
            GK_BARRIER();
        }
#pragma unroll
        for (int i = 0; i < 2; i++) {
            const gk_int64 row = first_query + warp * GK_FRAGMENT_LINES + lane / 4 + i * 8;
            const GK_SUM weight_sum = gk_join_sums(weight_sums[i]);
#pragma unroll
            for (int j = 0; j < GK_ROW_ELEMENTS / 4; j++) {
                const gk_int64 column = j / 2 * 8 + lane % 4 * 2 + j % 2;
                if (row < queries && column < size) {
                    /* Without keys the result is 0, the empty sum. */
                    gk_store((__global GK_ELEMENT *) arguments.slot[GK_ATTENTION_RESULT]
                                 + (head * queries + row) * size + column,
                        keys == 0 ? (GK_SUM) 0 : sums[j / 2][i * 2 + j % 2] / weight_sum);
                }
            }
        }
    }
}

GK_LIBRARY_KERNEL(GK_ROWS(gk_attention_mma_)) {
    __local char shared[2 * GK_MMA_KEYS * GK_ROW_BYTES] __attribute__((aligned(GK_ROW_BYTES)));
    GK_ROWS(gk_attention_rows_)(arguments, shared);
}
