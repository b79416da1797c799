/*
 * Attention without a score matrix in the caller's memory, and its gradient.
 */
#include "aclnn.h"

/* Documented bounds, and the values that stand for "all keys". */
enum { MAX_HEADS = 256, MAX_SIZE = 768, STATISTICS = 8, ALL_TOKENS = 2147483647 };

typedef struct {
    s64 batches, heads, queries, keys, size;
} sizes;

static sizes sizes_of(const tensor *query, const tensor *key) {
    return (sizes){query->dims[0], query->dims[1], query->dims[2], key->dims[2], query->dims[3]};
}

/* The addend of a score; the dims of shift are 1 along axes of broadcast. */
static f64 shifted(const tensor *shift, const f64 *all, s64 batch, s64 head, s64 query, s64 key) {
    if (!shift) {
        return 0;
    }
    s64 at[] = {batch, head, query, key}, element = 0;
    for (u32 axis = 0; axis < 4; axis++) {
        element = element * shift->dims[axis] + (shift->dims[axis] == 1 ? 0 : at[axis]);
    }
    return all[element];
}

/* The weights of the keys for a query. */
static void weigh(const executor *e, sizes n, const f64 *query, const f64 *keys, const tensor *shift, const f64 *shifts,
    s64 head, s64 row, f64 *weights, f64 *most, f64 *sum) {
    *most = -__builtin_inf();
    for (s64 k = 0; k < n.keys; k++) {
        f64 score = 0;
        for (s64 i = 0; i < n.size; i++) {
            score += query[i] * keys[k * n.size + i];
        }
        weights[k] = e->given.reals[0] * score + shifted(shift, shifts, head / n.heads, head % n.heads, row, k);
        *most = weights[k] > *most ? weights[k] : *most;
    }
    *sum = 0;
    for (s64 k = 0; k < n.keys; k++) {
        weights[k] = exponential(weights[k] - *most);
        *sum += weights[k];
    }
    for (s64 k = 0; k < n.keys; k++) {
        weights[k] /= *sum;
    }
}

static void attend(const executor *e) {
    const tensor *shift = operand(e, 3), *out = operand(e, 10);
    sizes n = sizes_of(operand(e, 0), operand(e, 1));
    f64 *queries = values(operand(e, 0)), *keys = values(operand(e, 1)), *vectors = values(operand(e, 2));
    f64 *shifts = shift ? values(shift) : null, *weights = malloc((size_type)(n.keys + 1) * sizeof *weights);
    f64 *most = values(operand(e, 7)), *sums = values(operand(e, 8)), *result = values(out);
    for (s64 row = 0; row < n.batches * n.heads * n.queries; row++) {
        s64 head = row / n.queries;
        const f64 *of_head = vectors + head * n.keys * n.size;
        f64 largest, sum;
        weigh(e, n, queries + row * n.size, keys + head * n.keys * n.size, shift, shifts, head, row % n.queries, weights,
            &largest, &sum);
        for (s64 i = 0; i < STATISTICS; i++) {
            most[row * STATISTICS + i] = largest;
            sums[row * STATISTICS + i] = sum;
        }
        for (s64 i = 0; i < n.size; i++) {
            f64 value = 0;
            for (s64 k = 0; k < n.keys; k++) {
                value += weights[k] * of_head[k * n.size + i];
            }
            result[row * n.size + i] = value;
        }
    }
    free(queries);
    free(keys);
    free(vectors);
    free(shifts);
    free(weights);
    store(operand(e, 7), most);
    store(operand(e, 8), sums);
    store(out, result);
}

static void attend_gradient(const executor *e) {
    const tensor *shift = operand(e, 4);
    sizes n = sizes_of(operand(e, 0), operand(e, 1));
    f64 *queries = values(operand(e, 0)), *keys = values(operand(e, 1)), *vectors = values(operand(e, 2));
    f64 *cotangents = values(operand(e, 3)), *given = values(operand(e, 11));
    f64 *shifts = shift ? values(shift) : null, *weights = malloc((size_type)(n.keys + 1) * sizeof *weights);
    s64 query_elements = elements(operand(e, 0)), key_elements = elements(operand(e, 1));
    f64 *dq = calloc((size_type)query_elements + 1, sizeof *dq), *dk = calloc((size_type)key_elements + 1, sizeof *dk);
    f64 *dv = calloc((size_type)key_elements + 1, sizeof *dv);
    for (s64 row = 0; row < n.batches * n.heads * n.queries; row++) {
        s64 head = row / n.queries;
        const f64 *query = queries + row * n.size, *dy = cotangents + row * n.size, *y = given + row * n.size;
        f64 most, sum, mean = 0;
        weigh(e, n, query, keys + head * n.keys * n.size, shift, shifts, head, row % n.queries, weights, &most, &sum);
        for (s64 i = 0; i < n.size; i++) {
            mean += dy[i] * y[i];
        }
        for (s64 k = 0; k < n.keys; k++) {
            s64 at = (head * n.keys + k) * n.size;
            f64 product = 0;
            for (s64 i = 0; i < n.size; i++) {
                product += dy[i] * vectors[at + i];
                dv[at + i] += weights[k] * dy[i];
            }
            f64 score = weights[k] * (product - mean) * e->given.reals[0];
            for (s64 i = 0; i < n.size; i++) {
                dq[row * n.size + i] += score * keys[at + i];
                dk[at + i] += score * query[i];
            }
        }
    }
    free(queries);
    free(keys);
    free(vectors);
    free(cotangents);
    free(given);
    free(shifts);
    free(weights);
    store(operand(e, 12), dq);
    store(operand(e, 13), dk);
    store(operand(e, 14), dv);
}

static boolean has_dims(const tensor *t, s64 a, s64 b, s64 c, s64 d) {
    return t->rank == 4 && t->dims[0] == a && t->dims[1] == b && t->dims[2] == c && t->dims[3] == d;
}

/* Checks the operands that forward and gradient share: query, key, value, the shift and the attributes. */
static s32 check_attention(const char *op, tensor *query, tensor *key, tensor *value, tensor *shift, f64 keep,
    s64 before, s64 after, s64 heads, const char *layout, s64 precise, s64 sparse, s64 type) {
    s32 code = check(op, query, -1);
    code = code ? code : check(op, key, query->type);
    code = code ? code : check(op, value, query->type);
    code = code || !shift ? code : check(op, shift, query->type);
    if (code) {
        return code;
    }
    if (!is_float(query->type) || query->rank != 4 || strcmp(layout, "BNSD")) {
        return INVALID("aclnn%s: type %d, rank %u, layout %s", op, query->type, query->rank, layout);
    }
    sizes n = sizes_of(query, key);
    if (n.heads != heads || heads < 1 || heads > MAX_HEADS || n.size < 1 || n.size > MAX_SIZE || !n.keys || !n.queries
        || !has_dims(key, n.batches, heads, n.keys, n.size) || !same_dims(key, value)) {
        return INVALID("aclnn%s: %lld heads of size %lld, or dims that do not fit together", op, heads, n.size);
    }
    boolean fits = !shift || has_dims(shift, n.batches, heads, n.queries, n.keys)
                   || has_dims(shift, n.batches, heads, 1, n.keys) || has_dims(shift, 1, heads, n.queries, n.keys);
    if (!fits) {
        return INVALID("aclnn%s: the dims of pse are none of those that there may be", op);
    }
    return keep != 1 || before != ALL_TOKENS || after != ALL_TOKENS || precise || sparse || type
               ? INVALID("aclnn%s: attributes that are not emulated", op)
               : ACL_SUCCESS;
}

static s32 check_statistics(const char *op, const tensor *t, const tensor *query) {
    s32 code = check(op, t, FLOAT);
    return code || has_dims(t, query->dims[0], query->dims[1], query->dims[2], STATISTICS)
               ? code
               : INVALID("aclnn%s: softmaxMax and softmaxSum have 8 numbers for each query", op);
}

EXPORT s32 aclnnFlashAttentionScoreV2GetWorkspaceSize(tensor *query, tensor *key, tensor *value, tensor *shift,
    tensor *drop_mask, tensor *padding_mask, tensor *mask, const integers *prefix, const integers *query_start,
    const integers *key_start, f64 scale, f64 keep, s64 before, s64 after, s64 heads, const char *layout, s64 precise,
    s64 sparse, s64 type, tensor *most, tensor *sum, tensor *softmax, tensor *out, u64 *workspace, executor **handle) {
    const char *op = "FlashAttentionScoreV2";
    s32 code = check_attention(
        op, query, key, value, shift, keep, before, after, heads, layout, precise, sparse, type);
    if (!code && (drop_mask || padding_mask || mask || prefix || query_start || key_start)) {
        code = INVALID("aclnn%s: operands that are not emulated", op);
    }
    code = code ? code : check_statistics(op, most, query);
    code = code ? code : check_statistics(op, sum, query);
    code = code ? code : check(op, softmax, query->type);
    code = code ? code : check(op, out, query->type);
    if (!code && (!same_dims(out, query) || elements(softmax))) {
        code = INVALID("aclnn%s: the result has other dims than the query, or softmaxOut is not empty", op);
    }
    tensor *all[] = {query, key, value, shift, null, null, null, most, sum, softmax, out};
    return code ? code : ready(op, attend, all, COUNT_OF(all), 4, (attributes){{0}, {scale}}, workspace, handle);
}

SECOND(FlashAttentionScoreV2)

EXPORT s32 aclnnFlashAttentionScoreGradV2GetWorkspaceSize(tensor *query, tensor *key, tensor *value, tensor *dy,
    tensor *shift, tensor *drop_mask, tensor *padding_mask, tensor *mask, tensor *most, tensor *sum, tensor *softmax,
    tensor *given, const integers *prefix, const integers *query_start, const integers *key_start, f64 scale, f64 keep,
    s64 before, s64 after, s64 heads, const char *layout, s64 precise, s64 sparse, s64 type, tensor *dq, tensor *dk,
    tensor *dv, tensor *dshift, u64 *workspace, executor **handle) {
    const char *op = "FlashAttentionScoreGradV2";
    s32 code = check_attention(
        op, query, key, value, shift, keep, before, after, heads, layout, precise, sparse, type);
    if (!code && (drop_mask || padding_mask || mask || softmax || prefix || query_start || key_start || dshift)) {
        code = INVALID("aclnn%s: operands that are not emulated", op);
    }
    code = code ? code : check_statistics(op, most, query);
    code = code ? code : check_statistics(op, sum, query);
    tensor *like_query[] = {dy, given, dq}, *like_key[] = {dk, dv};
    for (u32 i = 0; i < COUNT_OF(like_query) && !code; i++) {
        code = check(op, like_query[i], query->type);
        code = code || same_dims(like_query[i], query) ? code : INVALID("aclnn%s: dims other than the query's", op);
    }
    for (u32 i = 0; i < COUNT_OF(like_key) && !code; i++) {
        code = check(op, like_key[i], query->type);
        code = code || same_dims(like_key[i], key) ? code : INVALID("aclnn%s: dims other than the key's", op);
    }
    tensor *all[] = {query, key, value, dy, shift, null, null, null, most, sum, null, given, dq, dk, dv, null};
    return code ? code
                : ready(op, attend_gradient, all, COUNT_OF(all), 4, (attributes){{0}, {scale}}, workspace, handle);
}

SECOND(FlashAttentionScoreGradV2)
