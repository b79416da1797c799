/*
 * A matmul of the emulated cuBLASLt, from the call that describes it to the stream that computes it.
 */
#ifndef EMULATION_CUBLASLT_H
#define EMULATION_CUBLASLT_H

#include "driver.h"

enum { REAL_F32 = 0, REAL_F64 = 1, REAL_F16 = 2, REAL_BF16 = 14, COMPUTE_F32 = 68, COMPUTE_F64 = 70 };

enum { EPILOGUE_DEFAULT = 1, EPILOGUE_RELU = 2, EPILOGUE_BIAS = 4, EPILOGUE_GELU = 32 };

/* Workspace size of the only algorithm; it is overwritten, so that memory that is too small or missing is detected. */
enum { ALGORITHM_WORKSPACE = 4096, ALGORITHM_MAGIC = 0x616c676f, ALGORITHM_ALIGNMENT = 16 };

typedef struct {
    u32 magic;
    s32 compute_type, scale_type, transpose_a, transpose_b;
    u32 epilogue;
    u64 bias;
} description;

typedef struct {
    u32 magic;
    s32 type, batch_count;
    u64 rows, columns;
    s64 leading_dimension, batch_stride;
} layout;

/* An enqueued matmul. */
typedef struct {
    description what;
    layout a, b, c, d;
    f64 alpha, beta;
    u64 address_a, address_b, address_c, address_d, workspace;
} product;

u64 element_bytes(s32 type);

/* Computes the matmul that an operation has staged. */
s32 run_product(context *c, const operation *o);

#endif
