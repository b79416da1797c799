/*
 * Loads and stores of vectors, whole and partial. A partial vector consists of the first lanes; the others load as
 * zero, and no memory beyond the elements is accessed.
 */
#ifndef GK_MEMORY_H
#define GK_MEMORY_H

/* The vectors at the alignment of their elements. */
typedef gk_f32 gk_f32_unaligned __attribute__((aligned(4)));
typedef gk_f64 gk_f64_unaligned __attribute__((aligned(8)));
typedef gk_u8 gk_u8_unaligned __attribute__((aligned(1)));

typedef gk_u16 gk_u16_unaligned __attribute__((aligned(2)));

/* Words of vectors, at any address and of any element type. */
typedef unsigned short gk_bytes2 __attribute__((aligned(1), may_alias));
typedef unsigned int gk_bytes4 __attribute__((aligned(1), may_alias));
typedef gk_uint64 gk_bytes8 __attribute__((aligned(1), may_alias));

/** The mask register of the first lanes. */
#define GK_LANE_BITS(lanes) ((unsigned short) ((1u << (lanes)) - 1))

/** Up to 15 bytes, the first one lowest. */
typedef struct {
    gk_uint64 low;
    gk_uint64 high;
} gk_few_bytes;

/** Loads 1 to 15 bytes by two accesses that overlap, or three single bytes. */
GK_INLINE gk_few_bytes gk_load_few(const gk_uint8 *source, int count) {
    if (count >= 8) {
        gk_uint64 last = *(const gk_bytes8 *) (source + count - 8);
        return (gk_few_bytes) {*(const gk_bytes8 *) source, count == 8 ? 0 : last >> 8 * (16 - count)};
    }
    if (count >= 4) {
        gk_uint64 last = *(const gk_bytes4 *) (source + count - 4);
        return (gk_few_bytes) {*(const gk_bytes4 *) source | last << 8 * (count - 4), 0};
    }
    gk_uint64 middle = source[count >> 1];
    gk_uint64 last = source[count - 1];
    return (gk_few_bytes) {source[0] | middle << 8 * (count >> 1) | last << 8 * (count - 1), 0};
}

/** Stores 1 to 15 bytes, as gk_load_few loads them. */
GK_INLINE void gk_store_few(gk_uint8 *target, gk_few_bytes bytes, int count) {
    if (count >= 8) {
        gk_uint64 last = count == 8 ? bytes.low : bytes.low >> 8 * (count - 8) | bytes.high << 8 * (16 - count);
        *(gk_bytes8 *) target = bytes.low;
        *(gk_bytes8 *) (target + count - 8) = last;
    } else if (count >= 4) {
        *(gk_bytes4 *) target = (unsigned int) bytes.low;
        *(gk_bytes4 *) (target + count - 4) = (unsigned int) (bytes.low >> 8 * (count - 4));
    } else {
        target[0] = (gk_uint8) bytes.low;
        target[count >> 1] = (gk_uint8) (bytes.low >> 8 * (count >> 1));
        target[count - 1] = (gk_uint8) (bytes.low >> 8 * (count - 1));
    }
}

GK_OVERLOAD gk_f32 gk_load(const float *source, int lanes) {
    if (lanes == GK_LANES) {
        return *(const gk_f32_unaligned *) source;
    }
#if GK_LANES == 16
    return __builtin_ia32_loadups512_mask(source, gk_splat(0), GK_LANE_BITS(lanes));
#elif GK_LANES == 8
    return __builtin_ia32_maskloadps256((const gk_f32 *) source, gk_lane_mask(lanes));
#else
    gk_f32 result = gk_splat(0);
    for (int lane = 0; lane < lanes; lane++) {
        result[lane] = source[lane];
    }
    return result;
#endif
}

GK_OVERLOAD void gk_store(float *target, gk_f32 value, int lanes) {
    if (lanes == GK_LANES) {
        *(gk_f32_unaligned *) target = value;
        return;
    }
#if GK_LANES == 16
    __builtin_ia32_storeups512_mask(target, value, GK_LANE_BITS(lanes));
#elif GK_LANES == 8
    __builtin_ia32_maskstoreps256((gk_f32 *) target, gk_lane_mask(lanes), value);
#else
    for (int lane = 0; lane < lanes; lane++) {
        target[lane] = value[lane];
    }
#endif
}

GK_OVERLOAD gk_f64 gk_load(const double *source, int lanes) {
    if (lanes == GK_LANES) {
        return *(const gk_f64_unaligned *) source;
    }
    gk_f64 result = gk_splat_f64(0);
#if GK_LANES == 16
    result.lo = __builtin_ia32_loadupd512_mask(source, result.lo, (gk_uint8) GK_LANE_BITS(lanes));
    result.hi = __builtin_ia32_loadupd512_mask(source + 8, result.hi, (gk_uint8) (GK_LANE_BITS(lanes) >> 8));
#elif GK_LANES == 8
    gk_i64 mask = gk_widen_mask(gk_lane_mask(lanes));
    result.lo = __builtin_ia32_maskloadpd256((const void *) source, mask.lo);
    result.hi = __builtin_ia32_maskloadpd256((const void *) (source + 4), mask.hi);
#else
    for (int lane = 0; lane < lanes; lane++) {
        result[lane] = source[lane];
    }
#endif
    return result;
}

GK_OVERLOAD void gk_store(double *target, gk_f64 value, int lanes) {
    if (lanes == GK_LANES) {
        *(gk_f64_unaligned *) target = value;
        return;
    }
#if GK_LANES == 16
    __builtin_ia32_storeupd512_mask(target, value.lo, (gk_uint8) GK_LANE_BITS(lanes));
    __builtin_ia32_storeupd512_mask(target + 8, value.hi, (gk_uint8) (GK_LANE_BITS(lanes) >> 8));
#elif GK_LANES == 8
    gk_i64 mask = gk_widen_mask(gk_lane_mask(lanes));
    __builtin_ia32_maskstorepd256((void *) target, mask.lo, value.lo);
    __builtin_ia32_maskstorepd256((void *) (target + 4), mask.hi, value.hi);
#else
    for (int lane = 0; lane < lanes; lane++) {
        target[lane] = value[lane];
    }
#endif
}

#if GK_LANES >= 8
GK_OVERLOAD gk_i32 gk_load(const int *source, int lanes) {
    return (gk_i32) gk_load((const float *) source, lanes);
}

GK_OVERLOAD void gk_store(int *target, gk_i32 value, int lanes) {
    gk_store((float *) target, (gk_f32) value, lanes);
}

GK_OVERLOAD gk_i64 gk_load(const gk_int64 *source, int lanes) {
    return (gk_i64) gk_load((const double *) source, lanes);
}

GK_OVERLOAD void gk_store(gk_int64 *target, gk_i64 value, int lanes) {
    gk_store((double *) target, (gk_f64) value, lanes);
}
#else
typedef gk_i32 gk_i32_unaligned __attribute__((aligned(4)));
typedef gk_i64 gk_i64_unaligned __attribute__((aligned(8)));

#define GK_DEFINE_ACCESS(vector, element)                                                                              \
    GK_OVERLOAD vector gk_load(const element *source, int lanes) {                                                     \
        if (lanes == GK_LANES) {                                                                                       \
            return *(const vector##_unaligned *) source;                                                               \
        }                                                                                                              \
        vector result = (vector) 0;                                                                                    \
        for (int lane = 0; lane < lanes; lane++) {                                                                     \
            result[lane] = source[lane];                                                                               \
        }                                                                                                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    GK_OVERLOAD void gk_store(element *target, vector value, int lanes) {                                              \
        if (lanes == GK_LANES) {                                                                                       \
            *(vector##_unaligned *) target = value;                                                                    \
            return;                                                                                                    \
        }                                                                                                              \
        for (int lane = 0; lane < lanes; lane++) {                                                                     \
            target[lane] = value[lane];                                                                                \
        }                                                                                                              \
    }

GK_DEFINE_ACCESS(gk_i32, int)
GK_DEFINE_ACCESS(gk_i64, gk_int64)

#undef GK_DEFINE_ACCESS
#endif

GK_OVERLOAD gk_u8 gk_load(const gk_uint8 *source, int lanes) {
    if (lanes == GK_LANES) {
        return *(const gk_u8_unaligned *) source;
    }
#if GK_LANES == 16
    return (gk_u8) __builtin_ia32_loaddquqi128_mask((const void *) source, (gk_i8) 0, GK_LANE_BITS(lanes));
#else
    gk_few_bytes bytes = gk_load_few(source, lanes);
    gk_u8 result;
    __builtin_memcpy(&result, &bytes, sizeof(result));
    return result;
#endif
}

GK_OVERLOAD void gk_store(gk_uint8 *target, gk_u8 value, int lanes) {
    if (lanes == GK_LANES) {
        *(gk_u8_unaligned *) target = value;
        return;
    }
#if GK_LANES == 16
    __builtin_ia32_storedquqi128_mask((void *) target, (gk_i8) value, GK_LANE_BITS(lanes));
#else
    gk_few_bytes bytes = {0, 0};
    __builtin_memcpy(&bytes, &value, sizeof(value));
    gk_store_few(target, bytes, lanes);
#endif
}

GK_OVERLOAD gk_i8 gk_load(const gk_int8 *source, int lanes) {
    return (gk_i8) gk_load((const gk_uint8 *) source, lanes);
}

GK_OVERLOAD void gk_store(gk_int8 *target, gk_i8 value, int lanes) {
    gk_store((gk_uint8 *) target, (gk_u8) value, lanes);
}

/** True where the byte is not 0. */
GK_OVERLOAD gk_mask gk_load(const gk_bool *source, int lanes) {
    gk_u8 bytes = gk_load((const gk_uint8 *) source, lanes);
    return __builtin_convertvector(bytes, gk_i32) != gk_splat_i32(0);
}

/** The bytes of a mask: 1 and 0. */
GK_INLINE gk_u8 gk_mask_bytes(gk_mask mask) {
    return __builtin_convertvector(mask & 1, gk_u8);
}

GK_OVERLOAD void gk_store(gk_bool *target, gk_mask value, int lanes) {
    gk_store((gk_uint8 *) target, gk_mask_bytes(value), lanes);
}

/** As gk_load, for 16-bit elements. */
GK_INLINE gk_u16 gk_load_u16(const void *source, int lanes) {
    if (lanes == GK_LANES) {
        return *(const gk_u16_unaligned *) source;
    }
#if GK_LANES == 16
    return (gk_u16) __builtin_ia32_loaddquhi256_mask(source, (gk_u16) 0, GK_LANE_BITS(lanes));
#else
    gk_few_bytes bytes = gk_load_few(source, 2 * lanes);
    gk_u16 result;
    __builtin_memcpy(&result, &bytes, sizeof(result));
    return result;
#endif
}

/** As gk_store, for 16-bit elements. */
GK_INLINE void gk_store_u16(void *target, gk_u16 value, int lanes) {
    if (lanes == GK_LANES) {
        *(gk_u16_unaligned *) target = value;
        return;
    }
#if GK_LANES == 16
    __builtin_ia32_storedquhi256_mask(target, value, GK_LANE_BITS(lanes));
#else
    gk_few_bytes bytes = {0, 0};
    __builtin_memcpy(&bytes, &value, sizeof(value));
    gk_store_few(target, bytes, 2 * lanes);
#endif
}

/* Vectors smaller than the smallest register have no non-temporal store. */
#define GK_STREAMS(vector) (sizeof(vector) >= 16)

/*
 * gk_is_aligned: true if an address allows non-temporal stores of whole vectors. gk_put: stores a result, non-temporally
 * if `stream`, for which the target must be aligned; the store of a partial vector is always a regular one.
 */
#define GK_DEFINE_STREAM(element, vector, stored_vector, stored)                                                       \
    GK_OVERLOAD int gk_is_aligned(const element *target) {                                                             \
        return !GK_STREAMS(stored_vector) || (gk_uint64) target % sizeof(stored_vector) == 0;                          \
    }                                                                                                                  \
    GK_OVERLOAD void gk_put(element *target, vector value, int lanes, int stream) {                                    \
        if (GK_STREAMS(stored_vector) && stream && lanes == GK_LANES) {                                                \
            __builtin_nontemporal_store(stored, (stored_vector *) target);                                             \
        } else {                                                                                                       \
            gk_store(target, value, lanes);                                                                            \
        }                                                                                                              \
    }
#define GK_DEFINE_WIDE_STREAM(element, vector)                                                                         \
    GK_OVERLOAD int gk_is_aligned(const element *target) {                                                             \
        return (gk_uint64) target % (sizeof(vector) / 2) == 0;                                                         \
    }                                                                                                                  \
    GK_OVERLOAD void gk_put(element *target, vector value, int lanes, int stream) {                                    \
        if (stream && lanes == GK_LANES) {                                                                             \
            typedef __typeof__(value.lo) gk_half_vector;                                                               \
            __builtin_nontemporal_store(value.lo, (gk_half_vector *) target);                                          \
            __builtin_nontemporal_store(value.hi, (gk_half_vector *) target + 1);                                      \
        } else {                                                                                                       \
            gk_store(target, value, lanes);                                                                            \
        }                                                                                                              \
    }

GK_DEFINE_STREAM(float, gk_f32, gk_f32, value)
GK_DEFINE_STREAM(int, gk_i32, gk_i32, value)
GK_DEFINE_STREAM(gk_int8, gk_i8, gk_i8, value)
GK_DEFINE_STREAM(gk_uint8, gk_u8, gk_u8, value)
GK_DEFINE_STREAM(gk_bool, gk_mask, gk_u8, gk_mask_bytes(value))
GK_DEFINE_WIDE_STREAM(double, gk_f64)
GK_DEFINE_WIDE_STREAM(gk_int64, gk_i64)

/** Non-temporal store; the target is aligned to the vector. A partial vector is stored as by gk_store. */
GK_INLINE void gk_stream(float *target, gk_f32 value, int lanes) {
    gk_put(target, value, lanes, 1);
}

/** Orders non-temporal stores before all later accesses. */
GK_INLINE void gk_stream_fence(void) {
#if defined(__x86_64__)
    __builtin_ia32_sfence();
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/**
 * Prefetches a vector of a later row into L1, if `stream`; any address is allowed. A prefetch into L2 is slower for
 * rows of up to 4,096 elements, see docs/bench/prefetch.md.
 */
GK_INLINE void gk_prefetch(const void *source, int stream) {
    if (stream) {
        __builtin_prefetch(source, 0, 3);
    }
}

/** Prefetches, for writing, memory that a later row stores to, if `stream`. */
GK_INLINE void gk_prefetch_result(const void *target, int stream) {
    if (stream) {
        __builtin_prefetch(target, 1, 3);
    }
}

/** Prefetches some elements of a later row, if `stream`. */
#define gk_prefetch_elements(source, count, stream)                                                                    \
    do {                                                                                                               \
        for (gk_int64 byte = 0; byte < (gk_int64) ((count) * sizeof(*(source))); byte += 64) {                         \
            gk_prefetch((const gk_uint8 *) (source) + byte, stream);                                                   \
        }                                                                                                              \
    } while (0)

#endif
