/*
 * The machine's limit for the traffic of an operation: kernels that only read the same arrays and write the same
 * results. An item of their parallel range is a block of TRAFFIC_BLOCK numbers of each array.
 */
#include "graphkernel.h"

#define TRAFFIC_BLOCK 1024

/** Keeps this many vectors of each array in flight. */
#define TRAFFIC_UNROLL 4

GK_INLINE void write_vector(float *target, gk_f32 value, int streaming) {
    if (streaming) {
        gk_stream(target, value, GK_LANES);
    } else {
        gk_store(target, value, GK_LANES);
    }
}

/** Streaming stores are not ordered with the signal that a thread is done. */
GK_INLINE void finish(int streaming) {
#if defined(__x86_64__)
    if (streaming) {
        __builtin_ia32_sfence();
    }
#else
    (void) streaming;
#endif
}

GK_INLINE void copy(const gk_slot *arguments, gk_int64 begin, gk_int64 end, int streaming) {
    const float *source = arguments[0].pointer;
    float *target = arguments[1].pointer;
    for (gk_int64 i = begin * TRAFFIC_BLOCK; i < end * TRAFFIC_BLOCK; i += TRAFFIC_UNROLL * GK_LANES) {
        gk_f32 value[TRAFFIC_UNROLL];
        for (int k = 0; k < TRAFFIC_UNROLL; k++) {
            value[k] = gk_load(source + i + k * GK_LANES, GK_LANES);
        }
        for (int k = 0; k < TRAFFIC_UNROLL; k++) {
            write_vector(target + i + k * GK_LANES, value[k], streaming);
        }
    }
    finish(streaming);
}

GK_INLINE void sum(const gk_slot *arguments, gk_int64 begin, gk_int64 end, int streaming) {
    const float *left = arguments[0].pointer;
    const float *right = arguments[1].pointer;
    float *target = arguments[2].pointer;
    for (gk_int64 i = begin * TRAFFIC_BLOCK; i < end * TRAFFIC_BLOCK; i += TRAFFIC_UNROLL * GK_LANES) {
        gk_f32 value[TRAFFIC_UNROLL];
        for (int k = 0; k < TRAFFIC_UNROLL; k++) {
            gk_int64 at = i + k * GK_LANES;
            value[k] = gk_load(left + at, GK_LANES) + gk_load(right + at, GK_LANES);
        }
        for (int k = 0; k < TRAFFIC_UNROLL; k++) {
            write_vector(target + i + k * GK_LANES, value[k], streaming);
        }
    }
    finish(streaming);
}

static void copy_ordinary(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    (void) scratch;
    copy(arguments, begin, end, 0);
}

static void copy_streaming(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    (void) scratch;
    copy(arguments, begin, end, 1);
}

static void sum_ordinary(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    (void) scratch;
    sum(arguments, begin, end, 0);
}

static void sum_streaming(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    (void) scratch;
    sum(arguments, begin, end, 1);
}

/** Reads param, grad, m and v and writes param, m and v; the numbers stay bounded over any number of calls. */
static void update_in_place(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    (void) scratch;
    float *param = arguments[0].pointer;
    const float *grad = arguments[1].pointer;
    float *m = arguments[2].pointer;
    float *v = arguments[3].pointer;
    const gk_f32 half = gk_splat(0.5f);
    for (gk_int64 i = begin * TRAFFIC_BLOCK; i < end * TRAFFIC_BLOCK; i += GK_LANES) {
        gk_f32 first = gk_load(m + i, GK_LANES);
        gk_f32 second = gk_load(v + i, GK_LANES);
        gk_store(param + i, half * (gk_load(param + i, GK_LANES) + gk_load(grad + i, GK_LANES)), GK_LANES);
        gk_store(m + i, second, GK_LANES);
        gk_store(v + i, first, GK_LANES);
    }
}

/** A cache line, whatever it holds. */
typedef gk_uint64 traffic_line __attribute__((vector_size(64)));

#define TRAFFIC_STORE(value, target) (*(target) = (value))
#define TRAFFIC_STREAM(value, target) __builtin_nontemporal_store(value, target)

/*
 * move_lines_<suffix>: moves some lines of arrays of the same size. What is written depends on what was read, as a result
 * depends on its operands; an update adds that times 0. move_equal_<suffix>: all lines, the arrays adjacent.
 *
 * Defined once per way of writing: the compiler would join the branches of a condition, and store by the first way.
 */
#define TRAFFIC_DEFINE_MOVES(suffix, write)                                                                            \
    GK_INLINE traffic_line move_lines_##suffix(                                                                        \
        const gk_slot *arrays, gk_int64 at, int count, traffic_line zero, int reads, int writes, int updates) {        \
        traffic_line value[TRAFFIC_UNROLL];                                                                            \
        traffic_line total = zero;                                                                                     \
        for (int k = 0; k < count; k++) {                                                                              \
            value[k] = zero;                                                                                           \
            for (int array = 0; array < reads; array++) {                                                              \
                value[k] += ((const traffic_line *) arrays[array].pointer)[at + k];                                    \
            }                                                                                                          \
        }                                                                                                              \
        for (int k = 0; k < count; k++) {                                                                              \
            for (int array = reads; array < reads + writes; array++) {                                                 \
                write(value[k], (traffic_line *) arrays[array].pointer + at + k);                                      \
            }                                                                                                          \
            for (int array = reads + writes; array < reads + writes + updates; array++) {                              \
                ((traffic_line *) arrays[array].pointer)[at + k] += value[k] & zero;                                   \
            }                                                                                                          \
            total += value[k];                                                                                         \
        }                                                                                                              \
        return total;                                                                                                  \
    }                                                                                                                  \
    GK_INLINE traffic_line move_equal_##suffix(                                                                        \
        const gk_slot *arrays, gk_int64 first, gk_int64 last, traffic_line zero, int reads, int writes, int updates) { \
        traffic_line total = zero;                                                                                     \
        gk_int64 at = first;                                                                                           \
        for (; at + TRAFFIC_UNROLL <= last; at += TRAFFIC_UNROLL) {                                                    \
            total += move_lines_##suffix(arrays, at, TRAFFIC_UNROLL, zero, reads, writes, updates);                    \
        }                                                                                                              \
        for (; at < last; at++) {                                                                                      \
            total += move_lines_##suffix(arrays, at, 1, zero, reads, writes, updates);                                 \
        }                                                                                                              \
        return total;                                                                                                  \
    }

TRAFFIC_DEFINE_MOVES(stored, TRAFFIC_STORE)
TRAFFIC_DEFINE_MOVES(streamed, TRAFFIC_STREAM)

#define TRAFFIC_CASE(suffix, reads, writes, updates)                                                                   \
    case (reads) * 16 + (writes) * 4 + (updates):                                                                      \
        return move_equal_##suffix(arrays, first, last, zero, reads, writes, updates);
#define TRAFFIC_CASES(suffix, writes, updates)                                                                         \
    TRAFFIC_CASE(suffix, 0, writes, updates)                                                                           \
    TRAFFIC_CASE(suffix, 1, writes, updates)                                                                           \
    TRAFFIC_CASE(suffix, 2, writes, updates)                                                                           \
    TRAFFIC_CASE(suffix, 3, writes, updates)                                                                           \
    TRAFFIC_CASE(suffix, 4, writes, updates)

/** move_<suffix>: one loop for each number of arrays that are read, written and updated. */
#define TRAFFIC_DEFINE_CHOICE(suffix)                                                                                  \
    static traffic_line move_##suffix(                                                                                 \
        const gk_slot *arrays, gk_int64 first, gk_int64 last, traffic_line zero, gk_int64 pattern) {                   \
        switch (pattern) {                                                                                             \
            TRAFFIC_CASES(suffix, 0, 0)                                                                                \
            TRAFFIC_CASES(suffix, 1, 0)                                                                                \
            TRAFFIC_CASES(suffix, 2, 0)                                                                                \
            TRAFFIC_CASES(suffix, 3, 0)                                                                                \
            TRAFFIC_CASES(suffix, 0, 1)                                                                                \
            TRAFFIC_CASES(suffix, 0, 2)                                                                                \
            TRAFFIC_CASES(suffix, 0, 3)                                                                                \
            TRAFFIC_CASES(suffix, 1, 1)                                                                                \
            TRAFFIC_CASES(suffix, 1, 2)                                                                                \
        default:                                                                                                       \
            __builtin_trap();                                                                                          \
        }                                                                                                              \
    }

TRAFFIC_DEFINE_CHOICE(stored)
TRAFFIC_DEFINE_CHOICE(streamed)

/**
 * Any number of arrays. The arguments are the number of items, a number of which the compiler must not know that it is 0,
 * then for each group of arrays of the same size the cache lines of each, how many of them are read times 16, written
 * times 4 and updated, and their addresses in that order; then 0. An item is the same fraction of each array.
 */
GK_INLINE void mix(const gk_slot *arguments, gk_int64 begin, gk_int64 end, int streaming) {
    const gk_int64 items = arguments[0].integer;
    const traffic_line zero = (traffic_line) {0} + (gk_uint64) arguments[1].integer;
    traffic_line total = zero;
    for (gk_int64 item = begin; item < end; item++) {
        const gk_slot *group = arguments + 2;
        while (group[0].integer != 0) {
            const gk_int64 first = group[0].integer * item / items;
            const gk_int64 last = group[0].integer * (item + 1) / items;
            const gk_int64 pattern = group[1].integer;
            group += 2;
            total += streaming ? move_streamed(group, first, last, zero, pattern)
                               : move_stored(group, first, last, zero, pattern);
            group += (pattern >> 4) + (pattern >> 2 & 3) + (pattern & 3);
        }
    }
    volatile gk_uint64 used = total[0] + total[1] + total[2] + total[3] + total[4] + total[5] + total[6] + total[7];
    (void) used;
    finish(streaming);
}

static void mix_ordinary(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    (void) scratch;
    mix(arguments, begin, end, 0);
}

static void mix_streaming(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    (void) scratch;
    mix(arguments, begin, end, 1);
}

extern const gk_kernel GK_TABLE[];

GK_EXPORT const gk_kernel GK_TABLE[] = {
    copy_ordinary,
    copy_streaming,
    sum_ordinary,
    sum_streaming,
    update_in_place,
    mix_ordinary,
    mix_streaming,
};
