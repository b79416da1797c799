/*
 * Integer arithmetic. Sums, products and negations wrap around, and no operand traps: the quotient and the remainder of
 * a division by zero are 0. The least integer divided by -1 is itself.
 *
 * Signed overflow is undefined in C. With -fwrapv the loops of all dtypes would no longer be unrolled; therefore sums
 * and products are computed on unsigned lanes.
 */
#ifndef GK_INTEGER_H
#define GK_INTEGER_H

#define GK_DEFINE_WRAPPING(name, vector, unsigned_vector, operator)                                                    \
    GK_OVERLOAD vector name(vector a, vector b) {                                                                      \
        return (vector) ((unsigned_vector) a operator(unsigned_vector) b);                                             \
    }
#define GK_DEFINE_RING(vector, unsigned_vector)                                                                        \
    GK_DEFINE_WRAPPING(gk_add, vector, unsigned_vector, +)                                                             \
    GK_DEFINE_WRAPPING(gk_sub, vector, unsigned_vector, -)                                                             \
    GK_DEFINE_WRAPPING(gk_mul, vector, unsigned_vector, *)                                                             \
    GK_OVERLOAD vector gk_neg(vector x) {                                                                              \
        return (vector) ((unsigned_vector) 0 - (unsigned_vector) x);                                                   \
    }

/* A 16-bit scalar would be promoted to int, in which its product may overflow. */
#if GK_LANES == 1
#define GK_RING_16 gk_u32
#else
#define GK_RING_16 gk_u16
#endif

GK_DEFINE_RING(gk_i8, gk_u8)
GK_DEFINE_RING(gk_u8, gk_u8)
GK_DEFINE_RING(gk_i16, GK_RING_16)
GK_DEFINE_RING(gk_u16, GK_RING_16)
GK_DEFINE_RING(gk_i32, gk_u32)
GK_DEFINE_RING(gk_u32, gk_u32)
GK_DEFINE_RING(gk_i64, gk_u64)
GK_DEFINE_RING(gk_u64, gk_u64)

#undef GK_RING_16
#undef GK_DEFINE_RING
#undef GK_DEFINE_WRAPPING

/* For a divisor of 0 or -1, the quotient equals the product with the divisor. */
#define GK_DEFINE_QUOTIENT(vector)                                                                                     \
    /** The quotient, rounded towards zero. */                                                                         \
    GK_OVERLOAD vector gk_div(vector a, vector b) {                                                                    \
        vector unit = GK_MASK(vector, b == -1) | GK_MASK(vector, b == 0);                                              \
        vector divisor = unit ? (vector) 1 : b;                                                                        \
        vector quotient;                                                                                               \
        for (int lane = 0; lane < GK_LANES; lane++) {                                                                  \
            GK_LANE(quotient, lane) = GK_LANE(a, lane) / GK_LANE(divisor, lane);                                       \
        }                                                                                                              \
        return unit ? gk_mul(b, a) : quotient;                                                                         \
    }

GK_DEFINE_QUOTIENT(gk_i64)

#define GK_DEFINE_UNSIGNED_QUOTIENT(vector)                                                                            \
    /** The quotient, rounded down. */                                                                                 \
    GK_OVERLOAD vector gk_div(vector a, vector b) {                                                                    \
        vector divisor = b == 0 ? (vector) 1 : b;                                                                      \
        vector quotient;                                                                                               \
        for (int lane = 0; lane < GK_LANES; lane++) {                                                                  \
            GK_LANE(quotient, lane) = GK_LANE(a, lane) / GK_LANE(divisor, lane);                                       \
        }                                                                                                              \
        return b == 0 ? (vector) 0 : quotient;                                                                         \
    }

GK_DEFINE_UNSIGNED_QUOTIENT(gk_u64)

#if GK_LANES == 1
GK_DEFINE_QUOTIENT(gk_i32)

GK_DEFINE_UNSIGNED_QUOTIENT(gk_u32)

/* The quotient, rounded towards zero; that of the least integer by -1 does not fit and wraps. */
#define GK_DEFINE_NARROW_QUOTIENT(vector)                                                                              \
    GK_OVERLOAD vector gk_div(vector a, vector b) {                                                                    \
        return GK_CONVERT(vector, gk_div(GK_CONVERT(gk_i32, a), GK_CONVERT(gk_i32, b)));                               \
    }
#else
/* Quotients of up to 16 bits are computed in f32, 32-bit quotients in f64: rounding never reaches the next integer. */
GK_INLINE gk_f32 gk_narrow_quotient(gk_f32 a, gk_f32 b) {
    return GK_TRUNC(a / (b == gk_splat(0) ? gk_splat(1.0f) : b));
}

/* The quotient, rounded towards zero; one that does not fit is converted through 32 bits and wraps. */
#define GK_DEFINE_NARROW_QUOTIENT(vector)                                                                              \
    GK_OVERLOAD vector gk_div(vector a, vector b) {                                                                    \
        gk_f32 quotient = gk_narrow_quotient(GK_CONVERT(gk_f32, a), GK_CONVERT(gk_f32, b));                            \
        vector result = GK_CONVERT(vector, GK_CONVERT(gk_i32, quotient));                                              \
        return b == 0 ? (vector) 0 : result;                                                                           \
    }

GK_OVERLOAD gk_i32 gk_div(gk_i32 a, gk_i32 b) {
    gk_i32 unit = b == -1 | b == 0;
    gk_f64 divisor = GK_CONVERT(gk_f64, unit ? (gk_i32) 1 : b);
    gk_i32 quotient = GK_CONVERT(gk_i32, GK_CONVERT(gk_f64, a) / divisor);
    return unit ? gk_mul(b, a) : quotient;
}

GK_OVERLOAD gk_u32 gk_div(gk_u32 a, gk_u32 b) {
    gk_f64 divisor = GK_CONVERT(gk_f64, b == 0 ? (gk_u32) 1 : b);
    gk_u32 quotient = GK_CONVERT(gk_u32, GK_CONVERT(gk_f64, a) / divisor);
    return b == 0 ? (gk_u32) 0 : quotient;
}
#endif

GK_DEFINE_NARROW_QUOTIENT(gk_i8)
GK_DEFINE_NARROW_QUOTIENT(gk_u8)
GK_DEFINE_NARROW_QUOTIENT(gk_i16)
GK_DEFINE_NARROW_QUOTIENT(gk_u16)

#define GK_DEFINE_REMAINDERS(vector)                                                                                   \
    /** The remainder of gk_div, with the sign of a. */                                                                \
    GK_OVERLOAD vector gk_mod(vector a, vector b) {                                                                    \
        return b == 0 ? (vector) 0 : gk_sub(a, gk_mul(gk_div(a, b), b));                                               \
    }

GK_DEFINE_REMAINDERS(gk_i8)
GK_DEFINE_REMAINDERS(gk_u8)
GK_DEFINE_REMAINDERS(gk_i16)
GK_DEFINE_REMAINDERS(gk_u16)
GK_DEFINE_REMAINDERS(gk_i32)
GK_DEFINE_REMAINDERS(gk_u32)
GK_DEFINE_REMAINDERS(gk_i64)
GK_DEFINE_REMAINDERS(gk_u64)

#define GK_DEFINE_FLOORS(vector)                                                                                       \
    /** The quotient, rounded down. */                                                                                 \
    GK_OVERLOAD vector gk_floorDiv(vector a, vector b) {                                                               \
        vector quotient = gk_div(a, b);                                                                                \
        vector rest = gk_sub(a, gk_mul(quotient, b));                                                                  \
        vector below = GK_MASK(vector, b != 0) & GK_MASK(vector, rest != 0) & GK_MASK(vector, (rest ^ b) < 0);         \
        return quotient + below;                                                                                       \
    }                                                                                                                  \
    /** The remainder of gk_floorDiv, with the sign of b. */                                                           \
    GK_OVERLOAD vector gk_floorMod(vector a, vector b) {                                                               \
        vector rest = gk_mod(a, b);                                                                                    \
        vector crossed = GK_MASK(vector, rest != 0) & GK_MASK(vector, (rest ^ b) < 0);                                 \
        return rest + (crossed & b);                                                                                   \
    }                                                                                                                  \
    /** The magnitude; the least integer has none and stays. */                                                        \
    GK_OVERLOAD vector gk_abs(vector x) {                                                                              \
        return x < 0 ? gk_neg(x) : x;                                                                                  \
    }                                                                                                                  \
    /** 1, -1 or 0. */                                                                                                 \
    GK_OVERLOAD vector gk_sign(vector x) {                                                                             \
        return GK_MASK(vector, x < 0) - GK_MASK(vector, x > 0);                                                        \
    }

GK_DEFINE_FLOORS(gk_i8)
GK_DEFINE_FLOORS(gk_i16)
GK_DEFINE_FLOORS(gk_i32)
GK_DEFINE_FLOORS(gk_i64)

#define GK_DEFINE_UNSIGNED(vector)                                                                                     \
    GK_OVERLOAD vector gk_floorDiv(vector a, vector b) {                                                               \
        return gk_div(a, b);                                                                                           \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_floorMod(vector a, vector b) {                                                               \
        return gk_mod(a, b);                                                                                           \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_abs(vector x) {                                                                              \
        return x;                                                                                                      \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_sign(vector x) {                                                                             \
        return x == 0 ? x : (vector) 1;                                                                                \
    }

GK_DEFINE_UNSIGNED(gk_u8)
GK_DEFINE_UNSIGNED(gk_u16)
GK_DEFINE_UNSIGNED(gk_u32)
GK_DEFINE_UNSIGNED(gk_u64)

/* With a negative exponent: 1 for the base 1, 1 or -1 for the base -1 (by the parity of the exponent), else 0. */
#define GK_DEFINE_POWER(vector)                                                                                        \
    /** x to the power y by repeated squaring; for a negative y the reciprocal, rounded towards zero, and 0 of 0. */   \
    GK_OVERLOAD vector gk_pow(vector x, vector y) {                                                                    \
        vector negative = GK_MASK(vector, y < 0);                                                                      \
        vector unit = GK_MASK(vector, x == 1) | GK_MASK(vector, x == (vector) -1);                                     \
        vector rest = negative ? y & 1 : y;                                                                            \
        vector square = x;                                                                                             \
        vector result = (vector) 1;                                                                                    \
        while (gk_any_bits(rest)) {                                                                                    \
            result = gk_mul(result, (vector) ((rest & 1) != 0 ? square : (vector) 1));                                 \
            square = gk_mul(square, square);                                                                           \
            rest = rest >> 1;                                                                                          \
        }                                                                                                              \
        return negative & ~unit ? (vector) 0 : result;                                                                 \
    }

GK_DEFINE_POWER(gk_i8)
GK_DEFINE_POWER(gk_u8)
GK_DEFINE_POWER(gk_i16)
GK_DEFINE_POWER(gk_u16)
GK_DEFINE_POWER(gk_i32)
GK_DEFINE_POWER(gk_u32)
GK_DEFINE_POWER(gk_i64)
GK_DEFINE_POWER(gk_u64)

#define GK_DEFINE_ORDER(vector)                                                                                        \
    GK_OVERLOAD vector gk_maximum(vector a, vector b) {                                                                \
        return GK_MAX(a, b);                                                                                           \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_minimum(vector a, vector b) {                                                                \
        return GK_MIN(a, b);                                                                                           \
    }

GK_DEFINE_ORDER(gk_i8)
GK_DEFINE_ORDER(gk_u8)
GK_DEFINE_ORDER(gk_i16)
GK_DEFINE_ORDER(gk_u16)
GK_DEFINE_ORDER(gk_i32)
GK_DEFINE_ORDER(gk_u32)
GK_DEFINE_ORDER(gk_i64)
GK_DEFINE_ORDER(gk_u64)

#undef GK_DEFINE_ORDER
#undef GK_DEFINE_POWER
#undef GK_DEFINE_UNSIGNED
#undef GK_DEFINE_FLOORS
#undef GK_DEFINE_REMAINDERS
#undef GK_DEFINE_NARROW_QUOTIENT
#undef GK_DEFINE_UNSIGNED_QUOTIENT
#undef GK_DEFINE_QUOTIENT

#endif
