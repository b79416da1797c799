#include "lanes.h"

/* The source lane of a shuffle, and whether it is in the segment of the reading lane. */
enum shuffle { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_BUTTERFLY };

static inline boolean source_lane(enum shuffle mode, u32 lane, u32 b, u32 c, u32 *source) {
    u32 segment = c >> 8 & 31, clamp = c & 31;
    u32 last = (lane & segment) | (clamp & ~segment), first = lane & segment;
    b &= 31;
    s32 wanted;
    boolean inside;
    switch (mode) {
        case SHUFFLE_UP:
            wanted = (s32)lane - (s32)b;
            inside = wanted >= (s32)last;
            break;
        case SHUFFLE_DOWN:
            wanted = (s32)(lane + b);
            inside = wanted <= (s32)last;
            break;
        case SHUFFLE_BUTTERFLY:
            wanted = (s32)(lane ^ b);
            inside = wanted <= (s32)last;
            break;
        default:
            wanted = (s32)(first | (b & ~segment));
            inside = wanted <= (s32)last;
            break;
    }
    *source = inside ? (u32)wanted : lane;
    return inside;
}

/* Operands: result, value, b, c, predicate, mask. A lane outside the mask, or that has exited, has no value. */
static void shuffle(warp *w, const instruction *in, u32 mask, enum shuffle mode) {
    u32 values[WARP_LANES], inside = 0;
    memcpy(values, REGISTER(u32, in->operand[1]), sizeof values);
    for (u32 lanes = mask; lanes; lanes &= lanes - 1) {
        u32 i = (u32)__builtin_ctz(lanes), source;
        inside |= (u32)source_lane(mode, i, LANE(u32, 2), LANE(u32, 3), &source) << i;
        if (!(mask >> source & 1)) {
            warp_fail(
                w, in, (s32)i, CUDA_ERROR_LAUNCH_FAILED, "a shuffle reads lane %u, which does not take part", source);
            return;
        }
        LANE(u32, 0) = values[source];
    }
    if (in->operand[4]) {
        set_predicate(&PREDICATE(4), mask, inside);
    }
}

HANDLER(shuffle_index) {
    shuffle(w, in, mask, SHUFFLE_INDEX);
}

HANDLER(shuffle_up) {
    shuffle(w, in, mask, SHUFFLE_UP);
}

HANDLER(shuffle_down) {
    shuffle(w, in, mask, SHUFFLE_DOWN);
}

HANDLER(shuffle_butterfly) {
    shuffle(w, in, mask, SHUFFLE_BUTTERFLY);
}

/* Operands: result, predicate; the mask is operand 5, and exactly its lanes vote. */
static u32 voters(warp *w, const instruction *in, u32 mask) {
    return mask & REGISTER(u32, in->operand[5])[__builtin_ctz(mask)];
}

HANDLER(vote_ballot) {
    u32 votes = PREDICATE(1) & voters(w, in, mask);
    FOR_LANES {
        LANE(u32, 0) = mask >> i & 1 ? votes : LANE(u32, 0);
    }
}

HANDLER(vote_all) {
    u32 all = voters(w, in, mask);
    set_predicate(&PREDICATE(0), mask, (PREDICATE(1) & all) == all ? ALL_LANES : 0);
}

HANDLER(vote_any) {
    set_predicate(&PREDICATE(0), mask, PREDICATE(1) & voters(w, in, mask) ? ALL_LANES : 0);
}

HANDLER(vote_uni) {
    u32 all = voters(w, in, mask), votes = PREDICATE(1) & all;
    set_predicate(&PREDICATE(0), mask, votes == all || !votes ? ALL_LANES : 0);
}

HANDLER(active_mask) {
    FOR_LANES {
        LANE(u32, 0) = mask >> i & 1 ? mask : LANE(u32, 0);
    }
}

HANDLER(warp_barrier) {
    (void)in;
    (void)mask;
    w->synchronized_at = ++w->group->time;
}

HANDLER(trap) {
    warp_fail(w, in, __builtin_ctz(mask), CUDA_ERROR_LAUNCH_FAILED, "the kernel executes trap");
}

HANDLER(nothing) {
    (void)w;
    (void)in;
    (void)mask;
}

static const opcode_row rows[] = {
    {"shfl.sync.idx.b32", shuffle_index, 5},
    {"shfl.sync.up.b32", shuffle_up, 5},
    {"shfl.sync.down.b32", shuffle_down, 5},
    {"shfl.sync.bfly.b32", shuffle_butterfly, 5},
    {"vote.sync.ballot.b32", vote_ballot, 3},
    {"vote.sync.all.pred", vote_all, 3},
    {"vote.sync.any.pred", vote_any, 3},
    {"vote.sync.uni.pred", vote_uni, 3},
    {"bar.warp.sync", warp_barrier, 1},
    {"activemask.b32", active_mask, 1},
    {"trap", trap, 0},
    {"membar.cta", nothing, 0},
    {"membar.gl", nothing, 0},
    {"membar.sys", nothing, 0},
};

const opcode_table control_opcodes = {rows, COUNT_OF(rows)};
