/*
 * The arguments of attention kernels, on CPUs and GPUs alike: softmax(query · keyᵀ · scale + mask) · value for some
 * heads, each with matrices of its own. All matrices are row-major and lie one after the other. The result of its gradient has, for
 * each head, the adjoints of query, key and value, one after the other.
 */
#ifndef GK_ATTENTION_H
#define GK_ATTENTION_H

enum {
    GK_ATTENTION_QUERY = 0,
    GK_ATTENTION_KEY = 1,
    GK_ATTENTION_RESULT = 2,
    /** How many heads there are in all. */
    GK_ATTENTION_HEADS = 5,
    /** The rows of a query and of a result. */
    GK_ATTENTION_QUERIES = 6,
    /** The rows of a key and of a value. */
    GK_ATTENTION_KEYS = 7,
    /** The columns of all of them. */
    GK_ATTENTION_SIZE = 8,
    /** How many neighbouring heads are of one batch. */
    GK_ATTENTION_BATCH_HEADS = 9,
    /** Whether there is a mask. */
    GK_ATTENTION_MASKED = 10,
    /** The strides of the mask in elements, 0 where it is repeated: from batch to batch, head, query, key. */
    GK_ATTENTION_MASK_STRIDES = 11,
    /** A number: double for f64, else float. */
    GK_ATTENTION_SCALE = 15,
    GK_ATTENTION_VALUE = 32,
    /** Any address if there is no mask. */
    GK_ATTENTION_MASK = 33,
    /** Of the gradient: the cotangent, which has the shape of the query. */
    GK_ATTENTION_DY = 34,
    /** Of the gradient on CPUs: what the chunks of a head have of its keys and values; on GPUs: three numbers of each query. */
    GK_ATTENTION_PARTIALS = 35,
    /** Of the gradient on CPUs: the queries of a chunk, and the chunks of a head. */
    GK_ATTENTION_CHUNK_QUERIES = 36,
    GK_ATTENTION_CHUNKS = 37
};

#endif
