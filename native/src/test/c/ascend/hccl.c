/*
 * An emulation of HCCL: names, signatures and results as documented. Ranks are threads of this process with a device
 * each.
 */
#include "acl.h"
#include "../ranks.h"

enum { HCCL_SUCCESS = 0, HCCL_PARAMETER = 1, HCCL_NOT_SUPPORTED = 5, HCCL_RUNTIME = 15, HCCL_REMOTE = 21 };

enum { ROOT_INFO_BYTES = 4108 };

typedef struct {
    rank_group *group;
    u32 rank;
    boolean destroyed;
} communicator;

/* An enqueued call; its addresses are device addresses. */
typedef struct {
    communicator *by;
    rank_call call;
    u64 from, to;
} hccl_call;

static enum element element_of(s32 type) {
    static const u8 elements[] = {ELEMENT_I8, ELEMENT_I16, ELEMENT_I32, ELEMENT_F16, ELEMENT_F32, ELEMENT_I64, ELEMENT_U64,
        ELEMENT_U8, ELEMENT_U16, ELEMENT_U32, NO_ELEMENT, ELEMENT_BF16};
    return type >= 0 && type < (s32)COUNT_OF(elements) ? elements[type] : NO_ELEMENT;
}

EXPORT const char *HcclGetErrorString(s32 result) {
    return result == HCCL_REMOTE ? "remote error" : result == HCCL_SUCCESS ? "no error" : "emulated error";
}

EXPORT s32 HcclGetRootInfo(u8 *info) {
    s32 code = enter(true);
    memset(info, 0, ROOT_INFO_BYTES);
    u64 number = ++last_group;
    memcpy(info, &number, sizeof number);
    return leave(code) ? HCCL_RUNTIME : HCCL_SUCCESS;
}

EXPORT s32 HcclCommInitRootInfo(u32 size, const u8 *info, u32 rank, communicator **handle) {
    if (enter(true) || !size || size > MAX_RANKS || rank >= size) {
        return leave(HCCL_PARAMETER);
    }
    u64 number;
    memcpy(&number, info, sizeof number);
    rank_group *g = join_ranks(number, size, rank, current());
    if (!g) {
        return leave(HCCL_PARAMETER);
    }
    *handle = calloc(1, sizeof **handle);
    (*handle)->group = g;
    (*handle)->rank = rank;
    return leave(HCCL_SUCCESS);
}

static boolean holds(const device *d, u64 address, u64 bytes) {
    for (u64 i = 0; i < d->count; i++) {
        u64 begin = d->allocations[i].begin;
        if (address >= begin && address + bytes <= begin + d->allocations[i].bytes) {
            return true;
        }
    }
    return bytes == 0;
}

static s32 run_hccl(device *d, const void *data) {
    const hccl_call *n = data;
    rank_call call = n->call;
    u64 given = call.count * exchange_bytes(call.type);
    u64 size = n->by->group->size;
    u64 got = call.kind == ALL_GATHER ? given * size : call.kind == REDUCE_SCATTER ? given / size : given;
    if (!holds(d, n->from, given) || !holds(d, n->to, got)) {
        return lose(d, "a collective reads or writes what is not allocated");
    }
    call.from = (const u8 *)(n->from - FAR);
    call.to = (u8 *)(n->to - FAR);
    if (!n->by->destroyed) {
        meet_ranks(n->by->group, n->by->rank, &call);
    }
    return ACL_SUCCESS;
}

static s32 put(communicator *by, rank_call call, u64 from, u64 to, void *stream) {
    if (by->destroyed || call.type == NO_ELEMENT || by->group->devices[by->rank] != current()) {
        return call.type == NO_ELEMENT ? HCCL_NOT_SUPPORTED : HCCL_PARAMETER;
    }
    hccl_call *n = calloc(1, sizeof *n);
    *n = (hccl_call){by, call, from, to};
    return call_in(stream, run_hccl, n) ? HCCL_RUNTIME : HCCL_SUCCESS;
}

static enum reduction reduction_of(s32 op) {
    static const u8 reductions[] = {REDUCE_SUM, REDUCE_PRODUCT, REDUCE_MAX, REDUCE_MIN};
    return reductions[op & 3];
}

EXPORT s32 HcclAllReduce(u64 from, u64 to, u64 count, s32 type, s32 op, communicator *by, void *stream) {
    return put(by, (rank_call){ALL_REDUCE, element_of(type), reduction_of(op), count, 0, null, null}, from, to, stream);
}

EXPORT s32 HcclReduceScatter(u64 from, u64 to, u64 count, s32 type, s32 op, communicator *by, void *stream) {
    u64 all = count * by->group->size;
    return put(by, (rank_call){REDUCE_SCATTER, element_of(type), reduction_of(op), all, 0, null, null}, from, to, stream);
}

EXPORT s32 HcclAllGather(u64 from, u64 to, u64 count, s32 type, communicator *by, void *stream) {
    return put(by, (rank_call){ALL_GATHER, element_of(type), REDUCE_SUM, count, 0, null, null}, from, to, stream);
}

EXPORT s32 HcclBroadcast(u64 place, u64 count, s32 type, u32 root, communicator *by, void *stream) {
    return root >= by->group->size
               ? HCCL_PARAMETER
               : put(by, (rank_call){BROADCAST, element_of(type), REDUCE_SUM, count, root, null, null}, place, place, stream);
}

EXPORT s32 HcclAlltoAll(
    u64 from, u64 count, s32 type, u64 to, u64 to_count, s32 to_type, communicator *by, void *stream) {
    return count != to_count || type != to_type
               ? HCCL_PARAMETER
               : put(by,
                     (rank_call){
                         ALL_TO_ALL, element_of(type), REDUCE_SUM, count * by->group->size, 0, null, null},
                     from, to, stream);
}

EXPORT s32 HcclGetCommAsyncError(const communicator *by, s32 *error) {
    enter(false);
    *error = by->group->errors[by->rank];
    return leave(HCCL_SUCCESS);
}

/* The memory remains: streams may still reach calls of it. */
EXPORT s32 HcclCommDestroy(communicator *by) {
    enter(false);
    boolean waiting = by->group->come > 0;
    by->destroyed = true;
    by->group->closed++;
    if (waiting) {
        abort_rank(by->group, by->rank, HCCL_REMOTE);
    }
    return leave(HCCL_SUCCESS);
}

/* For tests: an error to report to a rank, in the lower half; the rank is in the upper half. */
EXPORT s64 emulated_hccl_tell(u64 rank_and_error) {
    enter(false);
    tell_ranks((u32)(rank_and_error >> 32), (s32)rank_and_error);
    return leave(0);
}
