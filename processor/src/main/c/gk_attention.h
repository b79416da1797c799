/*
 * Arguments of the attention kernels on CPUs and GPUs: softmax(query · keyᵀ · scale + mask) · value for several heads,
 * each with its own matrices. All matrices are row-major and contiguous. The result of the gradient holds, for each
 * head, the adjoints of query, key and value, contiguously.
 */
#ifndef GK_ATTENTION_H
#define GK_ATTENTION_H

enum {
    GK_ATTENTION_QUERY = 0,
    GK_ATTENTION_KEY = 1,
    GK_ATTENTION_RESULT = 2,
    /** Total number of heads. */
    GK_ATTENTION_HEADS = 5,
    /** Number of rows of a query and of a result. */
    GK_ATTENTION_QUERIES = 6,
    /** Number of rows of a key and of a value. */
    GK_ATTENTION_KEYS = 7,
    /** Number of columns of all matrices. */
    GK_ATTENTION_SIZE = 8,
    /** Number of heads per batch element. */
    GK_ATTENTION_BATCH_HEADS = 9,
    /** True if there is a mask. */
    GK_ATTENTION_MASKED = 10,
    /** Strides of the mask in elements, along batch, head, query and key; 0 where it is broadcast. */
    GK_ATTENTION_MASK_STRIDES = 11,
    /** A scalar: double for f64, else float. */
    GK_ATTENTION_SCALE = 15,
    GK_ATTENTION_VALUE = 32,
    /** Unused without a mask. */
    GK_ATTENTION_MASK = 33,
    /** Gradient only: the cotangent, in the shape of the query. */
    GK_ATTENTION_DY = 34,
    /**
     * Gradient, on CPUs: the partial sums of keys and values per chunk of a head; on GPUs: three scalars per
     * query. Of attention on CPUs: for each head and chunk of keys the results of all queries, then their largest scores
     * and their sums.
     */
    GK_ATTENTION_PARTIALS = 35,
    /** Gradient on CPUs only: number of queries per chunk, and number of chunks per head. */
    GK_ATTENTION_CHUNK_QUERIES = 36,
    GK_ATTENTION_CHUNKS = 37,
    /** Score functions only: number of queries of a head. Heads that share keys are one head with all their queries. */
    GK_ATTENTION_HEAD_QUERIES = 38,
    /** Score functions only: at most two further operands, as f32. */
    GK_ATTENTION_FURTHER = 39,
    /** Strides of each further operand in elements, along batch, head, query and key; 0 where it is broadcast. */
    GK_ATTENTION_FURTHER_STRIDES = 41,
    /** Score functions on CPUs only: the argument block of the kernel, with the numbers of the function. */
    GK_ATTENTION_OWN = 49,
    /** Score functions only: the scales of the rows of keys, with their strides along batch, head and row; of values. */
    GK_ATTENTION_KEY_SCALES = 50,
    GK_ATTENTION_VALUE_SCALES = 54,
    /** Score functions only: the first key of each query of a head, and the end of its keys, as i32. */
    GK_ATTENTION_BEGINS = 58,
    GK_ATTENTION_ENDS = 59,
    GK_ATTENTION_SLOTS = 60
};

#endif
