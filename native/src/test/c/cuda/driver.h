/*
 * The driver: devices with one primary context each, and the objects of a context. Operations of a stream run only when
 * a thread synchronizes with it: a program without the synchronization sees the previous contents. One lock guards all
 * state.
 */
#ifndef EMULATION_DRIVER_H
#define EMULATION_DRIVER_H

#include "codes.h"
#include "ptx.h"

enum { MAX_DEVICES = 4, CONTEXT_STACK = 16 };

/* Settings of tests; the numbers are those of EmulatedCuda.Setting. */
enum setting {
    SETTING_DEVICES,        /* number of devices */
    SETTING_MEMORY,         /* bytes of each */
    SETTING_CAPABILITY,     /* compute capability times ten */
    SETTING_DRIVER_VERSION, /* as cuDriverGetVersion gives it */
    SETTING_MULTIPROCESSORS,
    SETTING_LOST_AFTER,   /* launches after which the device is lost; zero: never */
    SETTING_EAGER,        /* one: work is done when it is submitted */
    SETTING_INSTRUCTIONS, /* of a warp's threads, after which a kernel counts as endless */
    SETTING_NO_EVENTS,    /* 1: events cannot be created */
    SETTING_COUNT
};

/* Counters of tests; the numbers are those of EmulatedCuda.Count. */
enum counted {
    COUNTED_CONTEXTS,
    COUNTED_STREAMS,
    COUNTED_EVENTS,
    COUNTED_MODULES,
    COUNTED_GRAPHS,
    COUNTED_DEVICE_ALLOCATIONS,
    COUNTED_HOST_ALLOCATIONS,
    COUNTED_DEVICE_BYTES,
    COUNTED_LAUNCHES,
    COUNTED_INSTRUCTIONS,
    COUNTED_PRODUCTS,
    COUNTED_BANK_CONFLICTS,
    COUNTED_PENDING
};

enum object_kind {
    OBJECT_CONTEXT = 1,
    OBJECT_STREAM,
    OBJECT_EVENT,
    OBJECT_MODULE,
    OBJECT_FUNCTION,
    OBJECT_GRAPH,
    OBJECT_EXECUTABLE_GRAPH
};

typedef struct context context;
typedef struct stream stream;
typedef struct capture capture;

/* Header of every object. Its handle is a number that never was an address and is not reused. */
typedef struct {
    u8 kind;
    context *owner;
    u64 handle;
} object;

typedef struct {
    object head;
    module module;
} loaded_module;

typedef struct loaded_function {
    object head;
    loaded_module *module;
    const kernel *kernel;
    u32 largest_dynamic_shared;
} loaded_function;

enum operation_kind {
    OPERATION_LAUNCH,
    OPERATION_COPY,
    OPERATION_FILL,
    OPERATION_RECORD,
    OPERATION_NOTHING,
    OPERATION_OPEN,
    OPERATION_FREE,
    OPERATION_CALL
};

typedef struct {
    stream *stream;
    u64 ticket;
} dependency;

typedef struct operation operation;

struct operation {
    operation *next;
    enum operation_kind kind;
    u64 ticket;
    dependency *dependencies;
    u32 dependency_count;
    /* Launch: the parameters are owned by the operation. */
    u64 function;
    grid grid;
    /* Copies and fills; a staged source is owned by the operation. */
    u64 to, from, bytes;
    boolean to_device, from_device;
    u8 *staged;
    u8 value;
    /* Events, and stream-ordered memory. */
    u64 event, version;
    allocation *block;
    /* An operation of another library; it finds its data in the staged bytes. */
    s32 (*call)(context *c, const operation *o);
};

struct stream {
    object head;
    boolean blocking;
    operation *first, **last;
    u64 submitted, completed;
    u32 pending;
    capture *capture;
    u32 captured_operations;
    boolean joined;
    /* True while a thread runs an operation, which may wait for other ranks. */
    boolean running;
    stream *next;
};

typedef struct {
    object head;
    boolean timed, recorded;
    u64 version, completed_version;
    u64 nanoseconds;
    stream *stream; /* the stream of the last recording, and its ticket */
    u64 ticket;
    capture *capture;
    u32 captured_operations;
} event;

struct capture {
    stream *origin;
    u32 mode;
    const void *thread;
    boolean invalid;
    operation *first, **last;
    u32 count;
};

/* A graph, executable or not: captured operations. */
typedef struct {
    object head;
    operation *first;
} graph;

struct context {
    object head;
    s32 device;
    u32 retained;
    s32 lost;
    arena memory;
    stream legacy; /* the stream with the handle zero */
    stream *streams;
    capture *captures[8];
    u64 launches;
};

/* Releases the lock until another thread wakes all waiters. */
void wait_for_ranks(void);
void wake_ranks(void);

/* Entry and exit of every function of the driver. */
s32 enter(void);
s32 enter_context(context **current);
s32 leave(s32 code);

/* Returns the code, with a reason that cuGetErrorString then returns. */
s32 reject(s32 code, const char *format, ...) __attribute__((format(printf, 2, 3)));

u64 setting(enum setting which);
context *device_context(s32 device);
void count(enum counted what, s64 change);

void *create_object(u64 bytes, enum object_kind kind, context *owner);
void destroy_object(object *o);
void *find_object(u64 handle, enum object_kind kind);
void destroy_objects_of(context *owner);
void destroy_functions_of(const loaded_module *module);

/* Streams. The handle zero is the legacy stream. */
s32 find_stream(context *c, u64 handle, stream **found);
operation *new_operation(enum operation_kind kind);
void free_operation(operation *o);
s32 submit(context *c, stream *s, operation *o);
void depend(operation *o, stream *on, u64 ticket);
u64 next_ticket(void);
s32 run_first(context *c, stream *s);
s32 run_until(context *c, stream *s, u64 ticket);
s32 run_all(context *c);
s32 wait_for(context *c, stream *s);

/* Rejects operations that an active capture does not permit; they invalidate the capture. */
s32 capture_forbids(context *c);
s32 capture_operation(capture *into, stream *s, operation *o);
void free_capture(capture *c);

s32 run_launch(context *c, const operation *o);
s32 run_copy(context *c, const operation *o);
s32 run_fill(context *c, const operation *o);
boolean launch_is_valid(const operation *o);

const void *this_thread(void);
u64 now(void);

#endif
