#include "lower.h"

const token *peek(lowering *l) {
    return &l->m->tokens[l->position < l->m->token_count ? l->position : l->m->token_count - 1];
}

const token *take(lowering *l) {
    const token *t = peek(l);
    l->position++;
    return t;
}

boolean accepts(lowering *l, const char *text) {
    if (token_is(peek(l), text)) {
        l->position++;
        return true;
    }
    return false;
}

void invalid(lowering *l, const token *at, const char *format, ...) {
    char what[300];
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    __builtin_va_end(arguments);
    module_fail(l->m, at, CUDA_ERROR_INVALID_PTX, "%s (kernel %s)", what, l->into->name);
}

void expects(lowering *l, const char *text) {
    const token *t = take(l);
    if (!token_is(t, text)) {
        invalid(l, t, "'%s' is expected, not '%.*s'", text, (int)t->length, t->text);
    }
}

instruction *emit(lowering *l, const token *at, handler run) {
    kernel *k = l->into;
    instruction *in = APPEND(l->m, k->code, k->code_length);
    *in = (instruction){.run = run, .line = at->line};
    k->code[l->block].immediate++;
    return in;
}

void start_block(lowering *l, const token *at) {
    instruction *in = APPEND(l->m, l->into->code, l->into->code_length);
    *in = (instruction){.line = at->line, .flow = FLOW_BLOCK};
    l->block = l->into->code_length - 1;
}

label *find_label(lowering *l, const token *name) {
    body *b = l->body;
    for (u32 i = 0; i < b->label_count; i++) {
        if (same_text(&b->labels[i].name, name)) {
            return &b->labels[i];
        }
    }
    label *added = APPEND(l->m, b->labels, b->label_count);
    *added = (label){.name = *name, .target = NO_TOKEN, .table = NO_TOKEN};
    return added;
}

void place_label(lowering *l, const token *name) {
    start_block(l, name);
    label *placed = find_label(l, name);
    if (placed->target != NO_TOKEN) {
        invalid(l, name, "the label '%.*s' is there twice", (int)name->length, name->text);
    }
    placed->target = l->block;
}

static void refer(lowering *l, const token *name, u32 place, boolean in_table) {
    *APPEND(l->m, l->body->fixups, l->body->fixup_count) = (fixup){*name, place, in_table};
}

void jump(lowering *l, const token *at, const token *target, u32 guard, boolean negated) {
    instruction *in = emit(l, at, (handler)null);
    in->flow = FLOW_BRANCH;
    in->guard = guard;
    in->negated = negated;
    refer(l, target, l->into->code_length - 1, false);
    start_block(l, at);
}

void place_table(lowering *l, const token *name) {
    label *table = find_label(l, name);
    table->table = l->into->target_count;
    do {
        *APPEND(l->m, l->into->targets, l->into->target_count) = 0;
        refer(l, take(l), l->into->target_count - 1, true);
        table->table_count++;
    } while (accepts(l, ","));
    expects(l, ";");
}

static void resolve_labels(lowering *l) {
    for (u32 i = 0; i < l->body->fixup_count; i++) {
        const fixup *use = &l->body->fixups[i];
        u32 target = find_label(l, &use->name)->target;
        if (target == NO_TOKEN) {
            invalid(l, &use->name, "unknown label '%.*s'", (int)use->name.length, use->name.text);
        }
        if (use->in_table) {
            l->into->targets[use->place] = target;
        } else {
            l->into->code[use->place].immediate = target;
        }
    }
}

static void declare_registers(lowering *l) {
    const token *type = take(l);
    u32 width = token_is(type, ".pred") ? PREDICATE_WIDTH : type_bytes(type->text, type->length);
    if (!width && !token_is(type, ".pred")) {
        invalid(l, type, "registers of type '%.*s'", (int)type->length, type->text);
    }
    do {
        symbol *s = APPEND(l->m, l->symbols, l->symbol_count);
        *s = (symbol){.kind = SYMBOL_REGISTERS, .width = width < 2 && width ? 2 : width, .count = 1};
        s->name = *take(l);
        if (accepts(l, "<")) {
            s->count = (u32)number_bits(l->m, take(l), 8, false);
            s->numbered = true;
            expects(l, ">");
        }
        for (u32 i = 0; i < s->count; i++) {
            u32 offset = new_register(l, s->width);
            s->first = i ? s->first : offset;
        }
    } while (accepts(l, ","));
    expects(l, ";");
}

static void declare_variable(lowering *l, enum space space) {
    symbol *s = APPEND(l->m, l->symbols, l->symbol_count);
    u32 position = l->position;
    *s = (symbol){.kind = SYMBOL_VARIABLE};
    s->variable = read_variable(l->m, &position, space);
    s->name = s->variable.name;
    l->position = position;
    if (space == SPACE_LOCAL) {
        u32 align = s->variable.align;
        s->variable.address = (l->into->local_bytes + align - 1) / align * align;
        l->into->local_bytes = (u32)(s->variable.address + s->variable.bytes + 15) / 16 * 16;
    }
    expects(l, ";");
}

static void skip_to_next_line(lowering *l) {
    u32 line = peek(l)->line;
    while (peek(l)->line == line) {
        take(l);
    }
}

static void lower_statement(lowering *l) {
    const token *t = peek(l);
    if (accepts(l, "{")) {
        u32 symbols = l->symbol_count;
        while (!accepts(l, "}")) {
            lower_statement(l);
        }
        l->symbol_count = symbols;
    } else if (accepts(l, ".reg")) {
        declare_registers(l);
    } else if (accepts(l, ".local") || accepts(l, ".param")) {
        declare_variable(l, SPACE_LOCAL);
    } else if (accepts(l, ".shared")) {
        declare_variable(l, SPACE_SHARED);
    } else if (accepts(l, ".pragma")) {
        take(l);
        expects(l, ";");
    } else if (token_is(t, ".loc")) {
        skip_to_next_line(l);
    } else if (accepts(l, "@")) {
        boolean negated = accepts(l, "!");
        operand guard = find_register(l, take(l));
        if (!guard.offset || guard.width != PREDICATE_WIDTH) {
            invalid(l, t, "the guard is not a predicate");
        }
        lower_instruction(l, guard.offset, negated);
    } else if (t->kind == TOKEN_WORD && *t->text != '.' && token_is(t + 1, ":")) {
        l->position += 2;
        if (accepts(l, ".branchtargets")) {
            place_table(l, t);
        } else {
            place_label(l, t);
        }
    } else if (t->kind == TOKEN_WORD && *t->text != '.') {
        lower_instruction(l, 0, false);
    } else if (!accepts(l, ";")) {
        invalid(l, t, "'%.*s' is not known here", (int)t->length, t->text);
    }
}

const token end_of_body = {"<end>", 5, 0, TOKEN_WORD};

static void enter(lowering *l, const function *of) {
    for (body *b = l->body; b; b = b->caller) {
        if (b->of == of) {
            invalid(l, &of->name, "'%.*s' calls itself", (int)of->name.length, of->name.text);
        }
    }
    body *b = module_allocate(l->m, sizeof *b);
    *b = (body){.caller = l->body, .of = of, .symbols_from = l->symbol_count};
    l->body = b;
}

/* Decodes the statements of the entered body, and resolves their jumps. */
static void lower_statements(lowering *l) {
    u32 back = l->position;
    l->position = l->body->of->body;
    while (!token_is(peek(l), "}")) {
        lower_statement(l);
    }
    place_label(l, &end_of_body);
    l->into->code[l->block].line = peek(l)->line;
    resolve_labels(l);
    l->symbol_count = l->body->symbols_from;
    l->body = l->body->caller;
    l->position = back;
}

/* The declarations of parameters or of a result, from the bracket on; each is bound to a variable of the caller. */
static void bind(lowering *l, u32 position, const variable *actual, u32 count, const token *at) {
    u32 bound = 0;
    while (position && !token_is(&l->m->tokens[position], ")")) {
        const token *t = &l->m->tokens[position++];
        if (token_is(t, ",")) {
            continue;
        }
        if (!token_is(t, ".param")) {
            invalid(l, t, "a parameter that is not in .param");
        }
        variable formal = read_variable(l->m, &position, SPACE_LOCAL);
        if (bound == count || formal.bytes != actual[bound].bytes) {
            invalid(l, at, "'%.*s' is not what is passed to it", (int)formal.name.length, formal.name.text);
        }
        symbol *s = APPEND(l->m, l->symbols, l->symbol_count);
        *s = (symbol){.kind = SYMBOL_VARIABLE, .name = formal.name, .variable = actual[bound++]};
    }
    if (bound != count) {
        invalid(l, at, "%u parameters, %u are passed", bound, count);
    }
}

enum { MAX_PASSED = 64 };

static u32 read_passed(lowering *l, variable *passed) {
    u32 count = 0;
    expects(l, "(");
    while (!accepts(l, ")")) {
        const token *t = take(l);
        variable *v = find_variable(l, t);
        if (!v || count == MAX_PASSED) {
            invalid(l, t, "'%.*s' cannot be passed", (int)t->length, t->text);
        }
        passed[count++] = *v;
        accepts(l, ",");
    }
    return count;
}

void lower_call(lowering *l, const token *at) {
    variable results[MAX_PASSED], arguments[MAX_PASSED];
    u32 result_count = 0, argument_count = 0;
    if (token_is(peek(l), "(")) {
        result_count = read_passed(l, results);
        expects(l, ",");
    }
    const token *name = take(l);
    const function *called = module_function(l->m, name);
    if (!called) {
        invalid(l, name, "unknown function '%.*s'", (int)name->length, name->text);
    }
    if (accepts(l, ",")) {
        argument_count = read_passed(l, arguments);
    }
    enter(l, called);
    bind(l, called->result, results, result_count, at);
    bind(l, called->parameters, arguments, argument_count, at);
    lower_statements(l);
}

static void declare_parameters(lowering *l, u32 position) {
    while (position && !token_is(&l->m->tokens[position], ")")) {
        if (token_is(&l->m->tokens[position++], ",")) {
            continue;
        }
        symbol *s = APPEND(l->m, l->symbols, l->symbol_count);
        *s = (symbol){.kind = SYMBOL_VARIABLE, .variable = read_variable(l->m, &position, SPACE_PARAMETER)};
        s->name = s->variable.name;
        u32 align = s->variable.align;
        s->variable.address = (l->into->parameter_bytes + align - 1) / align * align;
        l->into->parameter_bytes = (u32)(s->variable.address + s->variable.bytes);
        kernel *k = l->into;
        u32 n = k->parameter_count;
        (void)APPEND(l->m, k->parameters, k->parameter_count);
        k->parameters[n].offset = (u32)s->variable.address;
        k->parameters[n].bytes = (u32)s->variable.bytes;
    }
}

/* The predicate that is always true is at offset zero; elsewhere an offset of zero means none. */
enum { FIRST_REGISTER = 64 };

void lower_kernel(module *m, const function *entry, kernel *into) {
    lowering l = {.m = m, .into = into};
    into->name = module_allocate(m, entry->name.length + 1);
    memcpy(into->name, entry->name.text, entry->name.length);
    memcpy(into->required, entry->required, sizeof into->required);
    into->maximum = entry->maximum;
    into->register_bytes = FIRST_REGISTER;
    start_block(&l, &entry->name);
    enter(&l, entry);
    declare_parameters(&l, entry->parameters);
    lower_statements(&l);
    emit(&l, &entry->name, (handler)null)->flow = FLOW_EXIT;
    into->register_bytes = (into->register_bytes + 63) / 64 * 64;
}
