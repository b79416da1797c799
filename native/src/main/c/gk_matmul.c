/*
 * Matmul on the CPU for programs without oneDNN: tiles of the result over packed panels of b, with all sums of some rows
 * and a panel in registers. The scratch memory that a thread needs is in NativeMatMul.java.
 */
#include "graphkernel.h"

#include "gk_post_ops.h"

/** The slots of NativeMatMul.java. The sizes of a loop over batches are its extent and the strides of a and b. */
enum {
    GK_MATMUL_A = 0,
    GK_MATMUL_B = 1,
    GK_MATMUL_RESULT = 2,
    /** The post-ops, in order, 4 bits each from the lowest on, terminated by 0. Two slots. */
    GK_MATMUL_POST_OPS = 3,
    GK_MATMUL_M = 5,
    GK_MATMUL_N = 6,
    GK_MATMUL_K = 7,
    GK_MATMUL_A_ROW = 8,
    GK_MATMUL_A_COLUMN = 9,
    GK_MATMUL_B_ROW = 10,
    GK_MATMUL_B_COLUMN = 11,
    GK_MATMUL_LOOPS = 12,
    GK_MATMUL_LOOP_SIZES = 13,
    /** Addresses of the operands of the post-ops, in order. */
    GK_MATMUL_POST_OPERANDS = 32,
    /** Number of terms per block of a sum. */
    GK_MATMUL_TERMS = 61,
    GK_MATMUL_TILE_ROWS = 62,
    GK_MATMUL_TILE_COLUMNS = 63
};

/** Maximum size of a row of a packed panel of b in bytes. */
#define GK_MATMUL_PANEL_BYTES 256

/** Number of rows whose sums are held in registers at a time. */
#define GK_MATMUL_ROWS 6

/** Maximum number of rows for which b is not packed if its terms are adjacent: docs/bench/contractions.md. */
#define GK_MATMUL_UNPACKED_ROWS 4

/** Number of registers per such row: all sums fit, with a row of factors and one further register. */
#if GK_LANES == 16 || defined(__aarch64__)
#define GK_MATMUL_REGISTERS 4
#else
#define GK_MATMUL_REGISTERS 2
#endif

/** Runs a statement for each block of rows, the largest blocks first. */
#define GK_FOR_ROWS(count, statement)                                                                                  \
    {                                                                                                                  \
        gk_int64 first = 0;                                                                                            \
        GK_FOR_ROWS_OF(GK_MATMUL_ROWS, count, statement)                                                               \
        GK_FOR_ROWS_OF(4, count, statement)                                                                            \
        GK_FOR_ROWS_OF(2, count, statement)                                                                            \
        GK_FOR_ROWS_OF(1, count, statement)                                                                            \
    }
#define GK_FOR_ROWS_OF(size, count, statement)                                                                         \
    for (; first + size <= (count); first += size) {                                                                   \
        enum { rows = size };                                                                                          \
        statement;                                                                                                     \
    }

#define GK_MATMUL f32
#define GK_ELEMENT float
#define GK_RESULT float
#define GK_SUM float
#define GK_SUMS gk_f32
#define GK_IS_WIDENED 0
#define GK_SUMS_INTEGERS 0
#include "gk_matmul_tile.h"

#define GK_MATMUL f64
#define GK_ELEMENT double
#define GK_RESULT double
#define GK_SUM double
#define GK_SUMS gk_f64
#define GK_IS_WIDENED 0
#define GK_SUMS_INTEGERS 0
#include "gk_matmul_tile.h"

#define GK_MATMUL f16
#define GK_ELEMENT gk_half
#define GK_RESULT gk_half
#define GK_SUM float
#define GK_SUMS gk_f32
#define GK_IS_WIDENED 1
#define GK_SUMS_INTEGERS 0
#include "gk_matmul_tile.h"

#define GK_MATMUL bf16
#define GK_ELEMENT gk_bfloat
#define GK_RESULT gk_bfloat
#define GK_SUM float
#define GK_SUMS gk_f32
#define GK_IS_WIDENED 1
#define GK_SUMS_INTEGERS 0
#include "gk_matmul_tile.h"

#define GK_MATMUL i8
#define GK_ELEMENT gk_int8
#define GK_RESULT int
#define GK_SUM int
#define GK_SUMS gk_i32
#define GK_IS_WIDENED 1
#define GK_SUMS_INTEGERS 1
#include "gk_matmul_tile.h"

/* In the order of NativeMatMul.java. */
GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    gk_matmul_i8,
    gk_matmul_f32,
    gk_matmul_f64,
    gk_matmul_f16,
    gk_matmul_bf16,
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = sizeof GK_TABLE / sizeof *GK_TABLE;
