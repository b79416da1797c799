/*
 * An emulation of AscendCL and of its runtime compiler: the functions that the runtime calls. Work waits in a stream until
 * somebody waits for it. Kernels are compiled for this machine, with the model of a vector core in place of the chip.
 */
#ifndef EMULATED_ACL_H
#define EMULATED_ACL_H

#include "../system.h"

/* The results that it gives, by their documented numbers. */
enum {
    ACL_SUCCESS = 0,
    ACL_INVALID_PARAM = 100000,
    ACL_UNINITIALIZED = 100001,
    ACL_REPEAT_INITIALIZE = 100002,
    ACL_INVALID_FILE = 100003,
    ACL_CONTEXT_NULL = 107002,
    ACL_STREAM_CONTEXT = 107003,
    ACL_OUT_OF_MEMORY = 207001,
    ACL_VECTOR_CORE_EXCEPTION = 507035,
    ACL_RTC_INVALID_INPUT = 176000,
    ACL_RTC_COMPILE_FAILED = 276000,
};

enum { MOST_DEVICES = 4, VECTOR_CORES = 8, MOST_ARGUMENTS = 128 };

/* From an address of this machine to one of the device, which nobody but kernels and copies may use. */
#define FAR (1ull << 56)

/* Memory of the device. */
typedef struct {
    u64 begin, bytes;
} region;

/* A device; its address is that of its context. */
typedef struct {
    region *allocations;
    u64 count, room;
    /* The error of the kernel after which it runs nothing; 0 before that. */
    s32 error;
    boolean is_set;
} device;

typedef struct operation operation;

/* Operations in order. */
typedef struct {
    operation *first, **last;
} operations;

typedef struct {
    device *on;
    u64 submitted, completed;
    operations waiting;
    /* Whether a thread runs the first one now, which may wait for other ranks. */
    boolean running;
    /* Takes what is submitted while it is recorded; else null. */
    operations *recorded;
} stream;

typedef struct {
    stream *on;
    u64 ticket, nanoseconds;
    /* Whether it may be recorded again; it has no time then. */
    boolean again;
} event;

enum operation_kind { COPY, LAUNCH, RECORD, WAIT, CALL };

struct operation {
    enum operation_kind kind;
    operation *next;
    u64 ticket;
    void *target;
    const void *source;
    u64 bytes;
    event *recorded;
    stream *before;
    u64 before_ticket;
    const struct function *function;
    /* Of a call: what it does, and what with; its memory is given back afterwards. */
    s32 (*call)(device *d, const void *data);
    void *data;
    /* Whether the data belong to a recording. */
    boolean is_recorded;
    u32 blocks;
    u64 arguments[MOST_ARGUMENTS];
};

/* A kernel of a binary that is loaded. */
typedef struct function {
    char name[256];
    const void *kernel;
    int (*run)(const void *launch);
} function;

/* Takes the lock; an error if the library is not initialized, or the thread has no context. */
s32 enter(boolean needs_context);

/* Gives the lock back, and the result. */
s32 leave(s32 code);

/* An error with its reason, for aclGetRecentErrMsg. */
s32 refuse(s32 code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Gives the lock back until somebody wakes all that wait so. */
void wait_for_ranks(void);
void wake_ranks(void);

/* The device of the thread. */
device *current(void);

/* The error of the kernel after which a device runs nothing; 0 before that. */
s32 lost(const device *d);

/* A kernel failed. */
s32 lose(device *d, const char *report);

/* Whether bytes are all in one allocation of the device of the thread. */
boolean is_on_device(u64 address, u64 bytes);

enum handle_kind { STREAM, EVENT, BINARY, FUNCTION, TENSOR, SCALAR, INTEGERS, EXECUTOR, RECORDING };

/* A handle that the library gives out. */
void keep(enum handle_kind kind, const void *handle);

/* A handle that is given back. */
void forget(const void *handle);

/* An error if a handle was never given out for this, or is given back. */
s32 require(enum handle_kind kind, const void *handle);

/* As enter; an error also if the stream is none of the context of the thread. */
s32 enter_stream(const stream *s);

/* Puts an operation into the stream, or into what is recorded of it. */
void submit(stream *s, operation *o);

/* Puts what a library computes into a stream, which frees the data. */
s32 call_in(void *stream, s32 (*call)(device *d, const void *data), void *data);

/* What the device is, for the compiler. */
u32 npu_arch(void);

/* By how many units in the last place functions may be off that the chip need not round right. */
u64 units_off(void);

/* How kernels are wrong; 0 if they are right. */
enum { WRONG_RESULTS = 1, NO_RESULTS };
u64 broken(void);

#endif
