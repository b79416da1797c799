#include "lanes.h"

/* Shift counts have 32 bits; a shift by the width or more returns 0, or all sign bits. */
#define LOGICAL(bits)                                                                                                  \
    VALUE_HANDLER(and_##bits, u##bits, LANE(u##bits, 1) & LANE(u##bits, 2))                                            \
    VALUE_HANDLER(or_##bits, u##bits, LANE(u##bits, 1) | LANE(u##bits, 2))                                             \
    VALUE_HANDLER(xor_##bits, u##bits, LANE(u##bits, 1) ^ LANE(u##bits, 2))                                            \
    VALUE_HANDLER(not_##bits, u##bits, (u##bits) ~LANE(u##bits, 1))                                                    \
    VALUE_HANDLER(                                                                                                     \
        shl_##bits, u##bits, LANE(u32, 2) < bits ? (u##bits)((u64)LANE(u##bits, 1) << (LANE(u32, 2) & 63)) : 0)        \
    VALUE_HANDLER(                                                                                                     \
        shr_u##bits, u##bits, LANE(u32, 2) < bits ? (u##bits)(LANE(u##bits, 1) >> (LANE(u32, 2) & (bits - 1))) : 0)    \
    VALUE_HANDLER(                                                                                                     \
        shr_s##bits, s##bits, (s##bits)(LANE(s##bits, 1) >> (LANE(u32, 2) < bits ? LANE(u32, 2) : bits - 1)))          \
    VALUE_HANDLER(cnot_##bits, u##bits, LANE(u##bits, 1) == 0)                                                         \
    HANDLER(selp_##bits) {                                                                                             \
        u32 predicate = PREDICATE(3);                                                                                  \
        u##bits chosen[WARP_LANES];                                                                                    \
        memcpy(chosen, REGISTER(u##bits, in->operand[2]), sizeof chosen);                                              \
        keep(chosen, REGISTER(u##bits, in->operand[1]), sizeof *chosen, predicate);                                    \
        keep(REGISTER(u##bits, in->operand[0]), chosen, sizeof *chosen, mask);                                         \
    }

LOGICAL(16)
LOGICAL(32)
LOGICAL(64)

VALUE_HANDLER(slct_32, u32, LANE(s32, 3) >= 0 ? LANE(u32, 1) : LANE(u32, 2))
VALUE_HANDLER(slct_64, u64, LANE(s32, 3) >= 0 ? LANE(u64, 1) : LANE(u64, 2))
VALUE_HANDLER(slct_32_f32, u32, LANE(f32, 3) >= 0 ? LANE(u32, 1) : LANE(u32, 2))

VALUE_HANDLER(popc_32, u32, (u32)__builtin_popcount(LANE(u32, 1)))
VALUE_HANDLER(popc_64, u32, (u32)__builtin_popcountll(LANE(u64, 1)))
VALUE_HANDLER(clz_32, u32, LANE(u32, 1) ? (u32)__builtin_clz(LANE(u32, 1)) : 32)
VALUE_HANDLER(clz_64, u32, LANE(u64, 1) ? (u32)__builtin_clzll(LANE(u64, 1)) : 64)
VALUE_HANDLER(brev_32, u32, __builtin_bitreverse32(LANE(u32, 1)))
VALUE_HANDLER(brev_64, u64, __builtin_bitreverse64(LANE(u64, 1)))

/* The index of the highest bit that differs from the sign; all ones if there is none. */
static inline u32 highest(u64 value) {
    return value ? 63 - (u32)__builtin_clzll(value) : ~0u;
}

VALUE_HANDLER(bfind_u32, u32, highest(LANE(u32, 1)))
VALUE_HANDLER(bfind_u64, u32, highest(LANE(u64, 1)))
VALUE_HANDLER(bfind_s32, u32, highest((u32)(LANE(s32, 1) ^ LANE(s32, 1) >> 31)))
VALUE_HANDLER(bfind_s64, u32, highest((u64)(LANE(s64, 1) ^ LANE(s64, 1) >> 63)))

/* Position and length are modulo 256; bits above the value are zero, or its sign. */
static inline u64 field(u64 value, u32 position, u32 length, u32 width, boolean is_signed) {
    position &= 255;
    length &= 255;
    if (!length) {
        return 0;
    }
    u32 last = position + length - 1 < width ? position + length - 1 : width - 1;
    boolean negative = is_signed && value >> last & 1;
    u64 extracted = position < width ? value >> position : 0;
    u32 kept = position < width ? last - position + 1 : 0;
    u64 ones = kept < 64 ? (1ull << kept) - 1 : ~0ull;
    return negative ? extracted | ~ones : extracted & ones;
}

VALUE_HANDLER(bfe_u32, u32, (u32)field(LANE(u32, 1), LANE(u32, 2), LANE(u32, 3), 32, false))
VALUE_HANDLER(bfe_s32, u32, (u32)field(LANE(u32, 1), LANE(u32, 2), LANE(u32, 3), 32, true))
VALUE_HANDLER(bfe_u64, u64, field(LANE(u64, 1), LANE(u32, 2), LANE(u32, 3), 64, false))
VALUE_HANDLER(bfe_s64, u64, field(LANE(u64, 1), LANE(u32, 2), LANE(u32, 3), 64, true))

/* Inserts the first operand into the second. */
static inline u64 inserted(u64 value, u64 into, u32 position, u32 length) {
    position &= 255;
    length &= 255;
    if (position > 63 || !length) {
        return into;
    }
    u64 ones = (length < 64 ? (1ull << length) - 1 : ~0ull) << position;
    return (into & ~ones) | (value << position & ones);
}

VALUE_HANDLER(bfi_32, u32, (u32)inserted(LANE(u32, 1), LANE(u32, 2), LANE(u32, 3), LANE(u32, 4)))
VALUE_HANDLER(bfi_64, u64, inserted(LANE(u64, 1), LANE(u64, 2), LANE(u32, 3), LANE(u32, 4)))

/* Each of the four selectors selects one of eight bytes, or its sign. */
static inline u32 permuted(u32 low, u32 high, u32 selectors) {
    u64 bytes = (u64)high << 32 | low;
    u32 value = 0;
    for (u32 n = 0; n < 4; n++) {
        u32 selector = selectors >> 4 * n & 15;
        u32 byte = (u32)(bytes >> 8 * (selector & 7)) & 255;
        value |= (selector & 8 ? (byte & 128 ? 255 : 0) : byte) << 8 * n;
    }
    return value;
}

VALUE_HANDLER(prmt_32, u32, permuted(LANE(u32, 1), LANE(u32, 2), LANE(u32, 3)))

/* Funnel shift: a window of the second operand concatenated with the first. */
static inline u64 both(u32 low, u32 high) {
    return (u64)high << 32 | low;
}

static inline u32 at_most_32(u32 count) {
    return count < 32 ? count : 32;
}

VALUE_HANDLER(shf_l_wrap, u32, (u32)(both(LANE(u32, 1), LANE(u32, 2)) << (LANE(u32, 3) & 31) >> 32))
VALUE_HANDLER(shf_r_wrap, u32, (u32)(both(LANE(u32, 1), LANE(u32, 2)) >> (LANE(u32, 3) & 31)))
VALUE_HANDLER(shf_l_clamp, u32, (u32)(both(LANE(u32, 1), LANE(u32, 2)) << at_most_32(LANE(u32, 3)) >> 32))
VALUE_HANDLER(shf_r_clamp, u32, (u32)(both(LANE(u32, 1), LANE(u32, 2)) >> at_most_32(LANE(u32, 3))))

/* Any function of three bits: bit 4a + 2b + c of the table. */
static inline u32 looked_up(u32 a, u32 b, u32 c, u32 table) {
    u32 value = 0;
    for (u32 n = 0; n < 8; n++) {
        u32 chosen = (n & 4 ? a : ~a) & (n & 2 ? b : ~b) & (n & 1 ? c : ~c);
        value |= table >> n & 1 ? chosen : 0;
    }
    return value;
}

VALUE_HANDLER(lop3_32, u32, looked_up(LANE(u32, 1), LANE(u32, 2), LANE(u32, 3), LANE(u32, 4)))

VALUE_HANDLER(move_16, u16, LANE(u16, 1))
VALUE_HANDLER(move_32, u32, LANE(u32, 1))
VALUE_HANDLER(move_64, u64, LANE(u64, 1))

void lanes_move_16(warp *w, const instruction *in, u32 mask) {
    move_16(w, in, mask);
}

void lanes_move_32(warp *w, const instruction *in, u32 mask) {
    move_32(w, in, mask);
}

void lanes_move_64(warp *w, const instruction *in, u32 mask) {
    move_64(w, in, mask);
}

static inline u64 part_of(warp *w, u32 offset, u32 bytes, u32 lane) {
    u64 value = 0;
    memcpy(&value, REGISTER(u8, offset) + lane * bytes, bytes);
    return value;
}

/* Operand 0 is the vector, the others are its elements from the lowest on. */
void lanes_pack(warp *w, const instruction *in, u32 mask) {
    for (u32 lanes = mask; lanes; lanes &= lanes - 1) {
        u32 i = (u32)__builtin_ctz(lanes);
        u64 whole = 0;
        for (u32 n = 0; n < in->count; n++) {
            whole |= part_of(w, in->operand[n + 1], in->element, i) << 8 * in->element * n;
        }
        memcpy(REGISTER(u8, in->operand[0]) + i * in->width, &whole, in->width);
    }
}

void lanes_unpack(warp *w, const instruction *in, u32 mask) {
    for (u32 lanes = mask; lanes; lanes &= lanes - 1) {
        u32 i = (u32)__builtin_ctz(lanes);
        u64 whole = part_of(w, in->operand[0], in->width, i);
        for (u32 n = 0; n < in->count; n++) {
            u64 part = whole >> 8 * in->element * n;
            memcpy(REGISTER(u8, in->operand[n + 1]) + i * in->element, &part, in->element);
        }
    }
}

#define ROWS(bits, text)                                                                                               \
    {"and.b" text, and_##bits, 3}, {"or.b" text, or_##bits, 3}, {"xor.b" text, xor_##bits, 3},                         \
        {"not.b" text, not_##bits, 2}, {"cnot.b" text, cnot_##bits, 2}, {"shl.b" text, shl_##bits, 3},                 \
        {"shr.b" text, shr_u##bits, 3}, {"shr.u" text, shr_u##bits, 3}, {"shr.s" text, shr_s##bits, 3},                \
        {"selp.b" text, selp_##bits, 4}, {"selp.u" text, selp_##bits, 4}, {"selp.s" text, selp_##bits, 4},             \
        {"selp.f" text, selp_##bits, 4}

static const opcode_row rows[] = {
    ROWS(16, "16"),
    ROWS(32, "32"),
    ROWS(64, "64"),
    {"slct.b32.s32", slct_32, 4},
    {"slct.u32.s32", slct_32, 4},
    {"slct.s32.s32", slct_32, 4},
    {"slct.f32.s32", slct_32, 4},
    {"slct.b64.s32", slct_64, 4},
    {"slct.u64.s32", slct_64, 4},
    {"slct.s64.s32", slct_64, 4},
    {"slct.f64.s32", slct_64, 4},
    {"slct.f32.f32", slct_32_f32, 4},
    {"slct.b32.f32", slct_32_f32, 4},
    {"popc.b32", popc_32, 2},
    {"popc.b64", popc_64, 2},
    {"clz.b32", clz_32, 2},
    {"clz.b64", clz_64, 2},
    {"brev.b32", brev_32, 2},
    {"brev.b64", brev_64, 2},
    {"bfind.u32", bfind_u32, 2},
    {"bfind.u64", bfind_u64, 2},
    {"bfind.s32", bfind_s32, 2},
    {"bfind.s64", bfind_s64, 2},
    {"bfe.u32", bfe_u32, 4},
    {"bfe.s32", bfe_s32, 4},
    {"bfe.u64", bfe_u64, 4},
    {"bfe.s64", bfe_s64, 4},
    {"bfi.b32", bfi_32, 5},
    {"bfi.b64", bfi_64, 5},
    {"prmt.b32", prmt_32, 4},
    {"shf.l.wrap.b32", shf_l_wrap, 4},
    {"shf.r.wrap.b32", shf_r_wrap, 4},
    {"shf.l.clamp.b32", shf_l_clamp, 4},
    {"shf.r.clamp.b32", shf_r_clamp, 4},
    {"lop3.b32", lop3_32, 5},
};

const opcode_table bit_opcodes = {rows, COUNT_OF(rows)};
