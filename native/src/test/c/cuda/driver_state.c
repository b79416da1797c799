#include "driver.h"

static mutex lock;
static boolean initialized;

static struct {
    const char *variable;
    u64 value;
} settings[SETTING_COUNT] = {
    [SETTING_DEVICES] = {"GRAPHKERNEL_EMULATED_CUDA_DEVICES", 1},
    [SETTING_MEMORY] = {"GRAPHKERNEL_EMULATED_CUDA_MEMORY", 2ull << 30},
    [SETTING_CAPABILITY] = {"GRAPHKERNEL_EMULATED_CUDA_CAPABILITY", 80},
    [SETTING_DRIVER_VERSION] = {"GRAPHKERNEL_EMULATED_CUDA_DRIVER_VERSION", 11040},
    [SETTING_MULTIPROCESSORS] = {"GRAPHKERNEL_EMULATED_CUDA_MULTIPROCESSORS", 4},
    [SETTING_LOST_AFTER] = {"GRAPHKERNEL_EMULATED_CUDA_LOST_AFTER", 0},
    [SETTING_EAGER] = {"GRAPHKERNEL_EMULATED_CUDA_EAGER", 0},
    [SETTING_INSTRUCTIONS] = {"GRAPHKERNEL_EMULATED_CUDA_INSTRUCTIONS", 20000000000ull},
    [SETTING_NO_EVENTS] = {"GRAPHKERNEL_EMULATED_CUDA_NO_EVENTS", 0},
};

static s64 counts[COUNTED_PENDING + 1];

static struct {
    s32 code;
    const char *name, *text;
    char detailed[700];
} results[] = {
#define ROW(name, number, text) {number, #name, text, text},
    RESULTS(ROW)
#undef ROW
};

static object **objects;
static u32 object_count, object_capacity;
static u64 next_handle = 0x00d0000000001000ull;

u64 setting(enum setting which) {
    return settings[which].value;
}

void count(enum counted what, s64 change) {
    counts[what] += change;
}

/* For tests: the setting in the highest byte, its value below. */
EXPORT s64 emulated_cuda_set(u64 packed) {
    pthread_mutex_lock(&lock);
    u64 which = packed >> 56;
    s64 before = -1;
    if (which < SETTING_COUNT) {
        before = (s64)settings[which].value;
        settings[which].value = packed & 0xffffffffffffffull;
    }
    pthread_mutex_unlock(&lock);
    return before;
}

/* For tests: counts of live objects, or of calls since the library was loaded. */
EXPORT s64 emulated_cuda_count(u64 what) {
    pthread_mutex_lock(&lock);
    s64 value = -1;
    if (what == COUNTED_DEVICE_BYTES) {
        value = 0;
        for (s32 i = 0; i < MAX_DEVICES; i++) {
            value += device_context(i) ? (s64)device_context(i)->memory.used : 0;
        }
    } else if (what == COUNTED_DEVICE_ALLOCATIONS) {
        value = 0;
        for (s32 i = 0; i < MAX_DEVICES; i++) {
            for (allocation *a = device_context(i) ? device_context(i)->memory.first : null; a; a = a->next) {
                value += !a->owned_by_module && !a->released;
            }
        }
    } else if (what <= COUNTED_PENDING) {
        value = counts[what];
    }
    pthread_mutex_unlock(&lock);
    return value;
}

typedef u64 (*any_function)(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64);

/* For tests: calls the function whose address is first in the frame with the twelve numbers after it. */
EXPORT s64 emulated_cuda_call(u64 frame) {
    const u64 *a = (const u64 *)frame;
    return (s32)((any_function)a[0])(a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12]);
}

s32 enter(void) {
    pthread_mutex_lock(&lock);
    return initialized ? CUDA_SUCCESS : reject(CUDA_ERROR_NOT_INITIALIZED, "cuInit was not called");
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
    char reason[520];
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    __builtin_va_end(arguments);
    for (u32 i = 0; i < COUNT_OF(results); i++) {
        if (results[i].code == code) {
            snprintf(results[i].detailed, sizeof results[i].detailed, "%s: %s", results[i].text, reason);
        }
    }
    return code;
}

static s32 error_text(s32 code, const char **text, boolean name) {
    for (u32 i = 0; text && i < COUNT_OF(results); i++) {
        if (results[i].code == code) {
            *text = name ? results[i].name : results[i].detailed;
            return CUDA_SUCCESS;
        }
    }
    if (text) {
        *text = null;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

EXPORT s32 cuGetErrorName(s32 code, const char **name) {
    return error_text(code, name, true);
}

/* The text of the driver, followed by the reason of the last error. */
EXPORT s32 cuGetErrorString(s32 code, const char **text) {
    return error_text(code, text, false);
}

EXPORT s32 cuInit(u32 flags) {
    pthread_mutex_lock(&lock);
    for (u32 i = 0; !initialized && i < SETTING_COUNT; i++) {
        const char *text = getenv(settings[i].variable);
        if (text) {
            char *end;
            settings[i].value = strtoull(text, &end, 10);
        }
    }
    s32 code = flags                              ? reject(CUDA_ERROR_INVALID_VALUE, "cuInit with flags")
               : !settings[SETTING_DEVICES].value ? reject(CUDA_ERROR_NO_DEVICE, "none is emulated")
                                                  : CUDA_SUCCESS;
    initialized |= code == CUDA_SUCCESS;
    return leave(code);
}

EXPORT s32 cuDriverGetVersion(s32 *version) {
    if (!version) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *version = (s32)settings[SETTING_DRIVER_VERSION].value;
    return CUDA_SUCCESS;
}

static const s8 counted_kinds[] = {-1, COUNTED_CONTEXTS, COUNTED_STREAMS, COUNTED_EVENTS, COUNTED_MODULES,
                                   -1, COUNTED_GRAPHS,   COUNTED_GRAPHS};

void *create_object(u64 bytes, enum object_kind kind, context *owner) {
    object *o = calloc(1, bytes);
    *o = (object){.kind = (u8)kind, .owner = owner, .handle = next_handle += 16};
    if (object_count == object_capacity) {
        object_capacity = object_capacity ? 2 * object_capacity : 64;
        objects = realloc(objects, object_capacity * sizeof *objects);
    }
    objects[object_count++] = o;
    if (counted_kinds[kind] >= 0) {
        count((enum counted)counted_kinds[kind], 1);
    }
    return o;
}

static void forget(u32 index) {
    object *o = objects[index];
    if (counted_kinds[o->kind] >= 0) {
        count((enum counted)counted_kinds[o->kind], -1);
    }
    memmove(&objects[index], &objects[index + 1], (--object_count - index) * sizeof *objects);
    free(o);
}

/* Handles are ascending, so that the objects are sorted. */
static u32 index_of(u64 handle) {
    u32 low = 0, high = object_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (objects[middle]->handle < handle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void destroy_object(object *o) {
    forget(index_of(o->handle));
}

void *find_object(u64 handle, enum object_kind kind) {
    u32 index = index_of(handle);
    boolean found = index < object_count && objects[index]->handle == handle && objects[index]->kind == kind;
    return found ? objects[index] : null;
}

void destroy_objects_of(context *owner) {
    for (u32 i = object_count; i-- > 0;) {
        object *o = objects[i];
        if (o->owner != owner || o->kind == OBJECT_CONTEXT) {
            continue;
        }
        if (o->kind == OBJECT_MODULE) {
            module_unload(&((loaded_module *)o)->module);
        }
        if (o->kind == OBJECT_GRAPH || o->kind == OBJECT_EXECUTABLE_GRAPH) {
            for (operation *node = ((graph *)o)->first; node;) {
                operation *next = node->next;
                free_operation(node);
                node = next;
            }
        }
        forget(i);
    }
}

void destroy_functions_of(const loaded_module *module) {
    for (u32 i = object_count; i-- > 0;) {
        if (objects[i]->kind == OBJECT_FUNCTION && ((loaded_function *)objects[i])->module == module) {
            forget(i);
        }
    }
}

static __thread u8 thread_mark;

const void *this_thread(void) {
    return &thread_mark;
}

u64 now(void) {
    time_specification time;
    clock_gettime(1, &time);
    return (u64)time.seconds * 1000000000ull + (u64)time.nanoseconds;
}
