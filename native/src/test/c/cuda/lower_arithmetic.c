#include "opcode.h"

/* Arithmetic: rounding, flushing and saturation are separate instructions around the operation. */
void lower_arithmetic(lowering *l, opcode *o) {
    const char *type = last_piece(o);
    boolean is_float = is_float_type(type);
    u32 width = !strcmp(type, "pred") ? PREDICATE_WIDTH : bytes_of(l, o, type);
    enum rounding rounding;
    take_rounding(o, &rounding);
    boolean flush = without(o, "ftz"), saturate = is_float && without(o, "sat");
    char key[MAX_OPCODE_LENGTH];
    const opcode_row *row = row_of(l, o, key);
    u32 operands[MAX_OPERANDS] = {0};
    for (u32 i = 0; i < row->operands; i++) {
        if (i) {
            expects(l, ",");
        }
        u32 wanted = operand_width(key, i, width);
        operands[i] =
            require(l, o, i ? read_operand(l, wanted, is_float && wanted == width) : destination(l, o), wanted).offset;
        if (i && flush && wanted == 4 && width == 4) {
            u32 flushed = new_register(l, 4);
            emit_unary(l, o, lanes_flush_f32, flushed, operands[i]);
            operands[i] = flushed;
        }
    }
    if (rounding != ROUND_NEAREST) {
        emit_rounding(l, o, rounding);
    }
    memcpy(emit_guarded(l, o, row->run)->operand, operands, sizeof operands);
    if (rounding != ROUND_NEAREST) {
        emit_rounding(l, o, ROUND_NEAREST);
    }
    if (saturate) {
        emit_unary(l, o, width == 4 ? lanes_saturate_f32 : lanes_saturate_f64, operands[0], operands[0]);
    }
    if (flush && strncmp(key, "setp.", 5)) {
        emit_unary(l, o, lanes_flush_f32, operands[0], operands[0]);
    }
}

/* add.cc sets the carry flag, addc reads it, addc.cc does both. */
boolean is_carrying(const opcode *o) {
    return is(o, "addc") || is(o, "subc") || ((is(o, "add") || is(o, "sub")) && has(o, "cc"));
}

void lower_carrying(lowering *l, opcode *o) {
    u32 width = bytes_of(l, o, last_piece(o)), operands[3];
    if (width < 4) {
        unsupported(l, o);
    }
    if (!l->carry) {
        l->carry = new_register(l, 4);
    }
    for (u32 i = 0; i < COUNT_OF(operands); i++) {
        if (i) {
            expects(l, ",");
        }
        operands[i] = require(l, o, i ? read_operand(l, width, false) : destination(l, o), width).offset;
    }
    instruction *in = emit_guarded(l, o, lanes_carrying(o->fields[0][0] == 's', width));
    memcpy(in->operand, operands, sizeof operands);
    in->operand[3] = o->fields[0][3] == 'c' ? l->carry : constant(l, 0, 4);
    in->operand[4] = has(o, "cc") ? l->carry : new_register(l, 4);
}

static void emit_predicates(lowering *l, const opcode *o, handler run, u32 to, u32 left, u32 right) {
    instruction *in = emit_guarded(l, o, run);
    in->operand[0] = to;
    in->operand[1] = left;
    in->operand[2] = right;
}

u32 read_predicate(lowering *l, const opcode *o) {
    boolean negated = accepts(l, "!");
    u32 found = exact_operand(l, o, PREDICATE_WIDTH, false).offset;
    if (negated) {
        u32 opposite = new_register(l, PREDICATE_WIDTH);
        emit_unary(l, o, lanes_not_predicate, opposite, found);
        return opposite;
    }
    return found;
}

/* setp of both halves of registers: p of the lower ones, q of the higher ones. */
static void lower_packed_compare(lowering *l, opcode *o) {
    char low[MAX_OPCODE_LENGTH], high[MAX_OPCODE_LENGTH];
    snprintf(low, sizeof low, "setp.%s.f16x2_low", o->fields[1]);
    snprintf(high, sizeof high, "setp.%s.f16x2_high", o->fields[1]);
    const opcode_row *low_row = find_row(low), *high_row = find_row(high);
    if (o->count != 3 || !low_row || !high_row) {
        unsupported(l, o);
    }
    u32 first = require(l, o, destination(l, o), PREDICATE_WIDTH).offset;
    expects(l, "|");
    u32 second = require(l, o, destination(l, o), PREDICATE_WIDTH).offset;
    expects(l, ",");
    u32 a = exact_operand(l, o, 4, true).offset;
    expects(l, ",");
    u32 b = exact_operand(l, o, 4, true).offset;
    emit_predicates(l, o, low_row->run, first, a, b);
    emit_predicates(l, o, high_row->run, second, a, b);
}

/* setp with a second result, or combined with a predicate: p = (a < b) and c, q = !(a < b) and c. */
void lower_compare(lowering *l, opcode *o) {
    if (!strcmp(last_piece(o), "f16x2")) {
        lower_packed_compare(l, o);
        return;
    }
    static const struct {
        const char *name;
        handler run;
    } joins[] = {{"and", lanes_and_predicate}, {"or", lanes_or_predicate}, {"xor", lanes_xor_predicate}};
    handler join = (handler)null;
    for (u32 i = 0; i < COUNT_OF(joins); i++) {
        if (without(o, joins[i].name)) {
            join = joins[i].run;
        }
    }
    boolean flush = without(o, "ftz");
    char key[MAX_OPCODE_LENGTH];
    const opcode_row *row = row_of(l, o, key);
    const char *type = last_piece(o);
    u32 width = bytes_of(l, o, type);
    u32 first = require(l, o, destination(l, o), PREDICATE_WIDTH).offset;
    u32 second = accepts(l, "|") ? require(l, o, destination(l, o), PREDICATE_WIDTH).offset : 0;
    u32 operands[3] = {join || second ? new_register(l, PREDICATE_WIDTH) : first};
    for (u32 i = 1; i < 3; i++) {
        expects(l, ",");
        operands[i] = exact_operand(l, o, width, is_float_type(type)).offset;
        if (flush) {
            u32 flushed = new_register(l, 4);
            emit_unary(l, o, lanes_flush_f32, flushed, operands[i]);
            operands[i] = flushed;
        }
    }
    u32 joined = 0;
    if (join) {
        expects(l, ",");
        joined = read_predicate(l, o);
    }
    emit_predicates(l, o, row->run, operands[0], operands[1], operands[2]);
    if (join || second) {
        u32 opposite = new_register(l, PREDICATE_WIDTH);
        emit_unary(l, o, lanes_not_predicate, opposite, operands[0]);
        emit_predicates(l, o, join ? join : lanes_and_predicate, first, operands[0], join ? joined : operands[0]);
        if (second) {
            emit_predicates(l, o, join ? join : lanes_and_predicate, second, opposite, join ? joined : opposite);
        }
    }
}
