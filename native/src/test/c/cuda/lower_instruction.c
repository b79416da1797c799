#include "lower.h"

enum { MAX_PIECES = 12, LONGEST_OPCODE = 64 };

/* An opcode in pieces: `ld`, `global`, `v4`, `f32`. */
typedef struct {
    const token *at;
    char text[LONGEST_OPCODE];
    const char *pieces[MAX_PIECES];
    u32 count;
    u32 guard;
    boolean negated;
} opcode;

static opcode split(lowering *l, const token *at) {
    opcode o = {.at = at};
    if (at->length >= LONGEST_OPCODE) {
        invalid(l, at, "unknown instruction '%.*s'", (int)at->length, at->text);
    }
    memcpy(o.text, at->text, at->length);
    for (u32 i = 0; i <= at->length; i++) {
        if (i == 0 || o.text[i - 1] == 0) {
            if (o.count == MAX_PIECES) {
                invalid(l, at, "unknown instruction '%.*s'", (int)at->length, at->text);
            }
            o.pieces[o.count++] = &o.text[i];
        }
        if (o.text[i] == '.') {
            o.text[i] = 0;
        }
    }
    return o;
}

/* Removes a piece; whether it was there. */
static boolean without(opcode *o, const char *piece) {
    for (u32 i = 1; i < o->count; i++) {
        if (!strcmp(o->pieces[i], piece)) {
            for (; i + 1 < o->count; i++) {
                o->pieces[i] = o->pieces[i + 1];
            }
            o->count--;
            return true;
        }
    }
    return false;
}

static boolean is(const opcode *o, const char *piece) {
    return !strcmp(o->pieces[0], piece);
}

static boolean has(const opcode *o, const char *piece) {
    for (u32 i = 1; i < o->count; i++) {
        if (!strcmp(o->pieces[i], piece)) {
            return true;
        }
    }
    return false;
}

static void unsupported(lowering *l, const opcode *o) {
    invalid(l, o->at, "unknown or unsupported instruction '%.*s'", (int)o->at->length, o->at->text);
}

static const char *last_piece(const opcode *o) {
    return o->pieces[o->count - 1];
}

static u32 bytes_of(lowering *l, const opcode *o, const char *type) {
    u32 bytes = type_bytes(type, (u32)strlen(type));
    if (!bytes && strcmp(type, "pred")) {
        unsupported(l, o);
    }
    return bytes;
}

static boolean is_float_type(const char *type) {
    return type[0] == 'f' || !strcmp(type, "bf16");
}

static instruction *emit_guarded(lowering *l, const opcode *o, handler run) {
    instruction *in = emit(l, o->at, run);
    in->guard = o->guard;
    in->negated = o->negated;
    return in;
}

static operand require(lowering *l, const opcode *o, operand found, u32 width) {
    if (found.width != width) {
        invalid(l, o->at, "'%.*s' with a register of %u bits where %u belong", (int)o->at->length, o->at->text, found.width ? 8 * found.width : 1, width ? 8 * width : 1);
    }
    return found;
}

static operand exact_operand(lowering *l, const opcode *o, u32 width, boolean is_float) {
    return require(l, o, read_operand(l, width, is_float), width);
}

static operand destination(lowering *l, const opcode *o) {
    const token *t = peek(l);
    operand d = find_register(l, t);
    if (!d.offset) {
        invalid(l, o->at, "the result '%.*s' is no register", (int)t->length, t->text);
    }
    take(l);
    return d;
}

static void emit_unary(lowering *l, const opcode *o, handler run, u32 to, u32 from) {
    instruction *in = emit_guarded(l, o, run);
    in->operand[0] = to;
    in->operand[1] = from;
}

static void emit_rounding(lowering *l, const opcode *o, enum rounding rounding) {
    emit_guarded(l, o, lanes_set_rounding)->immediate = rounding;
}

static boolean take_rounding(opcode *o, enum rounding *rounding) {
    static const char *const names[] = {"rn", "rm", "rp", "rz"};
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        if (without(o, names[i])) {
            *rounding = i;
            return true;
        }
    }
    *rounding = ROUND_NEAREST;
    return false;
}

/* Where the width of an operand is not that of the type. */
static u32 operand_width(const char *key, u32 index, u32 width) {
    static const struct {
        const char *prefix;
        u8 index, bytes; /* 0: twice the type's; PREDICATE: a predicate */
    } exceptions[] = {
        {"mul.wide.", 0, 0}, {"mad.wide.", 0, 0}, {"mad.wide.", 3, 0}, {"shl.", 2, 4},   {"shr.", 2, 4},
        {"popc.", 0, 4},     {"clz.", 0, 4},      {"bfind.", 0, 4},    {"bfe.", 2, 4},   {"bfe.", 3, 4},
        {"bfi.", 3, 4},      {"bfi.", 4, 4},      {"selp.", 3, 255},   {"setp.", 0, 255}, {"vote.sync.ballot.", 1, 255},
    };
    for (u32 i = 0; i < COUNT_OF(exceptions); i++) {
        if (exceptions[i].index == index && !strncmp(key, exceptions[i].prefix, strlen(exceptions[i].prefix))) {
            return exceptions[i].bytes == 255 ? PREDICATE_WIDTH : exceptions[i].bytes ? exceptions[i].bytes : 2 * width;
        }
    }
    return width;
}

enum { HASHED_ROWS = 1024 };

static const opcode_row *hashed_rows[HASHED_ROWS];

/* Where a row with the key is or would be. */
static u32 place_of(const char *key) {
    u32 place = 0;
    for (const char *c = key; *c; c++) {
        place = place * 31 + (u8)*c;
    }
    for (place %= HASHED_ROWS; hashed_rows[place] && strcmp(hashed_rows[place]->opcode, key);) {
        place = (place + 1) % HASHED_ROWS;
    }
    return place;
}

static const opcode_row *find_row(const char *key) {
    static const opcode_table *const tables[] = {
        &float_opcodes, &integer_opcodes, &compare_opcodes, &bit_opcodes, &control_opcodes};
    if (!hashed_rows[place_of("trap")]) {
        for (u32 i = 0; i < COUNT_OF(tables); i++) {
            for (u32 n = 0; n < tables[i]->count; n++) {
                hashed_rows[place_of(tables[i]->rows[n].opcode)] = &tables[i]->rows[n];
            }
        }
    }
    return hashed_rows[place_of(key)];
}

static const opcode_row *row_of(lowering *l, const opcode *o, char *key) {
    u32 length = 0;
    for (u32 i = 0; i < o->count; i++) {
        length += (u32)snprintf(key + length, LONGEST_OPCODE - length, i ? ".%s" : "%s", o->pieces[i]);
    }
    const opcode_row *row = find_row(key);
    if (!row) {
        unsupported(l, o);
    }
    return row;
}

/* Arithmetic: rounding, flushing and saturation are instructions of their own around the plain one. */
static void lower_arithmetic(lowering *l, opcode *o) {
    const char *type = last_piece(o);
    boolean is_float = is_float_type(type);
    u32 width = !strcmp(type, "pred") ? PREDICATE_WIDTH : bytes_of(l, o, type);
    enum rounding rounding;
    take_rounding(o, &rounding);
    boolean flush = without(o, "ftz"), saturate = is_float && without(o, "sat");
    char key[LONGEST_OPCODE];
    const opcode_row *row = row_of(l, o, key);
    u32 operands[MAX_OPERANDS] = {0};
    for (u32 i = 0; i < row->operands; i++) {
        if (i) {
            expects(l, ",");
        }
        u32 wanted = operand_width(key, i, width);
        operands[i] = require(l, o, i ? read_operand(l, wanted, is_float && wanted == width) : destination(l, o), wanted).offset;
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
static boolean is_carrying(const opcode *o) {
    return is(o, "addc") || is(o, "subc") || ((is(o, "add") || is(o, "sub")) && has(o, "cc"));
}

static void lower_carrying(lowering *l, opcode *o) {
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
    instruction *in = emit_guarded(l, o, lanes_carrying(o->pieces[0][0] == 's', width));
    memcpy(in->operand, operands, sizeof operands);
    in->operand[3] = o->pieces[0][3] == 'c' ? l->carry : constant(l, 0, 4);
    in->operand[4] = has(o, "cc") ? l->carry : new_register(l, 4);
}

static void emit_predicates(lowering *l, const opcode *o, handler run, u32 to, u32 left, u32 right) {
    instruction *in = emit_guarded(l, o, run);
    in->operand[0] = to;
    in->operand[1] = left;
    in->operand[2] = right;
}

static u32 read_predicate(lowering *l, const opcode *o) {
    boolean negated = accepts(l, "!");
    u32 found = exact_operand(l, o, PREDICATE_WIDTH, false).offset;
    if (negated) {
        u32 opposite = new_register(l, PREDICATE_WIDTH);
        emit_unary(l, o, lanes_not_predicate, opposite, found);
        return opposite;
    }
    return found;
}

/* setp with a second result, or joined with a predicate: p = (a < b) and c, q = !(a < b) and c. */
static void lower_compare(lowering *l, opcode *o) {
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
    char key[LONGEST_OPCODE];
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

static u32 read_list(lowering *l, const opcode *o, u32 *registers, u32 most, u32 width, boolean is_float, boolean is_result) {
    u32 count = 0;
    boolean list = accepts(l, "{");
    do {
        if (count == most) {
            unsupported(l, o);
        }
        boolean sink = token_is(peek(l), "_");
        operand found = is_result && !sink ? destination(l, o) : read_operand(l, width, is_float);
        registers[count++] = require(l, o, found, width).offset;
    } while (list && accepts(l, ","));
    if (list) {
        expects(l, "}");
    }
    return count;
}

static void lower_move(lowering *l, opcode *o) {
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

static const struct {
    const char *name;
    enum space space;
    s64 window; /* generic addresses of the space are those in it plus this */
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

/* What a cache or another device would do does not change what a program sees here. */
static void drop_hints(opcode *o) {
    static const char *const hints[] = {"volatile", "relaxed", "weak", "acquire", "release", "acq_rel", "cta", "cluster",
                                        "gpu", "sys", "nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1::no_allocate"};
    for (u32 i = 0; i < COUNT_OF(hints); i++) {
        without(o, hints[i]);
    }
}

/* `[base + offset]`; parameters of a call lie in local memory. */
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
            invalid(l, t, "'%.*s' lies in another space", (int)t->length, t->text);
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

/* The register of a load or store may be wider than the element. */
static u32 value_width(lowering *l, u32 element) {
    const token *t = peek(l);
    operand first = find_register(l, token_is(t, "{") ? t + 1 : t);
    return first.offset && first.width > element ? first.width : element < 2 ? 2 : element;
}

static void lower_access(lowering *l, opcode *o) {
    boolean load = is(o, "ld");
    s64 window;
    enum space space = take_space(o, &window);
    drop_hints(o);
    u32 lanes = without(o, "v2") ? 2 : without(o, "v4") ? 4 : 1;
    if (o->count != 2) {
        unsupported(l, o);
    }
    const char *type = o->pieces[1];
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

static void lower_atomic(lowering *l, opcode *o) {
    boolean reduce = is(o, "red");
    s64 window, offset;
    enum space space = take_space(o, &window);
    drop_hints(o);
    handler run = o->count == 3 ? lanes_atomic(o->pieces[1], o->pieces[2]) : (handler)null;
    if (!run) {
        unsupported(l, o);
    }
    u32 width = bytes_of(l, o, o->pieces[2]);
    boolean is_float = is_float_type(o->pieces[2]);
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

static void lower_address_conversion(lowering *l, opcode *o) {
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

static u8 conversion_type_of(lowering *l, const opcode *o, const char *name) {
    static const char *const names[TYPE_COUNT] = {
        "u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "f16", "bf16", "f32", "f64"};
    for (u32 i = 0; i < TYPE_COUNT; i++) {
        if (!strcmp(name, names[i])) {
            return (u8)i;
        }
    }
    unsupported(l, o);
    return 0;
}

static void lower_conversion(lowering *l, opcode *o) {
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
    what.to = conversion_type_of(l, o, o->pieces[1]);
    what.from = conversion_type_of(l, o, o->pieces[2]);
    boolean to_float = what.to >= TYPE_F16, from_float = what.from >= TYPE_F16;
    u32 to_bytes = bytes_of(l, o, o->pieces[1]), from_bytes = bytes_of(l, o, o->pieces[2]);
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

/* shfl and vote: the lanes of the mask meet here. */
static void lower_together(lowering *l, opcode *o) {
    char key[LONGEST_OPCODE];
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
        operands[0] = require(l, o, destination(l, o), operand_width(key, 0, has(o, "ballot") ? 4 : PREDICATE_WIDTH)).offset;
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
    if (o->count != 2 || strcmp(o->pieces[1], "sync") || number->kind != TOKEN_NUMBER || !token_is(peek(l), ";")) {
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
        invalid(l, name, "there is no table '%.*s'", (int)name->length, name->text);
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

/* Instructions at which threads meet, and calls, stand behind a jump over them if they have a guard. */
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
    } else if (is(&o, "call") || is(&o, "brx") || is(&o, "shfl") || is(&o, "vote") || is(&o, "bar") || is(&o, "barrier")) {
        lower_meeting(l, &o);
    } else {
        lower_plain(l, &o);
    }
    expects(l, ";");
}
