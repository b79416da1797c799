#include "ptx.h"

void *module_allocate(module *m, u64 bytes) {
    region *block = calloc(1, sizeof *block + bytes);
    block->next = m->regions;
    m->regions = block;
    return block->bytes;
}

void *region_grow(module *m, void *old, u64 bytes, u64 wanted) {
    void *grown = module_allocate(m, wanted);
    if (bytes) {
        memcpy(grown, old, bytes);
    }
    return grown;
}

void module_fail(module *m, const token *at, s32 code, const char *format, ...) {
    char what[400];
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    __builtin_va_end(arguments);
    m->code = code;
    snprintf(m->log, sizeof m->log, "line %u of the PTX: %s", at ? at->line : 0, what);
    longjmp(&m->on_failure, 1);
}

static boolean is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '%' || c == '.';
}

static boolean is_digit(char c) {
    return c >= '0' && c <= '9';
}

static const char *after_comment(const char *at, u32 *line) {
    if (at[1] == '/') {
        while (*at && *at != '\n') {
            at++;
        }
        return at;
    }
    for (at += 2; *at && !(at[0] == '*' && at[1] == '/'); at++) {
        *line += *at == '\n';
    }
    return *at ? at + 2 : at;
}

void module_tokenize(module *m, const char *text) {
    u32 line = 1;
    const char *at = text;
    while (*at) {
        if (*at == '\n' || *at == ' ' || *at == '\t' || *at == '\r') {
            line += *at++ == '\n';
            continue;
        }
        if (*at == '/' && (at[1] == '/' || at[1] == '*')) {
            at = after_comment(at, &line);
            continue;
        }
        token *t = APPEND(m, m->tokens, m->token_count);
        *t = (token){at, 1, line, TOKEN_MARK};
        if (is_word(*at)) {
            t->kind = is_digit(*at) ? TOKEN_NUMBER : TOKEN_WORD;
            while (is_word(*at) || (at[0] == ':' && at[1] == ':')) {
                at += *at == ':' ? 2 : 1;
            }
        } else if (*at == '"') {
            t->kind = TOKEN_STRING;
            for (at++; *at && *at != '"'; at++) {
            }
            at += *at == '"';
        } else {
            at++;
        }
        t->length = (u32)(at - t->text);
    }
    token *end = APPEND(m, m->tokens, m->token_count);
    *end = (token){"", 0, line, TOKEN_END};
}

u32 type_bytes(const char *text, u32 length) {
    static const struct {
        char name[4];
        u32 bytes;
    } types[] = {
        {"b8", 1},  {"u8", 1},  {"s8", 1},  {"b16", 2}, {"u16", 2}, {"s16", 2}, {"f16", 2}, {"b32", 4},
        {"u32", 4}, {"s32", 4}, {"f32", 4}, {"b64", 8}, {"u64", 8}, {"s64", 8}, {"f64", 8},
    };
    if (length && *text == '.') {
        text++;
        length--;
    }
    if (length == 4 && !memcmp(text, "bf16", 4)) {
        return 2;
    }
    if ((length == 5 && !memcmp(text, "f16x2", 5)) || (length == 6 && !memcmp(text, "bf16x2", 6))) {
        return 4;
    }
    for (u32 i = 0; i < COUNT_OF(types); i++) {
        if (length == strlen(types[i].name) && !memcmp(types[i].name, text, length)) {
            return types[i].bytes;
        }
    }
    return 0;
}

u64 number_bits(module *m, const token *number, u32 bytes, boolean is_float) {
    char digits[64];
    if (number->kind != TOKEN_NUMBER || number->length >= sizeof digits) {
        module_fail(
            m, number, CUDA_ERROR_INVALID_PTX, "a number is expected, not '%.*s'", (int)number->length, number->text);
    }
    memcpy(digits, number->text, number->length);
    digits[number->length] = 0;
    char *end = digits + number->length, *read;
    u64 bits;
    if (digits[0] == '0' && (digits[1] == 'f' || digits[1] == 'F' || digits[1] == 'd' || digits[1] == 'D')) {
        boolean is_double = digits[1] == 'd' || digits[1] == 'D';
        bits = strtoull(digits + 2, &read, 16);
        if (bytes != (is_double ? 8 : 4)) {
            module_fail(m, number, CUDA_ERROR_INVALID_PTX, "the constant %s does not have %u bytes", digits, bytes);
        }
    } else if (is_float) {
        f64 value = strtod(digits, &read);
        bits = bytes == 8 ? __builtin_bit_cast(u64, value) : __builtin_bit_cast(u32, (f32)value);
    } else {
        bits = strtoull(digits, &read, 0);
        read += *read == 'U';
    }
    if (read != end) {
        module_fail(m, number, CUDA_ERROR_INVALID_PTX, "'%s' is not a number", digits);
    }
    return bits;
}
