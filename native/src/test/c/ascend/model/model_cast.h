/* Conversions. Part of kernel_operator.h. */

enum class RoundMode { CAST_NONE, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, CAST_ODD };

template <typename T> constexpr bool isByte = __is_same(T, int8_t) || __is_same(T, uint8_t);

/* Conversions of the 310P; with other modes, a call does nothing there. */
template <typename To, typename From> static bool has310PMode(RoundMode mode) {
    bool plain = mode == RoundMode::CAST_NONE;
    if (__is_same(From, float) && __is_same(To, int32_t)) {
        return mode >= RoundMode::CAST_RINT && mode <= RoundMode::CAST_TRUNC;
    }
    if (__is_same(From, half) && isByte<To>) {
        return plain || (mode >= RoundMode::CAST_FLOOR && mode <= RoundMode::CAST_TRUNC);
    }
    bool converts = (__is_same(From, half) && __is_same(To, float)) || (__is_same(From, float) && __is_same(To, half))
        || (__is_same(From, int32_t) && __is_same(To, float)) || (isByte<From> && __is_same(To, half));
    return plain && converts;
}

/* Supported conversions, by modes that all other chips have. */
template <typename To, typename From> static bool hasMode(RoundMode mode) {
    if (model::IS_310P) {
        return has310PMode<To, From>(mode);
    }
    bool rounds = mode >= RoundMode::CAST_RINT && mode <= RoundMode::CAST_TRUNC;
    bool plain = mode == RoundMode::CAST_NONE;
    if (__is_same(From, float) && __is_same(To, half)) {
        return plain || mode == RoundMode::CAST_RINT;
    }
    bool fromFloat = __is_same(From, float)
        && (__is_same(To, bfloat16_t) || __is_same(To, float) || __is_same(To, int32_t) || __is_same(To, int64_t));
    if (fromFloat || (__is_same(From, half) && isByte<To>)) {
        return rounds;
    }
    /* Further ones exist, which are not modeled. */
    if (__is_same(To, float) && (__is_same(From, int32_t) || __is_same(From, int64_t))) {
        return mode == RoundMode::CAST_RINT || (mode == RoundMode::CAST_TRUNC && __is_same(From, int32_t));
    }
    bool widens = (__is_same(To, float) && (__is_same(From, half) || __is_same(From, bfloat16_t)))
        || (__is_same(To, half) && isByte<From>) || (__is_same(To, int64_t) && __is_same(From, int32_t));
    return plain && (widens || (__is_same(To, int32_t) && __is_same(From, int64_t)));
}

static inline float roundedBy(RoundMode mode, float a) {
    switch (mode) {
        case RoundMode::CAST_FLOOR: return __builtin_floorf(a);
        case RoundMode::CAST_CEIL: return __builtin_ceilf(a);
        case RoundMode::CAST_ROUND: return __builtin_roundf(a);
        case RoundMode::CAST_TRUNC: return __builtin_truncf(a);
        default: return __builtin_rintf(a);
    }
}

/* Truncates: a float that was rounded away from zero is replaced by its neighbor towards zero. */
static inline float truncated(int32_t a) {
    float nearest = (float)a;
    bool isAway = __builtin_fabs((double)nearest) > __builtin_fabs((double)a);
    return __builtin_bit_cast(float, __builtin_bit_cast(uint32_t, nearest) - isAway);
}

template <typename T> constexpr T least = (T)(sizeof(T) == 8 ? (-0x7fffffffffffffffl - 1) : sizeof(T) == 4 ? -2147483648l : T(-1) < 0 ? -128 : 0);
template <typename T> constexpr T most = (T)(sizeof(T) == 8 ? ~(-0x7fffffffffffffffl - 1) : sizeof(T) == 4 ? 2147483647l : T(-1) < 0 ? 127 : 255);

/* Values out of range saturate. The result for NaN is not documented; here it is the least integer. */
template <typename To> static To saturated(float a) {
    if (!(a >= (float)least<To>)) {
        return least<To>;
    }
    return a >= (float)most<To> && (sizeof(To) > 2 || a > (float)most<To>) ? most<To> : (To)a;
}

template <typename To, typename From>
static void Cast(const LocalTensor<To> &target, const LocalTensor<From> &source, const RoundMode &mode, const uint32_t count,
    int line = __builtin_LINE()) {
    if (!hasMode<To, From>(mode)) {
        model::fault("T14", "Cast", line, "no conversion of these dtypes by mode %d", (int)mode);
    }
    unary("Cast", target, source, (int32_t)count, line, [mode](From a) {
        if constexpr (__is_same(To, From)) {
            return roundedBy(mode, a);
        } else if constexpr (__is_same(To, int32_t) && __is_same(From, int64_t)) {
            return a > 2147483647l ? 2147483647 : a < -2147483648l ? (int32_t)-2147483648l : (int32_t)a;
        } else if constexpr (isByte<To> || (__is_same(From, float) && (__is_same(To, int32_t) || __is_same(To, int64_t)))) {
            return saturated<To>(roundedBy(mode, (float)a));
        } else if constexpr (__is_same(To, float) && __is_same(From, int32_t)) {
            return mode == RoundMode::CAST_TRUNC ? truncated(a) : (float)a;
        } else if constexpr (isByte<From>) {
            return half((int)a);
        } else {
            return (To)(a);
        }
    });
}
