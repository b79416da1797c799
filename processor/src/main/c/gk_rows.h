/*
 * Vectors with one row per lane, for reductions of several rows at a time.
 */
#ifndef GK_ROWS_H
#define GK_ROWS_H

/*
 * gk_lane(value, lane): one lane in all lanes.
 * gk_reduce_rows_<combiner>(accumulators, rows): lane k reduces the lanes of accumulator k as gk_reduce_<combiner> does;
 * the lanes above are not defined. The accumulators above are overwritten.
 */
#define GK_DEFINE_LANE(vector)                                                                                         \
    GK_OVERLOAD vector gk_lane(vector value, gk_int64 lane) {                                                          \
        return (vector) value[lane];                                                                                   \
    }
#define GK_DEFINE_REDUCTION_OF_ROWS(name, vector)                                                                      \
    GK_OVERLOAD vector gk_reduce_rows_##name(vector *accumulators, int rows) {                                         \
        if (rows == 1) {                                                                                               \
            return gk_reduce_##name(accumulators[0]);                                                                  \
        }                                                                                                              \
        for (int row = rows; row < GK_LANES; row++) {                                                                  \
            accumulators[row] = accumulators[0];                                                                       \
        }                                                                                                              \
        vector v[GK_LANES];                                                                                            \
        GK_UNROLLED                                                                                                    \
        for (int row = 0; row < GK_LANES; row++) {                                                                     \
            v[row] = accumulators[row];                                                                                \
        }                                                                                                              \
        GK_TRANSPOSE_SQUARE(v)                                                                                         \
        GK_UNROLLED                                                                                                    \
        for (int half = GK_LANES / 2; half > 0; half /= 2) {                                                           \
            GK_UNROLLED                                                                                                \
            for (int lane = 0; lane < half; lane++) {                                                                  \
                v[lane] = gk_accumulate_##name(v[lane], v[lane + half], GK_LANES);                                     \
            }                                                                                                          \
        }                                                                                                              \
        return v[0];                                                                                                   \
    }
#define GK_DEFINE_REDUCTIONS_OF_ROWS(vector)                                                                           \
    GK_DEFINE_REDUCTION_OF_ROWS(sum, vector)                                                                           \
    GK_DEFINE_REDUCTION_OF_ROWS(prod, vector)                                                                          \
    GK_DEFINE_REDUCTION_OF_ROWS(max, vector)                                                                           \
    GK_DEFINE_REDUCTION_OF_ROWS(min, vector)

GK_DEFINE_LANE(gk_f32)
GK_DEFINE_LANE(gk_f64)
GK_DEFINE_LANE(gk_i8)
GK_DEFINE_LANE(gk_u8)
GK_DEFINE_LANE(gk_i16)
GK_DEFINE_LANE(gk_u16)
GK_DEFINE_LANE(gk_i32)
GK_DEFINE_LANE(gk_u32)
GK_DEFINE_LANE(gk_i64)
GK_DEFINE_LANE(gk_u64)

GK_DEFINE_REDUCTIONS_OF_ROWS(gk_f32)
GK_DEFINE_REDUCTIONS_OF_ROWS(gk_f64)
GK_DEFINE_REDUCTIONS_OF_ROWS(gk_i32)
GK_DEFINE_REDUCTIONS_OF_ROWS(gk_u32)
GK_DEFINE_REDUCTIONS_OF_ROWS(gk_i64)
GK_DEFINE_REDUCTIONS_OF_ROWS(gk_u64)
GK_DEFINE_REDUCTION_OF_ROWS(all, gk_mask)
GK_DEFINE_REDUCTION_OF_ROWS(any, gk_mask)

#undef GK_DEFINE_REDUCTIONS_OF_ROWS
#undef GK_DEFINE_REDUCTION_OF_ROWS
#undef GK_DEFINE_LANE

#endif
