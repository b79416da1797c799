/*
 * Functions on the bits of integers. The distance of a shift is taken modulo the width of the lanes: C leaves larger
 * distances undefined.
 */
#ifndef GK_BITS_H
#define GK_BITS_H

#define GK_DEFINE_BITS(vector, unsigned_vector, max_distance)                                                          \
    GK_OVERLOAD vector gk_bitwiseAnd(vector a, vector b) {                                                             \
        return (vector) (a & b);                                                                                       \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_bitwiseOr(vector a, vector b) {                                                              \
        return (vector) (a | b);                                                                                       \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_bitwiseXor(vector a, vector b) {                                                             \
        return (vector) (a ^ b);                                                                                       \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_bitwiseNot(vector a) {                                                                       \
        return (vector) ~a;                                                                                            \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_leftShift(vector a, vector b) {                                                              \
        return (vector) ((unsigned_vector) a << (unsigned_vector) (b & (vector) max_distance));                        \
    }                                                                                                                  \
    /** Inserts copies of the sign, which unsigned lanes do not have. */                                               \
    GK_OVERLOAD vector gk_rightShift(vector a, vector b) {                                                             \
        return (vector) (a >> (b & (vector) max_distance));                                                            \
    }                                                                                                                  \
    GK_OVERLOAD vector gk_unsignedRightShift(vector a, vector b) {                                                     \
        return (vector) ((unsigned_vector) a >> (unsigned_vector) (b & (vector) max_distance));                        \
    }

GK_DEFINE_BITS(gk_i8, gk_u8, 7)
GK_DEFINE_BITS(gk_u8, gk_u8, 7)
GK_DEFINE_BITS(gk_i16, gk_u16, 15)
GK_DEFINE_BITS(gk_u16, gk_u16, 15)
GK_DEFINE_BITS(gk_i32, gk_u32, 31)
GK_DEFINE_BITS(gk_u32, gk_u32, 31)
GK_DEFINE_BITS(gk_i64, gk_u64, 63)
GK_DEFINE_BITS(gk_u64, gk_u64, 63)

#undef GK_DEFINE_BITS

/* The counts of 2, 4 and 8 adjacent bits; the product with ones adds those of all bytes in the highest one. */
#define GK_DEFINE_BIT_COUNT(vector, unsigned_vector, ones, last_byte)                                                  \
    /** The number of set bits. */                                                                                     \
    GK_OVERLOAD vector gk_bitCount(vector a) {                                                                         \
        unsigned_vector one = (unsigned_vector) ones;                                                                  \
        unsigned_vector x = (unsigned_vector) a;                                                                       \
        x = (unsigned_vector) (x - (x >> (unsigned_vector) 1 & one * (unsigned_vector) 0x55));                         \
        x = (unsigned_vector) ((x & one * (unsigned_vector) 0x33)                                                      \
                               + (x >> (unsigned_vector) 2 & one * (unsigned_vector) 0x33));                           \
        x = (unsigned_vector) (x + (x >> (unsigned_vector) 4) & one * (unsigned_vector) 0x0f);                         \
        return (vector) (unsigned_vector) ((unsigned_vector) (x * one) >> (unsigned_vector) last_byte);                \
    }

GK_DEFINE_BIT_COUNT(gk_i8, gk_u8, 1, 0)
GK_DEFINE_BIT_COUNT(gk_u8, gk_u8, 1, 0)
GK_DEFINE_BIT_COUNT(gk_i16, gk_u16, 0x0101, 8)
GK_DEFINE_BIT_COUNT(gk_u16, gk_u16, 0x0101, 8)
GK_DEFINE_BIT_COUNT(gk_i32, gk_u32, 0x01010101, 24)
GK_DEFINE_BIT_COUNT(gk_u32, gk_u32, 0x01010101, 24)
GK_DEFINE_BIT_COUNT(gk_i64, gk_u64, 0x0101010101010101, 56)
GK_DEFINE_BIT_COUNT(gk_u64, gk_u64, 0x0101010101010101, 56)

#undef GK_DEFINE_BIT_COUNT

#endif
