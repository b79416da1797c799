#include "lower.h"

u32 new_register(lowering *l, u32 width) {
    kernel *k = l->into;
    u32 bytes = width == PREDICATE_WIDTH ? sizeof(u32) : width * WARP_LANES;
    u32 align = bytes < 64 ? bytes : 64;
    u32 offset = (k->register_bytes + align - 1) / align * align;
    k->register_bytes = offset + bytes;
    k->register_count += width == 8 ? 2 : width ? 1 : 0;
    return offset;
}

static u32 hash_of(u64 value, u32 width) {
    u64 mixed = (value ^ width) * 0x9e3779b97f4a7c15ull;
    return (u32)(mixed >> 40);
}

static void rehash(lowering *l) {
    u32 count = l->constant_slot_count ? 4 * l->constant_slot_count : 256;
    l->constant_slots = module_allocate(l->m, (u64)count * sizeof(u32));
    l->constant_slot_count = count;
    for (u32 i = 0; i < l->into->constant_count; i++) {
        const constant_register *c = &l->into->constants[i];
        u32 slot = hash_of(c->value, c->width) % count;
        while (l->constant_slots[slot]) {
            slot = (slot + 1) % count;
        }
        l->constant_slots[slot] = i + 1;
    }
}

u32 constant(lowering *l, u64 value, u32 width) {
    kernel *k = l->into;
    if (width < 8) {
        value &= (1ull << 8 * width) - 1;
    }
    if (2 * k->constant_count >= l->constant_slot_count) {
        rehash(l);
    }
    u32 slot = hash_of(value, width) % l->constant_slot_count;
    for (; l->constant_slots[slot]; slot = (slot + 1) % l->constant_slot_count) {
        const constant_register *c = &k->constants[l->constant_slots[slot] - 1];
        if (c->value == value && c->width == width) {
            return c->offset;
        }
    }
    u32 registers = k->register_count;
    constant_register *added = APPEND(l->m, k->constants, k->constant_count);
    *added = (constant_register){new_register(l, width), width, value};
    k->register_count = registers;
    l->constant_slots[slot] = k->constant_count;
    return added->offset;
}

/* The numeric suffix of a name, if there is one. */
static boolean numbered_name(const token *name, u32 *stem, u32 *number) {
    *stem = name->length;
    while (*stem && name->text[*stem - 1] >= '0' && name->text[*stem - 1] <= '9') {
        --*stem;
    }
    *number = 0;
    for (u32 i = *stem; i < name->length; i++) {
        *number = *number * 10 + (u32)(name->text[i] - '0');
    }
    return *stem < name->length;
}

symbol *find_symbol(lowering *l, const token *name) {
    u32 stem, number;
    boolean numbered = numbered_name(name, &stem, &number);
    for (u32 i = l->symbol_count; i-- > l->body->symbols_from;) {
        symbol *s = &l->symbols[i];
        if (s->numbered
                ? numbered && number < s->count && s->name.length == stem && !memcmp(s->name.text, name->text, stem)
                : same_text(&s->name, name)) {
            return s;
        }
    }
    return null;
}

static u32 special_register(lowering *l, const token *name) {
    static const char *const names[SPECIAL_COUNT] = {
        "%tid.x",       "%tid.y",       "%tid.z",       "%ntid.x",      "%ntid.y",     "%ntid.z", "%ctaid.x",
        "%ctaid.y",     "%ctaid.z",     "%nctaid.x",    "%nctaid.y",    "%nctaid.z",   "%laneid", "%warpid",
        "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge"};
    for (u32 i = 0; i < SPECIAL_COUNT; i++) {
        if (token_is(name, names[i])) {
            if (!l->into->specials[i]) {
                l->into->specials[i] = new_register(l, 4);
            }
            return l->into->specials[i];
        }
    }
    return 0;
}

operand find_register(lowering *l, const token *name) {
    u32 special = special_register(l, name);
    if (special) {
        return (operand){special, 4};
    }
    symbol *s = find_symbol(l, name);
    if (!s || s->kind != SYMBOL_REGISTERS) {
        return (operand){0, 0};
    }
    u32 stem, number;
    numbered_name(name, &stem, &number);
    u32 bytes = s->width == PREDICATE_WIDTH ? sizeof(u32) : s->width * WARP_LANES;
    return (operand){s->first + (s->numbered ? number * bytes : 0), s->width};
}

/* Shared variables are allocated when the kernel first names them. */
static variable *place_shared(lowering *l, const variable *declared) {
    for (u32 i = 0; i < l->shared_count; i++) {
        if (l->shared[i].name.text == declared->name.text) {
            return &l->shared[i];
        }
    }
    variable *v = APPEND(l->m, l->shared, l->shared_count);
    *v = *declared;
    if (!v->dynamic) {
        v->address = (l->into->shared_bytes + v->align - 1) / v->align * v->align;
        l->into->shared_bytes = (u32)(v->address + v->bytes);
    }
    return v;
}

variable *find_variable(lowering *l, const token *name) {
    symbol *s = find_symbol(l, name);
    if (s) {
        if (s->kind != SYMBOL_VARIABLE) {
            return null;
        }
        return s->variable.space == SPACE_SHARED ? place_shared(l, &s->variable) : &s->variable;
    }
    const variable *global = module_variable(l->m, name);
    return !global ? null : global->space == SPACE_SHARED ? place_shared(l, global) : (variable *)global;
}

static u64 space_address(const variable *v) {
    boolean absolute = v->space == SPACE_GLOBAL || v->space == SPACE_CONST;
    return v->address + (absolute ? 0 : v->space == SPACE_PARAMETER ? PARAMETER_BASE : SPACE_BASE);
}

/* The constant of dynamic shared memory is never deduplicated: a launch sets it. */
static u32 dynamic_shared(lowering *l) {
    kernel *k = l->into;
    if (!k->dynamic_shared_constant) {
        constant_register *added = APPEND(l->m, k->constants, k->constant_count);
        *added = (constant_register){new_register(l, 8), 8, ~0ull};
        k->dynamic_shared_constant = k->constant_count;
        if (2 * k->constant_count >= l->constant_slot_count) {
            rehash(l);
        }
    }
    return k->constants[k->dynamic_shared_constant - 1].offset;
}

operand read_operand(lowering *l, u32 width, boolean is_float) {
    const token *t = take(l);
    boolean negative = token_is(t, "-");
    if (negative) {
        t = take(l);
    }
    if (t->kind == TOKEN_NUMBER && width == PREDICATE_WIDTH) {
        return (operand){constant(l, number_bits(l->m, t, 8, false) ? ~0ull : 0, sizeof(u32)), PREDICATE_WIDTH};
    }
    if (t->kind == TOKEN_NUMBER) {
        is_float = is_float && width > 2; /* halves are given as bits */
        u64 bits = number_bits(l->m, t, width, is_float);
        if (negative) {
            bits = is_float ? bits ^ 1ull << (8 * width - 1) : 0 - bits;
        }
        return (operand){constant(l, bits, width), width};
    }
    if (token_is(t, "WARP_SZ")) {
        return (operand){constant(l, WARP_LANES, width), width};
    }
    if (token_is(t, "_")) {
        return (operand){new_register(l, width), width};
    }
    operand found = find_register(l, t);
    if (found.offset) {
        return found;
    }
    variable *v = find_variable(l, t);
    if (!v || t->kind != TOKEN_WORD) {
        invalid(l, t, "'%.*s' is not declared", (int)t->length, t->text);
    }
    if (v->dynamic) {
        return (operand){dynamic_shared(l), 8};
    }
    u64 address = space_address(v);
    if (accepts(l, "+")) {
        address += number_bits(l->m, take(l), 8, false);
    }
    return (operand){constant(l, address, 8), 8};
}
