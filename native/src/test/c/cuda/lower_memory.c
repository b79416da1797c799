#include "opcode.h"

static const struct {
    const char *name;
    enum space space;
    s64 window; /* generic address = address in the space + this base */
} spaces[] = {
    {"global", SPACE_GLOBAL, 0},
    {"const", SPACE_CONST, 0},
    {"shared", SPACE_SHARED, (s64)SHARED_WINDOW},
    {"local", SPACE_LOCAL, (s64)LOCAL_WINDOW},
    {"param", SPACE_PARAMETER, (s64)PARAMETER_WINDOW},
};

static enum space take_space(opcode *o, s64 *window) {
    for (u32 i = 0; i < COUNT_OF(spaces); i++) {
        if (without(o, spaces[i].name)) {
            *window = spaces[i].window;
            return spaces[i].space;
        }
    }
    *window = 0;
    return SPACE_GENERIC;
}

/* Cache hints and scopes of other devices do not affect the results here. */
static void drop_hints(opcode *o) {
    static const char *const hints[] = {
        "volatile", "relaxed", "weak", "acquire", "release", "acq_rel", "cta", "cluster",        "gpu", "sys", "nc",
        "ca",       "cg",      "cs",   "lu",      "cv",      "wb",      "wt",  "L1::no_allocate"};
    for (u32 i = 0; i < COUNT_OF(hints); i++) {
        without(o, hints[i]);
    }
}

/* `[base + offset]`; parameters of a call are in local memory. */
static u32 read_address(lowering *l, const opcode *o, s64 *offset, enum space *space) {
    expects(l, "[");
    const token *t = peek(l);
    u32 base;
    operand found = t->kind == TOKEN_WORD ? find_register(l, t) : (operand){0, 0};
    *offset = 0;
    if (found.offset) {
        take(l);
        base = found.offset;
        if (found.width == 4) {
            base = new_register(l, 8);
            emit_unary(l, o, lanes_conversion((conversion){TYPE_U64, TYPE_U32, 8, 4, 0, 0, 0}), base, found.offset);
        } else {
            require(l, o, found, 8);
        }
    } else if (t->kind == TOKEN_WORD) {
        variable *v = find_variable(l, t);
        if (!v) {
            invalid(l, t, "'%.*s' is not declared", (int)t->length, t->text);
        }
        if (*space == SPACE_PARAMETER) {
            *space = v->space;
        }
        if (*space != v->space) {
            invalid(l, t, "'%.*s' is in another space", (int)t->length, t->text);
        }
        base = read_operand(l, 8, false).offset;
    } else {
        base = read_operand(l, 8, false).offset;
    }
    if (accepts(l, "+")) {
        s64 sign = accepts(l, "-") ? -1 : 1;
        *offset = sign * (s64)number_bits(l->m, take(l), 8, false);
    }
    expects(l, "]");
    return base;
}

u32 read_address_register(lowering *l, const opcode *o, enum space *space) {
    s64 offset;
    u32 base = read_address(l, o, &offset, space);
    if (!offset) {
        return base;
    }
    u32 sum = new_register(l, 8);
    instruction *in = emit_guarded(l, o, find_row("add.s64")->run);
    in->operand[0] = sum;
    in->operand[1] = base;
    in->operand[2] = constant(l, (u64)offset, 8);
    return sum;
}

/* The register of a load or store may be wider than the element. */
static u32 value_width(lowering *l, u32 element) {
    const token *t = peek(l);
    operand first = find_register(l, token_is(t, "{") ? t + 1 : t);
    return first.offset && first.width > element ? first.width : element < 2 ? 2 : element;
}

void lower_access(lowering *l, opcode *o) {
    boolean load = is(o, "ld");
    s64 window;
    enum space space = take_space(o, &window);
    drop_hints(o);
    u32 lanes = without(o, "v2") ? 2 : without(o, "v4") ? 4 : 1;
    if (o->count != 2) {
        unsupported(l, o);
    }
    const char *type = o->fields[1];
    u32 element = bytes_of(l, o, type), width, values[4], base, count;
    s64 offset;
    if (load) {
        width = value_width(l, element);
        count = read_list(l, o, values, 4, width, false, true);
        expects(l, ",");
        base = read_address(l, o, &offset, &space);
    } else {
        base = read_address(l, o, &offset, &space);
        expects(l, ",");
        width = value_width(l, element);
        count = read_list(l, o, values, 4, width, is_float_type(type), false);
    }
    if (count != lanes || !element || element * lanes > 16) {
        unsupported(l, o);
    }
    instruction *in = emit_guarded(l, o, load ? lanes_load : lanes_store);
    in->operand[0] = base;
    memcpy(&in->operand[1], values, count * sizeof *values);
    in->immediate = offset;
    in->space = (u8)space;
    in->count = (u8)count;
    in->element = (u8)element;
    in->width = (u8)width;
    in->is_signed = type[0] == 's';
}

void lower_atomic(lowering *l, opcode *o) {
    boolean reduce = is(o, "red");
    s64 window, offset;
    enum space space = take_space(o, &window);
    drop_hints(o);
    handler run = o->count == 3 ? lanes_atomic(o->fields[1], o->fields[2]) : (handler)null;
    if (!run) {
        unsupported(l, o);
    }
    u32 width = bytes_of(l, o, o->fields[2]);
    boolean is_float = is_float_type(o->fields[2]);
    u32 old = reduce ? new_register(l, width) : require(l, o, destination(l, o), width).offset;
    if (!reduce) {
        expects(l, ",");
    }
    u32 base = read_address(l, o, &offset, &space);
    expects(l, ",");
    u32 first = exact_operand(l, o, width, is_float).offset;
    u32 second = accepts(l, ",") ? exact_operand(l, o, width, is_float).offset : first;
    instruction *in = emit_guarded(l, o, run);
    in->operand[0] = base;
    in->operand[1] = old;
    in->operand[2] = first;
    in->operand[3] = second;
    in->immediate = offset;
    in->space = (u8)space;
}

void lower_address_conversion(lowering *l, opcode *o) {
    boolean from_generic = without(o, "to");
    s64 window;
    take_space(o, &window);
    u32 to = require(l, o, destination(l, o), 8).offset;
    expects(l, ",");
    u32 from = exact_operand(l, o, 8, false).offset;
    instruction *in = emit_guarded(l, o, from_generic ? lanes_from_generic : lanes_to_generic);
    in->operand[0] = to;
    in->operand[1] = from;
    in->immediate = window;
}
