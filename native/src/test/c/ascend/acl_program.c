#include "acl.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

int posix_spawn(s32 *process, const char *path, const void *actions, const void *attributes, char *const *arguments,
    char *const *environment);
int posix_spawn_file_actions_init(void *actions);
int posix_spawn_file_actions_addopen(void *actions, int file, const char *path, int flags, u32 mode);
int posix_spawn_file_actions_adddup2(void *actions, int file, int as);
int posix_spawn_file_actions_destroy(void *actions);
int waitpid(int process, int *status, int options);
char *mkdtemp(char *pattern);
int open(const char *path, int flags, ...);
long read(int file, void *to, size_type bytes);
long write(int file, const void *from, size_type bytes);
int close(int file);
int unlink(const char *path);
int rmdir(const char *path);
void *dlopen(const char *path, int mode);
void *dlsym(void *library, const char *name);
char *dlerror(void);
extern char **environ;

enum { READ = 0, WRITE = 1, CREATE = 0x40, TRUNCATE = 0x200, RTLD_NOW = 2, PATH_BYTES = 400 };

/* The model, file by file. */
typedef struct {
    const char *name;
    const u8 *content;
    u64 bytes;
} header;

#define MODEL(FILES)                                                                                                   \
    FILES(kernel_operator)                                                                                             \
    FILES(model_state)                                                                                                 \
    FILES(model_types)                                                                                                 \
    FILES(model_math)                                                                                                  \
    FILES(model_memory)                                                                                                \
    FILES(model_copy)                                                                                                  \
    FILES(model_vector)                                                                                                \
    FILES(model_run)

static const u8 kernel_operator[] = {
#embed "model/kernel_operator.h"
};
static const u8 model_state[] = {
#embed "model/model_state.h"
};
static const u8 model_types[] = {
#embed "model/model_types.h"
};
static const u8 model_math[] = {
#embed "model/model_math.h"
};
static const u8 model_memory[] = {
#embed "model/model_memory.h"
};
static const u8 model_copy[] = {
#embed "model/model_copy.h"
};
static const u8 model_vector[] = {
#embed "model/model_vector.h"
};
static const u8 model_run[] = {
#embed "model/model_run.h"
};

static const header headers[] = {
#define HEADER(name) {#name ".h", name, sizeof name},
    MODEL(HEADER)
#undef HEADER
};

static char clang[PATH_BYTES], lld[PATH_BYTES];

typedef struct {
    char *source, *log;
    u8 *binary;
    u64 binary_bytes;
} program;

/* What a binary begins with: it is for this model and chip alone. */
typedef struct {
    u64 model, arch;
} stamp;

typedef struct {
    void *library;
} binary;

static stamp this_stamp(u64 arch) {
    u64 hash = 14695981039346656037ull;
    for (u32 i = 0; i < COUNT_OF(headers); i++) {
        for (u64 byte = 0; byte < headers[i].bytes; byte++) {
            hash = (hash ^ headers[i].content[byte]) * 1099511628211ull;
        }
    }
    return (stamp){hash, arch};
}

/* The compiler and the linker for kernels, unless the environment names them. */
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

static void put(const char *directory, const char *name, const void *content, u64 bytes) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int file = open(path, WRITE | CREATE | TRUNCATE, 0600);
    for (u64 done = 0; done < bytes;) {
        done += (u64)write(file, (const u8 *)content + done, bytes - done);
    }
    close(file);
}

/* The bytes of a file with a zero after them; none if there is no such file. */
static u8 *get(const char *directory, const char *name, u64 *bytes) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int file = open(path, READ);
    u8 *content = calloc(1, 1);
    u64 room = 0;
    *bytes = 0;
    while (file >= 0) {
        if (room < *bytes + 65536) {
            room = 2 * room + 65536;
            content = realloc(content, room + 1);
        }
        long count = read(file, content + *bytes, room - *bytes);
        if (count <= 0) {
            break;
        }
        *bytes += (u64)count;
    }
    content[*bytes] = 0;
    if (file >= 0) {
        close(file);
    }
    return content;
}

static void drop(const char *directory, const char *name) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    unlink(path);
}

static boolean make_directory(char *directory) {
    const char *parent = getenv("TMPDIR");
    snprintf(directory, PATH_BYTES, "%s/emulated-ascend-XXXXXX", parent && parent[0] ? parent : "/tmp");
    return mkdtemp(directory) != null;
}

/* Runs a program, which adds its messages to the log; whether it succeeds. */
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

static boolean compile(const char *directory, u64 arch) {
    char source[PATH_BYTES], object[PATH_BYTES], library[PATH_BYTES], model[PATH_BYTES], chip[64];
    snprintf(source, sizeof source, "%s/kernels.asc", directory);
    snprintf(object, sizeof object, "%s/kernels.o", directory);
    snprintf(library, sizeof library, "%s/kernels.so", directory);
    snprintf(model, sizeof model, "-I%s", directory);
    snprintf(chip, sizeof chip, "-DASCEND_MODEL_NPU_ARCH=%llu", arch);
    const char *const compiler[] = {clang,
        "--no-default-config",
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
        model,
        chip,
        "-c",
        source,
        "-o",
        object,
        null};
    const char *const linker[] = {
        lld, "-flavor", "gnu", "-shared", "--build-id=none", "-o", library, object, null};
    return runs(directory, compiler) && runs(directory, linker);
}

EXPORT s32 aclrtcCreateProg(program **made, const char *source, const char *name, s32 header_count, const void *texts,
    const void *names) {
    (void)name;
    if (!source || header_count || texts || names) {
        return refuse(ACL_RTC_INVALID_INPUT, "a program is one text");
    }
    *made = calloc(1, sizeof **made);
    (*made)->source = calloc(1, strlen(source) + 1);
    memcpy((*made)->source, source, strlen(source));
    return ACL_SUCCESS;
}

/* The chip that the options name; 0 if they name none, or there is another one. */
static u64 chip(s32 count, const char *const *options) {
    static const char option[] = "--npu-arch=dav-";
    u64 arch = 0;
    for (s32 i = 0; i < count; i++) {
        char *end;
        if (strncmp(options[i], option, sizeof option - 1)) {
            return 0;
        }
        arch = strtoull(options[i] + sizeof option - 1, &end, 10);
    }
    return arch;
}

EXPORT s32 aclrtcCompileProg(program *p, s32 option_count, const char *const *options) {
    u64 arch = chip(option_count, options);
    find_compiler();
    if (!arch || !clang[0]) {
        return refuse(ACL_RTC_INVALID_INPUT, arch ? "no compiler is named" : "the options name no chip, or more");
    }
    char directory[PATH_BYTES];
    if (!make_directory(directory)) {
        return refuse(ACL_RTC_COMPILE_FAILED, "%s cannot be made", directory);
    }
    for (u32 i = 0; i < COUNT_OF(headers); i++) {
        put(directory, headers[i].name, headers[i].content, headers[i].bytes);
    }
    put(directory, "kernels.asc", p->source, strlen(p->source));
    boolean compiled = compile(directory, arch);
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
    for (u32 i = 0; i < COUNT_OF(headers); i++) {
        drop(directory, headers[i].name);
    }
    drop(directory, "kernels.asc");
    drop(directory, "kernels.o");
    drop(directory, "kernels.so");
    drop(directory, "log");
    rmdir(directory);
    return compiled ? ACL_SUCCESS : refuse(ACL_RTC_COMPILE_FAILED, "the source is refused");
}

EXPORT s32 aclrtcGetCompileLogSize(const program *p, u64 *bytes) {
    *bytes = p->log ? strlen(p->log) + 1 : 1;
    return ACL_SUCCESS;
}

EXPORT s32 aclrtcGetCompileLog(const program *p, char *log) {
    log[0] = 0;
    if (p->log) {
        memcpy(log, p->log, strlen(p->log) + 1);
    }
    return ACL_SUCCESS;
}

EXPORT s32 aclrtcGetBinDataSize(const program *p, u64 *bytes) {
    *bytes = p->binary_bytes;
    return p->binary ? ACL_SUCCESS : refuse(ACL_RTC_INVALID_INPUT, "the program is not compiled");
}

EXPORT s32 aclrtcGetBinData(const program *p, char *data) {
    memcpy(data, p->binary, p->binary_bytes);
    return ACL_SUCCESS;
}

EXPORT s32 aclrtcDestroyProg(program **p) {
    free((*p)->source);
    free((*p)->log);
    free((*p)->binary);
    free(*p);
    *p = null;
    return ACL_SUCCESS;
}

EXPORT s32 aclrtBinaryLoadFromData(const void *data, u64 bytes, const void *options, binary **made) {
    s32 code = enter(true);
    stamp expected = this_stamp(npu_arch());
    if (!code && (options || bytes < sizeof expected || memcmp(data, &expected, sizeof expected))) {
        code = refuse(ACL_INVALID_FILE, "the binary is for another chip, or made by another compiler");
    }
    if (code) {
        return leave(code);
    }
    char directory[PATH_BYTES], path[PATH_BYTES];
    if (!make_directory(directory)) {
        return leave(refuse(ACL_INVALID_FILE, "%s cannot be made", directory));
    }
    put(directory, "kernels.so", (const u8 *)data + sizeof expected, bytes - sizeof expected);
    snprintf(path, sizeof path, "%s/kernels.so", directory);
    void *library = dlopen(path, RTLD_NOW);
    unlink(path);
    rmdir(directory);
    if (!library) {
        return leave(refuse(ACL_INVALID_FILE, "%s", dlerror()));
    }
    *made = calloc(1, sizeof **made);
    (*made)->library = library;
    return leave(ACL_SUCCESS);
}

EXPORT s32 aclrtBinaryGetFunction(const binary *b, const char *name, function **made) {
    s32 code = enter(true);
    void *kernel = code ? null : dlsym(b->library, name);
    if (!code && !kernel) {
        code = refuse(ACL_INVALID_PARAM, "the binary has no kernel %s", name);
    }
    if (!code) {
        *made = calloc(1, sizeof **made);
        snprintf((*made)->name, sizeof(*made)->name, "%s", name);
        (*made)->kernel = kernel;
        *(void **)&(*made)->run = dlsym(b->library, "ascend_model_run");
    }
    return leave(code);
}
