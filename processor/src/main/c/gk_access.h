/*
 * Accesses other than whole vectors: single elements, strided elements, and gathers.
 */
#ifndef GK_ACCESS_H
#define GK_ACCESS_H

/** Returns first + lane * step in each lane. */
GK_INLINE gk_i64 gk_index(gk_int64 first, gk_int64 step) {
    return gk_splat_i64(first) + __builtin_convertvector(gk_lane_numbers(), gk_i64) * step;
}

/**
 * Mask of the lane of index = gk_index(first, 1) that equals the uniform index `shared`; no lane if it is outside. It
 * compares 32-bit lane numbers instead of 64-bit indices.
 */
GK_INLINE gk_mask gk_is_at(gk_i64 index, gk_i64 shared) {
    const gk_uint64 lane = (gk_uint64) shared[0] - (gk_uint64) index[0];
    return gk_lane_numbers() == gk_splat_i32(lane < GK_LANES ? (int) lane : -1);
}

/**
 * The element of a row at an index, in the first lane; 0 in the others. It is not loaded if the index is outside the
 * row.
 *
 * @param row row of count elements whose first element has the index `first`
 */
#define gk_pick(row, index, first, count)                                                                              \
    ((gk_uint64) (index)[0] - (gk_uint64) (first) < (gk_uint64) (count)                                                \
         ? (gk_f32) {gk_load_one((row) + ((index)[0] - (first)))[0]}                                                   \
         : gk_splat(0))

/** Mask of the lanes whose index is in [-extent, extent); a negative index counts from the end. */
GK_INLINE gk_mask gk_is_inside(gk_i64 index, gk_int64 extent) {
    return gk_narrow_mask((gk_i64) (index >= -extent) & (gk_i64) (index < extent));
}

/** The index counted from the beginning; 0 if it is out of range. */
GK_INLINE gk_i64 gk_inside_index(gk_i64 index, gk_int64 extent) {
    gk_i64 from_begin = index < 0 ? index + extent : index;
    return gk_widen_mask(gk_is_inside(index, extent)) & from_begin;
}

/** Returns true if the elements of a gather are adjacent, and none is outside or counted from the end. */
GK_INLINE int gk_is_run(gk_i64 index, gk_int64 stride, gk_int64 extent, gk_int64 step) {
    const gk_int64 first = index[0];
    return stride == 1 && step == 0 && first >= 0 && first <= extent - GK_LANES
           && !gk_any_bits(index ^ gk_index(first, 1));
}

/*
 * For each element type:
 *     gk_load_one(source)                         the element in all lanes
 *     gk_store_one(target, value)                 the first lane
 *     gk_load_strided(source, stride, lanes)      elements at a stride of any sign; the lanes above are not defined
 *     gk_load_step(source, i, step, lanes)        elements from i on of an operand that advances with the loop (step 1)
 *                                                 or the only one of an operand that does not (step 0)
 *     gk_load_at(source, offsets, lanes)          elements at offsets; the lanes above are not defined
 *     gk_gather(source, index, stride, extent, step, lanes)
 *                                                 lane k's element at index[k] * stride + k * step, where an index
 *                                                 below 0 counts from the end; 0 where it is not in [-extent, extent)
 *     gk_gather_one(source, index, stride, extent, step, lanes)
 *                                                 the same for an index that all lanes share
 *     gk_scatter(target, index, stride, extent, value, lanes)
 *                                                 stores lane k at index[k] * stride + k, unless index[k] is not in
 *                                                 [-extent, extent)
 *     gk_scatter_one(target, index, stride, extent, value, lanes)
 *                                                 the same for an index that all lanes share
 *     gk_fill(target, value, count)               sets elements
 *
 * An element is read through the memory type, `raw`, and the whole vector is converted once.
 */
#define GK_DEFINE_ELEMENT_ACCESS(element, vector, raw, convert)                                                        \
    GK_OVERLOAD vector gk_load_one(const element *source) {                                                            \
        raw bits = (raw) *(const __typeof__(((raw) 0)[0]) *) source;                                                   \
        return convert(bits);                                                                                          \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_load_strided(const element *source, gk_int64 stride, int lanes) {                            \
        raw bits = (raw) 0;                                                                                            \
        if (stride == -1 && lanes == GK_LANES) {                                                                       \
            typedef raw unaligned __attribute__((aligned(__alignof__(element))));                                      \
            bits = *(const unaligned *) (source - (GK_LANES - 1));                                                     \
            return convert(GK_REVERSED(bits));                                                                         \
        }                                                                                                              \
        for (int lane = 0; lane < GK_LANES; lane++) {                                                                  \
            bits[lane] = *(const __typeof__(((raw) 0)[0]) *) (source + (lane < lanes ? lane * stride : 0));            \
        }                                                                                                              \
        return convert(bits);                                                                                          \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_load_at(const element *source, gk_i64 offsets, int lanes) {                                  \
        raw bits = (raw) 0;                                                                                            \
        gk_i64 safe = lanes == GK_LANES ? offsets : gk_select(gk_lane_mask(lanes), offsets, (gk_i64) offsets[0]);      \
        for (int lane = 0; lane < GK_LANES; lane++) {                                                                  \
            bits[lane] = *(const __typeof__(((raw) 0)[0]) *) (source + safe[lane]);                                    \
        }                                                                                                              \
        return convert(bits);                                                                                          \
    }                                                                                                                  \
    GK_DEFINE_DERIVED_ACCESS(element, vector)

#define GK_DEFINE_DERIVED_ACCESS(element, vector)                                                                      \
    GK_OVERLOAD vector gk_load_step(const element *source, gk_int64 i, gk_int64 step, int lanes) {                     \
        return step ? gk_load(source + i, lanes) : gk_load_one(source);                                                \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_gather(                                                                                      \
            const element *source, gk_i64 index, gk_int64 stride, gk_int64 extent, gk_int64 step, int lanes) {         \
        if (extent == 0) {                                                                                             \
            return (vector) 0;                                                                                         \
        }                                                                                                              \
        if (lanes == GK_LANES && gk_is_run(index, stride, extent, step)) {                                             \
            return gk_load(source + index[0], lanes);                                                                  \
        }                                                                                                              \
        gk_i64 offsets = gk_inside_index(index, extent) * stride + gk_index(0, step);                                  \
        vector found = gk_load_at(source, offsets, lanes);                                                             \
        return gk_select(gk_is_inside(index, extent), found, (vector) 0);                                              \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_gather_one(                                                                                  \
            const element *source, gk_i64 index, gk_int64 stride, gk_int64 extent, gk_int64 step, int lanes) {         \
        const gk_int64 at = index[0] < 0 ? index[0] + extent : index[0];                                               \
        if (at < 0 || at >= extent) {                                                                                  \
            return (vector) 0;                                                                                         \
        }                                                                                                              \
        source += at * stride;                                                                                         \
        return step == 1 ? gk_load(source, lanes)                                                                      \
               : step == 0 ? gk_load_one(source)                                                                       \
                           : gk_load_strided(source, step, lanes);                                                     \
    }                                                                                                                  \
    GK_OVERLOAD void gk_store_one(element *target, vector value) {                                                     \
        gk_store(target, value, 1);                                                                                    \
    }                                                                                                                  \
    GK_OVERLOAD void gk_scatter(                                                                                       \
            element *target, gk_i64 index, gk_int64 stride, gk_int64 extent, vector value, int lanes) {                \
        element values[GK_LANES];                                                                                      \
        gk_store(values, value, GK_LANES);                                                                             \
        for (int lane = 0; lane < lanes; lane++) {                                                                     \
            const gk_int64 at = index[lane] < 0 ? index[lane] + extent : index[lane];                                  \
            if (at >= 0 && at < extent) {                                                                              \
                target[at * stride + lane] = values[lane];                                                             \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    GK_OVERLOAD void gk_scatter_one(                                                                                   \
            element *target, gk_i64 index, gk_int64 stride, gk_int64 extent, vector value, int lanes) {                \
        const gk_int64 at = index[0] < 0 ? index[0] + extent : index[0];                                               \
        if (at >= 0 && at < extent) {                                                                                  \
            gk_store(target + at * stride, value, lanes);                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    GK_OVERLOAD void gk_fill(element *target, vector value, gk_int64 count) {                                          \
        gk_int64 i = 0;                                                                                                \
        for (; i + GK_LANES <= count; i += GK_LANES) {                                                                 \
            gk_store(target + i, value, GK_LANES);                                                                     \
        }                                                                                                              \
        if (i < count) {                                                                                               \
            gk_store(target + i, value, (int) (count - i));                                                            \
        }                                                                                                              \
    }

#if GK_LANES == 16
#define GK_REVERSED(a) __builtin_shufflevector(a, a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#elif GK_LANES == 8
#define GK_REVERSED(a) __builtin_shufflevector(a, a, 7, 6, 5, 4, 3, 2, 1, 0)
#else
#define GK_REVERSED(a) __builtin_shufflevector(a, a, 3, 2, 1, 0)
#endif

#define GK_AS_IT_IS(bits) (bits)
#define GK_TRUTH(bits) (__builtin_convertvector(bits, gk_i32) != gk_splat_i32(0))

GK_DEFINE_ELEMENT_ACCESS(float, gk_f32, gk_f32, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(double, gk_f64, gk_f64, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(gk_int8, gk_i8, gk_i8, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(gk_uint8, gk_u8, gk_u8, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(int, gk_i32, gk_i32, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(gk_int64, gk_i64, gk_i64, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(gk_int16, gk_i16, gk_i16, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(gk_uint16, gk_u16, gk_u16, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(gk_uint32, gk_u32, gk_u32, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(gk_uint64, gk_u64, gk_u64, GK_AS_IT_IS)
GK_DEFINE_ELEMENT_ACCESS(gk_bool, gk_mask, gk_u8, GK_TRUTH)
GK_DEFINE_ELEMENT_ACCESS(gk_half, gk_f32, gk_u16, gk_from_half)
GK_DEFINE_ELEMENT_ACCESS(gk_bfloat, gk_f32, gk_u16, gk_from_bfloat)
GK_DEFINE_ELEMENT_ACCESS(gk_e4m3, gk_f32, gk_u8, gk_from_e4m3)
GK_DEFINE_ELEMENT_ACCESS(gk_e5m2, gk_f32, gk_u8, gk_from_e5m2)

#undef GK_TRUTH
#undef GK_AS_IT_IS
#undef GK_REVERSED
#undef GK_DEFINE_DERIVED_ACCESS
#undef GK_DEFINE_ELEMENT_ACCESS

#endif
