#include "acl_program.h"

int posix_spawn(s32 *process, const char *path, const void *actions, const void *attributes, char *const *arguments,
    char *const *environment);
int posix_spawn_file_actions_init(void *actions);
int posix_spawn_file_actions_addopen(void *actions, int file, const char *path, int flags, u32 mode);
int posix_spawn_file_actions_adddup2(void *actions, int file, int as);
int posix_spawn_file_actions_destroy(void *actions);
int waitpid(int process, int *status, int options);
extern char **environ;

static char clang[PATH_BYTES], lld[PATH_BYTES];

typedef struct {
    char *source, *log;
    u8 *binary;
    u64 binary_bytes;
} program;

/* Default compiler and linker of kernels; environment variables override them. */
EXPORT void emulated_ascend_compiler(const char *compiler, const char *linker) {
    snprintf(clang, sizeof clang, "%s", compiler);
    snprintf(lld, sizeof lld, "%s", linker);
}

static void find_compiler(void) {
    const char *compiler = getenv("GRAPHKERNEL_EMULATED_ASCEND_CLANG");
    const char *linker = getenv("GRAPHKERNEL_EMULATED_ASCEND_LLD");
    if (!clang[0] && compiler && linker) {
        emulated_ascend_compiler(compiler, linker);
    }
}

/* Runs a program, and appends its messages to the log; returns true if it succeeds. */
static boolean runs(const char *directory, const char *const *command) {
    char log[PATH_BYTES];
    snprintf(log, sizeof log, "%s/log", directory);
    _Alignas(16) u8 actions[256];
    posix_spawn_file_actions_init(actions);
    posix_spawn_file_actions_addopen(actions, 2, log, WRITE | CREATE | TRUNCATE, 0600);
    posix_spawn_file_actions_adddup2(actions, 2, 1);
    s32 process;
    int status = 1;
    if (!posix_spawn(&process, command[0], actions, null, (char *const *)command, environ)) {
        waitpid(process, &status, 0);
    } else {
        put(directory, "log", command[0], strlen(command[0]));
    }
    posix_spawn_file_actions_destroy(actions);
    return status == 0;
}

/* Compiler flags of kernels for the host. */
static const char *const flags[] = {"--no-default-config",
#ifdef __x86_64__
    "--target=x86_64-unknown-linux-gnu",
    "-march=x86-64-v3",
#else
    "--target=aarch64-unknown-linux-gnu",
#endif
    "-xc++",
    "-std=c++17",
    "-O1",
    "-ffreestanding",
    "-nostdinc",
    "-nostdinc++",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-fno-stack-protector",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    "-fvisibility=hidden",
    "-fPIC",
    "-Wno-unused",
    "-Wno-c23-extensions"};

static boolean compile(const char *directory, u64 arch) {
    char source[PATH_BYTES], object[PATH_BYTES], library[PATH_BYTES], model[PATH_BYTES], chip[64];
    snprintf(source, sizeof source, "%s/kernels.asc", directory);
    snprintf(object, sizeof object, "%s/kernels.o", directory);
    snprintf(library, sizeof library, "%s/kernels.so", directory);
    snprintf(model, sizeof model, "-I%s", directory);
    snprintf(chip, sizeof chip, "-DASCEND_MODEL_NPU_ARCH=%llu", arch);
    const char *const own[] = {model, chip, "-c", source, "-o", object, null};
    const char *compiler[1 + COUNT_OF(flags) + COUNT_OF(own)] = {clang};
    memcpy(&compiler[1], flags, sizeof flags);
    memcpy(&compiler[1 + COUNT_OF(flags)], own, sizeof own);
    const char *const linker[] = {
        lld, "-flavor", "gnu", "-shared", "--build-id=none", "-o", library, object, null};
    return runs(directory, compiler) && runs(directory, linker);
}

/*
 * For tests: writes the files of the model, the prefix of a binary and the flags into a directory. See EmulatedBisheng.
 */
EXPORT s64 emulated_ascend_model(u64 directory) {
    static const u32 architectures[] = {2201, 3510, 2002};
    char lines[1000] = "";
    for (u32 i = 0; i < COUNT_OF(flags); i++) {
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%s\n", flags[i]);
    }
    put((const char *)directory, "flags", lines, strlen(lines));
    put_model((const char *)directory);
    for (u32 i = 0; i < COUNT_OF(architectures); i++) {
        stamp head = this_stamp(architectures[i]);
        char name[32];
        snprintf(name, sizeof name, "stamp-%u", architectures[i]);
        put((const char *)directory, name, &head, sizeof head);
    }
    return 0;
}

EXPORT s32 aclrtcCreateProg(program **handle, const char *source, const char *name, s32 header_count, const void *texts,
    const void *names) {
    (void)name;
    if (!source || header_count || texts || names) {
        return reject(ACL_RTC_INVALID_INPUT, "a program is one text");
    }
    *handle = calloc(1, sizeof **handle);
    (*handle)->source = calloc(1, strlen(source) + 1);
    memcpy((*handle)->source, source, strlen(source));
    return ACL_SUCCESS;
}

/* The chip that the options name; 0 if they name none or more than one, or contain another option. */
static u64 chip(s32 count, const char *const *options) {
    static const char prefix[] = "--npu-arch=dav-";
    u64 arch = 0;
    for (s32 i = 0; i < count; i++) {
        if (!strcmp(options[i], "--cce-auto-sync=off") || !strcmp(options[i], "--cce-auto-sync=on")) {
            continue;
        }
        char *end = null;
        boolean is_chip = !arch && !strncmp(options[i], prefix, sizeof prefix - 1);
        arch = is_chip ? strtoull(options[i] + sizeof prefix - 1, &end, 10) : 0;
        if (!arch || *end) {
            return 0;
        }
    }
    return arch;
}

/* Returns an error if the program is null. */
static s32 require_program(const program *p) {
    return p ? ACL_SUCCESS : reject(ACL_RTC_INVALID_INPUT, "the program is null");
}

EXPORT s32 aclrtcCompileProg(program *p, s32 option_count, const char *const *options) {
    if (require_program(p)) {
        return ACL_RTC_INVALID_INPUT;
    }
    if (npu_arch() == 2002) {
        return reject(ACL_RTC_INVALID_INPUT, "the runtime compiler does not support the 310P");
    }
    u64 arch = chip(option_count, options);
    find_compiler();
    if (!arch || !clang[0]) {
        return reject(ACL_RTC_INVALID_INPUT, arch ? "no compiler is named" : "the options name no chip or two, or are others");
    }
    char directory[PATH_BYTES];
    if (!make_directory(directory)) {
        return reject(ACL_RTC_COMPILE_FAILED, "%s cannot be created", directory);
    }
    put_model(directory);
    put(directory, "kernels.asc", p->source, strlen(p->source));
    char reason[300];
    boolean rejected = refuse_source(p->source, reason, sizeof reason);
    if (rejected) {
        put(directory, "log", reason, strlen(reason));
    }
    boolean compiled = !rejected && compile(directory, arch);
    u64 bytes;
    p->log = (char *)get(directory, "log", &bytes);
    u8 *library = get(directory, "kernels.so", &bytes);
    if (compiled) {
        stamp head = this_stamp(arch);
        p->binary_bytes = sizeof head + bytes;
        p->binary = malloc(p->binary_bytes);
        memcpy(p->binary, &head, sizeof head);
        memcpy(p->binary + sizeof head, library, bytes);
    }
    free(library);
    drop_model(directory);
    drop(directory, "kernels.asc");
    drop(directory, "kernels.o");
    drop(directory, "kernels.so");
    drop(directory, "log");
    drop_directory(directory);
    return compiled ? ACL_SUCCESS : reject(ACL_RTC_COMPILE_FAILED, "the source is rejected");
}

EXPORT s32 aclrtcGetCompileLogSize(const program *p, u64 *bytes) {
    *bytes = p && p->log ? strlen(p->log) + 1 : 1;
    return require_program(p);
}

EXPORT s32 aclrtcGetCompileLog(const program *p, char *log) {
    log[0] = 0;
    if (p && p->log) {
        memcpy(log, p->log, strlen(p->log) + 1);
    }
    return require_program(p);
}

/* Returns an error without a binary. */
static s32 require_binary(const program *p) {
    return p && p->binary ? ACL_SUCCESS : reject(ACL_RTC_INVALID_INPUT, "the program is not compiled");
}

EXPORT s32 aclrtcGetBinDataSize(const program *p, u64 *bytes) {
    *bytes = p ? p->binary_bytes : 0;
    return require_binary(p);
}

EXPORT s32 aclrtcGetBinData(const program *p, char *data) {
    s32 code = require_binary(p);
    if (!code) {
        memcpy(data, p->binary, p->binary_bytes);
    }
    return code;
}

EXPORT s32 aclrtcDestroyProg(program **p) {
    if (require_program(*p)) {
        return ACL_RTC_INVALID_INPUT;
    }
    free((*p)->source);
    free((*p)->log);
    free((*p)->binary);
    free(*p);
    *p = null;
    return ACL_SUCCESS;
}
