#include "codes.h"
#include "machine.h"

/* Shared memory and registers hold garbage when a thread block starts, as on a device. */
#define GARBAGE 0xcb

void warp_fail(warp *w, const instruction *in, s32 lane, s32 code, const char *format, ...) {
    group *g = w->group;
    if (!g->fault.code) {
        char what[256];
        __builtin_va_list arguments;
        __builtin_va_start(arguments, format);
        vsnprintf(what, sizeof what, format, arguments);
        __builtin_va_end(arguments);
        g->fault.code = code;
        snprintf(
            g->fault.text, sizeof g->fault.text, "%s (kernel %s, line %u of the PTX, group %llu, thread %u)", what,
            g->grid->kernel->name, in->line, g->linear, w->index * WARP_LANES + (u32)lane);
    }
    w->failed = true;
}

static void grow(u8 **block, u64 *held, u64 bytes) {
    if (bytes > *held) {
        free(*block);
        if (posix_memalign((void **)block, 64, bytes)) {
            abort();
        }
        memset(*block, GARBAGE, bytes);
        *held = bytes;
    }
}

static void broadcast(warp *w, const constant_register *constant, u64 value) {
    u8 *to = w->registers + constant->offset;
    for (u32 lane = 0; lane < WARP_LANES; lane++) {
        memcpy(to + lane * constant->width, &value, constant->width);
    }
}

static void set_special(warp *w, enum special which, u32 value) {
    u32 offset = w->group->grid->kernel->specials[which];
    if (offset) {
        u32 *to = REGISTER(u32, offset);
        for (u32 lane = 0; lane < WARP_LANES; lane++) {
            to[lane] = value;
        }
    }
}

static void set_lane(warp *w, enum special which, u32 lane, u32 value) {
    u32 offset = w->group->grid->kernel->specials[which];
    if (offset) {
        REGISTER(u32, offset)[lane] = value;
    }
}

/* State shared by all thread blocks of a grid. */
static void prepare_warp(group *g, u32 index, u32 threads) {
    const kernel *code = g->grid->kernel;
    warp *w = &g->warps[index];
    w->group = g;
    w->index = index;
    w->registers = g->registers + (u64)index * code->register_bytes;
    u32 lanes = threads - index * WARP_LANES;
    w->born = lanes >= WARP_LANES ? ALL_LANES : (1u << lanes) - 1;
    *REGISTER(u32, 0) = ALL_LANES;
    for (u32 i = 0; i < code->constant_count; i++) {
        u64 value = code->constants[i].value;
        if (i + 1 == code->dynamic_shared_constant) {
            value = SPACE_BASE + (code->shared_bytes + 15) / 16 * 16;
        }
        broadcast(w, &code->constants[i], value);
    }
    const u32 *size = g->grid->threads;
    for (u32 lane = 0; lane < WARP_LANES; lane++) {
        u32 thread = index * WARP_LANES + lane, below = (1u << lane) - 1;
        set_lane(w, SPECIAL_TID_X, lane, thread % size[0]);
        set_lane(w, SPECIAL_TID_Y, lane, thread / size[0] % size[1]);
        set_lane(w, SPECIAL_TID_Z, lane, thread / size[0] / size[1]);
        set_lane(w, SPECIAL_LANEID, lane, lane);
        set_lane(w, SPECIAL_LANEMASK_EQ, lane, 1u << lane);
        set_lane(w, SPECIAL_LANEMASK_LT, lane, below);
        set_lane(w, SPECIAL_LANEMASK_LE, lane, below | 1u << lane);
        set_lane(w, SPECIAL_LANEMASK_GT, lane, ~(below | 1u << lane));
        set_lane(w, SPECIAL_LANEMASK_GE, lane, ~below);
    }
    set_special(w, SPECIAL_WARPID, index);
    for (u32 axis = 0; axis < 3; axis++) {
        set_special(w, SPECIAL_NTID_X + axis, size[axis]);
        set_special(w, SPECIAL_NCTAID_X + axis, g->grid->groups[axis]);
    }
}

static void prepare_group(group *g, const grid *work) {
    const kernel *code = work->kernel;
    u32 threads = work->threads[0] * work->threads[1] * work->threads[2];
    g->grid = work;
    g->warp_count = (threads + WARP_LANES - 1) / WARP_LANES;
    g->shared_bytes = (code->shared_bytes + 15) / 16 * 16 + work->dynamic_shared_bytes;
    g->fault.code = 0;
    g->counts = (work_counts){0};
    grow(&g->registers, &g->registers_held, (u64)g->warp_count * code->register_bytes);
    grow(&g->local, &g->local_held, (u64)g->warp_count * WARP_LANES * code->local_bytes);
    u64 shared_held = g->shared_held;
    grow(&g->shared, &g->shared_held, g->shared_bytes);
    if (g->shared_held != shared_held) {
        free(g->accesses);
        g->accesses = calloc(g->shared_held, sizeof *g->accesses);
    }
    for (u32 i = 0; i < g->warp_count; i++) {
        prepare_warp(g, i, threads);
    }
}

static void start_group(group *g, u64 linear) {
    const u32 *groups = g->grid->groups;
    g->linear = linear;
    g->index[0] = (u32)(linear % groups[0]);
    g->index[1] = (u32)(linear / groups[0] % groups[1]);
    g->index[2] = (u32)(linear / groups[0] / groups[1]);
    g->synchronized_at = ++g->time;
    discard_copies(g);
    memset(g->shared, GARBAGE, g->shared_bytes);
    for (u32 i = 0; i < g->warp_count; i++) {
        warp *w = &g->warps[i];
        w->live = w->mask = w->born;
        w->pc = w->ready_count = w->waiting_count = 0;
        w->stop = ~0u;
        w->failed = false;
        w->instructions = 0;
        w->synchronized_at = g->time;
        for (u32 axis = 0; axis < 3; axis++) {
            set_special(w, SPECIAL_CTAID_X + axis, g->index[axis]);
        }
    }
}

/* All warps have stopped without failure: at one barrier, or at their end. */
static boolean meet(group *g, boolean *done) {
    const warp *first = &g->warps[0];
    for (u32 i = 0; i < g->warp_count; i++) {
        warp *w = &g->warps[i];
        if (!w->live != !first->live || (w->live && w->barrier_pc != first->barrier_pc)) {
            const warp *stuck = w->live ? w : first;
            const instruction *at = &g->grid->kernel->code[stuck->barrier_pc];
            warp_fail(
                w, at, 0, CUDA_ERROR_LAUNCH_FAILED, "a barrier that warp %u reaches and warp %u does not: it %s",
                stuck->index, stuck == w ? first->index : w->index,
                w->live && first->live ? "is at another one" : "has ended");
            return false;
        }
    }
    *done = !first->live;
    g->synchronized_at = ++g->time;
    return true;
}

/* Every second thread block runs its warps in reverse, to expose results that depend on their order. */
static boolean run_group(group *g, u64 linear) {
    start_group(g, linear);
    boolean done = false;
    while (!done) {
        for (u32 i = 0; i < g->warp_count; i++) {
            warp *w = &g->warps[linear & 1 ? g->warp_count - 1 - i : i];
            if (!warp_run(w) && w->failed) {
                return false;
            }
        }
        if (!meet(g, &done)) {
            return false;
        }
    }
    for (u32 i = 0; i < g->warp_count; i++) {
        g->counts.instructions += g->warps[i].instructions;
    }
    return true;
}

enum { WORKERS = 2, GROUPS_WORTH_A_WORKER = 4 };

static group workers[WORKERS];

static struct {
    mutex lock;
    condition changed;
    boolean started, busy;
    const grid *work;
    u64 next, count;
} helper;

static void run_groups(group *g) {
    for (;;) {
        u64 linear = __atomic_fetch_add(&helper.next, 1, __ATOMIC_RELAXED);
        if (linear >= helper.count) {
            return;
        }
        if (!run_group(g, linear)) {
            __atomic_store_n(&helper.next, helper.count, __ATOMIC_RELAXED);
            return;
        }
    }
}

static void *help(void *unused) {
    pthread_mutex_lock(&helper.lock);
    for (;;) {
        while (!helper.busy) {
            pthread_cond_wait(&helper.changed, &helper.lock);
        }
        const grid *work = helper.work;
        pthread_mutex_unlock(&helper.lock);
        prepare_group(&workers[1], work);
        run_groups(&workers[1]);
        pthread_mutex_lock(&helper.lock);
        helper.busy = false;
        pthread_cond_broadcast(&helper.changed);
    }
    return unused;
}

static void call_helper(const grid *work) {
    pthread_mutex_lock(&helper.lock);
    if (!helper.started) {
        unsigned long thread;
        if (pthread_create(&thread, null, help, null)) {
            abort();
        }
        pthread_detach(thread);
        helper.started = true;
    }
    helper.work = work;
    helper.busy = true;
    pthread_cond_broadcast(&helper.changed);
    pthread_mutex_unlock(&helper.lock);
}

static void await_helper(void) {
    pthread_mutex_lock(&helper.lock);
    while (helper.busy) {
        pthread_cond_wait(&helper.changed, &helper.lock);
    }
    pthread_mutex_unlock(&helper.lock);
}

boolean grid_run(const grid *work, fault *failure, work_counts *counts) {
    helper.next = 0;
    helper.count = (u64)work->groups[0] * work->groups[1] * work->groups[2];
    boolean shared_out = helper.count >= GROUPS_WORTH_A_WORKER;
    workers[1].fault.code = 0;
    workers[1].counts = (work_counts){0};
    if (shared_out) {
        call_helper(work);
    }
    prepare_group(&workers[0], work);
    run_groups(&workers[0]);
    if (shared_out) {
        await_helper();
    }
    for (u32 i = 0; i < WORKERS; i++) {
        counts->instructions += workers[i].counts.instructions;
        counts->products += workers[i].counts.products;
        counts->bank_conflicts += workers[i].counts.bank_conflicts;
    }
    for (u32 i = 0; i < WORKERS; i++) {
        if (workers[i].fault.code) {
            *failure = workers[i].fault;
            return false;
        }
    }
    return true;
}
