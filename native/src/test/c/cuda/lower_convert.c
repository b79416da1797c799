#include "opcode.h"

void lower_move(lowering *l, opcode *o) {
    const char *type = last_piece(o);
    u32 width = bytes_of(l, o, type);
    if (!width) {
        lower_arithmetic(l, o);
        return;
    }
    boolean unpack = token_is(peek(l), "{");
    u32 parts[4], whole, count, element;
    if (unpack) {
        const token *first = peek(l) + 1;
        operand part = find_register(l, token_is(first, "_") ? first + 2 : first);
        element = part.width;
        count = read_list(l, o, parts, 4, element, false, true);
        expects(l, ",");
        whole = exact_operand(l, o, width, false).offset;
    } else {
        whole = require(l, o, destination(l, o), width).offset;
        expects(l, ",");
        if (!token_is(peek(l), "{")) {
            u32 from = exact_operand(l, o, width, is_float_type(type)).offset;
            emit_unary(l, o, width == 2 ? lanes_move_16 : width == 4 ? lanes_move_32 : lanes_move_64, whole, from);
            return;
        }
        u32 commas = 0;
        for (const token *t = peek(l); !token_is(t, "}") && t->kind != TOKEN_END; t++) {
            commas += token_is(t, ",");
        }
        element = width / (commas + 1);
        count = read_list(l, o, parts, 4, element, false, false);
    }
    if (count * element != width || element < 2) {
        unsupported(l, o);
    }
    instruction *in = emit_guarded(l, o, unpack ? lanes_unpack : lanes_pack);
    in->operand[0] = whole;
    memcpy(&in->operand[1], parts, count * sizeof *parts);
    in->count = (u8)count;
    in->element = (u8)element;
    in->width = (u8)width;
}

static u8 conversion_type_of(lowering *l, const opcode *o, const char *name) {
    static const char *const names[TYPE_COUNT] = {"u8",  "s8",  "u16", "s16",  "u32", "s32",
                                                  "u64", "s64", "f16", "bf16", "f32", "f64"};
    for (u32 i = 0; i < TYPE_COUNT; i++) {
        if (!strcmp(name, names[i])) {
            return (u8)i;
        }
    }
    unsupported(l, o);
    return 0;
}

/* cvt.rn.bf16x2.f32 d, a, b, and the same to f16x2: the first operand becomes the upper half. */
static void lower_pair_conversion(lowering *l, opcode *o) {
    enum rounding rounding;
    char key[MAX_OPCODE_LENGTH];
    if (!take_rounding(o, &rounding) || rounding != ROUND_NEAREST) {
        unsupported(l, o);
    }
    instruction *in = emit_guarded(l, o, row_of(l, o, key)->run);
    in->operand[0] = require(l, o, destination(l, o), 4).offset;
    for (u32 i = 1; i < 3; i++) {
        expects(l, ",");
        in->operand[i] = exact_operand(l, o, 4, true).offset;
    }
}

void lower_conversion(lowering *l, opcode *o) {
    if (has(o, "bf16x2") || has(o, "f16x2")) {
        lower_pair_conversion(l, o);
        return;
    }
    static const char *const integral[] = {"rni", "rmi", "rpi", "rzi"};
    conversion what = {0};
    for (u32 i = 0; i < COUNT_OF(integral); i++) {
        if (without(o, integral[i])) {
            what.integral = true;
            what.rounding = (u8)i;
        }
    }
    boolean flush = without(o, "ftz");
    enum rounding rounding = ROUND_NEAREST;
    boolean named = !what.integral && take_rounding(o, &rounding);
    what.rounding = what.integral ? what.rounding : (u8)rounding;
    what.saturate = without(o, "sat");
    if (o->count != 3) {
        unsupported(l, o);
    }
    what.to = conversion_type_of(l, o, o->fields[1]);
    what.from = conversion_type_of(l, o, o->fields[2]);
    boolean to_float = what.to >= TYPE_F16, from_float = what.from >= TYPE_F16;
    u32 to_bytes = bytes_of(l, o, o->fields[1]), from_bytes = bytes_of(l, o, o->fields[2]);
    if ((from_float && !to_float && !what.integral) ||
        (to_float && !named && (from_float ? to_bytes < from_bytes : true))) {
        invalid(l, o->at, "'%.*s' needs a rounding", (int)o->at->length, o->at->text);
    }
    operand to = destination(l, o);
    expects(l, ",");
    operand from = read_operand(l, from_bytes < 2 ? 2 : from_bytes, from_float);
    if (to.width < to_bytes || from.width < from_bytes || (to_float && to.width != to_bytes) ||
        (from_float && from.width != from_bytes)) {
        invalid(l, o->at, "'%.*s' with registers that do not hold the types", (int)o->at->length, o->at->text);
    }
    what.to_width = (u8)to.width;
    what.from_width = (u8)from.width;
    if (flush && what.from == TYPE_F32) {
        u32 flushed = new_register(l, 4);
        emit_unary(l, o, lanes_flush_f32, flushed, from.offset);
        from.offset = flushed;
    }
    boolean unit_range = what.saturate && to_float;
    what.saturate = what.saturate && !unit_range;
    if (rounding != ROUND_NEAREST) {
        emit_rounding(l, o, rounding);
    }
    instruction *in = emit_guarded(l, o, lanes_conversion(what));
    in->operand[0] = to.offset;
    in->operand[1] = from.offset;
    in->immediate = conversion_immediate(what);
    if (rounding != ROUND_NEAREST) {
        emit_rounding(l, o, ROUND_NEAREST);
    }
    if (flush && what.to == TYPE_F32) {
        emit_unary(l, o, lanes_flush_f32, to.offset, to.offset);
    }
    if (unit_range) {
        emit_unary(l, o, what.to == TYPE_F64 ? lanes_saturate_f64 : lanes_saturate_f32, to.offset, to.offset);
    }
}
