/*
 * Attention on the CPU, with an online softmax: keys and values pass by in tiles, and of the scores there is one tile at
 * a time. The lanes of a vector are queries. So a tile of scores is [keys][queries], the softmax goes lane by lane, and
 * an element of a key or of a value is one number for all lanes, read in place; only queries are transposed. Few queries
 * would leave most lanes empty: theirs are keys and columns, as described in gk_attention_decode.h. Tiles whose mask is
 * -infinity for all queries of a block are skipped.
 *
 * Keys are processed in chunks of GK_CHUNK_KEYS, whose softmax is joined to that of the chunks before. Where a head has few
 * queries and there are fewer heads than threads need, threads share the chunks of a head, and a second kernel joins them.
 *
 * An item of a kernel's range is GK_ITEM_QUERIES queries of a head, or a chunk of keys of a head. The size of the scratch
 * memory per thread is in NativeAttention.java.
 */
#include "graphkernel.h"

#include "gk_attention_dtypes.h"

#if GK_LANES == 16

/** Two bf16 elements, the first one in the lower half. */
typedef int gk_pair __attribute__((aligned(2), may_alias));

typedef __bf16 gk_bf16_pairs __attribute__((ext_vector_type(32)));

/* The following functions require gk_has_pairs. */
#pragma clang attribute push(__attribute__((target("avx512bf16"))), apply_to = function)

/** Adds the products of both elements of each pair, as vdpbf16ps. */
GK_INLINE gk_f32 gk_fma_pairs(gk_i32 a, gk_i32 b, gk_f32 c) {
    return __builtin_ia32_dpbf16ps_512(c, (gk_bf16_pairs) a, (gk_bf16_pairs) b);
}

/** Rounds two vectors to bf16 and interleaves them as pairs. */
GK_INLINE gk_i32 gk_pairs(gk_f32 first, gk_f32 second) {
    const gk_bf16_pairs both = __builtin_ia32_cvtne2ps2bf16_512(second, first);
    return (gk_i32) __builtin_shufflevector(both, both, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24,
        9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** Rounds two vectors to bf16, one after the other: adjacent elements are pairs. */
GK_INLINE gk_i32 gk_adjacent_pairs(gk_f32 first, gk_f32 second) {
    return (gk_i32) __builtin_ia32_cvtne2ps2bf16_512(second, first);
}

#define GK_ATTENTION bf16_pairs
#define GK_ELEMENT gk_bfloat
#define GK_IS_WIDENED 1
#define GK_SUM float
#define GK_SUMS gk_f32
#define GK_FACTOR gk_pair
#define GK_PER_FACTOR 2
#include "gk_attention_dtype.h"

#pragma clang attribute pop

/** Returns true if the processor has dot products of bf16 pairs. */
static int gk_has_pairs(void) {
    /* 0 if unknown, else 1 or 2; all threads compute the same value. */
    static int known;
    int answer = *(volatile int *) &known;
    if (answer == 0) {
        unsigned int features = 7, leaf = 1, b, d;
        __asm__ volatile("cpuid" : "+a"(features), "=b"(b), "+c"(leaf), "=d"(d));
        answer = (features >> 5 & 1) + 1;
        *(volatile int *) &known = answer;
    }
    return answer == 2;
}

/** bf16 as pairs along rows and columns, if both sizes allow it. */
#define GK_DEFINE_BEST(kernel)                                                                                         \
    static void kernel##bf16_best(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {            \
        if (arguments[GK_ATTENTION_SIZE].integer % 2 == 0 && gk_has_pairs()) {                                         \
            kernel##bf16_pairs(arguments, begin, end, scratch);                                                        \
        } else {                                                                                                       \
            kernel##bf16(arguments, begin, end, scratch);                                                              \
        }                                                                                                              \
    }
GK_DEFINE_BEST(gk_attention_)
GK_DEFINE_BEST(gk_attention_chunks_)

#else
#define gk_attention_bf16_best gk_attention_bf16
#define gk_attention_chunks_bf16_best gk_attention_chunks_bf16
#endif

/* In the order of NativeAttention.java. */
GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    gk_attention_f32,
    gk_attention_f64,
    gk_attention_f16,
    gk_attention_bf16_best,
    gk_attention_chunks_f32,
    gk_attention_chunks_f64,
    gk_attention_chunks_f16,
    gk_attention_chunks_bf16_best,
    gk_attention_join_f32,
    gk_attention_join_f64,
    gk_attention_join_f16,
    gk_attention_join_bf16,
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = sizeof GK_TABLE / sizeof *GK_TABLE;
