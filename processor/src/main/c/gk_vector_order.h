/*
 * Elementwise maximum and minimum, and tests of masks.
 */
#ifndef GK_VECTOR_ORDER_H
#define GK_VECTOR_ORDER_H

#define GK_DEFINE_ANY_BITS(vector)                                                                                     \
    /** Returns true if any lane is not zero. */                                                                       \
    GK_OVERLOAD int gk_any_bits(vector a) {                                                                            \
        return __builtin_reduce_or(a) != 0;                                                                            \
    }

GK_DEFINE_ANY_BITS(gk_i8)
GK_DEFINE_ANY_BITS(gk_u8)
GK_DEFINE_ANY_BITS(gk_i16)
GK_DEFINE_ANY_BITS(gk_u16)
GK_DEFINE_ANY_BITS(gk_i32)
GK_DEFINE_ANY_BITS(gk_u32)
GK_DEFINE_ANY_BITS(gk_i64)
GK_DEFINE_ANY_BITS(gk_u64)

#undef GK_DEFINE_ANY_BITS

/** Returns true if the mask is true in any lane. */
GK_INLINE int gk_any(gk_mask mask) {
    return gk_any_bits(mask);
}

/*
 * The x86 instructions return their second operand if one is NaN, so that only a NaN of the first needs a test. That
 * operand is b, which is a constant more often than a, and a constant needs no test. They are not written as
 * comparisons: clang 20 merges these with the NaN test, and drops the absolute value of both operands.
 */
#if defined(__x86_64__) && GK_LANES == 16
#define GK_X86_MAXIMUM(a, b) __builtin_ia32_maxps512(a, b, 4)
#define GK_X86_MINIMUM(a, b) __builtin_ia32_minps512(a, b, 4)
#define GK_X86_MAXIMUM_F64(a, b) __builtin_ia32_maxpd512(a, b, 4)
#define GK_X86_MINIMUM_F64(a, b) __builtin_ia32_minpd512(a, b, 4)
#elif defined(__x86_64__) && GK_LANES == 8
#define GK_X86_MAXIMUM(a, b) __builtin_ia32_maxps256(a, b)
#define GK_X86_MINIMUM(a, b) __builtin_ia32_minps256(a, b)
#define GK_X86_MAXIMUM_F64(a, b) __builtin_ia32_maxpd256(a, b)
#define GK_X86_MINIMUM_F64(a, b) __builtin_ia32_minpd256(a, b)
#elif defined(__x86_64__)
#define GK_X86_MAXIMUM(a, b) __builtin_ia32_maxps(a, b)
#define GK_X86_MINIMUM(a, b) __builtin_ia32_minps(a, b)
#define GK_X86_MAXIMUM_F64(a, b) __builtin_ia32_maxpd(a, b)
#define GK_X86_MINIMUM_F64(a, b) __builtin_ia32_minpd(a, b)
#endif

/** The larger lane; NaN where either is NaN. The sign of a zero result is that of either zero. */
GK_OVERLOAD gk_f32 gk_maximum(gk_f32 a, gk_f32 b) {
#if defined(__aarch64__)
    return __builtin_elementwise_maximum(a, b);
#else
    gk_f32 larger = GK_X86_MAXIMUM(b, a);
    return gk_isNan(b) ? b : larger;
#endif
}

GK_OVERLOAD gk_f64 gk_maximum(gk_f64 a, gk_f64 b) {
#if defined(__aarch64__)
    return __builtin_elementwise_maximum(a, b);
#else
    gk_f64 larger;
    larger.lo = GK_X86_MAXIMUM_F64(b.lo, a.lo);
    larger.hi = GK_X86_MAXIMUM_F64(b.hi, a.hi);
    return b != b ? b : larger;
#endif
}

/** The smaller lane; NaN where either is NaN. The sign of a zero result is that of either zero. */
GK_OVERLOAD gk_f32 gk_minimum(gk_f32 a, gk_f32 b) {
#if defined(__aarch64__)
    return __builtin_elementwise_minimum(a, b);
#else
    gk_f32 smaller = GK_X86_MINIMUM(b, a);
    return gk_isNan(b) ? b : smaller;
#endif
}

GK_OVERLOAD gk_f64 gk_minimum(gk_f64 a, gk_f64 b) {
#if defined(__aarch64__)
    return __builtin_elementwise_minimum(a, b);
#else
    gk_f64 smaller;
    smaller.lo = GK_X86_MINIMUM_F64(b.lo, a.lo);
    smaller.hi = GK_X86_MINIMUM_F64(b.hi, a.hi);
    return b != b ? b : smaller;
#endif
}

/** The larger of a bound that is not NaN and the lane; a NaN lane stays NaN. One instruction. */
GK_OVERLOAD gk_f32 gk_clamp_min(float bound, gk_f32 a) {
#if defined(__aarch64__)
    return __builtin_elementwise_maximum(gk_splat(bound), a);
#else
    return gk_splat(bound) > a ? gk_splat(bound) : a;
#endif
}

/** The smaller of a bound that is not NaN and the lane; a NaN lane stays NaN. One instruction. */
GK_OVERLOAD gk_f32 gk_clamp_max(float bound, gk_f32 a) {
#if defined(__aarch64__)
    return __builtin_elementwise_minimum(gk_splat(bound), a);
#else
    return gk_splat(bound) < a ? gk_splat(bound) : a;
#endif
}

#endif
