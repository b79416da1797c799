#include "acl_program.h"

void *dlopen(const char *path, int mode);
void *dlsym(void *library, const char *name);
char *dlerror(void);

enum { RTLD_NOW = 2 };

typedef struct {
    void *library;
} binary;

static s32 loaded(const void *data, u64 bytes, const void *options, binary **handle) {
    s32 code = enter(true);
    stamp expected = this_stamp(npu_arch());
    if (!code && (options || bytes < sizeof expected || memcmp(data, &expected, sizeof expected))) {
        code = reject(ACL_INVALID_FILE, "the binary is for another chip, or compiled by another compiler");
    }
    if (code) {
        return leave(code);
    }
    char directory[PATH_BYTES], path[PATH_BYTES];
    if (!make_directory(directory)) {
        return leave(reject(ACL_INVALID_FILE, "%s cannot be created", directory));
    }
    put(directory, "kernels.so", (const u8 *)data + sizeof expected, bytes - sizeof expected);
    snprintf(path, sizeof path, "%s/kernels.so", directory);
    void *library = dlopen(path, RTLD_NOW);
    drop(directory, "kernels.so");
    drop_directory(directory);
    if (!library) {
        return leave(reject(ACL_INVALID_FILE, "%s", dlerror()));
    }
    *handle = calloc(1, sizeof **handle);
    (*handle)->library = library;
    keep(BINARY, *handle);
    return leave(ACL_SUCCESS);
}

EXPORT s32 aclrtBinaryLoadFromData(const void *data, u64 bytes, const void *options, binary **handle) {
    return loaded(data, bytes, options, handle);
}

/* As older toolkits do: the bytes must stay valid until they are loaded. */
typedef struct {
    const void *data;
    u64 bytes;
} raw_binary;

EXPORT raw_binary *aclrtCreateBinary(const void *data, u64 bytes) {
    raw_binary *handle = calloc(1, sizeof *handle);
    *handle = (raw_binary){data, bytes};
    return handle;
}

EXPORT s32 aclrtDestroyBinary(raw_binary *b) {
    free(b);
    return ACL_SUCCESS;
}

EXPORT s32 aclrtBinaryLoad(const raw_binary *b, binary **handle) {
    return b ? loaded(b->data, b->bytes, null, handle) : ACL_INVALID_PARAM;
}

EXPORT s32 aclrtBinaryGetFunction(const binary *b, const char *name, function **handle) {
    s32 code = enter(true);
    code = code ? code : lost(current());
    code = code ? code : require(BINARY, b);
    void *kernel = code ? null : dlsym(b->library, name);
    if (!code && !kernel) {
        code = reject(ACL_INVALID_PARAM, "the binary has no kernel %s", name);
    }
    if (!code) {
        *handle = calloc(1, sizeof **handle);
        snprintf((*handle)->name, sizeof(*handle)->name, "%s", name);
        (*handle)->kernel = kernel;
        *(void **)&(*handle)->run = dlsym(b->library, "ascend_model_run");
        keep(FUNCTION, *handle);
    }
    return leave(code);
}
