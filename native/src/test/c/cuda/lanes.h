/*
 * Execution of an instruction for the lanes of a warp, and the table from opcodes to handlers. A result is computed for
 * all lanes and stored for those of the mask, which the host's vector instructions do best.
 */
#ifndef EMULATION_LANES_H
#define EMULATION_LANES_H

#include "codes.h"
#include "machine.h"

typedef struct {
    const char *opcode; /* with types, without round-to-nearest, .ftz and .sat */
    handler run;
    u8 operands; /* number of operands, including the result */
} opcode_row;

typedef struct {
    const opcode_row *rows;
    u32 count;
} opcode_table;

extern const opcode_table float_opcodes, bfloat_opcodes, integer_opcodes, compare_opcodes, bit_opcodes, control_opcodes,
    matrix_opcodes, copy_opcodes;

/* Operand n of the instruction, one value per lane. */
#define LANE(type, n) (REGISTER(type, in->operand[n])[i])

/* The loops have no dependence between lanes: operands are whole registers, the same or apart. */
#define FOR_LANES _Pragma("clang loop vectorize(assume_safety)") for (u32 i = 0; i < WARP_LANES; i++)

#define HANDLER(name) static void name(warp *w, const instruction *in, u32 mask)

/* Copies the values of the lanes of a mask, with bit operations only, which are vectorized. */
#define KEEP(type)                                                                                                     \
    {                                                                                                                  \
        type *old = to;                                                                                                \
        const type *new = from;                                                                                        \
        FOR_LANES {                                                                                                    \
            type kept = (type)(s64)(s32)(0 - (mask >> i & 1));                                                         \
            old[i] = (type)((new[i] & kept) | (old[i] & ~kept));                                                       \
        }                                                                                                              \
    }

static inline void keep(void *to, const void *from, u32 bytes, u32 mask) {
    switch (bytes) {
        case 2:
            KEEP(u16)
            break;
        case 4:
            KEEP(u32)
            break;
        default:
            KEEP(u64)
            break;
    }
}

/* Defines a handler with one value per lane; the mask is not tested if all lanes execute. */
#define VALUE_HANDLER(name, type, value)                                                                               \
    HANDLER(name) {                                                                                                    \
        if (mask == ALL_LANES) {                                                                                       \
            FOR_LANES {                                                                                                \
                LANE(type, 0) = (value);                                                                               \
            }                                                                                                          \
        } else {                                                                                                       \
            type values[WARP_LANES];                                                                                   \
            FOR_LANES {                                                                                                \
                values[i] = (value);                                                                                   \
            }                                                                                                          \
            keep(REGISTER(type, in->operand[0]), values, sizeof(type), mask);                                          \
        }                                                                                                              \
    }

/* The same for operations that trap or are slow, and must not be computed for other lanes. */
#define EACH_HANDLER(name, type, value)                                                                                \
    HANDLER(name) {                                                                                                    \
        for (u32 lanes = mask; lanes; lanes &= lanes - 1) {                                                            \
            u32 i = (u32)__builtin_ctz(lanes);                                                                         \
            LANE(type, 0) = (value);                                                                                   \
        }                                                                                                              \
    }

/* A predicate: one bit per lane. */
#define PREDICATE(n) (*REGISTER(u32, in->operand[n]))

static inline void set_predicate(u32 *predicate, u32 mask, u32 value) {
    *predicate = (*predicate & ~mask) | (value & mask);
}

#define CANONICAL_NAN_F32 __builtin_bit_cast(f32, 0x7fffffffu)

/* The canonical NaN of f32 instructions. */
static inline f32 canonical(f32 value) {
    return value == value ? value : CANONICAL_NAN_F32;
}

/* Of two zeros the negative one is smaller; a number is preferred to NaN. */
static inline f32 min_f32_of(f32 a, f32 b) {
    u32 x = __builtin_bit_cast(u32, a), y = __builtin_bit_cast(u32, b);
    f32 number = a < b ? a : b < a ? b : __builtin_bit_cast(f32, x | y);
    return a != a ? canonical(b) : b != b ? a : number;
}

static inline f32 max_f32_of(f32 a, f32 b) {
    u32 x = __builtin_bit_cast(u32, a), y = __builtin_bit_cast(u32, b);
    f32 number = a > b ? a : b > a ? b : __builtin_bit_cast(f32, x & y);
    return a != a ? canonical(b) : b != b ? a : number;
}

static inline f32 either_nan(f32 a, f32 b, f32 otherwise) {
    return a != a || b != b ? CANONICAL_NAN_F32 : otherwise;
}

static inline f32 of_half(u16 bits) {
    return (f32) __builtin_bit_cast(f16, bits);
}

/* Rounds to odd: towards zero, with the last bit set if inexact. A second rounding is then that of the number. */
static inline f32 odd_f32(f64 number) {
    f32 once = (f32)number;
    u32 bits = __builtin_bit_cast(u32, once);
    if ((f64)once != number && !(bits & 1)) {
        bits = (__builtin_fabs((f64)once) > __builtin_fabs(number) ? bits - 1 : bits) | 1;
    }
    return __builtin_bit_cast(f32, bits);
}

/* By way of f32, for which there is an instruction: a conversion from f64 is a function of the compiler's library. */
static inline u16 half_bits(f64 number) {
    f16 value = (f16)odd_f32(number);
    return value == value ? __builtin_bit_cast(u16, value) : 0x7fff;
}

/* An instruction of two operands on u16, and the same on both halves of a register. */
#define BINARY_HANDLERS(name, function)                                                                                \
    VALUE_HANDLER(name, u16, function(LANE(u16, 1), LANE(u16, 2)))                                                     \
    VALUE_HANDLER(                                                                                                     \
        name##x2, u32,                                                                                                 \
        (u32)function((u16)LANE(u32, 1), (u16)LANE(u32, 2)) |                                                          \
            (u32)function((u16)(LANE(u32, 1) >> 16), (u16)(LANE(u32, 2) >> 16)) << 16)

/* Set by the previous instruction's handler for the next one, which resets it to nearest. */
enum rounding { ROUND_NEAREST, ROUND_DOWN, ROUND_UP, ROUND_ZERO };

void lanes_set_rounding(warp *w, const instruction *in, u32 mask);
void lanes_flush_f32(warp *w, const instruction *in, u32 mask);
void lanes_saturate_f32(warp *w, const instruction *in, u32 mask);
void lanes_saturate_f64(warp *w, const instruction *in, u32 mask);
void lanes_move_16(warp *w, const instruction *in, u32 mask);
void lanes_move_32(warp *w, const instruction *in, u32 mask);
void lanes_move_64(warp *w, const instruction *in, u32 mask);
void lanes_pack(warp *w, const instruction *in, u32 mask);
void lanes_unpack(warp *w, const instruction *in, u32 mask);
void lanes_load(warp *w, const instruction *in, u32 mask);
void lanes_store(warp *w, const instruction *in, u32 mask);
void lanes_to_generic(warp *w, const instruction *in, u32 mask);
void lanes_from_generic(warp *w, const instruction *in, u32 mask);
void lanes_and_predicate(warp *w, const instruction *in, u32 mask);
void lanes_or_predicate(warp *w, const instruction *in, u32 mask);
void lanes_xor_predicate(warp *w, const instruction *in, u32 mask);
void lanes_not_predicate(warp *w, const instruction *in, u32 mask);

enum access { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/*
 * The host address of bytes of a space; null, and the warp has failed, if a thread may not access them. Resolving also
 * checks that the address is a multiple of their number.
 */
u8 *lanes_locate(warp *w, const instruction *in, u32 lane, u64 address, u32 bytes, enum access access, u32 space);
u8 *lanes_resolve(warp *w, const instruction *in, u32 lane, u64 address, u32 bytes, enum access access, u32 space);

/* Of 8 lanes that access 16 bytes each, the number that wait for another one: a bank has 4 bytes of every 128. */
static inline u32 bank_conflicts(const u64 *addresses, u32 lanes) {
    u32 used = 0, conflicts = 0;
    for (u32 i = 0; i < 8; i++) {
        u32 banks = 1u << (addresses[i] / 16 % 8);
        if (lanes >> i & 1) {
            conflicts += (used & banks) != 0;
            used |= banks;
        }
    }
    return conflicts;
}

/* Addition and subtraction of 32 or 64 bits with a carry or borrow. */
handler lanes_carrying(boolean subtract, u32 bytes);

/* Atomic instructions by operation and type; null if there is none. */
handler lanes_atomic(const char *operation, const char *type);

/* The types of cvt; those of signed integers are odd. */
enum conversion_type {
    TYPE_U8,
    TYPE_S8,
    TYPE_U16,
    TYPE_S16,
    TYPE_U32,
    TYPE_S32,
    TYPE_U64,
    TYPE_S64,
    TYPE_F16,
    TYPE_BF16,
    TYPE_F32,
    TYPE_F64,
    TYPE_COUNT
};

typedef struct {
    u8 to, from, to_width, from_width; /* types, and register bytes, which may be wider */
    u8 rounding;                       /* to an integer or to the type of the result: enum rounding */
    u8 integral, saturate;             /* round to an integer; saturate to the type */
} conversion;

/* The immediate of the instruction selects the operation. */
static inline s64 conversion_immediate(conversion what) {
    return (s64)what.to | (s64)what.from << 8 | (s64)what.to_width << 16 | (s64)what.from_width << 24 |
           (s64)what.rounding << 32 | (s64)what.integral << 40 | (s64)what.saturate << 48;
}

static inline conversion conversion_of(const instruction *in) {
    u64 bits = (u64)in->immediate;
    return (conversion){(u8)bits,         (u8)(bits >> 8),  (u8)(bits >> 16), (u8)(bits >> 24),
                        (u8)(bits >> 32), (u8)(bits >> 40), (u8)(bits >> 48)};
}

/* Returns a specialized handler for common cases, or the general one. */
handler lanes_conversion(conversion what);

#endif
