#include "acl.h"

static mutex lock;
static boolean initialized;
static __thread device *of_thread;
static __thread char recent[1200];

static device devices[MAX_DEVICES];

/* For tests; see EmulatedAscend. */
enum { DEVICES, MEMORY, NPU_ARCH, UNITS_OFF, BROKEN, SETTINGS };

static u64 settings[SETTINGS] = {1, 1ull << 30, 2201};

/* Returns the previous value; the new one is in the lower 56 bits. */
EXPORT s64 emulated_ascend_set(u64 setting_and_value) {
    enum { VALUE_BITS = 56 };
    u64 *setting = &settings[setting_and_value >> VALUE_BITS];
    pthread_mutex_lock(&lock);
    s64 before = (s64)*setting;
    *setting = setting_and_value & ((1ull << VALUE_BITS) - 1);
    return leave(0) + before;
}

u32 npu_arch(void) {
    return (u32)settings[NPU_ARCH];
}

u64 broken(void) {
    return settings[BROKEN];
}

u64 units_off(void) {
    return settings[UNITS_OFF];
}

device *current(void) {
    return of_thread;
}

s32 enter(boolean needs_context) {
    pthread_mutex_lock(&lock);
    return !initialized                  ? reject(ACL_UNINITIALIZED, "aclInit was not called")
           : needs_context && !of_thread ? reject(ACL_CONTEXT_NULL, "the thread has no context")
                                         : ACL_SUCCESS;
}

s32 leave(s32 code) {
    pthread_mutex_unlock(&lock);
    return code;
}

static condition ranks;

void wait_for_ranks(void) {
    pthread_cond_wait(&ranks, &lock);
}

void wake_ranks(void) {
    pthread_cond_broadcast(&ranks);
}

s32 reject(s32 code, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vsnprintf(recent, sizeof recent, format, arguments);
    __builtin_va_end(arguments);
    return code;
}

s32 lost(const device *d) {
    return d->error ? reject(d->error, "a kernel failed before") : ACL_SUCCESS;
}

s32 lose(device *d, const char *report) {
    d->error = ACL_VECTOR_CORE_EXCEPTION;
    return reject(d->error, "%s", report);
}

/* For tests: loses a device. */
EXPORT void emulated_ascend_lose(u64 index) {
    devices[index].error = ACL_VECTOR_CORE_EXCEPTION;
}

/* For tests: restores all devices. */
EXPORT void emulated_ascend_reset(void) {
    for (u32 i = 0; i < MAX_DEVICES; i++) {
        devices[i].error = ACL_SUCCESS;
    }
}

/* For tests: returns true if a device was set current for a thread. */
EXPORT s64 emulated_ascend_is_set(u64 index) {
    return devices[index].is_set;
}

static u64 used_bytes(const device *d) {
    u64 bytes = 0;
    for (u64 i = 0; i < d->count; i++) {
        bytes += d->allocations[i].bytes;
    }
    return bytes;
}

/* For tests: the total bytes allocated on a device. */
EXPORT s64 emulated_ascend_bytes(u64 index) {
    pthread_mutex_lock(&lock);
    s64 bytes = (s64)used_bytes(&devices[index]);
    return leave(0) + bytes;
}

EXPORT const char *aclGetRecentErrMsg(void) {
    return recent[0] ? recent : null;
}

EXPORT s32 aclInit(const char *configuration) {
    pthread_mutex_lock(&lock);
    s32 code = configuration ? reject(ACL_INVALID_PARAM, "no configuration is read")
               : initialized ? reject(ACL_REPEAT_INITIALIZE, "it is initialized")
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
    *count = (u32)settings[DEVICES];
    return leave(code);
}

EXPORT s32 aclrtSetDevice(s32 index) {
    s32 code = enter(false);
    if (!code && (index < 0 || (u64)index >= settings[DEVICES])) {
        code = reject(ACL_INVALID_PARAM, "unknown device %d", index);
    }
    if (!code) {
        of_thread = &devices[index];
        of_thread->is_set = true;
    }
    return leave(code);
}

EXPORT s32 aclrtGetCurrentContext(void **context) {
    s32 code = enter(true);
    *context = of_thread;
    return leave(code);
}

EXPORT s32 aclrtSetCurrentContext(void *context) {
    s32 code = enter(false);
    for (u32 i = 0; i < MAX_DEVICES && !code; i++) {
        if (context == &devices[i] && devices[i].is_set) {
            of_thread = context;
            return leave(ACL_SUCCESS);
        }
    }
    return leave(code ? code : reject(ACL_INVALID_PARAM, "it is not a context"));
}

EXPORT const char *aclrtGetSocName(void) {
    return npu_arch() == 3510 ? "Ascend950PR_9589" : npu_arch() == 2002 ? "Ascend310P3" : "Ascend910B2";
}

EXPORT s32 aclrtGetDeviceInfo(u32 index, s32 attribute, s64 *value) {
    enum { AI_CORE_NUMBER = 101, VECTOR_CORE_NUMBER = 201, TOTAL_MEMORY = 301, ARCHITECTURE = 601 };
    s32 code = enter(false);
    /* On the 310P the vector cores are additional cores, on which kernels of AI cores do not run. */
    boolean is_310p = npu_arch() == 2002;
    s64 known = attribute == AI_CORE_NUMBER         ? VECTOR_CORES
                : attribute == VECTOR_CORE_NUMBER ? (is_310p ? VECTOR_CORES - 1 : VECTOR_CORES)
                : attribute == TOTAL_MEMORY     ? (s64)settings[MEMORY]
                : attribute == ARCHITECTURE     ? (s64)settings[NPU_ARCH]
                                                : -1;
    if (!code && (index >= settings[DEVICES] || known < 0)) {
        code = reject(ACL_INVALID_PARAM, "no attribute %d of device %u", attribute, index);
    }
    *value = known;
    return leave(code);
}

EXPORT s32 aclrtMalloc(u64 *address, u64 bytes, s32 policy) {
    /* Whole blocks, and one more, which copies of whole blocks may overlap. */
    enum { ALIGNMENT = 512, SLACK = 32 };
    s32 code = enter(true);
    if (!code && (!bytes || policy < 0 || policy > 2)) {
        code = reject(ACL_INVALID_PARAM, "%llu bytes by policy %d", bytes, policy);
    }
    if (!code && used_bytes(of_thread) + bytes > settings[MEMORY]) {
        code = reject(ACL_OUT_OF_MEMORY, "%llu bytes are more than there are", bytes);
    }
    if (code) {
        return leave(code);
    }
    void *block;
    u64 whole = (bytes + SLACK - 1) / SLACK * SLACK + SLACK;
    if (posix_memalign(&block, ALIGNMENT, whole)) {
        return leave(reject(ACL_OUT_OF_MEMORY, "this machine has no %llu bytes", bytes));
    }
    memset(block, 0xff, whole);
    device *d = of_thread;
    if (d->count == d->room) {
        d->room = d->room ? 2 * d->room : 64;
        d->allocations = realloc(d->allocations, d->room * sizeof *d->allocations);
    }
    *address = (u64)block + FAR;
    d->allocations[d->count++] = (region){*address, bytes};
    return leave(ACL_SUCCESS);
}

EXPORT s32 aclrtFree(u64 address) {
    s32 code = enter(true);
    device *d = of_thread;
    for (u64 i = 0; !code && i < d->count; i++) {
        if (d->allocations[i].begin == address) {
            free((void *)(address - FAR));
            d->allocations[i] = d->allocations[--d->count];
            return leave(ACL_SUCCESS);
        }
    }
    return leave(code ? code : reject(ACL_INVALID_PARAM, "%#llx was not allocated", address));
}

EXPORT s32 aclrtMallocHost(void **address, u64 bytes) {
    s32 code = enter(true);
    if (!code && posix_memalign(address, 64, bytes)) {
        code = reject(ACL_OUT_OF_MEMORY, "this machine has no %llu bytes", bytes);
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
    for (u64 i = 0; i < of_thread->count; i++) {
        region r = of_thread->allocations[i];
        if (address >= r.begin && address + bytes <= r.begin + r.bytes) {
            return true;
        }
    }
    return false;
}
