#include "opcode.h"

/* shfl and vote: the lanes of the mask converge here. */
static void lower_together(lowering *l, opcode *o) {
    char key[MAX_OPCODE_LENGTH];
    const opcode_row *row = row_of(l, o, key);
    u32 operands[MAX_OPERANDS] = {0};
    if (is(o, "shfl")) {
        operands[0] = require(l, o, destination(l, o), 4).offset;
        if (accepts(l, "|")) {
            operands[4] = require(l, o, destination(l, o), PREDICATE_WIDTH).offset;
        }
        for (u32 i = 1; i < 4; i++) {
            expects(l, ",");
            operands[i] = exact_operand(l, o, 4, false).offset;
        }
        expects(l, ",");
    } else if (is(o, "vote")) {
        operands[0] =
            require(l, o, destination(l, o), operand_width(key, 0, has(o, "ballot") ? 4 : PREDICATE_WIDTH)).offset;
        expects(l, ",");
        operands[1] = read_predicate(l, o);
        expects(l, ",");
    }
    operands[5] = exact_operand(l, o, 4, false).offset;
    instruction *in = emit(l, o->at, row->run);
    memcpy(in->operand, operands, sizeof operands);
    in->flow = FLOW_TOGETHER;
}

static void lower_barrier(lowering *l, opcode *o) {
    const token *number = take(l);
    without(o, "cta");
    without(o, "aligned");
    if (o->count != 2 || strcmp(o->fields[1], "sync") || number->kind != TOKEN_NUMBER || !token_is(peek(l), ";")) {
        unsupported(l, o);
    }
    emit(l, o->at, (handler)null)->flow = FLOW_BARRIER;
}

static void lower_exit(lowering *l, const opcode *o) {
    if (is(o, "ret") && l->body->caller) {
        jump(l, o->at, &end_of_body, o->guard, o->negated);
    } else {
        emit_guarded(l, o, (handler)null)->flow = FLOW_EXIT;
        start_block(l, o->at);
    }
}

static void lower_table_branch(lowering *l, const opcode *o) {
    u32 index = exact_operand(l, o, 4, false).offset;
    expects(l, ",");
    const token *name = take(l);
    label *table = find_label(l, name);
    if (table->table == NO_TOKEN) {
        invalid(l, name, "unknown table '%.*s'", (int)name->length, name->text);
    }
    instruction *in = emit(l, o->at, (handler)null);
    in->flow = FLOW_TABLE;
    in->operand[0] = index;
    in->immediate = table->table;
    in->table_length = table->table_count;
    start_block(l, o->at);
}

static void lower_plain(lowering *l, opcode *o) {
    if (is(o, "ld") || is(o, "st")) {
        lower_access(l, o);
    } else if (is(o, "mov")) {
        lower_move(l, o);
    } else if (is(o, "cvt")) {
        lower_conversion(l, o);
    } else if (is(o, "cvta")) {
        lower_address_conversion(l, o);
    } else if (is(o, "cp")) {
        lower_copy(l, o);
    } else if (is(o, "atom") || is(o, "red")) {
        lower_atomic(l, o);
    } else if (is_carrying(o)) {
        lower_carrying(l, o);
    } else if (is(o, "setp")) {
        lower_compare(l, o);
    } else if (is(o, "membar") || is(o, "fence") || is(o, "trap")) {
        const opcode_row *row = find_row(is(o, "trap") ? "trap" : "membar.cta");
        emit_guarded(l, o, row->run);
    } else if (is(o, "activemask")) {
        u32 to = require(l, o, destination(l, o), 4).offset;
        emit_unary(l, o, find_row("activemask.b32")->run, to, 0);
    } else {
        lower_arithmetic(l, o);
    }
}

/* Convergent instructions, and calls, with a guard follow a jump over them. */
static void lower_meeting(lowering *l, opcode *o) {
    u32 skip = l->into->code_length;
    if (o->guard) {
        instruction *in = emit(l, o->at, (handler)null);
        in->flow = FLOW_BRANCH;
        in->guard = o->guard;
        in->negated = !o->negated;
        start_block(l, o->at);
    }
    if (is(o, "call")) {
        lower_call(l, o->at);
    } else if (is(o, "brx")) {
        lower_table_branch(l, o);
    } else if (is(o, "mma") || is(o, "ldmatrix")) {
        lower_matrix(l, o);
    } else if (is(o, "shfl") || is(o, "vote") || (is(o, "bar") && has(o, "warp"))) {
        lower_together(l, o);
    } else {
        lower_barrier(l, o);
    }
    if (o->guard) {
        start_block(l, o->at);
        l->into->code[skip].immediate = l->block;
    }
}

void lower_instruction(lowering *l, u32 guard, boolean negated) {
    const token *at = take(l);
    opcode o = split(l, at);
    o.guard = guard;
    o.negated = negated;
    if (is(&o, "bra") || is(&o, "ret") || is(&o, "call")) {
        without(&o, "uni");
    }
    if (is(&o, "bra")) {
        const token *target = take(l);
        jump(l, at, target, guard, negated);
    } else if (is(&o, "ret") || is(&o, "exit")) {
        lower_exit(l, &o);
    } else if (
        is(&o, "call") || is(&o, "brx") || is(&o, "shfl") || is(&o, "vote") || is(&o, "bar") || is(&o, "barrier") ||
        is(&o, "mma") || is(&o, "ldmatrix")) {
        lower_meeting(l, &o);
    } else {
        lower_plain(l, &o);
    }
    expects(l, ";");
}
