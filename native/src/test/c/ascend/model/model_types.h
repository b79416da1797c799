/* The types of elements. */
#ifndef MODEL_TYPES_H
#define MODEL_TYPES_H

/* A half-precision float, which is converted and copied; its arithmetic is not modeled. */
struct half {
    uint16_t bits;
    half() = default;
    half(int value) : bits(model::narrowed((_Float16)value)) {}
    explicit half(float value) : bits(model::narrowed((_Float16)value)) {}
    explicit operator float() const { return (float)__builtin_bit_cast(_Float16, bits); }
};

/* Without arithmetic on chips before 3510. */
struct bfloat16_t {
    uint16_t bits;
    bfloat16_t() = default;
    bfloat16_t(int value) : bfloat16_t((float)value) {}
    explicit bfloat16_t(float value) {
        uint32_t wide = __builtin_bit_cast(uint32_t, value);
        bool isNan = (wide & 0x7fffffff) > 0x7f800000;
        bits = (uint16_t)(isNan ? wide >> 16 | 0x40 : (wide + 0x7fff + (wide >> 16 & 1)) >> 16);
    }
    explicit operator float() const { return __builtin_bit_cast(float, (uint32_t)bits << 16); }
};

#endif
