#include "opcode.h"

opcode split(lowering *l, const token *at) {
    opcode o = {.at = at};
    if (at->length >= MAX_OPCODE_LENGTH) {
        invalid(l, at, "unknown instruction '%.*s'", (int)at->length, at->text);
    }
    memcpy(o.text, at->text, at->length);
    for (u32 i = 0; i <= at->length; i++) {
        if (i == 0 || o.text[i - 1] == 0) {
            if (o.count == MAX_FIELDS) {
                invalid(l, at, "unknown instruction '%.*s'", (int)at->length, at->text);
            }
            o.fields[o.count++] = &o.text[i];
        }
        if (o.text[i] == '.') {
            o.text[i] = 0;
        }
    }
    return o;
}

/* Removes a modifier; returns true if it was present. */
boolean without(opcode *o, const char *field) {
    for (u32 i = 1; i < o->count; i++) {
        if (!strcmp(o->fields[i], field)) {
            for (; i + 1 < o->count; i++) {
                o->fields[i] = o->fields[i + 1];
            }
            o->count--;
            return true;
        }
    }
    return false;
}

boolean is(const opcode *o, const char *field) {
    return !strcmp(o->fields[0], field);
}

boolean has(const opcode *o, const char *field) {
    for (u32 i = 1; i < o->count; i++) {
        if (!strcmp(o->fields[i], field)) {
            return true;
        }
    }
    return false;
}

void unsupported(lowering *l, const opcode *o) {
    invalid(l, o->at, "unknown or unsupported instruction '%.*s'", (int)o->at->length, o->at->text);
}

const char *last_piece(const opcode *o) {
    return o->fields[o->count - 1];
}

u32 bytes_of(lowering *l, const opcode *o, const char *type) {
    u32 bytes = type_bytes(type, (u32)strlen(type));
    if (!bytes && strcmp(type, "pred")) {
        unsupported(l, o);
    }
    return bytes;
}

boolean is_float_type(const char *type) {
    return type[0] == 'f' || !strncmp(type, "bf16", 4);
}

instruction *emit_guarded(lowering *l, const opcode *o, handler run) {
    instruction *in = emit(l, o->at, run);
    in->guard = o->guard;
    in->negated = o->negated;
    return in;
}

operand require(lowering *l, const opcode *o, operand found, u32 width) {
    if (found.width != width) {
        invalid(
            l, o->at, "'%.*s' with a register of %u bits where %u belong", (int)o->at->length, o->at->text,
            found.width ? 8 * found.width : 1, width ? 8 * width : 1);
    }
    return found;
}

operand exact_operand(lowering *l, const opcode *o, u32 width, boolean is_float) {
    return require(l, o, read_operand(l, width, is_float), width);
}

operand destination(lowering *l, const opcode *o) {
    const token *t = peek(l);
    operand d = find_register(l, t);
    if (!d.offset) {
        invalid(l, o->at, "the result '%.*s' is not a register", (int)t->length, t->text);
    }
    take(l);
    return d;
}

void emit_unary(lowering *l, const opcode *o, handler run, u32 to, u32 from) {
    instruction *in = emit_guarded(l, o, run);
    in->operand[0] = to;
    in->operand[1] = from;
}

void emit_rounding(lowering *l, const opcode *o, enum rounding rounding) {
    emit_guarded(l, o, lanes_set_rounding)->immediate = rounding;
}

boolean take_rounding(opcode *o, enum rounding *rounding) {
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

/* If the width of an operand differs from that of the type. */
u32 operand_width(const char *key, u32 index, u32 width) {
    static const struct {
        const char *prefix;
        u8 index, bytes; /* 0: twice the type's; PREDICATE: a predicate */
    } exceptions[] = {
        {"mul.wide.", 0, 0}, {"mad.wide.", 0, 0}, {"mad.wide.", 3, 0}, {"shl.", 2, 4},    {"shr.", 2, 4},
        {"popc.", 0, 4},     {"clz.", 0, 4},      {"bfind.", 0, 4},    {"bfe.", 2, 4},    {"bfe.", 3, 4},
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

/* The position of the row with the key, or its insertion point. */
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

const opcode_row *find_row(const char *key) {
    static const opcode_table *const tables[] = {
        &float_opcodes, &bfloat_opcodes,  &integer_opcodes, &compare_opcodes,
        &bit_opcodes,   &control_opcodes, &matrix_opcodes,  &copy_opcodes};
    if (!hashed_rows[place_of("trap")]) {
        for (u32 i = 0; i < COUNT_OF(tables); i++) {
            for (u32 n = 0; n < tables[i]->count; n++) {
                hashed_rows[place_of(tables[i]->rows[n].opcode)] = &tables[i]->rows[n];
            }
        }
    }
    return hashed_rows[place_of(key)];
}

const opcode_row *row_of(lowering *l, const opcode *o, char *key) {
    u32 length = 0;
    for (u32 i = 0; i < o->count; i++) {
        length += (u32)snprintf(key + length, MAX_OPCODE_LENGTH - length, i ? ".%s" : "%s", o->fields[i]);
    }
    const opcode_row *row = find_row(key);
    if (!row) {
        unsupported(l, o);
    }
    return row;
}

u32 read_list(lowering *l, const opcode *o, u32 *registers, u32 most, u32 width, boolean is_float, boolean is_result) {
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
