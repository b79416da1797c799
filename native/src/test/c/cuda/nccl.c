/*
 * An emulation of NCCL 2.23 and later: names, signatures and results as documented. Ranks are threads of this process
 * with a device each.
 */
#include "driver.h"
#include "../ranks.h"

enum {
    NCCL_SUCCESS = 0,
    NCCL_UNHANDLED_CUDA_ERROR = 1,
    NCCL_INVALID_ARGUMENT = 4,
    NCCL_INVALID_USAGE = 5,
    NCCL_REMOTE_ERROR = 6
};

enum { ID_BYTES = 128, VERSION = 22304 };

typedef struct communicator communicator;

struct communicator {
    rank_group *group;
    u32 rank;
    boolean aborted;
    /* Between ncclGroupStart and ncclGroupEnd: sends and receives of each rank. */
    u64 sent[MAX_RANKS], received[MAX_RANKS], count;
    enum element type;
    u32 sends, receives;
    u64 stream;
};

static __thread u32 open_groups;
static __thread communicator *grouped;

/* An enqueued call; its addresses are device addresses. */
typedef struct {
    communicator *by;
    rank_call call;
    u64 from, to;
} nccl_call;

static enum element element_of(s32 type) {
    static const u8 elements[] = {ELEMENT_I8, ELEMENT_U8, ELEMENT_I32, ELEMENT_U32, ELEMENT_I64, ELEMENT_U64, ELEMENT_F16,
        ELEMENT_F32, ELEMENT_F64, ELEMENT_BF16};
    return type >= 0 && type < (s32)COUNT_OF(elements) ? elements[type] : NO_ELEMENT;
}

EXPORT s32 ncclGetVersion(s32 *version) {
    *version = VERSION;
    return NCCL_SUCCESS;
}

EXPORT const char *ncclGetErrorString(s32 result) {
    return result == NCCL_REMOTE_ERROR ? "remote process exited or there was a network error"
           : result == NCCL_SUCCESS    ? "no error"
                                       : "emulated error";
}

EXPORT s32 ncclGetUniqueId(u8 *id) {
    s32 code = enter();
    memset(id, 0, ID_BYTES);
    u64 number = ++last_group;
    memcpy(id, &number, sizeof number);
    return leave(code) ? NCCL_UNHANDLED_CUDA_ERROR : NCCL_SUCCESS;
}

EXPORT s32 ncclCommInitRankScalable(
    communicator **handle, s32 size, s32 rank, s32 id_count, const u8 *ids, const void *configuration) {
    context *c;
    s32 code = enter_context(&c);
    if (code || id_count != 1 || configuration || size < 1 || size > MAX_RANKS || rank < 0 || rank >= size) {
        return leave(code ? NCCL_UNHANDLED_CUDA_ERROR : NCCL_INVALID_ARGUMENT);
    }
    u64 number;
    memcpy(&number, ids, sizeof number);
    rank_group *g = join_ranks(number, (u32)size, (u32)rank, c);
    if (!g) {
        return leave(NCCL_INVALID_USAGE);
    }
    *handle = calloc(1, sizeof **handle);
    (*handle)->group = g;
    (*handle)->rank = (u32)rank;
    return leave(NCCL_SUCCESS);
}

static s32 run_nccl(context *c, const operation *o) {
    const nccl_call *n = (const nccl_call *)o->staged;
    rank_group *g = n->by->group;
    rank_call call = n->call;
    u64 given = call.count * exchange_bytes(call.type);
    u64 got = call.kind == ALL_GATHER ? given * g->size : call.kind == REDUCE_SCATTER ? given / g->size : given;
    if (!arena_covers(&c->memory, n->from, given) || !arena_covers(&c->memory, n->to, got)) {
        return reject(CUDA_ERROR_ILLEGAL_ADDRESS, "a collective reads or writes what is not allocated");
    }
    call.from = arena_host(&c->memory, n->from);
    call.to = arena_host(&c->memory, n->to);
    if (!n->by->aborted) {
        meet_ranks(g, n->by->rank, &call);
    }
    return CUDA_SUCCESS;
}

static s32 put(communicator *by, rank_call call, u64 from, u64 to, u64 stream_handle) {
    context *c;
    stream *s;
    s32 code = enter_context(&c);
    code = code ? code : find_stream(c, stream_handle, &s);
    if (code) {
        return leave(NCCL_UNHANDLED_CUDA_ERROR);
    }
    if (by->aborted || by->group->devices[by->rank] != c || call.type == NO_ELEMENT) {
        return leave(NCCL_INVALID_ARGUMENT);
    }
    nccl_call n = {by, call, from, to};
    operation *o = new_operation(OPERATION_CALL);
    o->call = run_nccl;
    o->bytes = sizeof n;
    o->staged = malloc(sizeof n);
    memcpy(o->staged, &n, sizeof n);
    return leave(submit(c, s, o) ? NCCL_UNHANDLED_CUDA_ERROR : NCCL_SUCCESS);
}

static enum reduction reduction_of(s32 op) {
    static const u8 reductions[] = {REDUCE_SUM, REDUCE_PRODUCT, REDUCE_MAX, REDUCE_MIN};
    return reductions[op & 3];
}

EXPORT s32 ncclAllReduce(u64 from, u64 to, u64 count, s32 type, s32 op, communicator *by, u64 stream) {
    return put(by, (rank_call){ALL_REDUCE, element_of(type), reduction_of(op), count, 0, null, null}, from, to, stream);
}

EXPORT s32 ncclReduceScatter(u64 from, u64 to, u64 count, s32 type, s32 op, communicator *by, u64 stream) {
    u64 all = count * by->group->size;
    return put(by, (rank_call){REDUCE_SCATTER, element_of(type), reduction_of(op), all, 0, null, null}, from, to, stream);
}

EXPORT s32 ncclAllGather(u64 from, u64 to, u64 count, s32 type, communicator *by, u64 stream) {
    return put(by, (rank_call){ALL_GATHER, element_of(type), REDUCE_SUM, count, 0, null, null}, from, to, stream);
}

EXPORT s32 ncclBroadcast(u64 from, u64 to, u64 count, s32 type, s32 root, communicator *by, u64 stream) {
    if (root < 0 || root >= (s32)by->group->size) {
        return NCCL_INVALID_ARGUMENT;
    }
    return put(by, (rank_call){BROADCAST, element_of(type), REDUCE_SUM, count, (u32)root, null, null}, from, to, stream);
}

EXPORT s32 ncclGroupStart(void) {
    open_groups++;
    return NCCL_SUCCESS;
}

/* Sends and receives are emulated only as an all-to-all with equal counts, including the rank itself. */
static s32 exchanged(communicator *by, u64 address, u64 count, s32 type, s32 peer, u64 stream, boolean sends) {
    if (!open_groups || peer < 0 || peer >= (s32)by->group->size || (grouped && grouped != by)) {
        return NCCL_INVALID_USAGE;
    }
    grouped = by;
    by->count = count;
    by->type = element_of(type);
    by->stream = stream;
    (sends ? by->sent : by->received)[peer] = address;
    by->sends += sends;
    by->receives += !sends;
    return NCCL_SUCCESS;
}

EXPORT s32 ncclSend(u64 from, u64 count, s32 type, s32 peer, communicator *by, u64 stream) {
    return exchanged(by, from, count, type, peer, stream, true);
}

EXPORT s32 ncclRecv(u64 to, u64 count, s32 type, s32 peer, communicator *by, u64 stream) {
    return exchanged(by, to, count, type, peer, stream, false);
}

EXPORT s32 ncclGroupEnd(void) {
    communicator *by = grouped;
    if (!open_groups || --open_groups || !by) {
        return open_groups ? NCCL_SUCCESS : NCCL_INVALID_USAGE;
    }
    grouped = null;
    u32 size = by->group->size;
    boolean regular = by->sends == size && by->receives == size && by->type != NO_ELEMENT;
    for (u32 i = 0; regular && i < size; i++) {
        u64 begin = i * by->count * exchange_bytes(by->type);
        regular = by->sent[i] == by->sent[0] + begin && by->received[i] == by->received[0] + begin;
    }
    by->sends = by->receives = 0;
    return regular ? put(by, (rank_call){ALL_TO_ALL, by->type, REDUCE_SUM, by->count * size, 0, null, null}, by->sent[0],
                         by->received[0], by->stream)
                   : NCCL_INVALID_USAGE;
}

EXPORT s32 ncclCommGetAsyncError(const communicator *by, s32 *error) {
    enter();
    *error = by->group->errors[by->rank];
    return leave(NCCL_SUCCESS);
}

EXPORT s32 ncclCommAbort(communicator *by) {
    enter();
    by->aborted = true;
    abort_rank(by->group, by->rank, NCCL_REMOTE_ERROR);
    return leave(NCCL_SUCCESS);
}

/* The memory remains: streams may still reach calls of it. */
EXPORT s32 ncclCommDestroy(communicator *by) {
    enter();
    by->group->closed++;
    if (!by->aborted && by->group->come > 0) {
        abort_rank(by->group, by->rank, NCCL_REMOTE_ERROR);
    }
    return leave(by->aborted ? NCCL_INVALID_ARGUMENT : NCCL_SUCCESS);
}

/* For tests: an error to report to a rank, in the lower half; the rank is in the upper half. */
EXPORT s64 emulated_nccl_tell(u64 rank_and_error) {
    enter();
    tell_ranks((u32)(rank_and_error >> 32), (s32)rank_and_error);
    return leave(0);
}
