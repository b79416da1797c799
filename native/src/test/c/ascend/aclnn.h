/*
 * An emulation of aclnn, CANN's library of ops: the functions that the runtime calls. Each op has two functions: one
 * checks the operands and creates an executor, the other enqueues it into a stream. Results are computed naively, in
 * doubles.
 */
#ifndef EMULATED_ACLNN_H
#define EMULATED_ACLNN_H

#include "acl.h"

/* Result codes besides those of AscendCL, with their documented numbers. */
enum {
    ACLNN_PARAM_NULLPTR = 161001,
    ACLNN_PARAM_INVALID = 161002,
    ACLNN_RUNTIME_ERROR = 361001,
    ACLNN_INNER_NULLPTR = 561103,
};

/* aclDataType and aclFormat. */
enum { FLOAT = 0, FLOAT16 = 1, INT8 = 2, INT32 = 3, UINT8 = 4, INT64 = 9, DOUBLE = 11, BOOL = 12, BFLOAT16 = 27 };
enum { NCHW = 0, ND = 2 };

enum { MAX_DIMS = 8, MAX_TENSORS = 16, MAX_NUMBERS = 24 };

/* Elements in memory, some of which a view covers. */
typedef struct {
    s32 type, format;
    u32 rank;
    s64 dims[MAX_DIMS], strides[MAX_DIMS];
    s64 offset, storage;
    u64 address;
} tensor;

typedef struct {
    s32 type;
    f64 value;
} scalar;

typedef struct {
    u64 count;
    s64 values[MAX_DIMS];
} integers;

typedef struct executor executor;

/* The attributes of an op. */
typedef struct {
    s64 numbers[MAX_NUMBERS];
    f64 reals[2];
} attributes;

/* An op that is ready to be enqueued. */
struct executor {
    const char *op;
    void (*compute)(const executor *e);
    u32 count, outputs;
    /* In the order of the op's tensors; null where an optional one is missing. */
    tensor *handles[MAX_TENSORS];
    /* Copies from the time when the executor was created. */
    tensor tensors[MAX_TENSORS];
    attributes given;
    u64 workspace;
    boolean repeatable;
};

/* Bytes per element; 0 for a type that is not emulated. */
u64 bytes_of(s32 type);

/* The number of elements of a view. */
s64 elements(const tensor *t);

/* All elements of a view in order, in newly allocated memory. */
f64 *values(const tensor *t);

/* Stores all elements of a view and frees their memory. */
void store(const tensor *t, f64 *from);

f64 exponential(f64 x);
f64 error_function(f64 x);

/* An operand of an executor by its position, null if the tensor is missing. */
const tensor *operand(const executor *e, u32 index);

/* Returns true if a tensor is live and has the dtype, unless that is negative; otherwise saves the reason. */
s32 check(const char *op, const tensor *t, s32 type);

/* Returns true if two views have equal dims. */
boolean same_dims(const tensor *a, const tensor *b);

/* Returns true if an operand broadcasts to the dims of another one. */
boolean broadcasts(const tensor *from, const tensor *to);

boolean is_float(s32 type);

/*
 * Creates an executor of a call with valid operands.
 *
 * op: its name; tensors: `count` of them, the last ones of which are outputs; handle and workspace: output parameters
 */
s32 ready(const char *op, void (*compute)(const executor *e), tensor **tensors, u32 count, u32 outputs, attributes given,
    u64 *workspace, executor **handle);

/* Enqueues an executor into a stream. */
s32 submit_call(const char *op, void *workspace, u64 bytes, executor *e, void *stream);

/* The second of the two functions of an op. */
#define SECOND(op)                                                                                                     \
    EXPORT s32 aclnn##op(void *workspace, u64 bytes, executor *e, void *stream) {                                      \
        return submit_call(#op, workspace, bytes, e, stream);                                                          \
    }

/* Reports an operand that violates the documentation. */
#define INVALID(...) reject(ACLNN_PARAM_INVALID, __VA_ARGS__)

#endif
