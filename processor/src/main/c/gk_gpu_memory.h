/*
 * Loads and stores of GPU kernels: single elements, and vectors of adjacent elements that a thread processes at once.
 *
 * If all elements of a vector exist and it is aligned, it is one access of up to 16 bytes (`whole`). Otherwise elements
 * from `rest` on are not accessed and load as 0.
 */
#ifndef GK_GPU_MEMORY_H
#define GK_GPU_MEMORY_H

/** Fully unrolls a loop over the elements of a vector, so that its arrays are kept in registers. */
#define GK_UNROLL _Pragma("unroll")

/** Partially unrolls a loop, so that the loads of several iterations are in flight at once. */
#define GK_UNROLL_SOME _Pragma("unroll 4")

/* Words of memory that are one access. */
typedef unsigned short gk_words2;
typedef unsigned int gk_words4;
typedef unsigned int gk_words8 __attribute__((ext_vector_type(2)));
typedef unsigned int gk_words16 __attribute__((ext_vector_type(4)));

/** Defines the accesses of a vector of `count` elements of a dtype, as one access of `bytes` bytes. */
#define GK_DEFINE_PACK(element, value, count, bytes)                                                                   \
    GK_OVERLOAD void gk_load_##count(value *values, __global const element *source, int rest, int whole) {             \
        if (whole) {                                                                                                   \
            union {                                                                                                    \
                gk_words##bytes words;                                                                                 \
                element elements[count];                                                                               \
            } vector;                                                                                                  \
            vector.words = *(__global const gk_words##bytes *) source;                                                 \
            GK_UNROLL                                                                                                  \
            for (int e = 0; e < count; ++e) {                                                                          \
                values[e] = gk_value(vector.elements[e]);                                                              \
            }                                                                                                          \
        } else {                                                                                                       \
            gk_load_strided_##count(values, source, 1, rest);                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    GK_OVERLOAD void gk_store_##count(__global element *target, const value *values, int rest, int whole) {            \
        if (whole) {                                                                                                   \
            union {                                                                                                    \
                gk_words##bytes words;                                                                                 \
                element elements[count];                                                                               \
            } vector;                                                                                                  \
            GK_UNROLL                                                                                                  \
            for (int e = 0; e < count; ++e) {                                                                          \
                gk_put(&vector.elements[e], values[e]);                                                                \
            }                                                                                                          \
            *(__global gk_words##bytes *) target = vector.words;                                                       \
        } else {                                                                                                       \
            gk_store_strided_##count(target, values, 1, rest);                                                         \
        }                                                                                                              \
    }

/** Strided accesses of the elements of a vector. */
#define GK_DEFINE_STRIDED_PACK(element, value, count)                                                                  \
    GK_OVERLOAD void gk_load_strided_##count(                                                                          \
            value *values, __global const element *source, gk_int64 stride, int rest) {                                \
        GK_UNROLL                                                                                                      \
        for (int e = 0; e < count; ++e) {                                                                              \
            values[e] = gk_load_if(e < rest, source + e * stride);                                                     \
        }                                                                                                              \
    }                                                                                                                  \
    GK_OVERLOAD void gk_store_strided_##count(                                                                         \
            __global element *target, const value *values, gk_int64 stride, int rest) {                                \
        GK_UNROLL                                                                                                      \
        for (int e = 0; e < count; ++e) {                                                                              \
            if (e < rest) {                                                                                            \
                gk_store(target + e * stride, values[e]);                                                              \
            }                                                                                                          \
        }                                                                                                              \
    }

/*
 * For each element type:
 *     gk_value(element)               what it is as a value
 *     gk_put(&element, value)         makes an element of a value
 *     gk_load(source)                 the value at a place
 *     gk_load_if(condition, source)   the same, or 0
 *     gk_store(target, value)
 */
#define GK_DEFINE_ACCESS(element, value, widened, narrowed)                                                            \
    GK_OVERLOAD value gk_value(element x) {                                                                            \
        return widened;                                                                                                \
    }                                                                                                                  \
    GK_OVERLOAD void gk_put(element *target, value x) {                                                                \
        narrowed;                                                                                                      \
    }                                                                                                                  \
    GK_OVERLOAD value gk_load(__global const element *source) {                                                        \
        return gk_value(*source);                                                                                      \
    }                                                                                                                  \
    GK_OVERLOAD value gk_load_if(int condition, __global const element *source) {                                      \
        return condition ? gk_load(source) : (value) 0;                                                                \
    }                                                                                                                  \
    GK_OVERLOAD void gk_store(__global element *target, value x) {                                                     \
        element stored;                                                                                                \
        gk_put(&stored, x);                                                                                            \
        *target = stored;                                                                                              \
    }                                                                                                                  \
    GK_DEFINE_STRIDED_PACK(element, value, 2)                                                                          \
    GK_DEFINE_STRIDED_PACK(element, value, 4)                                                                          \
    GK_DEFINE_STRIDED_PACK(element, value, 8)                                                                          \
    GK_DEFINE_STRIDED_PACK(element, value, 16)

GK_DEFINE_ACCESS(float, gk_f32, x, *target = x)
GK_DEFINE_ACCESS(gk_int8, gk_i8, x, *target = x)
GK_DEFINE_ACCESS(gk_uint8, gk_u8, x, *target = x)
GK_DEFINE_ACCESS(int, gk_i32, x, *target = x)
GK_DEFINE_ACCESS(gk_int64, gk_i64, x, *target = x)
GK_DEFINE_ACCESS(gk_int16, gk_i16, x, *target = x)
GK_DEFINE_ACCESS(gk_uint16, gk_u16, x, *target = x)
GK_DEFINE_ACCESS(gk_uint32, gk_u32, x, *target = x)
GK_DEFINE_ACCESS(gk_uint64, gk_u64, x, *target = x)
GK_DEFINE_ACCESS(gk_bool, gk_mask, gk_splat_bool(x.byte), target->byte = x != 0)
GK_DEFINE_ACCESS(gk_half, gk_f32, gk_from_half(x.bits), target->bits = gk_to_half(x))
GK_DEFINE_ACCESS(gk_bfloat, gk_f32, gk_from_bfloat(x.bits), target->bits = gk_to_bfloat(x))
GK_DEFINE_ACCESS(gk_e4m3, gk_f32, gk_from_e4m3(x.bits), target->bits = gk_to_e4m3(x))
GK_DEFINE_ACCESS(gk_e5m2, gk_f32, gk_from_e5m2(x.bits), target->bits = gk_to_e5m2(x))

#define GK_DEFINE_PACKS_OF_1(element, value)                                                                           \
    GK_DEFINE_PACK(element, value, 2, 2)                                                                               \
    GK_DEFINE_PACK(element, value, 4, 4)                                                                               \
    GK_DEFINE_PACK(element, value, 8, 8)                                                                               \
    GK_DEFINE_PACK(element, value, 16, 16)
#define GK_DEFINE_PACKS_OF_2(element, value)                                                                           \
    GK_DEFINE_PACK(element, value, 2, 4)                                                                               \
    GK_DEFINE_PACK(element, value, 4, 8)                                                                               \
    GK_DEFINE_PACK(element, value, 8, 16)
#define GK_DEFINE_PACKS_OF_4(element, value)                                                                           \
    GK_DEFINE_PACK(element, value, 2, 8)                                                                               \
    GK_DEFINE_PACK(element, value, 4, 16)

GK_DEFINE_PACKS_OF_1(gk_int8, gk_i8)
GK_DEFINE_PACKS_OF_1(gk_uint8, gk_u8)
GK_DEFINE_PACKS_OF_1(gk_bool, gk_mask)
GK_DEFINE_PACKS_OF_1(gk_e4m3, gk_f32)
GK_DEFINE_PACKS_OF_1(gk_e5m2, gk_f32)
GK_DEFINE_PACKS_OF_2(gk_half, gk_f32)
GK_DEFINE_PACKS_OF_2(gk_bfloat, gk_f32)
GK_DEFINE_PACKS_OF_2(gk_int16, gk_i16)
GK_DEFINE_PACKS_OF_2(gk_uint16, gk_u16)
GK_DEFINE_PACKS_OF_4(float, gk_f32)
GK_DEFINE_PACKS_OF_4(int, gk_i32)
GK_DEFINE_PACKS_OF_4(gk_uint32, gk_u32)
GK_DEFINE_PACK(gk_int64, gk_i64, 2, 16)
GK_DEFINE_PACK(gk_uint64, gk_u64, 2, 16)

#if GK_HAS_F64
GK_DEFINE_ACCESS(double, gk_f64, x, *target = x)
GK_DEFINE_PACK(double, gk_f64, 2, 16)
#endif

#undef GK_DEFINE_PACKS_OF_4
#undef GK_DEFINE_PACKS_OF_2
#undef GK_DEFINE_PACKS_OF_1
#undef GK_DEFINE_ACCESS
#undef GK_DEFINE_STRIDED_PACK
#undef GK_DEFINE_PACK

/** Returns true if a pointer is aligned to a number of bytes, a power of two. */
#define gk_is_aligned(pointer, bytes) (((gk_uint64) (pointer) & ((bytes) - 1)) == 0)

/**
 * Returns true if some element counts, combined by bitwise or, are all multiples of the vector width, a power of two.
 */
GK_INLINE int gk_is_multiple(gk_int64 bits, int count) {
    return (bits & (count - 1)) == 0;
}

/** Remaining iterations of a loop, clamped to the range of int. */
GK_INLINE int gk_clamped_count(gk_int64 rest) {
    return rest < 0x7fffffff ? (int) rest : 0x7fffffff;
}

/** Returns the number of threads that share some items: a power of two. */
GK_INLINE int gk_threads(gk_int64 items, int most) {
    int threads = 1;
    while (threads < most && threads < items) {
        threads <<= 1;
    }
    return threads;
}

/** The number of blocks of a given size that cover some elements. */
GK_INLINE gk_int64 gk_block_count(gk_int64 elements, int size) {
    return (elements + size - 1) / size;
}

/**
 * The number of threads that share a row of some vectors. Each thread processes several vectors, so that fewer partial
 * results are combined. The length of the row alone decides, so that a row has the same sum in every batch.
 */
GK_INLINE int gk_team(gk_int64 vectors, int vectors_per_thread) {
    const gk_int64 wanted = gk_block_count(vectors, vectors_per_thread);
    return gk_threads(wanted > 8 ? wanted : vectors < 8 ? vectors : 8, GK_BLOCK_THREADS);
}

/**
 * The number of threads that share the iterations of a column; adjacent threads process adjacent columns. The reduced
 * extent alone decides, so that a column has the same sum alone and among others.
 */
GK_INLINE int gk_ways(gk_int64 iterations) {
    return gk_threads(iterations / 8, 16);
}

/** The index counted from the beginning, where a negative index counts from the end; -1 if it is out of range. */
GK_INLINE gk_int64 gk_normalized_index(gk_int64 index, gk_int64 extent) {
    const gk_int64 place = index < 0 ? index + extent : index;
    return place >= 0 && place < extent ? place : -1;
}

/*
 * Layout of a broadcast in the argument block: number of outer axes, size of the inner loop, number of rows, 7 outer
 * dims, then for each operand its inner step and 7 outer strides.
 */
#define GK_BROADCAST_DIMS 3
#define GK_BROADCAST_OPERANDS 10
#define GK_BROADCAST_STRIDES 8

/** The size of the inner loop. */
#define GK_BROADCAST_INNER(slot) GK_INTEGER((slot) + 1)

/** Number of rows. */
#define GK_BROADCAST_ROWS(slot) GK_INTEGER((slot) + 2)

/** The inner step of an operand: 0 or 1 element. */
#define GK_BROADCAST_STEP(slot, operand) GK_INTEGER((slot) + GK_BROADCAST_OPERANDS + (operand) * GK_BROADCAST_STRIDES)

/** The stride of an operand along an outer axis. */
#define GK_BROADCAST_STRIDE(slot, operand, axis)                                                                       \
    GK_INTEGER((slot) + GK_BROADCAST_OPERANDS + (operand) * GK_BROADCAST_STRIDES + 1 + (axis))

#endif
