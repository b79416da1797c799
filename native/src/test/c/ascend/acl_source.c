#include "acl_program.h"

/* Maximum number of calls in a kernel, as a measure of its code size: the instruction cache of a core has 32 KiB. */
enum { MAX_CALLS = 512 };

static boolean is_name(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The next character that is neither a space nor in a comment. */
static const char *skipped(const char *at) {
    for (;;) {
        while (*at == ' ' || *at == '\n') {
            at++;
        }
        const char *end = !strncmp(at, "//", 2) ? "\n" : !strncmp(at, "/*", 2) ? "*/" : null;
        if (!end) {
            return at;
        }
        while (*at && strncmp(at, end, strlen(end))) {
            at++;
        }
        at += *at ? strlen(end) : 0;
    }
}

static boolean is(const char *name, size_type length, const char *other) {
    return strlen(other) == length && !strncmp(name, other, length);
}

/* Constructs that kernels may not contain: a core has no memory for them, or the compiler rejects them. */
static boolean is_refused(const char *name, size_type length) {
    static const char *const names[] = {"static", "thread_local", "new", "delete", "virtual", "throw", "try", "typeid",
        "dynamic_cast", "goto", "asm", "std"};
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        if (is(name, length, names[i])) {
            return true;
        }
    }
    return false;
}

/*
 * Returns true if a line is a directive that includes the following lines only for some chips, or defines a macro for
 * that.
 */
static boolean is_conditional(const char *line) {
    static const char *const directives[] = {"#if ", "#ifdef ", "#else", "#endif", "#define GK_"};
    for (u32 i = 0; i < COUNT_OF(directives); i++) {
        if (!strncmp(line, directives[i], strlen(directives[i]))) {
            return true;
        }
    }
    return false;
}

boolean refuse_source(const char *source, char *reason, u64 bytes) {
    static const char include[] = "#include \"kernel_operator.h\"";
    const char *function = null, *last = "";
    size_type function_length = 0;
    u32 depth = 0, calls = 0;
    for (const char *at = skipped(source); *at; at = skipped(at)) {
        if (*at == '#') {
            if (is_conditional(at)) {
                while (*at && *at != '\n') {
                    at++;
                }
                continue;
            }
            if (strncmp(at, include, sizeof include - 1)) {
                snprintf(reason, bytes, "T18: another directive than %s", include);
                return true;
            }
            at += sizeof include - 1;
            continue;
        }
        if (*at == '"') {
            for (at++; *at && *at != '"'; at++) {
            }
            at += *at != 0;
            continue;
        }
        if (!is_name(*at)) {
            if (!depth && *at == ';' && *last == ')') {
                snprintf(reason, bytes, "T18: %.*s is declared before it is defined", (int)function_length, function);
                return true;
            }
            depth += *at == '{';
            depth -= *at == '}';
            last = at++;
            continue;
        }
        const char *name = at;
        while (is_name(*at)) {
            at++;
        }
        size_type length = (size_type)(at - name);
        boolean is_call = *skipped(at) == '(';
        if (is_refused(name, length)) {
            snprintf(reason, bytes, "T18: a kernel may not have %.*s", (int)length, name);
            return true;
        }
        if (is_call && depth && length == function_length && !strncmp(name, function, length)) {
            snprintf(reason, bytes, "T18: %.*s calls itself", (int)length, name);
            return true;
        }
        if (is_call && !depth) {
            function = name;
            function_length = length;
            calls = 0;
        }
        calls += is_call;
        if (calls > MAX_CALLS) {
            snprintf(reason, bytes, "T18: %.*s has more than %d calls, more than the instruction cache has room for",
                (int)function_length, function, MAX_CALLS);
            return true;
        }
        last = name;
    }
    return false;
}
