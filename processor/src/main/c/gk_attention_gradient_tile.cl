/*
 * The gradient of attention, in two kernels that both recompute the scores. A thread block of the first kernel
 * processes GK_TILE queries and computes GK_TILE columns of their adjoints; it stores three scalars per query for the
 * second kernel. A thread block of the second kernel processes GK_TILE keys. Every sum is computed by one thread block,
 * so that its order is deterministic.
 */

/** Sizes of the head of an item, and the addresses of its matrices. */
typedef struct {
    gk_int64 queries, keys, size;
    gk_uint64 query, key, value, dy, result;
    /** Index of its first query among those of all heads. */
    gk_int64 first_query;
    gk_int64 mask, mask_row, mask_column;
    int masked;
    GK_SUM scale;
    /** Its index. */
    gk_int64 index;
} GK_TILED(gk_gradient_head_);

GK_INLINE GK_TILED(gk_gradient_head_) GK_TILED(gk_head_)(const gk_arguments_64 *arguments, gk_int64 head) {
    GK_TILED(gk_gradient_head_) all;
    all.queries = (gk_int64) arguments->slot[GK_ATTENTION_QUERIES];
    all.keys = (gk_int64) arguments->slot[GK_ATTENTION_KEYS];
    all.size = (gk_int64) arguments->slot[GK_ATTENTION_SIZE];
    const gk_uint64 row = all.size * sizeof(GK_ELEMENT);
    all.query = arguments->slot[GK_ATTENTION_QUERY] + head * all.queries * row;
    all.key = arguments->slot[GK_ATTENTION_KEY] + head * all.keys * row;
    all.value = arguments->slot[GK_ATTENTION_VALUE] + head * all.keys * row;
    all.dy = arguments->slot[GK_ATTENTION_DY] + head * all.queries * row;
    all.result = arguments->slot[GK_ATTENTION_RESULT] + head * (all.queries + 2 * all.keys) * row;
    all.first_query = head * all.queries;
    all.mask = gk_attention_mask_offset(arguments, head);
    all.mask_row = (gk_int64) arguments->slot[GK_ATTENTION_MASK_STRIDES + 2];
    all.mask_column = (gk_int64) arguments->slot[GK_ATTENTION_MASK_STRIDES + 3];
    all.masked = arguments->slot[GK_ATTENTION_MASKED] != 0;
    all.scale = gk_attention_scale(arguments);
    all.index = head;
    return all;
}

/** A score, computed from the dot product of a query and a key. */
GK_INLINE GK_SUM GK_TILED(gk_score_)(const gk_arguments_64 *arguments, GK_OWN_ARGUMENTS
    const GK_TILED(gk_gradient_head_) *head, GK_SUM product, gk_int64 query, gk_int64 key) {
    GK_SUM score = product * head->scale;
#ifdef GK_SCORE
    score = GK_TILED(gk_scored_)(arguments, own, 0, score, head->index, query, key);
#endif
    if (head->masked && query < head->queries && key < head->keys) {
        score = GK_TILED(gk_masked_)(score,
            gk_read(
                arguments->slot[GK_ATTENTION_MASK], head->mask + query * head->mask_row + key * head->mask_column));
    }
    return score;
}

/** The adjoint of a product, without the scale, computed from that of its score. */
GK_INLINE GK_SUM GK_TILED(gk_adjoint_)(const gk_arguments_64 *arguments, GK_OWN_ARGUMENTS
    const GK_TILED(gk_gradient_head_) *head, GK_SUM adjoint, GK_SUM product, gk_int64 query, gk_int64 key) {
#ifdef GK_SCORE
    return adjoint * GK_TILED(gk_scored_)(arguments, own, 1, product * head->scale, head->index, query, key);
#else
    return adjoint;
#endif
}

/** Dot products of GK_TILE rows of one matrix with GK_TILE rows of another. */
GK_INLINE void GK_TILED(gk_products_)(gk_uint64 rows, gk_int64 first_row, gk_int64 row_count, gk_uint64 columns,
    gk_int64 first_column, gk_int64 column_count, gk_int64 size, __local GK_SUM *left, __local GK_SUM *right,
    GK_SUM (*products)[GK_BLOCK]) {
#pragma unroll
    for (int i = 0; i < GK_BLOCK; i++) {
#pragma unroll
        for (int j = 0; j < GK_BLOCK; j++) {
            products[i][j] = 0;
        }
    }
    gk_slices row_slices = GK_TILED(gk_slices_of_)(rows, size, 1, first_row, row_count);
    gk_slices column_slices = GK_TILED(gk_slices_of_)(columns, size, 1, first_column, column_count);
    GK_TILED(gk_add_scores_)(&row_slices, &column_slices, size, left, right, products);
}

/** Adds the weighted rows of a matrix, from a first one on, to the sums of some columns. */
GK_INLINE void GK_TILED(gk_add_rows_)(GK_SUM (*factors)[GK_BLOCK], gk_uint64 matrix, gk_int64 first_row,
    gk_int64 row_count, gk_int64 first_column, gk_int64 size, __local GK_SUM *left, __local GK_SUM *right,
    GK_SUM (*sums)[GK_BLOCK]) {
    gk_slices slices = GK_TILED(gk_slices_of_)(
        matrix + first_row * size * sizeof(GK_ELEMENT), 1, size, first_column, size);
    GK_TILED(gk_add_values_)(factors, &slices, row_count - first_row, left, right, sums);
}

/** Stores the sums of GK_TILE rows and columns of a matrix. */
GK_INLINE void GK_TILED(gk_store_sums_)(gk_uint64 matrix, gk_int64 first_row, gk_int64 row_count,
    gk_int64 first_column, gk_int64 size, GK_SUM (*sums)[GK_BLOCK]) {
#pragma unroll
    for (int i = 0; i < GK_BLOCK; i++) {
        const gk_int64 row = first_row + GK_TILED(gk_line_)(GK_THREAD / 16, i);
#pragma unroll
        for (int j = 0; j < GK_BLOCK; j++) {
            const gk_int64 column = first_column + GK_TILED(gk_line_)(GK_THREAD % 16, j);
            if (row < row_count && column < size) {
                gk_store((__global GK_ELEMENT *) matrix + row * size + column, sums[i][j]);
            }
        }
    }
}

/**
 * Address of the scalars of a query: the maximum score, the reciprocal of the sum of the exponentials, and the mean of
 * the adjoints.
 */
GK_INLINE __global GK_SUM *GK_TILED(gk_query_sums_)(
    const gk_arguments_64 *arguments, const GK_TILED(gk_gradient_head_) *head, gk_int64 query) {
    return (__global GK_SUM *) arguments->slot[GK_ATTENTION_PARTIALS] + 3 * (head->first_query + query);
}

/** Computes the items of a thread block. */
GK_INLINE void GK_TILED(gk_gradient_queries_)(
    const gk_arguments_64 arguments, GK_OWN_ARGUMENTS __local GK_SUM *slices) {
    __local GK_SUM *left = slices;
    __local GK_SUM *right = slices + GK_DEPTH * GK_PITCH;
    const gk_int64 row_tiles = ((gk_int64) arguments.slot[GK_ATTENTION_QUERIES] + GK_TILE - 1) / GK_TILE;
    const gk_int64 column_tiles = ((gk_int64) arguments.slot[GK_ATTENTION_SIZE] + GK_TILE - 1) / GK_TILE;
    const gk_int64 items = (gk_int64) arguments.slot[GK_ATTENTION_HEADS] * row_tiles * column_tiles;
    for (gk_int64 item = GK_BLOCK_INDEX; item < items; item += GK_BLOCK_COUNT) {
        const GK_TILED(gk_gradient_head_) head = GK_TILED(gk_head_)(&arguments, item / (row_tiles * column_tiles));
        const gk_int64 first_query = item / column_tiles % row_tiles * GK_TILE;
        const gk_int64 first_column = item % column_tiles * GK_TILE;
        GK_SUM scores[GK_BLOCK][GK_BLOCK], adjoints[GK_BLOCK][GK_BLOCK];
        GK_SUM largest[GK_BLOCK], weight_sums[GK_BLOCK], means[GK_BLOCK];
        gk_int64 begin, end;
        GK_TILED(gk_key_range_)(&arguments, first_query, &begin, &end);
#pragma unroll
        for (int i = 0; i < GK_BLOCK; i++) {
            largest[i] = -GK_INFINITY;
            weight_sums[i] = 0;
            means[i] = 0;
        }
        for (gk_int64 first_key = begin; first_key < end; first_key += GK_TILE) {
            GK_TILED(gk_products_)(head.query, first_query, head.queries, head.key, first_key, head.keys, head.size,
                left, right, scores);
            GK_TILED(gk_products_)(head.dy, first_query, head.queries, head.value, first_key, head.keys, head.size,
                left, right, adjoints);
            GK_SUM next[GK_BLOCK];
#pragma unroll
            for (int i = 0; i < GK_BLOCK; i++) {
                const gk_int64 query = first_query + GK_TILED(gk_line_)(GK_THREAD / 16, i);
                next[i] = -GK_INFINITY;
#pragma unroll
                for (int j = 0; j < GK_BLOCK; j++) {
                    const gk_int64 key = first_key + GK_TILED(gk_line_)(GK_THREAD % 16, j);
                    const GK_SUM score = GK_TILED(gk_score_)(&arguments, GK_OWN &head, scores[i][j], query, key);
                    scores[i][j] = key < end ? score : -GK_INFINITY;
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
                means[i] *= decay;
#pragma unroll
                for (int j = 0; j < GK_BLOCK; j++) {
                    const GK_SUM weight = gk_exp(scores[i][j] - shift);
                    weight_sums[i] += weight;
                    means[i] += weight * adjoints[i][j];
                }
            }
        }
        GK_TILED(gk_join_rows_)(weight_sums, 0, slices);
        GK_TILED(gk_join_rows_)(means, 0, slices);
        GK_SUM sums[GK_BLOCK][GK_BLOCK] = {{0}};
#pragma unroll
        for (int i = 0; i < GK_BLOCK; i++) {
            const gk_int64 query = first_query + GK_TILED(gk_line_)(GK_THREAD / 16, i);
            /* If all scores are -infinity, the weights are 0 times infinity: NaN. */
            largest[i] = largest[i] == -GK_INFINITY ? 0 : largest[i];
            weight_sums[i] = (GK_SUM) 1 / weight_sums[i];
            means[i] *= weight_sums[i];
            if (GK_THREAD % 16 == 0 && first_column == 0 && query < head.queries) {
                __global GK_SUM *kept = GK_TILED(gk_query_sums_)(&arguments, &head, query);
                kept[0] = largest[i];
                kept[1] = weight_sums[i];
                kept[2] = means[i];
            }
        }
        for (gk_int64 first_key = begin; first_key < end; first_key += GK_TILE) {
            GK_TILED(gk_products_)(head.query, first_query, head.queries, head.key, first_key, head.keys, head.size,
                left, right, scores);
            GK_TILED(gk_products_)(head.dy, first_query, head.queries, head.value, first_key, head.keys, head.size,
                left, right, adjoints);
#pragma unroll
            for (int i = 0; i < GK_BLOCK; i++) {
                const gk_int64 query = first_query + GK_TILED(gk_line_)(GK_THREAD / 16, i);
#pragma unroll
                for (int j = 0; j < GK_BLOCK; j++) {
                    const gk_int64 key = first_key + GK_TILED(gk_line_)(GK_THREAD % 16, j);
                    const GK_SUM score = GK_TILED(gk_score_)(&arguments, GK_OWN &head, scores[i][j], query, key);
                    const GK_SUM weight = gk_exp(score - largest[i]) * weight_sums[i];
                    const GK_SUM adjoint = GK_TILED(gk_adjoint_)(&arguments, GK_OWN &head,
                        weight * (adjoints[i][j] - means[i]), scores[i][j], query, key);
                    scores[i][j] = key < end ? adjoint * head.scale : 0;
                }
            }
            GK_TILED(gk_add_rows_)(
                scores, head.key, first_key, head.keys, first_column, head.size, left, right, sums);
        }
        GK_TILED(gk_store_sums_)(head.result, first_query, head.queries, first_column, head.size, sums);
        GK_BARRIER();
    }
}

/**
 * Returns the number of queries of a run, and sets the first one that sees a key of a tile, and their end. With bounds, a
 * run is that of a head, and the queries that see a key are those of the same sequence.
 */
GK_INLINE gk_int64 GK_TILED(gk_query_range_)(
    const gk_arguments_64 *arguments, gk_int64 first_key, gk_int64 *first, gk_int64 *end) {
#if defined(GK_SCORE) && GK_IS_RAGGED
    const gk_int64 keys = (gk_int64) arguments->slot[GK_ATTENTION_KEYS];
    const gk_int64 last_key = first_key + GK_TILE < keys ? first_key + GK_TILE - 1 : keys - 1;
    *first = ((__global const int *) arguments->slot[GK_ATTENTION_BEGINS])[first_key];
    *end = ((__global const int *) arguments->slot[GK_ATTENTION_ENDS])[last_key];
    return (gk_int64) arguments->slot[GK_ATTENTION_HEAD_QUERIES];
#else
    *first = 0;
    *end = (gk_int64) arguments->slot[GK_ATTENTION_QUERIES];
    return *end;
#endif
}

/** Computes the items of a thread block. */
GK_INLINE void GK_TILED(gk_gradient_keys_)(
    const gk_arguments_64 arguments, GK_OWN_ARGUMENTS __local GK_SUM *slices) {
    __local GK_SUM *left = slices;
    __local GK_SUM *right = slices + GK_DEPTH * GK_PITCH;
    const gk_int64 row_tiles = ((gk_int64) arguments.slot[GK_ATTENTION_KEYS] + GK_TILE - 1) / GK_TILE;
    const gk_int64 column_tiles = ((gk_int64) arguments.slot[GK_ATTENTION_SIZE] + GK_TILE - 1) / GK_TILE;
    const gk_int64 items = (gk_int64) arguments.slot[GK_ATTENTION_HEADS] * row_tiles * column_tiles;
    for (gk_int64 item = GK_BLOCK_INDEX; item < items; item += GK_BLOCK_COUNT) {
        const GK_TILED(gk_gradient_head_) head = GK_TILED(gk_head_)(&arguments, item / (row_tiles * column_tiles));
        const gk_int64 first_key = item / column_tiles % row_tiles * GK_TILE;
        const gk_int64 first_column = item % column_tiles * GK_TILE;
        GK_SUM scores[GK_BLOCK][GK_BLOCK], adjoints[GK_BLOCK][GK_BLOCK];
        GK_SUM dkeys[GK_BLOCK][GK_BLOCK] = {{0}}, dvalues[GK_BLOCK][GK_BLOCK] = {{0}};
        /* The queries of each head that reads the keys. */
        gk_int64 first, end;
        const gk_int64 run_length = GK_TILED(gk_query_range_)(&arguments, first_key, &first, &end);
        for (gk_int64 run = 0; run < head.queries; run += run_length) {
            for (gk_int64 first_query = run + first; first_query < run + end; first_query += GK_TILE) {
                GK_TILED(gk_products_)(head.key, first_key, head.keys, head.query, first_query, run + end, head.size,
                    left, right, scores);
                GK_TILED(gk_products_)(head.value, first_key, head.keys, head.dy, first_query, run + end, head.size,
                    left, right, adjoints);
#pragma unroll
                for (int j = 0; j < GK_BLOCK; j++) {
                    const gk_int64 query = first_query + GK_TILED(gk_line_)(GK_THREAD % 16, j);
                    const int inside = query < run + end;
                    __global const GK_SUM *kept = GK_TILED(gk_query_sums_)(&arguments, &head, inside ? query : 0);
#pragma unroll
                    for (int i = 0; i < GK_BLOCK; i++) {
                        const gk_int64 key = first_key + GK_TILED(gk_line_)(GK_THREAD / 16, i);
                        const GK_SUM score = GK_TILED(gk_score_)(&arguments, GK_OWN &head, scores[i][j], query, key);
                        const GK_SUM weight = gk_exp(score - kept[0]) * kept[1];
                        const GK_SUM adjoint = GK_TILED(gk_adjoint_)(&arguments, GK_OWN &head,
                            weight * (adjoints[i][j] - kept[2]), scores[i][j], query, key);
                        scores[i][j] = inside ? weight : 0;
                        adjoints[i][j] = inside ? adjoint * head.scale : 0;
                    }
                }
                GK_TILED(gk_add_rows_)(
                    adjoints, head.query, first_query, run + end, first_column, head.size, left, right, dkeys);
                GK_TILED(gk_add_rows_)(
                    scores, head.dy, first_query, run + end, first_column, head.size, left, right, dvalues);
            }
        }
        const gk_uint64 row = head.size * sizeof(GK_ELEMENT);
        GK_TILED(gk_store_sums_)(
            head.result + head.queries * row, first_key, head.keys, first_column, head.size, dkeys);
        GK_TILED(gk_store_sums_)(
            head.result + (head.queries + head.keys) * row, first_key, head.keys, first_column, head.size, dvalues);
        GK_BARRIER();
    }
}

#ifndef GK_SCORE

GK_LIBRARY_KERNEL(GK_TILED(gk_attention_gradient_queries_)) {
    __local GK_SUM slices[GK_ATTENTION_SHARED] __attribute__((aligned(16)));
    GK_TILED(gk_gradient_queries_)(arguments, slices);
}

GK_LIBRARY_KERNEL(GK_TILED(gk_attention_gradient_keys_)) {
    __local GK_SUM slices[GK_ATTENTION_SHARED] __attribute__((aligned(16)));
    GK_TILED(gk_gradient_keys_)(arguments, slices);
}

#endif
