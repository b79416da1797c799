#include "ptx.h"

static const token *at(module *m, u32 position) {
    return &m->tokens[position < m->token_count ? position : m->token_count - 1];
}

static void expect(module *m, u32 *position, const char *mark) {
    if (!token_is(at(m, *position), mark)) {
        const token *t = at(m, *position);
        module_fail(m, t, CUDA_ERROR_INVALID_PTX, "'%s' is expected, not '%.*s'", mark, (int)t->length, t->text);
    }
    ++*position;
}

static boolean accept(module *m, u32 *position, const char *word) {
    if (token_is(at(m, *position), word)) {
        ++*position;
        return true;
    }
    return false;
}

static u64 integer(module *m, u32 *position) {
    return number_bits(m, at(m, (*position)++), 8, false);
}

static void skip_line(module *m, u32 *position) {
    u32 line = at(m, *position)->line;
    while (at(m, *position)->line == line && at(m, *position)->kind != TOKEN_END) {
        ++*position;
    }
}

/* Skips from an opening bracket past its closing one. */
static void skip_nested(module *m, u32 *position) {
    u32 depth = 0;
    do {
        const token *t = at(m, (*position)++);
        depth += token_is(t, "{") || token_is(t, "(");
        depth -= token_is(t, "}") || token_is(t, ")");
        if (t->kind == TOKEN_END) {
            module_fail(m, t, CUDA_ERROR_INVALID_PTX, "a bracket is not closed");
        }
    } while (depth);
}

variable read_variable(module *m, u32 *position, enum space space) {
    variable v = {.space = space};
    u32 element = 0, lanes = 1;
    for (; at(m, *position)->kind == TOKEN_WORD && *at(m, *position)->text == '.'; ++*position) {
        const token *t = at(m, *position);
        if (token_is(t, ".align")) {
            ++*position;
            v.align = (u32)number_bits(m, at(m, *position), 8, false);
        } else if (token_is(t, ".v2") || token_is(t, ".v4")) {
            lanes = (u32)(t->text[2] - '0');
        } else if (
            token_is(t, ".ptr") || token_is(t, ".global") || token_is(t, ".shared") || token_is(t, ".const") ||
            token_is(t, ".local")) {
            /* The pointee attributes of a pointer parameter. */
        } else if ((element = type_bytes(t->text, t->length)) == 0) {
            module_fail(m, t, CUDA_ERROR_INVALID_PTX, "unknown type '%.*s'", (int)t->length, t->text);
        }
    }
    v.name = *at(m, (*position)++);
    v.bytes = (u64)element * lanes;
    while (accept(m, position, "[")) {
        if (token_is(at(m, *position), "]")) {
            v.dynamic = true;
        } else {
            v.bytes *= integer(m, position);
        }
        expect(m, position, "]");
    }
    if (!element || v.name.kind != TOKEN_WORD) {
        module_fail(m, &v.name, CUDA_ERROR_INVALID_PTX, "a variable without type or name");
    }
    if (!v.align) {
        v.align = element * lanes;
    }
    return v;
}

const variable *module_variable(const module *m, const token *name) {
    for (u32 i = 0; i < m->variable_count; i++) {
        if (same_text(&m->variables[i].name, name)) {
            return &m->variables[i];
        }
    }
    return null;
}

const function *module_function(const module *m, const token *name) {
    for (u32 i = 0; i < m->function_count; i++) {
        if (same_text(&m->functions[i].name, name) && m->functions[i].body) {
            return &m->functions[i];
        }
    }
    return null;
}

/* One element, or nested lists of elements; an element is a number or the address of a variable. */
static u64 read_initializer(module *m, u32 *position, u8 *to, u64 left, u32 element, boolean is_float) {
    if (accept(m, position, "{")) {
        u64 written = 0;
        while (!accept(m, position, "}")) {
            written += read_initializer(m, position, to + written, left - written, element, is_float);
            accept(m, position, ",");
        }
        return written;
    }
    u64 value;
    boolean negative = accept(m, position, "-");
    const token *t = at(m, *position);
    if (t->kind == TOKEN_NUMBER) {
        value = number_bits(m, t, element, is_float);
        ++*position;
        value = negative ? 0 - value : value;
    } else {
        boolean generic = accept(m, position, "generic");
        if (generic) {
            expect(m, position, "(");
        }
        const variable *target = module_variable(m, at(m, *position));
        if (!target || target->space == SPACE_SHARED) {
            module_fail(m, t, CUDA_ERROR_INVALID_PTX, "'%.*s' cannot be in an initializer", (int)t->length, t->text);
        }
        ++*position;
        value = target->address;
        if (generic) {
            expect(m, position, ")");
        }
        if (accept(m, position, "+")) {
            value += integer(m, position);
        }
    }
    if (element > left) {
        module_fail(m, t, CUDA_ERROR_INVALID_PTX, "more initial values than the variable holds");
    }
    memcpy(to, &value, element);
    return element;
}

static void read_module_variable(module *m, u32 *position, enum space space, boolean is_extern) {
    u32 first = *position;
    variable v = read_variable(m, position, space);
    v.dynamic &= is_extern && space == SPACE_SHARED;
    if (space != SPACE_SHARED) {
        u32 element = 0;
        boolean is_float = false;
        for (u32 i = first; i < *position && !element; i++) {
            element = type_bytes(at(m, i)->text, at(m, i)->length);
            is_float = element && at(m, i)->text[1] == 'f';
        }
        allocation *block = is_extern || !v.bytes ? null : arena_allocate(m->memory, v.bytes, true);
        if (!block) {
            module_fail(
                m, &v.name, is_extern ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_OUT_OF_MEMORY,
                "no memory for the variable '%.*s'", (int)v.name.length, v.name.text);
        }
        block->owned_by_module = true;
        v.address = m->memory->address + block->offset;
        u8 *host = arena_host(m->memory, v.address);
        memset(host, 0, v.bytes);
        *APPEND(m, m->variables, m->variable_count) = v;
        if (accept(m, position, "=")) {
            read_initializer(m, position, host, v.bytes, element, is_float);
        }
        block->constant = space == SPACE_CONST;
        arena_set_accessible(m->memory, block, true);
    } else {
        *APPEND(m, m->variables, m->variable_count) = v;
    }
    expect(m, position, ";");
}

static void read_function(module *m, u32 *position, boolean is_kernel) {
    function f = {.is_kernel = is_kernel};
    if (!is_kernel && token_is(at(m, *position), "(")) {
        f.result = *position + 1;
        skip_nested(m, position);
    }
    f.name = *at(m, (*position)++);
    if (token_is(at(m, *position), "(")) {
        f.parameters = *position + 1;
        skip_nested(m, position);
    }
    for (;;) {
        const token *t = at(m, *position);
        if (accept(m, position, ".maxntid") || accept(m, position, ".reqntid")) {
            u32 size[3] = {1, 1, 1}, n = 0;
            do {
                size[n++] = (u32)integer(m, position);
            } while (n < 3 && accept(m, position, ","));
            f.maximum = size[0] * size[1] * size[2];
            if (token_is(t, ".reqntid")) {
                memcpy(f.required, size, sizeof size);
            }
        } else if (accept(m, position, ".minnctapersm") || accept(m, position, ".maxnreg")) {
            integer(m, position);
        } else if (accept(m, position, ".noreturn")) {
            continue;
        } else {
            break;
        }
    }
    if (!accept(m, position, ";")) {
        expect(m, position, "{");
        f.body = *position;
        --*position;
        skip_nested(m, position);
    }
    *APPEND(m, m->functions, m->function_count) = f;
}

static u32 tenths(module *m, const token *version) {
    u32 value = 0;
    for (u32 i = 0; i < version->length; i++) {
        char c = version->text[i];
        if (c >= '0' && c <= '9') {
            value = value * 10 + (u32)(c - '0');
        } else if (c != '.' || version->kind != TOKEN_NUMBER) {
            module_fail(m, version, CUDA_ERROR_INVALID_PTX, "the version '%.*s'", (int)version->length, version->text);
        }
    }
    return value;
}

static void read_header(module *m, u32 *position) {
    expect(m, position, ".version");
    const token *version = at(m, (*position)++);
    if (tenths(m, version) > m->ptx_version) {
        module_fail(
            m, version, CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "version %.*s, the driver knows those up to %u.%u",
            (int)version->length, version->text, m->ptx_version / 10, m->ptx_version % 10);
    }
    expect(m, position, ".target");
    const token *target = at(m, *position);
    u32 capability = 0;
    for (u32 i = 3; i < target->length && target->text[i] >= '0' && target->text[i] <= '9'; i++) {
        capability = capability * 10 + (u32)(target->text[i] - '0');
    }
    if (target->length < 5 || memcmp(target->text, "sm_", 3) || capability > m->capability) {
        module_fail(
            m, target, CUDA_ERROR_NO_BINARY_FOR_GPU, "target %.*s on a device of sm_%u", (int)target->length,
            target->text, m->capability);
    }
    m->target = capability;
    skip_line(m, position);
    expect(m, position, ".address_size");
    if (integer(m, position) != 64) {
        module_fail(m, at(m, *position - 1), CUDA_ERROR_INVALID_PTX, "addresses are not of 64 bits");
    }
}

static void read_declarations(module *m) {
    u32 position = 0;
    read_header(m, &position);
    boolean is_extern = false;
    while (at(m, position)->kind != TOKEN_END) {
        const token *t = at(m, position++);
        if (token_is(t, ".visible") || token_is(t, ".weak") || token_is(t, ".common")) {
            continue;
        }
        if (token_is(t, ".extern")) {
            is_extern = true;
            continue;
        }
        if (token_is(t, ".entry") || token_is(t, ".func")) {
            read_function(m, &position, token_is(t, ".entry"));
        } else if (token_is(t, ".global")) {
            read_module_variable(m, &position, SPACE_GLOBAL, is_extern);
        } else if (token_is(t, ".const")) {
            read_module_variable(m, &position, SPACE_CONST, is_extern);
        } else if (token_is(t, ".shared")) {
            read_module_variable(m, &position, SPACE_SHARED, is_extern);
        } else if (token_is(t, ".file")) {
            position--;
            skip_line(m, &position);
        } else if (token_is(t, ".section")) {
            position++;
            skip_nested(m, &position);
        } else {
            module_fail(m, t, CUDA_ERROR_INVALID_PTX, "'%.*s' is not known here", (int)t->length, t->text);
        }
        is_extern = false;
    }
}

void module_load(module *m, const char *text) {
    if (_setjmp(&m->on_failure)) {
        return;
    }
    module_tokenize(m, text);
    read_declarations(m);
    for (u32 i = 0; i < m->function_count; i++) {
        if (m->functions[i].is_kernel) {
            lower_kernel(m, &m->functions[i], APPEND(m, m->kernels, m->kernel_count));
        }
    }
}

void module_unload(module *m) {
    for (u32 i = 0; i < m->variable_count; i++) {
        if (m->variables[i].space != SPACE_SHARED) {
            arena_free(m->memory, arena_find(m->memory, m->variables[i].address));
        }
    }
    while (m->regions) {
        region *next = m->regions->next;
        free(m->regions);
        m->regions = next;
    }
}

const kernel *module_kernel(const module *m, const char *name) {
    for (u32 i = 0; i < m->kernel_count; i++) {
        if (!strcmp(m->kernels[i].name, name)) {
            return &m->kernels[i];
        }
    }
    return null;
}
