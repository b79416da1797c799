#include "acl.h"

static mutex lock;
static boolean initialized;
static s32 error;
static __thread boolean has_context;
static __thread char recent[1200];

static region *allocations;
static u64 allocation_count, allocation_room;

static u64 setting(const char *name, u64 otherwise) {
    const char *text = getenv(name);
    char *end;
    return text ? strtoull(text, &end, 10) : otherwise;
}

u32 npu_arch(void) {
    return (u32)setting("GRAPHKERNEL_EMULATED_ASCEND_NPU_ARCH", 2201);
}

s32 enter(boolean needs_context) {
    pthread_mutex_lock(&lock);
    return !initialized                   ? refuse(ACL_UNINITIALIZED, "aclInit was not called")
           : needs_context && !has_context ? refuse(ACL_CONTEXT_NULL, "the thread has no context")
                                           : ACL_SUCCESS;
}

s32 leave(s32 code) {
    pthread_mutex_unlock(&lock);
    return code;
}

s32 refuse(s32 code, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vsnprintf(recent, sizeof recent, format, arguments);
    __builtin_va_end(arguments);
    return code;
}

s32 lost(void) {
    return error ? refuse(error, "a kernel failed before") : ACL_SUCCESS;
}

s32 lose(const char *report) {
    error = ACL_VECTOR_CORE_EXCEPTION;
    return refuse(error, "%s", report);
}

/* For tests: the device works again. */
EXPORT void emulated_ascend_reset(void) {
    error = ACL_SUCCESS;
}

/* For tests: the bytes of all allocations of the device. */
EXPORT s64 emulated_ascend_bytes(void) {
    pthread_mutex_lock(&lock);
    s64 bytes = 0;
    for (u64 i = 0; i < allocation_count; i++) {
        bytes += (s64)allocations[i].bytes;
    }
    return leave(0) + bytes;
}

EXPORT const char *aclGetRecentErrMsg(void) {
    return recent[0] ? recent : null;
}

EXPORT s32 aclInit(const char *configuration) {
    pthread_mutex_lock(&lock);
    s32 code = configuration ? refuse(ACL_INVALID_PARAM, "no configuration is read")
               : initialized ? refuse(ACL_REPEAT_INITIALIZE, "it is initialized")
                             : ACL_SUCCESS;
    initialized |= code == ACL_SUCCESS;
    return leave(code);
}

EXPORT s32 aclrtGetVersion(s32 *major, s32 *minor, s32 *patch) {
    *major = 1;
    *minor = 14;
    *patch = 0;
    return ACL_SUCCESS;
}

EXPORT s32 aclrtGetDeviceCount(u32 *count) {
    s32 code = enter(false);
    *count = DEVICES;
    return leave(code);
}

EXPORT s32 aclrtSetDevice(s32 device) {
    s32 code = enter(false);
    if (!code && (device < 0 || device >= DEVICES)) {
        code = refuse(ACL_INVALID_PARAM, "there is no device %d", device);
    }
    has_context |= !code;
    return leave(code);
}

EXPORT s32 aclrtGetCurrentContext(void **context) {
    s32 code = enter(true);
    *context = &allocations;
    return leave(code);
}

EXPORT s32 aclrtSetCurrentContext(void *context) {
    s32 code = enter(false);
    if (!code && context != &allocations) {
        code = refuse(ACL_INVALID_PARAM, "it is no context");
    }
    has_context |= !code;
    return leave(code);
}

EXPORT const char *aclrtGetSocName(void) {
    return npu_arch() == 3510 ? "Ascend950PR_9589" : "Ascend910B2";
}

EXPORT s32 aclrtGetDeviceInfo(u32 device, s32 attribute, s64 *value) {
    enum { VECTOR_CORE_NUMBER = 201, NPU_ARCH = 601 };
    s32 code = enter(false);
    if (!code && (device >= DEVICES || (attribute != VECTOR_CORE_NUMBER && attribute != NPU_ARCH))) {
        code = refuse(ACL_INVALID_PARAM, "no attribute %d of device %u", attribute, device);
    }
    *value = attribute == NPU_ARCH ? npu_arch() : VECTOR_CORES;
    return leave(code);
}

static u64 memory_bytes(void) {
    return setting("GRAPHKERNEL_EMULATED_ASCEND_MEMORY", 1ull << 30);
}

static u64 used_bytes(void) {
    u64 bytes = 0;
    for (u64 i = 0; i < allocation_count; i++) {
        bytes += allocations[i].bytes;
    }
    return bytes;
}

EXPORT s32 aclrtGetMemInfo(s32 kind, u64 *free_bytes, u64 *total) {
    enum { HBM = 1 };
    s32 code = enter(true);
    if (!code && kind != HBM) {
        code = refuse(ACL_INVALID_PARAM, "no memory of kind %d", kind);
    }
    *total = memory_bytes();
    *free_bytes = *total - used_bytes();
    return leave(code);
}

EXPORT s32 aclrtMalloc(u64 *address, u64 bytes, s32 policy) {
    enum { ALIGNMENT = 512 };
    s32 code = enter(true);
    if (!code && (!bytes || policy < 0 || policy > 2)) {
        code = refuse(ACL_INVALID_PARAM, "%llu bytes by policy %d", bytes, policy);
    }
    if (!code && used_bytes() + bytes > memory_bytes()) {
        code = refuse(ACL_OUT_OF_MEMORY, "%llu bytes are more than there are", bytes);
    }
    if (code) {
        return leave(code);
    }
    void *block;
    if (posix_memalign(&block, ALIGNMENT, bytes)) {
        return leave(refuse(ACL_OUT_OF_MEMORY, "this machine has no %llu bytes", bytes));
    }
    memset(block, 0xff, bytes);
    if (allocation_count == allocation_room) {
        allocation_room = allocation_room ? 2 * allocation_room : 64;
        allocations = realloc(allocations, allocation_room * sizeof *allocations);
    }
    *address = (u64)block + FAR;
    allocations[allocation_count++] = (region){*address, bytes};
    return leave(ACL_SUCCESS);
}

EXPORT s32 aclrtFree(u64 address) {
    s32 code = enter(true);
    for (u64 i = 0; i < allocation_count && !code; i++) {
        if (allocations[i].begin == address) {
            free((void *)(address - FAR));
            allocations[i] = allocations[--allocation_count];
            return leave(ACL_SUCCESS);
        }
    }
    return leave(code ? code : refuse(ACL_INVALID_PARAM, "%#llx was not allocated", address));
}

EXPORT s32 aclrtMallocHost(void **address, u64 bytes) {
    s32 code = enter(true);
    if (!code && posix_memalign(address, 64, bytes)) {
        code = refuse(ACL_OUT_OF_MEMORY, "this machine has no %llu bytes", bytes);
    }
    return leave(code);
}

EXPORT s32 aclrtFreeHost(void *address) {
    s32 code = enter(true);
    if (!code) {
        free(address);
    }
    return leave(code);
}

boolean is_on_device(u64 address, u64 bytes) {
    for (u64 i = 0; i < allocation_count; i++) {
        if (address >= allocations[i].begin && address + bytes <= allocations[i].begin + allocations[i].bytes) {
            return true;
        }
    }
    return false;
}

const region *regions(u64 *count) {
    *count = allocation_count;
    return allocations;
}
