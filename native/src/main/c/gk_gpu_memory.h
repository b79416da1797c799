/*
 * Loads and stores of GPU kernels: single elements, and packs of neighbouring elements that a thread works on at once.
 *
 * If all elements of a pack exist and it is aligned, it is one access of up to 16 bytes (`whole`); else elements from
 * `rest` on are not touched: they load as 0.
 */
#ifndef GK_GPU_MEMORY_H
#define GK_GPU_MEMORY_H

/** Loops over the elements of a pack have no iteration at run time: arrays are registers. */
#define GK_UNROLL _Pragma("unroll")

/** Loops whose iterations read memory without waiting for each other. */
#define GK_UNROLL_SOME _Pragma("unroll 4")

/* Parts of memory that are one access. */
typedef unsigned short gk_words2;
typedef unsigned int gk_words4;
typedef unsigned int gk_words8 __attribute__((ext_vector_type(2)));
typedef unsigned int gk_words16 __attribute__((ext_vector_type(4)));

/** The accesses of a pack of some elements of a dtype, which is one access of some bytes. */
#define GK_DEFINE_PACK(element, value, count, bytes)                                                                   \
    GK_OVERLOAD void gk_load_##count(value *values, __global const element *source, int rest, int whole) {             \
        if (whole) {                                                                                                   \
            union {                                                                                                    \
                gk_words##bytes words;                                                                                 \
                element elements[count];                                                                               \
            } pack;                                                                                                    \
            pack.words = *(__global const gk_words##bytes *) source;                                                   \
            GK_UNROLL                                                                                                  \
            for (int e = 0; e < count; ++e) {                                                                          \
                values[e] = gk_value(pack.elements[e]);                                                                \
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
            } pack;                                                                                                    \
            GK_UNROLL                                                                                                  \
            for (int e = 0; e < count; ++e) {                                                                          \
                gk_put(&pack.elements[e], values[e]);                                                                  \
            }                                                                                                          \
            *(__global gk_words##bytes *) target = pack.words;                                                         \
        } else {                                                                                                       \
            gk_store_strided_##count(target, values, 1, rest);                                                         \
        }                                                                                                              \
    }

/** The elements of a pack at a stride. */
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
GK_DEFINE_ACCESS(gk_bool, gk_mask, gk_splat_bool(x.byte), target->byte = x != 0)
GK_DEFINE_ACCESS(gk_half, gk_f32, gk_from_half(x.bits), target->bits = gk_to_half(x))
GK_DEFINE_ACCESS(gk_bfloat, gk_f32, gk_from_bfloat(x.bits), target->bits = gk_to_bfloat(x))

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
GK_DEFINE_PACKS_OF_2(gk_half, gk_f32)
GK_DEFINE_PACKS_OF_2(gk_bfloat, gk_f32)
GK_DEFINE_PACKS_OF_4(float, gk_f32)
GK_DEFINE_PACKS_OF_4(int, gk_i32)
GK_DEFINE_PACK(gk_int64, gk_i64, 2, 16)

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

/** Whether a pointer is a multiple of some bytes, a power of two. */
#define gk_is_aligned(pointer, bytes) (((gk_uint64) (pointer) & ((bytes) - 1)) == 0)

/** Whether all bits of some numbers of elements are those of multiples of a pack. */
GK_INLINE int gk_is_multiple(gk_int64 bits, int count) {
    return (bits & (count - 1)) == 0;
}

/** What is left of a loop, as far as a pack sees it. */
GK_INLINE int gk_rest(gk_int64 rest) {
    return rest < 0x7fffffff ? (int) rest : 0x7fffffff;
}

/** The threads that work side by side on some items: a power of two. */
GK_INLINE int gk_threads(gk_int64 items, int most) {
    int threads = 1;
    while (threads < most && threads < items) {
        threads <<= 1;
    }
    return threads;
}

/**
 * The threads that share a row of some packs. If there are rows enough for all of a device's threads, each takes several
 * packs: then fewer have to be joined.
 */
GK_INLINE int gk_team(gk_int64 packs, gk_int64 rows) {
    const gk_int64 fewer = packs / 8 > 8 ? packs / 8 : packs < 8 ? packs : 8;
    return gk_threads(rows < 4096 ? packs : fewer, GK_GROUP_THREADS);
}

/**
 * The threads that share the iterations of a column, if there are some columns several times: neighbours take up to 32
 * columns, or more of them if there are columns enough for all of a device's threads.
 */
GK_INLINE int gk_ways(gk_int64 iterations, gk_int64 columns, gk_int64 times) {
    const int most = GK_GROUP_THREADS / gk_threads(columns, 32);
    return gk_threads(columns * times < 65536 ? iterations : iterations / 8, most);
}

/** The parts of a given size that cover some elements. */
GK_INLINE gk_int64 gk_parts(gk_int64 elements, int size) {
    return (elements + size - 1) / size;
}

/** The index from the beginning of what an index below 0 counts from the end; -1 if it is not in [-extent, extent). */
GK_INLINE gk_int64 gk_place(gk_int64 index, gk_int64 extent) {
    const gk_int64 place = index < 0 ? index + extent : index;
    return place >= 0 && place < extent ? place : -1;
}

/*
 * The description of a broadcast in the argument block: number of outer axes, size of the inner loop, number of rows,
 * 7 outer dims, then for each operand its inner step and 7 outer strides.
 */
#define GK_BROADCAST_DIMS 3
#define GK_BROADCAST_OPERANDS 10
#define GK_BROADCAST_STRIDES 8

/** The size of the inner loop. */
#define GK_BROADCAST_INNER(slot) GK_INTEGER((slot) + 1)

/** How many rows there are. */
#define GK_BROADCAST_ROWS(slot) GK_INTEGER((slot) + 2)

/** The inner step of an operand: 0 or 1 element. */
#define GK_BROADCAST_STEP(slot, operand) GK_INTEGER((slot) + GK_BROADCAST_OPERANDS + (operand) * GK_BROADCAST_STRIDES)

/** The stride of an operand along an outer axis. */
#define GK_BROADCAST_STRIDE(slot, operand, axis)                                                                       \
    GK_INTEGER((slot) + GK_BROADCAST_OPERANDS + (operand) * GK_BROADCAST_STRIDES + 1 + (axis))

#endif
