/*
 * Arithmetic of dims, and integer powers.
 */
#ifndef GK_DIM_H
#define GK_DIM_H

#define GK_DEFINE_POWERS(vector)                                                                                       \
    /** x * x. */                                                                                                      \
    GK_OVERLOAD vector gk_square(vector x) {                                                                           \
        return gk_mul(x, x);                                                                                           \
    }                                                                                                                  \
    /** x * x * x: two roundings, at most 1 ulp. */                                                                    \
    GK_OVERLOAD vector gk_cube(vector x) {                                                                             \
        return gk_mul(gk_mul(x, x), x);                                                                                \
    }

GK_DEFINE_POWERS(gk_f32)
GK_DEFINE_POWERS(gk_i8)
GK_DEFINE_POWERS(gk_u8)
GK_DEFINE_POWERS(gk_i16)
GK_DEFINE_POWERS(gk_u16)
GK_DEFINE_POWERS(gk_i32)
GK_DEFINE_POWERS(gk_u32)
GK_DEFINE_POWERS(gk_i64)
GK_DEFINE_POWERS(gk_u64)

#if GK_HAS_F64
GK_DEFINE_POWERS(gk_f64)
#endif

#undef GK_DEFINE_POWERS

/* Arithmetic of dims; divisors are positive. */

GK_INLINE gk_int64 gk_dim_min(gk_int64 a, gk_int64 b) {
    return a < b ? a : b;
}

GK_INLINE gk_int64 gk_dim_max(gk_int64 a, gk_int64 b) {
    return a > b ? a : b;
}

GK_INLINE gk_int64 gk_dim_floorDiv(gk_int64 a, gk_int64 b) {
    return a / b - (a % b < 0);
}

#endif
