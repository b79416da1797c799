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

extern const gk_kernel GK_TABLE[];

GK_EXPORT const gk_kernel GK_TABLE[] = {
    copy_ordinary,
    copy_streaming,
    sum_ordinary,
    sum_streaming,
    update_in_place,
};
