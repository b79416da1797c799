#include "driver.h"

static context *contexts[MAX_DEVICES];

/* The memory outlives a context: its address range is reserved once. */
static arena memories[MAX_DEVICES];

static __thread struct {
    u64 handles[CONTEXT_STACK];
    u32 depth;
} current;

context *device_context(s32 device) {
    return contexts[device];
}

static boolean is_device(s32 device) {
    return device >= 0 && device < (s32)setting(SETTING_DEVICES) && device < MAX_DEVICES;
}

static s32 check_device(s32 device, const void *result) {
    return !result              ? reject(CUDA_ERROR_INVALID_VALUE, "the result has no place")
           : !is_device(device) ? reject(CUDA_ERROR_INVALID_DEVICE, "unknown device %d", device)
                                : CUDA_SUCCESS;
}

EXPORT s32 cuDeviceGetCount(s32 *devices) {
    s32 code = enter();
    if (!code && !devices) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "the result has no place");
    }
    if (!code) {
        *devices = (s32)setting(SETTING_DEVICES);
    }
    return leave(code);
}

EXPORT s32 cuDeviceGet(s32 *device, s32 ordinal) {
    s32 code = enter();
    code = code ? code : check_device(ordinal, device);
    if (!code) {
        *device = ordinal;
    }
    return leave(code);
}

EXPORT s32 cuDeviceGetName(char *name, s32 length, s32 device) {
    s32 code = enter();
    code = code ? code : check_device(device, name);
    if (!code && length <= 0) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "a name of %d bytes", length);
    }
    if (!code) {
        snprintf(name, (size_type)length, "Emulated CUDA device");
    }
    return leave(code);
}

EXPORT s32 cuDeviceTotalMem_v2(u64 *bytes, s32 device) {
    s32 code = enter();
    code = code ? code : check_device(device, bytes);
    if (!code) {
        *bytes = setting(SETTING_MEMORY);
    }
    return leave(code);
}

EXPORT s32 cuDeviceGetUuid_v2(u8 *uuid, s32 device) {
    s32 code = enter();
    code = code ? code : check_device(device, uuid);
    if (!code) {
        memset(uuid, 0, 16);
        uuid[15] = (u8)(device + 1);
    }
    return leave(code);
}

/* Attributes by their value in CUdevice_attribute, as of a small device. */
static const struct {
    s32 attribute, value;
} attributes[] = {
    {1, 1024},   {2, 1024},     {3, 1024},        {4, 64},     {5, 0x7fffffff}, {6, 65535}, {7, 65535}, {8, 49152},
    {9, 65536},  {10, 32},      {11, 0x7fffffff}, {12, 65536}, {13, 1000000},   {14, 512},  {15, 1},    {17, 0},
    {18, 0},     {19, 1},       {20, 0},          {31, 1},     {32, 0},         {33, 0},    {34, 0},    {36, 1000000},
    {37, 256},   {38, 4194304}, {39, 2048},       {40, 2},     {41, 1},         {50, 0},    {78, 0},    {81, 98304},
    {82, 65536}, {83, 0},       {97, 98304},      {106, 32},   {115, 1},
};

enum { ATTRIBUTE_MULTIPROCESSORS = 16, ATTRIBUTE_MAJOR = 75, ATTRIBUTE_MINOR = 76 };

EXPORT s32 cuDeviceGetAttribute(s32 *value, s32 attribute, s32 device) {
    s32 code = enter();
    code = code ? code : check_device(device, value);
    if (code) {
        return leave(code);
    }
    s32 capability = (s32)setting(SETTING_CAPABILITY);
    switch (attribute) {
        case ATTRIBUTE_MULTIPROCESSORS:
            *value = (s32)setting(SETTING_MULTIPROCESSORS);
            return leave(CUDA_SUCCESS);
        case ATTRIBUTE_MAJOR:
            *value = capability / 10;
            return leave(CUDA_SUCCESS);
        case ATTRIBUTE_MINOR:
            *value = capability % 10;
            return leave(CUDA_SUCCESS);
        default:
            break;
    }
    for (u32 i = 0; i < COUNT_OF(attributes); i++) {
        if (attributes[i].attribute == attribute) {
            *value = attributes[i].value;
            return leave(CUDA_SUCCESS);
        }
    }
    return leave(reject(CUDA_ERROR_INVALID_VALUE, "the attribute %d is not emulated", attribute));
}

static context *create_context(s32 device) {
    context *c = create_object(sizeof *c, OBJECT_CONTEXT, null);
    c->device = device;
    c->memory = memories[device];
    arena_open(&c->memory, device, setting(SETTING_MEMORY));
    c->legacy = (stream){.head = {OBJECT_STREAM, c, 0}, .blocking = true};
    c->legacy.last = &c->legacy.first;
    c->streams = &c->legacy;
    contexts[device] = c;
    return c;
}

static void discard_operations(stream *s) {
    while (s->first) {
        operation *next = s->first->next;
        free_operation(s->first);
        s->first = next;
    }
}

static void destroy_context(context *c) {
    run_all(c);
    for (stream *s = c->streams; s; s = s->next) {
        discard_operations(s);
    }
    for (u32 i = 0; i < COUNT_OF(c->captures); i++) {
        if (c->captures[i]) {
            free_capture(c->captures[i]);
        }
    }
    destroy_objects_of(c);
    arena_close(&c->memory);
    memories[c->device] = c->memory;
    contexts[c->device] = null;
    destroy_object(&c->head);
}

EXPORT s32 cuDevicePrimaryCtxRetain(u64 *handle, s32 device) {
    s32 code = enter();
    code = code ? code : check_device(device, handle);
    if (!code) {
        context *c = contexts[device] ? contexts[device] : create_context(device);
        c->retained++;
        *handle = c->head.handle;
    }
    return leave(code);
}

EXPORT s32 cuDevicePrimaryCtxRelease_v2(s32 device) {
    s32 code = enter();
    code = code ? code : check_device(device, &device);
    if (!code && !contexts[device]) {
        code = reject(CUDA_ERROR_INVALID_CONTEXT, "the primary context of device %d was not retained", device);
    }
    if (!code && --contexts[device]->retained == 0) {
        destroy_context(contexts[device]);
    }
    return leave(code);
}

s32 enter_context(context **c) {
    s32 code = enter();
    if (code) {
        return code;
    }
    u64 handle = current.depth ? current.handles[current.depth - 1] : 0;
    if (!handle) {
        return reject(CUDA_ERROR_INVALID_CONTEXT, "the thread has no current context");
    }
    *c = find_object(handle, OBJECT_CONTEXT);
    return !*c ? reject(CUDA_ERROR_CONTEXT_IS_DESTROYED, "the thread's current context is released") : (*c)->lost;
}

static s32 check_context(u64 handle) {
    return find_object(handle, OBJECT_CONTEXT) ? CUDA_SUCCESS
                                               : reject(CUDA_ERROR_INVALID_CONTEXT, "%#llx is not a context", handle);
}

EXPORT s32 cuCtxPushCurrent_v2(u64 handle) {
    s32 code = enter();
    code = code ? code : check_context(handle);
    if (!code && current.depth == CONTEXT_STACK) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "%d contexts are pushed", CONTEXT_STACK);
    }
    if (!code) {
        current.handles[current.depth++] = handle;
    }
    return leave(code);
}

EXPORT s32 cuCtxPopCurrent_v2(u64 *handle) {
    s32 code = enter();
    if (!code && !current.depth) {
        code = reject(CUDA_ERROR_INVALID_CONTEXT, "the context stack is empty");
    }
    if (!code) {
        current.depth--;
        if (handle) {
            *handle = current.handles[current.depth];
        }
    }
    return leave(code);
}

EXPORT s32 cuCtxSetCurrent(u64 handle) {
    s32 code = enter();
    if (!code && !handle) {
        current.depth -= current.depth != 0;
        return leave(CUDA_SUCCESS);
    }
    code = code ? code : check_context(handle);
    if (!code) {
        current.depth += current.depth == 0;
        current.handles[current.depth - 1] = handle;
    }
    return leave(code);
}

EXPORT s32 cuCtxGetCurrent(u64 *handle) {
    s32 code = enter();
    if (!code && !handle) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "the result has no place");
    }
    if (!code) {
        *handle = current.depth ? current.handles[current.depth - 1] : 0;
    }
    return leave(code);
}

EXPORT s32 cuCtxGetDevice(s32 *device) {
    context *c;
    s32 code = enter_context(&c);
    if (!code && !device) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "the result has no place");
    }
    if (!code) {
        *device = c->device;
    }
    return leave(code);
}

EXPORT s32 cuCtxSynchronize(void) {
    context *c;
    s32 code = enter_context(&c);
    code = code ? code : capture_forbids(c);
    return leave(code ? code : run_all(c));
}
