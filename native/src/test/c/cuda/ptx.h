/*
 * PTX: the source of a module, its declarations, and its kernels as decoded instructions. Functions are inlined where
 * they are called, with separate registers, so that the interpreter has no calls; recursion is rejected.
 */
#ifndef EMULATION_PTX_H
#define EMULATION_PTX_H

#include "lanes.h"

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_NUMBER, TOKEN_STRING, TOKEN_MARK };

typedef struct {
    const char *text;
    u32 length, line;
    u8 kind;
} token;

/* A declared name. */
typedef struct {
    token name;
    enum space space;
    u32 align;
    u64 bytes;
    u64 address; /* within its space, without its base */
    boolean dynamic;
} variable;

typedef struct {
    token name;
    boolean is_kernel;
    u32 result, parameters,
        body; /* the tokens after the opening brackets; result 0 if there is none, body 0 for a declaration */
    u32 required[3], maximum;
} function;

typedef struct region {
    struct region *next;
    _Alignas(16) u8 bytes[];
} region;

typedef struct {
    arena *memory;
    u32 ptx_version, capability; /* the maximum of the driver and of the device, times ten */
    u32 target;                  /* compute capability that the source names, times ten */
    token *tokens;
    u32 token_count;
    variable *variables;
    u32 variable_count;
    function *functions;
    u32 function_count;
    kernel *kernels;
    u32 kernel_count;
    region *regions;
    s32 code;
    char log[512];
    jump_target on_failure;
} module;

/* Decodes a module; if its code is not zero, the log has the reason. The source need not outlive the call. */
void module_load(module *m, const char *text);
void module_unload(module *m);
const kernel *module_kernel(const module *m, const char *name);

/* Internal declarations of the decoder. */
void *module_allocate(module *m, u64 bytes);
void module_fail(module *m, const token *at, s32 code, const char *format, ...)
    __attribute__((format(printf, 4, 5), noreturn));
void module_tokenize(module *m, const char *text);
void lower_kernel(module *m, const function *entry, kernel *into);
const function *module_function(const module *m, const token *name);
const variable *module_variable(const module *m, const token *name);

/* Reads a declaration such as `.align 4 .b8 name[64]`, after the space; advances the position past it. */
variable read_variable(module *m, u32 *position, enum space space);

u32 type_bytes(const char *text, u32 length); /* The bytes of .f32 and so on; 0 for other names; a predicate has none */
u64 number_bits(module *m, const token *number, u32 bytes, boolean is_float);

static inline boolean token_is(const token *t, const char *text) {
    return t->length == strlen(text) && !memcmp(t->text, text, t->length);
}

static inline boolean same_text(const token *left, const token *right) {
    return left->length == right->length && !memcmp(left->text, right->text, left->length);
}

/* An array in a region of the module that grows by doubling. */
#define APPEND(m, array, count)                                                                                        \
    (((count) & ((count) - 1)) == 0                                                                                    \
         ? (array = region_grow(                                                                                       \
                m, array, (u64)(count) * sizeof *(array), ((count) ? 2 * (u64)(count) : 1) * sizeof *(array)))         \
         : (array),                                                                                                    \
     &(array)[(count)++])

void *region_grow(module *m, void *old, u64 bytes, u64 wanted);

#endif
