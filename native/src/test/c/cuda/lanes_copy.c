/*
 * Asynchronous copies from global to shared memory. The elements arrive when their thread waits for their group. Until
 * then, any access to the target is a fault. For other threads, the copy is a write at the time of the wait.
 */
#include "lanes.h"

static copy_queue *queue_of(warp *w, u32 lane) {
    return &w->group->copies[w->index * WARP_LANES + lane];
}

static void set_pending(group *g, const pending_copy *copy, u16 thread_plus_one) {
    for (u32 i = copy->offset; i < copy->offset + copy->bytes; i++) {
        g->accesses[i].pending = thread_plus_one;
    }
}

static void append(copy_queue *queue, const pending_copy *copy) {
    if (queue->count == queue->capacity) {
        queue->capacity = queue->capacity ? 2 * queue->capacity : 16;
        queue->copies = realloc(queue->copies, queue->capacity * sizeof *queue->copies);
        if (!queue->copies) {
            abort();
        }
    }
    queue->copies[queue->count++] = *copy;
}

/* Operands: addresses of the target and of the source, and the number of bytes of the source; the others become 0. */
static void start_copy(warp *w, const instruction *in, u32 lane) {
    group *g = w->group;
    u32 bytes = in->element, present = REGISTER(u32, in->operand[2])[lane];
    u64 source = REGISTER(u64, in->operand[1])[lane];
    if (present > bytes) {
        warp_fail(
            w, in, (s32)lane, CUDA_ERROR_LAUNCH_FAILED, "a copy of %u bytes from a source of %u bytes", bytes, present);
        return;
    }
    if (source & (bytes - 1)) {
        warp_fail(
            w, in, (s32)lane, CUDA_ERROR_MISALIGNED_ADDRESS, "the source %#llx of a copy is not a multiple of %u",
            source, bytes);
        return;
    }
    const u8 *to = lanes_resolve(w, in, lane, REGISTER(u64, in->operand[0])[lane], bytes, ACCESS_WRITE, SPACE_SHARED);
    if (!to) {
        return;
    }
    pending_copy copy = {.offset = (u32)(to - g->shared), .bytes = bytes, .group = queue_of(w, lane)->groups};
    if (present) {
        const u8 *from = lanes_locate(w, in, lane, source, present, ACCESS_READ, SPACE_GLOBAL);
        if (!from) {
            return;
        }
        memcpy(copy.data, from, present);
    }
    set_pending(g, &copy, (u16)(w->index * WARP_LANES + lane + 1));
    append(queue_of(w, lane), &copy);
}

HANDLER(copy_async) {
    for (u32 first = 0; first < WARP_LANES && in->element == 16; first += 8) {
        w->group->counts.bank_conflicts += bank_conflicts(&REGISTER(u64, in->operand[0])[first], mask >> first & 0xff);
    }
    for (u32 lanes = mask; lanes && !w->failed; lanes &= lanes - 1) {
        start_copy(w, in, (u32)__builtin_ctz(lanes));
    }
}

HANDLER(commit_group) {
    (void)in;
    for (u32 lanes = mask; lanes; lanes &= lanes - 1) {
        queue_of(w, (u32)__builtin_ctz(lanes))->groups++;
    }
}

/* Completes the copies of all groups before one. */
static void complete(warp *w, u32 lane, u64 groups) {
    group *g = w->group;
    copy_queue *queue = queue_of(w, lane);
    u32 kept = 0;
    for (u32 i = 0; i < queue->count; i++) {
        const pending_copy *copy = &queue->copies[i];
        if (copy->group >= groups) {
            queue->copies[kept++] = *copy;
            continue;
        }
        memcpy(g->shared + copy->offset, copy->data, copy->bytes);
        set_pending(g, copy, 0);
        for (u32 n = copy->offset; n < copy->offset + copy->bytes; n++) {
            g->accesses[n].written_at = g->time;
            g->accesses[n].writer = (u16)(w->index * WARP_LANES + lane);
        }
    }
    queue->count = kept;
}

/* The immediate is the number of last groups that may remain pending. */
HANDLER(wait_group) {
    for (u32 lanes = mask; lanes; lanes &= lanes - 1) {
        u32 lane = (u32)__builtin_ctz(lanes);
        u64 groups = queue_of(w, lane)->groups, pending = (u64)in->immediate;
        complete(w, lane, groups > pending ? groups - pending : 0);
    }
}

HANDLER(wait_all) {
    (void)in;
    for (u32 lanes = mask; lanes; lanes &= lanes - 1) {
        complete(w, (u32)__builtin_ctz(lanes), ~0ull);
    }
}

/* Called before a thread block starts: a kernel may end with pending copies. */
void discard_copies(group *g) {
    for (u32 thread = 0; thread < MAX_GROUP_THREADS; thread++) {
        copy_queue *queue = &g->copies[thread];
        for (u32 i = 0; i < queue->count; i++) {
            set_pending(g, &queue->copies[i], 0);
        }
        queue->count = 0;
        queue->groups = 0;
    }
}

static const opcode_row rows[] = {
    {"cp.async", copy_async, 4},
    {"cp.async.commit_group", commit_group, 0},
    {"cp.async.wait_group", wait_group, 1},
    {"cp.async.wait_all", wait_all, 0},
};

const opcode_table copy_opcodes = {rows, COUNT_OF(rows)};
