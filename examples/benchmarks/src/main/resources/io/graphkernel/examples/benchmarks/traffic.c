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

enum { TRAFFIC_READ, TRAFFIC_WRITE, TRAFFIC_UPDATE };

GK_INLINE void read_lines(const traffic_line *source, gk_int64 count, traffic_line *sums) {
    gk_int64 i = 0;
    for (; i + TRAFFIC_UNROLL <= count; i += TRAFFIC_UNROLL) {
        for (int k = 0; k < TRAFFIC_UNROLL; k++) {
            sums[k] += source[i + k];
        }
    }
    for (; i < count; i++) {
        sums[0] += source[i];
    }
}

GK_INLINE void write_lines(traffic_line *target, gk_int64 count, traffic_line value, int streaming) {
    for (gk_int64 i = 0; i < count; i++) {
        if (streaming) {
            __builtin_nontemporal_store(value, target + i);
        } else {
            target[i] = value;
        }
    }
}

GK_INLINE void update_lines(traffic_line *target, gk_int64 count, traffic_line change) {
    for (gk_int64 i = 0; i < count; i++) {
        target[i] ^= change;
    }
}

/**
 * Any number of arrays of any sizes. The arguments are the number of items, a number of which the compiler must not know
 * that it is 0, and the number of arrays; then for each array its address, its cache lines, and whether it is read,
 * written or updated. An item is the same fraction of each array.
 */
GK_INLINE void mix(const gk_slot *arguments, gk_int64 begin, gk_int64 end, int streaming) {
    const gk_int64 items = arguments[0].integer;
    const traffic_line zero = (traffic_line) {0} + (gk_uint64) arguments[1].integer;
    const gk_slot *last = arguments + 3 + 3 * arguments[2].integer;
    traffic_line sums[TRAFFIC_UNROLL] = {zero, zero, zero, zero};
    for (gk_int64 item = begin; item < end; item++) {
        for (const gk_slot *array = arguments + 3; array < last; array += 3) {
            const gk_int64 lines = array[1].integer;
            const gk_int64 first = lines * item / items;
            const gk_int64 count = lines * (item + 1) / items - first;
            traffic_line *start = (traffic_line *) array[0].pointer + first;
            if (array[2].integer == TRAFFIC_READ) {
                read_lines(start, count, sums);
            } else if (array[2].integer == TRAFFIC_WRITE) {
                write_lines(start, count, zero, streaming);
            } else {
                update_lines(start, count, zero);
            }
        }
    }
    traffic_line total = sums[0] + sums[1] + sums[2] + sums[3];
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
