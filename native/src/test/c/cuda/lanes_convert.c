#include "lanes.h"

static inline f64 rounded(f64 value, u32 rounding) {
    switch (rounding) {
        case ROUND_DOWN:
            return __builtin_elementwise_floor(value);
        case ROUND_UP:
            return __builtin_elementwise_ceil(value);
        case ROUND_ZERO:
            return __builtin_elementwise_trunc(value);
        default:
            return __builtin_elementwise_roundeven(value);
    }
}

static inline f64 power_of_two(s32 exponent) {
    return __builtin_bit_cast(f64, (u64)(exponent + 1023) << 52);
}

/*
 * The bits of the nearest number of a narrow format, given its fraction bits and its minimum exponent. The value is
 * scaled exactly so that the last bit is one; then it is rounded to an integer.
 */
static u32 narrowed(f64 value, u32 digits, s32 smallest, u32 rounding) {
    u64 bits = __builtin_bit_cast(u64, value);
    boolean negative = bits >> 63;
    u32 infinity = (u32)(3 - 2 * smallest) << digits, sign = (u32)negative << 15;
    if (value != value) {
        return 0x7fff;
    }
    f64 size = __builtin_bit_cast(f64, bits & ~(1ull << 63));
    if (size == __builtin_inf()) {
        return sign | infinity;
    }
    u32 result = infinity;
    if (size < power_of_two(2 - smallest)) {
        s32 exponent = (s32)(bits >> 52 & 0x7ff) - 1023;
        if (exponent < smallest) {
            exponent = smallest;
        }
        u32 direction = negative && rounding == ROUND_DOWN ? ROUND_UP
                        : negative && rounding == ROUND_UP ? ROUND_DOWN
                                                           : rounding;
        f64 units = rounded(size * power_of_two((s32)digits - exponent), direction);
        result = ((u32)(exponent - smallest) << digits) + (u32)units;
    }
    boolean to_infinity = rounding == ROUND_NEAREST || rounding == (negative ? ROUND_DOWN : ROUND_UP);
    return sign | (result < infinity ? result : to_infinity ? infinity : infinity - 1);
}

static inline u64 read_bits(warp *w, u32 offset, u32 width, u32 lane) {
    switch (width) {
        case 2:
            return REGISTER(u16, offset)[lane];
        case 4:
            return REGISTER(u32, offset)[lane];
        default:
            return REGISTER(u64, offset)[lane];
    }
}

static inline void write_bits(warp *w, u32 offset, u32 width, u32 lane, u64 value) {
    switch (width) {
        case 2:
            REGISTER(u16, offset)[lane] = (u16)value;
            break;
        case 4:
            REGISTER(u32, offset)[lane] = (u32)value;
            break;
        default:
            REGISTER(u64, offset)[lane] = value;
            break;
    }
}

static const u8 sizes[TYPE_COUNT] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8};

static inline u64 extended(u64 bits, u32 type) {
    u32 unused = 64 - 8u * sizes[type];
    return type & 1 ? (u64)((s64)(bits << unused) >> unused) : bits << unused >> unused;
}

static inline f64 float_of(u64 bits, u32 type) {
    switch (type) {
        case TYPE_F16:
            return (f64) __builtin_bit_cast(f16, (u16)bits);
        case TYPE_BF16:
            return (f64) __builtin_bit_cast(f32, (u32)(u16)bits << 16);
        case TYPE_F32:
            return (f64) __builtin_bit_cast(f32, (u32)bits);
        default:
            return __builtin_bit_cast(f64, bits);
    }
}

/* Saturates out of range; a NaN becomes zero, or the highest bit if either side has 64 bits. */
static u64 integer_of(f64 value, u32 to, u32 from) {
    u32 bits = 8u * sizes[to];
    if (value != value) {
        return from != TYPE_F64 && bits < 64 ? 0 : 1ull << (bits - 1);
    }
    if (to & 1) {
        f64 limit = power_of_two((s32)bits - 1);
        return value >= limit ? (1ull << (bits - 1)) - 1 : value < -limit ? 0 - (1ull << (bits - 1)) : (u64)(s64)value;
    }
    f64 limit = power_of_two((s32)bits);
    return value >= limit ? ~0ull >> (64 - bits) : value <= 0 ? 0 : (u64)value;
}

static u64 clamped(u64 value, u32 to, u32 from) {
    u32 bits = 8u * sizes[to];
    u64 highest = ~0ull >> (64 - bits) >> (to & 1);
    if (from & 1 && (s64)value < 0) {
        s64 lowest = to & 1 ? -(s64)highest - 1 : 0;
        return (s64)value < lowest ? (u64)lowest : value;
    }
    return value > highest ? highest : value;
}

static u64 float_bits(f64 value, u32 to, u32 rounding) {
    switch (to) {
        case TYPE_F16:
            return narrowed(value, 10, -14, rounding);
        case TYPE_BF16:
            return narrowed(value, 7, -126, rounding);
        case TYPE_F32:
            return __builtin_bit_cast(u32, canonical((f32)value));
        default:
            return __builtin_bit_cast(u64, value);
    }
}

static u64 float_bits_of_integer(u64 value, u32 to, u32 from, u32 rounding) {
    if (to == TYPE_F32) {
        return __builtin_bit_cast(u32, from & 1 ? (f32)(s64)value : (f32)value);
    }
    return float_bits(from & 1 ? (f64)(s64)value : (f64)value, to, rounding);
}

HANDLER(convert) {
    conversion what = conversion_of(in);
    for (u32 lanes = mask; lanes; lanes &= lanes - 1) {
        u32 lane = (u32)__builtin_ctz(lanes);
        u64 bits = read_bits(w, in->operand[1], what.from_width, lane), value;
        if (what.from >= TYPE_F16) {
            f64 number = float_of(bits, what.from);
            if (what.integral) {
                number = rounded(number, what.rounding);
            }
            value = what.to >= TYPE_F16 ? float_bits(number, what.to, what.rounding)
                                        : integer_of(number, what.to, what.from);
        } else {
            value = extended(bits, what.from);
            if (what.to >= TYPE_F16) {
                value = float_bits_of_integer(value, what.to, what.from, what.rounding);
            } else if (what.saturate) {
                value = clamped(value, what.to, what.from);
            }
        }
        write_bits(w, in->operand[0], what.to_width, lane, what.to < TYPE_F16 ? extended(value, what.to) : value);
    }
}

static inline s32 truncated_s32(f32 value) {
    return value != value ? 0 : value >= 0x1p31f ? 0x7fffffff : value < -0x1p31f ? (s32)-0x80000000ll : (s32)value;
}

VALUE_HANDLER(u64_of_u32, u64, LANE(u32, 1))
VALUE_HANDLER(s64_of_s32, s64, LANE(s32, 1))
VALUE_HANDLER(u32_of_u64, u32, (u32)LANE(u64, 1))
VALUE_HANDLER(u32_of_u16, u32, LANE(u16, 1))
VALUE_HANDLER(s32_of_s16, s32, LANE(s16, 1))
VALUE_HANDLER(u16_of_u32, u16, (u16)LANE(u32, 1))
VALUE_HANDLER(f32_of_s32, f32, (f32)LANE(s32, 1))
VALUE_HANDLER(f64_of_s32, f64, (f64)LANE(s32, 1))
VALUE_HANDLER(f64_of_f32, f64, (f64)LANE(f32, 1))
VALUE_HANDLER(f32_of_f64, f32, canonical((f32)LANE(f64, 1)))
VALUE_HANDLER(f32_of_f16, f32, canonical((f32)LANE(f16, 1)))
VALUE_HANDLER(s32_of_f32, s32, truncated_s32(LANE(f32, 1)))
VALUE_HANDLER(nearest_f32, f32, canonical(__builtin_elementwise_roundeven(LANE(f32, 1))))
VALUE_HANDLER(floor_f32, f32, canonical(__builtin_elementwise_floor(LANE(f32, 1))))
VALUE_HANDLER(ceil_f32, f32, canonical(__builtin_elementwise_ceil(LANE(f32, 1))))
VALUE_HANDLER(trunc_f32, f32, canonical(__builtin_elementwise_trunc(LANE(f32, 1))))
VALUE_HANDLER(nearest_f64, f64, __builtin_elementwise_roundeven(LANE(f64, 1)))

static const struct {
    u8 to, from, rounding, integral;
    handler run;
} frequent[] = {
    {TYPE_U64, TYPE_U32, ROUND_NEAREST, false, u64_of_u32}, {TYPE_S64, TYPE_S32, ROUND_NEAREST, false, s64_of_s32},
    {TYPE_U32, TYPE_U64, ROUND_NEAREST, false, u32_of_u64}, {TYPE_U32, TYPE_U16, ROUND_NEAREST, false, u32_of_u16},
    {TYPE_S32, TYPE_S16, ROUND_NEAREST, false, s32_of_s16}, {TYPE_U16, TYPE_U32, ROUND_NEAREST, false, u16_of_u32},
    {TYPE_F32, TYPE_S32, ROUND_NEAREST, false, f32_of_s32}, {TYPE_F64, TYPE_S32, ROUND_NEAREST, false, f64_of_s32},
    {TYPE_F64, TYPE_F32, ROUND_NEAREST, false, f64_of_f32}, {TYPE_F32, TYPE_F64, ROUND_NEAREST, false, f32_of_f64},
    {TYPE_F32, TYPE_F16, ROUND_NEAREST, false, f32_of_f16}, {TYPE_S32, TYPE_F32, ROUND_ZERO, true, s32_of_f32},
    {TYPE_F32, TYPE_F32, ROUND_NEAREST, true, nearest_f32}, {TYPE_F32, TYPE_F32, ROUND_DOWN, true, floor_f32},
    {TYPE_F32, TYPE_F32, ROUND_UP, true, ceil_f32},         {TYPE_F32, TYPE_F32, ROUND_ZERO, true, trunc_f32},
    {TYPE_F64, TYPE_F64, ROUND_NEAREST, true, nearest_f64},
};

handler lanes_conversion(conversion what) {
    boolean plain = what.to_width == sizes[what.to] && what.from_width == sizes[what.from] && !what.saturate;
    for (u32 i = 0; plain && i < COUNT_OF(frequent); i++) {
        if (frequent[i].to == what.to && frequent[i].from == what.from && frequent[i].rounding == what.rounding &&
            frequent[i].integral == what.integral) {
            return frequent[i].run;
        }
    }
    return convert;
}
