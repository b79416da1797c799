/*
 * Collectives of the emulated libraries: ranks are threads of one process, each with a device. A rank's contribution is
 * available when its stream reaches the call. The last rank computes the results of all, in an order specific to the
 * library. The library defines how to wait with its lock released.
 */
#ifndef EMULATION_RANKS_H
#define EMULATION_RANKS_H

#include "system.h"

enum { MAX_RANKS = 4, MAX_GROUPS = 256 };

enum exchange { ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER, BROADCAST, ALL_TO_ALL };
enum element {
    ELEMENT_I8,
    ELEMENT_U8,
    ELEMENT_I16,
    ELEMENT_U16,
    ELEMENT_I32,
    ELEMENT_U32,
    ELEMENT_I64,
    ELEMENT_U64,
    ELEMENT_F16,
    ELEMENT_BF16,
    ELEMENT_F32,
    ELEMENT_F64,
    NO_ELEMENT
};
enum reduction { REDUCE_SUM, REDUCE_PRODUCT, REDUCE_MAX, REDUCE_MIN };

/* A rank's call: its contribution, and the address of its result, in memory of this process. */
typedef struct {
    enum exchange kind;
    enum element type;
    enum reduction op;
    u64 count;
    u32 root;
    const u8 *from;
    u8 *to;
} rank_call;

typedef struct {
    u64 number;
    u32 size, created, closed, come;
    u64 complete;
    rank_call calls[MAX_RANKS];
    void *devices[MAX_RANKS];
    boolean aborted[MAX_RANKS];
    /* True if a rank was rejected, which prevents the communicator. */
    boolean rejected;
    /* The asynchronous error of each rank; 0 for none. */
    s32 errors[MAX_RANKS];
} rank_group;

/* Defined by the library: releases its lock until another thread wakes all waiters. */
void wait_for_ranks(void);
void wake_ranks(void);

static rank_group *rank_groups[MAX_GROUPS];
static u64 last_group;

static u64 exchange_bytes(enum element type) {
    static const u8 bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8};
    return bytes[type];
}

static f64 number_at(enum element type, const u8 *at) {
    switch (type) {
        case ELEMENT_F16:
            return (f64) * (const f16 *)at;
        case ELEMENT_BF16: {
            u32 bits = (u32) * (const u16 *)at << 16;
            f32 value;
            memcpy(&value, &bits, 4);
            return value;
        }
        case ELEMENT_F32:
            return *(const f32 *)at;
        default:
            return *(const f64 *)at;
    }
}

static void put_number(enum element type, u8 *at, f64 value) {
    f32 single = (f32)value;
    u32 bits;
    switch (type) {
        case ELEMENT_F16:
            *(f16 *)at = (f16)single;
            break;
        case ELEMENT_BF16:
            memcpy(&bits, &single, 4);
            *(u16 *)at = single != single ? 0x7fc0 : (u16)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
            break;
        case ELEMENT_F32:
            *(f32 *)at = single;
            break;
        default:
            *(f64 *)at = value;
    }
}

static s64 whole_at(enum element type, const u8 *at) {
    return type == ELEMENT_I8    ? *(const s8 *)at
           : type == ELEMENT_U8  ? *at
           : type == ELEMENT_I16 ? *(const s16 *)at
           : type == ELEMENT_U16 ? *(const u16 *)at
           : type == ELEMENT_I32 ? *(const s32 *)at
           : type == ELEMENT_U32 ? *(const u32 *)at
                                 : *(const s64 *)at;
}

/* Ranks are combined from the second one on, the first one last, with a rounding each time: as in a ring. */
static void combine_ranks(const rank_group *g, u64 index, u8 *to) {
    const rank_call *c = &g->calls[0];
    u64 bytes = exchange_bytes(c->type);
    boolean is_float = c->type >= ELEMENT_F16;
    u8 *held = to;
    memcpy(held, g->calls[1 % g->size].from + index * bytes, bytes);
    for (u32 i = 2; i <= g->size && g->size > 1; i++) {
        const u8 *next = g->calls[i % g->size].from + index * bytes;
        if (is_float) {
            f64 x = number_at(c->type, held), y = number_at(c->type, next);
            put_number(c->type, held,
                c->op == REDUCE_SUM       ? x + y
                : c->op == REDUCE_PRODUCT ? x * y
                : x != x                  ? x
                : y != y                  ? y
                : c->op == REDUCE_MAX     ? (x > y ? x : y)
                                          : (x < y ? x : y));
        } else {
            s64 x = whole_at(c->type, held), y = whole_at(c->type, next);
            boolean is_less = c->type == ELEMENT_U64 ? (u64)x < (u64)y : x < y;
            s64 value = c->op == REDUCE_SUM       ? x + y
                        : c->op == REDUCE_PRODUCT ? x * y
                        : c->op == REDUCE_MAX     ? (is_less ? y : x)
                                                  : (is_less ? x : y);
            memcpy(held, &value, bytes);
        }
    }
}

static void compute_for_ranks(rank_group *g) {
    const rank_call *c = &g->calls[0];
    u64 bytes = exchange_bytes(c->type);
    u64 part = c->count / g->size;
    u8 *combined = malloc(c->count * bytes + 1);
    if (c->kind == ALL_REDUCE || c->kind == REDUCE_SCATTER) {
        for (u64 i = 0; i < c->count; i++) {
            combine_ranks(g, i, combined + i * bytes);
        }
    } else if (c->kind == BROADCAST) {
        memcpy(combined, g->calls[c->root].from, c->count * bytes);
    }
    for (u32 to = 0; to < g->size; to++) {
        u8 *target = g->calls[to].to;
        if (c->kind == ALL_REDUCE || c->kind == BROADCAST) {
            memcpy(target, combined, c->count * bytes);
        } else if (c->kind == REDUCE_SCATTER) {
            memcpy(target, combined + to * part * bytes, part * bytes);
        }
        for (u32 from = 0; from < g->size; from++) {
            if (c->kind == ALL_GATHER) {
                memcpy(target + from * c->count * bytes, g->calls[from].from, c->count * bytes);
            } else if (c->kind == ALL_TO_ALL) {
                memcpy(target + from * part * bytes, g->calls[from].from + to * part * bytes, part * bytes);
            }
        }
    }
    free(combined);
}

/* A rank's stream reaches a call. It blocks until all ranks have, unless the rank is aborted. */
static void meet_ranks(rank_group *g, u32 rank, const rank_call *call) {
    u64 number = g->complete;
    g->calls[rank] = *call;
    if (++g->come == g->size) {
        compute_for_ranks(g);
        g->come = 0;
        g->complete++;
        wake_ranks();
    }
    while (g->complete == number && !g->aborted[rank]) {
        wait_for_ranks();
    }
}

/* Joins the communicator of an id as a rank; returns null on failure. Waits until all ranks have joined. */
static rank_group *join_ranks(u64 number, u32 size, u32 rank, void *device) {
    rank_group **place = &rank_groups[number % MAX_GROUPS];
    if (!*place || (*place)->number != number) {
        free(*place);
        *place = calloc(1, sizeof **place);
        (*place)->number = number;
        (*place)->size = size;
    }
    rank_group *g = *place;
    for (u32 i = 0; i < g->size; i++) {
        if (size != g->size || rank >= size || g->devices[rank] || g->devices[i] == device) {
            g->rejected = true;
            wake_ranks();
            return null;
        }
    }
    g->devices[rank] = device;
    g->created++;
    wake_ranks();
    while (g->created < g->size && !g->rejected) {
        wait_for_ranks();
    }
    return g->rejected ? null : g;
}

/* Aborts a rank: its stream continues, and an error is reported to the others. */
static void abort_rank(rank_group *g, u32 rank, s32 told) {
    g->aborted[rank] = true;
    for (u32 i = 0; i < g->size; i++) {
        g->errors[i] = i == rank || g->errors[i] ? g->errors[i] : told;
    }
    wake_ranks();
}

/* For tests: the error to report to a rank of every communicator. */
static void tell_ranks(u32 rank, s32 error) {
    for (u32 i = 0; i < MAX_GROUPS; i++) {
        if (rank_groups[i] && rank < rank_groups[i]->size) {
            rank_groups[i]->errors[rank] = error;
        }
    }
}

#endif
