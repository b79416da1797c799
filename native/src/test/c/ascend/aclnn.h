/*
 * An emulation of aclnn, CANN's library of whole ops: the functions that the runtime calls. Each is two, one that looks at
 * operands and makes an executor, and one that puts it into a stream. What they give is computed plainly, in doubles.
 */
#ifndef EMULATED_ACLNN_H
#define EMULATED_ACLNN_H

#include "acl.h"

/* The results that it gives besides those of AscendCL, by their documented numbers. */
enum {
    ACLNN_PARAM_NULLPTR = 161001,
    ACLNN_PARAM_INVALID = 161002,
    ACLNN_RUNTIME_ERROR = 361001,
    ACLNN_INNER_NULLPTR = 561103,
};

/* aclDataType and aclFormat. */
enum { FLOAT = 0, FLOAT16 = 1, INT8 = 2, INT32 = 3, UINT8 = 4, INT64 = 9, DOUBLE = 11, BOOL = 12, BFLOAT16 = 27 };
enum { NCHW = 0, ND = 2 };

enum { MOST_DIMS = 8, MOST_TENSORS = 16, MOST_NUMBERS = 24 };

/* Elements of memory, some of which a view shows. */
typedef struct {
    s32 type, format;
    u32 rank;
    s64 dims[MOST_DIMS], strides[MOST_DIMS];
    s64 offset, storage;
    u64 address;
} tensor;

typedef struct {
    s32 type;
    f64 value;
} scalar;

typedef struct {
    u64 count;
    s64 values[MOST_DIMS];
} integers;

typedef struct executor executor;

/* What is handed to an op besides tensors. */
typedef struct {
    s64 numbers[MOST_NUMBERS];
    f64 reals[2];
} attributes;

/* An op that is ready for a stream. */
struct executor {
    const char *op;
    void (*compute)(const executor *e);
    u32 count, outputs;
    /* By their order among the tensors of the op; null where an optional one is missing. */
    tensor *handles[MOST_TENSORS];
    /* As they were when the executor was made. */
    tensor tensors[MOST_TENSORS];
    attributes given;
    u64 workspace;
    boolean repeatable;
};

/* The bytes of an element; 0 for a type that is not emulated. */
u64 bytes_of(s32 type);

/* The number of elements that a view shows. */
s64 elements(const tensor *t);

/* All elements of a view in order, in memory of their own. */
f64 *values(const tensor *t);

/* Stores all elements of a view and gives their memory back. */
void store(const tensor *t, f64 *from);

f64 exponential(f64 x);
f64 error_function(f64 x);

/* A number of an executor by its position, null where a tensor is missing. */
const tensor *operand(const executor *e, u32 index);

/* Whether a tensor is one that lives, of some dtype if that is not negative; else the reason is kept. */
s32 check(const char *op, const tensor *t, s32 type);

/* Whether two views show as many elements along each axis. */
boolean same_dims(const tensor *a, const tensor *b);

/* Whether an operand, broadcast, fits the dims of another one. */
boolean broadcasts(const tensor *from, const tensor *to);

boolean is_float(s32 type);

/*
 * Makes an executor of a call whose operands are right.
 *
 * op: its name; tensors: count of them, the last ones of which are outputs; made and workspace: where it goes
 */
s32 ready(const char *op, void (*compute)(const executor *e), tensor **tensors, u32 count, u32 outputs, attributes given,
    u64 *workspace, executor **made);

/* Puts an executor into a stream. */
s32 submit_call(const char *op, void *workspace, u64 bytes, executor *e, void *stream);

/* The second of the two functions of an op. */
#define SECOND(op)                                                                                                     \
    EXPORT s32 aclnn##op(void *workspace, u64 bytes, executor *e, void *stream) {                                      \
        return submit_call(#op, workspace, bytes, e, stream);                                                          \
    }

/* An operand that is not as documented. */
#define INVALID(...) refuse(ACLNN_PARAM_INVALID, __VA_ARGS__)

#endif
