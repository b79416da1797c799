/*
 * Attention of every dtype. The code of a dtype is gk_attention_tile.h, or gk_attention_gradient_tile.h if
 * GK_IS_GRADIENT is defined before. If GK_WITHOUT_DTYPES is, it is for the kernels of classes, which have their own.
 */
#include "gk_attention.h"

/** Number of queries per item: a multiple of the size of every block. CpuLibraryModel.attentionQueries. */
#define GK_ITEM_QUERIES 64

/** Number of keys per tile: whole blocks of rows, whole vectors of a mask. CpuLibraryModel.attentionKeys. */
#define GK_TILE_KEYS 144

/**
 * Number of keys per chunk: whole tiles. Each chunk has a softmax of its own, and the chunks are joined in order, so
 * that threads may share the chunks of a head. CpuLibraryModel.attentionChunkKeys.
 */
#define GK_CHUNK_KEYS 1152

/** Number of rows whose sums are held in registers at a time. */
#define GK_BLOCK_ROWS 6

/** Number of registers per such row: all sums fit, with a row of factors and one further register. */
#if GK_LANES == 16 || defined(__aarch64__)
#define GK_BLOCK_REGISTERS 4
#else
#define GK_BLOCK_REGISTERS 2
#endif

/** Runs a statement for each block of rows, the largest blocks first. */
#define GK_FOR_BLOCKS(count, statement)                                                                                \
    {                                                                                                                  \
        gk_int64 first = 0;                                                                                            \
        GK_FOR_BLOCKS_OF(GK_BLOCK_ROWS, count, statement)                                                              \
        GK_FOR_BLOCKS_OF(4, count, statement)                                                                          \
        GK_FOR_BLOCKS_OF(2, count, statement)                                                                          \
        GK_FOR_BLOCKS_OF(1, count, statement)                                                                          \
    }
#define GK_FOR_BLOCKS_OF(size, count, statement)                                                                       \
    for (; first + size <= (count); first += size) {                                                                   \
        enum { rows = size };                                                                                          \
        statement;                                                                                                     \
    }

#define GK_OF(name) GK_CONCAT(name, GK_ATTENTION)

/* 16-bit elements are widened to f32, and narrowed again. */
#define GK_DEFINE_WIDENING(element)                                                                                    \
    GK_OVERLOAD void gk_widen(const element *source, float *target, gk_int64 count) {                                  \
        for (gk_int64 i = 0; i < count; i += GK_LANES) {                                                               \
            const int lanes = count - i < GK_LANES ? (int) (count - i) : GK_LANES;                                     \
            gk_store(target + i, gk_load(source + i, lanes), lanes);                                                   \
        }                                                                                                              \
    }                                                                                                                  \
    GK_OVERLOAD void gk_narrow(const float *source, element *target, gk_int64 count) {                                 \
        for (gk_int64 i = 0; i < count; i += GK_LANES) {                                                               \
            const int lanes = count - i < GK_LANES ? (int) (count - i) : GK_LANES;                                     \
            gk_store(target + i, gk_load(source + i, lanes), lanes);                                                   \
        }                                                                                                              \
    }
GK_OVERLOAD gk_f32 gk_load_wide(const float *source, int lanes) {
    return gk_load(source, lanes);
}

GK_OVERLOAD gk_f32 gk_load_wide(const gk_half *source, int lanes) {
    return gk_load(source, lanes);
}

GK_OVERLOAD gk_f32 gk_load_wide(const gk_bfloat *source, int lanes) {
    return gk_load(source, lanes);
}

GK_OVERLOAD gk_f32 gk_load_wide(const gk_int8 *source, int lanes) {
    return GK_CONVERT(gk_f32, gk_load(source, lanes));
}

GK_OVERLOAD void gk_widen(const gk_int8 *source, float *target, gk_int64 count) {
    for (gk_int64 i = 0; i < count; i += GK_LANES) {
        const int lanes = count - i < GK_LANES ? (int) (count - i) : GK_LANES;
        gk_store(target + i, gk_load_wide(source + i, lanes), lanes);
    }
}

GK_DEFINE_WIDENING(gk_half)
GK_DEFINE_WIDENING(gk_bfloat)

#ifndef GK_WITHOUT_DTYPES

#define GK_ATTENTION f32
#define GK_ELEMENT float
#define GK_IS_WIDENED 0
#define GK_SUM float
#define GK_SUMS gk_f32
#define GK_FACTOR float
#define GK_PER_FACTOR 1
#include "gk_attention_dtype.h"

#define GK_ATTENTION f64
#define GK_ELEMENT double
#define GK_IS_WIDENED 0
#define GK_SUM double
#define GK_SUMS gk_f64
#define GK_FACTOR double
#define GK_PER_FACTOR 1
#include "gk_attention_dtype.h"

#define GK_ATTENTION f16
#define GK_ELEMENT gk_half
#define GK_IS_WIDENED 1
#define GK_SUM float
#define GK_SUMS gk_f32
#define GK_FACTOR float
#define GK_PER_FACTOR 1
#include "gk_attention_dtype.h"

#define GK_ATTENTION bf16
#define GK_ELEMENT gk_bfloat
#define GK_IS_WIDENED 1
#define GK_SUM float
#define GK_SUMS gk_f32
#define GK_FACTOR float
#define GK_PER_FACTOR 1
#include "gk_attention_dtype.h"

#endif
