/*
 * Functions whose last bits the chip does not guarantee, computed in double precision.
 */
#ifndef MODEL_MATH_H
#define MODEL_MATH_H

namespace model {

/* Error of functions that the chip need not round correctly: the maximum, in units in the last place. */
static uint64_t unitsOff;

/* A result with the maximum permitted error, deterministic by value. */
static inline float near(float exact) {
    constexpr uint32_t NOT_FINITE = 0x7f800000;
    uint32_t bits = __builtin_bit_cast(uint32_t, exact);
    uint32_t spread = (bits * 2654435761u) >> 16;
    uint32_t moved = bits + spread % (2 * (uint32_t)unitsOff + 1) - (uint32_t)unitsOff;
    bool isNormal = (bits & NOT_FINITE) && (bits & NOT_FINITE) != NOT_FINITE;
    return isNormal && (moved & NOT_FINITE) && (moved & NOT_FINITE) != NOT_FINITE ? __builtin_bit_cast(float, moved) : exact;
}

static inline double scaled(double value, int64_t exponent) {
    return value * __builtin_bit_cast(double, (uint64_t)(exponent + 1023) << 52);
}

/* By Taylor's series about a multiple of ln 2. */
static inline float exponential(float x) {
    if (x != x || x > 89) {
        return x != x ? x : __builtin_inff();
    }
    if (x < -104) {
        return 0;
    }
    double multiple = __builtin_floor(x * 1.4426950408889634 + 0.5);
    double rest = x - multiple * 0.6931471805599453;
    double sum = 1;
    for (int i = 16; i > 0; i--) {
        sum = 1 + sum * rest / i;
    }
    return (float)scaled(sum, (int64_t)multiple);
}

/* By the series of the inverse hyperbolic tangent. */
static inline float logarithm(float x) {
    if (!(x > 0) || x == __builtin_inff()) {
        return x == 0 ? -__builtin_inff() : x > 0 ? x : __builtin_nanf("");
    }
    uint64_t bits = __builtin_bit_cast(uint64_t, (double)x);
    int64_t exponent = (int64_t)(bits >> 52) - 1023;
    double mantissa = scaled(x, -exponent);
    if (mantissa > 1.4142135623730951) {
        mantissa /= 2;
        exponent++;
    }
    double t = (mantissa - 1) / (mantissa + 1);
    double sum = 0;
    for (int i = 41; i > 0; i -= 2) {
        sum = sum * t * t + 1.0 / i;
    }
    return (float)(2 * t * sum + (double)exponent * 0.6931471805599453);
}

}

#endif
