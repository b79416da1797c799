/*
 * What the templates of generated kernels use: accumulation, row buffers, results that bypass the caches, and operands
 * whose extent is known only at the call.
 */
#ifndef GK_KERNEL_H
#define GK_KERNEL_H

/** x * x. */
GK_INLINE gk_f32 gk_square(gk_f32 x) {
    return x * x;
}

/** x * x * x: two roundings, at most 1 ulp. */
GK_INLINE gk_f32 gk_cube(gk_f32 x) {
    return x * x * x;
}

/** x: only the shape of the other operand matters, and the loop has it. */
GK_INLINE gk_f32 gk_broadcastTo(gk_f32 x, gk_f32 like) {
    (void) like;
    return x;
}

/*
 * Accumulators take the lanes below `lanes`; the other lanes keep what they have. The value comes first in a maximum or
 * minimum: these test their first operand for NaN, and so the test does not wait for the accumulation before.
 */
#define GK_DEFINE_ACCUMULATION(name, combined)                                                                         \
    GK_INLINE gk_f32 name(gk_f32 accumulator, gk_f32 value, int lanes) {                                               \
        const gk_f32 result = combined;                                                                                \
        return lanes == GK_LANES ? result : gk_select(gk_lane_mask(lanes), result, accumulator);                       \
    }

GK_DEFINE_ACCUMULATION(gk_accumulate_sum, accumulator + value)
GK_DEFINE_ACCUMULATION(gk_accumulate_prod, accumulator *value)
GK_DEFINE_ACCUMULATION(gk_accumulate_max, gk_maximum(value, accumulator))
GK_DEFINE_ACCUMULATION(gk_accumulate_min, gk_minimum(value, accumulator))

#undef GK_DEFINE_ACCUMULATION

/** The identity elements of the reductions. */
#define GK_IDENTITY_sum 0.0f
#define GK_IDENTITY_prod 1.0f
#define GK_IDENTITY_max (-__builtin_inff())
#define GK_IDENTITY_min __builtin_inff()

/** Whether a pointer allows whole vectors to bypass the caches. */
GK_INLINE int gk_is_aligned(const void *pointer) {
    return ((gk_u64) pointer) % sizeof(gk_f32) == 0;
}

/** Stores a result, past the caches if `stream`. */
GK_INLINE void gk_put(float *target, gk_f32 value, int lanes, int stream) {
    if (stream) {
        gk_stream(target, value, lanes);
    } else {
        gk_store(target, value, lanes);
    }
}

/** Requests the memory of a vector of a later row, if data comes from beyond the caches; any address is allowed. */
GK_INLINE void gk_prefetch(const float *source, int stream) {
    if (stream) {
        __builtin_prefetch(source, 0, 3);
    }
}

/** Orders stores that bypassed the caches before everything that follows. */
GK_INLINE void gk_stream_fence(void) {
#if defined(__x86_64__)
    __builtin_ia32_sfence();
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/** Loads elements of an operand that advances with the loop (step 1) or stays at one element (step 0). */
GK_INLINE gk_f32 gk_load_step(const float *source, gk_i64 i, gk_i64 step, int lanes) {
    return step ? gk_load(source + i, lanes) : gk_splat(*source);
}

GK_INLINE gk_mask gk_load_bool_step(const gk_u8 *source, gk_i64 i, gk_i64 step, int lanes) {
    return step ? gk_load_bool(source + i, lanes) : gk_splat_i32(*source ? -1 : 0);
}

/*
 * The description of a broadcast in the argument block: number of outer axes, size of the inner loop, number of rows,
 * 7 outer dims, then for each operand its inner step and 7 outer strides.
 */
enum { GK_BROADCAST_INNER = 1, GK_BROADCAST_DIMS = 3, GK_BROADCAST_OPERANDS = 10, GK_BROADCAST_STRIDES = 8 };

/** The inner step of an operand. */
GK_INLINE gk_i64 gk_broadcast_step(const gk_slot *broadcast, int operand) {
    return broadcast[GK_BROADCAST_OPERANDS + operand * GK_BROADCAST_STRIDES].integer;
}

/** Where an operand's elements of a row begin. */
GK_INLINE gk_i64 gk_broadcast_offset(const gk_slot *broadcast, int operand, gk_i64 row) {
    const gk_slot *strides = broadcast + GK_BROADCAST_OPERANDS + operand * GK_BROADCAST_STRIDES + 1;
    gk_i64 offset = 0;
    for (gk_i64 axis = broadcast[0].integer - 1; axis >= 0; --axis) {
        const gk_i64 dim = broadcast[GK_BROADCAST_DIMS + axis].integer;
        offset += row % dim * strides[axis].integer;
        row /= dim;
    }
    return offset;
}

/** Sets elements to a value. */
GK_INLINE void gk_fill(float *target, float value, gk_i64 count) {
    gk_i64 i = 0;
    for (; i + GK_LANES <= count; i += GK_LANES) {
        gk_store(target + i, gk_splat(value), GK_LANES);
    }
    if (i < count) {
        gk_store(target + i, gk_splat(value), (int) (count - i));
    }
}

#endif
