#include "codes.h"
#include "machine.h"

/* The lanes of a mask that execute a guarded instruction. */
static inline u32 executing(warp *w, const instruction *in) {
    u32 predicate = *REGISTER(u32, in->guard);
    return w->mask & (in->negated ? ~predicate : predicate);
}

static void wait_ready(warp *w, u32 pc, u32 mask) {
    for (u32 i = 0; i < w->ready_count; i++) {
        if (w->ready[i].pc == pc) {
            w->ready[i].mask |= mask;
            return;
        }
    }
    w->ready[w->ready_count++] = (path){pc, mask};
    if (pc < w->stop) {
        w->stop = pc;
    }
}

/* Resumes the ready path with the lowest program counter; returns false if there is none. */
static boolean next_path(warp *w) {
    if (!w->ready_count) {
        w->mask = 0;
        return false;
    }
    u32 first = 0;
    for (u32 i = 1; i < w->ready_count; i++) {
        if (w->ready[i].pc < w->ready[first].pc) {
            first = i;
        }
    }
    w->pc = w->ready[first].pc;
    w->mask = w->ready[first].mask;
    w->ready[first] = w->ready[--w->ready_count];
    w->stop = ~0u;
    for (u32 i = 0; i < w->ready_count; i++) {
        if (w->ready[i].pc < w->stop) {
            w->stop = w->ready[i].pc;
        }
    }
    return true;
}

/* Adds the running path to the waiting ones at its instruction; returns true if all required lanes have arrived. */
static boolean gather(warp *w, u32 needed) {
    u32 i = 0;
    while (i < w->waiting_count && w->waiting[i].pc != w->pc) {
        i++;
    }
    if (i < w->waiting_count) {
        w->mask |= w->waiting[i].mask;
        w->waiting[i] = w->waiting[--w->waiting_count];
    }
    if ((w->mask & needed) == needed) {
        return true;
    }
    w->waiting[w->waiting_count++] = (path){w->pc, w->mask};
    return false;
}

static void branch(warp *w, u32 target, u32 taken) {
    u32 rest = w->mask & ~taken;
    if (!rest) {
        w->pc = target;
        return;
    }
    w->pc++;
    if (taken) {
        w->mask = rest;
        wait_ready(w, target, taken);
    }
}

static void branch_table(warp *w, const instruction *in) {
    const u32 *targets = w->group->grid->kernel->targets + in->immediate;
    const u32 *index = REGISTER(u32, in->operand[0]);
    for (u32 lanes = w->mask; lanes; lanes &= lanes - 1) {
        u32 lane = (u32)__builtin_ctz(lanes);
        if (index[lane] >= in->table_length) {
            warp_fail(
                w, in, (s32)lane, CUDA_ERROR_LAUNCH_FAILED, "brx.idx with index %u of %u", index[lane],
                in->table_length);
            return;
        }
        wait_ready(w, targets[index[lane]], 1u << lane);
    }
    next_path(w);
}

/* Lanes that wait for lanes that never arrive: the first of them is reported. */
static void fail_waiting(warp *w) {
    const kernel *code = w->group->grid->kernel;
    const path *stuck = &w->waiting[0];
    const instruction *in = &code->code[stuck->pc];
    warp_fail(
        w, in, __builtin_ctz(stuck->mask), CUDA_ERROR_LAUNCH_FAILED,
        in->flow == FLOW_BARRIER ? "a barrier that lanes %08x of a warp reach and %08x do not"
                                 : "lanes %08x wait at this instruction for others, %08x have gone elsewhere",
        stuck->mask, w->born & ~stuck->mask);
}

/* The member mask of an instruction like shfl.sync, which must be equal in all lanes that execute it. */
static boolean named_lanes(warp *w, const instruction *in, u32 *named) {
    const u32 *masks = REGISTER(u32, in->operand[5]);
    u32 first = (u32)__builtin_ctz(w->mask);
    *named = masks[first] & w->born;
    for (u32 lanes = w->mask; lanes; lanes &= lanes - 1) {
        u32 lane = (u32)__builtin_ctz(lanes);
        if (masks[lane] != masks[first] || !(masks[lane] >> lane & 1)) {
            warp_fail(
                w, in, (s32)lane, CUDA_ERROR_LAUNCH_FAILED,
                "the member mask %08x leaves out its own lane or differs from that of others", masks[lane]);
            return false;
        }
    }
    return true;
}

boolean warp_run(warp *w) {
    const instruction *code = w->group->grid->kernel->code;
    for (;;) {
        const instruction *in = &code[w->pc];
        switch (in->flow) {
            case FLOW_PLAIN: {
                u32 mask = in->guard ? executing(w, in) : w->mask;
                if (mask) {
                    in->run(w, in, mask);
                }
                w->pc++;
                break;
            }
            case FLOW_BLOCK:
                if (w->pc >= w->stop) {
                    u32 pc = w->pc, mask = w->mask;
                    wait_ready(w, pc, mask);
                    next_path(w);
                }
                w->instructions += (u64)code[w->pc].immediate * (u64)__builtin_popcount(w->mask);
                if (w->instructions > w->group->grid->instruction_limit) {
                    warp_fail(w, in, __builtin_ctz(w->mask), CUDA_ERROR_LAUNCH_TIMEOUT, "the kernel does not end");
                }
                w->pc++;
                break;
            case FLOW_BRANCH:
                branch(w, (u32)in->immediate, in->guard ? executing(w, in) : w->mask);
                break;
            case FLOW_TABLE:
                branch_table(w, in);
                break;
            case FLOW_EXIT: {
                u32 leaving = in->guard ? executing(w, in) : w->mask;
                w->live &= ~leaving;
                w->mask &= ~leaving;
                w->pc++;
                if (!w->mask && !next_path(w)) {
                    if (w->waiting_count) {
                        fail_waiting(w);
                    }
                    return !w->failed;
                }
                break;
            }
            case FLOW_BARRIER:
                if (gather(w, w->born)) {
                    w->barrier_pc = w->pc++;
                    return false;
                }
                if (!next_path(w)) {
                    fail_waiting(w);
                }
                break;
            case FLOW_ALIGNED:
                if (w->mask != w->born) {
                    warp_fail(
                        w, in, __builtin_ctz(w->mask), CUDA_ERROR_LAUNCH_FAILED,
                        "lanes %08x execute an instruction of the whole warp without %08x", w->mask,
                        w->born & ~w->mask);
                    break;
                }
                in->run(w, in, w->mask);
                w->pc++;
                break;
            case FLOW_TOGETHER: {
                u32 named;
                if (!named_lanes(w, in, &named)) {
                    break;
                }
                if (gather(w, named)) {
                    in->run(w, in, w->mask);
                    w->pc++;
                } else if (!next_path(w)) {
                    fail_waiting(w);
                }
                break;
            }
        }
        if (__builtin_expect(w->failed, 0)) {
            return false;
        }
    }
}
