/*
 * Elements in memory, each dtype with a type of its own, so that loads and stores are overloaded by pointer type:
 * float, double, int, gk_int64, gk_int8, gk_int16, gk_uint8, gk_uint16, gk_uint32, gk_uint64 and these.
 */
#ifndef GK_ELEMENTS_H
#define GK_ELEMENTS_H

/** A bool: any nonzero byte is true. */
typedef struct {
    gk_uint8 byte;
} gk_bool;

/** An f16: 1 sign bit, 5 bits of exponent, 10 of mantissa. */
typedef struct {
    unsigned short bits;
} gk_half;

/** A bf16: the upper half of an f32. */
typedef struct {
    unsigned short bits;
} gk_bfloat;

/** An f8e4m3: 1 sign bit, 4 bits of exponent, 3 of mantissa, of which all ones are the only NaN; no infinities. */
typedef struct {
    gk_uint8 bits;
} gk_e4m3;

/** An f8e5m2: the upper half of an f16. */
typedef struct {
    gk_uint8 bits;
} gk_e5m2;

#endif
