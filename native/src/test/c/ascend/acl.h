/*
 * An emulation of AscendCL and of its runtime compiler: the functions that the runtime calls. Operations are queued in
 * a stream until a thread synchronizes with it. Kernels are compiled for the host, with the model of a vector core
 * instead of the chip.
 */
#ifndef EMULATED_ACL_H
#define EMULATED_ACL_H

#include "../system.h"

/* Result codes, with their documented numbers. */
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

enum { MAX_DEVICES = 4, VECTOR_CORES = 8, MAX_ARGUMENTS = 128 };

/* Offset from an address of the host to the device address, which only kernels and copies may use. */
#define FAR (1ull << 56)

/* Memory of the device. */
typedef struct {
    u64 begin, bytes;
} region;

/* A device; its address is that of its context. */
typedef struct {
    region *allocations;
    u64 count, room;
    /* The error of the failed kernel, after which the device runs nothing; 0 if none failed. */
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
    /* True while a thread runs the first operation, which may wait for other ranks. */
    boolean running;
    /* Receives submitted operations while the stream is captured; else null. */
    operations *recorded;
} stream;

typedef struct {
    stream *on;
    u64 ticket, nanoseconds;
    /* True if the event may be recorded again; it has no time then. */
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
    /* A callback and its data, which are freed afterwards. */
    s32 (*call)(device *d, const void *data);
    void *data;
    /* True if the data belong to a recording. */
    boolean is_recorded;
    u32 blocks;
    u64 arguments[MAX_ARGUMENTS];
};

/* A kernel of a loaded binary. */
typedef struct function {
    char name[256];
    const void *kernel;
    int (*run)(const void *launch);
} function;

/* Acquires the lock; returns an error if the library is not initialized, or the thread has no context. */
s32 enter(boolean needs_context);

/* Releases the lock, and returns the result. */
s32 leave(s32 code);

/* Returns an error, and saves its reason for aclGetRecentErrMsg. */
s32 reject(s32 code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Releases the lock until another thread wakes all waiters. */
void wait_for_ranks(void);
void wake_ranks(void);

/* The current device of the thread. */
device *current(void);

/* The error of the failed kernel, after which a device runs nothing; 0 if none failed. */
s32 lost(const device *d);

/* Records the failure of a kernel. */
s32 lose(device *d, const char *report);

/* Returns true if bytes are all in one allocation of the current device. */
boolean is_on_device(u64 address, u64 bytes);

enum handle_kind { STREAM, EVENT, BINARY, FUNCTION, TENSOR, SCALAR, INTEGERS, EXECUTOR, RECORDING };

/* Creates a handle. */
void keep(enum handle_kind kind, const void *handle);

/* Releases a handle. */
void forget(const void *handle);

/* Returns an error unless a handle is live and of this kind. */
s32 require(enum handle_kind kind, const void *handle);

/* As enter; also an error if the stream does not belong to the context of the thread. */
s32 enter_stream(const stream *s);

/* Enqueues an operation into the stream, or into its recording. */
void submit(stream *s, operation *o);

/* Enqueues a library call into a stream, which frees the data. */
s32 call_in(void *stream, s32 (*call)(device *d, const void *data), void *data);

/* The chip of the device, for the compiler. */
u32 npu_arch(void);

/* Permitted error, in units in the last place, of functions that the chip need not round correctly. */
u64 units_off(void);

/* The kind of fault that is injected into kernels; 0 for none. */
enum { WRONG_RESULTS = 1, NO_RESULTS };
u64 broken(void);

#endif
